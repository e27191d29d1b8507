"""A call that breaks the promise of its signature does not pass unnoticed, in what it takes or in what it returns."""

from dataclasses import replace

import numpy as np
import pytest
from beartype.roar import BeartypeCallHintParamViolation, BeartypeCallHintReturnViolation
from jaxtyping import Float, TypeCheckError

from explainer.documents import panorama
from explainer.documents.grids import inside
from explainer.language import Language, Phrase, same_in_both
from explainer.reading.arithmetic import Cell
from explainer.series import sample_series, windows
from explainer.tracing.syntax import Target, flat_names
from tests.checking import needs_jaxtyping


def test_arguments_of_another_type_are_refused() -> None:
    assert same_in_both("three").en == "three"
    with pytest.raises(BeartypeCallHintParamViolation):
        same_in_both(3)  # type: ignore[arg-type]


def test_parts_of_arguments_are_looked_at_too() -> None:
    assert inside([9], (4,)) == (3,)
    with pytest.raises(BeartypeCallHintParamViolation):
        inside(["9"], (4,))  # type: ignore[list-item]


def test_fields_of_a_dataclass_are_checked_and_a_whole_number_is_a_number() -> None:
    assert Cell(1, (0, 0), 2).number == 2
    with pytest.raises(BeartypeCallHintParamViolation):
        Cell(1, (0, 0), "2")  # type: ignore[arg-type]


class Counts(str):
    """A text that is filled with a number."""

    __slots__ = ()

    def format(self, *_: object, **__: object) -> int:  # type: ignore[override]
        return 3


def test_what_is_returned_is_checked() -> None:
    with pytest.raises(BeartypeCallHintReturnViolation):
        Phrase(Counts("one"), Counts("一")).fill()


def test_an_alias_that_holds_itself_is_checked() -> None:
    assert list(flat_names(("a", ("b", None)))) == ["a", "b"]
    with pytest.raises(TypeCheckError):
        list(flat_names(3))  # type: ignore[arg-type]


def test_shapes_of_arguments_and_of_fields_that_belong_together_have_to_agree() -> None:
    assert panorama(np.zeros((2, 2)), ["a", "b"], Language.EN)
    with pytest.raises(TypeCheckError):
        panorama(np.zeros((2, 2, 2)), ["a", "b"], Language.EN)
    cut = windows(sample_series(), batch_size=2, seq_len=5, pred_len=3)
    with pytest.raises(TypeCheckError):
        replace(cut, x=cut.x[:1])


def test_jaxtyping_is_needed_for_shapes_wherever_they_stand_and_for_nothing_else() -> None:
    shape = Float[np.ndarray, "query key"]
    assert all(needs_jaxtyping(hint) for hint in (shape, shape | None, dict[str, list[shape]], Target))
    assert not any(needs_jaxtyping(hint) for hint in (None, int, "Phrase", np.ndarray, dict[str, list[int]]))
