"""The two forecasters at all their sizes, so that every size of a record can be named by its letters.

E, the features of one head, and n, the number of patches, are not chosen; they follow. Settings are drawn in
which heads do not divide d_model too, so that D and H*E, equal in most models, are not taken for one another.
"""

import random
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from explainer.models import ForecastConfig, PatchTSTConfig, build
from explainer.tracing.axes import Derived, Family, Setting

_SHARED = {
    "B": "batch: windows read at once",
    "N": "variates",
    "L": "look-back window, in time steps",
    "S": "horizon, in time steps",
    "D": "width of a token (d_model)",
    "H": "attention heads",
    "F": "inner width of the feed-forward part (d_ff)",
}
_MARKS = {"T": "time marks"}
_PATCHES = {"P": "length of a patch, in time steps", "s": "stride from patch to patch, in time steps"}

_FIELDS = {
    "seq_len": "L",
    "pred_len": "S",
    "d_model": "D",
    "n_heads": "H",
    "d_ff": "F",
    "patch_len": "P",
    "stride": "s",
}

# Odd and even: among odd numbers alone, L//2 and (L-1)//2 cannot be told apart.
_FEW = range(2, 8)
_MORE = range(3, 32)
_WINDOWS = range(23, 43)


def family_of(config: ForecastConfig, *, marks: bool) -> Family:
    """All models of the structure of `config`'s, its layers and its activation, given time marks or not."""
    derived = {"E": Derived("features of one head (d_keys)", lambda setting: setting["D"] // setting["H"])}
    if isinstance(config, PatchTSTConfig):
        derived["n"] = Derived("patches of one window", partial(_n_patches, config))
    patches = isinstance(config, PatchTSTConfig)
    return Family(
        key=(type(config).__name__, config.e_layers, config.activation, marks),
        atoms=_SHARED | (_MARKS if marks else {}) | (_PATCHES if patches else {}),
        sample=partial(_drawn, marks=marks, patches=patches),
        build=partial(_built, config),
        derived=derived,
    )


def setting_of(config: ForecastConfig, x: Tensor, x_mark: Tensor | None) -> dict[str, int]:
    """The letters of one pass: x (batch, seq_len, n_variates), x_mark (batch, seq_len, n_marks) or None."""
    fields = {letter: getattr(config, name) for name, letter in _FIELDS.items() if hasattr(config, name)}
    marks = {} if x_mark is None else {"T": x_mark.shape[2]}
    return {"B": x.shape[0], "N": x.shape[2]} | marks | fields


def letters_of(config: ForecastConfig, x: Tensor, x_mark: Tensor | None) -> dict[str, int]:
    """The letters of one pass and those that follow from them: E, and n where there are patches."""
    return family_of(config, marks=x_mark is not None).complete(setting_of(config, x, x_mark))


def _moved(config: ForecastConfig, setting: Setting) -> ForecastConfig:
    """The config with the sizes of a setting; raises SettingError where they cannot work."""
    sizes: dict[str, Any] = {name: setting[letter] for name, letter in _FIELDS.items() if letter in setting}
    return replace(config, **sizes)


def _n_patches(config: PatchTSTConfig, setting: Setting) -> int:
    return replace(config, seq_len=setting["L"], patch_len=setting["P"], stride=setting["s"]).n_patches


def _built(config: ForecastConfig, setting: Setting) -> tuple[nn.Module, tuple[Tensor | None, ...]]:
    """A model of these sizes, and windows of the right shape; no random state but its own is touched."""
    x = _window(setting, "N")
    return build(_moved(config, setting), seed=0), (x, _window(setting, "T") if "T" in setting else None)


def _window(setting: Setting, columns: str) -> Tensor:
    return torch.zeros(setting["B"], setting["L"], setting[columns])


def _drawn(dice: random.Random, *, marks: bool, patches: bool) -> dict[str, int]:
    """Small numbers, all different, so that no size is another's by chance."""
    heads, features = dice.sample(_FEW, 2)
    width = _width(dice, heads, features, even=patches)
    batch, stride = dice.sample([number for number in _FEW if number not in {heads, width}], 2)
    window = dice.choice([number for number in _WINDOWS if number != width])
    free = [number for number in _MORE if number not in {heads, width, batch, stride, window}]
    patch = dice.choice([number for number in free if number < window])
    variates, horizon, inner, mark = dice.sample([number for number in free if number != patch], 4)
    setting = {"B": batch, "N": variates, "L": window, "S": horizon, "D": width, "H": heads, "F": inner}
    return setting | ({"T": mark} if marks else {}) | ({"P": patch, "s": stride} if patches else {})


def _width(dice: random.Random, heads: int, features: int, *, even: bool) -> int:
    """A width that gives each head so many features, and may leave a rest that no head uses."""
    widths = range(heads * features, heads * (features + 1))
    return dice.choice([width for width in widths if width % 2 == 0 or not even])
