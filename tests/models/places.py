"""Where each tensor that the reference names is found in the record of a pass of our models."""

from collections.abc import Callable

from torch import Tensor

from explainer.models import ForecastConfig, ITransformerConfig
from explainer.tracing import Trace, edges_in

Place = Callable[[Trace], Tensor]


def named(name: str, path: str = "") -> Place:
    """What a local name of `forward` holds in the end."""
    return lambda record: data(record, record.value(name, path).id)


def output(path: str = "") -> Place:
    """What a module returns; the first part where it returns several."""
    return lambda record: data(record, edges_in(record.call(path).outcome))


def given(name: str, path: str) -> Place:
    """What a module is called with."""
    return lambda record: data(record, edges_in(record.call(path).arguments[name]))


def computed(operations: set[str], path: str) -> Place:
    """What the only step of this kind in a module gives."""

    def place(record: Trace) -> Tensor:
        (step,) = (step for step in record.steps_in(record.call(path)) if step.op in operations)
        return data(record, step.outputs)

    return place


def data(record: Trace, values: int | tuple[int, ...]) -> Tensor:
    """The numbers of a value; of the first, where there are several."""
    tensor = record.values[values[0] if isinstance(values, tuple) else values].data
    assert tensor is not None
    return tensor


STATISTICS: dict[str, Place] = {"mean": named("mean"), "std": named("std")}

# In the order of the pass, so that the first tensor that is wrong stands where the mistake is.
ITRANSFORMER_START: dict[str, Place] = {
    "x_norm": named("x"),
    "tokens_in": named("x", "enc_embedding"),
    "embed": output("enc_embedding"),
}
ITRANSFORMER_END: dict[str, Place] = {
    "enc_norm": output("encoder"),
    "proj": output("projection"),
    "final": output(),
}
PATCHTST_START: dict[str, Place] = {
    "x_norm_bcl": given("x", "patch_embedding"),
    "padded": output("patch_embedding.padding_patch_layer"),
    "patches": named("x", "patch_embedding"),
    "value_emb": output("patch_embedding.value_embedding"),
    "pos": output("patch_embedding.position_embedding"),
    "embed": output("patch_embedding"),
}
PATCHTST_END: dict[str, Place] = {
    "bn_in": given("input", "encoder.norm.1"),
    "bn_out": output("encoder.norm.1"),
    "enc_norm": output("encoder"),
    "head_in": given("x", "head"),
    "flat": output("head.flatten"),
    "head": output("head"),
    "final": output(),
}


def layer_places(number: int) -> dict[str, Place]:
    layer = f"encoder.attn_layers.{number}"
    core = f"{layer}.attention.inner_attention"
    places = {
        "q": named("queries", f"{layer}.attention"),
        "k": named("keys", f"{layer}.attention"),
        "v": given("values", core),
        "scores": named("scores", core),
        "attn": named("A", core),
        "ctx": named("V", core),
        "attn_out": output(f"{layer}.attention"),
        "res1": given("input", f"{layer}.norm1"),
        "norm1": named("x", layer),
        "conv1": output(f"{layer}.conv1"),
        "act": computed({"gelu", "relu"}, layer),
        "conv2": output(f"{layer}.conv2"),
        "res2": given("input", f"{layer}.norm2"),
        "layer_out": output(layer),
    }
    return {f"enc.{number}.{name}": place for name, place in places.items()}


def places(config: ForecastConfig) -> dict[str, Place]:
    """Where each tensor of the reference is to be found in our record."""
    inverted = isinstance(config, ITransformerConfig)
    start, end = (ITRANSFORMER_START, ITRANSFORMER_END) if inverted else (PATCHTST_START, PATCHTST_END)
    layers = {name: place for number in range(config.e_layers) for name, place in layer_places(number).items()}
    return {**STATISTICS, **start, **layers, **end}


def tensors_found(config: ForecastConfig, record: Trace) -> dict[str, Tensor]:
    """Our tensors under the reference's names, in the order of the pass."""
    return {name: place(record) for name, place in places(config).items()}
