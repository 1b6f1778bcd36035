"""Is the game fair? What many games of one player against itself say of cards, clans, seats and endings."""

from agents.balance.aims import Aim, Verdict, aims
from agents.balance.figures import Balance
from agents.balance.report import Report
from agents.balance.tally import Tally

__all__ = ["Aim", "Balance", "Report", "Tally", "Verdict", "aims"]
