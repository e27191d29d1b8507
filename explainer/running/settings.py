"""What a reader can move: the sizes of a model, and what it is given to read."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from explainer.language import Phrase
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, SettingError


@dataclass(frozen=True, kw_only=True)
class PassSettings:
    """One position of all controls; the defaults are small enough to check every number by hand.

    batch_size   windows read at once (B)            n_variates  columns of the series that are read (N)
    seed         what the random weights are drawn from, and in train mode what dropout drops
    training     train mode instead of eval mode
    The other fields are those of the model's configuration. `title` is the model's name, the same in all languages.
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
    training: bool = False

    # Without a type, so that it is no setting.
    title = ""

    def config(self) -> ForecastConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        raise NotImplementedError

    @property
    def reads_marks(self) -> bool:
        """Whether the model is given time marks."""
        return False

    @property
    def channel_independent(self) -> bool:
        """Whether each variate is read on its own, so that windows and variates share the batch of the encoder."""
        return False

    def weights(self) -> Phrase:
        """Where the weights come from, to stand beside everything that is drawn from them."""
        return Phrase("random weights, seed {seed}", "随机权重，种子 {seed}").fill(seed=self.seed)


@dataclass(frozen=True, kw_only=True)
class Settings(PassSettings):
    """A pass of iTransformer, in which time marks become tokens."""

    time_marks: bool = True

    title = "iTransformer"

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

    title = "PatchTST"

    @property
    def channel_independent(self) -> bool:
        """Whether each variate is read on its own: it is."""
        return True

    def config(self) -> PatchTSTConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        config = PatchTSTConfig(**{each.name: getattr(self, each.name) for each in fields(PatchTSTConfig)})
        if self.training and self.batch_size * self.n_variates * config.n_patches == 1:
            raise SettingError(_ONE_VALUE.fill(seq_len=self.seq_len, at_least=2), setting="training")
        return config


_ONE_VALUE = Phrase(
    "training is on, and BatchNorm divides each feature by its spread over batch_size × n_variates × patches, here a "
    "single value, which has none; choose a batch_size or n_variates of at least {at_least}, a patch_len up to "
    "{seq_len}, or eval mode.",
    "training 已开启，BatchNorm 要用每个特征在 batch_size × n_variates × patch 数个值上的标准差来归一化，"
    "而这里只有一个值，没有标准差可言；请把 batch_size 或 n_variates 设为至少 {at_least}，"
    "或把 patch_len 设为不超过 {seq_len}，或改用 eval 模式。",
)

MODELS: Mapping[str, type[PassSettings]] = {"itransformer": Settings, "patchtst": PatchTSTSettings}
"""The settings of each model by its id, which stands in addresses and on the command line."""


def model_of(settings: PassSettings) -> str:
    """The id of the model that the settings are for; KeyError where it has none."""
    return {kind: model for model, kind in MODELS.items()}[type(settings)]


def settings_of(model: str, values: Mapping[str, Any]) -> PassSettings:
    """The settings of a model from `values` by name; those that it does not have are left out. KeyError: no such id."""
    known = {each.name for each in fields(MODELS[model])}
    return MODELS[model](**{name: value for name, value in values.items() if name in known})
