"""The fit that a visit waits for: one queue for all visitors, and a ticket in it for each."""

import streamlit as st

from explainer.fitting import FitQueue, Ticket
from explainer.language import ExplainedError, Phrase
from explainer.series import Series
from explainer.web.in_use import add_fit, series_in_use

_TICKET = "ticket of the fit, and its series"
_BROKE = Phrase(
    "The fit broke off without a result ({kind}); try a smaller model, or another seed.",
    "训练意外中断，没有得到结果（{kind}）；请尝试更小的模型或其他随机种子。",
)


@st.cache_resource(show_spinner=False)
def fit_queue() -> FitQueue:
    """One fit at a time: two would take the processor from the pages."""
    return FitQueue(running=1, waiting=4, forgotten_after=180.0)


def wait_for(ticket: Ticket, series: Series) -> None:
    """The visit waits for this fit now."""
    st.session_state[_TICKET] = ticket, series


def ticket_of_visit() -> Ticket | None:
    """The ticket of the fit that the visit waits for."""
    kept: tuple[Ticket, Series] | None = st.session_state.get(_TICKET)
    return None if kept is None else kept[0]


def collect_fit() -> Phrase | None:
    """Take the fit if it is done; gives the sentence that says why there is none. Called by every page, so that a
    reader who looks around keeps their place in the queue."""
    kept: tuple[Ticket, Series] | None = st.session_state.get(_TICKET)
    if kept is None:
        return None
    ticket, series = kept
    ticket.touch()
    if not ticket.done:
        return None
    del st.session_state[_TICKET]
    if ticket.error is not None:
        error = ticket.error
        return error.phrase if isinstance(error, ExplainedError) else _BROKE.fill(kind=type(error).__name__)
    if series is series_in_use():
        add_fit(ticket.result())
    return None
