"""High Card as ``Game`` sees it."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.faults import Faults, Validator, exactly
from gosu_env.engine.options import Options
from gosu_env.engine.ruleset import Ruleset
from gosu_env.engine.spec import Block, Spec
from tests.toy import verbs
from tests.toy.state import CARDS, DECIDE_PLAY, ENDINGS, HAND, MAX_PLAYERS, NO_ANSWER, RUNNING, STATE, TABLES


class ToyOptions(Options):
    @property
    def flags(self) -> int:
        return int(self.auto_forced)


OPTIONS = ToyOptions
PLAYERS = range(2, MAX_PLAYERS + 1)
VARIANTS: dict[str, dict[str, Any]] = {"High Card": {}}


class ToyValidator(Validator):
    def faults(self, states: NDArray[Any]) -> Faults:
        yield "cards are missing", (np.sort(states["cards"], axis=1) != np.arange(CARDS)).any(axis=1)
        yield "turn is not the number of cards played", states["played"].sum(axis=1) != states["turn"]


class ToyRules(Ruleset):
    name = "toy"
    title = "High Card"
    verbs: ClassVar[ModuleType] = verbs
    endings = ENDINGS
    decisions = ("none", "play")
    turn_begins = np.array([False, True])
    violations = ("", "nobody can do anything")

    def __init__(self, num_players: int, options: ToyOptions) -> None:
        self.settings = options
        tables = np.zeros(1, TABLES)
        tables["value"] = np.arange(CARDS)
        super().__init__(
            num_players,
            options,
            digest="toy",
            record=STATE,
            tables=tables,
            max_legal=HAND,
            action_spec=Spec(Block.lay_out([("PLAY", CARDS, "play that card")], "bit")),
            observation_spec=Spec(
                Block.lay_out(
                    [
                        ("turn", 1, "cards played"),
                        ("hand.me", CARDS, "cards in hand", "bit"),
                        ("played", CARDS, "cards face up", "bit"),
                    ]
                )
            ),
            hidden_spec=Spec(
                Block.lay_out((f"hand.opp{i}", CARDS, "cards in that hand", "bit") for i in range(1, num_players))
            ),
            unseen_spec=Spec(Block.lay_out([("left", CARDS, "cards that nobody has", "bit")])),
        )

    @classmethod
    def make(cls, num_players: int, options: ToyOptions) -> Self:
        return cls(num_players, options)

    @cached_property
    def validator(self) -> Validator:
        return ToyValidator(
            STATE,
            self.num_players,
            self.settings,
            {
                "round_number": (0, HAND),
                "ending": (RUNNING, len(ENDINGS) - 1),
                "decision": (0, DECIDE_PLAY),
                "answer": exactly(NO_ANSWER),
                "turn": (0, self.num_players * HAND),
                "cards": (0, CARDS - 1),
                "played": (0, 1),
            },
        )


make_rules = ToyRules.for_options
