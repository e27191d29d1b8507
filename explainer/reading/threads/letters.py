"""The rule for einsum: its equation says everything."""

import re
from string import ascii_letters

from explainer.reading.threads.labels import Pattern, from_the_right
from explainer.reading.threads.seen import Labels, Seen
from explainer.tracing import edges_in

_EQUATION = re.compile(r"[a-zA-Z.,]*(->[a-zA-Z.]*)?")


def equation(seen: Seen) -> Pattern | None:
    """The letters of all operands and of the result; None for einsum without an equation."""
    text = seen.given(0, "equation")
    if not isinstance(text, str) or not _EQUATION.fullmatch(text.replace(" ", "")):
        return None
    given, arrow, result = text.replace(" ", "").partition("->")
    values = edges_in((seen.step.args[1:], {**seen.step.kwargs}))
    terms = given.split(",")
    inputs = tuple((value, _labels(term, seen.rank(value))) for value, term in zip(values, terms, strict=True))
    value = seen.outputs[0]
    return Pattern(inputs, ((value, _labels(result if arrow else _implied(given), seen.rank(value))),), stretches=True)


def _labels(term: str, rank: int) -> Labels:
    """One label for every axis; `...` stands for those that are left, counted from the right."""
    before, _, after = term.partition("...")
    return (*before, *from_the_right(rank - len(before) - len(after)), *after)


def _implied(given: str) -> str:
    """What torch takes for the result where the equation names none: letters that occur once, in their order."""
    once = sorted(letter for letter in ascii_letters if given.count(letter) == 1)
    return ("..." if "..." in given else "") + "".join(once)
