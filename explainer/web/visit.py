"""What every page begins with: the language, the settings, and the pass they give."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from explainer.language import ExplainedError, Language, Phrase, counted, preferred_language
from explainer.lessons import plain
from explainer.running import PassSettings, PatchTSTSettings, Run, run
from explainer.series import sample_series
from explainer.web import address, words
from explainer.web.choosing import draw_segment
from explainer.web.controls import PAGE, complain_about_address, draw_controls, settings_asked

MOST_PATCHES = 64
"""Along one axis of a map: as many words as the paper's title counts, and about as many as can be told apart."""

_LAST_GOOD = "last good settings"
_LANGUAGES = {Language.EN.value: "English", Language.ZH.value: "中文"}


@dataclass(frozen=True, eq=False)
class Visit:
    """One look at a page: the reader's language, and the run that the page is about."""

    language: Language
    run: Run

    def say(self, phrase: Phrase, **facts: object) -> str:
        """The phrase in the reader's language; facts are shown as they are, whatever characters they hold."""
        spoken = {name: fact if isinstance(fact, Phrase) else plain(fact) for name, fact in facts.items()}
        return phrase.fill(**spoken).in_language(self.language)


def language_of_visit() -> Language:
    """As the address says, else as chosen before, else as the browser prefers."""
    usual = preferred_language(st.context.locale).value
    return Language(address.chosen("lang", _LANGUAGES.__contains__, usual, can_go_back=False))


def draw_page(title: Phrase, tell: Callable[[Visit], None]) -> None:
    """Draw the head of a page and its sidebar, run the model as they say, and let `tell` tell of it.

    A page works out all it can before it draws its first part: a browser that has something to draw takes the time
    from a server that is still counting.
    """
    language = language_of_visit()
    _head(title, language)
    draw_controls(sample_series(), language)
    _told(language, tell)


@st.fragment(key=PAGE)
def _told(language: Language, tell: Callable[[Visit], None]) -> None:
    """All that a setting changes; moving one draws no more than this."""
    settings = settings_asked(sample_series())
    complain_about_address(settings, language)
    tell(Visit(language, _run_or_last_good(settings, language)))


def _head(title: Phrase, language: Language) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(title.in_language(language), anchor=False, width="content")
        usual = preferred_language(st.context.locale).value
        label = words.LANGUAGE.in_language(language)
        draw_segment("lang", label, _LANGUAGES, language.value, usual, label_hidden=True)


def _run_or_last_good(settings: PassSettings, language: Language) -> Run:
    """The pass for `settings`; where they cannot work, the sentence that says why, above the last good page."""
    try:
        _check_patches(settings)
        made = run(settings, sample_series())
    except ExplainedError as error:
        sentence = plain(error.phrase.in_language(language))
        last_good = st.session_state.get(_LAST_GOOD)
        shown = words.LAST_GOOD if last_good else words.DEFAULTS_SHOWN
        st.error(f"{sentence} {shown.in_language(language)}", icon=":material/block:")
        return run(last_good or type(settings)(), sample_series())
    st.session_state[_LAST_GOOD] = settings
    return made


def _check_patches(settings: PassSettings) -> None:
    """Refuse maps that nobody could read, and that would take more memory than all other visitors together."""
    if not isinstance(settings, PatchTSTSettings):
        return
    patches = settings.config().n_patches
    if patches > MOST_PATCHES:
        # (L - P) // s + 2 patches are no more than the most from this stride on.
        least = (settings.seq_len - settings.patch_len) // (MOST_PATCHES - 1) + 1
        facts = {"stride": settings.stride, "patches": patches, "most": MOST_PATCHES, "least": least}
        raise ExplainedError(words.TOO_MANY_PATCHES.fill(**facts), setting="stride")


def draw_origin(visit: Visit) -> None:
    """One line on what was run, and a badge on where the weights come from."""
    settings = visit.run.settings
    line = _by_variate(visit, settings) if isinstance(settings, PatchTSTSettings) else _all_at_once(visit)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(line, width="content")
        st.badge(settings.weights().in_language(visit.language), icon=":material/casino:", color="orange")


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
    step = words.STEP_OF[visit.run.series.frequency]
    return visit.say(
        words.PASS_LINE_BY_VARIATE,
        variates=counted(settings.n_variates, words.VARIATE),
        sequences=counted(settings.batch_size * settings.n_variates, words.SEQUENCE),
        patch=counted(settings.patch_len, step),
        stride=counted(settings.stride, step),
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
        "steps": counted(made.settings.seq_len, words.STEP_OF[made.series.frequency]),
        "tokens": counted(len(made.tokens), words.TOKEN),
    }
