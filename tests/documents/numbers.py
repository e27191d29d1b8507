"""Numbers as they stand on a page, and what they may stand for."""

import math

from tests.documents.html_read import Node


def number(text: str) -> float:
    """A number as it is written on the page, with a real minus sign."""
    assert "-" not in text.replace("e-", "e")
    return float(text.replace("\N{MINUS SIGN}", "-"))


def stands_for(text: str, exact: float, digits: int) -> bool:
    """Whether a text is `exact`, rounded to so many significant digits."""
    told = number(text)
    if not math.isfinite(exact):
        return told == exact or (math.isnan(told) and math.isnan(exact))
    if exact == 0:
        return told == 0
    unit = 10.0 ** (math.floor(math.log10(abs(exact))) - digits + 1)
    return abs(told - exact) <= unit * 0.5000001


def cells(tree: Node) -> dict[tuple[int, ...], str]:
    """The texts of all cells of a grid, by the index that a click on them asks for."""
    buttons = [button for cell in tree.all("td") for button in cell.all("button", data_cell=None)]
    return {place(button.attributes["data-cell"]): button.text for button in buttons}


def place(asked: str) -> tuple[int, ...]:
    """The index in `out0:1,2`."""
    _, _, index = asked.partition(":")
    return tuple(int(at) for at in index.split(",")) if index else ()
