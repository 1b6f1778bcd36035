"""The command ``gosu``: what it prints, and how it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import gosu_env
from gosu_env import Game, Replay, View
from gosu_env.agents import RandomAgent
from gosu_env.cli import app
from gosu_env.gosu.cards import DEFAULT_SET, default_cards
from gosu_env.render.log import Story

PAPER = {"COLUMNS": "160", "NO_COLOR": "1", "FORCE_COLOR": None}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), env=PAPER)


def output(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def refusal(*words: str) -> str:
    """The one line on stderr of a command that refuses."""
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    return str(lines[0])


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


def told(table: Any, *texts: str) -> str:
    """The story of these answers, on wide paper."""
    paper = StringIO()
    story = Story(Console(file=paper, width=200, force_terminal=False), table.game, hands=True)
    for text in texts:
        action = table.game.parse_action(text)
        table.game.apply(action)
        story.step(action)
    if table.game.is_over:
        story.ending(seed=0, decisions=len(texts))
    else:
        story.end_line()
    return paper.getvalue()


def test_turn_is_one_line(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Cog", "Bolt"]]}, turn=0)
    assert told(t, "place Garsh", "destroy opp1 1.2") == "  seat 0  places Garsh · destroys Bolt of seat 1\n"


def test_payment_is_one_part(table: Any) -> None:
    t = table({"hand": ["Cog", "Ember", "Murk"], "army": [["Dom"]], "tokens": 2}, turn=0)
    assert told(t, "place Cog", "discard Murk", "discard Ember") == "  seat 0  places Cog · pays Murk and Ember\n"


def test_mutation_names_both_cards_and_the_price(table: Any) -> None:
    t = table({"hand": ["Rengo", "Murk"], "army": [["Torch"]]}, turn=0)
    line = "  seat 0  mutates Torch · pays Murk · brings in Rengo\n"
    assert told(t, "mutate 1.1", "discard Murk", "bring in Rengo") == line


def test_zombie_mutation_says_where_the_newcomer_comes_from(table: Any) -> None:
    t = table({"hand": ["Cog", "Bolt"], "army": [["Murk"], ["Kataclysm"]]}, discard=["Sparx"], turn=0)
    line = "  seat 0  mutates Kataclysm · pays Cog and Bolt · brings in Sparx from the discard pile\n"
    assert told(t, "mutate 2.1", "discard Cog", "discard Bolt", "bring in Sparx") == line


def test_draws_are_named(table: Any) -> None:
    t = table({"army": [["Dom"]]}, deck=["Cog", "Murk", "Ember"], turn=0)
    assert told(t, "draw three") == "  seat 0  spends two tokens · draws Cog, Murk and Ember\n"


def test_look_tells_what_is_kept_and_discarded(table: Any) -> None:
    t = table({"hand": ["Tamo"]}, deck=["Cog", "Murk", "Ember"], turn=0)
    line = (
        "  seat 0  places Tamo · looks at Cog, Murk and Ember · keeps Murk · discards Cog and Ember off the draw pile\n"
    )
    assert told(t, "place Tamo", "keep Murk") == line


def test_what_others_do_in_a_turn_names_them(table: Any) -> None:
    t = table({"hand": ["Shade"]}, {"hand": ["Cog", "Bolt"]}, turn=0)
    assert told(t, "place Shade", "discard Cog") == "  seat 0  places Shade · seat 1 discards Cog\n"


def test_chain_names_the_card_that_acts(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Ember"]]}, turn=0)
    line = "  seat 0  places Garsh · destroys Ember of seat 1 · seat 1 destroys Garsh of seat 0 (Ember)\n"
    assert told(t, "place Garsh", "destroy opp1 1.1", "destroy opp1 2.1") == line


def test_stolen_card_is_named_with_its_hand(table: Any) -> None:
    t = table({"hand": ["Gloom"]}, {"hand": ["Cog"], "vp": 1}, turn=0)
    line = "  seat 0  places Gloom · takes Cog from the hand of seat 1\n"
    assert told(t, "place Gloom", "player opp1") == line


def test_swap_names_both_cards(table: Any) -> None:
    t = table({"hand": ["Dom"]}, {"army": [["Cog", "Bolt"]]}, turn=0)
    line = "  seat 0  places Dom · swaps Cog of seat 1 · swaps it with Bolt of seat 1\n"
    assert told(t, "place Dom", "swap opp1 1.1", "swap with opp1 1.2") == line


def test_advantage_and_tokens_are_told(table: Any) -> None:
    t = table({"hand": ["Komi", "Dynamo", "Murk"], "army": [["Tamo", "Cog*"]], "tokens": 0}, {}, advantage=1, turn=0)
    assert told(t, "place Komi") == "  seat 0  places Komi · gets the Advantage token\n"
    t.do("pass")
    line = "  seat 0  places Dynamo · uses the effect · discards Murk · takes 2 tokens back\n"
    assert told(t, "place Dynamo", "yes", "discard Murk") == line


def test_extra_turn_is_told(table: Any) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"]]}, turn=0)
    text = told(t, "place Rumba", "pass")
    assert text == "  seat 0  places Rumba\n  seat 0  has an extra turn · passes\n"


def test_armies_stand_there_as_in_the_battle(table: Any) -> None:
    """Prisoners come free and tokens return as the next round starts: the armies are drawn as they fought."""
    t = table({"army": [["Cog", "[Bolt]"]]}, {"army": [["Lurk*"]], "passed": True}, turn=0)
    text = told(t, "pass")
    for part in ("│ Cog  │ [Bolt] │", "│ Lurk ● │", "seat 0 ◆ · strength 2", "seat 1 · strength 2"):
        assert part in text
    assert "seat 0 and seat 1 are level at 2; the Advantage token gives the VP to seat 0." in text
    assert "seat 0 ★☆☆ · seat 1 ☆☆☆" in text
    assert "Round 2" in text


def test_turn_limit_fights_with_the_last_deed_done(table: Any) -> None:
    """The third turn after a pass imprisons a card; the Great Battle that follows at once counts it so."""
    t = table({"hand": ["Murk"], "army": [["Shade"], ["Kao"], ["Nocturn"]]}, {"army": [["Cog"]]}, turn=1)
    text = told(t, "pass", "draw one", "draw one", "place Murk", "imprison opp1 1.1")
    assert "The limit of turns ends the round." in text
    assert "│ [Cog] │" in text
    assert "seat 0 is the strongest with 12 and earns a VP." in text


def test_hand_limit_comes_after_the_battle(table: Any) -> None:
    hand = ["Cog", "Bolt", "Rivet", "Piston", "Valve", "Murk", "Shade", "Wisp"]
    army = [["Tamo"], ["Komi"], ["Meijin"]]
    t = table({"army": army, "hand": hand}, {"passed": True}, advantage=1, turn=0)
    lines = told(t, "pass", "discard Cog").splitlines()
    battle = next(i for i, line in enumerate(lines) if "strongest with 10" in line)
    discard = lines.index("  seat 0  discards Cog")
    following = next(i for i, line in enumerate(lines) if "Round 2" in line)
    assert battle < discard < following


def test_draw_at_the_start_of_a_round_is_told(table: Any) -> None:
    t = table({"army": [["Valve"]]}, {"passed": True}, deck=["Cog"], turn=0)
    assert "  seat 0  draws Cog as the round starts\n" in told(t, "pass")


def test_victory_by_battle(table: Any) -> None:
    t = table({"army": [["Cog"]], "vp": 2}, {"passed": True}, turn=0)
    text = told(t, "pass")
    assert "seat 0 wins" in text
    assert "3 VP after the Great Battle of round 1." in text


def test_victory_shared(table: Any) -> None:
    army = {"vp": 2, "passed": True}
    t = table({"army": [["Cog"]], **army}, {"army": [["Bolt"]], **army}, {}, advantage=2, turn=2)
    assert "seat 0 and seat 1 share the victory" in told(t, "pass")


def test_victory_by_a_point_in_the_middle_of_a_round(table: Any) -> None:
    army = [["Boko", "Grint", "Sprig"], ["Hurl", "Bloom"]]
    t = table({"army": army, "hand": ["Kameo", "Cog", "Bolt", "Murk"], "vp": 2}, {}, turn=0)
    text = told(t, "place Kameo", "yes", "discard Cog", "discard Bolt", "discard Murk")
    assert "  seat 0  places Kameo · uses the effect · discards Cog, Bolt and Murk · earns 1 VP\n" in text
    assert "Great Battle" not in text
    assert "Kameo gave the third VP in the middle of round 1." in text


def test_special_victory(table: Any) -> None:
    army = [["Dom", "Cinder", "Ember"], ["Garsh", "Fact", "Ideo"], ["Walror"]]
    t = table({"army": army}, {"passed": True}, turn=0)
    text = told(t, "pass")
    assert "Great Battle of round 1" in text
    assert "seat 0 wins" in text
    assert "A special victory, by Walror as round 2 began." in text


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
