"""Saying phrases in the reader's language, safely: facts are shown as they are, whatever characters they hold."""

from dataclasses import dataclass

from explainer.language import Language, Phrase
from explainer.lessons import plain


@dataclass(frozen=True, eq=False)
class Teller:
    """Who tells a page, in one language."""

    language: Language

    def say(self, phrase: Phrase, **facts: object) -> str:
        """The phrase as Markdown, its facts escaped; a fact may be a phrase."""
        spoken = {name: fact if isinstance(fact, Phrase) else plain(fact) for name, fact in facts.items()}
        return phrase.fill(**spoken).in_language(self.language)

    def plainly(self, phrase: Phrase) -> str:
        """A phrase that holds facts already, as text without markup."""
        return plain(phrase.in_language(self.language))
