"""Is Goblin Laundromat fair? What many games of one player against itself say of baskets, programmes and garments."""

from gosu_env.agents.balance import Report
from gosu_env.agents.laundromat.balance.aims import aims
from gosu_env.agents.laundromat.balance.figures import Balance
from gosu_env.agents.laundromat.balance.tally import Tally

__all__ = ["Balance", "Report", "Tally", "aims"]
