"""Every expression that makes a tensor is in the record, where it stands in the source, and nothing else is."""

from collections import Counter
from collections.abc import Iterator

import pytest
import torch

from explainer.tracing import Site, Trace, trace
from tests.tracing.instrument import Reports, Span, instrumented
from tests.tracing.ours import CONFIGS, IDS, OURS, ours

MODULES = {f"explainer.models.{name}": f"instrumented_{name}" for name in ("transformer", "itransformer", "patchtst")}
CLASSES = {
    "iTransformer": ("instrumented_itransformer", "ITransformer"),
    "PatchTST": ("instrumented_patchtst", "PatchTST"),
}


def spans_in(record: Trace) -> Iterator[Span]:
    """What the record says was evaluated; what happens inside one of torch's modules happens in the call of it."""
    for step in record.steps:
        if step.site != record.calls[step.call].site:
            yield span(step.site)
    for call in record.calls[1:]:
        assert call.parent is not None
        if call.site != record.calls[call.parent].site:
            yield span(call.site)


def span(site: Site | None) -> Span:
    assert site is not None
    return Span(site.file, site.line, site.end_line, site.column, site.end_column)


@pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize(("name", "marks"), OURS, ids=IDS)
def test_the_record_holds_each_expression_that_an_instrumented_copy_of_the_source_reports(
    name: str, marks: bool, training: bool
) -> None:
    model, inputs = ours(name, marks)
    reports = Reports()
    module, class_name = CLASSES[name]
    copy = getattr(instrumented(MODULES, reports)[module], class_name)(CONFIGS[name])
    copy.load_state_dict(model.state_dict())
    reports.spans.clear()
    answers = []
    with torch.random.fork_rng(devices=[]):
        for each in (copy.train(training), model.train(training)):
            torch.manual_seed(4)
            answers.append(each(*inputs) if each is copy else (record := trace(each, *inputs)))
    assert torch.equal(answers[0], record.values[record.root.outcome.value].data)
    assert Counter(spans_in(record)) == Counter(reports.spans)
    # As many as there are in the text of the models, counted by hand.
    assert len(reports.spans) == {"iTransformer": 47 + 2 * marks, "PatchTST": 88}[name]


@pytest.mark.parametrize("name", CONFIGS)
def test_the_text_of_every_site_is_the_text_between_its_columns(name: str) -> None:
    model, inputs = ours(name, marks=True)
    record = trace(model, *inputs)
    sites = {site for step in record.steps for site in step.chain} | {call.site for call in record.calls if call.site}
    assert len(sites) > 30
    for site in sites:
        with open(site.file, encoding="utf-8") as file:  # noqa: PTH123 - the path is the record's
            lines = file.read().splitlines()[site.line - 1 : site.end_line]
        # The end first: in an expression of one line it would move.
        lines[-1] = lines[-1][: site.end_column]
        lines[0] = lines[0][site.column :]
        assert site.text == "\n".join(lines)
