"""What the README shows works as shown."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_of_the_readme_runs_and_prints_what_its_comments_say() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - our own text
    record, shape, sums, proven = printed.getvalue().strip().split("\n", 3)
    assert record.startswith("<Trace of ITransformer")
    assert shape == "(3, 4, 9, 9)"
    assert sums.startswith("tensor([1.0000, 1.0000")
    assert proven.endswith("True")


def test_every_file_that_the_readme_names_is_there() -> None:
    named = re.findall(r"(?:explainer|benchmarks|pages|tests)/[\w./]+\w", README)
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert len(named) > 5


def test_every_command_that_the_readme_names_is_a_target_of_make() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make (\w+)", README, re.MULTILINE)) <= targets
