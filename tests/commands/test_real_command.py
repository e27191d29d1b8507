"""The command runs the real model and prints what it did, and what broke."""

import ast
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import torch

from explainer.commands.table import cut, places
from explainer.models import PatchTSTConfig, build
from explainer.running import Settings, run
from explainer.series import sample_series, windows
from tests.commands.asking import ROOT, really_ask


def sizes_in(table: str) -> set[tuple[int, ...]]:
    """Every shape in numbers that a table shows."""
    return {ast.literal_eval(each) for each in re.findall(r"\((?:\d+,(?: \d+,?)*)?\)", table)}


def hooked(model: object, *inputs: object) -> set[tuple[int, ...]]:
    """The shapes of everything that the modules of a model really return."""
    seen: set[tuple[int, ...]] = set()

    def hear(_module: object, _inputs: object, output: object) -> None:
        seen.add(tuple((output[0] if isinstance(output, tuple) else output).shape))

    hooks = [module.register_forward_hook(hear) for module in model.modules()]
    model(*inputs)
    for hook in hooks:
        hook.remove()
    return seen


def test_the_table_shows_the_shapes_that_the_model_really_gives() -> None:
    done = really_ask("trace", "itransformer", "--set", "batch_size=2", "--set", "n_variates=4", "--set", "seq_len=10")
    made = run(Settings(batch_size=2, n_variates=4, seq_len=10), sample_series())
    assert (done.returncode, done.stderr) == (0, "")
    assert hooked(made.model, *made.inputs) <= sizes_in(done.stdout)
    assert "\x1b" not in done.stdout
    assert re.search(r"transformer\.py:\d+ +scores +einsum +\(B, H, N\+T, N\+T\) +\(2, 4, 8, 8\)", done.stdout)
    assert "torch.sqrt(x.var(dim=1, keepdim=True, unbiased=False) + 1e-5)" in done.stdout


@pytest.mark.sweep
def test_patchtst_works_too_and_speaks_the_language_of_the_environment() -> None:
    done = really_ask("trace", "patchtst", "--set", "patch_len=8", "--set", "stride=4", LC_ALL="zh_CN.UTF-8")
    x = windows(sample_series(), batch_size=3, seq_len=12, pred_len=6, n_variates=5).x
    sizes = {"seq_len": 12, "pred_len": 6, "d_model": 8, "n_heads": 4, "e_layers": 2, "d_ff": 32}
    model = build(PatchTSTConfig(**sizes, patch_len=8, stride=4), seed=0)
    assert (done.returncode, done.stderr) == (0, "")
    assert hooked(model, torch.tensor(x)) <= sizes_in(done.stdout)
    assert "源码行" in done.stdout
    head = next(line for line in done.stdout.splitlines() if "源码行" in line)
    row = next(line for line in done.stdout.splitlines() if "patchtst.py:" in line)
    assert places(head[: head.index("源码行")]) == row.index("patchtst.py:")


@pytest.mark.sweep
def test_a_model_that_fails_shows_how_far_it_came_and_what_broke(folder: Path) -> None:
    done = really_ask("trace", "mine.py:failing", "--lang", "en", cwd=folder)
    assert done.returncode == 1
    assert re.findall(r"mine.py:\d+ .*(mul|relu) ", done.stdout) == ["mul", "relu"]
    broken = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    assert broken == [
        "imported",
        "The forward pass of Outer broke off.",
        f"at {folder}/mine.py:15: h @ self.weight",
        "in the operation matmul, with input shapes (2, 4), (5, 2)",
        "inside Outer > inner",
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x4 and 5x2)",
    ]


@pytest.mark.sweep
def test_a_terminal_gets_lines_that_fit(folder: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "40", "LINES": "24", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "explainer", "trace", "mine.py:good"]
    running = subprocess.Popen(command, cwd=folder, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # the end of a pseudo-terminal is an error on Linux
        while piece := os.read(ours, 65536):
            shown += piece
    os.close(ours)
    assert running.wait() == 0
    rows = [line for line in shown.decode().splitlines() if "mine.py:" in line]
    assert [places(row) for row in rows] == [40, 40]
    assert all(row.endswith("…") for row in rows)


def test_a_chinese_character_takes_two_places_and_an_accent_none() -> None:
    assert [places(text) for text in ("abc", "变量", "e\u0301", "（）")] == [3, 4, 1, 4]
    assert [cut("变量名称", width) for width in (8, 7, 4, 1)] == ["变量名称", "变量名…", "变…", "…"]


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NOT CHECKED: no /dev/full on this machine")
def test_an_output_that_cannot_be_written_is_told_in_a_sentence() -> None:
    command = [sys.executable, "-m", "explainer", "trace", "itransformer", "--lang", "zh"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("无法写出结果")
    assert "Traceback" not in done.stderr
