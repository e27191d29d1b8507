"""The pages of the site, in the order in which its header names them.

Page files are named by verbs and addresses are nouns: where a file has the name of its address, a server just started
answers its first deep link with "page not found".
"""

from dataclasses import dataclass
from pathlib import Path

from explainer.language import Phrase
from explainer.web import words
from explainer.web.data.words import DATA_PAGE
from explainer.web.evidence.words import EVIDENCE_PAGE

_FILES = Path(__file__).parents[2] / "pages"


@dataclass(frozen=True)
class SitePage:
    """A page: its part of the address, its file in the folder of pages, and its name."""

    address: str
    file: str
    name: Phrase

    @property
    def path(self) -> Path:
        """Where its script lies."""
        return _FILES / self.file


PAGES = (
    SitePage("layer", "read_layer.py", words.LAYER_PAGE),
    SitePage("attention", "show_attention.py", words.ATTENTION_PAGE),
    SitePage("evidence", "weigh_evidence.py", EVIDENCE_PAGE),
    SitePage("record", "list_record.py", words.RECORD_PAGE),
    SitePage("data", "bring_data.py", DATA_PAGE),
)
"""The front door leads to the second one."""
