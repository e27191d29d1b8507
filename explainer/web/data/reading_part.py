"""From the reader's file to a series: the upload, the choices in reading it, and what was read."""

from dataclasses import replace

import streamlit as st

from explainer.language import Phrase
from explainer.series import NO_TIME_COLUMN, Fill, Limits, ReadingOptions, Series, SeriesError, read_series
from explainer.web.data import words
from explainer.web.data.preview import draw_preview
from explainer.web.in_use import use_series
from explainer.web.telling import Teller

MOST_MEGABYTES = 10
# The models read and forecast that many rows before anything is moved; two windows more can be compared.
_WINDOW, _HORIZON, _LEAST = 12, 6, 20
_FIELD, _FILE = "file", "name and bytes of the file"
_READ = "what was read of the file, by the way it was asked for"
_NUMBER = "how many files came before"
_MOST_KEPT = 4
_FOUND, _NONE = "found", "none"


def draw_reading(teller: Teller) -> None:
    """Draw it; a series that could be read is in use on all pages from now on."""
    label = teller.say(words.UPLOAD, size=MOST_MEGABYTES)
    st.file_uploader(label, key=_FIELD, max_upload_size=MOST_MEGABYTES, on_change=_file_came_or_went)
    if _FILE not in st.session_state:
        return
    found = _read(ReadingOptions())
    if isinstance(found, SeriesError) and found.setting is None:
        _refuse(teller, found)
        return
    read = _read(_ask(teller, found if isinstance(found, Series) else None))
    if isinstance(read, SeriesError):
        _refuse(teller, read)
        return
    use_series(read)
    draw_preview(teller, read)


def forget_file() -> None:
    """Back to the sample."""
    for kept in (_FILE, _READ):
        st.session_state.pop(kept, None)
    st.session_state[_NUMBER] = st.session_state.get(_NUMBER, 0) + 1
    use_series(None)


def _of_file(key: str) -> str:
    """The key of a choice in reading: with another file it begins anew."""
    return f"{key} {st.session_state.get(_NUMBER, 0)}"


def _file_came_or_went() -> None:
    """The field forgets its file when another page is opened, so the file is kept apart from it."""
    file = st.session_state[_FIELD]
    forget_file()
    if file is not None:
        st.session_state[_FILE] = file.name, file.getvalue()


def _read(options: ReadingOptions) -> Series | SeriesError:
    """The series, or why there is none; read once for each way of asking."""
    kept: dict[ReadingOptions, Series | SeriesError] = st.session_state.setdefault(_READ, {})
    if options not in kept:
        if len(kept) > _MOST_KEPT:
            kept.clear()
        name, content = st.session_state[_FILE]
        kept[options] = _tried(name, content, options)
    return kept[options]


def _tried(name: str, content: bytes, options: ReadingOptions) -> Series | SeriesError:
    limits = replace(Limits(), bytes=MOST_MEGABYTES * 1_000_000)
    try:
        series = read_series(content, name, replace(options, limits=limits))
        if series.rows < _LEAST:
            facts = {"rows": series.rows, "window": _WINDOW, "horizon": _HORIZON, "least": _LEAST}
            raise SeriesError(words.TOO_SHORT.fill(series=name[:40], **facts))
    except SeriesError as error:
        return error
    return series


def _refuse(teller: Teller, error: SeriesError) -> None:
    """Say why; what was in use stays in use."""
    st.error(teller.plainly(error.phrase), icon=":material/block:")


def _ask(teller: Teller, found: Series | None) -> ReadingOptions:
    """The choices in reading; `found` is what was read without any."""
    with st.expander(teller.say(words.CHANGE), icon=":material/tune:", expanded=found is None):
        left, right = st.columns(2)
        with left:
            time_column = _ask_for_times(teller, found)
            frequency = _ask_text(teller, "read_frequency", words.FREQUENCY, words.FREQUENCY_HELP)
            order = _choose(teller, _of_file("read_day_order"), words.DAY_ORDER, words.DAY_ORDERS)
        with right:
            columns = _ask_for_columns(teller, found)
            fill: Fill = _fill(_choose(teller, _of_file("read_fill"), words.FILL, words.FILLS))
            decimal = _choose(
                teller, _of_file("read_decimal"), words.DECIMAL, {_FOUND: words.AS_FOUND, **words.DECIMALS}
            )
            missing = _ask_text(teller, "read_missing", words.MISSING)
            encoding = _ask_text(teller, "read_encoding", words.ENCODING, words.ENCODING_HELP)
            separator = _ask_text(teller, "read_separator", words.SEPARATOR)
    return ReadingOptions(
        time_column=time_column,
        columns=columns,
        frequency=frequency or None,
        day_first={"day": True, "month": False}.get(order),
        fill=fill,
        decimal="." if decimal == "." else "," if decimal == "," else None,
        missing=tuple(missing.split()),
        encoding=encoding or None,
        separator=separator or None,
    )


def _ask_text(teller: Teller, key: str, label: Phrase, told: Phrase | None = None) -> str:
    help_text = None if told is None else teller.say(told)
    asked = st.text_input(teller.say(label), key=_of_file(key), persist_state="session", max_chars=80, help=help_text)
    return asked.strip()


def _names(found: Series | None) -> list[str]:
    """All columns of the file, those that were left out too."""
    return [] if found is None or found.source is None else [each.name for each in found.source.columns]


def _ask_for_times(teller: Teller, found: Series | None) -> str | None:
    names = _names(found)
    titles = {_FOUND: teller.say(words.AS_FOUND), _NONE: teller.say(words.NO_TIMES)}
    # A column may be called anything, so columns are chosen by their place.
    titles |= {str(place): name for place, name in enumerate(names)}
    chosen = st.selectbox(
        teller.say(words.TIME_COLUMN),
        list(titles),
        format_func=lambda each: titles.get(each, ""),
        key=_of_file("read_time_column"),
        persist_state="session",
    )
    if chosen == _NONE:
        return NO_TIME_COLUMN
    return names[int(chosen)] if chosen and chosen.isdecimal() and int(chosen) < len(names) else None


def _ask_for_columns(teller: Teller, found: Series | None) -> tuple[str, ...] | None:
    names = _names(found)
    chosen = st.multiselect(
        teller.say(words.COLUMNS),
        [str(place) for place in range(len(names))],
        format_func=lambda place: names[int(place)] if int(place) < len(names) else "",
        key=_of_file("read_columns"),
        persist_state="session",
    )
    return tuple(names[int(place)] for place in chosen if int(place) < len(names)) or None


def _choose(teller: Teller, key: str, label: Phrase, options: dict[str, Phrase]) -> str:
    chosen = st.segmented_control(
        teller.say(label),
        list(options),
        format_func=lambda each: options[each].in_language(teller.language),
        key=key,
        persist_state="session",
        default=next(iter(options)),
        required=True,
    )
    return str(chosen)


def _fill(chosen: str) -> Fill:
    known: dict[str, Fill] = {"linear": "linear", "previous": "previous", "mean": "mean", "zero": "zero"}
    return known[chosen]
