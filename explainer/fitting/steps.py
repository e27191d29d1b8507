"""One step of training and one pass without: all the arithmetic of a fit is here."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from explainer.fitting.dropout import seed_dropouts
from explainer.fitting.feed import Batch, Feed
from explainer.fitting.schedules import Rates
from explainer.models import ForecastConfig, build

# Without gradients nothing is kept, so more windows fit at once, and larger batches are faster.
EVALUATION_BATCHES = 4


class Learner:
    """A model that is being fitted, with its optimiser and its own source of chance."""

    def __init__(self, config: ForecastConfig, seed: int) -> None:
        self.model = build(config, seed)
        self.generator = torch.Generator().manual_seed(seed)
        self.dropouts = seed_dropouts(self.model, self.generator)
        # AdamW without weight decay is Adam, so one optimiser serves all schedules.
        self.optimiser = torch.optim.AdamW(self.model.parameters(), weight_decay=0.0, fused=True)

    def step(self, batch: Batch, rates: Rates) -> Tensor:
        """Learn from one batch; gives its mean squared error as a scalar tensor, taken before the step."""
        self._set(rates)
        loss = functional.mse_loss(self.model(batch.x, batch.x_mark), batch.future)
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        if rates.clip is not None:
            nn.utils.clip_grad_norm_(self.model.parameters(), rates.clip)
        self.optimiser.step()
        return loss.detach()

    def shuffled(self, starts: range, most: int | None) -> Tensor:
        """The starts in random order, `most` of them at most."""
        order = torch.randperm(len(starts), generator=self.generator)[:most]
        return order + starts.start

    def weights(self) -> dict[str, Tensor]:
        """A copy of the weights and of all else that the model knows, on the CPU."""
        return {name: tensor.detach().clone() for name, tensor in self.model.state_dict().items()}

    def _set(self, rates: Rates) -> None:
        for group in self.optimiser.param_groups:
            group["lr"], group["weight_decay"] = rates.learning_rate, rates.weight_decay
        for dropout in self.dropouts:
            dropout.share = rates.dropout


def loss_over(model: nn.Module, feed: Feed, starts: range, batch_size: int) -> float:
    """Mean squared error over all windows, in eval mode and in scaled units."""
    model.eval()
    total = torch.zeros((), dtype=torch.float64)
    with torch.no_grad():
        for batch in feed.batches(torch.arange(starts.start, starts.stop), batch_size * EVALUATION_BATCHES):
            total += functional.mse_loss(model(batch.x, batch.x_mark), batch.future) * len(batch.starts)
    return float(total) / len(starts)
