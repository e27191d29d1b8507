"""The encoder that iTransformer and PatchTST share, from the attention core outwards.

What a token is differs (a variate's whole window there, a patch of one variate here); what happens
between tokens does not. Module and parameter names are those of the Time-Series-Library, so that its
checkpoints load with `strict=True`. The einsum letters: b batch, l query token, s key token,
h head, e feature of a query or key, d feature of a value.

Source: Vaswani et al., Attention Is All You Need, 2017; Liu et al., iTransformer, ICLR 2024.
"""

from math import inf, sqrt

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional

from explainer.models.configuration import ForecastConfig

Tokens = Float[Tensor, "batch token d_model"]


class FullAttention(nn.Module):
    """Every query looks at every key: softmax(scale · QKᵀ) V, in each head on its own."""

    def __init__(
        self,
        mask_flag: bool = False,
        scale: float | None = None,
        attention_dropout: float = 0.1,
        output_attention: bool = False,
    ) -> None:
        super().__init__()
        self.mask_flag = mask_flag
        self.scale = scale
        self.output_attention = output_attention
        self.dropout = nn.Dropout(attention_dropout)

    def forward(
        self,
        queries: Float[Tensor, "batch query head d_keys"],
        keys: Float[Tensor, "batch key head d_keys"],
        values: Float[Tensor, "batch key head d_values"],
        attn_mask: Bool[Tensor, "#batch #head query key"] | None = None,
    ) -> tuple[Float[Tensor, "batch query head d_values"], Float[Tensor, "batch head query key"] | None]:
        # The letters of the einsum strings get their sizes; 1/√E unless another scale was given.
        B, L, H, E = queries.shape
        _, S, _, D = values.shape
        scale = self.scale or 1.0 / sqrt(E)

        # Every query meets every key: the sum over e leaves one number per pair of tokens.
        scores = torch.einsum("blhe,bshe->bhls", queries, keys)

        # A decoder must not look ahead. An encoder over one window has nothing ahead to hide.
        if self.mask_flag:
            hidden = _later_keys(L, S, scores.device) if attn_mask is None else attn_mask
            scores = scores.masked_fill(hidden, -inf)

        # Dot products grow with √E; scaled back, the softmax of a row stays soft. Each row sums to 1.
        scaled_scores = scale * scores
        A = self.dropout(torch.softmax(scaled_scores, dim=-1))

        # A query leaves with the average of all values, weighted by its own row of A.
        V = torch.einsum("bhls,bshd->blhd", A, values)

        # The layer above merges the heads with a view, which asks for contiguous memory.
        if self.output_attention:
            return V.contiguous(), A
        return V.contiguous(), None


def _later_keys(n_queries: int, n_keys: int, device: torch.device) -> Bool[Tensor, "1 1 query key"]:
    """True where a key comes after its query."""
    everywhere = torch.ones(1, 1, n_queries, n_keys, dtype=torch.bool, device=device)
    return everywhere.triu(diagonal=1)


class AttentionLayer(nn.Module):
    """The bridge between tokens of width d_model and the heads of the attention core."""

    def __init__(self, attention: FullAttention, d_model: int, n_heads: int) -> None:
        super().__init__()
        width = n_heads * (d_model // n_heads)
        self.n_heads = n_heads
        self.query_projection = nn.Linear(d_model, width)
        self.key_projection = nn.Linear(d_model, width)
        self.value_projection = nn.Linear(d_model, width)
        self.out_projection = nn.Linear(width, d_model)
        self.inner_attention = attention

    def forward(
        self,
        queries: Float[Tensor, "batch query d_model"],
        keys: Float[Tensor, "batch key d_model"],
        values: Float[Tensor, "batch key d_model"],
        attn_mask: Bool[Tensor, "#batch #head query key"] | None = None,
    ) -> tuple[Float[Tensor, "batch query d_model"], Float[Tensor, "batch head query key"] | None]:
        # The heads share the width of a token: H heads of d_model // H features each.
        B, L, _ = queries.shape
        _, S, _ = keys.shape
        H = self.n_heads

        # Three learned views of the tokens, each cut into heads: what I seek, what I offer, what I give.
        queries = self.query_projection(queries).view(B, L, H, -1)
        keys = self.key_projection(keys).view(B, S, H, -1)
        values = self.value_projection(values).view(B, S, H, -1)

        # The only place where tokens meet.
        mixed, attn = self.inner_attention(queries, keys, values, attn_mask)

        # The heads are laid side by side again and mixed into one token.
        return self.out_projection(mixed.view(B, L, -1)), attn


class EncoderLayer(nn.Module):
    """Two halves of the same form, operation → residual → LayerNorm: between tokens, then within each."""

    def __init__(self, attention: AttentionLayer, config: ForecastConfig) -> None:
        super().__init__()
        self.attention = attention
        # A convolution of width 1 is a Linear at every token.
        self.conv1 = nn.Conv1d(config.d_model, config.d_ff, kernel_size=1)
        self.conv2 = nn.Conv1d(config.d_ff, config.d_model, kernel_size=1)
        self.norm1 = nn.LayerNorm(config.d_model)
        self.norm2 = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)
        self.activation = functional.relu if config.activation == "relu" else functional.gelu

    def forward(
        self, x: Tokens, attn_mask: Bool[Tensor, "#batch #head token token"] | None = None
    ) -> tuple[Tokens, Float[Tensor, "batch head token token"] | None]:
        # Between tokens: what attention found is added to what each token was, then normalised.
        attended, attn = self.attention(x, x, x, attn_mask)
        y = x = self.norm1(x + self.dropout(attended))

        # Within each token: what widening, bending and narrowing made is added to what it was, then normalised.
        y = self.dropout(self.activation(self.conv1(y.transpose(-1, 1))))
        y = self.dropout(self.conv2(y).transpose(-1, 1))
        # The half ends as the first did; x still is what norm1 returned.
        return self.norm2(x + y), attn


class Encoder(nn.Module):
    """Layers one after the other, and a norm at the end."""

    def __init__(self, attn_layers: list[EncoderLayer], norm_layer: nn.Module) -> None:
        super().__init__()
        self.attn_layers = nn.ModuleList(attn_layers)
        self.norm = norm_layer

    def forward(self, x: Tokens) -> tuple[Tokens, list[Float[Tensor, "batch head token token"] | None]]:
        # Tokens keep their number and width, so layers can be stacked as often as wanted.
        attns = []
        for attn_layer in self.attn_layers:
            x, attn = attn_layer(x)
            attns.append(attn)

        # The last layer's sum has been normalised already; the reference normalises once more.
        return self.norm(x), attns


def build_encoder(config: ForecastConfig, norm_layer: nn.Module) -> Encoder:
    """An encoder of `config.e_layers` layers that ends in `norm_layer`."""
    return Encoder([_build_layer(config) for _ in range(config.e_layers)], norm_layer)


def _build_layer(config: ForecastConfig) -> EncoderLayer:
    core = FullAttention(attention_dropout=config.dropout)
    return EncoderLayer(AttentionLayer(core, config.d_model, config.n_heads), config)
