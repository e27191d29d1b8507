"""Every mistake is answered with a sentence, with the nearest right name, and never with a traceback."""

import re

import pytest
from click.testing import CliRunner

from explainer.commands import command_line
from explainer.commands.line import language_of
from explainer.language import Language
from tests.commands.asking import ask


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["itransfomer"], 2, r"no model “itransfomer”.*nearest: itransformer\..*: itransformer, patchtst"),
        (["itransformer", "--set", "batchsize=3"], 2, r"no setting “batchsize”.*nearest: batch_size"),
        (["patchtst", "--set", "time_marks=1"], 2, r"no setting “time_marks”.*patch_len"),
        (["itransformer", "--set", "batch_size=three"], 2, r"batch_size is “three”, and must be a whole number"),
        (["itransformer", "--set", "batch_size=1.5"], 2, r"“1.5”, and must be a whole number"),
        (["itransformer", "--set", "time_marks=maybe"], 2, r"must be true or false"),
        (["patchtst", "--set", "dropout=much"], 2, r"“much”, and must be a number"),
        (["itransformer", "--set", "batch_size"], 2, r"an equals sign"),
        (["itransformer", "--set", "n_heads=9"], 2, r"n_heads is 9, more than d_model"),
        (["itransformer", "--set", "n_variates=99"], 2, r"n_variates is 99, and must be from 1 to"),
        (["itransformer", "--set", "seed=99999999999999999999"], 1, r"cannot run with these settings"),
        (["miine.py:good"], 2, r"no file miine.py\. The nearest: mine.py"),
        (["nowhere/mine.py:good"], 2, r"no file nowhere/mine.py"),
        (["package/:good"], 2, r"no file package/"),
        (["mine.py"], 2, r"mine.py:factory\. There are: good, by_name"),
        (["mine.py:"], 2, r"mine.py:factory"),
        ([":good"], 2, r"good:factory"),
        (["mine.py:goood"], 2, r"no function “goood”\. The nearest: good.*There are: good, by_name, .*, needing\."),
        (["package:good"], 2, r"There are none"),
        (["package.iner:good"], 2, r"no module package.iner\. The nearest: package.inner"),
        (["pakage.inner:good"], 2, r"no module pakage\. The nearest: .*package"),
        (["..package:good"], 2, r"no module ..package"),
        (["mine.py:number"], 2, r"no function, but of class int"),
        (["mine.py:alone"], 2, r"returned Linear; it must return \(model, inputs\)"),
        (["mine.py:listed"], 2, r"returned tuple\(Linear, list\)"),
        (["mine.py:needing"], 2, r"--set width="),
        (["mine.py:good", "--set", "seeed=3"], 2, r"mine.py:good has no setting “seeed”\. The nearest: seed"),
        (["mine.py:good", "--set", "seed=x"], 2, r"seed is “x”, and must be a whole number"),
        (["mine.py:raising"], 1, r"raising in mine.py failed\.\n.*mine.py:\d+: return 1 / 0\n +ZeroDivisionError"),
        (["mine.py:misbuilt"], 1, r"failed\.\n +\S+mine.py:\d+: return nn.Linear\(\"wide\", 2\)"),
        (["mine.py:quitting"], 1, r"SystemExit"),
        (["broken.py:f"], 1, r"broken.py:1: import nothing_like_this\n +ModuleNotFoundError"),
        (["unreadable.py:f"], 1, r"unreadable.py:1: def f\(:\n +SyntaxError"),
        (["leaving.py:f"], 1, r"SystemExit: 3"),
        (["x", "--jsn"], 2, r"no option --jsn\. The nearest: --json"),
        (["x", "y"], 2, r"more on the line than one model"),
        (["x", "--set"], 2, r"--set needs a value"),
        (["x", "--json=1"], 2, r"--json takes no value"),
        ([], 2, r"Which model\? There are: itransformer, patchtst"),
        (["a\x1b[31m\n{b}"], 2, r"“a\\x1b\[31m"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_every_mistake_gets_a_sentence_and_an_exit_code(args: list[str], code: int, sentence: str) -> None:
    result = ask(*args)
    assert re.search(sentence, result.stderr)
    assert (result.exit_code, result.stdout) == (code, "")
    assert "Traceback" not in result.output
    chinese = CliRunner().invoke(command_line, ["trace", "--lang=zh", *args])
    assert chinese.exit_code == code


def test_a_wrong_command_and_a_wrong_language_get_a_sentence() -> None:
    wrong = CliRunner().invoke(command_line, ["trac"])
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "There is no command “trac”. The nearest: trace. There are: trace, layer, inspect, fit.\n",
    )
    assert ask("itransformer", "--lang", "fr").stderr == "--lang must be one of: en, zh.\n"


@pytest.mark.parametrize(
    ("args", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        (["--lang", "en"], {"LANG": "zh_CN.UTF-8"}, "en"),
        (["--lang=zh"], {}, "zh"),
        (["--lang"], {"LANG": "zh"}, "zh"),
    ],
)
def test_the_language_is_asked_for_or_that_of_the_environment(
    args: list[str], environment: dict[str, str], language: str
) -> None:
    assert language_of(args, environment) == Language(language)


@pytest.mark.parametrize("args", [["--help"], ["trace", "--help"], ["layer", "--help"]])
def test_help_names_every_setting_in_both_languages(args: list[str]) -> None:
    for language in ("en", "zh"):
        result = CliRunner().invoke(command_line, [*args, f"--lang={language}"] if args[1:] else args)
        assert result.exit_code == 0
        assert all(name in result.stdout for name in ("patch_len=4", "time_marks=True", "path/to/file.py:factory"))
        assert all(name in result.stdout for name in ("layer MODEL [PATH]", "--out FILE", "encoder.norm@1"))
