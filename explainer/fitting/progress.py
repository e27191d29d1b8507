"""What a fit tells while it runs, and how it ended."""

from dataclasses import dataclass
from enum import StrEnum

from explainer.language import Phrase


@dataclass(frozen=True)
class Epoch:
    """One pass over the training windows; `batches` are fewer than planned where it was cut short.

    Losses are mean squared errors in scaled units: the training one is taken batch by batch while the weights change
    and with dropout, the validation one at the end and without.
    """

    number: int
    batches: int
    train_loss: float
    validation_loss: float
    phase: str
    learning_rate: float
    dropout: float
    seconds: float


@dataclass(frozen=True)
class Progress:
    """Where a fit stands. `phase` is a key of PHASES; `curve` has the epochs that are complete.

    `epoch` and `batch` are counted from 1, `train_loss` is the mean over the epoch so far. `seconds_left` is how long
    the rest takes if it does not end early, and never more than the budget leaves.
    """

    phase: str
    epoch: int
    epochs: int
    batch: int
    batches: int
    train_loss: float
    curve: tuple[Epoch, ...]
    seconds_spent: float
    seconds_left: float


class Ending(StrEnum):
    """Why a fit ended; in each case the best weights so far were kept."""

    FINISHED = "finished"
    EARLY = "early"
    BUDGET = "budget"
    STOPPED = "stopped"
    DIVERGED = "diverged"

    @property
    def told(self) -> Phrase:
        """The reason in words."""
        return _TOLD[self]


_TOLD = {
    Ending.FINISHED: Phrase("all epochs were run", "已完成全部轮数"),
    Ending.EARLY: Phrase("the validation loss no longer fell", "验证损失不再下降，提前停止"),
    Ending.BUDGET: Phrase("the time was used up", "时间预算已用完"),
    Ending.STOPPED: Phrase("it was stopped", "被手动停止"),
    Ending.DIVERGED: Phrase("the loss was no longer a number", "损失已不是有限的数"),
}
