"""What can be set on a model, and the sentence for each setting that cannot work."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from explainer.language import ExplainedError, Phrase

ACTIVATIONS = ("gelu", "relu")


class SettingError(ExplainedError):
    """A setting that cannot work; `setting` is its name, the sentence says what would work."""


def refuse(setting: str, en: str, zh: str, **facts: object) -> SettingError:
    """The error for a setting, its sentence given in both languages with `{setting}` and facts to fill in."""
    return SettingError(Phrase(en, zh).fill(setting=setting, **facts), setting)


@dataclass(frozen=True, kw_only=True)
class ForecastConfig:
    """The settings that both forecasters share. The defaults are those of the reference's command line.

    seq_len     look-back window L, in time steps        pred_len    horizon S, in time steps
    d_model     width D of a token                       n_heads     attention heads H
    e_layers    encoder layers                           d_ff        inner width F of the feed-forward part
    dropout     share of values dropped in training      activation  "gelu" or "relu"

    Raises SettingError, with the field and the remedy, for values that cannot work.
    """

    seq_len: int = 96
    pred_len: int = 96
    d_model: int = 512
    n_heads: int = 8
    e_layers: int = 2
    d_ff: int = 2048
    dropout: float = 0.1
    activation: str = "gelu"

    def __post_init__(self) -> None:
        for problem in self.problems():
            raise problem

    @property
    def d_keys(self) -> int:
        """Features E of one head. Where heads do not divide d_model the rest is not used, as in the reference."""
        return self.d_model // self.n_heads

    def problems(self) -> Iterable[SettingError]:
        """What cannot work, in the order in which a reader should mend it: later ones may hang on earlier ones."""
        yield from self._not_counts()
        if self.n_heads > self.d_model:
            yield refuse(
                "n_heads",
                "{setting} is {heads}, more than d_model, which is {width}: each head needs at least one "
                "feature, so choose {setting} from 1 to {width}, or a larger d_model.",
                "{setting} 为 {heads}，大于 d_model（{width}）：每个注意力头至少要分到一个特征，"
                "请把 {setting} 设为 1 到 {width}，或增大 d_model。",
                heads=self.n_heads,
                width=self.d_model,
            )
        if not _is_number(self.dropout) or not 0 <= self.dropout < 1:
            yield refuse(
                "dropout",
                "{setting} is {value!r}; choose a share from 0 up to, but not including, 1.",
                "{setting} 为 {value!r}；请取 0 到 1 之间的比例（可以是 0，不能是 1）。",
                value=self.dropout,
            )
        if self.activation not in ACTIVATIONS:
            yield refuse(
                "activation",
                "{setting} is {value!r}; choose one of {known}.",
                "{setting} 为 {value!r}；可选值：{known}。",
                value=self.activation,
                known=", ".join(ACTIVATIONS),
            )

    def _not_counts(self) -> Iterable[SettingError]:
        for field in fields(self):
            value = getattr(self, field.name)
            smallest = 0 if field.name == "e_layers" else 1
            if field.type is int and (not isinstance(value, int) or isinstance(value, bool) or value < smallest):
                yield refuse(
                    field.name,
                    "{setting} is {value!r}; choose a whole number of at least {smallest}.",
                    "{setting} 为 {value!r}；请取不小于 {smallest} 的整数。",
                    value=value,
                    smallest=smallest,
                )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
