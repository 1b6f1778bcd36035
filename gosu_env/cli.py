"""The command ``gosu``: the cards, games to play and to watch, replays, competitions, the speed."""

from __future__ import annotations

import difflib
import os
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gosu_env import Game, GosuError, OptionError, Recorder, Replay, __version__
from gosu_env.cli_arena import arena
from gosu_env.cli_options import CardFile, Rules, game_options, told_options
from gosu_env.cli_play import play
from gosu_env.cli_report import report
from gosu_env.cli_train import train
from gosu_env.engine.files import write_whole
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES, Card, CardSet, load_cards
from gosu_env.gosu.language import CLAN_WORDS, nearest
from gosu_env.gosu.text import CLAN_ADJECTIVES, card_text
from gosu_env.render.chronicle import gosu_rules
from gosu_env.render.palette import CLAN_STYLES
from gosu_env.render.story import Story
from gosu_env.render.terminal import Terminal

VALUES = (2, 3, 5)  # G-1.3

app = typer.Typer(
    help="GOSU on the command line.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    warnings.formatwarning = told_warning
    app()


def told_warning(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """A warning of this project is one line; those of others look as usual."""
    ours = category.__module__.partition(".")[0] in ("agents", "gosu_env", "training")
    return f"gosu: {message}\n" if ours else as_usual(message, category, filename, lineno, line)


as_usual = warnings.formatwarning


@contextmanager
def told_errors() -> Iterator[None]:
    """An error of this package is one red line and exit code 2."""
    try:
        yield
    except GosuError as error:
        Terminal(stderr=True, soft_wrap=True).print(Text(f"gosu: {error}", style="red"))
        raise typer.Exit(2) from None


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gosu-env {__version__}")
        raise typer.Exit


@app.callback()
def gosu(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """GOSU, the card game of goblin armies, on the command line."""


# ------------------------------------------------------------------------------------------------ gosu cards


def find_clan(word: str) -> int:
    """The number of a clan by its word, its name or the beginning of either."""
    folded = word.strip().casefold()
    for clan, names in enumerate(zip(CLAN_WORDS, CLAN_NAMES, strict=True)):
        if folded and any(name.casefold().startswith(folded) for name in names):
            return clan
    raise OptionError(f"unknown clan {word!r}; {nearest(folded, list(CLAN_WORDS))}")


def find_card(cards: CardSet, name: str) -> Card:
    """A card by its name, in capitals or not."""
    names = {card.name.casefold(): card for card in cards.cards}
    folded = name.strip().casefold()
    if folded in names:
        return names[folded]
    close = difflib.get_close_matches(folded, names, 1, 0.5)
    hint = f"did you mean {names[close[0]].name!r}?" if close else "'gosu cards' lists them all"
    raise OptionError(f"no card named {name!r}; {hint}")


def ability_words(card: Card) -> set[str]:
    """The words of the card language that a card is written with."""
    words = {v.TRIGGERS[trigger] for trigger in card.programs} | {v.GLOBALS[bound.which] for bound in card.globals}
    words |= {v.EFFECTS[step.op] for program in card.programs.values() for step in program}
    words |= {name for name in ("zombie", "shadow_jump", "recruiter", "counts_as", "eases") if getattr(card, name)}
    words |= {"global"} if card.globals else set()
    return {word.replace("_", " ") for word in words}


def cards_with(cards: CardSet, ability: str) -> list[Card]:
    """The cards that have an ability: a word of the card language, or any piece of their text."""
    wanted = ability.strip().casefold().replace("_", " ")
    texts = {card.name: card_text(card).casefold() for card in cards.cards}
    word = re.compile(rf"\b{re.escape(wanted)}(?:e?s)?\b")
    found = [card for card in cards.cards if wanted in ability_words(card) or word.search(texts[card.name])]
    found = found or [card for card in cards.cards if wanted in texts[card.name]]
    if not found or not wanted:
        words = sorted({word for card in cards.cards for word in ability_words(card)})
        raise OptionError(f"no card has {ability!r}; {nearest(wanted, words)}")
    return found


def mutation_sign(card: Card) -> str:
    return "–" if card.mutation is None else str(card.mutation)


TEXT_LABELS = re.compile(
    r"(?:Enters play(?: and mutates)?|Mutates|Destroyed|Activated|When [a-z ]+|Global|Recruiter):"
    r"|Zombie mutation\.|Shadow Jump\."
)


def shown_text(card: Card) -> Text:
    """What a card says, its triggers set off."""
    text = Text(card_text(card) or "–")
    text.highlight_regex(TEXT_LABELS, "bold")
    return text


def cards_table(cards: Sequence[Card], provenance: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("Name", no_wrap=True)
    table.add_column("Clan", no_wrap=True)
    table.add_column("Level", no_wrap=True)
    table.add_column("×", justify="right", no_wrap=True)
    table.add_column("Value", justify="right", no_wrap=True)
    table.add_column("Mut.", justify="right", no_wrap=True)
    table.add_column("Text", overflow="fold")
    last: Card | None = None
    for card in sorted(cards, key=lambda card: (card.clan, card.level)):
        if last is not None and last.clan != card.clan:
            table.add_section()
        last = card
        words = shown_text(card)
        if provenance:
            words = Text.assemble(words, "\n", (card.provenance, "dim italic"))
        style = CLAN_STYLES[card.clan]
        table.add_row(
            Text(card.name, f"bold {style}"),
            Text(CLAN_ADJECTIVES[card.clan], style),
            f"{card.level} {card.level_name}",
            f"×{card.copies}",
            str(VALUES[card.level - 1]),
            mutation_sign(card),
            words,
        )
    return table


def card_panel(card: Card) -> Panel:
    style = CLAN_STYLES[card.clan]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row("Clan", Text(card.clan_name, style))
    facts.add_row("Level", f"{card.level}, {card.level_name}")
    facts.add_row("Copies", str(card.copies))
    facts.add_row("Value", str(VALUES[card.level - 1]))
    price = {None: "none: it cannot mutate", 0: "0: for free", 1: "1 card"}
    facts.add_row("Mutation", price.get(card.mutation, f"{card.mutation} cards"))
    words = TEXT_LABELS.sub(lambda label: f"\n{label[0]}", card_text(card)).strip() or "It has no ability."
    text = Text(re.sub(r" +\n", "\n", words))
    text.highlight_regex(TEXT_LABELS, "bold")
    facts.add_row("", "")
    facts.add_row("Text", text)
    facts.add_row("", "")
    facts.add_row("Provenance", Text(card.provenance, "italic"))
    title = Text(card.name, f"bold {style}")
    return Panel(facts, title=title, title_align="left", border_style=style, padding=(1, 2), width=76, box=box.ROUNDED)


@app.command("cards")
def show_cards(
    name: Annotated[str | None, typer.Argument(help="Show this one card.", show_default=False)] = None,
    *,
    clan: Annotated[
        str | None, typer.Option(help="Only a clan: ancient, alpha, dark, meka, fire; or one of Kamakor.")
    ] = None,
    level: Annotated[int | None, typer.Option(min=1, max=3, help="Only a level: 1 Bakuto, 2 Hero, 3 Ōzeki.")] = None,
    ability: Annotated[str | None, typer.Option(help="Only cards that do this: destroy, draw, zombie, win …")] = None,
    file: Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")] = None,
    kamakor: Annotated[bool, typer.Option("--kamakor", help="With the five clans of the expansion.")] = False,
    provenance: Annotated[bool, typer.Option("--provenance", help="Also say where each card comes from.")] = False,
) -> None:
    """Browse the card set."""
    console = Terminal()
    with told_errors():
        cards = load_cards(file, kamakor)
        if name is not None:
            console.print(card_panel(find_card(cards, name)), width=min(76, console.width))
            return
        shown = list(cards.cards) if ability is None else cards_with(cards, ability)
        if clan is not None:
            number = find_clan(clan)
            shown = [card for card in shown if card.clan == number]
        shown = [card for card in shown if level in (None, card.level)]
    if not shown:
        console.print("No card of the set is all of that.")
        return
    console.print(cards_table(shown, provenance))
    copies = sum(card.copies for card in shown)
    with_copies = f", {copies} with copies" if copies > len(shown) else ""
    console.print(Text(f"{len(shown)} card{'s' if len(shown) > 1 else ''}{with_copies} · {cards.name}", "dim"))


# ------------------------------------------------------------------------------------------------ gosu watch


@app.command()
def watch(
    players: Annotated[str, typer.Option(help="Who plays, 2 to 4 names: greedy,ismcts:200.")] = "random,random",
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed plays the same game.", show_default="a new one")
    ] = None,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to wait after each turn.")] = 0.0,
    hands: Annotated[bool, typer.Option(help="Show what is in the hands, or only what the table sees.")] = True,
    cards: CardFile = None,
    rules: Rules = None,
    save: Annotated[Path | None, typer.Option(help="Keep the game as a replay.", metavar="FILE")] = None,
) -> None:
    """Watch a game between bots."""
    from agents import make_agent  # noqa: PLC0415  (the package itself does not need the agents)

    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    console = Terminal()
    with told_errors():
        names = [name.strip() for name in players.split(",")]
        if not 2 <= len(names) <= 4:
            raise OptionError(f"--players {players!r} names {len(names)}; GOSU is for 2 to 4: random,greedy")
        seats = [make_agent(name, (seed + (seat << 32)) % 2**63) for seat, name in enumerate(names)]
        options = game_options(rules, cards)
        game = Game("gosu", len(names), seed, **{"auto_forced": False} | options)
        card_set = gosu_rules(game).cards
        recorder = Recorder(game.clone(), names)
        story = Story(console, game, card_set, hands, delay)
        who = f"{len(names)} random players" if set(names) == {"random"} else ", ".join(names)
        extras = [card_set.name] * ("cards" in options) + [told for told in (told_options(options),) if told]
        story.opening(" · ".join([who, f"seed {seed}", *extras]))
        while not game.is_over:
            story.step(recorder.ask(seats[game.seat]))
        replay = recorder.replay()
        story.ending(seed, len(replay))
        if save is not None:
            replay.save(save)
            console.print(Text(f"{save} written", "dim"), soft_wrap=True)


# ------------------------------------------------------------------------------------------------ gosu replay


@app.command("replay")
def show_replay(
    file: Annotated[Path, typer.Argument(help="A replay, as gosu watch --save writes it.", show_default=False)],
    *,
    step: Annotated[bool, typer.Option("--step", help="Go through the decisions one by one.")] = False,
    at: Annotated[
        list[int] | None, typer.Option(help="Show this position; may be given several times.", show_default=False)
    ] = None,
    seat: Annotated[int | None, typer.Option(help="See it as this seat.", show_default="all hands")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Play it again and check that nothing differs.")] = False,
    text: Annotated[str | None, typer.Option(help="Tell the whole game; - is the terminal.", metavar="FILE")] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the end of every round, or the positions --at.", metavar="FILE")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Make a page to step through in a browser.", metavar="FILE")] = None,
    cards: Annotated[str | None, typer.Option(help="The card file it was played with.", metavar="TOML")] = None,
) -> None:
    """Look at a game that was recorded."""
    from gosu_env.render.reel import Reel, full_text, summary, tell  # noqa: PLC0415  (loaded when they are needed)
    from gosu_env.render.replay_page import replay_html  # noqa: PLC0415
    from gosu_env.render.strip import strip_svg  # noqa: PLC0415

    console = Terminal()
    open_hands = seat is None
    with told_errors():
        replay = Replay.load(file, cards)
        if verify:
            replay.verify()
            told = f"{file}: {len(replay)} decisions, played again as they were recorded."
            console.print(Text(told), soft_wrap=True)
        if text == "-":
            tell(console, replay, open_hands)
        files: list[tuple[str | Path | None, Callable[[], str]]] = [
            (None if text == "-" else text, lambda: full_text(replay, open_hands)),
            (svg, lambda: strip_svg(replay, at, seat)),
            (html, lambda: replay_html(replay, seat)),
        ]
        for path, make in files:
            if path is not None:
                write_whole(path, make().encode())
                console.print(Text(f"{path} written", "dim"), soft_wrap=True)
        if step:
            Reel(console, replay, seat).run(at[0] if at else 0, typer.getchar)
        elif at and svg is None:
            reel = Reel(console, replay, seat)
            for position in at:
                reel.show(position)
        elif not (verify or text or svg or html):
            console.print(summary(replay, file.stat().st_size))


# ------------------------------------------------------------------------------------------------ gosu bench


def rate(number: float) -> str:
    return f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number:,.0f}"


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure each row.")] = 2.0,
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 2,
    cards: CardFile = None,
    rules: Rules = None,
    json: Annotated[Path | None, typer.Option(help="Also write the figures to this file.", metavar="FILE")] = None,
) -> None:
    """Measure the speed of random legal play on one core."""
    from gosu_env.bench import run_bench, write_json  # noqa: PLC0415  (the other commands do not need it)

    console = Terminal()
    with told_errors():
        if json is not None and not json.absolute().parent.is_dir():
            raise OptionError(f"{json}: cannot be written: there is no such folder")
        errors = Terminal(stderr=True)
        if errors.is_terminal:
            errors.print(Text(f"measuring three times {seconds:g} s …", "dim"))
        options = game_options(rules, cards)
        figures = run_bench(players, seconds, **options)
        if json is not None:
            write_json(figures, json)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    told = f", {told_options(options)}" if told_options(options) else ""
    table.add_column(f"Random legal play, {players} players, one core{told}", no_wrap=True)
    table.add_column("decisions/s", justify="right", style="bold green", no_wrap=True)
    table.add_column("games/s", justify="right", no_wrap=True)
    how = "interpreted" if figures.interpreted else "compiled"
    rows = (
        (f"{how}, mask", figures.mask),
        (f"{how}, mask + observation", figures.mask_and_observation),
        ("Game from Python: apply + mask + observe", figures.through_game),
    )
    for name, speed in rows:
        table.add_row(name, rate(speed.decisions_per_second), rate(speed.games_per_second))
    console.print(table)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row(
        "a game", f"{figures.decisions_per_game:.1f} decisions, {figures.rounds_per_game:.1f} rounds on average"
    )
    facts.add_row("a record", f"{figures.record_bytes} bytes")
    facts.add_row("a decision", figures.definition)
    if figures.interpreted:
        compiled = "no: NUMBA_DISABLE_JIT is set"
    elif figures.compile_seconds is None:
        compiled = f"no: the code was in the cache, loaded in {figures.first_call_seconds:.1f} s"
    else:
        compiled = f"in {figures.compile_seconds:.1f} s, kept on disk for next time"
    facts.add_row("compiled", compiled)
    if json is not None:
        facts.add_row("written", str(json))
    console.print(facts)


app.command()(told_errors()(arena))
app.command()(told_errors()(play))
app.command()(told_errors()(report))
app.command()(told_errors()(train))

if __name__ == "__main__":
    main()
