"""iTransformer: every variate's whole window is one token, and attention runs between variates.

Read top to bottom as in figure 2 of the paper: normalise, embed, encode, project, give back the scale.
Source: Liu et al., iTransformer: Inverted Transformers Are Effective for Time Series Forecasting, ICLR 2024.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from explainer.models.configuration import ForecastConfig
from explainer.models.transformer import build_encoder


@dataclass(frozen=True, kw_only=True)
class ITransformerConfig(ForecastConfig):
    """The settings of an iTransformer. The number of variates is not among them: the weights are shared."""


class InvertedEmbedding(nn.Module):
    """From L time steps of N variates to N tokens; time marks become tokens too."""

    def __init__(self, seq_len: int, d_model: int, dropout: float) -> None:
        super().__init__()
        self.value_embedding = nn.Linear(seq_len, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, x: Float[Tensor, "batch seq_len n_variates"], x_mark: Float[Tensor, "batch seq_len n_marks"] | None
    ) -> Float[Tensor, "batch token d_model"]:
        # Inverted: a token is not one time step of all variates but all time steps of one variate.
        x = x.permute(0, 2, 1)

        # A time mark is a series like any other, so it queues behind the variates.
        if x_mark is not None:
            x = torch.cat([x, x_mark.permute(0, 2, 1)], dim=1)

        # One Linear reads the whole window. Variates have no order, so there is no position embedding.
        return self.dropout(self.value_embedding(x))


class ITransformer(nn.Module):
    """Forecasts `pred_len` steps of every variate from a window of `seq_len` steps.

    model(x, x_mark=None): x (batch, seq_len, n_variates), x_mark (batch, seq_len, n_marks) or None;
    returns (batch, pred_len, n_variates) in the units of x. Any number of variates fits the same weights.
    """

    def __init__(self, config: ITransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.enc_embedding = InvertedEmbedding(config.seq_len, config.d_model, config.dropout)
        self.encoder = build_encoder(config, nn.LayerNorm(config.d_model))
        self.projection = nn.Linear(config.d_model, config.pred_len)

    def forward(
        self, x: Float[Tensor, "batch seq_len n_variates"], x_mark: Float[Tensor, "batch seq_len n_marks"] | None = None
    ) -> Float[Tensor, "batch pred_len n_variates"]:
        # Windows drift. Each variate's window is brought to mean 0 and variance 1; marks stay as they are.
        N = x.shape[-1]
        mean = x.mean(dim=1, keepdim=True).detach()
        x = x - mean
        std = torch.sqrt(x.var(dim=1, keepdim=True, unbiased=False) + 1e-5)
        x = x / std

        # One token per variate, and one per time mark.
        tokens = self.enc_embedding(x, x_mark)

        # Tokens look at each other: this is where one variate can learn from another.
        tokens, _ = self.encoder(tokens)

        # Each token tells its own future; the marks' tokens were there to be looked at, and are dropped.
        forecast = self.projection(tokens).permute(0, 2, 1)[:, :, :N]

        # What was taken from each window is given back to its forecast.
        return forecast * std + mean
