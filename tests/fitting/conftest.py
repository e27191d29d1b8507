import pytest

from explainer.fitting import Fit, fit
from tests.fitting.waves import INVERTED, PATCHED, QUICK, waves


@pytest.fixture(scope="session")
def inverted() -> Fit:
    """A short fit of iTransformer."""
    return fit(INVERTED, waves(), QUICK)


@pytest.fixture(scope="session")
def patched() -> Fit:
    """A short fit of PatchTST."""
    return fit(PATCHED, waves(), QUICK)
