"""Trials that a network plays on, on a GPU: thousands at a time, each in a slot that the next one takes over."""

from __future__ import annotations

import copy
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

SLOTS = 32_768
STEPS = 4  # decisions before slots that are done are filled anew


class DevicePlayouts:
    """A network plays on by its probabilities; see ``PlayerPlayouts``. ``gpu``: another one than this machine's."""

    def __init__(self, network: Network, depth: int = 0, seed: int = 0, slots: int = SLOTS, gpu: Any = None) -> None:
        self.network, self.depth, self.slots = copy.deepcopy(network), depth, slots
        self._gpu, self._device = gpu, "cuda" if gpu is None else "cpu"
        self._batch: CudaBatch | None = None
        self.begin(seed)

    def begin(self, seed: int) -> None:
        torch.manual_seed(seed)

    def _prepare(self, trials: Trials) -> CudaBatch:
        """A batch with the trials' rules, and what is known of every slot."""
        if self._batch is not None and self._batch.card_sets == tuple(trials.card_sets):
            return self._batch
        rules, n, device = trials.card_sets[0], self.slots, self._device
        self._batch = batch = CudaBatch(rules, n, 0, gpu=self._gpu, card_sets=trials.card_sets)
        ends = DenseEnds(self.network).to(device)
        self._choose: Any = ends.choose
        self._steps: Any = self._take_steps
        self._stream: Any = nullcontext()
        if device == "cuda":
            torch.set_float32_matmul_precision("high")
            self._choose, self._steps = torch.compile(ends.choose), Recorded(self._take_steps)
            stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            batch.use_stream(stream.cuda_stream)
            self._stream = torch.cuda.stream(stream)
        self._states, self._sets, self._obs, self._mask, self._seat, self._reward, self._done, self._truncated = (
            torch.as_tensor(getattr(batch, name), device=device)
            for name in ("states", "sets", "obs", "mask", "seat", "reward", "done", "truncated")
        )
        others = rules.num_players - 1
        self._unit, self._least = others**-0.5, -1 / others  # of values; of returns
        self._trial = torch.full((n,), -1, device=device)  # that a slot plays; -1: none
        self._own = torch.zeros(n, dtype=torch.int64, device=device)  # the seat that is counted
        self._given = torch.full((n,), -1, device=device)  # the answer to be tried; -1: it has been
        self._age = torch.zeros(n, dtype=torch.int64, device=device)  # decisions since the beginning
        self._found = torch.ones(n, dtype=torch.bool, device=device)
        self._gained = torch.zeros(n, device=device)
        return batch

    @torch.no_grad()
    def play(self, trials: Trials) -> NDArray[np.float64]:
        batch = self._prepare(trials)
        with self._stream:
            arrays = (trials.states, trials.sets, trials.seat, trials.world, trials.action)
            given = [torch.from_numpy(np.ascontiguousarray(array)).to(self._device) for array in arrays]
            brought = torch.zeros(len(trials), device=self._device)
            begun = 0
            while True:
                free = self._found.nonzero().squeeze(1)
                over = free[self._trial[free] >= 0]
                brought[self._trial[over]] = self._gained[over]
                self._trial[over] = -1
                more = min(len(free), len(trials) - begun)
                if more:
                    self._fill(free[:more], torch.arange(begun, begun + more, device=self._device), *given)
                    batch.look()
                    begun += more
                elif len(free) == self.slots:
                    break
                self._steps()
            result: NDArray[np.float64] = brought.double().cpu().numpy()
        return result

    def _fill(
        self, slots: Tensor, trials: Tensor, states: Tensor, sets: Tensor, seat: Tensor, world: Tensor, action: Tensor
    ) -> None:
        """Put trials into slots."""
        where = world[trials]
        self._states[slots], self._sets[slots], self._own[slots] = states[where], sets[where], seat[where]
        self._trial[slots], self._given[slots] = trials, action[trials]
        self._age[slots], self._found[slots] = 0, False

    def _take_steps(self) -> None:
        for _ in range(STEPS):
            self._take_step()

    def _take_step(self) -> None:
        assert self._batch is not None
        chosen, _, values = self._choose(self._obs, self._mask, None)
        if self.depth:
            there = ~self._found & (self._age > self.depth) & (self._seat == self._own)
            self._note(there, (values * self._unit).clamp(self._least, 1.0))
        self._batch.step(torch.where(self._given >= 0, self._given, chosen))
        reward = self._reward.gather(0, self._own.unsqueeze(0)).squeeze(0)
        self._note(self._done & ~self._found, torch.where(self._truncated, self._least, reward))
        self._given.fill_(-1)
        self._age += 1

    def _note(self, where: Tensor, gained: Tensor) -> None:
        """What some slots have come to."""
        self._gained.copy_(torch.where(where, gained, self._gained))
        self._found |= where
