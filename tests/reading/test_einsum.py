"""The card of an einsum: its loops and its matrix product are run, and give what was recorded."""

import math
import re
from collections.abc import Callable
from itertools import product

import pytest
import torch
from torch import Tensor, nn

from explainer.models import ITransformerConfig, build
from explainer.reading import EinsumCard, Operand, einsum_card
from explainer.tracing import Trace, trace

NUMBERS = {
    "Q": torch.randn(2, 3, 2, 4, generator=torch.Generator().manual_seed(1)),
    "K": torch.randn(2, 5, 2, 4, generator=torch.Generator().manual_seed(2)),
}


class Einsum(nn.Module):
    """`out = einsum(equation, Q, K, …)` of tensors of these shapes."""

    def __init__(self, equation: str) -> None:
        super().__init__()
        self.equation = equation

    def forward(self, *given: Tensor) -> Tensor:
        scores = torch.einsum(self.equation, *given)
        return scores.relu()


def record_of(equation: str, *shapes: tuple[int, ...]) -> Trace:
    generator = torch.Generator().manual_seed(3)
    return trace(Einsum(equation), *(torch.randn(*shape, generator=generator) for shape in shapes))


def card_of(record: Trace, place: int = 0) -> EinsumCard:
    card = einsum_card(record, record.find(op="einsum")[place])
    assert card is not None
    return card


def numbers_of(record: Trace, operand: Operand) -> Tensor:
    data = record.values[operand.value].data
    assert data is not None
    return data.double()


def looped(record: Trace, card: EinsumCard) -> Tensor:
    """The loops, run as the Python that they are."""
    output = torch.full(numbers_of(record, card.output).shape, math.nan, dtype=torch.float64)
    names = {each.name: numbers_of(record, each) for each in card.operands} | {card.output.name: output}
    exec("\n".join(card.loops), names)  # noqa: S102 - what the code under test wrote
    return torch.as_tensor(names[card.output.name])


def multiplied(record: Trace, card: EinsumCard) -> Tensor:
    """The matrix product, run by torch once for each place of the batch."""
    assert card.matmul is not None
    left, right = card.matmul.split(" = ")
    right = right.replace("·", "@").replace("ᵀ", ".T")
    target, turned = left.removesuffix("ᵀ"), left.endswith("ᵀ")
    output = torch.full(numbers_of(record, card.output).shape, math.nan, dtype=torch.float64)
    names = {each.name: numbers_of(record, each) for each in card.operands} | {card.output.name: output}
    batch = sorted(
        {letter for index in re.findall(r"\[([^]]*)\]", card.matmul) for letter in index if letter.isalpha()}
    )
    sizes = {letter.letter: letter.size for letter in card.letters}
    whole = target if "[" in target else f"{target}[...]"
    for at in product(*(range(sizes[letter]) for letter in batch)):
        code = f"{whole} = ({right}){'.T' if turned else ''}"
        exec(code, {**names, **dict(zip(batch, at, strict=True))})  # noqa: S102 - what the code under test wrote
    return output


def assert_close(found: Tensor, recorded: Tensor) -> None:
    torch.testing.assert_close(found, recorded, rtol=1e-5, atol=1e-5)


PRODUCTS = {
    ("blhe,bshe->bhls", (2, 3, 2, 4), (2, 5, 2, 4)): "scores[b,h] = first[b,:,h,:] · second[b,:,h,:]ᵀ",
    ("bhls,bshd->blhd", (2, 2, 3, 5), (2, 5, 2, 4)): "scores[b,:,h,:] = first[b,h] · second[b,:,h,:]",
    ("ij,jk->ik", (2, 3), (3, 4)): "scores = first · second",
    ("ij,jk->ki", (2, 3), (3, 4)): "scoresᵀ = first · second",
    ("ji,jk->ik", (3, 2), (3, 4)): "scores = firstᵀ · second",
    ("bij,bj->bi", (2, 3, 4), (2, 4)): "scores[b] = first[b] · second[b]",
    ("j,jk->k", (3,), (3, 4)): "scores = first · second",
    ("j,j->", (3,), (3,)): "scores = first · second",
    ("...ij,...jk->...ik", (2, 2, 3), (2, 3, 4)): "scores[a] = first[a] · second[a]",
    ("ib,jb->bij", (2, 3), (4, 3)): None,
    ("ij->ji", (2, 3)): None,
    ("ij,ij->ij", (2, 3), (2, 3)): None,
    ("ij,ij->", (2, 3), (2, 3)): None,
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)): None,
    ("ii->i", (3, 3)): None,
    ("i,j->ij", (2,), (3,)): None,
    ("ij,k->k", (2, 3), (4,)): None,
    ("bij,bjk->bik", (1, 2, 3), (4, 3, 2)): None,
    ("abc,abd->cd", (2, 3, 4), (2, 3, 2)): None,
    ("ij,jk", (2, 3), (3, 4)): "scores = first · second",
    ("i j , j k -> i k", (2, 3), (3, 4)): "scores = first · second",
}  # fmt: skip
SUMS = list(PRODUCTS)


@pytest.mark.parametrize("case", SUMS, ids=lambda case: case[0])
def test_the_loops_give_what_was_recorded(case: tuple[str, tuple[int, ...]]) -> None:
    record = record_of(*case)
    card = card_of(record)
    assert_close(looped(record, card), numbers_of(record, card.output))


@pytest.mark.parametrize("case", SUMS, ids=lambda case: case[0])
def test_the_matrix_product_gives_what_was_recorded(case: tuple[str, tuple[int, ...]]) -> None:
    record = record_of(*case)
    card = card_of(record)
    assert card.matmul == PRODUCTS[case]
    if card.matmul is not None:
        assert_close(multiplied(record, card), numbers_of(record, card.output))


@pytest.mark.parametrize("case", SUMS, ids=lambda case: case[0])
def test_letters_have_the_sizes_and_places_of_the_tensors(case: tuple[str, tuple[int, ...]]) -> None:
    record = record_of(*case)
    card = card_of(record)
    tensors = (*card.operands, card.output)
    for each in tensors:
        assert len(each.letters) == len(record.values[each.value].shape)
    for letter in card.letters:
        spots = [
            (each.value, axis) for each in tensors for axis, own in enumerate(each.letters) if own == letter.letter
        ]
        assert list(letter.places) == spots
        assert letter.role == ("kept" if letter.letter in card.output.letters else "summed")
        assert letter.size == max(record.values[value].shape[axis] for value, axis in spots)
    assert {letter.letter for letter in card.letters} == set("".join(each.letters for each in tensors))


# The card of the documents


@pytest.fixture(scope="module")
def forecast() -> Trace:
    config = ITransformerConfig(seq_len=12, pred_len=4, d_model=8, n_heads=4, e_layers=1, d_ff=8)
    generator = torch.Generator().manual_seed(3)
    x, marks = (torch.randn(3, 12, columns, generator=generator) for columns in (5, 4))
    return trace(build(config, seed=0), x, marks)


def test_the_scores_of_the_attention_core_are_written_as_in_its_code(forecast: Trace) -> None:
    card = card_of(forecast)
    assert card.equation == "blhe,bshe->bhls"
    assert [(each.name, each.letters) for each in card.operands] == [("queries", "blhe"), ("keys", "bshe")]
    assert (card.output.name, card.output.letters) == ("scores", "bhls")
    assert card.matmul == "scores[b,h] = queries[b,:,h,:] · keys[b,:,h,:]ᵀ"
    assert [(each.letter, each.size, each.role) for each in card.letters] == [
        ("b", 3, "kept"), ("l", 9, "kept"), ("h", 4, "kept"), ("e", 2, "summed"), ("s", 9, "kept"),
    ]  # fmt: skip
    assert card.loops == (
        "for b in range(3):",
        "    for h in range(4):",
        "        for l in range(9):",
        "            for s in range(9):",
        "                total = 0.0",
        "                for e in range(2):",
        "                    total += queries[b, l, h, e] * keys[b, s, h, e]",
        "                scores[b, h, l, s] = total",
    )


def test_a_multiply_add_counts_as_two(forecast: Trace) -> None:
    for place in range(2):
        card = card_of(forecast, place)
        assert card.flops == 2 * math.prod(letter.size for letter in card.letters)


def test_both_products_of_the_attention_core_are_what_was_recorded(forecast: Trace) -> None:
    for place in range(2):
        card = card_of(forecast, place)
        recorded = numbers_of(forecast, card.output)
        assert_close(looped(forecast, card), recorded)
        assert_close(multiplied(forecast, card), recorded)


def test_a_wrong_number_in_the_record_is_found(forecast: Trace) -> None:
    card = card_of(forecast)
    recorded = numbers_of(forecast, card.output).clone()
    recorded[1, 2, 3, 4] += 0.1
    with pytest.raises(AssertionError, match=re.escape("(1, 2, 3, 4)")):
        assert_close(looped(forecast, card), recorded)


def test_other_steps_have_no_card(forecast: Trace) -> None:
    others = [step for step in forecast.steps if step.op != "einsum"]
    assert others
    assert all(einsum_card(forecast, step) is None for step in others)


# Names


Names = Callable[..., Tensor]


class Of(nn.Module):
    def __init__(self, function: Names) -> None:
        super().__init__()
        self.function = function

    def forward(self, Q: Tensor, K: Tensor) -> Tensor:  # noqa: N803 - the names of the papers
        return self.function(Q, K)


def test_a_name_that_is_also_a_letter_is_not_used_in_the_loops() -> None:
    def same_twice(Q: Tensor, K: Tensor) -> Tensor:  # noqa: N803
        (K,) = (torch.einsum("blhe,bshe->bhls", Q, Q),)
        return K

    def without_names(Q: Tensor, K: Tensor) -> Tensor:  # noqa: N803
        return torch.einsum("QlhK,QshK->Qhls", Q + 0, K + 0).relu()

    for function in (same_twice, without_names):
        record = trace(Of(function), NUMBERS["Q"], NUMBERS["K"])
        card = card_of(record)
        letters = {letter.letter for letter in card.letters}
        assert not letters & {each.name for each in (*card.operands, card.output)}
        assert card.operands[0].name != card.output.name
        assert_close(looped(record, card), numbers_of(record, card.output))
        assert_close(multiplied(record, card), numbers_of(record, card.output))


def test_the_name_in_the_own_forward_comes_first() -> None:
    class Core(nn.Module):
        def forward(self, queries: Tensor, keys: Tensor) -> Tensor:
            scores = torch.einsum("blhe,bshe->bhls", queries, keys)
            return scores.contiguous()

    class Around(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.core = Core()

        def forward(self, x: Tensor, y: Tensor) -> Tensor:
            q = x * 2
            k = y * 2
            mixed: Tensor = self.core(q, k)
            return mixed

    card = card_of(trace(Around(), NUMBERS["Q"], NUMBERS["K"]))
    assert [each.names[0] for each in (*card.operands, card.output)] == ["queries", "keys", "scores"]
    assert "q" in card.operands[0].names
    assert "mixed" not in card.output.names[:1]
