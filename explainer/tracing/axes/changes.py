"""When the operations themselves depend on a setting, no expression is right; then it is said which setting it is."""

from collections.abc import Mapping
from dataclasses import dataclass

from explainer.language import Phrase
from explainer.tracing.axes.families import Family
from explainer.tracing.axes.observing import Observation, observe
from explainer.tracing.axes.structures import Difference, Structure, difference

_NO_OPERATION = Phrase("nothing", "没有运算")
_VALUES = Phrase("the values of the inputs", "输入的数值")
_UNKNOWN = Phrase("something that has no letter", "某个没有字母的设置")
_WITH_TWO_INPUTS = Phrase("with some values", "某些数值时"), Phrase("with others", "另一些数值时")
_IN_TWO_MODELS = Phrase("in the models studied", "所研究的模型中"), Phrase("in this one", "这一个模型中")
_SENTENCE = Phrase(
    "The structure depends on {cause}: {many} operations run {at}, {few} run {elsewhere}, and the first that differ "
    "are {one} and {other}.",
    "结构取决于{cause}：{at}执行 {many} 个运算，{elsewhere}执行 {few} 个；最先不同的运算是 {one} 与 {other}。",
)


@dataclass(frozen=True)
class StructureChange:
    """Why sizes were not named: other settings run other operations.

    letters     the settings that change the structure, () where it is something else
    difference  the first operations in which the structures part, and how many operations each has
    sentence    all this in words
    """

    letters: tuple[str, ...]
    difference: Difference
    sentence: Phrase


def change_of_values(one: Structure, other: Structure) -> StructureChange | None:
    """The change between two runs with the same setting and other numbers; None where there is none."""
    parted = difference(one, other)
    if parted is None:
        return None
    return StructureChange((), parted, _sentence(_VALUES, parted, *_WITH_TWO_INPUTS))


def change_of_setting(family: Family, one: Observation, other: Observation, training: bool) -> StructureChange | None:
    """The change between two runs with different settings, and which letter is to blame; None where there is none.

    The settings between the two are tried, so the model runs a few times more.
    """
    parted = difference(one.structure, other.structure)
    if parted is None:
        return None
    letters = _to_blame(family, one, other.letters, training)
    cause = Phrase(" and ".join(letters), "、".join(letters)) if letters else _UNKNOWN
    if not letters:
        return StructureChange((), parted, _sentence(cause, parted, *_IN_TWO_MODELS))
    return StructureChange(letters, parted, _sentence(cause, parted, _at(one, letters), _at(other, letters)))


def _to_blame(family: Family, one: Observation, other: Mapping[str, int], training: bool) -> tuple[str, ...]:
    """The letters that change the structure alone; where none does, the one that does after those before it."""
    differing = [letter for letter in family.atoms if one.letters[letter] != other[letter]]
    alone = [each for each in differing if _changes(family, one, {each: other[each]}, training)]
    if alone:
        return tuple(alone)
    for count in range(2, len(differing) + 1):
        if _changes(family, one, {letter: other[letter] for letter in differing[:count]}, training):
            return tuple(differing[:count])
    return ()


def _changes(family: Family, one: Observation, moved: Mapping[str, int], training: bool) -> bool:
    """Whether the structure is another one at a setting that has moved; False where no model can be built there."""
    try:
        seen = observe(family, {**one.letters, **moved}, training=training)
    except Exception:  # settings between two legal ones need not be legal, and models refuse in their own ways
        return False
    return seen.structure != one.structure


def _at(seen: Observation, letters: tuple[str, ...]) -> Phrase:
    numbers = ", ".join(f"{letter}={seen.letters[letter]}" for letter in letters)
    return Phrase(f"at {numbers}", f"{numbers} 时")


def _sentence(cause: Phrase, parted: Difference, at: Phrase, elsewhere: Phrase) -> Phrase:
    return _SENTENCE.fill(
        cause=cause,
        many=parted.counts[0],
        few=parted.counts[1],
        at=at,
        elsewhere=elsewhere,
        one=parted.first.phrase() if parted.first else _NO_OPERATION,
        other=parted.second.phrase() if parted.second else _NO_OPERATION,
    )
