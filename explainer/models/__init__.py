"""The models, written to be read: each `forward()` is prose, each paragraph stands under one comment that says why."""

from explainer.models.building import build
from explainer.models.configuration import ForecastConfig, SettingError
from explainer.models.itransformer import ITransformer, ITransformerConfig
from explainer.models.patchtst import PatchTST, PatchTSTConfig

__all__ = [
    "ForecastConfig",
    "ITransformer",
    "ITransformerConfig",
    "PatchTST",
    "PatchTSTConfig",
    "SettingError",
    "build",
]
