"""The reference ladder: players that come with the project, and the ratings that they keep.

Every game has a ladder for each number of players, in ``ladder.json`` of its folder. This command plays the players of
the ladder against each other and writes these files; after an interruption it resumes:

    python -m gosu_env.agents.arena.ladder --games 200

``--game`` and ``--players`` make some of them; the others stay as they are.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from gosu_env import DataError, GosuError, OptionError
from gosu_env.agents.arena.arena import Arena
from gosu_env.agents.arena.folder import as_json
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.folders import differences, game_folder
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import GAMES, find_game
from gosu_env.engine.runs import RUNS

PLAYERS = ("random", "rollout:40", "rollout:200", "greedy", "ismcts:100", "policy:strong")
COMMAND = "python -m gosu_env.agents.arena.ladder"


@dataclass(frozen=True)
class Rung:
    """A player of the ladder, with its rating and the interval that it had when the ladder was made."""

    player: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ladder:
    """The ladder of a game for a number of players, and what its ratings depend on."""

    command: str  # that made it
    games: int  # at every table
    made_of: dict[str, str]  # digests of the cards and of the files of players, by name
    rungs: tuple[Rung, ...]


def ladder_file(game: str) -> Path:
    return game_folder(game) / "ladder.json"


def made_of(settings: Settings, players: tuple[str, ...]) -> dict[str, str]:
    """Digests of all that the games of these players depend on, wherever the files lie."""
    found = {"cards": settings.empty_game.rules.digest}
    for player in players:
        for digest in settings.files.get(player, {}).values():  # players of the project have one file, or none
            found[player] = digest
    return found


def read_ladders(game: str) -> dict[int, Ladder]:
    """The ladders of a game, by number of players."""
    path = ladder_file(game)
    try:
        plain = json.loads(path.read_bytes()) if path.exists() else {}
        return {
            int(players): Ladder(**told | {"rungs": tuple(Rung(**rung) for rung in told["rungs"])})
            for players, told in plain.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DataError(f"{path}: is damaged: {error!r}; make it again: {COMMAND} --game {game}") from None


def find_ladder(game: str, players: int) -> Ladder:
    """The ladder for a table."""
    ladders = read_ladders(game)
    if players not in ladders:
        there = ", ".join(map(str, ladders)) or "none"
        raise OptionError(f"there is no ladder of {game} for {players} players; numbers of players with one: {there}")
    return ladders[players]


def check_fresh(ladder: Ladder, settings: Settings) -> None:
    """Refuse a ladder whose players are not what they were when they were rated."""
    now = made_of(settings, tuple(rung.player for rung in ladder.rungs))
    if changed := differences(ladder.made_of, now):
        raise DataError(
            f"the ladder is stale: {'; '.join(changed.values())}; make it again: {COMMAND} --game {settings.game}"
        )


def make_ladder(
    game: str, seats: int, games: int, jobs: int | None = None, out: Path = RUNS, fresh: bool = False
) -> Ladder:
    """Play all games of a ladder: so many of every two players; with more than two seats, one against copies of one."""
    solo = seats > 2  # there, every two players have two tables
    folder = out / f"ladder-{game}-{seats}"
    arena = Arena(PLAYERS, games // (1 + solo), seats, "solo" if solo else "mixed", game=game, out=folder, fresh=fresh)
    ratings = {row["player"]: row for row in arena.run(jobs).ratings.to_dicts()}
    rungs = [Rung(name, *(round(ratings[name][key], 1) for key in ("elo", "elo_low", "elo_high"))) for name in PLAYERS]
    rungs.sort(key=lambda rung: rung.elo)
    command = f"{COMMAND} --game {game} --players {seats} --games {games}"
    return Ladder(command, arena.schedule.games_per_table, made_of(arena.settings, PLAYERS), tuple(rungs))


def write_ladder(game: str, players: int, ladder: Ladder) -> None:
    """Write a ladder beside those of other numbers of players."""
    ladders = read_ladders(game) | {players: ladder}
    write_whole(ladder_file(game), as_json({str(number): asdict(ladders[number]) for number in sorted(ladders)}))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Make the reference ladder of gosu rate.")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--games", type=int, default=200, help="games of every two players")
    parser.add_argument("--jobs", type=int, help="number of parallel games")
    parser.add_argument("--out", type=Path, default=RUNS, help="where the games are kept")
    parser.add_argument("--fresh", action="store_true", help="replay all games, also those that are kept")
    given = parser.parse_args(arguments)
    try:
        for game in [given.game] if given.game else GAMES:
            for seats in [given.players] if given.players else find_game(game).PLAYERS:
                ladder = make_ladder(game, seats, given.games, given.jobs, given.out, given.fresh)
                write_ladder(game, seats, ladder)
                told = ", ".join(f"{rung.player} {rung.elo:.0f}" for rung in ladder.rungs)
                print(f"{game}, {seats} players: {told}", flush=True)
    except GosuError as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
