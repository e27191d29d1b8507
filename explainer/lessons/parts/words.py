"""What is said about a module, and about what goes in and comes out of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from explainer.language import Phrase


@dataclass(frozen=True)
class ModuleWords:
    """One module: its title, and its job in one line."""

    title: Phrase
    job: Phrase


@dataclass(frozen=True)
class Interface:
    """What a forward is given and what it returns, by name; the result "" stands for one without a name of its own.

    nothing  why an argument or a result can be None, by name
    """

    arguments: Mapping[str, Phrase]
    results: Mapping[str, Phrase]
    nothing: Mapping[str, Phrase] = field(default_factory=dict)


def module(title_en: str, title_zh: str, job_en: str, job_zh: str, **facts: Phrase) -> ModuleWords:
    """The words on a module; facts are filled into its job."""
    return ModuleWords(Phrase(title_en, title_zh), Phrase(job_en, job_zh).fill(**facts))


def one_tensor(given: Phrase, returned: Phrase, name: str = "input") -> Interface:
    """The interface of a module that makes one tensor of one."""
    return Interface({name: given}, {"": returned})


# In both models these are None for the same reasons.
NO_MASK = Phrase(
    "No mask: an encoder reads a finished window, and every token may look at every other.",
    "没有掩码：编码器读的是完整的历史窗口，每个 token 都可以看所有 token。",
)
NO_WEIGHTS = Phrase(
    "The setting output_attention is False, so the weights are computed and used, but not handed out.",
    "output_attention 为 False：注意力权重照常计算和使用，只是不返回。",
)
