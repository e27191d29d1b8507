"""Every tensor of the reference implementation is found again in the record of a pass of our model."""

from functools import partial

import pytest
import torch

from tests.models.places import places
from tests.reference import CONFIGURATIONS, FOLDER, RUNS, arrays_of, config_of, expected, recorded

NAMES = [
    (configuration, *key.split(".", 1))
    for configuration in CONFIGURATIONS
    for key in arrays_of(configuration)
    if not key.startswith("in.")
]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_every_tensor_is_the_one_of_the_reference(configuration: str, run: str) -> None:
    names = [name for of, at, name in NAMES if (of, at) == (configuration, run)]
    assert names
    for name in names:
        ours, theirs = (
            places(config_of(configuration))[name](recorded(configuration, run)),
            expected(configuration, run),
        )
        torch.testing.assert_close(ours, theirs[name], rtol=1e-4, atol=1e-5, msg=partial("{}: {}".format, name))


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_no_tensor_of_the_reference_is_left_out(configuration: str, run: str) -> None:
    assert set(places(config_of(configuration))) == set(expected(configuration, run))


def test_nothing_of_the_reference_is_left_unread() -> None:
    assert {file.stem for file in FOLDER.glob("*.npz")} == set(CONFIGURATIONS)
    # Fourteen tensors in each of 2 + 3 + 2 + 2 + 3 layers, 8 or 15 around them, and all of it twice.
    assert len(NAMES) == 2 * (14 * (2 + 3 + 2 + 2 + 3) + 3 * 8 + 2 * 15)
