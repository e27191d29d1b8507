"""HTML as a tree, read so strictly that what a browser would silently repair is an error here."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
# A browser ends a paragraph where one of these begins.
ENDS_PARAGRAPH = {"article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure", "form", "h1", "h2"}
ENDS_PARAGRAPH |= {"h3", "h4", "h5", "header", "hr", "nav", "ol", "p", "pre", "section", "table", "ul"}
INTERACTIVE = {"button", "a", "input", "select", "textarea"}
# These are moved or dropped by a browser where they stand anywhere else.
PARENTS = {
    "tr": {"tbody", "thead", "tfoot"},
    "td": {"tr"},
    "th": {"tr"},
    "tbody": {"table"},
    "thead": {"table"},
    "caption": {"table"},
    "li": {"ul", "ol"},
    "summary": {"details"},
    "legend": {"fieldset"},
}


@dataclass(eq=False)
class Node:
    """One element; its children are elements and texts in their order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parent: "Node | None" = None
    children: list["Node | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.children)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def above(self) -> Iterator["Node"]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def nodes(self) -> Iterator["Node"]:
        """All elements inside, in the order of the document."""
        waiting = [each for each in reversed(self.children) if isinstance(each, Node)]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [each for each in reversed(node.children) if isinstance(each, Node)]

    def all(self, tag: str = "", *, css: str = "", **attributes: str | None) -> list["Node"]:
        """The elements inside with this tag, this class and these attributes; None for any value."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [
            node
            for node in self.nodes()
            if (not tag or node.tag == tag)
            and (not css or css in node.classes)
            and all(
                name in node.attributes and value in (None, node.attributes[name]) for name, value in wanted.items()
            )
        ]

    def one(self, tag: str = "", *, css: str = "", **attributes: str | None) -> "Node":
        (found,) = self.all(tag, css=css, **attributes)
        return found

    def values(self, name: str) -> list[str]:
        """The values of an attribute, in the order of the document."""
        return [node.attributes[name] for node in self.nodes() if name in node.attributes]


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Node("")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert len(attributes) == len(attrs), f"<{tag}> has an attribute twice: {attrs}"
        assert not (tag in ENDS_PARAGRAPH and self.is_in("p")), f"<{tag}> in a paragraph"
        assert not (tag in INTERACTIVE and self.is_in("button")), f"<{tag}> in a button"
        assert tag not in PARENTS or self.open.tag in PARENTS[tag], f"<{tag}> in <{self.open.tag}>"
        node = Node(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(node)
        if tag not in VOID:
            self.open = node

    def is_in(self, *tags: str) -> bool:
        return self.open.tag in tags or any(each.tag in tags for each in self.open.above)

    def updatepos(self, i: int, j: int) -> int:
        """Nobody asks for line numbers, and counting them takes long."""
        del i
        return j

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID or self.is_in("svg", "math"), f"<{tag}/> does not close in HTML"
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.tag == tag, f"</{tag}> ends <{self.open.tag}>"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        assert decl == "doctype html"

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"a processing instruction: {data}")


def read(html: str) -> Node:
    """The tree of a document or of a part of one; AssertionError where it is not well-formed."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is not closed"
    return reader.root
