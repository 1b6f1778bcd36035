"""Is GOSU X fair? What many games of one player against itself say of clans, picks, cards, seats and endings."""

from gosu_env.agents.gosux.balance.aims import aims
from gosu_env.agents.gosux.balance.figures import Balance
from gosu_env.agents.gosux.balance.tally import Tally

__all__ = ["Balance", "Tally", "aims"]
