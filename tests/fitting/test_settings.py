"""Settings that cannot work are refused in one sentence that names the setting."""

from typing import Any

import pytest

from explainer.fitting import FitError, FitSettings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("learning_rate", 0),
        ("learning_rate", float("nan")),
        ("learning_rate", float("inf")),
        ("batch_size", 0),
        ("batch_size", True),
        ("most_epochs", 0),
        ("patience", 0),
        ("seed", -1),
        ("seed", 2**63),
        ("schedule", "{nothing}"),
        ("budget_seconds", -1.0),
        ("most_bytes", 0),
        ("borders", (1, 2, 0)),
        ("windows_per_epoch", 0),
    ],
)
def test_a_setting_that_cannot_work_is_named_in_both_languages(name: str, value: Any) -> None:
    with pytest.raises(FitError) as caught:
        FitSettings(**{name: value})
    assert caught.value.setting == name
    assert caught.value.phrase.en.startswith(name)
    assert caught.value.phrase.zh.startswith(name)
