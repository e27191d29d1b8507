"""The facts of the lesson on the attention map, taken from a run."""

from decimal import ROUND_UP, Context

from explainer.language import Language, Phrase, counted
from explainer.reading import AttentionMap
from explainer.running import PatchTSTSettings, Run


def attention_facts(run: Run, shown: AttentionMap, language: Language) -> dict[str, object]:
    """What the lesson's placeholders stand for, for the layer on the screen."""
    patches, training = isinstance(run.settings, PatchTSTSettings), run.settings.training
    return {
        "by_variate": patches,
        "training": training,
        "on_the_axes": f"attention_map/{'patches' if patches else 'variates'}.{language}.md",
        "weighing": f"attention_map/{'train' if training else 'eval'}_mode.{language}.md",
        "weights": run.origin.in_language(language),
        "fitted": run.weights is not None,
        "series": run.series.name,
        **_counts(run, shown, language),
        **_numbers(shown),
        **_dropout(run, shown, language),
        **_marks(run, language),
        **(_patches(run.settings, language) if isinstance(run.settings, PatchTSTSettings) else {}),
    }


def _counts(run: Run, shown: AttentionMap, language: Language) -> dict[str, object]:
    batch, heads, n_tokens, _ = shown.attention.shape
    d_keys = run.settings.config().d_keys
    return {
        "batch": batch,
        "heads": heads,
        "layers": run.settings.e_layers,
        "steps": _count(run.settings.seq_len, _STEP, language),
        "variates": _count(run.settings.n_variates, Phrase("variate", "个变量"), language),
        "tokens": _count(n_tokens, Phrase("token", "个 token"), language),
        "cells": _count(n_tokens * n_tokens, _CELL, language),
        "features": _count(d_keys, Phrase("feature", "个特征"), language),
        "several": n_tokens > 1,
        "n_tokens": n_tokens,
        "d_keys": d_keys,
    }


def _numbers(shown: AttentionMap) -> dict[str, object]:
    transposed = shown.attention.transpose(-2, -1)
    return {
        "scale": f"{shown.scale or 1:.4g}",
        "uniform": f"{1 / shown.attention.shape[-1]:.4g}",
        "weakest": f"{float(shown.attention.min()):.4g}",
        "strongest": f"{float(shown.attention.max()):.4g}",
        "asymmetry": f"{float((shown.attention - transposed).abs().max()):.2g}",
        "row_error": _at_most(float((shown.attention.sum(-1) - 1).abs().max())),
    }


def _dropout(run: Run, shown: AttentionMap, language: Language) -> dict[str, object]:
    """How much of the layer's attention was dropped; nothing of it in eval mode."""
    sums = shown.attention.sum(-1)
    return {
        "dropout": f"{run.settings.dropout:g}",
        "kept": f"{1 - run.settings.dropout:g}",
        "zeros": int((shown.attention == 0).sum()),
        "all_cells": _count(shown.attention.numel(), _CELL, language),
        "smallest_sum": f"{float(sums.min()):.4g}",
        "largest_sum": f"{float(sums.max()):.4g}",
    }


def _marks(run: Run, language: Language) -> dict[str, object]:
    marks = [token.title.in_language(language) for token in run.tokens if token.kind == "mark"]
    return {
        "has_marks": bool(marks),
        "marks": _count(len(marks), Phrase("time mark", "个时间标记"), language),
        "mark_names": ("、" if language is Language.ZH else ", ").join(marks),
    }


def _patches(settings: PatchTSTSettings, language: Language) -> dict[str, object]:
    return {
        "patch": _count(settings.patch_len, _STEP, language),
        "stride": _count(settings.stride, _STEP, language),
        "padding": _count(settings.stride, _STEP, language),
        "windows": _count(settings.batch_size, Phrase("window", "个窗口"), language),
        "sequences": _count(settings.batch_size * settings.n_variates, Phrase("sequence", "条序列"), language),
    }


_STEP = Phrase("step", "步")
_CELL = Phrase("cell", "格")


def _count(number: int, thing: Phrase, language: Language) -> str:
    return counted(number, thing).in_language(language)


def _at_most(number: float) -> str:
    """One digit, rounded up: what is said to be no more than this is no more than this."""
    return f"{float(Context(prec=1, rounding=ROUND_UP).create_decimal_from_float(number)):g}"
