"""Is the game fair? What many games of one player against itself say of cards, clans, seats and endings."""

from gosu_env.agents.gosu.balance.aims import Aim, Verdict, aims
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.gosu.balance.report import Report
from gosu_env.agents.gosu.balance.tally import Tally

__all__ = ["Aim", "Balance", "Report", "Tally", "Verdict", "aims"]
