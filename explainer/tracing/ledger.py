"""The book of tensors: each state of each tensor of a pass is met once, and its memory is protected.

A tensor that is changed in place is the same object with other contents: another state. States are found by
identity and version, since torch raises a tensor's version, and that of all its views, with every change.
"""

import weakref
from collections import defaultdict
from collections.abc import Iterable

import torch
from torch import Tensor
from torch._C import DisableTorchFunction
from torch._C._functorch import is_functorch_wrapped_tensor

from explainer.tracing.memory import copied, layout_of, memory_of, size_of, size_of_memory, version_of
from explainer.tracing.states import OUTSIDE, Relation, State


class Ledger:
    """All states of a pass, and their data as far as the budget reaches."""

    def __init__(self, budget: int) -> None:
        self.states: list[State] = []
        self._known: dict[int, State] = {}
        self._keeps = budget > 0
        self._left = budget
        # By memory: the state met last, and the step that wrote last with the number of states there were then.
        self._latest: dict[int, State] = {}
        self._writes: dict[int, tuple[int, int]] = {}
        self._by_storage: defaultdict[int, list[State]] = defaultdict(list)
        self._indexed = 0

    def find(self, tensor: Tensor) -> State | None:
        """A tensor's present state, None where it has not been met."""
        state = self._known.get(id(tensor))
        return self.read(tensor) if state is not None and state.ref() is tensor else None

    def read(self, tensor: Tensor) -> State:
        """The state of a tensor that is about to be used."""
        state = self._known.get(id(tensor))
        try:
            version = tensor._version
        except RuntimeError:
            version = 0
        if state is None or state.ref() is not tensor:
            return self._meet_unknown(tensor, version)
        writer = self._writer_since(state) if self._writes else OUTSIDE
        if writer == OUTSIDE and state.version == version:
            return state
        # Changed since, through a view or by something unseen.
        return self._meet(tensor, version, state.storage, "in place", state, writer)

    def overwrite(self, tensor: Tensor, step: int, pinned: bool) -> State:
        """The state of a tensor that a step has changed without raising its version."""
        state = self._known.get(id(tensor))
        before = state if state is not None and state.ref() is tensor else self.read(tensor)
        memory = memory_of(tensor)
        if memory == before.storage:
            self._note_write(memory, step)
        # Given other memory, as by setting `.data`, it shares that with whoever it belongs to.
        base = before if memory == before.storage else self._alive_in(memory)
        relation: Relation = "view" if base not in (None, before) else "in place"
        return self._meet(tensor, version_of(tensor), memory, relation, base or before, step, pinned)

    def write(self, tensor: Tensor, step: int, inputs: Iterable[object], pinned: bool = False) -> State:
        """The state of a tensor that a step has returned or changed, given what went in."""
        state = self._known.get(id(tensor))
        try:
            version, memory = tensor._version, tensor.untyped_storage()._cdata
        except (NotImplementedError, RuntimeError):
            version, memory = version_of(tensor), memory_of(tensor)
        if state is not None and state.ref() is tensor:
            if state.version == version:
                if pinned:
                    state.tensor = state.tensor if state.tensor is not None else tensor
                return state
            self._note_write(state.storage, step)
            return self._meet(tensor, version, state.storage, "in place", state, step, pinned)
        for source in inputs:
            if type(source) is State and source.storage == memory:
                return self._meet(tensor, version, memory, "view", source, step, pinned)
        base = self._alive_in(memory) if memory in self._latest else None
        return self._meet(tensor, version, memory, "view" if base else "new", base, step, pinned)

    def pin(self, tensor: Tensor) -> None:
        """Keep a tensor's present state whatever the budget."""
        state = self.read(tensor)
        state.tensor = state.tensor if state.tensor is not None else tensor

    def _meet_unknown(self, tensor: Tensor, version: int) -> State:
        """A tensor that no step was seen making. It may share memory with one that is known, or be one in disguise."""
        memory = memory_of(tensor)
        base = self._alive_in(memory)
        if base is None:
            return self._meet(tensor, version, memory, "new", None, OUTSIDE)
        alike = layout_of(base.ref()) == layout_of(tensor)
        writer = self._writer_since(base)
        maker = base.step if alike and writer == OUTSIDE else writer
        return self._meet(tensor, version, memory, "view", base, maker)

    def _alive_in(self, memory: int) -> State | None:
        """A state in this memory whose tensor lives, so that the memory is the same and not only its number."""
        state = self._latest.get(memory)
        while state is not None:
            tensor = state.ref()
            if tensor is not None and memory_of(tensor) == memory:
                return state
            state = state.base
        return None

    def _note_write(self, memory: int, step: int) -> None:
        known = self._writes.get(memory)
        if known is None or known[0] != step:
            self._writes[memory] = step, len(self.states)

    def _writer_since(self, state: State) -> int:
        """The step that wrote to a state's memory after the state was met; OUTSIDE where none is known to have."""
        step, number = self._writes.get(state.storage, (OUTSIDE, 0))
        return step if number > state.number else OUTSIDE

    def _meet(
        self,
        tensor: Tensor,
        version: int,
        memory: int,
        relation: Relation,
        base: State | None,
        step: int,
        pinned: bool = False,
    ) -> State:
        state = State()
        state.number = len(self.states)
        state.ref = weakref.ref(tensor)
        state.version, state.storage = version, memory
        state.relation, state.base, state.step = relation, base, step
        state.shape, state.strides = tensor.shape, tensor.stride()
        state.dtype, state.device = tensor.dtype, tensor.device
        state.tensor = None
        if pinned or (self._keeps and self._can_keep(tensor, memory, relation, base, step)):
            # What lives only inside vmap cannot be kept.
            state.tensor = None if memory < 0 and is_functorch_wrapped_tensor(tensor) else tensor
        self.states.append(state)
        self._known[id(tensor)] = self._latest[memory] = state
        return state

    def _can_keep(self, tensor: Tensor, memory: int, relation: Relation, base: State | None, step: int) -> bool:
        """Whether the budget reaches. A view of kept memory costs nothing, and what comes from outside lives anyway."""
        if step == OUTSIDE or (relation == "view" and base is not None and base.tensor is not None):
            return True
        return self._afford(tensor.nbytes if relation != "view" and memory >= 0 else size_of_memory(tensor))

    def _afford(self, cost: int) -> bool:
        if cost > self._left:
            return False
        self._left -= cost
        return True

    def may_owe(self) -> bool:
        """Whether what came from outside would not fit into what is left of the budget, were it all to be counted."""
        outside = (state.tensor for state in self.states if state.step == OUTSIDE)
        return sum(size_of(tensor) for tensor in outside if tensor is not None) > self._left

    def release(self, states: Iterable[State]) -> None:
        """Count states from outside that turned out not to be alive anyway, and give up what is too much."""
        for state in states:
            if state.tensor is not None and not self._afford(size_of(state.tensor)):
                state.tensor = None

    def protect(self, tensor: Tensor) -> None:
        """Before an operation changes a tensor's memory: copy every kept state that lies in it."""
        for state in self.states[self._indexed :]:
            self._by_storage[state.storage].append(state)
        self._indexed = len(self.states)
        memory = memory_of(tensor)
        endangered = [
            state
            for state in self._by_storage.pop(memory, ())
            if state.tensor is not None and version_of(state.tensor) == state.version
        ]
        if not endangered:
            return
        # A copy of what came from outside is memory that was not there before.
        if all(state.step == OUTSIDE for state in endangered) and not self._afford(size_of_memory(tensor)):
            for state in endangered:
                state.tensor = None
            return
        memories: dict[torch.dtype, Tensor] = {}
        with DisableTorchFunction():
            for state in endangered:
                if state.tensor is not None:
                    state.tensor = copied(state.tensor, memories)
