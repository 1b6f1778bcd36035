"""Datasets: what is written is what was played, whole, resumable, and read back as arrays."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from gosu_env import DataError, Game, GosuError, OptionError, Recorder, Replay, View, record
from gosu_env.agents import make_agent
from gosu_env.cli import app
from gosu_env.dataset import COLUMNS, Dataset, as_tensors
from gosu_env.dataset.guard import Guard, check_part, guard_of
from gosu_env.dataset.manifest import Manifest, digest_of
from gosu_env.dataset.replays import ReplaySource, write_replays
from gosu_env.dataset.schema import DENSE, Sizes, decode, encode
from gosu_env.dataset.writer import Content, Writer
from gosu_env.engine.rules import find_rules
from gosu_env.training.selfplay import Selfplay, part_for

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ["policy:strong", "greedy"]


def selfplay(
    *players: str, game: str = "gosu", seats: int = 2, seed: int = 3, games: int = 4, **options: Any
) -> Selfplay:
    return Selfplay(find_rules(game, seats, options), list(players), seed, games)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three parts of four games between the strong agent and greedy; do not change it."""
    folder = tmp_path_factory.mktemp("data") / "whole"
    games = selfplay(*PLAYERS)
    with Writer(folder, games.about) as writer:
        for part in range(3):
            writer.add(games.content(part))
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    folder.mkdir()
    for path in whole.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def change_manifest(folder: Path, **changes: Any) -> None:
    path = folder / "dataset.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


# ------------------------------------------------------------------------------------------------ what is written


def test_every_decision_is_what_the_agent_saw_did_and_got(whole: Path) -> None:
    """Games are played again from their seeds, with the agents asked anew."""
    data = Dataset(whole)
    columns = [data.read(part) for part in range(3)]
    rows = {name: np.concatenate([each[name] for each in columns]) for name in COLUMNS}
    assert data.games == 12
    assert data.agents == PLAYERS
    assert len(data) == len(rows["game"]) > 600
    agents = [make_agent(spec) for spec in PLAYERS]
    strong = 0
    for number in range(12):
        mine = np.flatnonzero(rows["game"] == number)
        seed = int(rows["seed"][mine[0]])
        game = Game("gosu", 2, seed)
        for step, row in enumerate(mine):
            place = (game.seat + number) % 2
            assert (rows["step"][row], rows["seat"][row], rows["seed"][row]) == (step, game.seat, seed)
            assert rows["agent"][row] == place
            assert (rows["observation"][row] == game.observe()).all()
            assert (rows["mask"][row] == game.mask()).all()
            action = agents[place].act(View(game))
            assert rows["action"][row] == action
            if place == 0:
                thoughts: Any = agents[0].thoughts
                told = np.zeros(game.num_actions)
                told[list(thoughts.probabilities)] = list(thoughts.probabilities.values())
                assert np.allclose(rows["policy"][row], told, atol=2e-3)
                assert rows["value"][row] == pytest.approx(thoughts.value, abs=1e-4)
                strong += 1
            else:
                assert np.isnan(rows["policy"][row]).all()
                assert np.isnan(rows["value"][row])
            game.apply(action)
        assert game.is_over
        assert rows["return"][mine].tolist() == [game.returns()[seat] for seat in rows["seat"][mine]]
    assert strong > 300


def test_the_files_have_the_stated_columns(whole: Path) -> None:
    frame = pl.read_parquet(whole / "part-00000.parquet")
    assert {name: str(dtype) for name, dtype in frame.schema.items()} == {n: kind for n, (kind, _) in COLUMNS.items()}
    row = frame.row(0, named=True)
    legal = np.unpackbits(np.frombuffer(row["mask"], np.uint8), count=240, bitorder="little")
    assert legal[row["action"]] == 1
    assert np.frombuffer(row["observation"], np.int8).shape == (592,)
    told = frame.filter(pl.col("policy").is_not_null()).row(0, named=True)
    assert sum(told["policy"]) == pytest.approx(1, abs=0.01)
    assert len(told["policy"]) == np.unpackbits(np.frombuffer(told["mask"], np.uint8)).sum()


def test_a_game_can_be_rebuilt_as_a_replay(whole: Path) -> None:
    replay = Dataset(whole).replay(5)
    replay.verify()
    assert replay.agents == ("greedy", "policy:strong")
    assert replay.returns is not None
    assert Dataset(whole).verify() == 12
    with pytest.raises(OptionError, match="game must be"):
        Dataset(whole).replay(12)


@pytest.mark.parametrize(
    ("game", "seats", "players", "options"),
    [
        ("gosux", 2, ["policy:strong:temperature=1"], {}),
        ("laundromat", 3, ["greedy", "random", "policy:strong"], {}),
        ("gosu", 4, ["random"], {"teams": True}),
        ("gosu", 2, ["ismcts:5", "rollout:2"], {}),
    ],
    ids=["gosux", "laundromat", "teams", "thinkers"],
)
def test_any_game_and_any_agent_can_be_written(
    tmp_path: Path, game: str, seats: int, players: list[str], options: dict[str, Any]
) -> None:
    games = selfplay(*players, game=game, seats=seats, games=2, **options)
    with Writer(tmp_path / "data", games.about) as writer:
        games.write(writer, 1)
    data = Dataset(tmp_path / "data")
    assert data.verify() == 2
    rows = data.read(0)
    seats_of = {(g, s): a for g, s, a in zip(rows["game"], rows["seat"], rows["agent"], strict=True)}
    assert all(a == (s + g) % len(players) for (g, s), a in seats_of.items())
    told = ~np.isnan(rows["value"])
    assert told.all() == (players in (["policy:strong:temperature=1"], ["ismcts:5", "rollout:2"]))
    spread = ~np.isnan(rows["policy"]).any(axis=1)
    assert spread.any() == (players != ["random"])
    assert (np.abs(rows["policy"][spread].sum(axis=1) - 1) < 0.01).all()


def test_a_temperature_draws_from_the_policy() -> None:
    """Over many decisions, the actions taken are as probable as the policy says, and not always the likeliest."""
    rows = selfplay("policy:strong:temperature=1", games=12).play(0)
    chance = rows["policy"][np.arange(len(rows["action"])), rows["action"]]
    most = rows["policy"].max(axis=1)
    likely = chance == most
    expected, spread = most.sum(), np.sqrt((most * (1 - most)).sum())
    assert abs(likely.sum() - expected) < 4 * spread
    assert not likely.all()


# ------------------------------------------------------------------------------------------------ the same bytes


def test_a_resumed_dataset_has_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    games = selfplay(*PLAYERS)
    folder = tmp_path / "data"
    with Writer(folder, games.about) as writer:
        games.write(writer, 1)
        assert len(writer.manifest.parts) == 1
    (folder / "part-00001.parquet").write_bytes(b"half of it")  # a part that is not in the manifest counts for nothing
    with Writer(folder, selfplay(*PLAYERS).about) as writer:
        selfplay(*PLAYERS).write(writer, len(Dataset(whole)))
    assert contents(folder) == contents(whole)


@pytest.mark.slow
def test_processes_write_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    told: list[int] = []
    games = selfplay(*PLAYERS)
    with Writer(tmp_path / "data", games.about) as writer:
        games.write(writer, len(Dataset(whole)), 2, told.append)
    (tmp_path / "data" / "lock").unlink(missing_ok=True)
    assert contents(tmp_path / "data") == contents(whole)
    assert told == [part.decisions for part in Dataset(whole).parts]


PROGRAM = """
import sys
from pathlib import Path
from gosu_env.dataset.writer import Writer
from gosu_env.engine.rules import find_rules
from gosu_env.training.selfplay import Selfplay
if __name__ == "__main__":
    games = Selfplay(find_rules("gosu", 2, {}), ["policy:strong", "greedy"], 3, 4)
    with Writer(Path(sys.argv[1]), games.about) as writer:
        games.write(writer, 1_000_000, jobs=int(sys.argv[2]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_killed_dataset_is_resumed_with_the_same_bytes(whole: Path, tmp_path: Path, jobs: int) -> None:
    """Killed while one process or more play, and carried on in this one."""
    folder, program = tmp_path / "data", tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, str(program), str(folder), str(jobs)]
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True) as run:
        while not (folder / "part-00000.parquet").exists() and run.poll() is None:
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGKILL)
    assert len(Dataset(folder).parts) in (0, 1, 2)
    games = selfplay(*PLAYERS)
    with Writer(folder, games.about) as writer:
        games.write(writer, len(Dataset(whole)))
    (folder / "lock").unlink(missing_ok=True)
    assert contents(folder) == contents(whole)


def test_another_dataset_is_not_carried_on(copy: Path) -> None:
    before = contents(copy)
    with pytest.raises(OptionError, match=r"different dataset: .*seed 3, now 4.*--fresh"):
        Writer(copy, selfplay(*PLAYERS, seed=4).about)
    assert contents(copy) == before
    with Writer(copy, selfplay("random", games=2).about, fresh=True) as writer:
        assert writer.manifest.parts == []
    assert set(contents(copy)) == {"dataset.json"}


def test_two_writers_do_not_share_a_folder(tmp_path: Path) -> None:
    about = selfplay("random").about
    with Writer(tmp_path / "data", about), pytest.raises(GosuError, match="another run is writing"):
        Writer(tmp_path / "data", about)


def test_a_folder_of_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(OptionError, match="holds other files"):
        Writer(tmp_path, selfplay("random").about)
    assert set(contents(tmp_path)) == {"thesis.tex"}


def test_players_are_one_or_one_for_every_seat() -> None:
    with pytest.raises(OptionError, match="name one for all seats, or 2, not 3"):
        selfplay("random", "greedy", "random")
    with pytest.raises(OptionError, match="expected policy:NAME_OR_FILE"):
        selfplay("policy:strong:temperature=hot")
    assert [part_for(number) for number in (1, 5000, 10_000_000)] == [1, 50, 1024]


# ------------------------------------------------------------------------------------------------ reading


def test_batches_have_every_row_once_and_belong_to_the_caller(whole: Path) -> None:
    data = Dataset(whole)
    order = [row for part in range(3) for row in zip(*(data.read(part, ["game", "step"]).values()), strict=True)]
    batches = list(data.batches(100, ["game", "step", "observation"]))
    assert [len(batch["game"]) for batch in batches[:-1]] == [100] * (len(data) // 100)
    assert [row for batch in batches for row in zip(batch["game"], batch["step"], strict=True)] == order
    shuffled = [
        row for b in data.batches(100, ["game", "step"], shuffle=1) for row in zip(b["game"], b["step"], strict=True)
    ]
    again = [
        row for b in data.batches(100, ["game", "step"], shuffle=1) for row in zip(b["game"], b["step"], strict=True)
    ]
    assert shuffled == again != order
    assert sorted(shuffled) == order
    assert sum(len(batch["game"]) for batch in data.batches(100, ["game"], drop_last=True)) == len(data) // 100 * 100
    assert {game for batch in data.batches(64, ["game"], parts=[1]) for game in batch["game"].tolist()} == {4, 5, 6, 7}
    batches[0]["observation"][:] = 9
    assert (next(data.batches(100, ["observation"]))["observation"] != 9).any()


def test_shuffled_rows_stay_together(whole: Path) -> None:
    data = Dataset(whole)
    parts = [data.read(part) for part in range(3)]
    known = {
        (g, s): (part, row)
        for part, each in enumerate(parts)
        for row, (g, s) in enumerate(zip(each["game"], each["step"], strict=True))
    }
    for batch in data.batches(50, tuple(COLUMNS), shuffle=2):
        for row, key in enumerate(zip(batch["game"], batch["step"], strict=True)):
            part, at = known[key]
            for name in COLUMNS:
                assert np.array_equal(batch[name][row], parts[part][name][at], equal_nan=name in ("policy", "value"))


def test_batches_are_dense_and_become_tensors_without_a_copy(whole: Path) -> None:
    torch = pytest.importorskip("torch")
    data = Dataset(whole)
    for shuffle in (None, 1):
        batch = next(data.batches(32, tuple(COLUMNS), shuffle=shuffle))
        assert {name: column.dtype for name, column in batch.items()} == {
            n: np.dtype(kind) for n, kind in DENSE.items()
        }
        assert batch["observation"].shape == (32, 592)
        assert batch["mask"].shape == batch["policy"].shape == (32, 240)
        tensors = as_tensors(batch)
        for name, column in batch.items():
            assert column.flags.writeable
            assert column.flags.c_contiguous
            assert tensors[name].data_ptr() == column.ctypes.data
        assert isinstance(tensors["observation"], torch.Tensor)


def test_columns_and_sizes_that_do_not_exist_are_refused(whole: Path) -> None:
    data = Dataset(whole)
    with pytest.raises(OptionError, match="unknown column 'observations'; did you mean 'observation'"):
        data.batches(10, ["observations"])
    with pytest.raises(OptionError, match="different names"):
        data.batches(10, ["game", "game"])
    with pytest.raises(OptionError, match="size must be"):
        data.batches(0)
    with pytest.raises(OptionError, match="part must be"):
        data.read(3)


# ------------------------------------------------------------------------------------------------ damage


def test_any_flipped_byte_of_a_part_is_noticed(copy: Path) -> None:
    path = copy / "part-00001.parquet"
    content = path.read_bytes()
    rng = np.random.default_rng(5)
    for place in rng.integers(len(content), size=30):
        harmed = bytearray(content)
        harmed[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(harmed)
        with pytest.raises(DataError, match=r"part-00001.parquet: damaged: its checksum"):
            list(Dataset(copy).batches(1000))
    path.write_bytes(content[:-1])
    with pytest.raises(DataError, match=r"part-00001.parquet: damaged: it has .* bytes, not"):
        Dataset(copy)
    path.unlink()
    with pytest.raises(DataError, match=r"part-00001.parquet: missing"):
        Dataset(copy)


def put(folder: Path, content: bytes) -> None:
    """Another first part, with the manifest made to fit."""
    (folder / "part-00000.parquet").write_bytes(content)
    parts = json.loads((folder / "dataset.json").read_text())["parts"]
    parts[0] |= {"bytes": len(content), "sha256": digest_of(content)}
    change_manifest(folder, parts=parts)


def page_of_no_size(content: bytes, rows: int) -> bytes:
    """A part whose first page says that it holds a negative number of values; numbers are zigzag varints in Thrift."""
    number, digits = 2 * rows, b""
    while number:
        digits += bytes([number & 0x7F | (0x80 if number > 0x7F else 0)])
        number >>= 7
    at = content.index(b"\x2c\x15" + digits) + 2
    return content[:at] + bytes([content[at] | 1]) + content[at + 1 :]


def test_damage_that_aborts_the_reader_is_an_error_that_names_the_file(copy: Path) -> None:
    """polars asks for 2**61 bytes here, and ends the process that decodes it."""
    content = page_of_no_size((copy / "part-00000.parquet").read_bytes(), Dataset(copy).parts[0].decisions)
    (copy / "harmed.parquet").write_bytes(content)
    program = f"import polars; polars.read_parquet({str(copy / 'harmed.parquet')!r})"
    died = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert died.returncode == -signal.SIGABRT
    put(copy, content)
    for read in (Dataset(copy).verify, lambda: list(Dataset(copy).batches(100, ["game"]))):
        with pytest.raises(DataError, match=r"part-00000\.parquet: .*damaged: decoding it ends the process"):
            read()
    result = run(str(copy), "--verify")
    assert result.exit_code == 2
    assert "part-00000.parquet" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
def test_the_process_that_tries_parts_has_only_so_much_memory() -> None:
    program = (
        "from gosu_env.dataset.guard import limit_memory; limit_memory({}); import numpy; numpy.ones(1 << 28, 'i1')"
    )
    for limit, status in ((1 << 30, 0), (1 << 26, 1)):
        command = [sys.executable, "-c", program.format(limit)]
        done = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
        assert done.returncode == status, done.stderr.decode()
    assert b"MemoryError" in done.stderr


def test_a_guard_that_was_killed_or_is_of_another_process_is_replaced(copy: Path) -> None:
    guard, part = Guard(), Dataset(copy).parts[0]
    content = (copy / part.file).read_bytes()
    for name in ("game", "step"):
        guard.check(content, part.sha256, (name,), Sizes(592, 240), part.decisions)
        process: Any = guard._process
        process.kill()
        process.wait()
    guard.close()


def test_a_process_that_was_forked_off_does_not_talk_to_the_guard_of_its_parent(copy: Path) -> None:
    part = Dataset(copy).parts[0]
    content = (copy / part.file).read_bytes()
    asked = content, part.sha256, ("value",), Sizes(592, 240), part.decisions
    check_part(*asked)
    parents: Any = guard_of(os.getpid())._process
    child = os.fork()
    if not child:
        check_part(*asked)
        own: Any = guard_of(os.getpid())._process
        own.kill()
        os._exit(own.pid == parents.pid)
    assert os.waitpid(child, 0)[1] == 0
    assert parents.poll() is None


def test_foreign_parquet_is_refused(copy: Path) -> None:
    """Also where the manifest has been made to fit."""
    frame = pl.read_parquet(copy / "part-00000.parquet")
    for harm, told in {
        "no parquet": (b"no parquet at all", "not a part of this dataset"),
        "no mask": (frame.drop("mask"), "'mask' is missing, not Binary"),
        "other kind": (frame.with_columns(pl.col("action").cast(pl.Int64)), "'action' is Int64, not Int16"),
        "gaps": (frame.with_columns(pl.when(pl.col("step") > 3).then("action")), "'action' has gaps"),
        "short": (frame.with_columns(pl.col("observation").bin.slice(0, 5)), "not a part of this dataset"),
        "policy": (frame.with_columns(pl.col("policy").list.head(1)), "for every legal action"),
        "fewer rows": (frame.head(5), "5 rows in observation, the manifest says"),
    }.values():
        file = copy / "other.parquet"
        if isinstance(harm, bytes):
            file.write_bytes(harm)
        else:
            harm.write_parquet(file)
        put(copy, file.read_bytes())
        with pytest.raises(DataError, match=told):
            list(Dataset(copy).batches(1000, ["observation", "mask", "action", "policy"]))


def test_a_changed_manifest_is_refused(copy: Path) -> None:
    good = (copy / "dataset.json").read_bytes()
    part = json.loads(good)["parts"][0]
    for changes, told in (
        ({"format": "gosu-env dataset 9"}, "format is 'gosu-env dataset 9', not 'gosu-env dataset 1'"),
        ({"num_actions": "many"}, "num_actions is 'many'"),
        ({"parts": [part | {"file": "../../secret"}]}, "part 0 is"),
        ({"parts": [part | {"first_game": 7}]}, "begins with game 7, not 0"),
        ({"parts": [{}]}, "damaged"),
    ):
        (copy / "dataset.json").write_bytes(good)
        change_manifest(copy, **changes)
        with pytest.raises(DataError, match=told):
            Dataset(copy)
    (copy / "dataset.json").write_bytes(b"[")
    with pytest.raises(DataError, match="damaged"):
        Dataset(copy)
    (copy / "dataset.json").unlink()
    with pytest.raises(DataError, match=r"not a dataset: it has no dataset\.json"):
        Dataset(copy)
    with pytest.raises(DataError, match="no such folder"):
        Dataset(copy / "nowhere")


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ("observation", "the observation differs"),
        ("mask", "the legal actions differ"),
        ("return", "the returns differ"),
        ("seat", "another seat decides"),
        ("seed", "game 0 is not the one written"),
    ],
)
def test_verify_notices_decisions_that_were_not_played(whole: Path, tmp_path: Path, column: str, told: str) -> None:
    """A file that is whole, with a number in it that is not true."""
    data = Dataset(whole)
    rows = data.read(0)
    if column == "mask":
        rows["mask"][0] = 1
        rows["policy"][:] = np.nan
    elif column in ("observation", "seat"):
        rows[column][0] ^= 1
    else:
        rows[column][0] += 1
    with Writer(tmp_path / "data", selfplay(*PLAYERS).about) as writer:
        writer.add(Content.of(rows, 0))
    with pytest.raises(DataError, match=told):
        Dataset(tmp_path / "data").verify()


def test_a_dataset_of_other_cards_says_so(copy: Path) -> None:
    change_manifest(copy, cards="0123456789abcdef")
    with pytest.raises(DataError, match="played with cards of digest 0123456789abcdef"):
        Dataset(copy).rules()
    change_manifest(copy, game="chess")
    with pytest.raises(DataError, match="unknown game 'chess'"):
        Dataset(copy).rules()


def test_encoding_twice_is_the_same_bytes(whole: Path) -> None:
    rows = Dataset(whole).read(0)
    content = encode(rows)
    assert content == encode(rows) == (whole / "part-00000.parquet").read_bytes()
    assert list(decode(content, ["seat", "policy"], Sizes(592, 240))) == ["seat", "policy"]


# ------------------------------------------------------------------------------------------------ replays


@pytest.fixture
def replays(tmp_path: Path) -> Path:
    """Three games, one of them not finished, one from a position, in two folders."""
    folder = tmp_path / "games"
    (folder / "more").mkdir(parents=True)
    record(Game(seed=1), [make_agent("policy:strong"), make_agent("random", 1)]).save(folder / "a.gosu")
    unfinished = Recorder(Game(seed=2), ["me", "you"])
    for _ in range(5):
        unfinished.apply(unfinished.game.legal_actions()[0], value=0.25)
    unfinished.save(folder / "b.gosu")
    game = Game(seed=3)
    game.apply(game.legal_actions()[0])
    record(game, [make_agent("random", 3), make_agent("random", 4)]).save(folder / "more" / "c.gosu")
    return folder


def test_replays_become_a_dataset(replays: Path, tmp_path: Path) -> None:
    source = ReplaySource([replays])
    with Writer(tmp_path / "data", source.about) as writer:
        assert list(write_replays(source, writer, 2)) == [2, 1]
    data = Dataset(tmp_path / "data")
    assert data.games == 3
    assert data.agents == ["PolicyAgent", "RandomAgent", "me", "you"]
    assert data.verify() == 2  # the third was not dealt from a seed
    first, third = data.read(0), data.read(1)
    one, two = ({name: column[first["game"] == game] for name, column in first.items()} for game in (0, 1))
    replay = Replay.load(replays / "a.gosu")
    assert one["action"].tolist() == list(replay.actions)
    assert data.replay(0).actions == replay.actions
    assert set(one["agent"][one["seat"] == 0].tolist()) == {0}
    assert not np.isnan(one["policy"][one["seat"] == 0]).any()
    assert np.isnan(one["policy"][one["seat"] == 1]).all()
    assert two["value"].tolist() == [0.25] * 5
    assert np.isnan(two["return"]).all()
    assert (third["seed"] == -1).all()
    with pytest.raises(OptionError, match="game 2 was not dealt from a seed"):
        data.replay(2)


def test_replays_that_cannot_be_used_are_named(replays: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="there is no replay in this folder"):
        ReplaySource([tmp_path / "empty"])
    with pytest.raises(DataError, match=r"d\.gosu: cannot be read"):
        ReplaySource([replays / "d.gosu"])
    record(Game("gosu", 3, 1), [make_agent("random", each) for each in range(3)]).save(replays / "z.gosu")
    with pytest.raises(DataError, match=r"z\.gosu: a game of gosu with 3 players"):
        ReplaySource([replays])
    (replays / "z.gosu").write_bytes((replays / "a.gosu").read_bytes()[:-3])
    with pytest.raises(DataError, match=r"z\.gosu"):
        ReplaySource([replays])


# ------------------------------------------------------------------------------------------------ the command


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["dataset", *words], env={"COLUMNS": "160", "NO_COLOR": "1", "FORCE_COLOR": None})


def test_the_command_writes_verifies_and_grows(tmp_path: Path, replays: Path) -> None:
    folder = str(tmp_path / "data")
    made = run(folder, "--players", "random,greedy", "--decisions", "300", "--jobs", "1")
    assert made.exit_code == 0, made.output
    assert "games of gosu, played by random, greedy" in made.stdout
    assert "bytes a decision" in made.stdout
    before, decisions = contents(tmp_path / "data"), len(Dataset(folder))
    assert decisions >= 300
    assert run(folder, "--players", "random,greedy", "--decisions", "300").exit_code == 0
    assert contents(tmp_path / "data") == before
    assert run(folder, "--players", "random,greedy", "--decisions", str(decisions + 1), "--jobs", "1").exit_code == 0
    grown = contents(tmp_path / "data")
    assert len(Dataset(folder)) > decisions
    assert all(grown[name] == content for name, content in before.items() if name != "dataset.json")
    checked = run(folder, "--verify")
    assert "all files are whole" in checked.stdout
    assert run(str(tmp_path / "replayed"), "--replays", str(replays)).exit_code == 0
    assert Dataset(tmp_path / "replayed").games == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name who plays"),
        (["--players", "random", "--replays", "games"], "name who plays"),
        (["--players", "strnog"], "unknown agent"),
        (["--verify"], "no such folder"),
        (["--replays", "nowhere.gosu"], "cannot be read"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    result = run(str(tmp_path / "data"), *words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_a_manifest_reads_what_it_wrote(tmp_path: Path) -> None:
    about = selfplay("random").about
    about.write(tmp_path)
    assert Manifest.read(tmp_path) == about


def test_the_page_states_the_columns() -> None:
    text = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    for name, (kind, meaning) in COLUMNS.items():
        assert f"| `{name}` | {kind} | {meaning} |\n" in text
