"""The families of the two forecasters: legal settings, small and different numbers, and the letters of a pass."""

import random

import pytest
import torch

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig
from explainer.running.families import family_of, setting_of


def seeded() -> random.Random:
    return random.Random(0)  # noqa: S311 - settings, not secrets


CONFIGS = [ITransformerConfig(e_layers=1), PatchTSTConfig(e_layers=1)]


@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("config", CONFIGS)
def test_every_drawn_setting_is_legal_small_and_made_of_different_numbers(config: ForecastConfig, marks: bool) -> None:
    family = family_of(config, marks=marks)
    dice = seeded()
    for _ in range(300):
        setting = family.sample(dice)
        assert set(setting) == set(family.atoms)
        assert len(set(setting.values())) == len(setting)
        assert 2 <= min(setting.values()) <= max(setting.values()) <= 48
        assert min(family.complete(setting).values()) >= 2
    family.build(setting)


@pytest.mark.parametrize("config", CONFIGS)
def test_heads_divide_the_width_sometimes_and_sometimes_not(config: ForecastConfig) -> None:
    dice = seeded()
    settings = [family_of(config, marks=False).sample(dice) for _ in range(100)]
    assert {setting["D"] % setting["H"] == 0 for setting in settings} == {True, False}


@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("config", CONFIGS)
def test_the_letters_of_a_pass_build_a_model_of_its_sizes(config: ForecastConfig, marks: bool) -> None:
    family = family_of(config, marks=marks)
    x, x_mark = torch.zeros(2, config.seq_len, 3), torch.zeros(2, config.seq_len, 4) if marks else None
    setting = setting_of(config, x, x_mark)
    assert set(setting) == set(family.atoms)
    model, (window, stamps) = family.build(setting)
    assert model.config == config
    assert window.shape == x.shape
    assert (stamps is None) == (x_mark is None)


def test_derived_letters_follow_from_the_atoms() -> None:
    config = PatchTSTConfig(seq_len=96, patch_len=16, stride=8, d_model=512, n_heads=8)
    setting = setting_of(config, torch.zeros(2, 96, 3), None)
    complete = family_of(config, marks=False).complete(setting)
    assert (complete["E"], complete["n"]) == (64, 12)


def test_families_of_one_structure_share_a_key_whatever_their_sizes() -> None:
    small, large = ITransformerConfig(d_model=8, n_heads=2), ITransformerConfig(d_model=64, n_heads=4)
    assert family_of(small, marks=True).key == family_of(large, marks=True).key
    others = [family_of(small, marks=False), family_of(ITransformerConfig(e_layers=3), marks=True)]
    assert family_of(small, marks=True).key not in {other.key for other in others}


def test_building_leaves_the_random_numbers_of_the_process_alone() -> None:
    family = family_of(CONFIGS[0], marks=True)
    before = torch.random.get_rng_state()
    family.build(family.sample(seeded()))
    assert torch.equal(torch.random.get_rng_state(), before)
