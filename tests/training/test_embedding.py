"""The columns of the first layer, the gradient of the card table and that of answers: against slow references.

Where there is Triton, its kernels, too: on a GPU, or by its interpreter (``TRITON_INTERPRET=1``).
"""

from __future__ import annotations

import os

import pytest
import torch

from gosu_env.training import embedding
from gosu_env.training.dense import Answers, split_heads

INTERPRETED = os.environ.get("TRITON_INTERPRET") == "1"
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
needs_triton = pytest.mark.skipif(
    embedding.triton is None or not (INTERPRETED or DEVICE == "cuda"),
    reason="there is no GPU, nor Triton's interpreter",
)
SHAPES = [
    (5, 3, 16, 9, 70),
    (37, 2, 32, 75, 1500),
    (16, 2, 24, 16, 300),
]  # observed, places, parts, kinds of cards, decisions


def cards(shape, device="cpu"):
    """Observations, a table, and which of its rows stand where; whole numbers, so that sums are exact."""
    observed, places, parts, kinds, count = shape
    generator = torch.Generator().manual_seed(7)
    obs = torch.randint(-9, 10, (observed, count), generator=generator, dtype=torch.int8)
    table = torch.randint(-8, 9, (kinds + 1, parts), generator=generator).float()
    numbers = torch.randint(0, kinds + 1, (places, count), generator=generator, dtype=torch.int16)
    presence = torch.where(torch.rand((places, count), generator=generator) < 0.5, 0.25, 1.0)
    return tuple(part.to(device) for part in (obs, table, numbers, presence))


def slow_columns(obs, table, numbers, presence, padding):
    rows = [row.float() for row in obs]
    for place in range(len(numbers)):
        for part in range(table.shape[1]):
            rows.append(torch.stack([table[n, part] for n in numbers[place].long()]) * presence[place])
    return torch.stack(rows + [torch.zeros_like(rows[0])] * padding)


@pytest.mark.parametrize("shape", SHAPES)
def test_columns_are_observations_then_cards_then_zeros(shape):
    given = cards(shape)
    torch.testing.assert_close(embedding.first_columns(*given, 3), slow_columns(*given, 3), rtol=0, atol=0)


@pytest.mark.parametrize("shape", SHAPES)
def test_sums_by_number_are_the_gradient_of_the_table(shape):
    _, table, numbers, presence = cards(shape)
    table.requires_grad_()
    columns = (table[numbers.int()] * presence.unsqueeze(2)).transpose(1, 2).flatten(0, 1)
    grad = torch.randint(-8, 9, columns.shape, generator=torch.Generator().manual_seed(1)).float()
    columns.backward(grad)
    torch.testing.assert_close(embedding.sum_by_number(grad, numbers, presence, len(table)), table.grad, rtol=0, atol=0)


@needs_triton
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16])
def test_kernels_do_the_same(shape, kind):
    if kind is torch.bfloat16 and DEVICE == "cpu":
        pytest.skip("the interpreter computes with numpy, which has no such numbers")
    obs, table, numbers, presence = cards(shape, DEVICE)
    table, presence = table.to(kind), presence.to(kind)
    by_kernel = embedding.columns_by_kernel(obs, table, numbers, presence, 3)
    slow = slow_columns(*(part.cpu() for part in (obs, table.float(), numbers, presence.float())), 3)
    torch.testing.assert_close(by_kernel.float().cpu(), slow, rtol=0, atol=0)
    grad = by_kernel[len(obs) : -3].contiguous()
    sums = embedding.sums_by_kernel(grad, numbers, presence, len(table))
    again = embedding.sums_by_kernel(grad, numbers, presence, len(table))
    host = (part.cpu() for part in (grad.float(), numbers, presence.float()))
    torch.testing.assert_close(
        sums.float().cpu(),
        embedding.sum_by_number(*host, len(table)),
        rtol=1e-2 if kind is torch.bfloat16 else 0,
        atol=0,
    )
    assert torch.equal(sums, again)


@needs_triton
def test_kernels_read_transposed_tensors():
    """A batch on the CPU writes observations (N, columns); whoever sends them to a GPU may transpose them there."""
    given = cards(SHAPES[0], DEVICE)
    turned = [part.T.contiguous().T for part in given]
    assert not any(part.is_contiguous() for part in turned)
    plain = embedding.columns_by_kernel(*given, 3)
    assert torch.equal(embedding.columns_by_kernel(*turned, 3), plain)
    grad, numbers, presence = plain[len(given[0]) : -3], *given[2:]
    sums = embedding.sums_by_kernel(grad.contiguous(), numbers, presence, len(given[1]))
    assert torch.equal(embedding.sums_by_kernel(grad.T.contiguous().T, *turned[2:], len(given[1])), sums)


def test_the_gradient_of_answers_is_that_of_the_plain_formula():
    generator = torch.Generator().manual_seed(3)
    actions, rows, count = 6, 8, 40
    out = torch.randn((rows, count), generator=generator).requires_grad_()
    bias = torch.randn(actions + 1, generator=generator).requires_grad_()
    action = torch.randint(0, actions, (count,), generator=generator)
    mask = (torch.rand((actions, count), generator=generator) < 0.5).to(torch.int8)
    mask[action, torch.arange(count)] = 1
    mask[:, 0] = 0
    mask[action[0], 0] = 1  # nothing to choose
    times = torch.randn((3, count), generator=generator)

    def plainly():
        logits, values = split_heads(out, bias, mask)
        log_probs = logits.log_softmax(0)
        entropy = -(log_probs.exp() * log_probs.masked_fill(mask == 0, 0.0)).sum(0)
        return log_probs.gather(0, action.unsqueeze(0)).squeeze(0), entropy, values

    found = []
    for answers in (Answers.apply(out, bias, mask, action), plainly()):
        gradients = torch.autograd.grad((torch.stack(answers) * times).sum(), (out, bias))
        found.append((*answers, *gradients))
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)
