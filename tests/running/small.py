"""Small examples, made once for all tests, and the same models built by hand."""

from functools import cache

import pytest
from torch import Tensor, nn

from explainer.models import build
from explainer.running import PassSettings, PatchTSTSettings, Settings, SmallExample, small_example
from explainer.running.small_model import tiny_settings
from explainer.tracing import edges_in

LAYER = "encoder.attn_layers.0"
BRIDGE = f"{LAYER}.attention"
CORE = f"{BRIDGE}.inner_attention"
SETTINGS = {
    "iTransformer": Settings(),
    "iTransformer, relu, odd": Settings(activation="relu", d_model=10, n_heads=1, e_layers=3, seed=2**31 - 1),
    "PatchTST": PatchTSTSettings(),
    "PatchTST, relu, odd": PatchTSTSettings(activation="relu", seq_len=96, patch_len=16, stride=8, n_heads=8, seed=7),
}
every_model = pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)


@cache
def example_of(settings: PassSettings, path: str) -> SmallExample:
    return small_example(settings, path)


def paths_of(settings: PassSettings) -> tuple[str, ...]:
    """The paths of all modules that run, as a plain hook hears them."""
    model, heard = tiny_by_hand(settings), dict[nn.Module, None]()
    for module in model.modules():
        module.register_forward_pre_hook(lambda module, _: heard.setdefault(module))
    model(example_of(settings, "").inputs[0].value)
    return tuple(path for path, module in model.named_modules() if module in heard)


def tiny_by_hand(settings: PassSettings) -> nn.Module:
    """A model as torch builds it, with the weights that the example shows loaded into it."""
    model = build(tiny_settings(settings).config(), seed=123)
    shown = {name: weight for name, weight in example_of(settings, "").weights if not name.endswith(".pe")}
    missing, unexpected = model.load_state_dict(shown, strict=False)
    assert not unexpected
    assert all(name.endswith((".pe", "num_batches_tracked")) for name in missing)
    return model


def result(example: SmallExample) -> Tensor:
    """The first tensor that the layer returned."""
    return data(example, edges_in(example.trace.root.outcome)[0])


def data(example: SmallExample, value: int) -> Tensor:
    found = example.trace.values[value].data
    assert found is not None
    return found


def inputs(example: SmallExample) -> dict[str, Tensor]:
    return {each.name: each.value for each in example.inputs}
