"""The facts of a layer's lesson, all of them from the record of a run."""

from collections.abc import Mapping
from types import SimpleNamespace

from explainer.language import Phrase, counted
from explainer.lessons.layers.figures import Figure
from explainer.lessons.layers.measuring import MEASURES, STRUCTURE
from explainer.lessons.layers.subject import NotKept, Subject
from explainer.models import PatchTSTConfig
from explainer.running import Run, axes_of, model_of, setting_of, small_example
from explainer.tracing import Call, Edge
from explainer.tracing.axes import Axes

_THINGS = {
    "windows": ("B", Phrase("window", "个窗口")),
    "variates": ("N", Phrase("variate", "个变量")),
    "marks": ("T", Phrase("time mark", "个时间标记")),
    "steps": ("L", Phrase("step", "步")),
    "future_steps": ("S", Phrase("step", "步")),
    "features": ("D", Phrase("feature", "个特征")),
    "heads": ("H", Phrase("head", "个注意力头")),
    "head_features": ("E", Phrase("feature", "个特征")),
    "inner_features": ("F", Phrase("feature", "个特征")),
    "tokens": ("n_tokens", Phrase("token", "个 token")),
    "layers": ("n_layers", Phrase("layer", "层")),
    "sequences": ("n_sequences", Phrase("sequence", "条序列")),
}


def layer_facts(run: Run, call: Call, axes: Axes | None = None) -> dict[str, object]:
    """What the words of a call's layer can ask for.

    Letters of the settings (B, N, T, L, S, D, H, F, E, and P, s, n where there are patches), `n_tokens`,
    `n_sequences`, `n_layers` and all of them in words (`count.tokens`); every name bound in the call, a tensor as a
    `TensorFact`; `x1`, `x2`, … for what a name held first, second, …; `here` the plain numbers of the call, whose
    letters may be others (L in FullAttention counts tokens); `given` the arguments, `result` what came out, `inner`
    the modules called (`inner.conv1.result`), `made` the outputs of the call's own steps (`made.transpose`,
    `made.transpose_2`); `example` letters, given, result, inner and made of the small example of this layer; and what
    was measured for this kind of layer, if `measured` says that the numbers were kept.
    `axes` names the sizes, where the caller has worked out those of the run already.
    """
    subject = Subject(run, run.trace, call, axes_of(run) if axes is None else axes)
    letters = _letters(run)
    facts = letters | _counts(letters) | _standing(subject) | _names(subject) | _surroundings(subject)
    facts["example"] = _example(subject)
    for part in STRUCTURE.get(call.class_name, ()):
        facts |= part(subject)
    return facts | _measured(subject)


def _measured(subject: Subject) -> dict[str, object]:
    measured: dict[str, object] = {"measured": True}
    try:
        for part in MEASURES.get(subject.call.class_name, ()):
            measured |= part(subject)
    except NotKept:
        return {"measured": False}
    return measured


def _letters(run: Run) -> dict[str, object]:
    config = run.settings.config()
    setting = {"T": 0} | setting_of(config, *run.inputs)
    if not run.settings.reads_marks:
        setting["T"] = 0
    more = {"E": config.d_keys, "n_layers": config.e_layers}
    if isinstance(config, PatchTSTConfig):
        more |= {"n": config.n_patches, "n_tokens": config.n_patches, "n_sequences": setting["B"] * setting["N"]}
    else:
        more |= {"n_tokens": setting["N"] + setting["T"], "n_sequences": setting["B"]}
    return {**setting, **more, "has_marks": setting["T"] > 0, "activation": config.activation}


def _counts(letters: Mapping[str, object]) -> dict[str, object]:
    phrases = {name: counted(int(str(letters[letter])), thing) for name, (letter, thing) in _THINGS.items()}
    return {"count": SimpleNamespace(**phrases)}


def _standing(subject: Subject) -> dict[str, object]:
    """Where the layer stands, and what it is made of."""
    call, run = subject.call, subject.run
    calls = [other for other in subject.trace.calls if other.path == call.path]
    parent = None if call.parent is None else subject.trace.calls[call.parent]
    module = run.model.get_submodule(call.path)
    sizes = {name: weight.numel() for name, weight in module.named_parameters()}
    whole = sum(weight.numel() for weight in run.model.parameters())
    names = [run.series.title(name) for name in run.windows.variates]
    return {
        "model": model_of(run.settings),
        "path": call.path,
        "name": call.path.rsplit(".", 1)[-1],
        "parent": None if parent is None else parent.class_name,
        "nth": call.nth + 1,
        "times": len(calls),
        "training": call.training,
        "parameters": sum(sizes.values()),
        "all_parameters": whole,
        "parameter_share": Figure(100 * sum(sizes.values()) / whole) if whole else Figure(0),
        "weights": run.origin,
        "series": run.series.name,
        "first_variate": names[0],
        "last_variate": names[-1],
        "mark_names": _listed([token.title for token in run.tokens if token.kind == "mark"]),
    }


def _listed(phrases: list[Phrase]) -> Phrase:
    return Phrase(", ".join(phrase.en for phrase in phrases), "、".join(phrase.zh for phrase in phrases))


def _names(subject: Subject) -> dict[str, object]:
    """Tensors and plain things by the names they have in the forward."""
    named: dict[str, object] = {}
    here: dict[str, object] = {}
    for name, slots in subject.bound.items():
        told = [subject.told(slot) for slot in slots]
        if any(isinstance(slot, Edge) for slot in slots):
            named |= {name: told[-1]} | {f"{name}{place}": thing for place, thing in enumerate(told, 1)}
        elif len(name) == 1 and name.isupper():
            here[name] = told[-1]
        elif isinstance(told[-1], float):
            named[name] = Figure(told[-1])
    return named | {"here": SimpleNamespace(**here)}


def _surroundings(subject: Subject) -> dict[str, object]:
    """What was given and returned, by this call and by the modules it calls; what its own steps made."""
    given = {name: subject.told(slot) for name, slot in subject.call.arguments.items()}
    inner = {
        _numbered(child.path.removeprefix(subject.call.path).strip(".").replace(".", "_"), child.nth): SimpleNamespace(
            given=subject.told(tuple(child.arguments.values())), result=subject.told(child.outcome)
        )
        for child in subject.children
    }
    made: dict[str, object] = {}
    for step in subject.steps:
        place = sum(other.op == step.op for other in subject.steps[: subject.steps.index(step)])
        made[_numbered(step.op.strip("_"), place)] = subject.told(step.outcome)
    return {
        "given": SimpleNamespace(**given),
        "result": subject.told(subject.call.outcome),
        "inner": SimpleNamespace(**inner),
        "made": SimpleNamespace(**made),
    }


def _example(subject: Subject) -> SimpleNamespace:
    """The same layer at the sizes of the small example; what stands in its shapes was run, too."""
    small = small_example(subject.run.settings, subject.call.path)
    alone = Subject(subject.run, small.trace, small.trace.root, None)
    n_tokens = small.sizes.get("n", small.sizes["N"])
    return SimpleNamespace(**small.sizes, n_tokens=n_tokens, **_surroundings(alone))


def _numbered(name: str, place: int) -> str:
    return f"{name}_{place + 1}" if place else name
