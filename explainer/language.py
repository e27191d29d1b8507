"""Two languages, one sentence.

Every text a reader can meet is a `Phrase`: English and Chinese side by side, so that neither
can be forgotten. Errors meant for readers carry a phrase too and are shown in the reader's language.
"""

from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """The languages of the project, by the code that stands in addresses and file names."""

    EN = "en"
    ZH = "zh"


def preferred_language(locale: str | None) -> Language:
    """The language for a browser locale such as "zh-CN"; English where it is unknown."""
    return Language.ZH if (locale or "").lower().startswith("zh") else Language.EN


@dataclass(frozen=True)
class Phrase:
    """One text in both languages, with `{placeholders}` for facts."""

    en: str
    zh: str

    def fill(self, **facts: object) -> "Phrase":
        """The phrase with its placeholders replaced; a fact may be a phrase itself."""
        return Phrase(*(self._filled(language, facts) for language in Language))

    def _filled(self, language: Language, facts: dict[str, object]) -> str:
        spoken = {
            name: fact.in_language(language) if isinstance(fact, Phrase) else fact for name, fact in facts.items()
        }
        return self.in_language(language).format(**spoken)

    def in_language(self, language: Language) -> str:
        """The text in one language."""
        return self.zh if language is Language.ZH else self.en

    def __str__(self) -> str:
        return self.en


def counted(number: int, thing: Phrase) -> Phrase:
    """A number of things: "1 token", "9 tokens"; in Chinese `thing` brings its measure word, and knows no plural."""
    return Phrase(f"{number} {thing.en}{'' if number == 1 else 's'}", f"{number} {thing.zh}")


def same_in_both(text: str) -> Phrase:
    """A text that is not translated, such as a column name from the reader's file."""
    return Phrase(text, text)


class ExplainedError(ValueError):
    """Something a reader asked for cannot be done; says in one sentence why, and what would work.

    `setting` names the field to change, where there is one.
    """

    def __init__(self, phrase: Phrase, setting: str | None = None) -> None:
        super().__init__(phrase.en)
        self.phrase = phrase
        self.setting = setting
