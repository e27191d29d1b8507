"""`inspect` tells how a file was understood, in words and as JSON, and lets the reader decide otherwise."""

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from explainer.commands import command_line
from tests.commands.asking import ask, really_ask
from tests.commands.tables import HEADERS, ROWS, sines, write, write_sines

DAYS = ("day,a,b", "01/02/2021,1.5,7", "02/02/2021,,8", "03/02/2021,3.5,9")


def inspect(path: Path, *args: str) -> dict[str, Any]:
    """The document: all that is on the output, and nothing is on the other one."""
    result = ask(str(path), "--json", *args, command="inspect")
    assert (result.exit_code, result.stderr) == (0, "")
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_a_chinese_file_is_told_as_pandas_reads_it(tmp_path: Path) -> None:
    path = write_sines(tmp_path)
    table = pd.read_csv(path, encoding="gb18030", parse_dates=[HEADERS[0]])
    told = inspect(path)
    assert (told["encoding"], told["separator"], told["header_line"], told["time_column"]) == (
        "GB18030",
        ",",
        1,
        HEADERS[0],
    )
    assert (told["frequency"], told["every"]) == ("minute", 15)
    assert told["rows"] == told["rows_in_file"] == len(table) == ROWS
    assert told["first"] == table[HEADERS[0]].min().isoformat()
    assert told["last"] == table[HEADERS[0]].max().isoformat()
    assert told["variates"] == list(table.columns[1:])
    assert [(column["header"], column["role"]) for column in told["columns"]] == [
        (HEADERS[0], "time"),
        (HEADERS[1], "variate"),
        (HEADERS[2], "variate"),
    ]
    assert any("GB18030" in note["en"] and "GB18030" in note["zh"] for note in told["notes"])


def test_the_words_name_everything_that_the_document_has(tmp_path: Path) -> None:
    path = write(tmp_path, "when;temp (°C);site", "2021-03-01 00:00;1,5;north", "2021-03-01 06:00;;south", "\n" * 2)
    path.write_text(path.read_text(encoding="utf-8") + "2021-03-01 12:00;2,5;north\n", encoding="utf-8")
    shown = ask(str(path), command="inspect").stdout
    facts = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in shown.split("\n\n")[1].splitlines())
    assert facts["separator"] == "semicolon"
    assert facts["decimal mark"] == ","
    assert facts["header"] == "line 1"
    assert facts["time column"].startswith("when, written as YYYY-MM-DD")
    assert facts["frequency"] == "6 hours"
    assert facts["rows"] == "3 of 3 in the file"
    assert (facts["from"], facts["to"]) == ("2021-03-01 00:00:00", "2021-03-01 12:00:00")
    columns = shown.split("\n\n")[2]
    assert re.search(r"^temp.* variate +1\b", columns, re.MULTILINE)
    assert re.search(r"^site +left out +0 +text, “north” on line 2$", columns, re.MULTILINE)
    assert "filled on the line between its neighbours" in shown.split("\n\n")[3]


def test_in_chinese_columns_stand_below_each_other(tmp_path: Path) -> None:
    result = CliRunner().invoke(command_line, ["inspect", str(write_sines(tmp_path)), "--lang=zh"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"电力.csv：共 {ROWS} 行，2 个变量\n")
    assert "频率    15 分钟\n" in result.stdout
    assert "列    读作  缺失  单位  未采用的原因\n时间  时间     0\n温度  变量     0\n" in result.stdout


def test_what_the_reader_decides_holds(tmp_path: Path) -> None:
    path = write(tmp_path, *DAYS)
    told = inspect(path, "--month-first", "--columns", "b, a", "--fill", "zero", "--missing", "9")
    assert (told["first"], told["last"]) == ("2021-01-02T00:00:00", "2021-03-02T00:00:00")
    assert told["variates"] == ["b", "a"]
    assert [column["missing"] for column in told["columns"]] == [0, 1, 1]
    assert any("filled with 0" in note["en"] for note in told["notes"])
    assert inspect(path, "--day-first", "--frequency", "2d")["every"] == 2
    rows = inspect(path, "--no-time-column", "--columns", "a")
    assert (rows["frequency"], rows["first"], rows["last"], rows["time_column"]) == ("row", 1, 3, None)


def test_a_tab_and_a_name_with_a_comma_can_be_typed(tmp_path: Path) -> None:
    path = write(tmp_path, "n\tload, total\tx", "1\t2\t3", "2\t4\t5")
    told = inspect(path, "--separator", "tab", "--time-column", "n", "--columns", '"load, total"')
    assert (told["separator"], told["variates"], told["first"]) == ("\t", ["load, total"], 1)


@pytest.mark.parametrize(
    ("args", "sentence", "chinese"),
    [
        (["--columns", "a,c"], r"no such column; it has .*--columns\.", "--columns"),
        (["--time-column", "c"], r"no column “c”.*: --time-column\.", "--time-column"),
        (["--time-column", "day", "--no-time-column"], r"exclude each other", "不能同时使用"),
        (["--frequency", "x{y}"], r"x\{y\}.*: --frequency\.", "--frequency"),
        (["--limit-rows", "2"], r"more than 2 rows.*: --limit-bytes, --limit-rows, --limit-columns\.", "上限"),
        (["--limit-rows", "few"], r"^--limit-rows is “few”, and must be a whole number\.$", "应为整数"),
        (["--fill", "median"], r"^--fill must be one of: linear, previous, mean, zero\.$", "只能是"),
        (["--encoding", "utf-9"], r"encoding “utf-9” is not known.*: --encoding\.", "--encoding"),
        (["--month-frist"], r"no option --month-frist\. The nearest: --month-first", "最接近的是：--month-first"),
        (["more.csv"], r"more on the line than one file", "多余"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_read_is_told_in_a_sentence(
    tmp_path: Path, args: list[str], sentence: str, chinese: str
) -> None:
    path = str(write(tmp_path, *DAYS))
    result = ask(path, *args, command="inspect")
    assert re.search(sentence, result.stderr.strip())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    other = CliRunner().invoke(command_line, ["inspect", "--lang=zh", path, *args])
    assert (chinese in other.stderr, other.exit_code) == (True, 2)


def test_a_file_that_is_not_there_or_broken_is_told_in_a_sentence(tmp_path: Path) -> None:
    broken = write(tmp_path, "date,a", "2021-01-01,1", "2021-01-02,2,3")
    said = {
        str(tmp_path / "none.csv"): "There is no file none.csv; check the path.\n",
        str(tmp_path): f"{tmp_path.name} is a folder, not a file; give the path of a file.\n",
    }
    for path, sentence in said.items():
        result = ask(path, command="inspect")
        assert (result.exit_code, result.stdout, result.stderr) == (2, "", sentence)
    result = ask(str(broken), command="inspect")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Line 3 has more cells (3) than the table has columns (2)")
    assert ask(command="inspect").stderr == "Which file?\n"


def test_names_in_a_file_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    path = write(tmp_path, "t,{a}\x1b[31m,b", "1,2,3", "2,3,4")
    done = ask(str(path), "--encoding", "utf-8", command="inspect")
    assert "\x1b" not in done.output
    assert "{a}\\x1b[31m" in done.output


def test_it_really_runs_and_its_document_is_ascii_everywhere(tmp_path: Path) -> None:
    path = write_sines(tmp_path)
    done = really_ask("inspect", path.name, "--json", "--lang", "zh", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["columns"][1]["name"] == sines().columns[1]
