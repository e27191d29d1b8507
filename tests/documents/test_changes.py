"""What moved between two passes is told with numbers that can be counted by hand."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from explainer.documents import Change, Subject, change_between, changes_section, layer_document, naming
from explainer.documents.subject import View
from explainer.language import Language
from explainer.running import PassSettings, PatchTSTSettings, Settings, letters_of
from explainer.tracing import Call, edges_in
from tests.documents.html_read import read
from tests.documents.passes import ATTENTION, passed, subject_of

FROM = Settings()
PATCHES = PatchTSTSettings()


def letters(settings: PassSettings) -> dict[str, int]:
    return letters_of(settings.config(), *passed(settings)[0].inputs)


def told(before: PassSettings, after: PassSettings, path: str, language: Language = Language.EN) -> str:
    about = subject_of(after, language)
    document = layer_document(about, about.trace.call(path), View())
    return read(changes_section(document, change_between(letters(before), letters(after))).html).text


def sizes_of(about: Subject, call: Call) -> Iterator[tuple[int, int, int]]:
    """(value, axis, size) of every tensor given to a call or made directly in it, each tensor once."""
    trace = about.trace
    made = [edges_in(each.outcome) for each in trace.calls if each.parent == call.id]
    made += [step.outputs for step in trace.steps if step.call == call.id]
    given = edges_in(call.arguments)
    for value in dict.fromkeys([*given, *(number for numbers in made for number in numbers)]):
        for axis, size in enumerate(trace.values[value].shape):
            yield value, axis, size


def counted(text: str) -> tuple[int, int]:
    found = re.search(r"In this layer (\d+) of (\d+) sizes follow", text)
    assert found, text
    return int(found[1]), int(found[2])


MOVES: list[tuple[PassSettings, PassSettings, str]] = [
    (FROM, replace(FROM, n_variates=3), "N: 5 → 3"),
    (FROM, replace(FROM, batch_size=2), "B: 3 → 2"),
    (FROM, replace(FROM, seq_len=20), "L: 12 → 20"),
    (FROM, replace(FROM, d_ff=16), "F: 32 → 16"),
    (FROM, replace(FROM, n_heads=2), "H: 4 → 2, E: 2 → 4"),
    # The head's features stay: one of the nine belongs to no head.
    (FROM, replace(FROM, d_model=9), "D: 8 → 9"),
    (PATCHES, replace(PATCHES, stride=3), "s: 2 → 3, n: 6 → 4"),
]


@pytest.mark.parametrize("path", ["", "encoder.attn_layers.0", ATTENTION])
@pytest.mark.parametrize(("before", "after", "moves"), MOVES, ids=[moves for *_, moves in MOVES])
def test_as_many_sizes_follow_as_are_others_than_before(
    before: PassSettings, after: PassSettings, moves: str, path: str
) -> None:
    """Two passes of the same steps, size by size."""
    text = told(before, after, path)
    now, then = subject_of(after), subject_of(before)
    sizes = list(sizes_of(now, now.trace.call(path)))
    moved = [size for value, axis, size in sizes if then.trace.values[value].shape[axis] != size]
    assert text.startswith(f"Only this moved: {moves}. ")
    assert counted(text) == (len(moved), len(sizes))


def test_as_many_sizes_follow_the_variates_as_have_an_n_in_their_formula() -> None:
    after = replace(FROM, n_variates=3)
    about = subject_of(after)
    assert about.axes is not None
    sizes = list(sizes_of(about, about.trace.call(ATTENTION)))
    formulas = [about.axes.of(value)[axis].formula for value, axis, _ in sizes]
    with_n = [formula for formula in formulas if "N" in re.findall("[A-Za-z]", formula)]
    assert counted(told(FROM, after, ATTENTION)) == (len(with_n), len(formulas))
    assert 0 < len(with_n) < len(formulas)


def test_nothing_moved() -> None:
    assert told(FROM, FROM, ATTENTION) == "Every size of this layer is what it was."
    assert told(FROM, FROM, ATTENTION, Language.ZH) == "本层所有尺寸都没有变化。"
    assert change_between(letters(FROM), letters(FROM)).letters == ()


def test_another_seed_moves_nothing() -> None:
    assert told(FROM, replace(FROM, seed=3), ATTENTION) == "Every size of this layer is what it was."


def test_letters_that_go_or_come_are_told_without_a_count_that_nobody_knows() -> None:
    """Without time marks the layers are other ones: 9 tokens became 5, and no formula of today says so."""
    without = replace(FROM, time_marks=False)
    assert told(FROM, without, ATTENTION) == "Only this moved: T: 4 → –."
    assert told(without, FROM, ATTENTION) == "Only this moved: T: – → 4."
    assert told(without, FROM, ATTENTION, Language.ZH) == "只有这些改变了：T: – → 4。"


def test_another_model_brings_its_letters() -> None:
    change = change_between(letters(FROM), letters(PATCHES))
    assert dict(change.moves) == {"T": (4, None), "P": (None, 4), "s": (None, 2), "n": (None, 6)}
    assert told(FROM, PATCHES, "") == "Only this moved: T: 4 → –, P: – → 4, s: – → 2, n: – → 6."


def test_the_first_pass_has_nothing_to_tell() -> None:
    about = subject_of(FROM)
    assert changes_section(layer_document(about, about.trace.root, View()), None).html == ""


def test_both_languages_tell_the_same_numbers() -> None:
    texts = [told(FROM, replace(FROM, n_variates=3), "", language) for language in Language]
    english, chinese = (re.findall(r"\d+", text) for text in texts)
    assert english == [*chinese[:2], chinese[3], chinese[2]]


def test_without_names_for_the_sizes_only_the_letters_are_told() -> None:
    about = replace(subject_of(FROM), axes=None)
    document = layer_document(about, about.trace.call(ATTENTION), View())
    text = read(changes_section(document, Change({"N": (4, 5)}, {"N": 4})).html).text
    assert text == "Only this moved: N: 4 → 5."


@pytest.mark.parametrize(("before", "after"), [(before, after) for before, after, _ in MOVES])
def test_a_size_is_marked_where_it_is_another_than_before_and_nowhere_else(
    before: PassSettings, after: PassSettings
) -> None:
    now, then = replace(subject_of(after), before=letters(before)), subject_of(before)
    for value in now.trace.values:
        if value.origin == "parameter" or not value.shape:
            continue
        live = read(naming.size(now, value.id)).all("span", css="tb-live")
        marked = [span.attributes.get("data-moves") is not None for span in live]
        was = then.trace.values[value.id].shape
        assert marked == [one != other for one, other in zip(value.shape, was, strict=True)]


def test_nothing_is_marked_on_a_first_page_or_where_another_model_was_before() -> None:
    for about in (subject_of(FROM), replace(subject_of(FROM), before=letters(PATCHES))):
        assert "data-moves" not in "".join(str(naming.size(about, value.id)) for value in about.trace.values)
