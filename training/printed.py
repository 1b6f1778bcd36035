"""A policy network that reads what is printed on cards, instead of knowing each by its number.

What a card is, its embedding, is computed from its printed features (``gosu_env.cards.printed``): once for all cards of
all sets, then looked up for the set of every game. Everything else is as in ``gosu_env.training.network``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from gosu_env.agents.features import FACE_DOWN
from gosu_env.agents.networks import Blueprint
from gosu_env.agents.printed import PRINTED, Layout, read_layout
from gosu_env.cards import printed
from gosu_env.engine.rules import Rules
from gosu_env.training.network import Residual

EMBEDDING = 32  # numbers of a card
READER = 128  # of what is read, before the embedding
MULTIPLE = 64  # columns of a matrix that multiplies faster on a GPU


class RowsOf(torch.autograd.Function):
    """Rows of a table, (rows, …), by their numbers, (N,): (N, …).

    On a GPU the gradient of the table is a matrix product with one-hot rows: adding the parts up one by one would make
    all games wait for the few rows.
    """

    @staticmethod
    def forward(ctx: Any, table: Tensor, numbers: Tensor, by_product: bool) -> Tensor:
        ctx.save_for_backward(numbers)
        ctx.shape, ctx.by_product = table.shape, by_product
        return table[numbers]

    @staticmethod
    def backward(ctx: Any, *grad: Tensor) -> tuple[Tensor, None, None]:
        (numbers,) = ctx.saved_tensors
        given = grad[0].flatten(1)
        if ctx.by_product:
            rows = torch.arange(ctx.shape[0], device=numbers.device, dtype=numbers.dtype).unsqueeze(1)
            return ((numbers == rows).to(given.dtype) @ given).view(ctx.shape), None, None
        return given.new_zeros(ctx.shape[0], given.shape[1]).index_add_(0, numbers, given).view(ctx.shape), None, None


class CardsOf(torch.autograd.Function):
    """The cards in places, (N, places), each times a weight, out of the cards of each game, (N, kinds, parts).

    Numbers count from 1; 0 is no card. The result is (N, places, parts).
    """

    @staticmethod
    def forward(ctx: Any, cards: Tensor, numbers: Tensor, weight: Tensor, by_product: bool) -> Tensor:
        ctx.save_for_backward(numbers, weight)
        ctx.shape, ctx.by_product = cards.shape, by_product
        parts = cards.shape[2]
        found = cards.gather(1, (numbers - 1).clamp_min(0).unsqueeze(2).expand(-1, -1, parts))
        return found * torch.where(numbers > 0, weight, 0.0).unsqueeze(2)

    @staticmethod
    def backward(ctx: Any, *grad: Tensor) -> tuple[Tensor, None, None, None]:
        numbers, weight = ctx.saved_tensors
        count, kinds, parts = ctx.shape
        if ctx.by_product:
            kind = torch.arange(1, kinds + 1, device=numbers.device, dtype=numbers.dtype).view(1, kinds, 1)
            one_hot = torch.where(numbers.unsqueeze(1) == kind, weight.unsqueeze(1), 0.0)
            return one_hot @ grad[0], None, None, None
        given = grad[0] * torch.where(numbers > 0, weight, 0.0).unsqueeze(2)
        at = (numbers - 1).clamp_min(0).unsqueeze(2).expand(-1, -1, parts)
        return given.new_zeros(count, kinds, parts).scatter_add_(1, at, given), None, None, None


class PrintedNetwork(Residual):
    """From an observation, and the number of the card set, to action logits and the expected return.

    ``know_sets`` tells it the sets; its weights do not depend on them, so that it can be told of others at any time.
    """

    printed: Tensor  # (sets, kinds, read): the features of cards that are not always 0
    read: Tensor  # (read,): which they are
    of_columns: Tensor  # what of an observation names no card, and how it is scaled
    of_scale: Tensor
    of_counts: Tensor  # lists of cards, and how they are scaled
    of_held: Tensor
    of_named: Tensor  # places of cards, and whether one lies face down there
    of_face_down: Tensor
    of_order: Tensor  # of the actions

    def __init__(self, layout: Layout, features: int, width: int, depth: int, sizes: tuple[int, int]) -> None:
        super().__init__()
        hidden, embedding = sizes
        self.layout = layout
        self.blueprint = Blueprint(PRINTED, width, depth)
        self.reader = nn.Linear(features, hidden)
        self.card = nn.Linear(hidden, embedding)
        self.places = nn.Parameter(torch.randn(len(layout.features.places), embedding, width) * 0.1)
        self.lists = nn.Parameter(torch.randn(len(layout.lists), embedding, width) * 0.1)
        self.answers = nn.Parameter(torch.randn(len(layout.answers), embedding, width) * (0.01 / math.sqrt(width)))
        self.answer_bias = nn.Parameter(torch.zeros(len(layout.answers)))
        self.numbers = nn.Parameter(torch.randn(len(layout.numbers), width) * 0.1)
        self.add_trunk(width, depth, len(layout.others))
        nn.init.normal_(self.reader.weight, std=0.5)  # a card prints few things, most of them below 1
        nn.init.normal_(self.card.weight, std=0.6 / math.sqrt(hidden))
        nn.init.zeros_(self.card.bias)
        order = np.argsort(np.concatenate([layout.others, layout.answers.flatten()]), kind="stable")
        scale = layout.features.scale
        for name, array in {
            "columns": layout.numbers,
            "scale": scale[layout.numbers],
            "counts": layout.lists.flatten(),
            "held": scale[layout.lists.flatten()],
            "named": layout.features.places,
            "face_down": layout.features.face_down,
            "order": order,
        }.items():
            self.register_buffer(f"of_{name}", torch.from_numpy(np.asarray(array)), persistent=False)
        self.register_buffer("printed", torch.zeros(0), persistent=False)
        self.register_buffer("read", torch.zeros(0, dtype=torch.int64), persistent=False)

    @classmethod
    def for_sets(cls, card_sets: Sequence[Rules], width: int, depth: int) -> Self:
        """A new network for games with these card sets."""
        features = printed(card_sets[0]).shape[1]
        network = cls(read_layout(card_sets[0]), features, width, depth, (READER, EMBEDDING))
        network.know_sets(card_sets)
        return network

    def know_sets(self, card_sets: Sequence[Rules]) -> None:
        """Read the cards of other sets, which are numbered as they stand here."""
        features = np.stack([printed(rules) for rules in card_sets])
        read = np.flatnonzero(features.any(axis=(0, 1)))
        self.printed = torch.from_numpy(features[:, :, read]).to(self.bias.device)
        self.read = torch.from_numpy(read).to(self.bias.device)

    def cards(self) -> Tensor:
        """What every card of every set is: (sets, kinds, parts)."""
        weight = self.reader.weight.index_select(1, self.read)
        return self.card(torch.relu(nn.functional.linear(self.printed, weight, self.reader.bias)))  # type: ignore[no-any-return]

    def forward(self, obs: Tensor, sets: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits (N, actions) and values (N,) of observations (N, columns); ``sets`` (N,), of several card sets."""
        on_gpu = obs.is_cuda
        with torch.autocast(obs.device.type, torch.bfloat16, enabled=on_gpu):
            return self.think(obs, sets, torch.bfloat16 if on_gpu else torch.float32, on_gpu)

    def think(self, obs: Tensor, sets: Tensor | None, kind: torch.dtype, by_product: bool) -> tuple[Tensor, Tensor]:
        """``forward`` in numbers of some kind; ``by_product``: as it is quicker on a GPU."""
        count, layout = len(obs), self.layout
        sets = torch.zeros(count, dtype=torch.int64, device=obs.device) if sets is None else sets.long()
        cards: Tensor = RowsOf.apply(self.cards().to(kind), sets, by_product)  # type: ignore[no-untyped-call]
        named = obs.index_select(1, self.of_named).long()
        numbers = torch.where(named < 0, layout.features.positive - named, named)  # 0: none
        down = obs.index_select(1, self.of_face_down).to(kind)
        presence = torch.cat([1 - (1 - FACE_DOWN) * down, torch.ones_like(numbers[:, down.shape[1] :], dtype=kind)], 1)
        placed: Tensor = CardsOf.apply(cards, numbers, presence, by_product)  # type: ignore[no-untyped-call]
        counts = (obs.index_select(1, self.of_counts).to(kind) * self.of_held.to(kind)).view(count, *layout.lists.shape)
        listed = torch.bmm(counts, cards)
        plain = obs.index_select(1, self.of_columns).to(kind) * self.of_scale.to(kind)
        first = [self.numbers, self.places.flatten(0, 1), self.lists.flatten(0, 1)]
        padding = -sum(map(len, first)) % MULTIPLE
        columns = torch.cat([plain, placed.flatten(1), listed.flatten(1), plain.new_zeros(count, padding)], 1)
        weight = torch.cat([*first, self.bias.new_zeros(padding, self.width)]).to(kind)
        return self.heads(self.trunk(columns @ weight + self.bias.to(kind)).to(kind), cards)

    @torch.no_grad()
    def divide_logits(self, temperature: float) -> None:
        super().divide_logits(temperature)
        for weight in (self.answers, self.answer_bias):
            weight.div_(temperature)

    def heads(self, h: Tensor, cards: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values; what is the same for all cards is one matrix product."""
        actions, answers = len(self.policy.bias), len(self.answers)
        out = h @ torch.cat([self.policy.weight, self.value.weight, self.answers.flatten(0, 1)]).T.to(h.dtype)
        asked = out[:, actions + 1 :].reshape(len(h), answers, self.answers.shape[1])
        answered = torch.bmm(asked, cards.transpose(1, 2)).float() + self.answer_bias.view(1, -1, 1)
        others = out[:, :actions].float() + self.policy.bias
        logits = torch.cat([others, answered.flatten(1)], 1).index_select(1, self.of_order)
        return logits, out[:, actions].float() + self.value.bias
