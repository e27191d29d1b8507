"""What a visitor has set and chosen goes with them, to the other page and to the other language."""

from streamlit.testing.v1 import AppTest

from tests.web.visits import address, moved, opened, positions, sentences, spoken, title, tokens_of, turned_to

SETTINGS = {"batch_size": 2, "n_variates": 3, "seq_len": 20, "d_model": 10, "n_heads": 2, "d_ff": 5, "seed": 7}
CHOICES = {"layer": "2", "head": "2", "stage": "raw", "window": "2", "query": "hour_of_day", "key": "day_of_year"}


def settled() -> AppTest:
    """A visit that has moved every kind of control and made every choice, by hand."""
    return moved(moved(opened(), **SETTINGS), **CHOICES)


def test_the_other_language_keeps_every_slider_and_every_choice() -> None:
    visit = settled()
    before = positions(visit)
    assert SETTINGS.items() | CHOICES.items() <= before.items()
    for lang, name in (("zh", "谁在关注谁"), ("en", "What attends to what")):
        spoken(lang, visit)
        assert not visit.exception
        assert title(visit) == name
        assert positions(visit) == before


def test_the_other_language_renames_the_tokens_and_stands_in_the_address() -> None:
    visit = opened(n_variates=2)
    assert tokens_of(visit)[:3] == ["temperature", "dew point", "hour of day"]
    assert tokens_of(spoken("zh", visit))[:3] == ["气温", "露点温度", "小时"]
    assert address(visit)["lang"] == "zh"
    assert "lang" not in address(spoken("en", visit))


def test_the_other_page_opens() -> None:
    visit = turned_to("list_record", opened())
    assert not visit.exception
    assert title(visit) == "Everything that ran"


def test_the_first_look_at_the_other_page_is_at_the_same_settings() -> None:
    visit = opened(n_variates=3)
    assert "7 tokens" in sentences(turned_to("list_record", visit).markdown)[0]


def test_the_other_page_speaks_the_language_that_was_chosen_on_the_first() -> None:
    visit = turned_to("list_record", spoken("zh", opened()))
    assert not visit.exception
    assert title(visit) == "这次前向都做了什么"
    assert address(visit)["lang"] == "zh"


def test_a_language_chosen_on_the_other_page_is_kept_on_the_way_back() -> None:
    visit = opened()
    for page in ("list_record", "show_attention", "list_record"):
        turned_to(page, visit)
    turned_to("show_attention", spoken("zh", visit))
    assert title(visit) == "谁在关注谁"
    assert address(visit).get("lang") == "zh"


def test_settings_and_choices_are_as_before_after_a_look_at_the_other_page() -> None:
    visit = settled()
    before = positions(visit)
    for page in ("list_record", "show_attention", "list_record", "show_attention"):
        turned_to(page, visit)
        assert not visit.exception
    assert positions(visit) == before
    assert CHOICES.items() <= address(visit).items()
