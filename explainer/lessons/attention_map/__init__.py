"""The facts of the lesson on the attention map, taken from a run."""

from decimal import ROUND_UP, Context

from explainer.language import Language, Phrase, counted
from explainer.reading import AttentionMap
from explainer.running import Run


def attention_facts(run: Run, shown: AttentionMap, language: Language) -> dict[str, object]:
    """What the lesson's placeholders stand for, for the layer on the screen."""
    batch, heads, n_tokens, _ = shown.attention.shape
    transposed = shown.attention.transpose(-2, -1)
    marks = [token.title.in_language(language) for token in run.tokens if token.kind == "mark"]

    def count(number: int, thing: Phrase) -> str:
        return counted(number, thing).in_language(language)

    return {
        "batch": batch,
        "heads": heads,
        "layers": run.settings.e_layers,
        "steps": count(run.settings.seq_len, Phrase("step", "步")),
        "variates": count(n_tokens - len(marks), Phrase("variate", "个变量")),
        "marks": count(len(marks), Phrase("time mark", "个时间标记")),
        "tokens": count(n_tokens, Phrase("token", "个 token")),
        "cells": count(n_tokens * n_tokens, Phrase("cell", "格")),
        "features": count(run.settings.config().d_keys, Phrase("feature", "个特征")),
        "has_marks": bool(marks),
        "several": n_tokens > 1,
        "mark_names": ("、" if language is Language.ZH else ", ").join(marks),
        "n_tokens": n_tokens,
        "d_keys": run.settings.config().d_keys,
        "scale": f"{shown.scale or 1:.4g}",
        "uniform": f"{1 / n_tokens:.4g}",
        "weakest": f"{float(shown.attention.min()):.4g}",
        "strongest": f"{float(shown.attention.max()):.4g}",
        "asymmetry": f"{float((shown.attention - transposed).abs().max()):.2g}",
        "row_error": _at_most(float((shown.attention.sum(-1) - 1).abs().max())),
        "weights": run.settings.weights().in_language(language),
        "series": run.series.name,
    }


def _at_most(number: float) -> str:
    """One digit, rounded up: what is said to be no more than this is no more than this."""
    return f"{float(Context(prec=1, rounding=ROUND_UP).create_decimal_from_float(number)):g}"
