"""One row per step: where it is written, what it was named, what it computed, and how large that is."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Protocol, runtime_checkable

from explainer.language import Phrase
from explainer.tracing.record import Binding, Call, Failure, Site, Skip, Step, Value

# What stands above a column, by the field of a row; a table shows the fields in this order.
TITLES = {
    "step": Phrase("step", "步骤"),
    "line": Phrase("source line", "源码行"),
    "names": Phrase("names", "变量名"),
    "operation": Phrase("operation", "运算"),
    "axes": Phrase("shape", "形状"),
    "sizes": Phrase("sizes", "实际大小"),
    "expression": Phrase("expression", "表达式"),
}


@runtime_checkable
class Record(Protocol):
    """What is presented: the tables of a trace. Named here by its tables, so that a trace can present itself."""

    @property
    def model_class(self) -> str:
        """The class of the model."""

    @property
    def training(self) -> bool:
        """Whether it was in training mode."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every module call."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every operation."""

    @property
    def values(self) -> tuple[Value, ...]:
        """Every state of every tensor."""

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """Every name that got a value."""

    @property
    def flops(self) -> tuple[int, ...]:
        """Floating-point operations of each step."""

    @property
    def skips(self) -> tuple[Skip, ...]:
        """Lines that did not run."""

    @property
    def failure(self) -> Failure | None:
        """Where the pass broke off."""

    @property
    def notes(self) -> tuple[Phrase, ...]:
        """What a reader must know."""

    def names_of(self, value: int) -> tuple[str, ...]:
        """Every name that a value was given."""


@runtime_checkable
class Axes(Protocol):
    """Names for the axes of values."""

    def text(self, value: int, /) -> str:
        """The shape of a value in named sizes, such as "(B, H, N+T, N+T)"."""


@dataclass(frozen=True)
class Row:
    """One step, in words. A field that does not apply is empty.

    step    the number of the step            home   the number of the call in whose forward it is written
    line    "itransformer.py:63"              names  of what it gave, in the order in which they were given
    axes    shapes of its outputs in named sizes     sizes  the same in the sizes of this pass
    """

    step: int
    home: int
    line: str
    names: str
    operation: str
    axes: str
    sizes: str
    expression: str


def table_rows(record: Record, axes: Axes | None = None) -> tuple[Row, ...]:
    """One row per step of `record`, in its order; `axes` names the sizes, without it that field is empty."""
    files = short_names(step.site.file for step in record.steps if step.site is not None)
    return tuple(_row(record, step, files, axes) for step in record.steps)


def _row(record: Record, step: Step, files: dict[str, str], axes: Axes | None) -> Row:
    names = dict.fromkeys(name for value in step.outputs for name in record.names_of(value))
    return Row(
        step=step.id,
        home=_home(record, step).id,
        line=f"{files[step.site.file]}:{step.site.line}" if step.site else "",
        names=", ".join(names),
        operation=step.op,
        axes=", ".join(axes.text(value) for value in step.outputs) if axes is not None else "",
        sizes=", ".join(size_text(record.values[value].shape) for value in step.outputs),
        expression=one_line(step.site),
    )


def _home(record: Record, step: Step) -> Call:
    """The call in whose forward a step is written: for what torch's own modules do, the one that called them."""
    call = record.calls[step.call]
    while call.parent is not None and step.site is not None and call.site == step.site:
        call = record.calls[call.parent]
    return call


def short_names(files: Iterable[str]) -> dict[str, str]:
    """For each path as much of its end as tells it from the others: "model.py", or "old/model.py"."""
    paths = {file: PurePath(file).parts for file in files}
    return {
        file: _shortest(parts, [other for other in paths.values() if other != parts]) for file, parts in paths.items()
    }


def _shortest(parts: tuple[str, ...], others: list[tuple[str, ...]]) -> str:
    for length in range(1, len(parts)):
        if all(other[-length:] != parts[-length:] for other in others):
            return "/".join(parts[-length:])
    return str(PurePath(*parts))


def size_text(shape: tuple[int, ...]) -> str:
    """A shape as Python writes it: "(3, 9)", "(5,)", "()"."""
    return str(tuple(shape))


def one_line(site: Site | None) -> str:
    """The text of an expression, its line breaks taken out."""
    text = site.text if site is not None else ""
    text = re.sub(r"(?<=[(\[{])\s*\n\s*|,?\s*\n\s*(?=[)\]}])", "", text)
    return re.sub(r"\s*\n\s*", " ", text)


def visible(text: str) -> str:
    """Text with everything written out that a terminal or a page would obey instead of show."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
