"""Short words on every module of both models, on what it is given and what it returns, and why some of it is None."""

import re
from collections.abc import Mapping

from explainer.language import Phrase
from explainer.lessons.parts import itransformer, patchtst
from explainer.lessons.parts.layers import LAYERS
from explainer.lessons.parts.words import Interface, ModuleWords

__all__ = ["ModuleWords", "argument_words", "module_words", "none_words"]

_MODULES: Mapping[str, Mapping[str, ModuleWords]] = {
    "ITransformer": itransformer.MODULES,
    "PatchTST": patchtst.MODULES,
}
_INTERFACES: Mapping[str, Mapping[str, Interface]] = {
    "ITransformer": itransformer.INTERFACES,
    "PatchTST": patchtst.INTERFACES,
}
# All encoder layers have one role; the parts of a Sequential have one each.
_LAYER_NUMBER = re.compile(r"(?<=\battn_layers\.)\d+")


def module_words(model_class: str, path: str, class_name: str) -> ModuleWords | None:
    """The words on the module at `path` of a model; for other models those on its class, None where there are none."""
    return _MODULES.get(model_class, {}).get(_pattern(path)) or LAYERS.get(class_name)


def argument_words(model_class: str, path: str, name: str, *, result: bool = False) -> Phrase | None:
    """What an argument of the forward at `path` means, or with `result` what came out under this name, "" for none.

    A name that is no argument's is looked for among the results too. None for other models.
    """
    interface = _interface(model_class, path)
    if interface is None:
        return None
    if not result and name in interface.arguments:
        return interface.arguments[name]
    return interface.results.get(name) or interface.results.get("")


def none_words(model_class: str, path: str, name: str) -> Phrase | None:
    """Why an argument or a result is None; None where it never is, and for other models."""
    interface = _interface(model_class, path)
    return None if interface is None else interface.nothing.get(name)


def _interface(model_class: str, path: str) -> Interface | None:
    return _INTERFACES.get(model_class, {}).get(_pattern(path))


def _pattern(path: str) -> str:
    return _LAYER_NUMBER.sub("*", path)
