"""A report as a page of Markdown: what the pages of all games share."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from gosu_env.agents.balance.aims import Aim, seat_verdict
from gosu_env.agents.balance.figures import Figures
from gosu_env.agents.balance.tables import interval, place_name
from gosu_env.engine.options import option_texts
from gosu_env.engine.rules import USUAL_GAME

HEAD = """\
<!-- Made by the command below: run it again instead of changing this page. -->

# The balance of {title}

What {games:,} games show about {about}, with the player `{player}` at each of {seats} seats.
Every game has its own deal.

```sh
{command}
```

Cards `{digest}`. Intervals are 95% intervals.

## Aims
"""

VERDICTS = """
✓ met · ✗ missed, with the whole interval outside · ? outside, but not significantly, or with too few games
"""


def command(balance: Figures, page: Path) -> str:
    """What makes the page again."""
    settings = balance.settings
    words = ["gosu", "report"]
    words += ["--game", settings.game] if settings.game != USUAL_GAME else []
    words += ["--players", str(settings.entrants[0]), "--games", str(settings.games)]
    words += ["--seats", str(settings.seats)]
    words += ["--seed", str(settings.seed)] if settings.seed else []
    words += ["--cards", settings.cards] if settings.cards else []
    words += [word for text in option_texts(settings.options) for word in ("--option", text)]
    return shlex.join([*words, "--markdown", page.as_posix()])


def head(balance: Figures, page: Path, title: str, about: str) -> str:
    """The beginning of a page: what was played, and how."""
    settings = balance.settings
    told = ", ".join(option_texts(settings.options))
    return HEAD.format(
        title=f"{title} ({told})" if told else title,
        about=about,
        games=len(balance.outcomes),
        player=settings.entrants[0].spec,
        seats=settings.seats,
        command=command(balance, page),
        digest=settings.empty_game.rules.digest,
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table whose first columns are set to the left, the others to the right."""
    rule = ["---" if column < left else "---:" for column in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


def aims_part(aims: Sequence[Aim]) -> str:
    rows = [(aim.name, aim.wanted, f"**{aim.found}**", aim.verdict.value) for aim in aims]
    return table(("Aim", "Wanted", "Found", ""), rows, left=4) + VERDICTS


def endings_part(balance: Figures, name: Callable[[dict[str, Any]], str]) -> str:
    rows = [
        (name(row), f"{row['games']:,}", f"{100 * row['part']:.2f}", interval(row, "low", "high"))
        for row in balance.endings.to_dicts()
    ]
    return table(("Games end by", "Games", "%", "95%"), rows)


def lengths_part(balance: Figures) -> str:
    names = ("least", "low", "median", "high", "most")
    rows = [
        (row["what"], f"{row['mean']:.1f}", *(str(row[name]) for name in names)) for row in balance.lengths.to_dicts()
    ]
    return table(("A game has", "Mean", "Least", "5%", "Median", "95%", "Most"), rows)


def seats_part(balance: Figures) -> str:
    rows = [
        (
            place_name(row),
            f"{100 * row['win']:.1f}",
            interval(row, "low", "high"),
            seat_verdict(row, balance.settings.seats).value,
        )
        for row in balance.seats.to_dicts()
    ]
    return table(("Win rate of", "%", "95%", ""), rows)
