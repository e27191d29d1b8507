"""The test of the test: the mistakes that are easily made with these models are caught, each where it is."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.overrides import TorchFunctionMode

from tests.models.places import tensors_found
from tests.reference import CONFIGURATIONS, ITRANSFORMERS, PATCHTSTS, config_of, expected, model_of, pass_of

Mutation = Callable[[nn.Module], None]


class Instead(TorchFunctionMode):
    """Inside, `wrong` runs where a model asks for `right`."""

    def __init__(self, right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
        super().__init__()
        self.right, self.wrong = right, wrong

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        return (self.wrong if func is self.right else func)(*args, **(kwargs or {}))


def layers(model: nn.Module) -> Any:
    return model.get_submodule("encoder.attn_layers")


def tanh_gelu(model: nn.Module) -> None:
    for layer in layers(model):
        layer.activation = partial(functional.gelu, approximate="tanh")


def other_activation(model: nn.Module) -> None:
    for layer in layers(model):
        layer.activation = functional.relu if layer.activation is functional.gelu else functional.gelu


def smaller_eps(model: nn.Module) -> None:
    for module in model.modules():
        if isinstance(module, (nn.LayerNorm, nn.BatchNorm1d)):
            module.eps = 1e-6


def queries_for_keys(model: nn.Module) -> None:
    for layer in layers(model):
        bridge = layer.attention
        bridge.query_projection, bridge.key_projection = bridge.key_projection, bridge.query_projection


def half_the_heads(model: nn.Module) -> None:
    for layer in layers(model):
        layer.attention.n_heads //= 2


def no_scale(model: nn.Module) -> None:
    for layer in layers(model):
        layer.attention.inner_attention.scale = 1.0


def scale_of_the_whole_width(model: nn.Module) -> None:
    for layer in layers(model):
        layer.attention.inner_attention.scale = layer.norm1.weight.numel() ** -0.5


def residual_from_before_the_norm(model: nn.Module) -> None:
    """norm2 is handed (what norm1 was given) + y instead of (what norm1 returned) + y."""

    def replace(_: nn.Module, args: tuple[Tensor], normed: Tensor, *, norm2: nn.Module) -> None:
        norm2.register_forward_pre_hook(lambda __, summed: (summed[0] - normed + args[0],))

    for layer in layers(model):
        layer.norm1.register_forward_hook(partial(replace, norm2=layer.norm2))


def no_final_layer_norm(model: nn.Module) -> None:
    model.set_submodule("encoder.norm", nn.Identity())


def no_final_batch_norm(model: nn.Module) -> None:
    model.set_submodule("encoder.norm.1", nn.Identity())


def batch_norm_that_learns(model: nn.Module) -> None:
    model.get_submodule("encoder.norm.1").train()


def zeros_for_padding(model: nn.Module) -> None:
    replicated: Any = model.get_submodule("patch_embedding.padding_patch_layer")
    model.set_submodule("patch_embedding.padding_patch_layer", nn.ConstantPad1d(replicated.padding, 0.0))


def padding_on_the_left(model: nn.Module) -> None:
    replicated: Any = model.get_submodule("patch_embedding.padding_patch_layer")
    model.set_submodule("patch_embedding.padding_patch_layer", nn.ReplicationPad1d(replicated.padding[::-1]))


def no_position(model: nn.Module) -> None:
    model.get_buffer("patch_embedding.position_embedding.pe").zero_()


class PatchMajor(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.transpose(-2, -1).flatten(start_dim=-2)


def patch_major_flatten(model: nn.Module) -> None:
    model.set_submodule("head.flatten", PatchMajor())


def unbiased_variance(x: Tensor, dim: int, **options: bool) -> Tensor:
    return x.var(dim, keepdim=options["keepdim"], unbiased=True)


def eps_outside_the_root(variance: Tensor) -> Tensor:
    return (variance - 1e-5).clamp(min=0).sqrt() + 1e-5


def marks_first(tensors: list[Tensor], dim: int) -> Tensor:
    return torch.cat(tensors[::-1], dim)


# The mistake, where it can be made, and the first tensor that must be wrong.
MODELS: list[tuple[Mutation, Sequence[str], str]] = [
    (tanh_gelu, ["it_toy", "it_constant_variate", "pt_toy"], "enc.0.act"),
    (other_activation, CONFIGURATIONS, "enc.0.act"),
    (queries_for_keys, CONFIGURATIONS, "enc.0.q"),
    (half_the_heads, CONFIGURATIONS, "enc.0.q"),
    (no_scale, CONFIGURATIONS, "enc.0.attn"),
    (scale_of_the_whole_width, CONFIGURATIONS, "enc.0.attn"),
    (residual_from_before_the_norm, CONFIGURATIONS, "enc.0.res2"),
    (no_final_layer_norm, ITRANSFORMERS, "enc_norm"),
    (no_final_batch_norm, PATCHTSTS, "bn_out"),
    (batch_norm_that_learns, PATCHTSTS, "bn_out"),
    (zeros_for_padding, PATCHTSTS, "padded"),
    (padding_on_the_left, PATCHTSTS, "padded"),
    (no_position, PATCHTSTS, "pos"),
    (patch_major_flatten, PATCHTSTS, "flat"),
]
OPERATIONS: list[tuple[Callable[..., Any], Callable[..., Any], Sequence[str], str]] = [
    (Tensor.var, unbiased_variance, CONFIGURATIONS, "std"),
    (torch.sqrt, eps_outside_the_root, ["it_constant_variate"], "std"),
    (torch.cat, marks_first, ITRANSFORMERS, "tokens_in"),
]


def flagged(model: nn.Module, configuration: str) -> list[str]:
    """The names of the tensors that differ from the reference, in the order of the pass with marks."""
    ours = tensors_found(config_of(configuration), pass_of(model, configuration, "mark"))
    theirs = expected(configuration, "mark")
    return [name for name in ours if not is_close(ours[name], theirs[name])]


def is_close(ours: Tensor, theirs: Tensor) -> bool:
    return ours.shape == theirs.shape and torch.allclose(ours, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_without_a_mistake_nothing_is_flagged(configuration: str) -> None:
    assert flagged(model_of(configuration), configuration) == []


@pytest.mark.parametrize(
    ("mistake", "configuration", "where"),
    [
        pytest.param(mistake, configuration, where, id=f"{mistake.__name__}-{configuration}")
        for mistake, configurations, where in MODELS
        for configuration in configurations
    ],
)
def test_a_mistake_in_a_model_is_flagged_where_it_is(mistake: Mutation, configuration: str, where: str) -> None:
    model = model_of(configuration)
    mistake(model)
    assert flagged(model, configuration)[:1] == [where]


@pytest.mark.parametrize(
    ("right", "wrong", "configuration", "where"),
    [
        pytest.param(right, wrong, configuration, where, id=f"{wrong.__name__}-{configuration}")
        for right, wrong, configurations, where in OPERATIONS
        for configuration in configurations
    ],
)
def test_a_mistake_in_an_operation_is_flagged_where_it_is(
    right: Callable[..., Any], wrong: Callable[..., Any], configuration: str, where: str
) -> None:
    with Instead(right, wrong):
        names = flagged(model_of(configuration), configuration)
    assert names[:1] == [where]


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_even_another_epsilon_in_the_norms_is_flagged(configuration: str) -> None:
    model = model_of(configuration)
    smaller_eps(model)
    assert flagged(model, configuration)


def test_the_forecast_alone_would_let_a_mistake_through() -> None:
    """Why every tensor is compared: the other GELU changes a forecast by less than any sensible tolerance."""
    model = model_of("it_toy")
    tanh_gelu(model)
    names = flagged(model, "it_toy")
    assert len(names) == 20
    assert "final" not in names
