"""A setting that cannot work is refused in both languages, and what the refusal offers instead does work."""

import re
from dataclasses import FrozenInstanceError, fields
from itertools import product
from math import inf, nan, nextafter
from typing import Any

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, SettingError

KINDS = [ITransformerConfig, PatchTSTConfig]
SHARED = {"seq_len": 1, "pred_len": 1, "d_model": 1, "n_heads": 1, "e_layers": 0, "d_ff": 1}
CUT = {"patch_len": 1, "stride": 1}

Kind = type[ForecastConfig]
few = st.integers(1, 64)
unhurried = settings(deadline=None)


def refusal(kind: Kind, **settings: Any) -> SettingError:
    with pytest.raises(SettingError) as caught:
        kind(**settings)
    return understood(caught.value)


def refusal_of_a_wrong_type(kind: Kind, **settings: Any) -> SettingError:
    """The model's own refusal, where a checker of types would already have spoken in `__init__`."""
    config = object.__new__(kind)
    for name, value in {**{field.name: field.default for field in fields(kind)}, **settings}.items():
        object.__setattr__(config, name, value)
    with pytest.raises(SettingError) as caught:
        config.__post_init__()
    return understood(caught.value)


def understood(error: SettingError) -> SettingError:
    """Both sentences name the setting, ask for something else, and give the same numbers."""
    english, chinese = error.phrase.en, error.phrase.zh
    assert error.setting is not None
    assert english.startswith(f"{error.setting} is ")
    assert chinese.startswith(f"{error.setting} 为")
    assert "choose" in english
    assert "请" in chinese or "可选值" in chinese
    assert set(re.findall(r"\d+", english)) == set(re.findall(r"\d+", chinese))
    assert str(error) == english
    return error


def offered(error: SettingError, english: str, chinese: str) -> list[int]:
    """The numbers that both sentences offer, at the groups of a pattern for each."""
    in_english, in_chinese = re.search(english, error.phrase.en), re.search(chinese, error.phrase.zh)
    assert in_english is not None
    assert in_chinese is not None
    assert in_english.groups() == in_chinese.groups()
    return [int(number) for number in in_english.groups()]


def test_the_defaults_are_those_of_the_reference() -> None:
    reference: dict[str, object] = {
        "seq_len": 96,
        "pred_len": 96,
        "d_model": 512,
        "n_heads": 8,
        "e_layers": 2,
        "d_ff": 2048,
        "dropout": 0.1,
        "activation": "gelu",
    }
    assert vars(ITransformerConfig()) == reference
    assert vars(PatchTSTConfig()) == {**reference, "patch_len": 16, "stride": 8}


@pytest.mark.parametrize("kind", KINDS)
def test_a_configuration_stays_as_it_is(kind: Kind) -> None:
    with pytest.raises(FrozenInstanceError):
        kind().seq_len = 1  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS)
def test_settings_are_given_by_name(kind: Kind) -> None:
    with pytest.raises(TypeError):
        kind(96)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("kind", "name"),
    [*((ITransformerConfig, name) for name in SHARED), *((PatchTSTConfig, name) for name in [*CUT, "e_layers"])],
)
@pytest.mark.parametrize("value", [-1, -(10**9)])
def test_a_count_is_refused_below_the_smallest_that_works(kind: Kind, name: str, value: int) -> None:
    error = refusal(kind, **{"n_heads": 1, name: value})
    assert error.setting == name
    assert f"{name} is {value}" in error.phrase.en
    (smallest,) = offered(error, r"at least (\d+)", r"不小于 (\d+)")
    assert smallest == {**SHARED, **CUT}[name]
    works: dict[str, Any] = {"n_heads": 1, name: smallest}
    assert vars(kind(**works))[name] == smallest
    refusal(kind, **{"n_heads": 1, name: smallest - 1})


@pytest.mark.parametrize("name", [*SHARED, *CUT])
@pytest.mark.parametrize("value", [True, False, 12.0, 0.5, nan, inf, "12", "", None, [12]])
def test_a_count_that_is_no_whole_number_is_refused(name: str, value: object) -> None:
    error = refusal_of_a_wrong_type(PatchTSTConfig, **{name: value})
    assert error.setting == name
    assert f"{name} is {value!r}; choose a whole number" in error.phrase.en


@unhurried
@given(width=few, too_many=few)
def test_more_heads_than_features_are_refused(width: int, too_many: int) -> None:
    error = refusal(ITransformerConfig, d_model=width, n_heads=width + too_many)
    assert error.setting == "n_heads"
    fewest, most = offered(error, r"from (\d+) to (\d+)", r"设为 (\d+) 到 (\d+)")
    assert ITransformerConfig(d_model=width, n_heads=fewest).d_keys == width
    assert ITransformerConfig(d_model=width, n_heads=most).d_keys == 1
    refusal(ITransformerConfig, d_model=width, n_heads=most + 1)
    # The other remedy of the sentence: a larger d_model.
    assert ITransformerConfig(d_model=width + too_many, n_heads=width + too_many).d_keys == 1


@unhurried
@given(seq_len=few, stride=few, too_long=few)
def test_a_patch_longer_than_the_padded_window_is_refused(seq_len: int, stride: int, too_long: int) -> None:
    steps = seq_len + stride
    error = refusal(PatchTSTConfig, seq_len=seq_len, stride=stride, patch_len=steps + too_long)
    assert error.setting == "patch_len"
    (longest,) = offered(error, r"choose patch_len up to (\d+)", r"把 patch_len 设为不超过 (\d+)")
    assert PatchTSTConfig(seq_len=seq_len, stride=stride, patch_len=longest).n_patches == 1
    refusal(PatchTSTConfig, seq_len=seq_len, stride=stride, patch_len=longest + 1)
    # The other remedy of the sentence: a longer seq_len.
    PatchTSTConfig(seq_len=seq_len + too_long, stride=stride, patch_len=steps + too_long)


@unhurried
@given(half=few, n_heads=few)
def test_an_odd_width_is_refused_by_patchtst_alone(half: int, n_heads: int) -> None:
    width = 2 * half + 1
    assume(n_heads < width)
    assert ITransformerConfig(d_model=width, n_heads=n_heads).d_model == width
    error = refusal(PatchTSTConfig, d_model=width, n_heads=n_heads)
    assert error.setting == "d_model"
    (offer,) = offered(error, r"such as (\d+)", r"例如 (\d+)")
    assert PatchTSTConfig(d_model=offer, n_heads=n_heads).d_model == width + 1


@pytest.mark.parametrize("width", [1, 3, 9])
def test_an_odd_width_with_as_many_heads_gets_an_offer_that_works(width: int) -> None:
    error = refusal(PatchTSTConfig, d_model=width, n_heads=width)
    (offer,) = offered(error, r"such as (\d+)", r"例如 (\d+)")
    PatchTSTConfig(d_model=offer, n_heads=width)


@unhurried
@given(stride=st.integers(1, 20), patch_len=few, rest=st.integers(0, 19), too_many=few)
def test_more_patches_than_the_table_has_rows_are_refused(
    stride: int, patch_len: int, rest: int, too_many: int
) -> None:
    # The window starts 4999 strides before the end of its padding, which is one stride long; the rest fills no patch.
    longest = 4998 * stride + patch_len + min(rest, stride - 1)
    assert PatchTSTConfig(seq_len=longest, patch_len=patch_len, stride=stride).n_patches == 5000
    too_long: dict[str, Any] = {"seq_len": longest + too_many * stride, "patch_len": patch_len}
    error = refusal(PatchTSTConfig, stride=stride, **too_long)
    assert error.setting == "stride"
    patches, table = offered(error, r"gives (\d+) patches; .* has (\d+)", r"切出 (\d+) 个 patch.*只有 (\d+) 行")
    assert (patches, table) == (5000 + too_many, 5000)
    assert PatchTSTConfig(stride=2 * stride, **too_long).n_patches < 5000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [1.0, nextafter(1.0, 2.0), 2.0, -nextafter(0.0, 1.0), -1.0, nan, inf, -inf])
def test_a_dropout_that_is_no_share_is_refused(kind: Kind, value: float) -> None:
    error = refusal(kind, dropout=value)
    assert error.setting == "dropout"
    assert error.phrase.en == f"dropout is {value}; choose a share from 0 up to, but not including, 1."
    assert error.phrase.zh.startswith(f"dropout 为 {value}；请取 0 到 1 之间的比例")


@pytest.mark.parametrize("value", ["0.1", None, True])
def test_a_dropout_that_is_no_number_is_refused(value: object) -> None:
    assert refusal_of_a_wrong_type(ITransformerConfig, dropout=value).setting == "dropout"


@pytest.mark.parametrize("kind", KINDS)
@unhurried
@given(value=st.floats(0.0, 1.0, exclude_max=True))
def test_every_share_below_one_is_a_dropout(kind: Kind, value: float) -> None:
    assert kind(dropout=value).dropout == value


@pytest.mark.parametrize("kind", KINDS)
@unhurried
@given(value=st.text() | st.sampled_from(["GELU", "tanh", "gelu ", "relu6", ""]))
def test_an_unknown_activation_is_refused_with_those_that_are_known(kind: Kind, value: str) -> None:
    assume(value not in {"gelu", "relu"})
    with pytest.raises(SettingError) as caught:
        kind(activation=value)
    error = caught.value
    assert error.setting == "activation"
    assert error.phrase.en == f"activation is {value!r}; choose one of gelu, relu."
    assert error.phrase.zh == f"activation 为 {value!r}；可选值：gelu, relu。"
    for offer in ("gelu", "relu"):
        assert kind(activation=offer).activation == offer


def test_no_setting_is_named_by_the_code_alone() -> None:
    """Every setting can be refused; none slips through unchecked."""
    wrong: dict[str, Any] = dict.fromkeys([*SHARED, *CUT], -1) | {"dropout": -1.0, "activation": "no"}
    assert set(wrong) == {field.name for field in fields(PatchTSTConfig)}
    assert {refusal(PatchTSTConfig, **{name: value}).setting for name, value in wrong.items()} == set(wrong)


def test_what_is_wrong_first_is_said_first() -> None:
    """A number that is no count is refused before anything is compared with it."""
    assert refusal(PatchTSTConfig, n_heads=0, d_model=7).setting == "n_heads"
    assert refusal(PatchTSTConfig, patch_len=500, d_model=9).setting == "d_model"
    assert refusal(PatchTSTConfig, seq_len=0, stride=0).setting == "seq_len"


def test_the_number_of_patches_is_what_torch_cuts() -> None:
    for seq_len, patch_len, stride in product(range(1, 60), range(1, 25), range(1, 13)):
        padded = torch.empty(seq_len + stride)
        if patch_len > len(padded):
            with pytest.raises(RuntimeError, match="maximum size"):
                padded.unfold(0, patch_len, stride)
            assert refusal(PatchTSTConfig, seq_len=seq_len, patch_len=patch_len, stride=stride).setting == "patch_len"
        else:
            config = PatchTSTConfig(seq_len=seq_len, patch_len=patch_len, stride=stride)
            assert config.n_patches == len(padded.unfold(0, patch_len, stride))


@pytest.mark.parametrize(("d_model", "n_heads", "d_keys"), [(512, 8, 64), (8, 4, 2), (10, 4, 2), (7, 7, 1), (9, 5, 1)])
def test_a_head_has_its_whole_share_of_the_width(d_model: int, n_heads: int, d_keys: int) -> None:
    assert ITransformerConfig(d_model=d_model, n_heads=n_heads).d_keys == d_keys
