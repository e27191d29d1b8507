"""What a document is about: a recorded pass, the names of its sizes, and the language it is told in."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from explainer.drawing import Text
from explainer.language import Language, Phrase
from explainer.reading import Keys, Layer, Threads, keys_of, layer_threads, read_layer
from explainer.running import Run, model_of
from explainer.tracing import Call, Trace
from explainer.tracing.axes import Axes


@dataclass(frozen=True, eq=False)
class Subject:
    """A pass to be told about.

    axes  the names of all sizes, None where only numbers are known
    run   what the pass was made from, None for a model of the reader's own; words exist for ours only
    focus the call whose axis threads are shown, None where none are
    before  the letters of the pass before, None where there was none
    """

    trace: Trace
    language: Language
    axes: Axes | None = None
    run: Run | None = None
    focus: Call | None = None
    before: Mapping[str, int] | None = None

    @cached_property
    def was(self) -> Mapping[int, tuple[int | None, ...]]:
        """The sizes that every value had in the pass before; empty where that is not known."""
        if self.axes is None or self.axes.change is not None or self.before is None:
            return {}
        try:
            return self.axes.evaluate(self.before)
        except ValueError:  # another model, with other letters
            return {}

    @cached_property
    def threads(self) -> Threads | None:
        """Which axis goes where inside the call in focus."""
        return None if self.focus is None else layer_threads(self.trace, self.focus)

    @cached_property
    def letters(self) -> dict[int, Text]:
        """The letters of values that were written already: a page writes most of them several times."""
        return {}

    @cached_property
    def sizes(self) -> dict[int, Markup]:
        """The same for sizes as the page shows them."""
        return {}

    @cached_property
    def keys(self) -> Keys:
        """The stable names of all calls and steps."""
        return keys_of(self.trace)

    @property
    def model(self) -> str | None:
        """The id of the model, None for a model of the reader's own."""
        return None if self.run is None else model_of(self.run.settings)

    def layer(self, call: Call) -> Layer:
        """The reading of one module call."""
        return read_layer(self.trace, call)

    def say(self, phrase: Phrase, **facts: object) -> str:
        """A phrase in the reader's language. The text is not escaped: templates do that."""
        return phrase.fill(**facts).in_language(self.language)


@dataclass(frozen=True)
class View:
    """What the reader has chosen on the page.

    depth   of the sequence diagram: "calls", "operations" or "everything"
    chosen  the key of a step or call, None for the first of the layer
    tensor  which tensor of the chosen step is spread out: "out0", "in0", "in1" …
    cell    the index of the chosen cell in it, None where none was chosen
    """

    depth: str = "operations"
    chosen: str | None = None
    tensor: str = "out0"
    cell: tuple[int, ...] | None = None
