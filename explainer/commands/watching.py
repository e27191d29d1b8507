"""What is told before a fit and while it runs."""

from collections.abc import Callable, Iterator, Sequence

from explainer.commands.interrupting import Interruption
from explainer.commands.table import cut
from explainer.fitting import PHASES, Epoch, FitSettings, Plan, Progress
from explainer.language import Phrase, counted, same_in_both
from explainer.models import ForecastConfig
from explainer.series import Series
from explainer.tracing.presenting import visible

_MEGABYTE = 2**20
_LONGEST_NAME = 40

_SUBJECT = Phrase(
    "{model} on {series}: {rows}, {variates}, seq_len {seq_len}, pred_len {pred_len}; parameters: {parameters}.",
    "{model}，数据 {series}：{rows}，{variates}，seq_len {seq_len}，pred_len {pred_len}；参数量：{parameters}。",
)
_ROW = Phrase("row", "行")
_VARIATE = Phrase("variate", "个变量")
_PARTS = Phrase(
    "Windows for training: {windows[0]}, validation: {windows[1]}, test: {windows[2]}; rows: {rows}.",
    "窗口数：训练 {windows[0]}，验证 {windows[1]}，测试 {windows[2]}；行数：{rows}。",
)
_COST = Phrase(
    "Epochs: at most {epochs}, with {batches} each; about {each} per epoch, {seconds} in all, and {size} MB of memory.",
    "轮数：最多 {epochs}，每轮 {batches}；每轮约 {each}，总计约 {seconds}，内存约 {size} MB。",
)
_BATCH = Phrase("step", "步")
_CUT_SHORT = Phrase(
    "The budget of {budget} suffices for {epochs} of {most} epochs; --budget changes that.",
    "时间预算 {budget} 只够 {most} 轮中的 {epochs} 轮；可用 --budget 更改。",
)
_EPOCH = Phrase(
    "epoch {number} of {epochs}: training loss {train}, validation loss {validation}{remark}; took {spent}, "
    "{left} left",
    "第 {number}/{epochs} 轮：训练损失 {train}，验证损失 {validation}{remark}；用时 {spent}，剩余约 {left}",
)
_BEST = Phrase("the lowest so far", "目前最低")
_PHASE = Phrase("{phase} phase", "处于{phase}")
_STOPPING = Phrase(
    "Stopping, with the best weights so far; Ctrl-C again ends it without a result.",
    "正在停止，将保留目前最好的权重；再按一次 Ctrl-C 则直接退出，没有结果。",
)


def told_plan(
    model: str, config: ForecastConfig, series: Series, settings: FitSettings, plan: Plan
) -> Iterator[Phrase]:
    """The plan in sentences: what is fitted to what, its windows, and what it will take."""
    yield _SUBJECT.fill(
        model=model,
        series=visible(cut(series.name, _LONGEST_NAME)),
        rows=counted(series.rows, _ROW),
        variates=counted(len(series.variates), _VARIATE),
        seq_len=config.seq_len,
        pred_len=config.pred_len,
        parameters=f"{plan.parameters:,}",
    )
    parts = plan.parts
    yield _PARTS.fill(
        windows=[f"{windows:,}" for windows in plan.windows],
        rows=f"{parts.train:,} + {parts.validation:,} + {parts.test:,}",
    )
    yield _COST.fill(
        epochs=settings.most_epochs,
        batches=counted(plan.batches, _BATCH),
        each=told_seconds(plan.seconds_per_epoch),
        seconds=told_seconds(plan.seconds),
        size=f"{plan.bytes / _MEGABYTE:,.0f}",
    )
    if plan.epochs < settings.most_epochs:
        budget = told_seconds(settings.budget_seconds)
        yield _CUT_SHORT.fill(budget=budget, epochs=plan.epochs, most=settings.most_epochs)


class Watcher:
    """Says each epoch once, when it is complete, and ends the fit when the reader wishes."""

    def __init__(self, say: Callable[[Phrase], None], interruption: Interruption) -> None:
        self.say = say
        self.interruption = interruption
        self.said = 0
        self.stopping = False

    def __call__(self, progress: Progress) -> bool:
        """Is told where the fit stands; True to end it."""
        for epoch in progress.curve[self.said :]:
            self.say(_told_epoch(epoch, progress))
        self.said = len(progress.curve)
        if self.interruption.wished and not self.stopping:
            self.say(_STOPPING)
            self.stopping = True
        return self.stopping


def _told_epoch(epoch: Epoch, progress: Progress) -> Phrase:
    losses = [each.validation_loss for each in progress.curve[: epoch.number]]
    best = [_BEST] if epoch.validation_loss == min(losses) else []
    phase = [_PHASE.fill(phase=PHASES[epoch.phase])] if epoch.phase != "plain" else []
    return _EPOCH.fill(
        number=epoch.number,
        epochs=progress.epochs,
        train=f"{epoch.train_loss:.4g}",
        validation=f"{epoch.validation_loss:.4g}",
        remark=_in_brackets([*best, *phase]),
        spent=told_seconds(epoch.seconds),
        left=told_seconds(progress.seconds_left),
    )


def _in_brackets(remarks: Sequence[Phrase]) -> Phrase:
    if not remarks:
        return same_in_both("")
    return Phrase(f" ({', '.join(each.en for each in remarks)})", f"（{'，'.join(each.zh for each in remarks)}）")


def told_seconds(seconds: float) -> Phrase:
    """A span of time as it is said: finer where it is short, in minutes where it is long."""
    if seconds < 1:
        return Phrase("{seconds:.2f} s", "{seconds:.2f} 秒").fill(seconds=seconds)
    if seconds < 10:
        return Phrase("{seconds:.1f} s", "{seconds:.1f} 秒").fill(seconds=seconds)
    if seconds < 120:
        return Phrase("{seconds:.0f} s", "{seconds:.0f} 秒").fill(seconds=seconds)
    return Phrase("{minutes:g} min", "{minutes:g} 分钟").fill(minutes=round(seconds / 60, 1))
