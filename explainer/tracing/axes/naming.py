"""Naming the sizes of a record; what was learned about a kind of model is remembered."""

from explainer.tracing.axes.changes import StructureChange, change_of_setting
from explainer.tracing.axes.families import Family, Setting
from explainer.tracing.axes.named import Axes
from explainer.tracing.axes.observing import observed
from explainer.tracing.axes.once import Once
from explainer.tracing.axes.studying import Study, study
from explainer.tracing.trace import Trace

_studies: Once[Study] = Once(room=32)
_changes: Once[StructureChange | None] = Once(room=128)


def name_axes(trace: Trace, family: Family, setting: Setting) -> Axes:
    """The sizes of `trace`, a record of a model of `family` at `setting`, by name.

    The first call for a kind of family runs some twenty small models of it; later ones run none, unless the
    record has another structure than those. ValueError where the setting lacks an atom of the family; what the
    family's own functions raise, and FailedPass where one of its models does.
    """
    seen = observed(trace, family.complete(setting))
    key = family.key, trace.training
    known = _studies.get(key, lambda: study(family, trace.training))
    usual = known.base.structure
    if known.change is not None or usual == seen.structure or (trace.failure and usual.begins_with(seen.structure)):
        return Axes(trace, family, setting, known, known.change)
    here = (*key, seen.structure, tuple(seen.letters.items()))
    change = _changes.get(here, lambda: change_of_setting(family, known.base, seen, trace.training))
    return Axes(trace, family, setting, known, change)


def forget() -> None:
    """Forget everything that was learned; for tests that count how often models run."""
    _studies.clear()
    _changes.clear()
