"""The document of one module comes from the command line as one HTML file, for our models and the reader's own."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from explainer.commands import command_line
from explainer.running import Settings, run
from explainer.series import sample_series
from tests.commands.asking import ROOT, ask, really_ask
from tests.documents.html_read import Node, read

ATTENTION = "encoder.attn_layers.0.attention"


def layer(*args: str, code: int = 0) -> Node:
    """What the command writes to the output, read as strictly as HTML can be."""
    result = ask(*args, command="layer")
    assert result.exit_code == code
    return read(result.stdout)


def part(page: Node, section: str) -> Node:
    return page.one("template", data_part=section)


def sizes(page: Node, direction: str) -> list[str]:
    """The sizes in the table of inputs, "in", or of outputs, "out"."""
    rows = part(page, "inputs").all("tr", css=f"tb-{direction}")
    return [cell.text for row in rows for cell in row.all(css="tb-live-cell")]


def source(page: Node) -> str:
    return page.one("p", css="tb-source").text


@pytest.mark.sweep
def test_the_line_of_the_readme_writes_a_document_and_says_where_it_is(tmp_path: Path) -> None:
    (line,) = re.findall(r"-m explainer (layer .*)", (ROOT / "README.md").read_text(encoding="utf-8"))
    done = really_ask(*line.split(), cwd=tmp_path)
    (written,) = tmp_path.iterdir()
    size = round(written.stat().st_size / 1000)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"The document is in {written.name} ({size} kB).\n"
    page = read(written.read_text(encoding="utf-8"))
    assert page.one("html").attributes["lang"] == "en"
    assert part(page, "head").one("h2").text == "AttentionLayer"


@pytest.mark.sweep
def test_a_document_is_in_the_encoding_that_it_declares_and_nothing_else_is_on_the_output(folder: Path) -> None:
    done = really_ask("layer", "mine.py:good", "--lang", "zh", cwd=folder, PYTHONIOENCODING="ascii")
    page = read(done.stdout)
    assert (done.returncode, done.stderr.split()) == (0, ["imported", "made"])
    assert done.stdout.startswith("<!doctype html>")
    assert page.one("html").attributes["lang"] == "zh"
    assert page.all("meta")[0].attributes == {"charset": "utf-8"}
    assert source(page) == "Outer 的一次前向，eval 模式。权重：由工厂函数给出。"


def test_our_models_come_with_words_and_with_the_sizes_that_the_module_really_takes() -> None:
    page = layer("itransformer", ATTENTION, "--set", "n_variates=4", "--set", "batch_size=2")
    made = run(Settings(n_variates=4, batch_size=2), sample_series())
    seen: list[tuple[int, ...]] = []
    hook = made.model.get_submodule(ATTENTION).register_forward_hook(
        lambda _module, given, got: seen.extend([tuple(given[0].shape), tuple(got[0].shape)])
    )
    made.model(*made.inputs)
    hook.remove()
    assert str(seen[0]) in sizes(page, "in")
    assert str(seen[1]) in sizes(page, "out")
    assert part(page, "head").one("p", css="tb-job").text
    assert part(page, "example").all("input")
    assert source(page) == (
        "One forward pass of iTransformer over greensboro.csv: 2 windows of 12 time steps, 4 variates, in eval mode. "
        "Weights: random weights, seed 0."
    )


def test_without_a_path_the_document_is_that_of_the_model_in_the_language_asked_for() -> None:
    result = CliRunner().invoke(command_line, ["layer", "patchtst", "--lang", "zh", "--set", "e_layers=1"])
    page = read(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    assert part(page, "head").one("h2").text == "PatchTST"
    assert "语义分组" in part(page, "groups").one("h3").text
    assert source(page).endswith("5 个变量，eval 模式。权重：随机权重，种子 0。")


@pytest.mark.usefixtures("folder")
def test_a_model_of_the_readers_own_has_a_document_without_words() -> None:
    page = layer("mine.py:good", "inner", "--set", "width=5")
    assert part(page, "head").one("h2").text == "Linear"
    assert (sizes(page, "in"), sizes(page, "out")) == (["(2, 5)"], ["(2, 3)"])
    assert not part(page, "example").children
    assert "out = self.inner(x * 2)" in part(page, "place").text
    assert source(page) == "One forward pass of Outer, in eval mode. Weights: as the factory made them."


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("path", "takes", "gives"), [("shorter", "(8,)", "(4,)"), ("shorter@1", "(4,)", "(2,)")])
def test_each_call_of_a_module_has_its_own_document(path: str, takes: str, gives: str) -> None:
    page = layer("mine.py:twice", path)
    assert (sizes(page, "in"), sizes(page, "out")) == ([takes], [gives])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("depth", ["calls", "operations", "everything"])
def test_the_diagram_opens_at_the_depth_that_was_asked_for(depth: str) -> None:
    pressed = part(layer("mine.py:good", "--depth", depth), "sequence").one(aria_pressed="true")
    assert pressed.attributes["data-depth"] == depth


@pytest.mark.usefixtures("folder")
def test_a_pass_that_broke_off_has_a_document_of_what_ran_and_says_what_broke() -> None:
    result = ask("mine.py:failing", "inner", command="layer")
    page = read(result.stdout)
    assert result.exit_code == 1
    assert result.stderr == ask("mine.py:failing").stderr
    assert "h @ self.weight" in part(page, "lines").text
    assert [key for key in page.values("data-card-of") if key] == ["inner:relu"]
    assert source(page).endswith(
        "The forward pass of Outer broke off. RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x4 and 5x2)"
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("args", "code", "sentence", "chinese"),
    [
        (
            ["mine.py:good", "iner"],
            2,
            r"Outer called no module “iner” .*nearest: inner\. There are: inner\.",
            "没有调用",
        ),
        (["mine.py:good", "inner@1"], 2, r"no module “inner@1” in this pass.*There are: inner\.", "“inner@1”"),
        (["mine.py:by_place", "x"], 2, r"Bilinear called no module “x” in this pass\. There are none\.", "一个也没有"),
        (["itransformer", "encoder.nrm"], 2, r"ITransformer .*nearest: encoder\.norm.*enc_embedding", "没有调用"),
        (["mine.py:good", "a{b}\x1b"], 2, r"no module “a\{b\}\\x1b”", r"“a{b}\x1b”"),
        (["mine.py:failing", "outer"], 2, r"broke off\.\n(?s:.*)Outer called no module “outer”", "没有调用"),
        (["mine.py:good", "--out", "nowhere/x.html"], 1, r"could not be written: No such file", "无法写出结果"),
        (["mine.py:good", "--depth", "deep"], 2, r"--depth must be one of: calls, operations, everything", "只能是"),
        (["mine.py:good", "inner", "x"], 2, r"one model and the path of one module", "一个模块路径"),
        ([], 2, r"Which model\? There are: itransformer, patchtst", "哪个模型"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_written_is_told_in_a_sentence(args: list[str], code: int, sentence: str, chinese: str) -> None:
    result = ask(*args, command="layer")
    assert re.search(sentence, result.stderr)
    assert (result.exit_code, result.stdout) == (code, "")
    assert "Traceback" not in result.output
    other = CliRunner().invoke(command_line, ["layer", "--lang=zh", *args])
    assert (chinese in other.stderr, other.exit_code) == (True, code)


HOSTILE = "</template><script>alert('&amp;')</script>"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("target", "path", "title"),
    [("guest", "", "Guest"), ("guest", 'x" onclick="<b>', HOSTILE), ("stranger", "", HOSTILE)],
    ids=["around it", "the module", "the model"],
)
def test_names_in_the_readers_code_are_text_and_never_html(target: str, path: str, title: str) -> None:
    page = layer(f"mine.py:{target}", path)
    assert part(page, "head").one("h2").text == title
    assert HOSTILE in part(page, "head").one("ul", role="tree").text
    assert len(page.all("script")) == 1
    assert not page.all(onclick=None)
    assert source(page).startswith("One forward pass of " + (HOSTILE if target == "stranger" else "Guest"))


@pytest.mark.usefixtures("folder")
def test_an_object_that_cannot_say_what_it_is_is_named_by_its_class() -> None:
    cards = [card for card in layer("mine.py:guest").all("template", data_card_of=None) if "x[rude]" in card.text]
    assert any("Rude" in value.text for card in cards for value in card.all("dd"))
