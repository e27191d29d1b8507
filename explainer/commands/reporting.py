"""What is printed of a record: a line on what ran, the table, what must be known, and where the pass broke off."""

from explainer.commands.refusals import place_of, told
from explainer.commands.table import plain_table
from explainer.commands.tracing import Traced
from explainer.language import Language, Phrase, same_in_both
from explainer.tracing.presenting import one_line, size_text, visible

_SUMMARY = Phrase(
    "{model}, {mode}. Module calls: {calls}, operations: {steps}, names: {names}. Weights: {weights}.",
    "{model}，{mode}。模块调用：{calls}，运算：{steps}，变量名：{names}。权重：{weights}。",
)
MODES = {False: Phrase("eval mode", "eval 模式"), True: Phrase("training mode", "训练模式")}
_BROKE_OFF = Phrase("The forward pass of {model} broke off.", "{model} 的前向中断了。")
_PLACE = Phrase("at {place}", "位置：{place}")
_OPERATION = Phrase("in the operation {op}, with input shapes {shapes}", "运算 {op}，输入形状 {shapes}")
_MODULES = Phrase("inside {modules}", "所在模块：{modules}")


def report(made: Traced, language: Language, width: int | None) -> list[str]:
    """The lines for a record; those of the table are cut to `width` places where that is given."""
    remarks = [*([made.on_axes] if made.on_axes else []), *made.trace.notes]
    table = plain_table(made.trace, made.axes, language, width)
    spoken = [visible(remark.in_language(language)) for remark in remarks]
    return [_summary(made).in_language(language), "", *table, *([""] if spoken else []), *spoken]


def _summary(made: Traced) -> Phrase:
    trace = made.trace
    return _SUMMARY.fill(
        model=visible(trace.model_class),
        mode=MODES[trace.training],
        calls=len(trace.calls),
        steps=len(trace.steps),
        names=len(trace.bindings),
        weights=made.weights,
    )


def failure(made: Traced, language: Language) -> list[str]:
    """Where the pass broke off: the expression, its input shapes, the modules at work, the model's own error."""
    failed = made.trace.failure
    if failed is None:
        return []
    place = _place(made)
    facts = [_PLACE.fill(place=visible(place))] if place else []
    if failed.op is not None:
        shapes = ", ".join(map(size_text, failed.shapes))
        facts.append(_OPERATION.fill(op=failed.op, shapes=shapes or "–"))
    if failed.modules:
        facts.append(_MODULES.fill(modules=visible(" > ".join(failed.modules))))
    facts.append(same_in_both(told(made.cause) if made.cause is not None else visible(failed.message)))
    first = _BROKE_OFF.fill(model=visible(made.trace.model_class)).in_language(language)
    return [first, *(f"    {fact.in_language(language)}" for fact in facts)]


def _place(made: Traced) -> str:
    failed = made.trace.failure
    if failed is not None and failed.site is not None:
        return f"{failed.site.file}:{failed.site.line}: {one_line(failed.site)}"
    return place_of(made.cause) if made.cause is not None else ""
