"""Trials that a network plays on, on a GPU: thousands at a time, each in a slot that the next one takes over."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env.engine.cuda import CudaBatch
from gosu_env.training.dense import DenseEnds
from gosu_env.training.network import Network
from gosu_env.training.ppo import Recorded
from gosu_env.training.trials import Trials

SLOTS = (32_768, 4_096, 512)  # of the pools: the last trials, which may take long, go on in a smaller one
STEPS = 4  # decisions before slots that are done are filled anew


class Pool:
    """Slots with a trial each, or none, that take their decisions together."""

    def __init__(self, batch: CudaBatch, choose: Callable[..., Any], depth: int, device: str) -> None:
        self.batch, self.choose, self.depth, self.size = batch, choose, depth, batch.num_envs
        self.states, self.sets, self.obs, self.mask, self.seat, self.reward, self.done, self.truncated = (
            torch.as_tensor(getattr(batch, name), device=device)
            for name in ("states", "sets", "obs", "mask", "seat", "reward", "done", "truncated")
        )
        others = batch.num_players - 1
        self.unit, self.least = others**-0.5, -1 / others  # of values; of returns
        self.trial = torch.full((self.size,), -1, device=device)  # that a slot plays; -1: none
        self.own = torch.zeros(self.size, dtype=torch.int64, device=device)  # the seat that is counted
        self.given = torch.full((self.size,), -1, device=device)  # the answer to be tried; -1: it has been
        self.age = torch.zeros(self.size, dtype=torch.int64, device=device)  # decisions since the beginning
        self.found = torch.ones(self.size, dtype=torch.bool, device=device)
        self.gained = torch.zeros(self.size, device=device)
        self.go_on: Callable[[], None] = Recorded(self._take_steps) if device == "cuda" else self._take_steps

    def hand_in(self, brought: Tensor) -> Tensor:
        """Write down what has come of trials; the slots that are free."""
        free = self.found.nonzero().squeeze(1)
        over = free[self.trial[free] >= 0]
        brought[self.trial[over]] = self.gained[over]
        self.trial[over] = -1
        return free

    def fill(self, slots: Tensor, states: Tensor, sets: Tensor, own: Tensor, trial: Tensor, given: Tensor) -> None:
        """Put trials into slots."""
        self.states[slots], self.sets[slots], self.own[slots] = states, sets, own
        self.trial[slots], self.given[slots] = trial, given
        self.age[slots], self.found[slots] = 0, False
        self.batch.look()

    def move(self, other: Pool) -> None:
        """Let all trials go on in the first slots of another pool, which is empty."""
        slots = (~self.found).nonzero().squeeze(1)
        there = torch.arange(len(slots), device=slots.device)
        parts = (self.states, self.sets, self.own, self.trial, self.given)
        other.fill(there, *(part[slots] for part in parts))
        other.age[there] = self.age[slots]
        self.found[slots], self.trial[slots] = True, -1

    def _take_steps(self) -> None:
        for _ in range(STEPS):
            self._take_step()

    def _take_step(self) -> None:
        chosen, _, values = self.choose(self.obs, self.mask, None)
        if self.depth:
            there = ~self.found & (self.age > self.depth) & (self.seat == self.own)
            self._note(there, (values * self.unit).clamp(self.least, 1.0))
        self.batch.step(torch.where(self.given >= 0, self.given, chosen))
        reward = self.reward.gather(0, self.own.unsqueeze(0)).squeeze(0)
        self._note(self.done & ~self.found, torch.where(self.truncated, self.least, reward))
        self.given.fill_(-1)
        self.age += 1

    def _note(self, where: Tensor, gained: Tensor) -> None:
        """What some slots have come to."""
        self.gained.copy_(torch.where(where, gained, self.gained))
        self.found |= where


class DevicePlayouts:
    """A network plays on by its probabilities; see ``PlayerPlayouts``. ``gpu``: another one than this machine's."""

    def __init__(
        self, network: Network, depth: int = 0, seed: int = 0, slots: Sequence[int] = SLOTS, gpu: Any = None
    ) -> None:
        self.network, self.depth, self.slots = copy.deepcopy(network), depth, slots
        self._gpu, self._device = gpu, "cuda" if gpu is None else "cpu"
        self._card_sets: tuple[Any, ...] = ()
        self._pools: dict[int, Pool] = {}
        self._stream: Any = None
        self._choose: Any = None
        self.begin(seed)

    def begin(self, seed: int) -> None:
        torch.manual_seed(seed)

    def _pool(self, trials: Trials, count: int) -> Pool:
        """The smallest pool that holds so many trials, or the largest."""
        size = min((size for size in self.slots if size >= count), default=max(self.slots))
        if self._card_sets != tuple(trials.card_sets):
            self._card_sets, self._pools = tuple(trials.card_sets), {}
        if size not in self._pools:
            batch = CudaBatch(trials.card_sets[0], size, 0, gpu=self._gpu, card_sets=trials.card_sets)
            if self._choose is None:  # not before there is a batch, which says what is missing without a GPU
                self._choose = DenseEnds(self.network).to(self._device).choose
                if self._device == "cuda":
                    torch.set_float32_matmul_precision("high")
                    self._choose = torch.compile(self._choose, dynamic=False)
                    self._stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            self._pools[size] = Pool(batch, self._choose, self.depth, self._device)
            batch.synchronize()
            if self._stream is not None:
                torch.cuda.synchronize()
                batch.use_stream(self._stream.cuda_stream)
        return self._pools[size]

    @torch.no_grad()
    def play(self, trials: Trials) -> NDArray[np.float64]:
        pool, begun = self._pool(trials, len(trials)), 0
        with nullcontext() if self._stream is None else torch.cuda.stream(self._stream):
            arrays = (trials.states, trials.sets, trials.seat, trials.world, trials.action)
            states, sets, seat, world, action = (
                torch.from_numpy(np.ascontiguousarray(array)).to(self._device) for array in arrays
            )
            brought = torch.zeros(len(trials), device=self._device)
            while True:
                free = pool.hand_in(brought)
                more = min(len(free), len(trials) - begun)
                if more:
                    taken = torch.arange(begun, begun + more, device=self._device)
                    at = world[taken]
                    pool.fill(free[:more], states[at], sets[at], seat[at], taken, action[taken])
                    begun += more
                elif len(free) == pool.size:
                    break
                elif (smaller := self._pool(trials, pool.size - len(free))) is not pool:
                    pool.move(smaller)
                    pool = smaller
                pool.go_on()
            result: NDArray[np.float64] = brought.double().cpu().numpy()
        return result
