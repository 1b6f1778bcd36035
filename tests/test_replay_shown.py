"""Replays for people to look at: told decision by decision, drawn as a strip, as a page, in the terminal."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gosu_env import Game, OptionError, Recorder, Replay, Thoughts, View, record
from gosu_env.agents import RandomAgent
from gosu_env.gosu.cards import DEFAULT_SET
from gosu_env.gosu.drawing import draw_table
from gosu_env.render.log import log_of
from gosu_env.render.parts import Parts
from gosu_env.render.replay_page import page_data, replay_html
from gosu_env.render.stepper import Stepper, full_text
from gosu_env.render.strip import key_steps, strip_svg
from tests.commands import output, refusal

ROOT = Path(__file__).resolve().parents[1]
SVG = "{http://www.w3.org/2000/svg}"


class Thinker(RandomAgent):
    """A random player that pretends to have thought."""

    name = "thinker"
    thoughts: Thoughts | None = None

    def act(self, view: View) -> int:
        action = super().act(view)
        legal = view.legal_actions()
        chances = dict.fromkeys(legal, 0.25 / len(legal))
        chances[action] += 0.75
        self.thoughts = Thoughts(chances, (0.5 - view.seat) / 4, f"took {view.action_text(action)}")
        return action


@lru_cache
def played(seed: int = 7, num_players: int = 2, thinking: bool = True) -> Replay:
    make = Thinker if thinking else RandomAgent
    return record(Game("gosu", num_players, seed), [make([seed, seat]) for seat in range(num_players)])


def replay_of(game: Game, *texts: str) -> Replay:
    """A replay of these answers."""
    recorder = Recorder(game)
    for text in texts:
        recorder.apply(game.parse_action(text))
    return recorder.replay()


# ------------------------------------------------------------------------------------------------ in words


def told(replay: Replay, viewer: int | None = None) -> list[str]:
    return [entry.deed.words(viewer) for entry in log_of(replay).entries]


def test_every_decision_is_told() -> None:
    for seed in range(24):
        replay = played(seed, 2 + seed % 3, thinking=False)
        entries = log_of(replay).entries
        for entry, (step, game, _, _) in zip(entries, replay.decisions(), strict=True):
            table = game.to_json()
            assert (entry.step, entry.seat, entry.round) == (step, game.seat, table["round"])
            assert entry.deed.words(None)
            assert "answers" not in entry.deed.words(None)


def test_decisions_with_one_answer_are_told_with_the_one_before() -> None:
    """The second card paid is the last one in hand; the newcomer the only one; the battle comes of itself."""
    players = [{"hand": ["Rengo", "Murk"], "army": [["Torch"]], "tokens": 0}, {"army": [["Cog"]], "passed": True}]
    replay = replay_of(Game.position(players=players, turn=0), "mutate 1.1", "discard Murk")
    first, second = log_of(replay).entries
    assert first.deed.words(None) == "mutates Torch"
    assert second.deed.words(None) == "pays Murk · brings in Rengo · passes"
    verdict = "seat 0 and seat 1 are level at 2; the Advantage token gives the VP to seat 0."
    assert [line.words(None) for line in second.sequel] == [f"Great Battle: {verdict}"]


def test_swaps_and_newcomers_are_told_where_they_are_decided(table: Any, tmp_path: Path) -> None:
    t = table({"hand": ["Dom"]}, {"army": [["Cog", "Bolt"]]}, turn=0)
    texts = ["place Dom", "swap opp1 1.1", "swap with opp1 1.2"]
    assert told(replay_of(t.game, *texts)) == ["places Dom", "swaps Cog of seat 1", "swaps it with Bolt of seat 1"]
    t = table({"hand": ["Dom", "Murk", "Nyx"], "army": [["Cog", "Bolt"]]}, turn=0)
    texts = ["place Dom", "discard Murk", "discard Nyx", "swap me 1.1", "swap with me 1.2"]
    assert told(replay_of(t.game, *texts))[-2:] == ["swaps its own Cog", "swaps it with its own Bolt"]


def test_where_a_newcomer_comes_from_is_told(tmp_path: Path) -> None:
    """A zombie Bakuto of an own set mutates into a card that lies in the hand and in the discard pile."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    cards = tmp_path / "zombies.toml"
    cards.write_text(text.replace('name = "Murk"\n', 'name = "Murk"\nzombie = true\n'), encoding="utf-8")
    for suffix, place in ((" from the discard", "discard pile"), ("", "hand")):
        game = Game.position(
            players=[{"hand": ["Boko", "Cog", "Bolt"], "army": [["Murk"]]}, {}],
            discard=["Boko"],
            turn=0,
            options={"cards": str(cards), "auto_forced": False},
        )
        texts = ["mutate 1.1", "discard Cog", "discard Bolt", f"bring in Boko{suffix}"]
        assert told(replay_of(game, *texts))[-1] == f"brings in Boko from the {place}"


def test_a_battle_is_told_after_the_decision_that_led_to_it(table: Any) -> None:
    t = table({"army": [["Cog", "Valve"]]}, {"army": [["Wisp"]], "passed": True}, deck=["Bolt"], turn=0)
    entry = log_of(replay_of(t.game, "pass")).entries[0]
    assert entry.deed.words(None) == "passes"
    assert [line.words(None) for line in entry.sequel] == [
        "Great Battle: seat 0 is the strongest with 4 and earns a VP.",
        "draws Bolt as the round starts",
    ]
    assert entry.sequel[1].words(0) == "draws Bolt as the round starts"
    assert entry.sequel[1].words(1) == "draws a card as the round starts"


def test_a_seat_reads_no_card_that_it_may_not_see() -> None:
    hidden = 0
    for seed in range(8):
        replay = played(seed, 3, thinking=False)
        for entry in log_of(replay).entries:
            for line in (entry.deed, *entry.sequel):
                for viewer in range(3):
                    secret = {card for part in line.parts if not part.seen >> viewer & 1 for card in part.cards}
                    public = {card for part in line.parts if part.seen >> viewer & 1 for card in part.cards}
                    words = line.words(viewer)
                    for card in secret - public:
                        hidden += 1
                        assert not re.search(rf"\b{card}\b", words), (words, card)
                assert all(card in line.words(None) for part in line.parts if not part.brief for card in part.cards)
    assert hidden > 100


def test_the_outcome_is_told_or_that_there_is_none() -> None:
    title, how = log_of(played()).outcome()
    assert re.fullmatch(r"seat \d wins", title)
    assert re.fullmatch(r"3 VP after the Great Battle of round \d\.", how)
    unfinished = replay_of(Game(seed=1))
    assert log_of(unfinished).outcome()[0] == "Not played to its end"


# ------------------------------------------------------------------------------------------------ as a strip


def test_a_strip_shows_the_end_of_every_round() -> None:
    replay = played()
    entries = log_of(replay).entries
    steps = key_steps(entries)
    rounds = replay.game().to_json()["round"]
    assert len(steps) == rounds
    assert steps[-1] == len(replay)
    assert [entries[step].round for step in steps[:-1]] == list(range(1, rounds))
    root = ET.fromstring(strip_svg(replay))
    frames = [group for group in root.findall(f"{SVG}g") if group.find(f"{SVG}svg") is not None]
    assert len(frames) == rounds
    captions = [frame.findtext(f"{SVG}text") or "" for frame in frames]
    assert captions[0].startswith(f"Round 1, decision {steps[0]}: seat ")
    assert captions[-1] == f"The end, after {len(replay)} decisions"


def test_a_strip_of_given_positions_places_what_the_table_shows() -> None:
    replay = played()
    root = ET.fromstring(strip_svg(replay, [0, 5, 9], seat=1))
    ids = {group.get("id") for group in root.iter(f"{SVG}g") if group.get("id")}
    frames = [group.find(f"{SVG}svg") for group in root.findall(f"{SVG}g")]
    assert len(frames) == 3
    for step, frame in zip((0, 5, 9), frames, strict=True):
        assert frame is not None
        uses = frame.findall(f"{SVG}use")
        assert {(use.get("href") or "").removeprefix("#") for use in uses} <= ids
        drawn = draw_table(replay.game(step), 1)
        assert [(float(use.get("x", "")), float(use.get("y", ""))) for use in uses] == [
            (x, y) for x, y, _ in drawn.parts
        ]
    hidden = set(replay.game(0).to_json()["players"][0]["hand"]) - set(replay.game(0).to_json()["players"][1]["hand"])
    first = strip_svg(replay, [0], seat=1)
    assert not any(f">{name}<" in first for name in hidden)


@pytest.mark.parametrize("step", [-1, 1000])
def test_a_position_that_does_not_exist_is_refused(step: int) -> None:
    with pytest.raises(OptionError, match=f"step {step}: positions are numbered from 0 to"):
        strip_svg(played(), [step])


# ------------------------------------------------------------------------------------------------ as a page


def data_of(page: str) -> dict[str, Any]:
    """The data that the script of a page reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("num_players", [2, 3])
def test_the_page_draws_every_position_for_every_viewer(num_players: int) -> None:
    replay = played(7, num_players)
    data = data_of(replay_html(replay))
    assert data["views"] == [None, *range(num_players)]
    parts = ["\n".join(data["lines"][line] for line in part) for part in data["parts"]]
    for view, viewer in enumerate(data["views"]):
        now: set[int] = set()
        for game, (gone, come) in zip(replay.games(), data["frames"][view], strict=True):
            assert set(gone) <= now
            assert not set(come) & now
            now = now - set(gone) | set(come)
            shown = sorted((x, y, parts[part]) for x, y, part, _ in (data["places"][place] for place in now))
            own = Parts()
            places = own.places(draw_table(game, viewer))
            texts = list(own)
            assert shown == sorted((x, y, texts[part]) for x, y, part in places)


def test_grounds_lie_below_and_cards_on_top() -> None:
    data = page_data(played())
    layers = {
        number: {place[3] for place in data["places"] if place[2] == number} for number in range(len(data["parts"]))
    }
    assert all(len(found) == 1 for found in layers.values())
    assert {found for layer in layers.values() for found in layer} == {0, 1, 2, 3}
    assert sum(layer == {0} for layer in layers.values()) == 1  # the board


def test_the_page_tells_decisions_and_thoughts() -> None:
    replay = played()
    data = data_of(replay_html(replay))
    for number, (step, game, action, thoughts) in enumerate(replay.decisions()):
        shown = data["decisions"][number]
        assert thoughts is not None
        assert number == step
        assert shown["options"][shown["chosen"]] == game.action_text(action)
        assert shown["chances"] == pytest.approx(list(dict(thoughts.probabilities or {}).values()), abs=1e-4)
        assert (shown["value"], shown["note"]) == (thoughts.value, thoughts.note)
        assert f"seat {shown['seat']}: {shown['question']}" == game.decision_text()
        assert data["value"][shown["seat"]][step] == thoughts.value
        assert data["value"][1 - shown["seat"]][step] is None
    points, strength = data["charts"]
    assert points["title"] == "Victory points"
    assert points["lines"] == [[g.to_json()["players"][seat]["vp"] for g in replay.games()] for seat in range(2)]
    assert strength["lines"] == [[g.strengths()[seat] for g in replay.games()] for seat in range(2)]
    assert (data["agents"], data["returns"]) == (list(replay.agents), list(replay.returns or ()))
    assert data["winners"] == replay.game().winners
    assert f"seed 7 · {replay.game().to_json()['round']} rounds · {len(replay)} decisions" == data["facts"]


def test_the_page_words_what_is_secret_for_each_viewer() -> None:
    data = page_data(played())
    differing = [shown for shown in data["decisions"] if isinstance(shown["told"], list)]
    assert differing
    for shown in differing:
        everything, *seats = shown["told"]
        assert seats[shown["seat"]] == everything
        assert seats[1 - shown["seat"]] != everything


def test_a_page_without_thoughts_has_none() -> None:
    data = page_data(played(thinking=False))
    assert all(shown["chances"] is shown["value"] is shown["note"] is None for shown in data["decisions"])
    assert all(value is None for line in data["value"] for value in line)


def test_the_page_needs_nothing_else_and_is_small() -> None:
    for players, most in ((2, 300_000), (4, 900_000)):
        page = replay_html(played(5, players))
        assert len(page.encode()) < most
        assert set(re.findall(r"https?://[^\"'\s]*", page)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"@import|<link|<img|<iframe|<object| src=|fetch\(|XMLHttp|import\(", page)
        assert "default-src 'none'" in page
        assert not re.search(r"@(TITLE|STYLE|SCRIPT|DATA)@", page)
    assert replay_html(played()) == replay_html(played())


def test_names_and_notes_cannot_break_the_page() -> None:
    evil = "</script><script>alert('@DATA@')</script><!-- &"
    game = Game(seed=1)
    recorder = Recorder(game, agents=[evil, "@STYLE@"], metadata={"arena": evil, "settings": {"a": 1}})
    recorder.apply(game.legal_actions()[0], note=evil)
    page = replay_html(recorder.replay())
    assert "<script>alert" not in page
    assert len(re.findall(r"<script\b", page)) == len(re.findall("</script>", page)) == 2
    data = data_of(page)
    assert data["agents"] == [evil, "@STYLE@"]
    assert data["decisions"][0]["note"] == evil
    assert evil in data["facts"]
    assert data["outcome"][0] == "Not played to its end"
    assert data["returns"] is None


def test_the_page_begins_with_the_viewer_asked_for() -> None:
    assert page_data(played())["view"] == 0
    assert page_data(played(), seat=1)["view"] == 2
    with pytest.raises(OptionError, match="seat 2: seats are numbered from 0 to 1"):
        page_data(played(), seat=2)


def test_every_name_that_the_script_looks_up_is_in_the_page() -> None:
    folder = ROOT / "gosu_env" / "render" / "page"
    script, page = ((folder / f"replay.{kind}").read_text(encoding="utf-8") for kind in ("js", "html"))
    ids = set(re.findall(r'id="([\w-]+)"', page))
    assert set(re.findall(r'\$\("([\w-]+)"\)', script)) <= ids
    assert set(re.findall(r"\bdata\.(\w+)", script)) == set(page_data(played()))
    entry = page_data(played())["decisions"][0]
    assert set(re.findall(r"\bdecision\.(\w+)", script)) == set(entry)


@pytest.mark.skipif(shutil.which("node") is None, reason="node reads the script")
def test_the_script_can_be_read() -> None:
    script = ROOT / "gosu_env" / "render" / "page" / "replay.js"
    done = subprocess.run(["node", "--check", str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# ------------------------------------------------------------------------------------------------ in the terminal


def stepper(replay: Replay, seat: int | None = None) -> tuple[Stepper, StringIO]:
    paper = StringIO()
    console = Console(file=paper, width=160, force_terminal=True, color_system=None, highlight=False)
    return Stepper(console, replay, seat), paper


def test_a_position_shows_table_choices_and_deed() -> None:
    replay = played()
    shown, paper = stepper(replay)
    shown.show(3)
    text = paper.getvalue()
    decision = list(replay.decisions())[3]
    assert decision.game.describe() in text
    for action in decision.game.legal_actions():
        assert decision.game.action_text(action) in text
    assert f"▸  {decision.game.action_text(decision.action)}" in text
    assert "expects a return of " in text
    assert "“took " in text
    assert f"→ seat {decision.game.seat} (thinker) " in text


def test_another_seat_s_choices_are_not_shown() -> None:
    replay = played()
    decider = replay.game(3).seat
    shown, paper = stepper(replay, seat=1 - decider)
    shown.show(3)
    assert replay.game(3).describe(1 - decider) in paper.getvalue()
    assert "▸" not in paper.getvalue()
    assert "expects" not in paper.getvalue()


def test_keys_step_through() -> None:
    replay = played()
    shown, paper = stepper(replay)
    keys = iter(["\r", "\x1b[C", "x", "p", "G", "n", "g", "\x1b[D", "q"])
    shown.run(0, lambda: next(keys))
    seen = [int(number) for number in re.findall(rf"(\d+) of {len(replay)} ─", paper.getvalue())]
    end = len(replay)
    assert seen == [0, 1, 2, 2, 1, end, end, 0, 0]
    assert next(keys, None) is None


def test_the_whole_game_is_told_like_gosu_watch(tmp_path: Path) -> None:
    path = tmp_path / "game.gosu"
    watched = output("watch", "--seed", "12", "--save", str(path)).splitlines()
    again = output("replay", str(path), "--text", "-").splitlines()
    assert again[1:] == watched[1:-1]  # but for the title, and the line about the file


def test_decisions_taken_silently_are_told_all_the_same() -> None:
    loud = record(Game(seed=12, auto_forced=False), [RandomAgent(0), RandomAgent(1)])
    silent = Recorder(Game(seed=12), loud.agents)
    for _, game, action, _ in loud.decisions():
        if len(game.legal_actions()) > 1:
            silent.apply(action)
    assert len(silent.replay()) < len(loud)
    texts = [full_text(replay, hands=True) for replay in (loud, silent.replay())]
    assert texts[0].replace(f"{len(loud)} decisions", f"{len(silent.replay())} decisions") == texts[1]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.gosu"
    played().save(path)
    return str(path)


def test_replay_shows_a_summary(file: str) -> None:
    text = output("replay", file)
    for fact in ("seat 0", "thinker", "winner", "return +1.00", "seed 7", f"{len(played())} decisions", "gosu-env"):
        assert fact in text
    assert f"at {len(played())} decisions" in text


def test_replay_shows_positions(file: str) -> None:
    text = output("replay", file, "--at", "2", "--at", "0")
    assert text.index(f"2 of {len(played())}") < text.index(f"0 of {len(played())}")
    assert "you" in output("replay", file, "--at", "0", "--seat", "1")
    assert "positions are numbered from 0 to" in refusal("replay", file, "--at", "999")
    assert "seats are numbered from 0 to 1" in refusal("replay", file, "--at", "0", "--seat", "2")
    assert "--step needs a terminal" in refusal("replay", file, "--step")


def test_replay_verifies(file: str) -> None:
    assert "played again as they were recorded" in output("replay", file, "--verify")
    Path(file).write_bytes(Path(file).read_bytes()[:-1])
    assert "checksum mismatch" in refusal("replay", file, "--verify")


def test_replay_writes_text_strip_and_page(file: str, tmp_path: Path) -> None:
    names = {kind: str(tmp_path / f"game.{kind}") for kind in ("txt", "svg", "html")}
    text = output("replay", file, "--text", names["txt"], "--svg", names["svg"], "--html", names["html"])
    assert all(f"{name} written" in text for name in names.values())
    assert Path(names["txt"]).read_text(encoding="utf-8") == full_text(played(), hands=True)
    assert Path(names["svg"]).read_text(encoding="utf-8") == strip_svg(played())
    assert Path(names["html"]).read_text(encoding="utf-8") == replay_html(played())
    output("replay", file, "--svg", names["svg"], "--at", "4", "--seat", "0")
    assert Path(names["svg"]).read_text(encoding="utf-8") == strip_svg(played(), [4], seat=0)
    assert "cannot be written" in refusal("replay", file, "--html", str(tmp_path / "no" / "page.html"))


def test_text_for_a_seat_names_no_hand(file: str) -> None:
    assert "hand 7\n" in output("replay", file, "--text", "-", "--seat", "0")


def test_replay_refuses_what_is_none(tmp_path: Path) -> None:
    assert "no-file.gosu: cannot be read" in refusal("replay", str(tmp_path / "no-file.gosu"))


def test_watch_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.gosu"
    assert f"{path} written" in output("watch", "--seed", "3", "--players", "random,random,random", "--save", str(path))
    replay = Replay.load(path)
    replay.verify()
    assert (replay.header.seed, replay.header.num_players, replay.agents) == (3, 3, ("random",) * 3)
