"""The tiny model of a family: three tokens of width 4, two heads; built once per kind, and never handed out itself."""

import inspect
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from explainer.language import ExplainedError, Phrase
from explainer.models import PatchTST, build
from explainer.running.families import family_of, setting_of
from explainer.running.settings import PassSettings, PatchTSTSettings, Settings
from explainer.running.small_numbers import WHOLE, drawn, give_round_weights
from explainer.tracing import Trace, trace
from explainer.tracing.axes import Axes, name_axes
from explainer.tracing.axes.once import Once

_SIZES: Mapping[str, Any] = {
    "batch_size": 1,
    "seq_len": 5,
    "pred_len": 2,
    "d_model": 4,
    "n_heads": 2,
    "e_layers": 1,
    "d_ff": 6,
    "training": False,
}
_models: Once["TinyModel"] = Once(room=32)

_NO_LAYER = Phrase(
    "Nothing runs at {path!r} in {model}; choose one of {known}.",
    "{model} 中没有在 {path!r} 处运行的层；可选：{known}。",
)


class Given(NamedTuple):
    """What a module was called with, and the names that its forward has for it."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    named: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class TinyModel:
    """A model with small round weights, what each of its modules was given in one pass, and the record of that pass.

    It is shared: modules of it are copied before they run.
    """

    settings: PassSettings
    model: nn.Module
    given: Mapping[str, Given]
    whole: Trace

    def layer(self, path: str) -> tuple[nn.Module, Given]:
        """A copy of the module at `path`, and what it is given; ExplainedError where nothing runs there."""
        if path not in self.given:
            known = ", ".join(repr(each) for each in self.given)
            raise ExplainedError(_NO_LAYER.fill(path=path, model=type(self.model).__name__, known=known))
        return deepcopy(self.model.get_submodule(path)), self.given[path]

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The letters of the tiny setting, those that follow from others included."""
        return family_of(self.settings.config(), marks=False).complete(self._setting)

    @cached_property
    def axes(self) -> Axes:
        """The names of all sizes in the record; the first time, the family is studied."""
        return name_axes(self.whole, family_of(self.settings.config(), marks=False), self._setting)

    @property
    def _setting(self) -> dict[str, int]:
        return setting_of(self.settings.config(), _window(self.settings), None)


def tiny_path(path: str) -> str:
    """The path in a tiny model, which has one encoder layer, for a path in a model with any number of them."""
    return re.sub(r"\battn_layers\.\d+", "attn_layers.0", path)


def tiny_model(settings: PassSettings) -> TinyModel:
    """The tiny model of the same family, activation, dropout and seed as `settings`."""
    key = tiny_settings(settings)
    return _models.get(key, lambda: _made(key))


def tiny_settings(settings: PassSettings) -> PassSettings:
    """The sizes of the tiny model, in eval mode, and the rest as in `settings`; three variates, or three patches."""
    match settings:
        case Settings():
            return replace(settings, **_SIZES, n_variates=3, time_marks=False)
        case PatchTSTSettings():
            # 5 steps and 2 of padding: 3 patches of 3 steps, each sharing a step with the next, and nothing left over.
            return replace(settings, **_SIZES, n_variates=1, patch_len=3, stride=2)
    raise TypeError(f"no tiny model for {type(settings).__name__}; give Settings or PatchTSTSettings")


def _made(settings: PassSettings) -> TinyModel:
    model = build(settings.config(), settings.seed)
    give_round_weights(model, settings.seed)
    if isinstance(model, PatchTST):
        _cut_table(model)
    x = _window(settings)
    with torch.no_grad():
        given = _given_to_all(model, x)
        return TinyModel(settings, model, given, trace(model, x))


def _window(settings: PassSettings) -> Tensor:
    return drawn((settings.batch_size, settings.seq_len, settings.n_variates), WHOLE, f"{settings.seed} window")


def _cut_table(model: PatchTST) -> None:
    """Of five thousand positions only those of the patches there are, so that the table can be shown whole."""
    embedding = model.patch_embedding.position_embedding
    embedding.pe = embedding.pe[:, : model.config.n_patches].clone()


def _given_to_all(model: nn.Module, x: Tensor) -> dict[str, Given]:
    """What every module that runs is given the first time, by path; the model runs once."""
    seen: dict[str, Given] = {}
    hooks = [
        module.register_forward_pre_hook(partial(_note, seen, path), with_kwargs=True)
        for path, module in model.named_modules()
    ]
    try:
        model(x)
    finally:
        for hook in hooks:
            hook.remove()
    return seen


def _note(seen: dict[str, Given], path: str, module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    named = inspect.signature(module.forward).bind(*args, **kwargs).arguments
    seen.setdefault(path, Given(args, kwargs, named))
