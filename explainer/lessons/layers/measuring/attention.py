"""FullAttention: what ran, what it cost, and what its matrix is like."""

from math import log, sqrt
from types import SimpleNamespace

import torch

from explainer.lessons.layers.figures import Figure, at_most, percent
from explainer.lessons.layers.measuring.norms import acted
from explainer.lessons.layers.subject import Subject
from explainer.tracing import Value

# Windows of the two papers, in the order (L, N, T): few variates against a long window, and the reverse.
_LONG = (336, 7, 4)
_WIDE = (96, 321, 4)


def what_ran(subject: Subject) -> dict[str, object]:
    """Which branches ran, whether dropout did something, and whether `.contiguous()` copied."""
    scale = subject.bound["scale"][-1]
    product, contiguous = subject.step("einsum", 1), subject.step("contiguous")
    features = subject.trace.values[subject.step("einsum").inputs[0]].shape[-1]
    return {
        "masked": any(step.op == "masked_fill" for step in subject.steps),
        "returns_attention": subject.call.outcome[1] is not None,
        "default_scale": abs(scale - 1 / sqrt(features)) < 1e-12,
        "copied": contiguous.outputs[0] != product.outputs[0],
        "view_would_fail": _cannot_be_viewed(subject.trace.values[product.outputs[0]]),
        "product_strides": str(subject.trace.values[product.outputs[0]].strides),
        "result_strides": str(subject.trace.values[contiguous.outputs[0]].strides),
    } | acted(subject, subject.child("dropout"))


def _cannot_be_viewed(mixed: Value) -> bool:
    """Whether heads laid out in memory like this cannot be laid side by side by a view."""
    try:
        torch.empty_strided(mixed.shape, mixed.strides, device="meta").view(*mixed.shape[:2], -1)
    except RuntimeError:
        return True
    return False


def costs(subject: Subject) -> dict[str, object]:
    """Entries of the matrix beside those of a matrix between time steps, and the share of attention in all work."""
    batch, heads, queries, keys = subject.trace.values[subject.step("einsum").outputs[0]].shape
    steps = subject.run.settings.seq_len
    products = {call.id for call in subject.trace.calls if call.class_name == "FullAttention"}
    work = [
        (step.call in products, flops) for step, flops in zip(subject.trace.steps, subject.trace.flops, strict=True)
    ]
    total = sum(flops for _, flops in work)
    return {
        "entries": queries * keys,
        "all_entries": batch * heads * queries * keys,
        "step_entries": steps * steps,
        "above_diagonal": sum(max(0, keys - 1 - row) for row in range(queries)),
        "attention_share": percent(sum(flops for inside, flops in work if inside) / total),
        "long": _cost(*_LONG),
        "wide": _cost(*_WIDE),
    }


def _cost(steps: int, variates: int, marks: int) -> SimpleNamespace:
    tokens = variates + marks
    small, large = sorted((steps**2, tokens**2))
    return SimpleNamespace(
        L=steps,
        N=variates,
        T=marks,
        tokens=tokens,
        entries=tokens**2,
        step_entries=steps**2,
        ratio=Figure(large / small),
    )


def products(subject: Subject) -> dict[str, object]:
    """Both einsums beside the batched matrix products that they stand for."""
    queries, keys, values = (subject.numbers(subject.call.arguments[name]) for name in ("queries", "keys", "values"))
    scores, A, V = subject.named("scores"), subject.named("A"), subject.named("V")
    by_product = queries.transpose(1, 2) @ keys.permute(0, 2, 3, 1)
    mixed = (A @ values.transpose(1, 2)).transpose(1, 2)
    return {
        "score_error": at_most(float((by_product - scores).abs().max())),
        "mix_error": at_most(float((mixed - V).abs().max())),
        "raw_spread": Figure(scores.std(correction=0)),
        "scaled_spread": Figure(subject.named("scaled_scores").std(correction=0)),
    }


def rows(subject: Subject) -> dict[str, object]:
    """What the rows of the matrix sum to, before and after dropout."""
    softmax, A = subject.numbers(subject.step("softmax").outputs[0]), subject.named("A")
    sums = A.sum(-1)
    return {
        "row_error": at_most(float((softmax.sum(-1) - 1).abs().max())),
        "smallest_sum": Figure(sums.min()),
        "largest_sum": Figure(sums.max()),
        "zeros": percent(float((A == 0).float().mean())),
    }


def shape_of_the_map(subject: Subject) -> dict[str, object]:
    """The diagonal, the mirror image, and how even the rows are."""
    A = subject.numbers(subject.step("softmax").outputs[0])
    n_tokens = A.shape[-1]
    on_diagonal = A.argmax(-1) == torch.arange(n_tokens)
    variates = subject.run.settings.n_variates
    evenness = -(A * A.clamp_min(1e-30).log()).sum(-1) / log(max(n_tokens, 2))
    return {
        "asymmetry": at_most(float((A - A.transpose(-2, -1)).abs().max())),
        "diagonal_rows": int(on_diagonal.sum()),
        "all_rows": on_diagonal.numel(),
        "diagonal_share": percent(float(on_diagonal.float().mean())),
        "chance": percent(1 / n_tokens),
        "weakest": Figure(A.min()),
        "strongest": Figure(A.max()),
        "even": Figure(1 / n_tokens),
        "evenness": Figure(evenness.mean()),
        "variate_evenness": Figure(evenness[..., :variates].mean()),
        "mark_evenness": Figure(evenness[..., variates:].mean()) if n_tokens > variates else Figure(0),
    }


def first_row(subject: Subject) -> dict[str, object]:
    """Window 0, head 0, query 0: its scores, its weights, and whom it looks at most."""
    A = subject.numbers(subject.step("softmax").outputs[0])
    row = A[0, 0, 0]
    most, tokens = int(row.argmax()), subject.run.tokens
    variates = subject.run.settings.n_variates
    return {
        "first": SimpleNamespace(
            name=tokens[0].title,
            last=tokens[-1].title,
            score=Figure(subject.named("scores")[0, 0, 0, 0]),
            scaled=Figure(subject.named("scaled_scores")[0, 0, 0, 0]),
            weight=Figure(row[0]),
            last_weight=Figure(row[-1]),
            most=tokens[most].title,
            most_weight=Figure(row[most]),
            elsewhere=percent(float(1 - row[0])),
            marks=percent(float(row[variates:].sum())),
            sum=Figure(row.sum()),
        )
    }
