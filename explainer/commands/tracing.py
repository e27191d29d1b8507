"""From what is typed to a record: our own models by name, the reader's by their factory."""

from dataclasses import dataclass
from typing import get_type_hints

from explainer.commands.factories import made_by
from explainer.commands.refusals import FAILED, CommandError, told, with_known
from explainer.commands.settings import read_settings
from explainer.language import ExplainedError, Phrase
from explainer.running import MODELS, Run, axes_of, run
from explainer.series import sample_series
from explainer.tracing import FailedPass, Trace, trace
from explainer.tracing.axes import Axes

_UNKNOWN = Phrase(
    "There is no model “{name}”. A model of your own is path/to/file.py:factory or package.module:factory.",
    "没有名为“{name}”的模型。自己的模型请写成 path/to/file.py:factory 或 package.module:factory。",
)
_CANNOT = Phrase("{model} cannot run with these settings. {error}", "{model} 无法用这些设置运行。{error}")
_NO_RECORD = Phrase("The forward pass of {model} broke off. {error}", "{model} 的前向中断了。{error}")
_OWN = Phrase("as the factory made them", "由工厂函数给出")


@dataclass(frozen=True, eq=False)
class Traced:
    """A record, where its weights come from, and the names of its axes where they are known.

    `on_axes` says how far they can be trusted, or why there are none. `cause` is the model's own error, where the
    pass broke off. `run` is what the pass was made from, None for a model of the reader's own.
    """

    trace: Trace
    weights: Phrase
    axes: Axes | None = None
    on_axes: Phrase | None = None
    cause: BaseException | None = None
    run: Run | None = None


def traced(target: str, pairs: tuple[str, ...]) -> Traced:
    """The record that a reader asked for, also where the model broke off.

    Raises CommandError, or another ExplainedError for settings that cannot work.
    """
    if target in MODELS:
        return _traced_known(target, pairs)
    if ":" in target or target.endswith(".py"):
        return _traced_own(target, pairs)
    raise CommandError(with_known(_UNKNOWN.fill(name=target), target, MODELS))


def _traced_known(name: str, pairs: tuple[str, ...]) -> Traced:
    kind = MODELS[name]
    settings = kind(**read_settings(pairs, get_type_hints(kind), name))
    try:
        made = run(settings, sample_series())
    except ExplainedError:
        raise
    except Exception as error:  # sizes beyond what fits into memory or into a number of torch
        raise CommandError(_CANNOT.fill(model=name, error=told(error)), FAILED) from None
    axes = axes_of(made)
    named = axes if axes.change is None else None
    return Traced(made.trace, settings.weights(), named, axes.sentence, run=made)


def _traced_own(target: str, pairs: tuple[str, ...]) -> Traced:
    model, args, kwargs = made_by(target, pairs)
    try:
        return Traced(trace(model, *args, **kwargs), _OWN)
    except FailedPass as failed:
        return Traced(failed.trace, _OWN, cause=failed.__cause__)
    except Exception as error:  # one that could not even be recorded, because asking it for its text fails
        raise CommandError(_NO_RECORD.fill(model=type(model).__name__, error=told(error)), FAILED) from None
