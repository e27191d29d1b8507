"""A model at all its sizes: what must be known about one so that its sizes can be named."""

import random
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from torch import nn

Setting: TypeAlias = Mapping[str, int]


@dataclass(frozen=True)
class Derived:
    """A letter for a size that follows from others, such as n, the number of patches, from L, P and s."""

    description: str
    of: Callable[[Setting], int]


@dataclass(frozen=True)
class Family:
    """One kind of model, buildable at any legal size.

    key      tells kinds apart: families with the same key have the same sizes, and are studied once
    atoms    the letters that can be chosen, with what they stand for, in the order in which products name them
    sample   one legal setting, a number for each atom: small, different from one another, odd ones and even ones;
             there must be some thirty such settings, or nothing can be checked, and then nothing is named
    build    the model at a setting, and the positional arguments of its forward
    derived  letters with a name of their own that follow from the atoms
    """

    key: Hashable
    atoms: Mapping[str, str]
    sample: Callable[[random.Random], dict[str, int]]
    build: Callable[[Setting], tuple[nn.Module, tuple[Any, ...]]]
    derived: Mapping[str, Derived] = field(default_factory=dict)

    def complete(self, setting: Setting) -> dict[str, int]:
        """The setting's atoms and all derived letters. ValueError names atoms that the setting lacks."""
        missing = [letter for letter in self.atoms if letter not in setting]
        if missing:
            known = ", ".join(self.atoms)
            raise ValueError(f"the setting lacks {', '.join(missing)}; give a number for each of {known}")
        atoms = {letter: setting[letter] for letter in self.atoms}
        return atoms | {letter: derived.of(atoms) for letter, derived in self.derived.items()}
