"""What the README shows works as shown."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_of_the_readme_runs_and_prints_what_its_comments_say() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {}
    first, second, third = (_printed(block, names) for block in blocks)
    record, shape, sums, proven = first.split("\n", 3)
    assert record.startswith("<Trace of ITransformer")
    assert shape == "(3, 4, 9, 9)"
    assert sums.startswith("tensor([1.0000, 1.0000")
    assert proven.endswith("True")
    titles, labels, product, cell, threads = second.split("\n")
    assert "Every query meets every key" in titles
    assert "'einsum → scores', 'mul → scaled_scores'" in labels
    assert product == "scores[b,h] = queries[b,:,h,:] · keys[b,:,h,:]ᵀ"
    terms, numbers = cell.removeprefix("[").split("] ")
    result, recorded = map(float, numbers.split())
    assert abs(sum(map(float, terms.split(", "))) - recorded) < 1e-6
    assert abs(result - recorded) < 1e-6
    assert threads.count("frozenset") == 4
    read, scores, best = third.split("\n")
    assert read == "('功率',) hour 672"
    assert all(0 < float(error) < 10 for error in scores.split())
    assert best == "1"


def _printed(block: str, names: dict[str, Any]) -> str:
    """What a block prints; the blocks after it know its names."""
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102 - our own text
    return printed.getvalue().strip()


def test_every_file_that_the_readme_names_is_there() -> None:
    named = re.findall(r"(?:explainer|benchmarks|pages|tests)/[\w./]+\w", README)
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert len(named) > 5


def test_every_command_that_the_readme_names_is_a_target_of_make() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make (\w+)", README, re.MULTILINE)) <= targets
