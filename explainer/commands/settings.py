"""Settings as a reader types them, `name=value`, and as Python has them."""

from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from explainer.commands.refusals import CommandError, with_known, with_nearest
from explainer.language import Phrase

_SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}

_NO_PAIR = Phrase(
    "--set is given “{text}”; write a name, an equals sign and a value, such as {name}=3.",
    "--set 的内容是“{text}”；请写成“名称=值”，例如 {name}=3。",
)
_UNKNOWN = Phrase("{model} has no setting “{name}”.", "{model} 没有名为“{name}”的设置。")
_NOT_WHOLE = Phrase("{name} is “{text}”, and must be a whole number.", "{name} 为“{text}”，应为整数。")
_NO_NUMBER = Phrase("{name} is “{text}”, and must be a number.", "{name} 为“{text}”，应为数字。")
_NO_SWITCH = Phrase("{name} is “{text}”, and must be true or false.", "{name} 为“{text}”，应为 true 或 false。")


def read_settings(pairs: Iterable[str], kinds: Mapping[str, type], model: str) -> dict[str, Any]:
    """The settings in `pairs`, each as the type that `kinds` has for its name; of two with one name the last counts.

    Raises CommandError for what is no pair, for a name that `model` does not have, and for a value that does not fit.
    """
    return dict(_read(pair, kinds, model) for pair in pairs)


def _read(pair: str, kinds: Mapping[str, type], model: str) -> tuple[str, Any]:
    name, equals, text = (part.strip() for part in pair.partition("="))
    if not equals:
        example = next(iter(kinds), "name")
        raise CommandError(with_nearest(_NO_PAIR.fill(text=pair, name=example), pair, kinds))
    if name not in kinds:
        raise CommandError(with_known(_UNKNOWN.fill(model=model, name=name), name, kinds))
    return name, read_value(name, text, kinds[name])


def read_value(name: str, text: str, kind: type) -> Any:
    """What is typed for a name, as a `kind`; raises CommandError where it is none."""
    return _READERS.get(kind, _anything)(name, text)


def _switch(name: str, text: str) -> bool:
    if text.lower() not in _SWITCHES:
        raise CommandError(_NO_SWITCH.fill(name=name, text=text))
    return _SWITCHES[text.lower()]


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CommandError(_NOT_WHOLE.fill(name=name, text=text)) from None


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise CommandError(_NO_NUMBER.fill(name=name, text=text)) from None


def _text(_name: str, text: str) -> str:
    return text


def _anything(_name: str, text: str) -> Any:
    """A number, a list or whatever else Python reads it as; else the text itself."""
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


_READERS: dict[type, Callable[[str, str], Any]] = {bool: _switch, int: _whole, float: _number, str: _text}
