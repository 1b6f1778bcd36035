"""The standings of an arena, for the screen."""

from __future__ import annotations

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from gosu_env.agents.arena.standings import Standings
from gosu_env.agents.intervals import interval_text
from gosu_env.engine.options import option_texts

WINS, LOSES = "blue", "yellow"  # told apart by everybody
WIDE = 6  # players: with more, the win rates are shown without intervals, which payoffs.png and results.json have


def signed(number: float) -> str:
    """A whole number with its sign, which is a real minus."""
    return f"{number:+.0f}".replace("-", "−") if round(number) else "0"


def grid() -> Table:
    """A table as those of an arena look."""
    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")


def ratings_table(standings: Standings) -> Table:
    table = grid()
    for name in ("", "player", "Elo", "95%", "wins", "score", "skill", "games"):
        table.add_column(name, justify="left" if name == "player" else "right", no_wrap=name != "player")
    for place, row in enumerate(standings.ratings.to_dicts(), start=1):
        fixed = row["elo_low"] == row["elo_high"]
        wins = Text("–")
        if row["win_rate"] is not None:
            interval = interval_text(row["win_low"], row["win_high"])
            wins = Text.assemble(f"{row['win_rate']:.1%}", (f"\n{interval}", "dim"))
        table.add_row(
            str(place),
            Text(row["player"], "bold"),
            Text(signed(row["elo"]), "bold"),
            "fixed" if fixed else f"{signed(row['elo_low'])} … {signed(row['elo_high'])}",
            wins,
            "–" if row["score"] is None else f"{row['score']:+.3f}".replace("-", "−"),
            f"{row['mu']:.1f} ± {row['sigma']:.1f}".replace("-", "−"),
            f"{row['games']:,}",
        )
    return table


def payoff_table(standings: Standings) -> Table:
    """Rows against columns, in the order of the ratings: win rates with their intervals below."""
    names = standings.ratings["player"].to_list()
    even = 1 / standings.schedule.sides
    table = grid()
    table.add_column("", justify="right", min_width=len(str(len(names))), no_wrap=True)
    table.add_column(f"% won against (even: {100 * even:.0f})", no_wrap=True, min_width=10)
    for place in range(1, len(names) + 1):
        table.add_column(str(place), justify="right", no_wrap=True)
    cells = {(row["player"], row["opponent"]): row for row in standings.payoffs.to_dicts()}
    for place, name in enumerate(names, start=1):
        line = [Text(str(place)), Text(name, "bold")]
        for other in names:
            row = cells.get((name, other))
            if row is None:
                line.append(Text("–", "dim"))
                continue
            style = WINS if row["win_low"] > even else LOSES if row["win_high"] < even else ""
            if len(names) > WIDE:
                line.append(Text(f"{100 * row['win_rate']:.0f}", style))
                continue
            interval = interval_text(row["win_low"], row["win_high"])
            line.append(Text.assemble((f"{100 * row['win_rate']:.1f}", style), (f"\n{interval}", "dim")))
        table.add_row(*line)
    return table


def facts_table(standings: Standings) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    seats = standings.seats.to_dicts()
    parts = (
        f"{row['seat']}: {row['win_rate']:.1%} ({interval_text(row['win_low'], row['win_high'])})" for row in seats
    )
    table.add_row("seats", " · ".join(parts))
    lengths = standings.lengths
    games = lengths["games"].sum()
    decisions = (lengths["decisions"] * lengths["games"]).sum() / games
    rounds = (lengths["rounds"] * lengths["games"]).sum() / games
    table.add_row(
        "a game",
        f"{decisions:.1f} decisions ({lengths['shortest'].min()} to {lengths['longest'].max()}), "
        f"{rounds:.1f} rounds on average",
    )
    endings = [
        (f"{row['ending']} by {row['card']}" if row["card"] else row["ending"]) + f" {row['part']:.2%}"
        for row in standings.endings.to_dicts()
    ]
    table.add_row("endings", " · ".join(endings[:6]) + (" · …" if len(endings) > 6 else ""))
    return table


def report(standings: Standings) -> Group:
    """All of it."""
    schedule, settings = standings.schedule, standings.schedule.settings
    kind = f"{schedule.seats} seats" + (f", {settings.tables} tables" if schedule.seats > 2 else "")
    rules = ", ".join(option_texts(settings.options))
    kind += f" · {rules}" if rules else ""
    head = (
        f"{len(settings.entrants)} players · {kind} · {len(standings.outcomes):,} games, "
        f"{schedule.games_per_table:,} at each of {len(schedule.tables)} tables · seed {settings.seed}"
    )
    return Group(Text(head, "dim"), ratings_table(standings), payoff_table(standings), facts_table(standings))
