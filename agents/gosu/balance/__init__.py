"""Is GOSU fair? What many games of one player against itself say of cards, clans, seats and endings."""

from gosu_env.agents.balance import Report
from gosu_env.agents.gosu.balance.aims import aims
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.gosu.balance.tally import Tally

__all__ = ["Balance", "Report", "Tally", "aims"]
