"""The command ``gosu``: what it prints, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gosu_env
from gosu_env import Game, Replay, View
from gosu_env.agents import RandomAgent
from gosu_env.cli import cards
from gosu_env.engine.rules import GAMES
from gosu_env.gosu.cards import DEFAULT_SET, default_cards
from tests.commands import output, refusal, run


def names(text: str) -> list[str]:
    """The first words of the rows of a card table."""
    known = {card.name for card in default_cards().cards}
    return [line.split()[0] for line in text.splitlines() if line.split() and line.split()[0] in known]


# ------------------------------------------------------------------------------------------------ gosu


def test_version() -> None:
    assert output("--version") == f"gosu-env {gosu_env.__version__}\n"


def test_help_names_the_commands() -> None:
    text = output("--help")
    for command in ("cards", "watch", "bench"):
        assert command in text


# ------------------------------------------------------------------------------------------------ gosu cards


def test_all_cards_are_listed() -> None:
    text = output("cards")
    assert len(names(text)) == 75
    assert "75 cards, 100 with copies" in text


def test_clan_and_level_filter_together() -> None:
    heroes = ["Garsh", "Fact", "Ideo", "Dynamite", "Blast", "Flare", "Pyre"]
    assert names(output("cards", "--clan", "fire", "--level", "2")) == heroes
    assert names(output("cards", "--clan", "Fire Goblins", "--level", "2")) == heroes


def test_ability_finds_a_word_of_the_text() -> None:
    assert names(output("cards", "--ability", "destroy", "--level", "2", "--clan", "fire")) == [
        "Garsh",
        "Fact",
        "Ideo",
        "Blast",
        "Flare",
        "Pyre",
    ]


def test_ability_tells_destroying_from_being_destroyed() -> None:
    assert "Sparx" not in names(output("cards", "--ability", "destroy"))
    assert names(output("cards", "--ability", "destroyed")) == ["Stampede", "Gloom", "Sparx", "Titan", "Ember"]


def test_ability_finds_a_word_of_the_card_language() -> None:
    assert names(output("cards", "--ability", "zombie")) == ["Trsck", "Kataclysm", "Duwal"]
    assert names(output("cards", "--ability", "extra_turn")) == ["Rumba", "Dynamite"]


def test_filters_that_no_card_passes_are_no_error() -> None:
    assert "No card" in output("cards", "--ability", "zombie", "--clan", "fire")


def test_provenance_is_shown_when_asked_for() -> None:
    assert "cost authored" not in output("cards", "--clan", "fire")
    assert "cost authored" in output("cards", "--clan", "fire", "--provenance")


def test_one_card_shows_everything() -> None:
    text = output("cards", "garsh")
    for fact in (
        "Garsh",
        "Fire Goblins",
        "2, Hero",
        "2 cards",
        "Enters play: Destroy a FREE card.",
        "known, from players' accounts: Fire Hero",
    ):
        assert fact in text


def test_card_that_cannot_mutate_says_so() -> None:
    assert "it cannot mutate" in output("cards", "Walror")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("Gash",), "Garsh"),
        (("--clan", "fier"), "fire"),
        (("--ability", "destory"), "destroy"),
    ],
)
def test_misspelt_word_is_refused_with_the_nearest(words: tuple[str, ...], right: str) -> None:
    line = refusal("cards", *words)
    assert words[-1] in line
    assert f"did you mean '{right}'?" in line


def test_name_like_no_other_points_to_the_list() -> None:
    assert refusal("cards", "Xqzzy") == "gosu: no card named 'Xqzzy'; 'gosu cards' lists them all"


def test_level_out_of_range_is_refused() -> None:
    assert run("cards", "--level", "4").exit_code == 2


@pytest.fixture
def own_set(tmp_path: Path) -> Path:
    """The default set with Garsh under another name."""
    file = tmp_path / "mine.toml"
    text = DEFAULT_SET.read_text(encoding="utf-8").replace("gosu-env default", "mine")
    file.write_text(text.replace("Garsh", "Zorro"), encoding="utf-8")
    return file


def test_own_card_file(own_set: Path) -> None:
    assert "Zorro" in output("cards", "--file", str(own_set))
    assert "no card named 'Garsh'" in refusal("cards", "Garsh", "--file", str(own_set))


@pytest.mark.parametrize("command", [("cards", "--file"), ("watch", "--cards")])
def test_broken_card_file_is_refused(command: tuple[str, str], own_set: Path) -> None:
    own_set.write_text(own_set.read_text(encoding="utf-8").replace('"destroy 1"', '"destory 1"', 1), encoding="utf-8")
    line = refusal(*command, str(own_set))
    for part in ("mine.toml", "Zorro", "enters", "did you mean 'destroy'?"):
        assert part in line


@pytest.mark.parametrize("command", [("cards", "--file"), ("watch", "--cards")])
def test_missing_card_file_is_refused(command: tuple[str, str]) -> None:
    assert refusal(*command, "nowhere.toml") == "gosu: nowhere.toml: no such card file"


def test_every_game_is_asked_for_its_own_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[dict[str, Any]] = []

    def show(console: Any, name: str | None, *, level: int = 7) -> None:
        taken.append({"name": name, "level": level})

    monkeypatch.setattr(cards, "find_part", lambda *_: SimpleNamespace(show_cards=show))
    output("cards", "Dom", "--game", "laundromat")
    output("cards", "--game", "laundromat", "--level", "2")
    assert taken == [{"name": "Dom", "level": 7}, {"name": None, "level": 2}]
    line = "gosu: --clan is not for the cards of laundromat; they have --level"
    assert refusal("cards", "--game", "laundromat", "--clan", "fire") == line


def test_help_for_cards_is_that_of_every_game() -> None:
    shown = " ".join(output("cards", "--help").replace("│", " ").split())
    for game in GAMES:
        for word, each in cards.filters_of(game).items():
            assert f"--{word}" in shown
            assert cards.help_of(each) in shown
    assert "(gosu)" in shown  # for this game alone
    assert "gosux: Only a level: 1 Troop" in shown  # not the same in each


def test_cards_are_checked(tmp_path: Path) -> None:
    text = output("cards", "--check", "--games", "120")
    assert "greedy at both seats · 120 games with a set" in text
    assert "better by what is printed: Fact than Ideo" in text
    assert text.splitlines()[-1].strip() == "passed"
    own = tmp_path / "own.toml"
    line = 'base = "default"\n[[card]]\nname = "Wisp"\nenters_and_mutates = ["vp 2"]\nprovenance = "made for a test"\n'
    own.write_text(line, encoding="utf-8")
    result = run("cards", "--check", "--games", "300", "--file", str(own))
    assert result.exit_code == 1
    assert [row.split()[0] for row in result.stdout.splitlines() if "✗" in row] == ["Wisp"]
    assert result.stdout.splitlines()[-1].strip() == "not passed"


def test_what_a_check_does_not_take() -> None:
    whole = "gosu: --check looks at all cards of a set; leave"
    assert refusal("cards", "--check", "--clan", "fire") == f"{whole} --clan out"
    assert refusal("cards", "Garsh", "--check") == f"{whole} 'Garsh' out"
    assert refusal("cards", "--jobs", "2") == "gosu: --games and --jobs are for --check"
    assert "nowhere.toml: no such card file" in refusal("cards", "--check", "--file", "nowhere.toml")


def test_a_game_without_a_list_of_cards_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "find_part", lambda *_: None)
    assert refusal("cards", "--game", "laundromat") == "gosu: laundromat has no list of cards"


# ------------------------------------------------------------------------------------------------ gosu watch


@pytest.mark.parametrize("players", [2, 3, 4])
def test_watch_tells_the_same_game_twice(players: int) -> None:
    words = ("watch", "--seed", "7", "--players", ",".join(["random"] * players))
    text = output(*words)
    assert text == output(*words)
    assert f"{players} random players · seed 7" in text
    assert "Round 1" in text
    assert "Great Battle of round 1" in text
    assert " wins" in text or "share the victory" in text


def test_watch_draws_a_seed_and_shows_it() -> None:
    seed = output("watch").split("seed ")[1].split()[0]
    assert f"seed {seed}" in output("watch", "--seed", seed)


def test_watch_without_hands_shows_no_hidden_card() -> None:
    text = output("watch", "--seed", "3", "--no-hands")
    assert "hand 7\n" in text
    assert "hand 7:" not in text
    assert "draws 3 cards" in text
    assert "draws Gauge" not in text


def test_watch_bots_by_name(tmp_path: Path) -> None:
    words = ("watch", "--seed", "5", "--players", "greedy,ismcts:20,random")
    text = output(*words, "--save", str(tmp_path / "game.gosu"))
    assert text.splitlines()[0].endswith("greedy, ismcts:20, random · seed 5")
    assert Replay.load(tmp_path / "game.gosu").header.agents == ("greedy", "ismcts:20", "random")
    assert text.partition("game.gosu written")[0].startswith(output(*words))


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("greedy", "gosu: --players 'greedy': expected 2 to 4 players, not 1: random,greedy"),
        ("random,random,random,random,random", "expected 2 to 4 players, not 5"),
        ("random,gredy", "unknown agent 'gredy'; did you mean 'greedy'?"),
        ("random,", "unknown agent ''"),
    ],
)
def test_watch_refuses_players_that_are_none(players: str, message: str) -> None:
    assert message in refusal("watch", "--players", players)


def test_watch_with_own_cards(own_set: Path) -> None:
    assert "mine" in output("watch", "--seed", "1", "--cards", str(own_set)).splitlines()[0]


@pytest.mark.parametrize("seed", range(6))
def test_every_round_of_a_game_has_its_battle(seed: int) -> None:
    text = output("watch", "--seed", str(seed), "--players", ",".join(["random"] * (2 + seed % 3)))
    rounds = sum(line.startswith("Round ") for line in text.splitlines())
    assert text.count("Great Battle of round") - text.count("VP after the Great Battle") == rounds
    assert "answers" not in text


# ------------------------------------------------------------------------------------------------ gosu bench


@pytest.mark.parametrize("players", [2, 3])
def test_bench_prints_and_writes_figures(players: int, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    text = output("bench", "--seconds", "0.05", "--players", str(players), "--json", str(file))
    for part in ("decisions/s", "games/s", "mask + observation", "Game from Python", "one answer by one seat"):
        assert part in text
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["num_players"] == players
    for way in ("mask", "mask_and_observation", "through_game"):
        assert figures[way]["decisions_per_second"] > 0
        assert figures[way]["decisions"] > figures[way]["games"] > 0
    assert figures["rounds_per_game"] >= 2
    assert figures["record_bytes"] == Game(seed=0).state.nbytes
    assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]


def test_bench_refuses_a_folder_that_is_not_there_before_measuring(tmp_path: Path) -> None:
    line = refusal("bench", "--seconds", "100", "--json", str(tmp_path / "none" / "figures.json"))
    assert "there is no folder" in line


# ------------------------------------------------------------------------------------------------ agents


def test_random_agent_is_legal_and_repeats_itself() -> None:
    def play() -> list[int]:
        game, agent = Game(seed=5), RandomAgent(5)
        actions: list[int] = []
        while not game.is_over:
            actions.append(agent.act(View(game)))
            game.apply(actions[-1])
        return actions

    assert play() == play()


def test_random_agent_reaches_every_legal_action() -> None:
    game, agent = Game(seed=5), RandomAgent(5)
    assert {agent.act(View(game)) for _ in range(300)} == set(game.legal_actions())
