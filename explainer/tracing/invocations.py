"""How a call came about and how it ended: the code behind the tables of a record."""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType

from torch import nn

from explainer.tracing.heard import HeardCall
from explainer.tracing.record import Site
from explainer.tracing.sources import site_at, targets_at
from explainer.tracing.syntax import Target


@dataclass(frozen=True, eq=False)
class Invocation:
    """One call of a module, seen from its code.

    code       the code of the forward that ran, torch's own modules included; None where it is no Python
    chain      where the module was called, from the call itself out to the forward around it
    targets    what its result is assigned to there: "x", ("mixed", "attn"); () where it is not, or not directly
    returned   whether it came back, and not with an error
    last_line  the line on which the reader's forward ended; None where that was not heard
    """

    code: CodeType | None
    chain: tuple[Site, ...]
    targets: tuple[Target, ...]
    returned: bool
    last_line: int | None


def invocation_of(calls: Sequence[HeardCall], number: int) -> Invocation:
    """The call with a number."""
    heard = calls[number]
    return Invocation(
        code=_code_of(heard.module),
        chain=tuple(site for site in map(site_at, heard.chain) if site is not None),
        targets=targets_at(heard.chain[0]) if heard.chain else (),
        returned=heard.last_step >= 0 and not heard.failed,
        last_line=heard.last_line,
    )


def _code_of(module: nn.Module) -> CodeType | None:
    """The code that runs as a module's forward, which may be its own and not its class's."""
    forward = getattr(module.forward, "__func__", module.forward)
    code = getattr(inspect.unwrap(forward), "__code__", None)
    return code if isinstance(code, CodeType) else None
