"""What the spec tells of every entry of an observation is true, and encoders lose nothing of it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from gosu_env import DataError, Game, encode, make_batch
from gosu_env.engine.spec import KINDS, Block, Kind, Spec
from gosu_env.envs.aec import TableEnv
from gosu_env.gosu_v0 import raw_env

SMALL = Spec(
    Block.lay_out(
        [
            ("who", 3, "", "one-hot"),
            ("so", 2, "", "bit"),
            ("several", 4, "", "card -2..3, count 0..4"),
            ("left", 1, "", "sentinel 0..11"),
            ("sign", 1, "", "number -8..4"),
            ("place", 1, "", "choice 0..2"),
            ("plain", 1, ""),
        ]
    )
)


def seen(num_players: int, decisions: int = 120, **options: Any) -> np.ndarray:
    """Observations of many games, of the seats that decide."""
    batch = make_batch("gosu", 24, num_players, seed=num_players, **options)
    rows = []
    for _ in range(decisions):
        rows.append(batch.obs.copy())
        batch.step(batch.sample())
    return np.concatenate(rows)


def column_by_column(spec: Spec, observation: np.ndarray) -> list[float]:
    """The same code, written down slowly."""
    out: list[float] = []
    for block in spec.blocks:
        for entry, value in enumerate(observation[block.slice].tolist()):
            kind = block.kind_of(entry)
            if kind.word in ("card", "choice"):
                out += [float(value == number) for number in range(kind.low, kind.high + 1) if number != 0]
            elif kind.word == "sentinel":
                out += [float(value > 0), float(np.float32(max(value - 1, 0)) / np.float32(kind.high - 1))]
            else:
                out.append(float(np.float32(value) / np.float32(max(-kind.low, kind.high))))
    return out


# ------------------------------------------------------------------------------------------------ kinds


def test_kinds_are_read_from_words() -> None:
    assert Kind.read("card -75..75, count") == (Kind("card", -75, 75), Kind("count", 0, 127))
    assert Kind.read("number") == (Kind("number", -128, 127),)
    assert Kind.read("one-hot") == (Kind("one-hot", 0, 1),)
    assert [str(kind) for kind in Kind.read("bit, sentinel 0..11")] == ["bit", "sentinel 0 to 11"]
    several, plain = SMALL.block("several"), SMALL.block("plain")
    assert (several.kind, several.low, several.high) == ("mixed", -2, 4)
    assert [several.kind_of(i).word for i in range(4)] == ["card", "count", "card", "count"]
    assert (plain.kind, plain.low, plain.high) == ("count", 0, 127)
    for wrong in ("colour", "count 1-2", ""):
        with pytest.raises(ValueError, match="is not a kind of number; expected one of: bit, one-hot, count"):
            Block.lay_out([("x", 1, "", wrong)])
    with pytest.raises(ValueError, match="x: 2 kinds for 3 entries"):
        Block.lay_out([("x", 3, "", "bit, count")])


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("kamakor", [False, True])
def test_every_entry_of_an_observation_keeps_its_kind(num_players: int, kamakor: bool) -> None:
    options: dict[str, Any] = {"kamakor": kamakor, "turn_limit": True, "draft": True, "teams": num_players == 4}
    found = seen(num_players, **options)
    spec = make_batch("gosu", 1, num_players, **options).observation_spec
    told = set()
    for block in spec.blocks:
        entries = found[:, block.slice]
        told |= {kind.word for kind in block.kinds}
        assert told <= KINDS.keys()
        for i in range(block.size):
            kind = block.kind_of(i)
            assert kind.low <= entries[:, i].min(), (block.name, i)
            assert entries[:, i].max() <= kind.high, (block.name, i)
        if block.kind == "one-hot":
            assert entries.sum(axis=1).max() <= 1, block.name
    assert told == set(KINDS)


def test_the_state_of_a_table_tells_its_kinds() -> None:
    env: TableEnv = raw_env(num_players=3)
    env.reset(seed=1)
    own = Game(num_players=3).observation_spec
    assert env.state_spec.block("seat_1.look").kinds == own.block("look").kinds
    assert env.state_spec.size == len(env.state())
    assert env.state_spec["draw_pile"].stop == env.state_spec.size
    assert encode(env.state_spec)(env.state()).shape == (encode(env.state_spec).size,)


# ------------------------------------------------------------------------------------------------ encoders


def test_a_small_code_number_by_number() -> None:
    encoder = encode(SMALL)
    observation = np.array([0, 1, 0, 1, 0, -2, 3, 3, 1, 11, -4, 2, 127], np.int8)
    expected = [0, 1, 0, 1, 0, *(1, 0, 0, 0, 0), 0.75, *(0, 0, 0, 0, 1), 0.25, *(1, 1), -0.5, *(0, 1), 1]
    code = encoder(observation)
    assert code.dtype == np.float32
    assert code.tolist() == expected
    assert code[encoder.spec["left"]].tolist() == [1, 1]
    assert not encoder(np.zeros(SMALL.size, np.int8)).any()
    assert repr(encoder) == f"<Encoder of 13 numbers to {len(expected)}>"


@pytest.mark.parametrize(
    ("num_players", "options"), [(2, {}), (2, {"kamakor": True}), (3, {"turn_limit": True}), (4, {"teams": True})]
)
def test_codes_are_exact_and_lose_nothing(num_players: int, options: dict[str, Any]) -> None:
    found = seen(num_players, 40, **options)
    spec = make_batch("gosu", 1, num_players, **options).observation_spec
    encoder = encode(spec)
    codes = encoder(found)
    assert codes.shape == (len(found), encoder.size)
    assert np.abs(codes).max() <= 1
    for row in range(0, len(found), 97):
        assert codes[row].tolist() == column_by_column(spec, found[row])
    assert len(np.unique(codes, axis=0)) == len(np.unique(found, axis=0))
    assert (encoder(found.reshape(4, -1, spec.size)).reshape(codes.shape) == codes).all()
    assert (encoder(found[0]) == codes[0]).all()
    again = pickle.loads(pickle.dumps(encoder))
    assert (again(found[:5]) == codes[:5]).all()
    assert list(encoder.spec) == list(spec)
    assert (codes[:, encoder.spec["decision"]] == found[:, spec["decision"]]).all()


def test_torch_has_the_same_codes() -> None:
    torch = pytest.importorskip("torch")
    found = seen(3, 20, kamakor=True)
    encoder = encode(Game(num_players=3, kamakor=True).observation_spec)
    codes = encoder(torch.as_tensor(found))
    assert codes.dtype == torch.float32
    assert (codes.numpy() == encoder(found)).all()
    assert (encoder(torch.as_tensor(found[0])).numpy() == encoder(found[0])).all()
    assert (pickle.loads(pickle.dumps(encoder))(torch.as_tensor(found[:3])).numpy() == codes[:3].numpy()).all()


def test_other_shapes_are_refused() -> None:
    encoder = encode(SMALL)
    for wrong in (np.zeros(12), np.zeros((13, 2)), np.zeros(())):
        with pytest.raises(DataError, match="observations must have 13 numbers each, not the shape"):
            encoder(wrong)


def test_numpy_alone_is_enough() -> None:
    script = (
        "import sys; from gosu_env import Game, encode; game = Game(seed=1); "
        "encode(game.observation_spec)(game.observe()); assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
