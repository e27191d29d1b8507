"""Fitting: weights from data, chosen on one part of a series and judged on another."""

from explainer.fitting.fit import Fit, Forecast
from explainer.fitting.naive import told_season
from explainer.fitting.parts import Parts
from explainer.fitting.planning import Plan, plan
from explainer.fitting.progress import Ending, Epoch, Progress
from explainer.fitting.saving import load, save
from explainer.fitting.scaler import Scaler
from explainer.fitting.schedules import PHASES, SCHEDULES, Rates, Schedule, article_rate, rates
from explainer.fitting.scores import Errors, Scores
from explainer.fitting.settings import FitError, FitSettings
from explainer.fitting.training import Watch, fit
from explainer.fitting.waiting import FitQueue, Job, Ticket

__all__ = [
    "PHASES",
    "SCHEDULES",
    "Ending",
    "Epoch",
    "Errors",
    "Fit",
    "FitError",
    "FitQueue",
    "FitSettings",
    "Forecast",
    "Job",
    "Parts",
    "Plan",
    "Progress",
    "Rates",
    "Scaler",
    "Schedule",
    "Scores",
    "Ticket",
    "Watch",
    "article_rate",
    "fit",
    "load",
    "plan",
    "rates",
    "save",
    "told_season",
]
