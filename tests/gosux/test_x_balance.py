"""The report on GOSU X: picks and cards are counted exactly, and figures say what games say, drafted or dealt."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scripts import load_script
from typer.testing import CliRunner

from gosu_env import DataError, Game
from gosu_env.agents.arena import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.balance import Report, Verdict
from gosu_env.agents.gosux.balance import Balance, Tally, aims
from gosu_env.agents.gosux.balance.page import markdown
from gosu_env.agents.gosux.balance.tally import ACTIVATED, DRAWN, EVENTS, PLACED
from gosu_env.cli import app
from gosu_env.gosux.cards import CLAN_NAMES, load_cards
from gosu_env.gosux.state import CLANS, KINDS

CARDS = load_cards(None)
DOCS = Path(__file__).resolve().parents[2] / "docs" / "gosux"

# ------------------------------------------------------------------------------------------------ tallies


@pytest.mark.parametrize("clans_dealt", [False, True])
def test_tallies_agree_with_the_table(clans_dealt: bool) -> None:
    """The actions of an arena leave out what is forced; the same game played in full ends alike."""
    rng = np.random.default_rng(1)
    whole, forced = (Game("gosux", 2, 0, auto_forced=option, clans_dealt=clans_dealt) for option in (False, True))
    for seed in range(4):
        game, actions, picked = forced.deal(seed), [], []
        opener = int(game.state.first_seat)
        while not game.is_over:
            text = game.decision_text()
            actions.append(int(rng.choice(game.legal_actions())))
            picked += [game.action_text(actions[-1])] if "clan" in text and game.state.round_number == 0 else []
            game.apply(actions[-1])
        tally = Tally(whole.deal(seed), actions)
        assert tally.game.winners == game.winners
        assert tally.opener == opener
        assert tally.owners.tolist() == game.state.clan_owner.tolist()
        assert sorted(tally.picks.tolist()) == ([-1] * CLANS if clans_dealt else [-1, -1, 0, 1, 2, 3, 4, 5])
        assert len(picked) == (0 if clans_dealt else 6)
        for pick, words in enumerate(picked):
            assert CLAN_NAMES[tally.picks.tolist().index(pick)] in words
        own = np.array([[tally.owners[card.clan] == seat for card in CARDS.cards] for seat in range(2)])
        assert not tally.counts.transpose(1, 0, 2)[:, ~own].any()  # nobody does anything with the cards of others
        assert (tally.counts[:, DRAWN].sum(axis=1) >= 7).all()
        assert tally.counts[:, PLACED].any()


def test_a_tally_refuses_what_it_cannot_count() -> None:
    with pytest.raises(DataError, match="the actions end before the game"):
        Tally(Game("gosux", 2, 0, auto_forced=False), [])


# ------------------------------------------------------------------------------------------------ figures


def invented(winners: list[int]) -> Balance:
    """Games that nobody played: seat 0 picks first, and clans are picked in the order of their numbers."""
    outcomes, tallies = [], []
    for index, winner in enumerate(winners):
        outcomes.append(Outcome(index, [winner], "supremacy", None, 2, [20, 20], []))
        counts = np.zeros((2, len(EVENTS), KINDS), np.int16)
        counts[0, PLACED, CARDS.kind("Shard")] = 2
        counts[1, ACTIVATED, CARDS.kind("Timer")] = 1
        owners, picks = np.array([0, 1, 1, 0, 0, 1, -1, -1]), np.array([0, 1, 2, 3, 4, 5, -1, -1])
        tallies.append(SimpleNamespace(opener=0, counts=counts, owners=owners, picks=picks))
    settings = Settings.make("random", len(winners), 2, "mirror", game="gosux")
    return Balance(settings, CARDS, outcomes, tallies)  # type: ignore[arg-type]


def test_seats_count_for_their_clans_picks_and_cards() -> None:
    balance = invented([0, 0, 0, 1])
    clans = balance.clans.to_dicts()
    assert [row["owned_win"] for row in clans] == [0.75, 0.25, 0.25, 0.75, 0.75, 0.25, None, None]
    assert [row["pick"] for row in clans] == [1, 2, 3, 4, 5, 6, None, None]
    assert [row["first"] for row in clans] == [1] + [0] * 7
    picks = balance.picks.to_dicts()
    assert [(row["pick"], row["clan"], row["part"]) for row in picks] == [
        (pick + 1, name, 1) for pick, name in enumerate(CLAN_NAMES[:6])
    ]
    cards = {row["card"]: row for row in balance.cards.to_dicts()}
    assert (cards["Shard"]["placed"], cards["Shard"]["placed_seats"], cards["Shard"]["placed_win"]) == (8, 4, 0.75)
    assert (cards["Timer"]["activated_win"], cards["Timer"]["placed_win"]) == (0.25, None)
    assert {row["clan"] for row in cards.values()} == set(CLAN_NAMES[:6])


def test_aims_name_what_is_out_of_line() -> None:
    clans, cards, seat, order = aims(invented([0] * 200))
    assert (clans.found, clans.verdict) == ("0.0 – 100.0%", Verdict.MISSED)
    assert cards.verdict is Verdict.MISSED
    assert (seat.found, order.found) == ("100.0% · 0.0%", "100.0% · 0.0%")


# ------------------------------------------------------------------------------------------------ reports


@pytest.mark.parametrize("clans_dealt", [False, True])
def test_sums_and_pages_of_real_games(clans_dealt: bool) -> None:
    balance: Balance = Report("random", games=8, game="gosux", clans_dealt=clans_dealt).run(jobs=1, progress=False)
    assert balance.clans["games"].sum() == 6 * 8
    assert balance.picks["games"].sum() == (0 if clans_dealt else 6 * 8)
    assert set(balance.as_dict()) == set(Balance.SMALL)
    page = markdown(balance, Path("page.md"))
    assert "gosu report --game gosux --players random --games 8 --seats 2" in page
    assert ("page-picks.png" in page) is not clans_dealt
    for name in balance.cards["card"].to_list():
        assert page.count(f"| **{name}** |") == 1
    tables = [part.splitlines() for part in page.split("\n\n") if part.startswith("|")]
    assert all(len({line.count("|") for line in table}) == 1 for table in tables)
    assert "{" not in page


@pytest.mark.parametrize("more", [[], ["--option", "clans_dealt"]])
def test_the_command_shows_tables_and_writes_files(tmp_path: Path, more: list[str]) -> None:
    words = ["report", "--game", "gosux", "--players", "random", "--games", "4", "--jobs", "1", *more]
    words += ["--out", str(tmp_path / "out"), "--markdown", str(tmp_path / "page.md")]
    result = CliRunner().invoke(app, words, env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    for name in ("Abhilasha", "Shard", "second Supremacy token", "2nd in the first round"):
        assert name in result.stdout
    pictures = {f"{name}.png" for name in ("clans", "cards", "endings", "lengths", *([] if more else ["picks"]))}
    parquets = {f"{name}.parquet" for name in ("cards", "clans", "picks", "games")}
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert files == {"games.journal", "settings.json", "balance.json"} | pictures | parquets
    assert {path.name for path in tmp_path.iterdir()} == {"out", "page.md"} | {f"page-{name}" for name in pictures}


def test_one_script_makes_the_pages_of_the_strong_agent_again(tmp_path: Path) -> None:
    """What it runs is what the pages say, but for where the games go."""
    script = load_script("docs/gosux/strong.py")
    *reports, notebook = script.commands(1, script.GAMES, tmp_path)
    for words in reports:
        page = (DOCS.parents[1] / words[-1]).read_text(encoding="utf-8")
        (line,) = re.findall(r"^gosu report .*$", page, re.MULTILINE)
        told = dict(zip(words[3::2], words[4::2], strict=True))
        said = shlex.split(line)
        assert dict(zip(said[2::2], said[3::2], strict=True)) == {
            "--seats": "2",
            **{name: value for name, value in told.items() if name not in ("--jobs", "--out")},
        }
    assert len(list((DOCS.parents[1] / "notebooks").glob(f"{notebook[-1]}-*.ipynb"))) == 1


@pytest.mark.parametrize("name", ["balance", "balance-strong", "balance-drafted"])
def test_the_pages_in_the_docs_are_about_these_cards(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert f"Cards `{CARDS.digest}`." in page
    for picture in re.findall(r"\]\(([^)]+\.png)\)", page):
        assert (DOCS / picture).exists()
