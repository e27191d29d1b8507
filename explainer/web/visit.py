"""What every page begins with: the language, the settings, and the pass they give."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from explainer.language import ExplainedError, Language, Phrase, counted
from explainer.lessons import plain
from explainer.models import ForecastConfig, PatchTSTConfig
from explainer.running import PassSettings, PatchTSTSettings, Run, run
from explainer.series import Series
from explainer.web import address, words
from explainer.web.controls import complain_about_address, settings_asked
from explainer.web.header import draw_head, language_of_visit
from explainer.web.in_use import LAST_GOOD, series_in_use, shown_fit, weights_of
from explainer.web.sidebar import draw_controls, note_complaints, was_moved
from explainer.web.standing import begin_page, end_page
from explainer.web.telling import Teller

MOST_PATCHES = 64
"""Along one axis of a map: as many words as the paper's title counts, and about as many as can be told apart."""


@dataclass(frozen=True, eq=False)
class Visit(Teller):
    """One look at a page: the reader's language, and the run that the page is about."""

    run: Run


def draw_page(title: Phrase, tell: Callable[[Visit], None]) -> None:
    """Draw the head of a page and its sidebar, run the model as they say, and let `tell` tell of it.

    A page works out all it can before it draws its first part: a browser that has something to draw takes the time
    from a server that is still counting.
    """
    begin_page()
    language = language_of_visit()
    draw_head(title, language)
    _told(language, tell)


@st.fragment
def _told(language: Language, tell: Callable[[Visit], None]) -> None:
    """All that a setting changes, the sidebar with it; moving one draws no more than this.

    After a move the sidebar comes last. With it the browser learns that its message was heard and sends the next one:
    sooner, that would stop this run before the page has followed, and bring the address of before along.
    """
    moved, series = was_moved(), series_in_use()
    note_complaints(series)
    if not moved:
        draw_controls(series, language)
    with st.container():  # with or without complaints: what follows keeps its place, and need not be built anew
        settings = settings_asked(series)
        complain_about_address(settings, language)
        made = _run_or_last_good(settings, language)
    tell(Visit(language, made))
    if moved:
        draw_controls(series, language)
    address.hold(held=False)
    end_page()


def _run_or_last_good(settings: PassSettings, language: Language) -> Run:
    """The pass for `settings`; where they cannot work, the sentence that says why, above the last good page."""
    try:
        check_patches(settings.config())
        made = _run(settings)
    except ExplainedError as error:
        sentence = plain(error.phrase.in_language(language))
        last_good = st.session_state.get(LAST_GOOD)
        shown = words.LAST_GOOD if last_good else words.DEFAULTS_SHOWN
        st.error(f"{sentence} {shown.in_language(language)}", icon=":material/block:")
        return _run(last_good) if last_good else run(_usual(settings), series_in_use())
    st.session_state[LAST_GOOD] = settings
    return made


def _usual(settings: PassSettings) -> PassSettings:
    usual = type(settings)()
    return replace(usual, n_variates=min(usual.n_variates, len(series_in_use().variates)))


def _run(settings: PassSettings) -> Run:
    fit = shown_fit()
    return run(settings, series_in_use()) if fit is None else run(settings, series_in_use(), weights_of(fit))


def check_patches(config: ForecastConfig) -> None:
    """Refuse maps that nobody could read, and that would take more memory than all other visitors together."""
    if isinstance(config, PatchTSTConfig) and config.n_patches > MOST_PATCHES:
        # (L - P) // s + 2 patches are no more than the most from this stride on.
        least = (config.seq_len - config.patch_len) // (MOST_PATCHES - 1) + 1
        facts = {"stride": config.stride, "patches": config.n_patches, "most": MOST_PATCHES, "least": least}
        raise ExplainedError(words.TOO_MANY_PATCHES.fill(**facts), setting="stride")


def draw_origin(visit: Visit) -> None:
    """One line on what was run, and a badge on where the weights come from."""
    icon, colour = ("casino", "orange") if visit.run.weights is None else ("model_training", "green")
    # The name of a file is in it. One element: each one more takes the browser a few milliseconds with every step.
    badge = f":{colour}-badge[:material/{icon}: {plain(visit.run.origin.in_language(visit.language))}]"
    st.markdown(f"{told_of_run(visit)} {badge}")


def told_of_run(visit: Visit) -> str:
    """What was run, as Markdown."""
    settings = visit.run.settings
    return _by_variate(visit, settings) if isinstance(settings, PatchTSTSettings) else _all_at_once(visit)


def _all_at_once(visit: Visit) -> str:
    made = visit.run
    kinds = [token.kind for token in made.tokens]
    return visit.say(
        words.PASS_LINE,
        variates=counted(kinds.count("variate"), words.VARIATE),
        marks=counted(kinds.count("mark"), words.MARK),
        **_read(made),
    )


def _by_variate(visit: Visit, settings: PatchTSTSettings) -> str:
    series = visit.run.series
    return visit.say(
        words.PASS_LINE_BY_VARIATE,
        variates=counted(settings.n_variates, words.VARIATE),
        sequences=counted(settings.batch_size * settings.n_variates, words.SEQUENCE),
        patch=_lasting(settings.patch_len, series),
        stride=_lasting(settings.stride, series),
        **_read(visit.run),
    )


def _read(made: Run) -> dict[str, object]:
    """What both lines tell: which model in which mode, what of which series, and how many tokens."""
    dropout = made.settings.dropout
    return {
        "model": made.settings.title,
        "forward": words.FORWARD_IN_TRAIN_MODE.fill(dropout=f"{dropout:g}")
        if made.settings.training
        else words.FORWARD,
        "series": made.series.name,
        "windows": counted(made.settings.batch_size, words.WINDOW_COUNTED),
        "steps": _lasting(made.settings.seq_len, made.series),
        "tokens": counted(len(made.tokens), words.TOKEN),
    }


def _lasting(steps: int, series: Series) -> Phrase:
    """How long some steps are: four of 15 minutes are 60 minutes."""
    return counted(steps * series.every, words.STEP_OF[series.frequency])
