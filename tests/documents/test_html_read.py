"""The reader that the other tests trust refuses what a browser would repair."""

import pytest

from tests.documents.html_read import read


@pytest.mark.parametrize(
    "broken",
    [
        "<b><i>x</b></i>",
        "<b>x",
        "x</b>",
        "<p><div>x</div></p>",
        "<div/>",
        "<button><button>x</button></button>",
        "<table><tr><td>x</td></tr></table>",
        '<b a="1" a="2">x</b>',
        "<!-- x -->",
        "<?php x ?>",
    ],
)
def test_what_is_not_well_formed_is_refused(broken: str) -> None:
    with pytest.raises(AssertionError):
        read(broken)


def test_elements_are_found_by_tag_class_and_attribute() -> None:
    tree = read('<p class="a b" data-x="1">one <b>&lt;two&gt;</b></p><svg viewBox="0"><path/></svg><input>')
    assert tree.one("p").text == "one <two>"
    assert tree.one(css="b", data_x="1").tag == "p"
    assert tree.one("b").parent is tree.one("p")
    assert [node.tag for node in tree.nodes()] == ["p", "b", "svg", "path", "input"]
    assert tree.values("data-x") == ["1"]
    assert tree.all("p", data_x="2") == []
