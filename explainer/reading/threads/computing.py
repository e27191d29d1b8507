"""Rules for operations that compute: which axes are kept, which meet, and which are summed away."""

from explainer.reading.threads.labels import Labelled, Pattern, from_the_right, numbered
from explainer.reading.threads.moving import placed
from explainer.reading.threads.seen import ONE, Labels, Seen
from explainer.tracing import edges_in


def created(seen: Seen) -> Pattern:
    """ones, arange, rand: made from nothing. What is written as a plain 1 is there to be repeated."""
    literal = seen.literal_ones()
    return Pattern((), tuple((value, _made(seen, value, literal)) for value in seen.outputs))


def pointwise(seen: Seen) -> Pattern:
    """Number by number, with broadcasting: axes are counted from the right."""
    return Pattern(_from_the_right(seen.inputs, seen), _from_the_right(seen.outputs, seen), stretches=True)


def reduced(seen: Seen) -> Pattern:
    """mean, sum, var, max over axes, which are gone or, with keepdim, of size 1. max of two tensors is pointwise."""
    if len(seen.inputs) > 1:
        return pointwise(seen)
    source = seen.inputs[0]
    labels = numbered(seen.rank(source))
    dims = seen.given(2 if seen.op == "norm" else 1, "dim", "axis")
    whole = dims is None or isinstance(dims, bool)  # var(x, False): not an axis
    gone = labels if whole else placed(seen, source, dims)
    rest = tuple(label for label in labels if label not in gone)
    held: Labels = tuple(ONE if label in gone else label for label in labels)
    outputs = tuple((value, held if seen.rank(value) == len(labels) else rest) for value in seen.outputs)
    return Pattern(((source, labels),), outputs)


def normalised_last(seen: Seen) -> Pattern:
    """layer_norm and rms_norm: weights lie along the last axes."""
    return Pattern(_from_the_right(seen.inputs, seen), _from_the_right(seen.outputs, seen))


def normalised_by_channel(seen: Seen) -> Pattern:
    """batch_norm and its like: weights and running statistics lie along axis 1."""
    source, *others = seen.inputs
    channel: Labels = (1,)
    outputs = tuple((value, _channels(seen, value, source)) for value in seen.outputs)
    return Pattern(((source, numbered(seen.rank(source))), *((value, channel) for value in others)), outputs)


def linear(seen: Seen) -> Pattern:
    """x Wᵀ + b: the last axis is summed away, the rows of W become the new one."""
    source, weight, bias = seen.tensor(0, "input"), seen.tensor(1, "weight"), seen.tensor(2, "bias")
    if source is None or weight is None:
        raise ValueError("a linear without an input or a weight")
    rows: Labels = ("row",) if seen.rank(weight) == 2 else ()
    kept = numbered(seen.rank(source) - 1)
    given: Labelled = ((source, (*kept, "column")), (weight, (*rows, "column")))
    given += () if bias is None else ((bias, rows),)
    return Pattern(given, ((seen.outputs[0], (*kept, *rows)),))


def convolution(seen: Seen) -> Pattern:
    """conv: the channels are summed away, the weight's first axis becomes the new one; time or space stays."""
    return _convolved(seen, ("new", "channel"))


def transposed_convolution(seen: Seen) -> Pattern:
    """conv_transpose: as a convolution, but its weight has the channels first."""
    return _convolved(seen, ("channel", "new"))


def _convolved(seen: Seen, first: Labels) -> Pattern:
    source, weight, bias = seen.tensor(0, "input"), seen.tensor(1, "weight"), seen.tensor(2, "bias")
    if source is None or weight is None:
        raise ValueError("a convolution without an input or a weight")
    space = numbered(seen.rank(weight) - 2)
    batch: Labels = ("batch",) if seen.rank(source) == seen.rank(weight) else ()
    kernel: Labels = tuple(f"kernel {each}" for each in space)
    given: Labelled = ((source, (*batch, "channel", *space)), (weight, (*first, *kernel)))
    given += () if bias is None else ((bias, ("new",)),)
    return Pattern(given, ((seen.outputs[0], (*batch, "new", *space)),))


def product(seen: Seen) -> Pattern:
    """matmul: rows of the first, columns of the second, and everything before them side by side."""
    one, other = edges_in(seen.step.args) if len(seen.step.args) > 1 else seen.step.inputs
    if seen.op == "rmatmul":
        one, other = other, one
    left: Labels = ("row", "sum") if seen.rank(one) > 1 else ("sum",)
    right: Labels = ("sum", "column") if seen.rank(other) > 1 else ("sum",)
    ends: Labels = (*left[:-1], *right[1:])
    given = ((one, _before(seen, one, left)), (other, _before(seen, other, right)))
    value = seen.outputs[0]
    return Pattern(given, ((value, _before(seen, value, ends)),), stretches=True)


def added_product(seen: Seen) -> Pattern:
    """addmm and baddbmm: a product added to what is broadcast along it."""
    added, one, other = seen.step.inputs
    value = seen.outputs[0]
    ends: Labels = ("row", "column")
    out = _before(seen, value, ends)
    given = (
        (added, out[len(out) - seen.rank(added) :]),
        (one, _before(seen, one, ("row", "sum"))),
        (other, _before(seen, other, ("sum", "column"))),
    )
    return Pattern(given, ((value, out),), stretches=True)


def fused_attention(seen: Seen) -> Pattern:
    """scaled_dot_product_attention: softmax(Q Kᵀ) V, and a mask that is broadcast along the scores."""
    queries, keys, values, *masks = (*seen.step.args, *seen.step.kwargs.values())
    parts: tuple[tuple[object, Labels], ...] = (
        (queries, ("query", "feature")),
        (keys, ("key", "feature")),
        (values, ("key", "width")),
        *((mask, ("query", "key")) for mask in masks),
    )
    given = tuple((value, _before(seen, value, ends)) for slot, ends in parts for value in edges_in(slot))
    value = seen.outputs[0]
    return Pattern(given, ((value, _before(seen, value, ("query", "width"))),), stretches=True)


def looked_up(seen: Seen) -> Pattern:
    """embedding: a row of the weight for every number."""
    places, weight = seen.tensor(0, "input"), seen.tensor(1, "weight")
    if places is None or weight is None:
        raise ValueError("an embedding without places or a weight")
    kept = numbered(seen.rank(places))
    return Pattern(((places, kept), (weight, ("row", "width"))), ((seen.outputs[0], (*kept, "width")),))


def _made(seen: Seen, value: int, literal: frozenset[int]) -> Labels:
    return tuple(
        ONE if size == 1 and place in literal else f"new {place}" for place, size in enumerate(seen.shape(value))
    )


def _from_the_right(values: tuple[int, ...], seen: Seen) -> Labelled:
    return tuple((value, from_the_right(seen.rank(value))) for value in values)


def _channels(seen: Seen, value: int, source: int) -> Labels:
    return numbered(seen.rank(source)) if seen.rank(value) == seen.rank(source) else (1,)


def _before(seen: Seen, value: int, ends: Labels) -> Labels:
    """The labels of the axes in front, counted from the last of them, and then the given ones."""
    return (*from_the_right(seen.rank(value) - len(ends)), *ends)
