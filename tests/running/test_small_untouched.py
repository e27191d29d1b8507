"""Small examples are handed out to many readers at the same time, and none of them leaves a trace."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import torch

from explainer.running import PassSettings, Settings, small_example
from tests.running.small import CORE, LAYER, every_model, example_of, inputs, paths_of, result


@every_model
def test_the_same_seed_gives_the_same_numbers_and_another_seed_others(settings: PassSettings) -> None:
    again, other = small_example(settings, ""), small_example(replace(settings, seed=5), "")
    for mine, same, different in zip(example_of(settings, "").weights, again.weights, other.weights, strict=True):
        assert torch.equal(mine[1], same[1])
        assert mine[1].dim() < 2 or mine[0].endswith(".pe") or not torch.equal(mine[1], different[1])
    assert torch.equal(result(again), result(example_of(settings, "")))
    assert not torch.equal(inputs(again)["x"], inputs(other)["x"])


def test_the_random_states_of_the_process_are_neither_read_nor_changed() -> None:
    def states() -> tuple[object, ...]:
        # Not that of Python itself: beartype draws which part of an argument it checks.
        return torch.get_rng_state().tolist(), str(np.random.get_state())

    before = states()
    small_example(Settings(seed=99), CORE)
    assert states() == before


def test_what_one_reader_does_to_an_example_no_other_one_sees() -> None:
    before = result(example_of(Settings(), LAYER)).clone()
    spoilt = small_example(Settings(), LAYER, {"conv1.weight": [1] * 24})
    for tensor in (*inputs(spoilt).values(), *(weight for _, weight in spoilt.weights)):
        tensor.fill_(9)
    assert torch.equal(result(small_example(Settings(), LAYER)), before)


def test_readers_at_the_same_time_get_what_each_would_get_alone() -> None:
    settings = Settings(seed=11)
    paths = [path for path in paths_of(Settings()) for _ in range(4)]
    with ThreadPoolExecutor(4) as readers:
        at_once = list(readers.map(lambda path: result(small_example(settings, path)), paths))
    for path, found in zip(paths, at_once, strict=True):
        assert torch.equal(found, result(example_of(settings, path)))


@every_model
def test_layers_run_in_eval_mode_and_keep_no_gradients(settings: PassSettings) -> None:
    example = small_example(replace(settings, training=True), "")
    assert torch.equal(result(example), result(example_of(settings, "")))
    assert not any(call.training for call in example.trace.calls)
    assert not result(example).requires_grad
