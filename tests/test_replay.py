"""Replays: a game as it was played comes back byte for byte, or the error says what is wrong and where."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from gosu_env import (
    DataError,
    Game,
    GosuError,
    IllegalActionError,
    MissingExtraError,
    OptionError,
    Recorder,
    Replay,
    Thoughts,
    View,
    record,
)
from gosu_env.agents import RandomAgent
from gosu_env.engine import replay_format
from gosu_env.gosu.cards import DEFAULT_SET
from gosu_env.gosu.options import GosuOptions

ROOT = Path(__file__).resolve().parents[1]


class Thinker(RandomAgent):
    """A random player that says so, except when it has little choice."""

    name = "thinker"
    thoughts: Thoughts | None = None

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        self.thoughts = None
        if len(legal) > 2:
            self.thoughts = Thoughts({action: 1 / len(legal) for action in legal}, 0.25, f"{len(legal)} choices")
        return super().act(view)


def random_replay(seed: int, num_players: int = 2, thinking: bool = False, **options: Any) -> Replay:
    make = Thinker if thinking else RandomAgent
    return record(Game("gosu", num_players, seed, **options), [make([seed, seat]) for seat in range(num_players)])


def sealed(body: bytes, version: int = 1) -> bytes:
    """Any body as a file with the right checksum."""
    return b"GOSU-REPLAY/%d\n%s%s" % (version, replay_format.zlib.crc32(body).to_bytes(4, "little"), body)


# ------------------------------------------------------------------------------------------------ what comes back


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("auto_forced", [True, False])
def test_games_come_back_position_by_position(num_players: int, auto_forced: bool) -> None:
    game = Game("gosu", num_players, seed=5, auto_forced=auto_forced)
    recorder = Recorder(game)
    rng = np.random.default_rng(num_players)
    played = [game.clone()]
    while not game.is_over:
        recorder.apply(int(rng.choice(game.legal_actions())))
        played.append(game.clone())
    replay = Replay.from_bytes(recorder.replay().to_bytes())
    replay.verify()
    assert list(replay.games()) == played
    assert len(replay) == len(played) - 1
    assert replay.returns == tuple(game.returns())
    for step, (number, before, action, thoughts) in enumerate(replay.decisions()):
        assert (number, before, thoughts) == (step, played[step], None)
        before.apply(action)
        assert before == played[step + 1]


def test_a_position_is_found_by_its_number() -> None:
    replay = random_replay(1)
    games = list(replay.games())
    for step in (0, 1, len(replay) // 2, len(replay)):
        assert replay.game(step) == games[step]
        assert replay.game(step - len(replay) - 1) == games[step]
    assert replay.game().is_over
    for step in (len(replay) + 1, -len(replay) - 2):
        with pytest.raises(OptionError, match=rf"step {step}: positions are numbered from 0 to {len(replay)}"):
            replay.game(step)


def test_positions_are_the_caller_s_own() -> None:
    replay = random_replay(1)
    for game in replay.games():
        if not game.is_over:
            game.apply(game.legal_actions()[-1])  # does not disturb the walk
    replay.verify()


def test_a_random_game_of_two_takes_a_few_hundred_bytes() -> None:
    sizes = [len(random_replay(seed).to_bytes()) for seed in range(30)]
    assert max(sizes) < 600
    assert sum(sizes) / len(sizes) < 430


def test_files_come_back(tmp_path: Path) -> None:
    replay = random_replay(3, thinking=True)
    path = tmp_path / "game.gosu"
    replay.save(path)
    assert Replay.load(path) == replay == Replay.load(str(path))
    assert [file.name for file in tmp_path.iterdir()] == ["game.gosu"]


def test_a_saved_replay_replaces_the_old_one_or_leaves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.gosu"
    random_replay(1).save(path)
    old = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(GosuError, match=r"game\.gosu: cannot be written: No space left"):
        random_replay(2).save(path)
    assert path.read_bytes() == old
    assert [file.name for file in tmp_path.iterdir()] == ["game.gosu"]


@pytest.mark.parametrize("name", ["nowhere/game.gosu", "file/game.gosu"])
def test_a_place_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GosuError, match=r"game\.gosu: cannot be written"):
        random_replay(1).save(tmp_path / name)
    with pytest.raises(DataError, match=r"game\.gosu: cannot be read"):
        Replay.load(tmp_path / name)


def test_the_header_says_what_was_played() -> None:
    head = random_replay(11, 3, auto_forced=False).header
    assert (head.game, head.num_players, head.seed, head.start) == ("gosu", 3, 11, None)
    assert head.options == GosuOptions(auto_forced=False).as_dict()
    assert head.digest == Game().rules.digest
    assert head.made_by.startswith("gosu-env ")


def test_positions_and_games_under_way_are_kept_as_they_were() -> None:
    position = Game.position(players=[{"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Cog"]], "vp": 2}], round=3)
    under_way = Game(seed=4)
    under_way.apply(under_way.legal_actions()[0])
    for game in (position, under_way, Game.from_bytes(Game(seed=4).to_bytes())):
        start = game.clone()
        replay = Replay.from_bytes(record(game, [RandomAgent(0), RandomAgent(1)]).to_bytes())
        assert replay.header.seed is None
        assert replay.game(0) == start
        replay.verify()


def test_a_game_knows_the_seed_it_was_dealt_from() -> None:
    game = Game(seed=0)
    assert game.seed == game.clone().seed == 0
    assert game.deal(8).seed == 8
    assert Game().seed is not None
    for other in (game.determinize(0, 1), Game.from_bytes(game.to_bytes()), Game.position(players=[{}, {}])):
        assert other.seed is None


def test_a_game_that_is_not_over_has_no_returns() -> None:
    recorder = Recorder(Game(seed=2))
    assert len(recorder.replay()) == 0
    recorder.apply(recorder.game.legal_actions()[0])
    replay = Replay.from_bytes(recorder.replay().to_bytes())
    assert replay.returns is None
    replay.verify()
    assert replay.game() == recorder.game


def test_another_process_and_interpreted_rules_play_the_same(tmp_path: Path) -> None:
    for number, players in enumerate((2, 3, 4)):
        random_replay(number, players).save(tmp_path / f"{players}.gosu")
    script = (
        "import sys; from gosu_env import Replay; from gosu_env.engine.compile import INTERPRETED\n"
        "for path in sys.argv[1:]: Replay.load(path).verify()\n"
        "print(INTERPRETED)"
    )
    command = [sys.executable, "-c", script, *map(str, sorted(tmp_path.iterdir()))]
    for flag, interpreted in (("0", "False"), ("1", "True")):
        env = os.environ | {"GOSU_INTERPRETED": flag}
        done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, interpreted), done.stderr


# ------------------------------------------------------------------------------------------------ who played, and why


def test_agents_are_named() -> None:
    game = Game(seed=1)
    assert Recorder(game, ["greedy", RandomAgent(0)]).replay().agents == ("greedy", "RandomAgent")
    assert Recorder(game, [Thinker(0), Thinker(1)]).replay().agents == ("thinker", "thinker")
    assert Recorder(game).replay().agents == ("seat 0", "seat 1")
    with pytest.raises(OptionError, match="2 seats need 2 agents, not 3"):
        Recorder(game, ["a", "b", "c"])


def test_metadata_is_plain_data() -> None:
    given = {"match": 3, "mirrored": True, "settings": {"rating": 25.5, "names": ("a", None)}, "seat": np.int64(1)}
    replay = Recorder(Game(seed=1), metadata=given).replay()
    kept = {"match": 3, "mirrored": True, "settings": {"rating": 25.5, "names": ["a", None]}, "seat": 1}
    assert Replay.from_bytes(replay.to_bytes()).header.metadata == kept
    with pytest.raises(OptionError, match=r"metadata\['when'\]: expected plain data"):
        Recorder(Game(seed=1), metadata={"when": object()})
    with pytest.raises(OptionError, match=r"metadata\['a'\]: keys must be strings, not 1"):
        Recorder(Game(seed=1), metadata={"a": {1: 2}})


def test_a_number_that_no_file_can_hold_is_told_when_it_is_saved() -> None:
    replay = Recorder(Game(seed=1), metadata={"large": 2**70}).replay()
    with pytest.raises(OptionError, match="cannot be saved"):
        replay.to_bytes()


def test_thoughts_of_agents_are_kept_beside_their_decisions() -> None:
    replay = Replay.from_bytes(random_replay(6, thinking=True).to_bytes())
    silent = 0
    for _, game, action, thoughts in replay.decisions():
        legal = game.legal_actions()
        if len(legal) <= 2:
            assert thoughts is None
            silent += 1
            continue
        assert thoughts is not None
        assert thoughts.probabilities is not None
        assert dict(thoughts.probabilities) == pytest.approx(dict.fromkeys(legal, 1 / len(legal)))
        assert (thoughts.value, thoughts.note) == (0.25, f"{len(legal)} choices")
        assert action in thoughts.probabilities
    assert 0 < silent < len(replay)


def test_thoughts_may_come_as_words_numbers_or_a_vector() -> None:
    recorder = Recorder(Game(seed=1))
    game = recorder.game
    first, second, *_ = game.legal_actions()
    vector = np.zeros(game.num_actions, np.float32)
    vector[[first, second]] = 0.75, 0.25
    recorder.apply(first, probabilities=vector)
    recorder.apply(game.legal_actions()[0], value=np.float32(-0.5), note="déjà vu")
    recorder.apply(game.legal_actions()[0])
    recorder.apply(game.legal_actions()[0], probabilities={game.legal_actions()[0]: 1, 999: 0})
    kept = Replay.from_bytes(recorder.replay().to_bytes()).thoughts
    assert kept[0] == Thoughts({first: 0.75, second: 0.25})
    assert kept[1] == Thoughts(None, -0.5, "déjà vu")
    assert kept[2] is None
    assert kept[3] is not None
    assert list(dict(kept[3].probabilities or {}).values()) == [1.0]


def test_replays_without_thoughts_hold_none() -> None:
    assert random_replay(1).thoughts == ()


@pytest.mark.parametrize(
    ("thoughts", "told"),
    [
        ({"probabilities": {999: 0.5}}, "probabilities: action 999 is not legal"),
        ({"probabilities": {0: -0.1}}, "probabilities: -0.1 for action 0 is out of range; expected 0 to 1"),
        ({"probabilities": {0: 1.5}}, "1.5 for action 0 is out of range; expected 0 to 1"),
        ({"probabilities": {0: float("nan")}}, "nan for action 0 is out of range; expected 0 to 1"),
        ({"probabilities": np.ones(3)}, r"probabilities: expected shape \(240,\), not \(3,\)"),
        ({"value": 1.5}, "value: 1.5 is not a return"),
        ({"value": float("nan")}, "value: nan is not a return"),
        ({"note": 5}, "note: 5 is not a string"),
    ],
)
def test_thoughts_that_make_no_sense_change_nothing(thoughts: dict[str, Any], told: str) -> None:
    recorder = Recorder(Game(seed=1))
    before = recorder.game.clone()
    with pytest.raises(OptionError, match=told):
        recorder.apply(before.legal_actions()[0], **thoughts)
    assert recorder.game == before
    assert len(recorder.replay()) == 0


def test_an_illegal_action_is_not_kept() -> None:
    recorder = Recorder(Game(seed=1))
    with pytest.raises(IllegalActionError):
        recorder.apply(239)
    assert len(recorder.replay()) == 0


# ------------------------------------------------------------------------------------------------ what is refused


def test_every_damaged_or_cut_file_is_refused() -> None:
    data = random_replay(1, thinking=True).to_bytes()
    for length in range(len(data)):
        with pytest.raises(DataError):
            Replay.from_bytes(data[:length])
    for place in range(len(data)):
        for bit in (0, 7):
            broken = bytearray(data)
            broken[place] ^= 1 << bit
            with pytest.raises(DataError):
                Replay.from_bytes(bytes(broken))
    with pytest.raises(DataError, match="damaged or cut off: checksum mismatch"):
        Replay.from_bytes(data + b"\n")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", Game(seed=1).to_bytes(), b"GOSU-REPLAY"])
def test_other_bytes_are_no_replay(data: bytes) -> None:
    with pytest.raises(DataError, match="not a replay: it does not start with 'GOSU-REPLAY/'"):
        Replay.from_bytes(data)


def test_a_newer_format_asks_for_a_newer_version() -> None:
    body = random_replay(1).to_bytes().partition(b"\n")[2][4:]
    with pytest.raises(DataError, match="format 2, which needs a newer gosu-env: this one reads 1"):
        Replay.from_bytes(sealed(body, version=2))


@pytest.mark.parametrize(
    "body", [b"", b"\xc1", msgspec.msgpack.encode([1, 2, 3]), msgspec.msgpack.encode({}), b"\x91" * 9999]
)
def test_a_body_of_another_make_is_refused(body: bytes) -> None:
    with pytest.raises(DataError, match="the replay is damaged"):
        Replay.from_bytes(sealed(body))


def with_header(replay: Replay, **changes: Any) -> bytes:
    return replace(replay, header=replace(replay.header, **changes)).to_bytes()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "chess"}, "cannot be played here: unknown game 'chess'"),
        ({"num_players": 7, "agents": ("",) * 7}, "num_players must be 2, 3 or 4, not 7"),
        ({"options": {"speed": 9}}, "unknown option 'speed'"),
        ({"options": {"seed": 9}}, "unknown option 'seed'"),
        ({"digest": "0" * 16}, "was played with cards of digest 0000000000000000, these are .* as cards="),
        ({"agents": ("one",)}, "2 players have 1 names"),
        ({"seed": None}, "either a seed or a position"),
        ({"seed": -5}, "seed must be a whole number"),
        ({"start": b"abc"}, "either a seed or a position"),
        ({"seed": None, "start": b"abc"}, "not a saved game"),
    ],
)
def test_foreign_replays_are_refused(changes: dict[str, Any], told: str) -> None:
    data = with_header(random_replay(1), **changes)
    with pytest.raises(DataError, match=told):
        Replay.from_bytes(data)


@pytest.mark.parametrize("changes", [{"checks": b""}, {"thoughts": (None,)}, {"actions": (1,) * 10}])
def test_pieces_of_different_length_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="the replay is damaged"):
        Replay.from_bytes(replace(random_replay(1), **changes).to_bytes())


def test_numbers_without_an_end_are_refused() -> None:
    assert replay_format.unpack_varints(replay_format.pack_varints([0, 127, 128, 300, 2**40])) == [
        0,
        127,
        128,
        300,
        2**40,
    ]
    with pytest.raises(DataError, match="unterminated number"):
        replay_format.unpack_varints(b"\x05\x80")
    with pytest.raises(DataError, match="it contains a number that is too long"):  # soon, not after hours
        replay_format.unpack_varints(b"\x80" * 10_000_000 + b"\x01")


def test_a_version_of_many_digits_is_none() -> None:
    with pytest.raises(DataError, match="its first line has no version"):
        Replay.from_bytes(b"GOSU-REPLAY/" + b"9" * 5000 + b"\n")


def test_text_that_is_not_utf8_is_refused() -> None:
    body = random_replay(1).to_bytes().partition(b"\n")[2][4:]
    assert body.count(b"gosu-env") == 1
    with pytest.raises(DataError, match="the replay is damaged"):
        Replay.from_bytes(sealed(body.replace(b"gosu-env", b"gosu\xff\xfe\xfd\xfc")))


def test_a_start_of_other_players_or_options_is_refused() -> None:
    replay = random_replay(1)
    for other in (Game(num_players=3, seed=1), Game(seed=1, auto_forced=False)):
        with pytest.raises(DataError, match="does not start from a game with its players and options"):
            Replay.from_bytes(with_header(replay, seed=None, start=other.to_bytes()))


@pytest.mark.parametrize(
    ("thoughts", "told"),
    [
        (Thoughts({0: float("nan")}), "it contains a probability outside 0 to 1"),
        (Thoughts({0: 2.0}), "it contains a probability outside 0 to 1"),
        (Thoughts(None, float("nan")), "nan is not a return"),
        (Thoughts(None, float("inf")), "inf is not a return"),
        (Thoughts({999: 0.5}), "thoughts on unknown actions; the largest id is 239"),
    ],
)
def test_thoughts_that_nobody_has_are_refused(thoughts: Thoughts, told: str) -> None:
    replay = random_replay(1)
    with pytest.raises(DataError, match=told):
        Replay.from_bytes(replace(replay, thoughts=(thoughts,) * len(replay)).to_bytes())


def test_probabilities_without_actions_are_refused() -> None:
    with pytest.raises(DataError, match="numbers of actions and probabilities differ"):
        replay_format.unpack_thoughts((b"\x01", b"", None, None))


def test_the_file_is_named_in_the_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.gosu"
    path.write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"broken\.gosu: not a replay"):
        Replay.load(path)


def own_set(path: Path, name: str = "Zorro") -> str:
    """The default set with Garsh under another name."""
    path.write_text(DEFAULT_SET.read_text(encoding="utf-8").replace("Garsh", name), encoding="utf-8")
    return str(path)


def test_replays_of_own_cards_find_them_again(tmp_path: Path) -> None:
    cards = own_set(tmp_path / "mine.toml")
    path = tmp_path / "game.gosu"
    random_replay(5, cards=cards).save(path)
    Replay.load(path, cards=cards).verify()
    moved = (tmp_path / "mine.toml").rename(tmp_path / "moved.toml")
    with pytest.raises(
        DataError, match=r"game\.gosu: the replay cannot be played here: .*mine\.toml: no such card file"
    ):
        Replay.load(path, cards=cards)
    Replay.load(path, cards=str(moved)).verify()
    with pytest.raises(DataError, match="was played with cards of digest"):
        Replay.load(path, cards=own_set(tmp_path / "other.toml", "Zappo"))


def test_a_card_file_that_only_the_replay_names_is_not_opened(tmp_path: Path) -> None:
    """It may be anything on the machine of who looks at it: a pipe, a device, a secret."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for name in (str(pipe), "/dev/zero"):
        data = with_header(random_replay(1), options={"cards": name})
        with pytest.raises(DataError, match=r"was played with the card file .* pass that file as cards="):
            Replay.from_bytes(data)
        with pytest.raises(DataError, match="not a regular file"):
            Replay.from_bytes(data, cards=name)


# ------------------------------------------------------------------------------------------------ astray


def test_an_illegal_action_is_found_where_it_is() -> None:
    replay = random_replay(9)
    for step in (0, 5, len(replay) - 1):
        legal = replay.game(step).legal_actions()
        wrong = next(action for action in range(240) if action not in legal)
        actions = (*replay.actions[:step], wrong, *replay.actions[step + 1 :])
        with pytest.raises(DataError, match=f"diverges at decision {step} of {len(replay)}: action {wrong}"):
            Replay.from_bytes(replace(replay, actions=actions).to_bytes()).verify()


def test_another_legal_action_is_found_where_it_is() -> None:
    replay = random_replay(9)
    found = tried = 0
    for step, game, action, _ in replay.decisions():
        after = game.clone()
        after.apply(action)
        for other in game.legal_actions():
            elsewhere = game.clone()
            elsewhere.apply(other)
            if elsewhere == after:  # the same action, or one that comes to the same
                continue
            actions = (*replay.actions[:step], other, *replay.actions[step + 1 :])
            with pytest.raises(DataError, match="diverges") as error:
                replace(replay, actions=actions).verify()
            tried += 1
            found += f"at decision {step} of" in str(error.value)
    assert tried > 100
    assert found >= tried * 0.97  # a check byte misses one in 256


def test_another_seed_is_found() -> None:
    replay = random_replay(9)
    with pytest.raises(DataError, match="diverges"):
        Replay.from_bytes(with_header(replay, seed=10)).verify()


@pytest.mark.parametrize("changes", [{"last": bytes(16)}, {"returns": (1.0, 1.0)}, {"returns": None}])
def test_another_end_is_found(changes: dict[str, Any]) -> None:
    replay = random_replay(9)
    with pytest.raises(DataError, match=f"diverges after all {len(replay)} decisions"):
        replace(replay, **changes).verify()
    with pytest.raises(DataError, match="diverges"):
        list(replace(replay, **changes).decisions())


def test_the_versions_are_named_when_they_differ() -> None:
    replay = random_replay(9)
    stranger = replace(replay, header=replace(replay.header, made_by="gosu-env 9.9"), last=bytes(16))
    with pytest.raises(DataError, match=r"it was recorded by gosu-env 9\.9, this is gosu-env"):
        stranger.verify()
    with pytest.raises(DataError) as error:
        replace(replay, last=bytes(16)).verify()
    assert "recorded by" not in str(error.value)


def test_only_files_need_msgspec(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = random_replay(1)
    monkeypatch.setitem(sys.modules, "msgspec", None)
    with pytest.raises(MissingExtraError, match=r"replay files need msgspec: pip install '.\[arena\]'"):
        replay.to_bytes()
    random_replay(2).verify()
    assert issubclass(MissingExtraError, GosuError)
    assert issubclass(MissingExtraError, ImportError)
