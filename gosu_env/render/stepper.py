"""A replay in the terminal: what it is, one position, or one after the other."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gosu_env.engine.errors import OptionError
from gosu_env.engine.replay import Decision, Replay
from gosu_env.render.colours import SEAT_STYLES
from gosu_env.render.log import Story, log_of
from gosu_env.render.terminal import Terminal, shown

PAPER = 120  # letters of a line in a file
BAR = 24  # letters of a bar that stands for certainty
NEXT, BACK, FIRST, LAST, QUIT = ("\r", "\n", " ", "n", "\x1b[C"), ("p", "\x1b[D"), ("g",), ("G",), ("q", "\x1b", "\x03")


def summary(replay: Replay, size: int) -> Table:
    """What a replay holds."""
    head, end = replay.header, replay.game()
    rounds = int(end.state.round_number)
    told = log_of(replay)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    for seat, agent in enumerate(replay.agents):
        won = " · winner" if seat in end.winners else ""
        got = "" if replay.returns is None else f" · return {replay.returns[seat]:+.2f}"
        points = f"{told.scribe.standing(seat)}{got}{won}"
        facts.add_row(Text(f"seat {seat}", SEAT_STYLES[seat]), f"{shown(agent)}  {points}")
    title, how = told.outcome()
    facts.add_row("the end", f"{title}. {how}")
    facts.add_row("length", f"{len(replay)} decisions, {rounds} rounds")
    facts.add_row("game", f"{head.game}, {head.num_players} players, cards {head.digest}")
    facts.add_row("options", shown(", ".join(f"{name}={value}" for name, value in head.options.items())))
    facts.add_row("dealt from", "a position in the file" if head.seed is None else f"seed {head.seed}")
    thinking = sum(thoughts is not None for thoughts in replay.thoughts)
    facts.add_row("thoughts", f"at {thinking} decisions" if thinking else "none")
    for key, value in head.metadata.items():
        facts.add_row(Text(shown(key)), Text(shown(str(value))))
    facts.add_row("file", f"{size} bytes, recorded by {shown(head.made_by)}")
    return facts


class Stepper:
    """The positions of a replay, to be shown in any order."""

    def __init__(self, console: Console, replay: Replay, seat: int | None = None) -> None:
        if seat is not None and not 0 <= seat < replay.header.num_players:
            raise OptionError(f"seat {seat}: seats are numbered from 0 to {replay.header.num_players - 1}")
        self.console, self.replay, self.seat = console, replay, seat
        self.log = log_of(replay)
        self.decisions = list(replay.decisions())

    def show(self, step: int) -> None:
        """The table before a decision, the decision, and what came of it."""
        total = len(self.replay)
        if not 0 <= step <= total:
            raise OptionError(f"step {step}: positions are numbered from 0 to {total}")
        game = self.decisions[step].game if step < total else self.replay.game()
        self.console.print(Rule(Text(f"{step} of {total}"), align="left", style="dim"))
        self.console.print(self.log.styled(game.describe(self.seat)))
        self.console.print()
        if step == total:
            self.console.print(self.log.styled(self.log.outcome()[1], "bold"))
            return
        entry = self.log.entries[step]
        if self.seat in (None, entry.seat):
            self.show_choice(self.decisions[step])
        agent = self.replay.agents[entry.seat]
        named = "" if agent == f"seat {entry.seat}" else f" ({shown(agent)})"
        deed = f"seat {entry.seat}{named} {entry.words(self.seat)}"
        self.console.print(self.log.styled(f"→ {deed}", "bold"))
        for line in entry.sequel:
            self.console.print(self.log.styled(f"  {line.words(self.seat)}", "italic"))

    def show_choice(self, decision: Decision) -> None:
        """The legal actions, with what the agent thought of them."""
        game, thoughts = decision.game, decision.thoughts
        chances = decision.chances
        actions = game.legal_actions()
        if chances:
            actions.sort(key=lambda action: -chances.get(action, 0.0))
        table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
        for action in actions:
            mark = "▸" if action == decision.action else ""
            row: list[Text] = [Text(mark, "yellow"), self.log.styled(game.action_text(action))]
            if chances:
                chance = chances.get(action, 0.0)
                row += [Text(f"{100 * chance:.1f} %"), Text("█" * round(BAR * chance), SEAT_STYLES[game.seat])]
            table.add_row(*row)
        self.console.print(table)
        if thoughts and thoughts.value is not None:
            self.console.print(Text(f"expects a return of {thoughts.value:+.2f}", "dim"))
        if thoughts and thoughts.note:
            self.console.print(Text(f"“{thoughts.note}”", "italic"))

    def run(self, step: int, read_key: Callable[[], str]) -> None:
        """Show positions one by one, as the keys say."""
        if not self.console.is_interactive:
            raise OptionError("--step needs a terminal; --at N shows one position")
        total = len(self.replay)
        while True:
            self.console.clear()
            self.show(step)
            self.console.print(Text("enter or → next · p or ← back · g first · G last · q quit", "dim"))
            key = read_key()
            if key in QUIT:
                return
            wanted = step + (key in NEXT) - (key in BACK)
            wanted = 0 if key in FIRST else total if key in LAST else wanted
            step = min(max(wanted, 0), total)


def tell(console: Console, replay: Replay, hands: bool) -> None:
    """The whole game turn by turn, as ``gosu watch`` tells it."""
    replay.verify()
    story = Story(console, replay.opening(), hands)
    seed = replay.header.seed
    dealt = "from a position" if seed is None else f"seed {seed}"
    story.opening(f"{' · '.join(map(shown, replay.agents))} · {dealt}")
    for action in replay.actions:
        story.step(action)
    story.end_line()
    if story.scribe.game.is_over:
        story.ending(seed, len(replay))


def full_text(replay: Replay, hands: bool) -> str:
    """The whole game as plain text."""
    paper = StringIO()
    tell(Terminal(file=paper, width=PAPER, color_system=None), replay, hands)
    return "".join(f"{line.rstrip()}\n" for line in paper.getvalue().splitlines())
