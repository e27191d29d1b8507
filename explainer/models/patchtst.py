"""PatchTST: every variate on its own, cut into patches; attention runs between patches of one variate.

Read top to bottom as in figure 1 of the paper: normalise, patch and embed, encode, flatten, give back the scale.
Source: Nie et al., A Time Series is Worth 64 Words, ICLR 2023, as the Time-Series-Library writes it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import torch
from jaxtyping import Float
from torch import Tensor, nn

from explainer.models.configuration import ForecastConfig, SettingError, refuse
from explainer.models.transformer import build_encoder

LONGEST_TABLE = 5000


@dataclass(frozen=True, kw_only=True)
class PatchTSTConfig(ForecastConfig):
    """The settings of a PatchTST: `patch_len` P and `stride` s in time steps, and the shared ones."""

    patch_len: int = 16
    stride: int = 8

    @property
    def n_patches(self) -> int:
        """Patches of one window: what fits into L + s padded steps."""
        return (self.seq_len + self.stride - self.patch_len) // self.stride + 1

    def problems(self) -> Iterable[SettingError]:
        yield from super().problems()
        if self.d_model % 2:
            yield refuse(
                "d_model",
                "{setting} is {width}, an odd number; the position table pairs sines with cosines, "
                "so choose an even number such as {even}.",
                "{setting} 为奇数 {width}；位置编码表由正弦、余弦成对组成，请改为偶数，例如 {even}。",
                width=self.d_model,
                even=self.d_model + 1,
            )
        if self.seq_len + self.stride < self.patch_len:
            yield refuse(
                "patch_len",
                "{setting} is {patch}, but seq_len and stride together give only {steps} steps; "
                "choose {setting} up to {steps}, or a longer seq_len.",
                "{setting} 为 {patch}，而 seq_len 与 stride 之和只有 {steps} 步；"
                "请把 {setting} 设为不超过 {steps}，或增大 seq_len。",
                patch=self.patch_len,
                steps=self.seq_len + self.stride,
            )
        elif self.n_patches > LONGEST_TABLE:
            yield refuse(
                "stride",
                "{setting} is {stride} and gives {patches} patches; the position table has {table}, "
                "so choose a larger {setting} or a shorter seq_len.",
                "{setting} 为 {stride}，会切出 {patches} 个 patch，而位置编码表只有 {table} 行；"
                "请增大 {setting} 或缩短 seq_len。",
                stride=self.stride,
                patches=self.n_patches,
                table=LONGEST_TABLE,
            )


class PositionalEmbedding(nn.Module):
    """A fixed table of sines and cosines: where a patch stands in the window."""

    pe: Float[Tensor, "1 position d_model"]

    def __init__(self, d_model: int) -> None:
        super().__init__()
        position = torch.arange(LONGEST_TABLE).float().unsqueeze(1)
        frequency = torch.exp(torch.arange(0, d_model, 2).float() * -(log(10000.0) / d_model))
        waves = torch.stack([torch.sin(position * frequency), torch.cos(position * frequency)], dim=-1)
        self.register_buffer("pe", waves.flatten(start_dim=1).unsqueeze(0))

    def forward(self, patches: Float[Tensor, "batch patch patch_len"]) -> Float[Tensor, "1 patch d_model"]:
        # Only as many rows as there are patches.
        return self.pe[:, : patches.shape[1]]


class PatchEmbedding(nn.Module):
    """From the window of one variate to its patches as tokens."""

    def __init__(self, config: PatchTSTConfig) -> None:
        super().__init__()
        self.patch_len = config.patch_len
        self.stride = config.stride
        self.padding_patch_layer = nn.ReplicationPad1d((0, config.stride))
        self.value_embedding = nn.Linear(config.patch_len, config.d_model, bias=False)
        self.position_embedding = PositionalEmbedding(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Float[Tensor, "batch n_variates seq_len"]) -> Float[Tensor, "batch*n_variates patch d_model"]:
        # The last value is repeated, so that the newest steps stand in a patch of their own as well.
        x = self.padding_patch_layer(x)

        # Overlapping cuts along time.
        x = x.unfold(dimension=-1, size=self.patch_len, step=self.stride)

        # Variates join the batch: from here on they never meet again.
        x = x.flatten(end_dim=1)

        # What a patch holds, plus where it stands.
        return self.dropout(self.value_embedding(x) + self.position_embedding(x))


class Transpose(nn.Module):
    """Swaps two axes, as a module, so that it can stand in a Sequential."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__()
        self.axes = first, second

    def forward(self, x: Float[Tensor, "batch first second"]) -> Float[Tensor, "batch second first"]:
        # BatchNorm1d looks for its channels in the middle.
        return x.transpose(*self.axes)


class FlattenHead(nn.Module):
    """All patches of a variate, read at once, become its forecast."""

    def __init__(self, config: PatchTSTConfig) -> None:
        super().__init__()
        self.flatten = nn.Flatten(start_dim=-2)
        self.linear = nn.Linear(config.d_model * config.n_patches, config.pred_len)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Float[Tensor, "batch n_variates d_model patch"]) -> Float[Tensor, "batch n_variates pred_len"]:
        # Feature-major: feature 0 of all patches first, then feature 1, as the checkpoints expect.
        x = self.flatten(x)

        # One Linear for all variates.
        return self.dropout(self.linear(x))


class PatchTST(nn.Module):
    """Forecasts `pred_len` steps of every variate from a window of `seq_len` steps, variate by variate.

    model(x, x_mark=None): x (batch, seq_len, n_variates); x_mark is accepted and not used;
    returns (batch, pred_len, n_variates) in the units of x.
    """

    def __init__(self, config: PatchTSTConfig) -> None:
        super().__init__()
        self.config = config
        self.patch_embedding = PatchEmbedding(config)
        norm = nn.Sequential(Transpose(1, 2), nn.BatchNorm1d(config.d_model), Transpose(1, 2))
        self.encoder = build_encoder(config, norm)
        self.head = FlattenHead(config)

    def forward(
        self, x: Float[Tensor, "batch seq_len n_variates"], x_mark: Float[Tensor, "batch seq_len n_marks"] | None = None
    ) -> Float[Tensor, "batch pred_len n_variates"]:
        # Windows drift. Each variate's window is brought to mean 0 and variance 1.
        N = x.shape[-1]
        mean = x.mean(dim=1, keepdim=True).detach()
        x = x - mean
        std = torch.sqrt(x.var(dim=1, keepdim=True, unbiased=False) + 1e-5)
        x = x / std

        # Time goes last, to be cut into patches; one token per patch.
        tokens = self.patch_embedding(x.permute(0, 2, 1))

        # Patches of one variate look at each other.
        tokens, _ = self.encoder(tokens)

        # Variates leave the batch again, and the patches go last, to be flattened behind the features.
        tokens = tokens.unflatten(0, (-1, N)).permute(0, 1, 3, 2)

        # All patches together tell the variate's future.
        forecast = self.head(tokens).permute(0, 2, 1)

        # What was taken from each window is given back to its forecast.
        return forecast * std + mean
