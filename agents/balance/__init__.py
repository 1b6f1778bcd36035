"""Is a game fair? What many games of one player against itself say of it.

What every game has is here: seats, lengths, endings, aims, pages. What only one game has is the package ``balance`` of
its folder: ``Tally`` counts what happened in a game, ``Balance`` makes figures of that, ``aims`` compares them with a
fair game; ``tables``, ``page`` and ``plots`` show them.
"""

from gosu_env.agents.balance.aims import Aim, Verdict
from gosu_env.agents.balance.check import CardCheck, check_cards, check_sets
from gosu_env.agents.balance.figures import Figures
from gosu_env.agents.balance.report import Report
from gosu_env.agents.balance.tally import Tally

__all__ = ["Aim", "CardCheck", "Figures", "Report", "Tally", "Verdict", "check_cards", "check_sets"]
