"""The sizes of both forecasters by name, tried at settings that no fit has seen."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import torch
from torch import nn

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, SettingError, build
from explainer.running.families import family_of, setting_of
from explainer.tracing import FailedPass, Trace, Tracer
from explainer.tracing.axes import Axes, Family, name_axes
from explainer.tracing.axes.expressions import worth
from explainer.tracing.axes.observing import Observation, draw, observe
from explainer.tracing.axes.studying import study

ITRANSFORMER = ITransformerConfig(seq_len=12, pred_len=6, d_model=8, n_heads=4, d_ff=32, e_layers=1)
PATCHTST = PatchTSTConfig(seq_len=24, pred_len=6, d_model=8, n_heads=4, d_ff=32, e_layers=1, patch_len=8, stride=4)
MODELS = [(ITRANSFORMER, True), (ITRANSFORMER, False), (PATCHTST, False)]
FRESH = 60


def watched(family: Family) -> tuple[Family, list[Mapping[str, int]]]:
    """The family, and a list in which every setting that it is built at appears."""
    built: list[Mapping[str, int]] = []

    def build_and_tell(setting: Mapping[str, int]) -> tuple[nn.Module, tuple[Any, ...]]:
        built.append(dict(setting))
        return family.build(setting)

    return replace(family, build=build_and_tell), built


def record(config: ForecastConfig, *, marks: bool) -> tuple[Trace, Family, dict[str, int]]:
    inputs = torch.zeros(3, config.seq_len, 5), torch.zeros(3, config.seq_len, 4) if marks else None
    with torch.no_grad():
        trace = Tracer(budget=0).trace(build(config, seed=0), *inputs)
    return trace, family_of(config, marks=marks), setting_of(config, *inputs)


def named(config: ForecastConfig, *, marks: bool) -> tuple[Trace, Axes]:
    trace, family, setting = record(config, marks=marks)
    return trace, name_axes(trace, family, setting)


@cache
def pool(config: ForecastConfig, *, marks: bool) -> tuple[Observation, ...]:
    """Runs at settings of their own, a few more than are needed."""
    family, dice = family_of(config, marks=marks), random.Random(1000)  # noqa: S311 - settings, not secrets
    return tuple(observe(family, draw(family, dice)) for _ in range(FRESH + 10))


def atoms(seen: Observation, family: Family) -> dict[str, int]:
    return {letter: seen.letters[letter] for letter in family.atoms}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize(("config", "marks"), MODELS)
def test_every_size_and_stride_is_right_at_sixty_settings_that_no_fit_has_seen(
    config: ForecastConfig, marks: bool, seed: int
) -> None:
    family, built = watched(family_of(config, marks=marks))
    known = study(family, seed=seed)
    fresh = [seen for seen in pool(config, marks=marks) if atoms(seen, family) not in built][:FRESH]
    assert len(fresh) == FRESH
    assert None not in known.columns
    assert set(known.meanings) == set(family.derived)
    for seen in fresh:
        expressions = {each: worth(each, seen.letters) for each in set(known.columns) if each is not None}
        assert [expressions[each] for each in known.columns if each is not None] == list(seen.sizes)
        for letter, meaning in known.meanings.items():
            assert worth(meaning, seen.letters) == seen.letters[letter]


def test_attention_of_an_itransformer_is_between_variates_and_marks() -> None:
    trace, axes = named(ITRANSFORMER, marks=True)
    core = "encoder.attn_layers.0.attention.inner_attention"
    assert axes.text(trace.value("scores", core).id) == "(B, H, N+T, N+T)"
    assert axes.text(trace.value("x", "enc_embedding").id) == "(B, N+T, L)"
    assert axes.text(trace.value("tokens").id) == "(B, N+T, D)"
    assert axes.text(trace.value("forecast").id) == "(B, S, N)"


def test_without_marks_it_is_between_variates_alone() -> None:
    trace, axes = named(ITRANSFORMER, marks=False)
    core = "encoder.attn_layers.0.attention.inner_attention"
    assert axes.text(trace.value("scores", core).id) == "(B, H, N, N)"
    assert axes.text(trace.value("x", "enc_embedding").id) == "(B, N, L)"


def test_patches_of_a_patchtst_are_counted_by_a_division_that_rounds_down() -> None:
    trace, axes = named(PATCHTST, marks=False)
    assert axes.meanings == {"E": "D//H", "n": "(L-P)//s + 2"}
    patches = trace.value("x", "patch_embedding").id
    assert axes.text(patches) == "(B*N, n, P)"
    assert axes.of(patches)[1].formula == "(L-P)//s + 2"
    assert axes.of(patches)[1].verified_on >= 10
    assert [axis.text for axis in axes.strides_of(patches)] == ["L+s", "s", "1"]


def test_the_head_reads_all_patches_of_a_variate_at_once() -> None:
    trace, axes = named(PATCHTST, marks=False)
    flat = trace.value("x", "head").id
    assert axes.text(flat) == "(B, N, D*n)"
    assert axes.of(flat)[2].formula == "D*((L-P)//s + 2)"


def test_the_table_of_positions_is_cut_to_the_number_of_patches() -> None:
    trace, axes = named(PATCHTST, marks=False)
    table = next(value for value in trace.values if value.label and value.label.endswith(".pe"))
    cut = next(value for value in trace.values if value.base == table.id)
    assert axes.text(table.id) == "(1, 5000, D)"
    assert axes.of(table.id)[1].status == "constant"
    assert axes.text(cut.id) == "(1, n, D)"
    assert axes.strides_of(cut.id)[0].text == "5000*D"


def test_the_letters_of_the_running_forward_are_told_beside_the_global_ones() -> None:
    trace, axes = named(ITRANSFORMER, marks=True)
    core = trace.call("encoder.attn_layers.0.attention.inner_attention")
    expected = {
        "scores": "(B, H, L, S)",
        "scaled_scores": "(B, H, L, S)",
        "A": "(B, H, L, S)",
        "V": "(B, L, H, D)",
    }
    assert {name: axes.local_text(trace.value(name, core.path).id) for name in expected} == expected
    queries, keys, values = (core.arguments[name].value for name in ("queries", "keys", "values"))
    assert axes.local_text(queries, core) == "(B, L, H, E)"
    assert axes.local_text(keys, core) == "(B, S, H, E)"
    assert axes.local_text(values, core) == "(B, S, H, D)"
    assert axes.of(queries, core)[1].locals == ("L", "S")
    assert axes.local_text(queries) == "(B, L, H, E)"
    assert axes.local_text(trace.value("tokens").id, trace.root) == "(B, N+T, D)"


def test_a_global_letter_is_not_written_where_the_forward_means_something_else_by_it() -> None:
    trace, axes = named(ITRANSFORMER, marks=True)
    core = trace.call("encoder.attn_layers.0.attention.inner_attention")
    window = trace.value("x", "enc_embedding").id
    assert axes.local_text(window, core) == "(B, L, 12)"


def test_heads_that_do_not_divide_the_width_leave_a_rest_that_is_not_hidden() -> None:
    trace, axes = named(replace(ITRANSFORMER, d_model=11), marks=True)
    projection = "encoder.attn_layers.0.attention.query_projection"
    weight = next(value for value in trace.values if value.label == f"{projection}.weight")
    assert (weight.shape, axes.text(weight.id)) == ((8, 11), "(H*E, D)")


def test_a_record_is_evaluated_at_any_other_setting() -> None:
    trace, family, setting = record(PATCHTST, marks=False)
    axes = name_axes(trace, family, setting)
    assert axes.evaluate(setting) == {value.id: value.shape for value in trace.values}
    assert axes.evaluate_strides(setting) == {value.id: value.strides for value in trace.values}
    larger = setting | {"L": 512, "P": 16, "s": 8}
    assert axes.evaluate(larger)[trace.value("x", "patch_embedding").id] == (15, 64, 16)
    with pytest.raises(ValueError, match="lacks L, P"):
        axes.evaluate({letter: 2 for letter in setting if letter not in "LP"})


def test_a_batch_of_one_changes_strides_and_those_are_left_as_numbers() -> None:
    for config, marks in MODELS:
        inputs = torch.zeros(1, config.seq_len, 1), torch.zeros(1, config.seq_len, 1) if marks else None
        trace = Tracer(budget=0).trace(build(config, seed=0), *inputs)
        axes = name_axes(trace, family_of(config, marks=marks), setting_of(config, *inputs))
        assert axes.change is None
        for value in trace.values:
            assert [axis.size for axis in axes.strides_of(value.id)] == list(value.strides)
            assert all(axis.status != "unsolved" for axis in axes.of(value.id))


def test_a_record_with_another_number_of_layers_is_not_named_with_the_wrong_names() -> None:
    trace, _, setting = record(replace(ITRANSFORMER, e_layers=2), marks=True)
    axes = name_axes(trace, family_of(ITRANSFORMER, marks=True), setting)
    assert axes.change is not None
    assert axes.change.letters == ()
    assert axes.change.difference.counts == (44, 70)
    assert all(axis.status == "unsolved" for value in trace.values for axis in axes.of(value.id))
    assert axes.text(0) == "(3, 12, 5)"


def test_a_record_with_time_marks_is_not_named_as_one_without() -> None:
    trace, _, setting = record(ITRANSFORMER, marks=True)
    axes = name_axes(trace, family_of(ITRANSFORMER, marks=False), setting)
    assert axes.change is not None
    assert "x_mark.permute(0, 2, 1)" in axes.change.sentence.en
    assert "something that has no letter" in axes.change.sentence.en
    assert axes.text(trace.value("tokens").id) == "(3, 9, 8)"


def test_a_record_of_any_size_is_named_whatever_sizes_were_studied() -> None:
    config = PatchTSTConfig(seq_len=336, pred_len=96, d_model=128, n_heads=16, d_ff=256, e_layers=1)
    trace, axes = named(config, marks=False)
    unsolved = [axis for value in trace.values for axis in axes.of(value.id) if axis.status == "unsolved"]
    assert unsolved == []


def test_a_pass_that_broke_off_is_named_as_far_as_it_came() -> None:
    config = ITRANSFORMER
    inputs = torch.zeros(3, 12, 5), torch.zeros(3, 12, 4)
    model = build(config, seed=0)
    model.projection = nn.Linear(7, 6)
    with pytest.raises(FailedPass) as failed:
        Tracer(budget=0).trace(model, *inputs)
    trace = failed.value.trace
    axes = name_axes(trace, family_of(config, marks=True), setting_of(config, *inputs))
    assert axes.change is None
    assert axes.text(trace.value("tokens").id) == "(B, N+T, D)"


def test_training_is_studied_in_training_and_draws_no_random_numbers_of_the_process() -> None:
    model = build(replace(PATCHTST, dropout=0.5), seed=0).train()
    trace = Tracer(budget=0).trace(model, torch.zeros(3, 24, 5))
    before = torch.random.get_rng_state()
    axes = name_axes(trace, family_of(PATCHTST, marks=False), setting_of(PATCHTST, torch.zeros(3, 24, 5), None))
    assert torch.equal(torch.random.get_rng_state(), before)
    assert axes.change is None
    assert axes.text(trace.value("x", "patch_embedding").id) == "(B*N, n, P)"


def test_the_smallest_models_are_refused_by_their_config_not_by_the_family() -> None:
    with pytest.raises(SettingError):
        family_of(PATCHTST, marks=False).build({"B": 1, "N": 1, "L": 2, "S": 1, "D": 3, "H": 1, "F": 1, "P": 2, "s": 1})
