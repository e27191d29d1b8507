"""Numbers in an address that no control can take are answered in a sentence, whatever they are."""

import re

import pytest

from explainer.running import Settings
from tests.web.visits import complaints, letters, moved, opened, positions, sentences, tokens_of

ENDS = {
    "batch_size": (1, 8),
    "n_variates": (1, 5),
    "seq_len": (1, 8760),
    "pred_len": (1, 8760),
    "d_model": (1, 64),
    "n_heads": (1, 16),
    "e_layers": (1, 6),
    "d_ff": (1, 256),
    "seed": (0, 2147483647),
}
TOO_MUCH = {setting: str(high + 1) for setting, (_, high) in ENDS.items()}
TOO_LITTLE = {setting: str(low - 1) for setting, (low, _) in ENDS.items()}
WORDS = {
    "batch_size": "abc",
    "n_variates": "nan",
    "seq_len": "99999999999999999999999",
    "pred_len": "",
    "d_model": "<script>alert(1)</script>",
    "n_heads": "**x** `y` [a](b) :red[z]",
    "e_layers": "½",
    "d_ff": "3 or so",
    "seed": "--",
}
# What the renderer of Markdown makes a link of, even where every sign of it is escaped.
_BECOMES_A_LINK = re.compile(r"(https?://|www\.)\w|[-.\w+]+@[-\w]+\.\w")


@pytest.mark.parametrize("asked", [TOO_MUCH, TOO_LITTLE, WORDS], ids=["high", "low", "words"])
def test_each_number_out_of_reach_is_refused_in_a_sentence_with_what_would_do(asked: dict[str, str]) -> None:
    visit = opened(**asked)
    assert not visit.exception
    told = {sentence.split()[0]: sentence for sentence in sentences(visit.warning)}
    assert set(told) == set(ENDS)
    for setting, ends in ENDS.items():
        assert told[setting].startswith(f"{setting} in the address is {asked[setting][:40]}")
        assert told[setting].endswith("from {} to {}.".format(*ends))
        assert positions(visit)[setting] == getattr(Settings(), setting)


def test_the_sentence_is_in_the_language_of_the_page() -> None:
    (sentence,) = sentences(opened(n_variates=99, lang="zh").warning)
    assert sentence == "网址中的 n_variates 为 99；请取 1 到 5 之间的整数。"


def test_a_switch_knows_true_and_false() -> None:
    visit = opened(time_marks="maybe")
    assert sentences(visit.warning) == ["time_marks in the address is maybe; choose true or false."]
    assert len(tokens_of(visit)) == 9


def test_what_is_in_reach_is_taken_beside_what_is_refused() -> None:
    visit = opened(n_variates=9, n_heads=2)
    assert len(visit.warning) == 1
    assert positions(visit)["n_heads"] == 2


def test_two_minus_signs_are_refused_like_any_other_word() -> None:
    assert letters(complaints(opened(d_model="--5"))[0]).startswith("d_model in the address is --5")


@pytest.mark.parametrize("asked", ["inf", "9" * 400])
def test_numbers_without_end_are_refused_like_any_other(asked: str) -> None:
    assert letters(complaints(opened(seed=asked))[0]).startswith(f"seed in the address is {asked[:40]}")


def test_what_a_sentence_refuses_is_not_applied() -> None:
    visit = opened(seed="1e9", d_model="9.5", d_ff="+9", e_layers="١")
    refused = {sentence.split()[0] for sentence in sentences(visit.warning)}
    applied = {setting for setting in ENDS if positions(visit)[setting] != getattr(Settings(), setting)}
    assert refused & applied == set()


def test_an_address_inside_the_address_does_not_become_a_link() -> None:
    visit = opened(d_model="https://b.example/x", d_ff="www.b.example", seed="a@b.example")
    assert len(visit.warning) == 3
    without_code = [re.sub(r"(?<!\\)(`+).*?\1", "", warning.value) for warning in visit.warning]
    unescaped = [re.sub(r"\\(.)", r"\1", sentence) for sentence in without_code]
    assert [sentence for sentence in unescaped if _BECOMES_A_LINK.search(sentence)] == []


def test_the_sentence_goes_when_its_setting_is_moved() -> None:
    assert not moved(opened(n_variates=99), n_variates=4).warning
