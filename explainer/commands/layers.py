"""One module of a recorded pass as a document: which call is meant, and what the document says it was made from."""

from explainer.commands.refusals import CommandError, with_known
from explainer.commands.reporting import MODES, failure
from explainer.commands.tracing import Traced
from explainer.documents import Subject, View, standalone_html
from explainer.language import Language, Phrase, counted
from explainer.running import Run
from explainer.tracing import Call

# A module that exists and was not run has no document either, so this is about calls.
_NOT_CALLED = Phrase("{model} called no module “{path}” in this pass.", "{model} 在这次前向中没有调用模块“{path}”。")
_SOURCE = Phrase("{ran}, in {mode}. Weights: {weights}.", "{ran}，{mode}。权重：{weights}。")
_OURS = Phrase(
    "One forward pass of {model} over {series}: {windows} of {steps}, {variates}",
    "{model} 在 {series} 上的一次前向：{windows}，每个 {steps}，{variates}",
)
_OWN = Phrase("One forward pass of {model}", "{model} 的一次前向")
_WINDOW = Phrase("window", "个窗口")
_STEP = Phrase("time step", "个时间步")
_VARIATE = Phrase("variate", "个变量")


def layer_html(made: Traced, path: str, depth: str, language: Language) -> bytes:
    """The document of the module call `path` as one HTML file, in the encoding that it declares.

    `path` is a module's path, "" for the model itself, with `@1` for the second call of a module; `depth` is how deep
    the sequence diagram goes. Raises CommandError where the pass has no such call.
    """
    subject = Subject(made.trace, language, made.axes, made.run)
    html = standalone_html(subject, _found(subject, path), View(depth=depth), source=_source(made, language))
    return html.encode("utf-8", "backslashreplace")  # names in the reader's code may hold halves of letters


def _found(subject: Subject, path: str) -> Call:
    call = subject.keys.call(path)
    if call is None:
        known = [key for each in subject.trace.calls if (key := subject.keys.of(each))]
        raise CommandError(with_known(_NOT_CALLED.fill(model=subject.trace.model_class, path=path), path, known))
    return call


def _source(made: Traced, language: Language) -> str:
    """What the pass was made from, in one line; where it broke off, that too."""
    ran = _OWN.fill(model=made.trace.model_class) if made.run is None else _over_windows(made.run)
    said = _SOURCE.fill(ran=ran, mode=MODES[made.trace.training], weights=made.weights).in_language(language)
    broken = failure(made, language)
    return " ".join([said, *" ".join([*broken[:1], *broken[-1:]]).split()])


def _over_windows(run: Run) -> Phrase:
    return _OURS.fill(
        model=run.settings.title,
        series=run.series.name,
        windows=counted(run.settings.batch_size, _WINDOW),
        steps=counted(run.settings.seq_len, _STEP),
        variates=counted(run.settings.n_variates, _VARIATE),
    )
