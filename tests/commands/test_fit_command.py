"""`fit` tells what it will take, how far it is, and how good the model is; the weights are a file for anyone."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
from click.testing import CliRunner, Result
from safetensors import safe_open

from explainer.commands import command_line, fitting
from explainer.fitting import Ending, Fit, Progress, load
from tests.commands.asking import ask
from tests.commands.tables import HEADERS, ROWS, TINY, sines, write_sines

EPOCH = r"^epoch (\d+) of (\d+): training loss ([\d.]+), validation loss ([\d.]+).*; took .* s, .* s left$"
LOOK_BACK, HORIZON, DAY = 12, 4, 96


def fit(path: Path, *args: str) -> Result:
    result = ask(str(path), *TINY, *args, command="fit")
    assert result.exit_code == 0, result.stderr
    return result


def last_value_errors(values: np.ndarray, first: int) -> tuple[float, float]:
    """Mean squared and mean absolute error over all windows that forecast from row `first` on, by two loops."""
    differences = [
        values[start + step] - values[start - 1]
        for start in range(first, len(values) - HORIZON + 1)
        for step in range(HORIZON)
    ]
    return float(np.mean(np.square(differences))), float(np.mean(np.abs(differences)))


def test_the_document_is_that_of_the_saved_fit_and_its_naive_errors_are_those_of_the_table(tmp_path: Path) -> None:
    path, out = write_sines(tmp_path), tmp_path / "out.safetensors"
    result = fit(path, "--model=itransformer", "--json", f"--save={out}", "--borders=120,40,40")
    told, saved = json.loads(result.stdout), load(out.read_bytes())
    assert told["variates"] == list(saved.variates) == list(HEADERS[1:])
    assert told["settings"]["borders"] == [120, 40, 40]
    assert told["plan"]["windows"] == [120 - 15, 40 - 3, 40 - 3]
    assert told["plan"]["parameters"] == sum(weight.numel() for weight in saved.weights.values())
    assert [epoch["validation_loss"] for epoch in told["curve"]] == [epoch.validation_loss for epoch in saved.curve]
    assert (told["ending"], told["best_epoch"]) == (saved.ending.value, saved.best_epoch)
    assert_errors(told["scores"]["scaled"]["model"], saved)

    # By hand from the table: what the last value gives, in original units.
    for place, column in enumerate(HEADERS[1:]):
        mse, mae = last_value_errors(sines()[column].to_numpy(), 160)
        naive = told["scores"]["original"]["naive"]["variates"][place]
        assert naive["name"] == column
        assert (naive["mse"], naive["mae"]) == pytest.approx((mse, mae), rel=1e-4)
    assert told["scores"]["season"] == DAY


def assert_errors(told: dict[str, Any], saved: Fit) -> None:
    errors = saved.scores.model
    assert [each["mse"] for each in told["variates"]] == list(errors.mse)
    assert [each["mae"] for each in told["variates"]] == list(errors.mae)
    assert (told["mse"], told["mae"]) == pytest.approx((np.mean(errors.mse), np.mean(errors.mae)))


def test_the_saved_file_is_read_by_safetensors_itself_and_replaces_an_older_one(tmp_path: Path) -> None:
    out = tmp_path / "out.safetensors"
    out.write_bytes(b"older")
    result = fit(write_sines(tmp_path), "--model=patchtst", "--patch-len=4", "--stride=4", f"--save={out}")
    assert re.search(rf"^The weights are in \S*{out.name} \(\d+ kB\)\.$", result.stderr, re.MULTILINE)
    arrays = safetensors.numpy.load_file(out)
    with safe_open(out, "np") as file:
        header = json.loads(file.metadata()["tracebook"])
    assert arrays["patch_embedding.value_embedding.weight"].shape == (8, 4)
    assert (header["model"], header["config"]["patch_len"]) == ("patchtst", 4)
    assert header["fit"]["series_name"] == "电力.csv"


def test_the_plan_stands_before_the_epochs_and_the_result_alone_on_the_output(tmp_path: Path) -> None:
    result = fit(write_sines(tmp_path), "--model=itransformer")
    said = result.stderr.splitlines()
    assert f"iTransformer on 电力.csv: {ROWS} rows, 2 variates, seq_len 12, pred_len 4; parameters: " in said[1]
    # 70, 10 and 20 % of 200 rows, and windows that forecast every row of their part.
    assert said[2] == "Windows for training: 125, validation: 17, test: 37; rows: 140 + 20 + 40."
    assert re.match(r"Epochs: at most 2, with 4 steps each; about .* s per epoch, .* s in all, and \d+ MB", said[3])
    epochs = [re.match(EPOCH, line) for line in said[4:]]
    assert [match and match.group(1, 2) for match in epochs] == [("1", "2"), ("2", "2")]
    assert result.stdout.startswith("iTransformer, fitted here on 电力.csv, epoch ")
    assert ": all epochs were run.\n" in result.stdout
    titles, *rows = result.stdout.splitlines()[3:6]
    assert [len(re.split(r"\s{2,}", line)) for line in (titles, *rows)] == [5, 5, 5]
    assert "seasonal naive: the last 96 rows repeated" in result.stdout


def test_without_dates_no_season_is_claimed_and_one_variate_has_no_mixed_units(tmp_path: Path) -> None:
    path = str(write_sines(tmp_path))
    args = ["--model=itransformer", "--no-time-column", "--columns=温度", "--epochs=1", "--lang=zh"]
    result = CliRunner().invoke(command_line, ["fit", path, *TINY, *args])
    assert result.exit_code == 0
    assert "季节性朴素：无：" in result.stdout
    assert "混合" not in result.stdout
    assert "第 1/1 轮：训练损失" in result.stderr


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets Ctrl-C be pressed so many times at the first step of the second epoch."""
    really = fitting.fit

    def arrange(times: int) -> None:
        def pressing(*args: Any, watch: Callable[[Progress], bool], **kwargs: Any) -> Fit:
            def watched(progress: Progress) -> bool:
                if (progress.epoch, progress.batch) == (2, 1):
                    for _ in range(times):
                        signal.raise_signal(signal.SIGINT)
                return watch(progress)

            return really(*args, watch=watched, **kwargs)

        monkeypatch.setattr(fitting, "fit", pressing)

    return arrange


def test_ctrl_c_stops_and_keeps_the_best_so_far(tmp_path: Path, pressed: Callable[[int], None]) -> None:
    pressed(1)
    out, before = tmp_path / "out.safetensors", signal.getsignal(signal.SIGINT)
    result = fit(write_sines(tmp_path), "--model=itransformer", "--epochs=50", f"--save={out}", "--json")
    told = json.loads(result.stdout)
    assert (told["ending"], [epoch["batches"] for epoch in told["curve"]]) == ("stopped", [4, 1])
    assert load(out.read_bytes()).ending is Ending.STOPPED
    assert result.stderr.count("Stopping, with the best weights so far") == 1
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_pressed_twice_ends_it_without_a_result(tmp_path: Path, pressed: Callable[[int], None]) -> None:
    pressed(2)
    out = tmp_path / "out.safetensors"
    result = ask(str(write_sines(tmp_path)), *TINY, "--model=itransformer", f"--save={out}", command="fit")
    assert (result.exit_code, result.stdout, out.exists()) == (130, "", False)


@pytest.mark.parametrize(
    ("args", "code", "sentence", "chinese"),
    [
        (["--model=lstm"], 2, r"^--model must be one of: itransformer, patchtst\.$", "只能是"),
        ([], 2, r"^Which model\? There are: itransformer, patchtst\.$", "哪个模型"),
        (["--model=patchtst", "--d-model=7"], 2, r"d_model is 7, an odd number.*: --d-model\.$", "--d-model"),
        (["--model=itransformer", "--stride=2"], 2, r"^itransformer has no --stride; leave it out", "没有 --stride"),
        (["--model=itransformer", "--seq-len=x"], 2, r"^--seq-len is “x”, and must be a whole number\.$", "应为整数"),
        (["--model=itransformer", "--epochs=0"], 2, r"most_epochs is 0.*: --epochs\.$", "--epochs"),
        (["--model=itransformer", "--seed=-1"], 2, r"seed is -1; choose.*: --seed\.$", "--seed"),
        (["--model=itransformer", "--learning-rate=nan"], 2, r"learning_rate is nan", "--learning-rate"),
        (["--model=itransformer", "--budget=1e-9"], 2, r"budget_seconds is 1e-09.*: --budget\.$", "--budget"),
        (["--model=itransformer", "--memory=9"], 2, r"of memory, and 0 MB are allowed.*: --memory\.$", "--memory"),
        (["--model=itransformer", "--borders=1,2"], 2, r"^--borders is “1,2”; give three whole numbers", "三个整数"),
        (["--model=itransformer", "--borders=150,40,40"], 2, r"borders add up to 230 rows.*: --borders\.$", "230"),
        (["--model=itransformer", "--pred-len=90"], 2, r"has 200 rows, too few to split.*: --seq-len\.$", "不够划分"),
        (["--model=itransformer", f"--d-model={10**30}"], 1, r"^iTransformer cannot be fitted with these", "无法用"),
        (["--model=itransformer", "--save=nowhere/x"], 1, r"could not be written: No such file", "无法写出结果"),
        (["--model=itransformer", "--save=电力.csv"], 2, r"^--save would write over 电力\.csv", "会覆盖数据文件"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_fitted_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, sentence: str, chinese: str
) -> None:
    monkeypatch.chdir(tmp_path)
    table = write_sines(tmp_path).read_bytes()
    result = ask("电力.csv", *TINY, *args, command="fit")
    assert re.search(sentence, result.stderr.strip()), result.stderr
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)
    other = CliRunner().invoke(command_line, ["fit", "--lang=zh", "电力.csv", *TINY, *args])
    assert (chinese in other.stderr, other.exit_code) == (True, code)
    assert [each.name for each in tmp_path.iterdir()] == ["电力.csv"]
    assert (tmp_path / "电力.csv").read_bytes() == table


@pytest.mark.parametrize("command", ["inspect", "fit"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_help_names_every_option(command: str, language: str) -> None:
    shown = CliRunner().invoke(command_line, [command, "--help", f"--lang={language}"]).stdout
    for parameter in command_line.commands[command].params:
        name = parameter.opts[0]
        # Of a flag with two forms the one that changes something is told.
        assert name in shown or name == "--time-marks" or not name.startswith("--"), name
    assert all(text in shown for text in ("10000000", "1073741824", "inspect FILE", "fit FILE"))
