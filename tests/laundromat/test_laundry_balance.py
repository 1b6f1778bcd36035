"""The report on Goblin Laundromat: washes, garments and coins are counted exactly, and figures say what games say."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from gosu_env import DataError, Game
from gosu_env.agents.arena import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.balance import Report, Verdict
from gosu_env.agents.laundromat.balance import Balance, Tally, aims
from gosu_env.agents.laundromat.balance.aims import completed_verdict, dealt_bounds
from gosu_env.agents.laundromat.balance.page import markdown
from gosu_env.agents.laundromat.balance.tally import COMPLETED, FAILED, STOPPED
from gosu_env.cli import app
from gosu_env.laundromat.cards import default_cards
from gosu_env.laundromat.scoring import COINS_FOR
from gosu_env.laundromat.state import ROUNDS

CARDS = default_cards()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "laundromat" / "balance.md"

# ------------------------------------------------------------------------------------------------ tallies


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_tallies_agree_with_the_table(seats: int) -> None:
    """The actions of an arena leave out what is forced; the same game played in full ends alike."""
    rng = np.random.default_rng(seats)
    whole, forced = (Game("laundromat", seats, 0, auto_forced=option) for option in (False, True))
    for seed in range(12):
        game, actions, first = forced.deal(seed), [], []
        while not game.is_over:
            told = game.to_json()
            if told["round"] == 1 and "take" not in game.action_text(game.legal_actions()[0]):
                first += [game.seat] if game.seat not in first else []
            actions.append(int(rng.choice(game.legal_actions())))
            game.apply(actions[-1])
        tally = Tally(whole.deal(seed), actions)
        players = game.to_json()["players"]
        assert tally.game.winners == game.winners
        assert sorted(tally.order) == list(range(seats))
        assert [seat for seat in tally.order if seat in first] == first
        for seat, player in enumerate(players):
            fates = ["completed" if wash == COMPLETED else "lost" for wash in tally.washes[seat]]
            assert fates == player["fates"]
            assert [CARDS.programmes[number].name for number in tally.programmes[seat]] == player["programmes"]
            assert sum(tally.scored[seat]) == len(player["scored"])
            assert dict(zip(COINS_FOR, tally.coins[seat].tolist(), strict=True)) == player["coins_for"]
            assert bool(tally.potions[seat]) is not player["potion"]


def test_a_wash_is_stopped_or_fails() -> None:
    """Who always draws fails or completes; who always stops never fails with a second garment."""
    empty = Game("laundromat", 3, 0, auto_forced=False)
    for wanted, never in (("stop", COMPLETED), ("draw", STOPPED)):
        game, actions = empty.deal(4), []
        while not game.is_over:
            legal = game.legal_actions()
            texts = [game.action_text(action) for action in legal]
            action = legal[texts.index(wanted)] if wanted in texts else legal[0]
            actions += [action] if len(legal) > 1 else []
            game.apply(action)
        tally = Tally(empty.deal(4), actions)
        assert never not in tally.washes
        if wanted == "draw":
            assert {COMPLETED, FAILED} == set(tally.washes.ravel().tolist())


def test_a_tally_refuses_what_it_cannot_count() -> None:
    with pytest.raises(DataError, match="the actions end before the game"):
        Tally(Game("laundromat", 2, 0, auto_forced=False), [])


# ------------------------------------------------------------------------------------------------ figures


def invented(winners: list[int], seats: int = 2, washes: int = COMPLETED) -> Balance:
    """Games that nobody played: seat 0 has the elves' basket and the first programmes, seat 1 the next, and so on."""
    outcomes, tallies = [], []
    for index, winner in enumerate(winners):
        outcomes.append(Outcome(index, [winner], "scored", None, ROUNDS, [10] * seats, []))
        scored = np.zeros((seats, len(CARDS)), np.int8)
        scored[0, CARDS.kind("Fin Sock")] = 2
        scored[1, CARDS.kind("Mist Cape")] = 1
        coins = np.zeros((seats, len(COINS_FOR)), np.int16)
        coins[0, COINS_FOR.index("socks")] = 10
        coins[1, COINS_FOR.index("species")] = 4
        programmes = np.array([[5 * number + seat for number in range(ROUNDS)] for seat in range(seats)])
        tallies.append(
            SimpleNamespace(
                order=list(range(seats))[::-1],
                species=np.arange(seats),
                programmes=programmes,
                washes=np.full((seats, ROUNDS), washes),
                scored=scored,
                coins=coins,
                potions=np.arange(seats) == 0,
            )
        )
    settings = Settings.make("random", len(winners), seats, "mirror", game="laundromat")
    return Balance(settings, CARDS, outcomes, tallies)  # type: ignore[arg-type]


def test_seats_count_for_what_they_were_dealt() -> None:
    balance = invented([0, 0, 0, 1])
    elf, mermaid, *others = balance.species.to_dicts()
    assert (elf["dealt_seats"], elf["dealt_win"], elf["paid"]) == (4, 0.75, 0)
    assert (mermaid["dealt_win"], mermaid["paid"], mermaid["mean"], mermaid["winners"]) == (0.25, 4, 1, 1.5)
    assert mermaid["most_win"] == 0.75  # seat 0 washed the mermaids' socks
    assert all(row["dealt_win"] is None for row in others)
    programmes = {row["programme"]: row for row in balance.programmes.to_dicts()}
    assert (programmes["Quick Rinse"]["dealt_win"], programmes["Quick Rinse"]["completed"]) == (0.75, 1)
    assert (programmes["Cold Dip"]["completed_win"], programmes["Cold Dip"]["failed_win"]) == (0.25, None)
    assert programmes["Dirt Devil"]["completed"] is None
    coins = {row["coins"]: row for row in balance.coins.to_dicts()}
    assert (coins["socks"]["mean"], coins["socks"]["winners"], coins["socks"]["most_win"]) == (5, 7.5, 0.75)
    assert coins["socks"]["part"] == pytest.approx(10 / 14)
    garments = {row["garment"]: row for row in balance.garments.to_dicts()}
    assert (garments["Fin Sock"]["scored"], garments["Fin Sock"]["of_copies"]) == (8, 0.5)
    assert (garments["Mist Cape"]["scored_win"], garments["Mist Cape"]["scored_edge"]) == (0.25, 0)
    assert balance.potions_used == 0.5
    assert balance.seats.filter(by="turn order")["win"].to_list() == [0.25, 0.75]


def test_aims_name_what_is_out_of_line() -> None:
    baskets, programmes, completed, garments, seat, order = aims(invented([0] * 200))
    assert (baskets.found, baskets.verdict) == ("0.0 – 100.0%", Verdict.MISSED)
    assert programmes.verdict is Verdict.MISSED
    assert (completed.found, completed.verdict) == ("100.0 – 100.0%", Verdict.MISSED)
    assert (garments.found, garments.verdict) == ("2 of 2 outside, 43 with fewer than 100", Verdict.MISSED)
    assert (seat.found, order.found) == ("100.0% · 0.0%", "0.0% · 100.0%")


def test_a_programme_that_is_never_completed_misses_its_aim() -> None:
    rows = invented([0, 1] * 100, washes=FAILED).programmes.to_dicts()
    assert [completed_verdict(row) for row in rows[:2]] == [Verdict.MISSED] * 2
    assert completed_verdict(rows[2]) is Verdict.OPEN  # nobody had it
    assert dealt_bounds(4) == pytest.approx((0.225, 0.275))


# ------------------------------------------------------------------------------------------------ reports


@pytest.fixture(scope="module")
def reported() -> Balance:
    made: Balance = Report("random", games=30, seats=3, game="laundromat").run(jobs=1, progress=False)
    return made


def test_sums_of_real_games(reported: Balance) -> None:
    assert reported.species["dealt_seats"].sum() == 3 * 30
    assert reported.programmes["dealt_seats"].sum() == 3 * ROUNDS * 30
    parts = reported.programmes.select("completed", "stopped", "failed").rows()
    assert all(sum(row) == pytest.approx(1) for row in parts)
    assert reported.coins["part"].sum() == pytest.approx(1)
    assert reported.garments["scored"].sum() == pytest.approx(reported.species["mean"].sum() * 3 * 30)
    assert reported.endings["ending"].to_list() == ["scored"]
    assert set(reported.as_dict()) == set(Balance.SMALL)


def test_the_page_has_all_cards(reported: Balance) -> None:
    page = markdown(reported, Path("page.md"))
    assert "gosu report --game laundromat --players random --games 30 --seats 3 --markdown page.md" in page
    for name in [row.name for row in (*CARDS.programmes, *CARDS.garments)]:
        assert page.count(f"| **{name}** |") == 1
    tables = [part.splitlines() for part in page.split("\n\n") if part.startswith("|")]
    assert [len(table) - 2 for table in tables] == [6, 20, 5, len(COINS_FOR), 45, 1, 2, 6]
    assert all(len({line.count("|") for line in table}) == 1 for table in tables)
    assert "{" not in page


@pytest.mark.parametrize("columns", ["80", "130"])
def test_the_command_shows_tables_and_writes_files(tmp_path: Path, columns: str) -> None:
    words = ["report", "--game", "laundromat", "--players", "random", "--games", "4", "--seats", "5", "--jobs", "1"]
    words += ["--out", str(tmp_path / "out"), "--markdown", str(tmp_path / "page.md")]
    result = CliRunner().invoke(app, words, env={"COLUMNS": columns, "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    assert "random at every seat · 5 seats · 4 games · seed 0" in result.stdout
    for name in ("Leaf Briefs", "Dragon's Breath", "Grubbin", "pairs of socks", "5th in the first round"):
        assert name in result.stdout
    assert max(map(len, result.stdout.replace(str(tmp_path), "").splitlines())) <= int(columns)
    pictures = {f"{name}.png" for name in ("programmes", "species", "coins", "lengths")}
    parquets = {f"{name}.parquet" for name in ("species", "programmes", "garments", "games")}
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert files == {"games.journal", "settings.json", "balance.json"} | pictures | parquets
    assert {path.name for path in tmp_path.iterdir()} == {"out", "page.md"} | {f"page-{name}" for name in pictures}


def test_the_page_in_the_docs_is_about_these_cards_and_meets_its_aims() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert f"Cards `{CARDS.digest}`." in page
    verdicts: list[Any] = re.findall(r" \| ([✓✗?]) \|$", page.partition("## Programmes")[0], re.MULTILINE)
    assert verdicts == ["✓"] * 6
