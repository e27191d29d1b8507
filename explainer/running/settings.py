"""What a reader can move: the sizes of the model, and what it is given to read."""

from dataclasses import dataclass

from explainer.language import Phrase
from explainer.models import ITransformerConfig


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One position of all controls; the defaults are small enough to check every number by hand.

    batch_size   windows read at once (B)            n_variates  columns of the series that are read (N)
    time_marks   whether time marks become tokens    seed        what the random weights are drawn from
    The other fields are those of `ITransformerConfig`.
    """

    batch_size: int = 3
    n_variates: int = 5
    time_marks: bool = True
    seq_len: int = 12
    pred_len: int = 6
    d_model: int = 8
    n_heads: int = 4
    e_layers: int = 2
    d_ff: int = 32
    seed: int = 0

    def config(self) -> ITransformerConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        return ITransformerConfig(
            seq_len=self.seq_len,
            pred_len=self.pred_len,
            d_model=self.d_model,
            n_heads=self.n_heads,
            e_layers=self.e_layers,
            d_ff=self.d_ff,
        )

    def weights(self) -> Phrase:
        """Where the weights come from, to stand beside everything that is drawn from them."""
        return Phrase("random weights, seed {seed}", "随机权重，种子 {seed}").fill(seed=self.seed)
