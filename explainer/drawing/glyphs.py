"""Which characters the fonts of this machine can draw, asked of the fonts themselves."""

from collections.abc import Iterable
from functools import cache
from unicodedata import category

from matplotlib.font_manager import FontProperties, fontManager, get_font

from explainer.language import ExplainedError, Phrase

# matplotlib brings it along.
PLAIN_FACE = "DejaVu Sans"
_CJK_FACES = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Noto Sans CJK JP",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti SC",
    "Microsoft YaHei",
    "SimHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Arial Unicode MS",
)
_MOST_NAMED = 5
_MISSING = Phrase(
    "No font on this machine can draw {characters}: rename what holds them or, for Chinese, Japanese and Korean, "
    "install the font Noto Sans CJK.",
    "这台机器上没有字体能画出 {characters}：请改掉含有这些字符的名称；若是中日韩文字，请安装 Noto Sans CJK 字体。",
)


class MissingGlyphs(ExplainedError):  # noqa: N818 (named for what is missing)
    """No font here has a character that is to be drawn; says which, and what would work."""


def check_glyphs(texts: Iterable[str]) -> None:
    """Raise MissingGlyphs where a text holds a character that none of the faces has."""
    wanted = dict.fromkeys(char for text in texts for char in text)
    missing = [char for char in wanted if not any(char in characters_of(face) for face in faces_of())]
    if missing:
        raise MissingGlyphs(_MISSING.fill(characters=_named(missing)))


@cache
def faces_of() -> tuple[str, ...]:
    """The faces that texts are drawn in: the plain one, and a CJK face where one is installed."""
    installed = set(fontManager.get_font_names())
    return (PLAIN_FACE, *[face for face in _CJK_FACES if face in installed][:1])


@cache
def characters_of(face: str) -> frozenset[str]:
    """All characters a face has."""
    font = fontManager.findfont(FontProperties(family=face), fallback_to_default=False)
    return frozenset(map(chr, get_font(font).get_charmap()))


def is_plain(text: str) -> bool:
    """Whether the plain face has all characters of the text."""
    return characters_of(PLAIN_FACE).issuperset(text)


def _named(characters: list[str]) -> str:
    shown = [_name(char) for char in characters[:_MOST_NAMED]]
    return ", ".join(shown) + (" …" if len(characters) > _MOST_NAMED else "")


def _name(char: str) -> str:
    code = f"U+{ord(char):04X}"
    return code if category(char)[0] in "CMZ" else f"{char} ({code})"
