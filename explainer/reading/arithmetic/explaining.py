"""Any cell of any tensor of a record, with its number written out from the recorded inputs."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import torch

from explainer.language import ExplainedError, Phrase
from explainer.reading.arithmetic.asking import Index, NotWrittenError, Question, has_real_numbers
from explainer.reading.arithmetic.binding import operation
from explainer.reading.arithmetic.choosing import CHOICES
from explainer.reading.arithmetic.convolving import CONVOLUTIONS
from explainer.reading.arithmetic.functions import FUNCTIONS
from explainer.reading.arithmetic.fused import FUSED
from explainer.reading.arithmetic.moving import MOVES, write_move
from explainer.reading.arithmetic.norms import NORMS
from explainer.reading.arithmetic.operators import OPERATORS
from explainer.reading.arithmetic.parts import Arithmetic, Written
from explainer.reading.arithmetic.products import PRODUCTS
from explainer.reading.arithmetic.reckoning import difference
from explainer.reading.arithmetic.reducing import REDUCTIONS
from explainer.reading.arithmetic.sharing import is_written_by, write_shared
from explainer.reading.arithmetic.softmaxes import SOFTMAXES
from explainer.tracing import Step, Trace, Value

EXPLAINERS: Mapping[str, Callable[[Question], Written]] = {
    **PRODUCTS,
    **CONVOLUTIONS,
    **NORMS,
    **SOFTMAXES,
    **REDUCTIONS,
    **OPERATORS,
    **FUNCTIONS,
    **CHOICES,
    **FUSED,
    **dict.fromkeys(MOVES, write_move),
}

_NO_VALUE = Phrase(
    "This record has no tensor number {value}; it has {count}, counted from 0.",
    "这份记录中没有编号为 {value} 的张量；共有 {count} 个，从 0 开始编号。",
)
_NO_CELL = Phrase(
    "There is no cell {index} in a tensor of shape {shape}; "
    "give one number per axis, each from 0 up to its size less 1.",
    "形状为 {shape} 的张量中没有单元格 {index}；请为每个轴给出一个从 0 到其长度减 1 的数。",
)
_NOT_KEPT = Phrase(
    "The numbers of this tensor were not kept; record the pass again with a larger budget.",
    "这个张量的数值没有保留；请用更大的内存预算重新记录这次前向传播。",
)
_OVERWRITTEN = Phrase(
    "The numbers of this tensor were overwritten after the pass, so they are no longer those of the record.",
    "这个张量的数值在之后被覆盖，已不是记录时的数值。",
)
_NO_NUMBERS = Phrase(
    "Cells of type {dtype} hold no single real number, so there is nothing to read here.",
    "类型为 {dtype} 的单元格不是单个实数，这里没有可读的数。",
)
_INPUT = Phrase(
    "An input of the pass, {name}: given, not computed.", "这次前向传播的输入 {name}：由外部给出，不是计算得到的。"
)
_PARAMETER = Phrase(
    "A parameter of the model, {name}: it was there before the pass.", "模型的参数 {name}：在这次前向传播之前就已存在。"
)
_OUTSIDE = Phrase(
    "Not made by a step that was seen, so it is not known how it came about.",
    "没有观察到产生它的步骤，因此不知道它是如何得到的。",
)
_MADE = Phrase("{op} made this number and read no tensor for it.", "{op} 直接产生了这个数，没有读取任何张量。")
_DRAWN = Phrase("{op} drew this number at random.", "{op} 随机抽取了这个数。")
_UNKNOWN_CALL = Phrase("{op} was called in a way that is not written out here.", "{op} 的这种调用方式暂不逐项写出。")
_ROUNDED = Phrase(
    "The pass rounded to {dtype}, so the two numbers differ in the last digits.",
    "前向传播按 {dtype} 舍入，因此两个数的末几位会有差别。",
)
_FEW_DIGITS = (torch.float16, torch.bfloat16)
_UNSUPPORTED = Phrase("The arithmetic of {op} is not written out here.", "{op} 的计算过程暂不逐项写出。")


def explain_cell(trace: Trace, value: int, index: Index) -> Arithmetic:
    """The number at `index` of the value with the number `value`, written out; see `Arithmetic`.

    Everything is computed in float64 from what was recorded. An operation that is not known, and an input whose
    numbers are gone, give the kind "unsupported" with the reason. Raises ExplainedError where there is no such
    value or cell, and where the numbers of the value itself are not there.
    """
    recorded = _recorded(trace, value, index)
    step = trace.producer(value)
    if step is None:
        return _arithmetic(None, value, index, recorded, _given(_origin(trace.values[value]), recorded))
    try:
        written = _write(Question(trace, step, value, index), recorded)
    except NotWrittenError as reason:
        written = Written("unsupported", reason.phrase, "", recorded)
    except (KeyError, IndexError, TypeError, ValueError):  # called in a way that nobody here knew of
        written = Written("unsupported", _UNKNOWN_CALL.fill(op=step.op), "", recorded)
    return _arithmetic(step, value, index, recorded, _with_precision(written, trace.values[value]))


def _write(question: Question, recorded: float) -> Written:
    step = question.step
    if not is_written_by(question):
        return write_shared(question)
    if not step.inputs or (step.op.startswith("new_") or step.op.endswith("_like")):
        return _given((_MADE if step.random_state is None else _DRAWN).fill(op=step.op), recorded)
    explainer = EXPLAINERS.get(operation(step))
    if explainer is None:
        raise NotWrittenError(_UNSUPPORTED.fill(op=step.op))
    return explainer(question)


def _arithmetic(step: Step | None, value: int, index: Index, recorded: float, written: Written) -> Arithmetic:
    return Arithmetic(
        kind=written.kind,
        step=step,
        value=value,
        index=index,
        rule=written.rule,
        formula=written.formula,
        terms=written.terms,
        lines=written.lines,
        result=written.result,
        recorded=recorded,
        difference=difference(written.result, recorded),
        same_as=written.same_as,
        reads=written.cells,
    )


def _with_precision(written: Written, value: Value) -> Written:
    """With a sentence about the difference that must be expected where numbers were stored with few digits."""
    if value.dtype not in _FEW_DIGITS or written.kind in ("given", "unsupported", "moved"):
        return written
    note = _ROUNDED.fill(dtype=str(value.dtype).removeprefix("torch."))
    return replace(written, rule=Phrase(f"{written.rule.en} {note.en}", f"{written.rule.zh}{note.zh}"))


def _given(rule: Phrase, recorded: float) -> Written:
    return Written("given", rule, "", recorded)


def _origin(value: Value) -> Phrase:
    match value.origin:
        case "input":
            return _INPUT.fill(name=value.label)
        case "parameter":
            return _PARAMETER.fill(name=value.label)
        case _:
            return _OUTSIDE


def _recorded(trace: Trace, value: int, index: Index) -> float:
    """The number in the cell. Raises ExplainedError where there is none."""
    if not 0 <= value < len(trace.values):
        raise ExplainedError(_NO_VALUE.fill(value=value, count=len(trace.values)))
    asked = trace.values[value]
    fits = len(index) == len(asked.shape) and all(0 <= at < size for at, size in zip(index, asked.shape, strict=False))
    if not fits:
        raise ExplainedError(_NO_CELL.fill(index=tuple(index), shape=asked.shape))
    data = asked.data
    if data is None:
        raise ExplainedError(_OVERWRITTEN if asked.state == "overwritten" else _NOT_KEPT)
    if not has_real_numbers(asked):
        raise ExplainedError(_NO_NUMBERS.fill(dtype=str(asked.dtype).removeprefix("torch.")))
    return float(data[index])
