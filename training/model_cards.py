"""Cards of the policies that come with the project: what each is, what it learned from, how strong it is, its limits.

    python -m gosu_env.training.model_cards            # writes the cards that are stale
    python -m gosu_env.training.model_cards --check    # names them, and writes nothing
    python -m gosu_env.training.model_cards --measure  # also plays policies whose games are missing or of another file

A card lies beside its policy. It is made from the metadata of the file, the reference ladder, and ``measured.json``:
games against greedy players, kept with the digests of what played them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.progress import track

from gosu_env import DataError
from gosu_env.agents.arena.folder import as_json
from gosu_env.agents.arena.ladder import find_ladder, read_ladders
from gosu_env.agents.intervals import rate_text
from gosu_env.agents.policy import About, Policy, file_digest, load_policy, shipped_folder, special_flags, table_options
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import GAMES, Rules, find_game, find_rules
from gosu_env.training.command import start
from gosu_env.training.match import play_match, sides_of
from gosu_env.training.players import make_player

NOTICE = "<!-- Made by `python -m gosu_env.training.model_cards`: change the sources and run it again. -->"
MEASURED = "measured.json"
GAMES_PLAYED = 2000  # against greedy, at least
SEED = 20_000


@dataclass(frozen=True)
class Measured:
    """Games of a policy against greedy players at all other seats, or a team of them."""

    file: str  # the digest of the policy
    cards: str  # the digest of the card set
    games: int
    rate: float
    low: float
    high: float
    seed: int


def shipped() -> list[Path]:
    """All policies that come with the project."""
    return [file for game in GAMES for file in sorted(shipped_folder(game).glob("*.safetensors"))]


def rules_of(about: About) -> Rules:
    """The table that a policy was trained for."""
    return find_rules(about.game, about.num_players, about.options or {})


# ------------------------------------------------------------------------------------------------ games


def read_measured(folder: Path) -> dict[str, Measured]:
    """The games of the policies in a folder, by their names."""
    path = folder / MEASURED
    try:
        plain = json.loads(read_whole(path)) if path.exists() else {}
        return {name: Measured(**told) for name, told in plain.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise DataError(f"{path}: damaged: {error!r}") from None


def is_measured(file: Path) -> bool:
    """Whether there are games of this very file, with these cards."""
    found, rules = read_measured(file.parent).get(file.stem), rules_of(load_policy(file).about)
    return found is not None and found.file == file_digest(file) and found.cards == rules.digest


def measure(file: Path, games: int = GAMES_PLAYED) -> None:
    """Play a policy against greedy players, and keep the result."""
    rules = rules_of(load_policy(file).about)
    deals = -(-games // sides_of(rules))
    score = play_match(make_player(f"policy:{file}", rules), make_player("greedy", rules), rules, deals, SEED)
    rate, low, high = (round(number, 4) for number in (score.mean, score.low, score.high))
    found = Measured(file_digest(file), rules.digest, score.games, rate, low, high, SEED)
    kept = read_measured(file.parent) | {file.stem: found}
    write_whole(file.parent / MEASURED, as_json({name: asdict(kept[name]) for name in sorted(kept)}))


# ------------------------------------------------------------------------------------------------ cards


def card(file: Path) -> str:
    """The card of a policy, as Markdown."""
    policy = load_policy(file)
    about, rules = policy.about, rules_of(policy.about)
    parts = [
        f"# {title(file, rules)}",
        NOTICE,
        what(file, policy, rules),
        "## Data\n\n" + data(about),
        "## Settings\n\n" + settings(about),
        "## Strength\n\n" + strength(file, about, rules),
        "## Limits\n\n" + limits(about, rules),
        "## Licence\n\n"
        "That of the project, [MIT](../../../LICENSE). The weights were made by this project from its own games; the "
        "file is safetensors with a checksum, and reading it runs no code.",
    ]
    return "\n\n".join(parts) + "\n"


def title(file: Path, rules: Rules) -> str:
    flags = "".join(f", {flag}" for flag in sorted(special_flags(file)))
    return f"policy:{file.stem.split('-')[0]} · {rules.title}, {rules.num_players} players{flags}"


def what(file: Path, policy: Policy, rules: Rules) -> str:
    about = policy.about
    size = sum(weight.size for weight in policy.weights.values())
    return (
        f"A network that plays {rules.title} with {rules.num_players} players, from what the deciding seat may know: "
        f"{rules.observation_size} numbers in, {rules.num_actions} actions and an expected return out. Cards are "
        f"embedded, a residual trunk of width {about.width} and depth {about.depth} follows; {size:,} weights. It "
        f"plays its most probable action, or draws one with `:temperature=1`.\n\n"
        f"[`{file.name}`]({file.name}): {file.stat().st_size / 1e6:.1f} MB, digest `{file_digest(file)}`. How to use "
        "it: [agents](../../../docs/agents.md)."
    )


def data(about: About) -> str:
    learned = (
        f"{about.decisions / 1e9:.2f} billion" if about.decisions >= 1e9 else f"{about.decisions / 1e6:.0f} million"
    )
    taught = about.note.startswith("taught by")
    how = (
        f"distilled from `policy:{about.note.removeprefix('taught by ')}`: its policy and values at {learned} decisions"
        if taught
        else f"self-play from nothing: {learned} decisions of games that it played against itself"
    )
    return f"It was {'' if taught else 'trained by '}{how}. No games of people were used."


def settings(about: About) -> str:
    usual = table_options(find_game(about.game).OPTIONS().as_dict())
    special = [f"`{name}={value}`" for name, value in (about.options or {}).items() if usual.get(name) != value]
    also = [f"`{name}={value}`" for name, value in (about.also or {}).items()]
    rows = {
        "game": f"`{about.game}`",
        "players": about.num_players,
        "options": (", ".join(special) or "the usual ones") + (f"; also with {', '.join(also)}" if also else ""),
        "cards": f"digest `{about.cards}`" + (", an earlier edition" if about.cards in rules_of(about).former else ""),
        "decisions": f"{about.decisions:,}",
        "width, depth": f"{about.width}, {about.depth}",
        "made by": about.note or "not recorded",
    }
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    return "\n".join(("| Setting | |", "|---|---|", *lines)) + (
        "\n\nThe file's metadata say so. [Results](../../../docs/results.md) tell how training went."
    )


def strength(file: Path, about: About, rules: Rules) -> str:
    found = read_measured(file.parent).get(file.stem)
    if found is None or not is_measured(file):
        raise DataError(f"{file}: its games are missing or of another file: run it with --measure")
    even, sides = rules.members / rules.num_players, "either side" if rules.members > 1 else "every seat"
    others = "a team of greedy players" if rules.members > 1 else "greedy players at all other seats"
    text = (
        f"It wins **{rate_text(found.rate, found.low, found.high)}** of {found.games:,} games against {others}, where "
        f"an equal player would win {even:.0%}: paired deals, each played from {sides}, with 95 % intervals "
        f"(seed {found.seed})."
    )
    return text + ladder_text(file, about, rules)


def ladder_text(file: Path, about: About, rules: Rules) -> str:
    """Its place on the reference ladder, if it is a rung there."""
    if about.num_players not in read_ladders(about.game):
        return ""
    ladder = find_ladder(about.game, about.num_players)
    name = f"policy:{file.stem.split('-')[0]}"
    if ladder.made_of.get(name) != file_digest(file) or ladder.made_of["cards"] != rules.digest:
        return ""
    lines = [
        f"| {'**' * (rung.player == name)}`{rung.player}`{'**' * (rung.player == name)} | {rung.elo:.0f} | "
        f"{rung.low:.0f} to {rung.high:.0f} |"
        for rung in reversed(ladder.rungs)
    ]
    head = f"\n\nOn the reference ladder, {ladder.games} games at every table (`{ladder.command}`):\n\n"
    return head + "\n".join(("| Player | Elo | 95 % |", "|---|---:|---:|", *lines))


def limits(about: About, rules: Rules) -> str:
    points = [
        f"It plays {rules.title} with {rules.num_players} players and no other number. With other cards or options "
        "than those above it plays, warns, and may play badly.",
        "It has no memory of its own: it sees one observation at a time, which holds what a perfect memory knows of "
        "the cards, but nothing of how the others have played before.",
        "Playing its most probable action makes it predictable: an opponent that knows it can prepare for it.",
        "Its value was learned from games between equal players, and expects the others to play as well as itself.",
        "It has been measured against programs, not against people.",
    ]
    if about.note.startswith("taught by"):
        points.append("It is made for searches, `ismcts:200:judge=small`; on its own, its teacher is stronger.")
    return "\n".join(f"- {point}" for point in points)


# ------------------------------------------------------------------------------------------------ files


def card_file(file: Path) -> Path:
    return file.with_suffix(".md")


def stale() -> dict[Path, str]:
    """The cards that are missing or say something else, as they should be; and cards of policies that are gone."""
    wanted = {card_file(file): card(file) for file in shipped()}
    gone = [path for game in GAMES for path in shipped_folder(game).glob("*.md") if path not in wanted]
    if gone:
        raise DataError(f"{gone[0]}: there is no such policy; remove its card")
    return {path: text for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Write the cards of the shipped policies.")
    parser.add_argument("--check", action="store_true", help="name the cards that are stale, and write nothing")
    parser.add_argument("--measure", action="store_true", help="play the games that are missing")
    parser.add_argument("--games", type=int, default=GAMES_PLAYED, help="of each policy against greedy players")
    given = parser.parse_args(arguments)
    if given.measure:
        for file in track([file for file in shipped() if not is_measured(file)], "playing"):
            measure(file, given.games)
    found = stale()
    for path, text in found.items():
        name = "/".join(path.parts[-4:])
        if given.check:
            print(f"{name} is stale: run python -m gosu_env.training.model_cards", file=sys.stderr)
        else:
            write_whole(path, text.encode())
            print(f"{name} written")
    if given.check and found:
        raise SystemExit(1)


if __name__ == "__main__":
    start(main)
