"""The same seed gives the same weights, and nobody else's random numbers are touched."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.models import ForecastConfig, ITransformer, ITransformerConfig, PatchTST, PatchTSTConfig, build

INVERTED = ITransformerConfig(seq_len=12, pred_len=6, d_model=8, n_heads=4, d_ff=32, e_layers=2)
PATCHED = PatchTSTConfig(seq_len=50, pred_len=7, d_model=10, n_heads=3, d_ff=20, e_layers=2, patch_len=12, stride=5)
CONFIGS: list[ForecastConfig] = [INVERTED, PATCHED]

either = pytest.mark.parametrize("config", CONFIGS, ids=lambda config: type(config).__name__)


def constructed(config: ForecastConfig, seed: int) -> nn.Module:
    """The model as PyTorch alone would initialise it."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return ITransformer(config) if isinstance(config, ITransformerConfig) else PatchTST(config)  # type: ignore[arg-type]


def assert_same(one: nn.Module, other: nn.Module) -> None:
    ours, theirs = one.state_dict(), other.state_dict()
    assert list(ours) == list(theirs)
    for name, tensor in ours.items():
        assert torch.equal(tensor, theirs[name]), name


def encoder_layer(number: int, d_model: int, heads_width: int, d_ff: int) -> dict[str, tuple[int, ...]]:
    """Names and shapes of a layer in a checkpoint of the Time-Series-Library, in their order."""
    shapes: dict[str, tuple[int, ...]] = {
        "attention.query_projection": (heads_width, d_model),
        "attention.key_projection": (heads_width, d_model),
        "attention.value_projection": (heads_width, d_model),
        "attention.out_projection": (d_model, heads_width),
        "conv1": (d_ff, d_model, 1),
        "conv2": (d_model, d_ff, 1),
        "norm1": (d_model,),
        "norm2": (d_model,),
    }
    names = {}
    for module, shape in shapes.items():
        names[f"encoder.attn_layers.{number}.{module}.weight"] = shape
        names[f"encoder.attn_layers.{number}.{module}.bias"] = shape[:1]
    return names


def test_the_weights_of_an_itransformer_have_the_names_of_the_reference() -> None:
    assert {name: tuple(tensor.shape) for name, tensor in build(INVERTED, 0).state_dict().items()} == {
        "enc_embedding.value_embedding.weight": (8, 12),
        "enc_embedding.value_embedding.bias": (8,),
        **encoder_layer(0, 8, 8, 32),
        **encoder_layer(1, 8, 8, 32),
        "encoder.norm.weight": (8,),
        "encoder.norm.bias": (8,),
        "projection.weight": (6, 8),
        "projection.bias": (6,),
    }


def test_the_weights_of_a_patchtst_have_the_names_of_the_reference() -> None:
    """Ten features and three heads: three features each, and one is left over. Nine patches: (50 + 5 - 12) // 5 + 1."""
    assert {name: tuple(tensor.shape) for name, tensor in build(PATCHED, 0).state_dict().items()} == {
        "patch_embedding.value_embedding.weight": (10, 12),
        "patch_embedding.position_embedding.pe": (1, 5000, 10),
        **encoder_layer(0, 10, 9, 20),
        **encoder_layer(1, 10, 9, 20),
        "encoder.norm.1.weight": (10,),
        "encoder.norm.1.bias": (10,),
        "encoder.norm.1.running_mean": (10,),
        "encoder.norm.1.running_var": (10,),
        "encoder.norm.1.num_batches_tracked": (),
        "head.linear.weight": (7, 10 * 9),
        "head.linear.bias": (7,),
    }


@pytest.mark.parametrize(("config", "parameters"), [(ITransformerConfig(), 6_404_704), (PatchTSTConfig(), 6_903_904)])
def test_the_defaults_have_as_many_parameters_as_the_reference(config: ForecastConfig, parameters: int) -> None:
    assert sum(parameter.numel() for parameter in build(config, 0).parameters()) == parameters


@either
@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_a_seed_gives_the_weights_that_it_gives_in_pytorch(config: ForecastConfig, seed: int) -> None:
    assert_same(build(config, seed), constructed(config, seed))


@either
def test_every_weight_is_drawn_from_the_seed_alone(config: ForecastConfig) -> None:
    """Whatever state the process-wide generator is in, no weight follows it."""
    with torch.random.fork_rng():
        torch.manual_seed(1)
        one = build(config, 7)
        torch.manual_seed(2)
        assert_same(one, build(config, 7))


@either
def test_another_seed_gives_other_weights_wherever_weights_are_random(config: ForecastConfig) -> None:
    one, other = dict(build(config, 0).named_parameters()), dict(build(config, 1).named_parameters())
    same = {name for name in one if torch.equal(one[name], other[name])}
    assert same == {name for name in one if "norm" in name}


@either
def test_norms_begin_as_the_identity(config: ForecastConfig) -> None:
    for name, parameter in build(config, 3).named_parameters():
        if "norm" in name:
            assert torch.equal(parameter, torch.full_like(parameter, float(name.endswith("weight")))), name


@either
def test_the_random_numbers_of_the_process_go_on_as_if_nothing_had_been_built(config: ForecastConfig) -> None:
    before = torch.get_rng_state()
    build(config, 0)
    assert torch.equal(torch.get_rng_state(), before)


def test_two_threads_that_build_at_once_get_their_own_weights() -> None:
    """Two readers move a slider at the same moment, many times."""
    expected = {seed: constructed(CONFIGS[seed % 2], seed) for seed in range(4)}
    meet = Barrier(2)

    def build_often(seeds: tuple[int, int]) -> list[tuple[int, nn.Module]]:
        models = []
        for turn in range(40):
            meet.wait(timeout=10)
            seed = seeds[turn % 2]
            models.append((seed, build(CONFIGS[seed % 2], seed)))
        return models

    with ThreadPoolExecutor(max_workers=2) as pool:
        built = [pair for pairs in pool.map(build_often, [(0, 1), (3, 2)]) for pair in pairs]
    assert len(built) == 80
    for seed, model in built:
        assert_same(model, expected[seed])


def test_random_numbers_drawn_meanwhile_in_another_thread_are_not_disturbed() -> None:
    def draw(_: int) -> Tensor:
        return torch.rand(3)

    with torch.random.fork_rng(), ThreadPoolExecutor(max_workers=2) as pool:
        torch.manual_seed(11)
        alone = [draw(turn) for turn in range(200)]
        torch.manual_seed(11)
        building = pool.map(lambda seed: build(INVERTED, seed), range(40))
        together = [draw(turn) for turn in range(200)]
        list(building)
    assert torch.equal(torch.stack(alone), torch.stack(together))


@either
def test_a_model_comes_ready_for_reading_and_not_for_training(config: ForecastConfig) -> None:
    assert not any(module.training for module in build(config, 0).modules())


@either
def test_a_model_keeps_the_settings_it_was_built_from(config: ForecastConfig) -> None:
    model: Any = build(config, 0)
    assert model.config is config


@either
def test_after_an_error_the_next_model_is_built_as_ever(
    config: ForecastConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The initialisers of this thread are handed back, whatever happened while they were borrowed."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(nn.Linear, "reset_parameters", fail)
        with pytest.raises(RuntimeError, match="out of memory"):
            build(config, 0)
    assert_same(build(config, 0), constructed(config, 0))
    assert_same(constructed(config, 0), constructed(config, 0))


@pytest.mark.parametrize("kind", [ForecastConfig, type("Mamba", (ForecastConfig,), {})])
def test_settings_of_no_known_model_are_an_error_that_says_what_to_give(
    kind: Callable[[], ForecastConfig],
) -> None:
    with pytest.raises(TypeError, match=r"no model for (ForecastConfig|Mamba); give an ITransformerConfig or a"):
        build(kind(), 0)
