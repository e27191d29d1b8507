"""The fit that a visit waits for: one queue for all visitors, and a ticket in it for each."""

import streamlit as st

from explainer.fitting import FitQueue, Ticket
from explainer.language import ExplainedError, Phrase
from explainer.series import Series
from explainer.web.in_use import add_fit, series_in_use

_TICKET, _WHY = "ticket of the fit, and its series", "why the last fit gave no result"
_OTHER_SERIES = Phrase(
    "The fit was of another series and was stopped; start one for the series that is in use now.",
    "该训练针对的是另一个序列，已停止；请为当前序列重新开始训练。",
)
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
    st.session_state.pop(_WHY, None)
    st.session_state[_TICKET] = ticket, series


def ticket_of_visit() -> Ticket | None:
    """The ticket of the fit that the visit waits for, once what is over has been collected."""
    collect_fit()
    kept: tuple[Ticket, Series] | None = st.session_state.get(_TICKET)
    return None if kept is None else kept[0]


def why_no_fit() -> Phrase | None:
    """Why the last fit gave no result, until another one begins; None where it gave one."""
    why: Phrase | None = st.session_state.get(_WHY)
    return why


def collect_fit() -> None:
    """Take the fit if it is done, and stop it if it is of another series.

    Called by every page, so that a reader who looks around keeps their place in the queue.
    """
    kept: tuple[Ticket, Series] | None = st.session_state.get(_TICKET)
    if kept is None:
        return
    ticket, series = kept
    ticket.touch()
    if series is not series_in_use():
        ticket.stop()
        _close(_OTHER_SERIES)
    elif ticket.done and ticket.error is not None:
        error = ticket.error
        _close(error.phrase if isinstance(error, ExplainedError) else _BROKE.fill(kind=type(error).__name__))
    elif ticket.done:
        add_fit(ticket.result())
        _close(None)


def _close(why: Phrase | None) -> None:
    del st.session_state[_TICKET]
    st.session_state[_WHY] = why
