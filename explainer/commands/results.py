"""What is told of a fit when it is over: why it ended, and its errors beside forecasts that need no model."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from explainer.commands.json_values import both, fields_of
from explainer.commands.table import aligned
from explainer.commands.watching import told_seconds
from explainer.fitting import Errors, Fit, Plan, told_season
from explainer.language import Language, Phrase, counted, same_in_both
from explainer.series import Series
from explainer.tracing.presenting import visible

_ENDED = Phrase(
    "{model}, {origin}. It ended after {epochs}, {seconds}: {why}.",
    "{model}，{origin}。共运行 {epochs}，用时 {seconds}：{why}。",
)
_EPOCH = Phrase("epoch", "轮")
_TEST = Phrase(
    "Errors on the test part ({windows}), means over all variates:",
    "测试部分上的误差（{windows}），对全部变量取平均：",
)
_WINDOW = Phrase("window", "个窗口")
_TITLES = (
    Phrase("forecast", "预测"),
    Phrase("MSE, scaled", "MSE（标准化）"),
    Phrase("MAE, scaled", "MAE（标准化）"),
    Phrase("MSE, original units", "MSE（原单位）"),
    Phrase("MAE, original units", "MAE（原单位）"),
)
_NAIVE = Phrase("naive: the last value repeated", "朴素：重复最后一个值")
_SEASONAL = Phrase("seasonal naive: {season}", "季节性朴素：{season}")
_MIXED = Phrase(
    "In original units the means mix the units of the variates; --json gives each variate on its own.",
    "原单位下的平均混合了各变量的单位；每个变量各自的误差见 --json。",
)


def result_report(model: str, fit: Fit, language: Language) -> list[str]:
    """The lines for a reader; `model` is its name for people."""
    facts = {"epochs": counted(len(fit.curve), _EPOCH), "seconds": told_seconds(fit.seconds), "why": fit.ending.told}
    head = _ENDED.fill(model=model, origin=fit.origin(), **facts)
    test = _TEST.fill(windows=counted(fit.scores.windows, _WINDOW))
    rows = [[title.in_language(language) for title in _TITLES], *_rows(model, fit, language)]
    seasonal = [] if fit.scores.seasonal is not None else [_SEASONAL.fill(season=told_season(None))]
    remarks = [*seasonal, *([_MIXED] if len(fit.variates) > 1 else [])]
    table = aligned(rows, right=range(1, len(_TITLES)))
    said = [visible(each.in_language(language)) for each in (head, test, *remarks)]
    return [said[0], "", said[1], *table, *said[2:]]


def _rows(model: str, fit: Fit, language: Language) -> Iterator[list[str]]:
    scores = fit.scores
    named = [(same_in_both(model), scores.model), (_NAIVE, scores.naive)]
    if scores.seasonal is not None:
        named.append((_SEASONAL.fill(season=told_season(scores.season)), scores.seasonal))
    for name, errors in named:
        both_scales = (errors, errors.in_units(fit.scaler))
        means = [mean for each in both_scales for mean in (each.mean_mse, each.mean_mae)]
        yield [name.in_language(language), *(f"{mean:.4g}" for mean in means)]


def result_document(model: str, fit: Fit, series: Series, plan: Plan) -> dict[str, Any]:
    """All that is known of a fit but its weights, for JSON; `model` is its id."""
    return {
        "model": model,
        "series": {"name": series.name, "rows": series.rows, "frequency": series.frequency, "every": series.every},
        "variates": list(fit.variates),
        "notes": [both(note) for note in series.notes],
        "config": asdict(fit.config),
        "settings": asdict(fit.settings),
        "plan": asdict(plan),
        "curve": [fields_of(epoch) for epoch in fit.curve],
        "best_epoch": fit.best_epoch,
        "ending": fit.ending.value,
        "ended": both(fit.ending.told),
        "weights": both(fit.origin()),
        "seconds": fit.seconds,
        "scaler": asdict(fit.scaler),
        "scores": _scores(fit),
    }


def _scores(fit: Fit) -> dict[str, Any]:
    """The errors of all forecasts, first in scaled units and then in those of the file."""
    scores, variates = fit.scores, fit.variates
    named = {"model": scores.model, "naive": scores.naive, "seasonal": scores.seasonal}
    return {
        "windows": scores.windows,
        "season": scores.season,
        "scaled": {name: each and _errors(each, variates) for name, each in named.items()},
        "original": {name: each and _errors(each.in_units(fit.scaler), variates) for name, each in named.items()},
    }


def _errors(errors: Errors, variates: tuple[str, ...]) -> dict[str, Any]:
    each = zip(variates, errors.mse, errors.mae, strict=True)
    by_variate = [{"name": name, "mse": mse, "mae": mae} for name, mse, mae in each]
    return {"mse": errors.mean_mse, "mae": errors.mean_mae, "variates": by_variate}
