"""Which words belong to which layer, and their sections."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from explainer.language import Language, Phrase
from explainer.lessons.rendering import render

_MODELS = frozenset({"itransformer", "patchtst"})

# Two layers are known by where they stand: what they are for is not in the name of their class.
_BY_PATH = {"projection": "projection", "encoder.norm": "final_norm"}
_BY_CLASS = {
    "ITransformer": "model_itransformer",
    "PatchTST": "model_patchtst",
    "InvertedEmbedding": "inverted_embedding",
    "PatchEmbedding": "patch_embedding",
    "PositionalEmbedding": "positional_embedding",
    "Encoder": "encoder",
    "EncoderLayer": "encoder_layer",
    "AttentionLayer": "attention_layer",
    "FullAttention": "full_attention",
    "FlattenHead": "flatten_head",
    "Transpose": "transpose",
    "Linear": "linear",
    "Conv1d": "conv1d",
    "LayerNorm": "layer_norm",
    "BatchNorm1d": "batch_norm",
    "Dropout": "dropout",
    "ReplicationPad1d": "replication_pad",
    "Flatten": "flatten",
}
_TITLES = {
    "place": Phrase("Where it stands", "在父层中的位置"),
    "inputs": Phrase("What goes in, what comes out", "输入与输出"),
    "sequence": Phrase("Who calls whom", "顺序图"),
    "groups": Phrase("What belongs together", "语义分组"),
    "example": Phrase("A small example", "小例子"),
    "map": Phrase("The whole map", "注意力矩阵全景"),
    "next": Phrase("What to open next", "继续往下看"),
}
_TITLE = re.compile(r"# (?P<title>.+)\n")
_HEADING = re.compile(r"^## (?:`(?P<code>[^`]+)` )?(?P<words>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A part of a lesson: `id` is a fixed word, or the start of the first code line of the paragraph it is about."""

    id: str
    title: str
    markdown: str


@dataclass(frozen=True)
class LayerLesson:
    """The words of one layer; `sections` by their ids, in the order of the lesson."""

    title: str
    sections: dict[str, Section]

    def on(self, line: str) -> Section | None:
        """The section on the paragraph of the source whose first code line is `line`; None where there is none."""
        code = (each for each in self.sections.values() if each.id not in _TITLES)
        return next((each for each in code if line.strip().startswith(each.id)), None)


def layer_file(path: str, class_name: str) -> str | None:
    """The name of the lesson of the module at `path`; None where there are no words."""
    return _BY_PATH.get(path) or _BY_CLASS.get(class_name)


def layer_lesson(
    model: str, path: str, class_name: str, language: Language, facts: Mapping[str, object]
) -> LayerLesson | None:
    """The lesson of a layer of `model`, filled with `layer_facts`; None for layers and models without words.

    Raises jinja2.UndefinedError where the words need a fact that is not given.
    """
    file = layer_file(path, class_name)
    if file is None or model not in _MODELS:
        return None
    return _parsed(render(f"layers/{file}.{language}.md", language, {**facts, "model": model, "path": path}), language)


def _parsed(markdown: str, language: Language) -> LayerLesson:
    opening = _TITLE.match(markdown)
    if opening is None:
        raise ValueError(f"a lesson begins with its title, not with {markdown[:40]!r}")
    headings = list(_HEADING.finditer(markdown))
    ends = [heading.start() for heading in headings[1:]] + [len(markdown)]
    sections = [
        _section(heading, markdown[heading.end() : end], language) for heading, end in zip(headings, ends, strict=True)
    ]
    return LayerLesson(opening["title"].strip(), {section.id: section for section in sections})


def _section(heading: re.Match[str], text: str, language: Language) -> Section:
    words = heading["words"].strip()
    if heading["code"]:
        return Section(heading["code"], words, text.strip())
    return Section(words, _TITLES[words].in_language(language), text.strip())
