"""The page: what a map shows, and what has to be asked before anybody believes it."""

import streamlit as st

from explainer.judging import JudgingError
from explainer.web import words as site_words
from explainer.web.evidence import words
from explainer.web.evidence.ablation_part import draw_ablation
from explainer.web.evidence.choices import choose
from explainer.web.evidence.download_part import draw_downloads
from explainer.web.evidence.gathered import Evidence, evidence_of
from explainer.web.evidence.likeness_part import draw_likeness
from explainer.web.evidence.look import moment, told_windows
from explainer.web.evidence.maps_part import draw_maps
from explainer.web.evidence.noise_part import draw_noise
from explainer.web.evidence.seeds_part import draw_seeds
from explainer.web.evidence.sums_part import draw_sums
from explainer.web.visit import Visit, draw_origin, draw_page


def show() -> None:
    """Draw the page."""
    draw_page(words.EVIDENCE_TITLE, _tell)


def _tell(visit: Visit) -> None:
    draw_origin(visit)
    try:
        evidence = evidence_of(visit.run)
    except JudgingError as error:
        st.error(visit.plainly(error.phrase), icon=":material/memory:")
        return
    if evidence.maps.layers:
        _weigh(visit, evidence)
    else:
        st.info(visit.say(site_words.NO_ATTENTION))


@st.fragment
def _weigh(visit: Visit, evidence: Evidence) -> None:
    """Everything that depends on the choices of this page; a choice redraws no more than this."""
    st.markdown(_windows_read(visit, evidence))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look = choose(visit, evidence)
    shown = draw_maps(look)
    draw_sums(look)
    draw_noise(look)
    draw_likeness(look)
    draw_ablation(look)
    draw_seeds(look)
    draw_downloads(look, shown)


def _windows_read(visit: Visit, evidence: Evidence) -> str:
    times = evidence.windows.times
    told = words.READ_UNSEEN if evidence.unseen else words.READ_ALL
    windows = told_windows(len(evidence.x))
    return visit.say(told, windows=windows, first=moment(times[0][0]), last=moment(times[-1][-1]))
