"""What a reader can move: the sizes of a model, and what it is given to read."""

from dataclasses import dataclass, fields

from explainer.language import Phrase
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig


@dataclass(frozen=True, kw_only=True)
class PassSettings:
    """One position of all controls; the defaults are small enough to check every number by hand.

    batch_size   windows read at once (B)            n_variates  columns of the series that are read (N)
    seed         what the random weights are drawn from
    The other fields are those of the model's configuration.
    """

    batch_size: int = 3
    n_variates: int = 5
    seq_len: int = 12
    pred_len: int = 6
    d_model: int = 8
    n_heads: int = 4
    e_layers: int = 2
    d_ff: int = 32
    dropout: float = 0.1
    activation: str = "gelu"
    seed: int = 0

    def config(self) -> ForecastConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        raise NotImplementedError

    @property
    def reads_marks(self) -> bool:
        """Whether the model is given time marks."""
        return False

    def weights(self) -> Phrase:
        """Where the weights come from, to stand beside everything that is drawn from them."""
        return Phrase("random weights, seed {seed}", "随机权重，种子 {seed}").fill(seed=self.seed)


@dataclass(frozen=True, kw_only=True)
class Settings(PassSettings):
    """A pass of iTransformer, in which time marks become tokens."""

    time_marks: bool = True

    @property
    def reads_marks(self) -> bool:
        """Whether time marks become tokens."""
        return self.time_marks

    def config(self) -> ITransformerConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        return ITransformerConfig(**{each.name: getattr(self, each.name) for each in fields(ITransformerConfig)})


@dataclass(frozen=True, kw_only=True)
class PatchTSTSettings(PassSettings):
    """A pass of PatchTST, which does not use time marks."""

    patch_len: int = 4
    stride: int = 2

    def config(self) -> PatchTSTConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        return PatchTSTConfig(**{each.name: getattr(self, each.name) for each in fields(PatchTSTConfig)})
