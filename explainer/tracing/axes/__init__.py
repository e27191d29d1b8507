"""The sizes of a record by name: which hyper-parameters each size of each tensor is made of, found by trying.

axes = name_axes(trace, family, setting)
axes.text(scores.id)          # (B, H, N+T, N+T)
axes.local_text(scores.id)    # (B, H, L, S), as the forward itself has it
"""

from explainer.tracing.axes.changes import StructureChange
from explainer.tracing.axes.families import Derived, Family, Setting
from explainer.tracing.axes.named import Axes, Axis
from explainer.tracing.axes.naming import forget, name_axes

__all__ = ["Axes", "Axis", "Derived", "Family", "Setting", "StructureChange", "forget", "name_axes"]
