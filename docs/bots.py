"""Three small players, as examples: each prefers some verbs to others, and leaves the rest to chance."""

from __future__ import annotations

import numpy as np

from gosu_env import View


class Builder:
    """Makes its army larger whenever it can, and passes when there is nothing else to do."""

    verbs = ("place", "activate", "mutate", "yes", "draw")

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        choices = view.choices()
        for verb in self.verbs:
            fitting = [action for action, text in choices.items() if text.startswith(verb)]
            if fitting:
                return int(self._rng.choice(fitting))
        return int(self._rng.choice(list(choices)))


class Collector(Builder):
    """Draws first and builds later."""

    verbs = ("draw", "activate", "yes", "place", "mutate")


class Idler(Builder):
    """Passes as early as it may."""

    verbs = ("pass", "no")
