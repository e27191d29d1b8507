"""What a document was made from, on one line: what was run, and where its weights come from."""

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.markup import markdown, template
from explainer.language import Language


def origin_line(told: str, weights: str, language: Language, *, fitted: bool) -> Markup:
    """The line, and the button that saves the layer; `told` is Markdown, `weights` says where they come from."""
    save = words.SAVE_LAYER.in_language(language)
    return template("origin", told=markdown(told), weights=weights, fitted=fitted, save=save)
