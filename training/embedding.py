"""What a network multiplies first: observations, and cards as rows of a table. And the gradient of that table.

Written with torch alone, a GPU would look up every number of a card anew, and the gradient would be a product with
one-hot rows that are larger than all else a step reads. So there are kernels for both.
"""

from __future__ import annotations

import torch
from torch import Tensor

try:
    import triton
    import triton.language as tl
except ImportError:  # it comes with torch for GPUs
    triton = None

ROWS = 16  # that a program writes
WRITTEN = 512  # decisions of a program that writes
SUMMED = 256  # decisions of a program that sums up, at a time
PROGRAMS = 264  # that sum up, two for every multiprocessor of an H200: always as many, so that sums are the same


@torch.library.custom_op("gosu_env::first_columns", mutates_args=())
def first_columns(obs: Tensor, table: Tensor, numbers: Tensor, presence: Tensor, padding: int) -> Tensor:
    """Columns of N decisions, (features, N): what is observed, then the rows of the table, then zeros.

    The rows are by their ``numbers``, (places, N), each times its ``presence``, with the numbers of one card together.
    """
    cards = table[numbers.int()] * presence.unsqueeze(2)
    blank = table.new_zeros((padding, obs.shape[1]))
    return torch.cat([obs.to(table.dtype), cards.transpose(1, 2).flatten(0, 1), blank])


@first_columns.register_fake
def _(obs: Tensor, table: Tensor, numbers: Tensor, presence: Tensor, padding: int) -> Tensor:
    return table.new_empty((len(obs) + len(numbers) * table.shape[1] + padding, obs.shape[1]))


@torch.library.custom_op("gosu_env::sum_by_number", mutates_args=())
def sum_by_number(cards: Tensor, numbers: Tensor, presence: Tensor, rows: int) -> Tensor:
    """Sums of the parts of cards, (places * parts, N), times their presence, by number: (rows, parts)."""
    parts = len(cards) // len(numbers)
    each = cards.view(-1, parts, cards.shape[1]).transpose(1, 2) * presence.unsqueeze(2)
    sums = torch.zeros((rows, parts), device=cards.device)
    return sums.index_add_(0, numbers.flatten().int(), each.reshape(-1, parts).float()).to(cards.dtype)


@sum_by_number.register_fake
def _(cards: Tensor, numbers: Tensor, presence: Tensor, rows: int) -> Tensor:
    return cards.new_empty((rows, len(cards) // len(numbers)))


def in_rows(*parts: Tensor) -> tuple[Tensor, ...]:
    """The same, row after row in memory, as kernels read them: a transposed tensor is not."""
    return tuple(part.contiguous() for part in parts)


if triton is not None:

    @triton.jit  # type: ignore[untyped-decorator]
    def write_columns(  # type: ignore[no-untyped-def]
        obs,
        table,
        numbers,
        presence,
        columns,
        count,
        given,
        parts: tl.constexpr,
        rows: tl.constexpr,
        block: tl.constexpr,
    ):
        """Some rows of what is observed, or of the cards at one place."""
        group, at = tl.program_id(1), tl.program_id(0) * block + tl.arange(0, block)
        there, row = at < count, tl.arange(0, rows)
        observed = tl.cdiv(given, rows)
        if group < observed:
            line = (group * rows + row).to(tl.int64)[:, None]
            seen = tl.load(obs + line * count + at[None, :], (line < given) & there[None, :], 0)
            tl.store(columns + line * count + at[None, :], seen, (line < given) & there[None, :])
        else:
            chunks: tl.constexpr = (parts + rows - 1) // rows
            place = (group - observed) // chunks
            part = ((group - observed) % chunks * rows + row)[:, None]
            number = tl.load(numbers + place.to(tl.int64) * count + at, there, 0).to(tl.int32)
            times = tl.load(presence + place.to(tl.int64) * count + at, there, 0.0)
            values = tl.load(table + number[None, :] * parts + part, part < parts, 0.0) * times[None, :]
            to = (given + place * parts + part).to(tl.int64)
            tl.store(columns + to * count + at[None, :], values, (part < parts) & there[None, :])

    @triton.jit  # type: ignore[untyped-decorator]
    def add_up(  # type: ignore[no-untyped-def]
        cards,
        numbers,
        presence,
        sums,
        count,
        each,
        places,
        parts: tl.constexpr,
        tall: tl.constexpr,
        wide: tl.constexpr,
        block: tl.constexpr,
    ):
        """The sums of one program's share of the decisions."""
        program = tl.program_id(0)
        row, part = tl.arange(0, tall), tl.arange(0, wide)
        total = tl.zeros((tall, wide), tl.float32)
        end = tl.minimum((program + 1) * each, count)
        for first in range(program * each, end, block):
            at = first + tl.arange(0, block)
            there = at < end
            for place in range(places):
                start = tl.cast(place, tl.int64) * count
                number = tl.load(numbers + start + at, there, -1)
                times = tl.load(presence + start + at, there, 0.0)
                one_hot = (number[None, :] == row[:, None]).to(times.dtype)
                of_parts = cards + start * parts + part[None, :] * count + at[:, None]
                found = tl.load(of_parts, there[:, None] & (part[None, :] < parts), 0.0)
                total = tl.dot(one_hot, found * times[:, None], total)
        tl.store(sums + (program * tall + row[:, None]) * wide + part[None, :], total)

    @first_columns.register_kernel("cuda")
    def columns_by_kernel(obs: Tensor, table: Tensor, numbers: Tensor, presence: Tensor, padding: int) -> Tensor:
        obs, table, numbers, presence = in_rows(obs, table, numbers, presence)
        (given, count), (places, parts) = obs.shape, (len(numbers), table.shape[1])
        columns = table.new_empty((given + places * parts + padding, count))
        columns[len(columns) - padding :].zero_()
        grid = (triton.cdiv(count, WRITTEN), triton.cdiv(given, ROWS) + places * triton.cdiv(parts, ROWS))
        write_columns[grid](obs, table, numbers, presence, columns, count, given, parts, ROWS, WRITTEN)
        return columns

    @sum_by_number.register_kernel("cuda")
    def sums_by_kernel(cards: Tensor, numbers: Tensor, presence: Tensor, rows: int) -> Tensor:
        cards, numbers, presence = in_rows(cards, numbers, presence)
        places, count = numbers.shape
        parts = len(cards) // places
        tall, wide = (max(16, triton.next_power_of_2(size)) for size in (rows, parts))
        each = triton.cdiv(triton.cdiv(count, PROGRAMS), SUMMED) * SUMMED
        programs = triton.cdiv(count, each)
        sums = torch.empty((programs, tall, wide), device=cards.device)
        add_up[(programs,)](cards, numbers, presence, sums, count, each, places, parts, tall, wide, SUMMED)
        return sums.sum(0)[:rows, :parts].to(cards.dtype)
