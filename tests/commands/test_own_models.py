"""Models of the reader's own are found, built and run, and what they print is kept out of the way."""

import json

import jsonschema
import pytest

from explainer.tracing.presenting import SCHEMA
from tests.commands.asking import ask


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("target", ["mine.py:good", "./mine.py:good", "mine:good", "package.inner:good"])
def test_factories_are_found_in_files_and_in_modules(target: str) -> None:
    result = ask(target, "--set", "width=5")
    assert result.exit_code == 0
    assert "mul        (2, 5)" in result.stdout
    assert "linear     (2, 3)" in result.stdout


@pytest.mark.usefixtures("folder")
def test_inputs_go_in_by_place_and_by_name() -> None:
    assert "bilinear   (5, 4)" in ask("mine.py:by_place").stdout
    record = json.loads(ask("mine.py:by_name", "--json").stdout)
    options = record["calls"][0]["arguments"]["options"]
    assert dict(map(tuple, options["mapping"]))["flag"] == {"float": "nan"}


@pytest.mark.usefixtures("folder")
def test_inputs_that_do_not_fit_forward_are_a_pass_that_broke_off() -> None:
    result = ask("mine.py:too_many")
    assert result.exit_code == 1
    assert "takes 2 positional arguments but 4 were given" in result.stderr


@pytest.mark.usefixtures("folder")
def test_json_for_programs_is_all_that_goes_to_the_output() -> None:
    done = ask("package.inner:good", "--json", "--data")
    record = json.loads(done.stdout)
    jsonschema.validate(record, SCHEMA)
    assert (done.exit_code, record["model"], done.stderr.split()) == (0, "Outer", ["imported", "made"])
    assert record["values"][0]["data"] == [[1.0] * 4] * 2


@pytest.mark.usefixtures("folder")
def test_json_of_a_pass_that_broke_off_is_json_too() -> None:
    done = ask("mine.py:failing", "--json")
    record = json.loads(done.stdout)
    assert (done.exit_code, record["failure"]["modules"]) == (1, ["Outer", "inner"])
    assert "broke off" in done.stderr


@pytest.mark.usefixtures("folder")
def test_an_error_outside_any_operation_is_placed_too() -> None:
    result = ask("mine.py:raising_forward")
    assert result.exit_code == 1
    assert "mine.py:31: raise KeyError" in result.stderr
    assert "\x1b" not in result.stderr
    assert "add        (2,)" in result.stdout
