"""The journal: what was written is read again, a torn end does no harm, damage is told."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import zlib
from multiprocessing import Pipe
from pathlib import Path

import pytest

from gosu_env import DataError, GosuError
from gosu_env.agents.arena.journal import Journal, read_journal, write_line
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.arena.workers import _work


def outcome(index: int, winner: int = 0) -> Outcome:
    return Outcome(index, [winner], "battle", None, 3, [4, 5], [1, 2, 3])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.journal"
    with Journal(path) as journal:
        journal.append([outcome(0), outcome(1)])
        journal.append([outcome(5)])
    return path


def test_what_was_written_is_read_again(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.outcomes == {index: outcome(index) for index in (0, 1, 5)}


@pytest.mark.parametrize("left", [1, 20, 60])
def test_a_torn_last_line_is_cut_off(path: Path, left: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + write_line(outcome(7))[:left])
    with Journal(path) as journal:
        assert sorted(journal.outcomes) == [0, 1, 5]
        journal.append([outcome(8)])
    assert path.read_bytes() == whole + write_line(outcome(8))


def test_of_two_lines_for_a_game_the_later_counts(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([outcome(1, winner=1)])
    assert read_journal(path)[0][1].winners == [1]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_damaged_line_is_told(path: Path, number: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(b"battle", b"cattle")
    path.write_bytes(b"".join(lines))
    with pytest.raises(DataError, match=rf"games\.journal: line {number} is damaged: checksum mismatch; delete"):
        Journal(path)


@pytest.mark.parametrize("line", [b"\n", b"no journal\n", b"\xff\xfe \x00\n", b"00000000 \n"])
def test_lines_of_something_else_are_told(path: Path, line: bytes) -> None:
    path.write_bytes(line + path.read_bytes())
    with pytest.raises(DataError, match="line 1 is damaged"):
        Journal(path)


def test_a_line_without_a_field_is_told(path: Path) -> None:
    class Half(Outcome):
        def as_dict(self) -> dict[str, object]:
            return {"index": 3}

    path.write_bytes(write_line(Half(3, [], "battle", None, 1, [], [])))
    with pytest.raises(DataError, match="line 1 is damaged: an outcome has the fields index, winners"):
        Journal(path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"index": True}, "index is True"),
        ({"index": -1}, "index is -1"),
        ({"index": 1.0}, "index is 1.0"),
        ({"winners": ["0"]}, r"winners is \['0'\]"),
        ({"winners": [[0]]}, r"winners is \[\[0\]\]"),
        ({"winners": [None]}, r"winners is \[None\]"),
        ({"winners": 0}, "winners is 0"),
        ({"ending": None}, "ending is None"),
        ({"card": 3}, "card is 3"),
        ({"rounds": 10**30}, "rounds is 10"),
        ({"rounds": "3"}, "rounds is '3'"),
        ({"decisions": [4, 5.5]}, r"decisions is \[4, 5.5\]"),
        ({"decisions": {"0": 1}}, "decisions is {"),
        ({"actions": [False]}, r"actions is \[False\]"),
        ({"actions": [1e400]}, r"actions is \[inf\]"),
    ],
)
def test_values_of_another_kind_are_told(path: Path, change: dict[str, object], told: str) -> None:
    text = json.dumps(outcome(3).as_dict() | change).encode()
    path.write_bytes(f"{zlib.crc32(text):08x} ".encode() + text + b"\n")
    with pytest.raises(DataError, match=f"line 1 is damaged: {told}"):
        Journal(path)


def test_brackets_without_end_are_told(path: Path) -> None:
    text = b"[" * 100_000
    path.write_bytes(f"{zlib.crc32(text):08x} ".encode() + text + b"\n")
    with pytest.raises(DataError, match="line 1 is damaged"):
        Journal(path)


def test_two_runs_do_not_write_into_one_journal(path: Path) -> None:
    with Journal(path), pytest.raises(GosuError, match="another run is writing"):
        Journal(path)
    with Journal(path):
        pass


def test_a_journal_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(GosuError, match="cannot be written"):
        Journal(tmp_path / "nowhere" / "games.journal")


def test_a_full_disk_is_told_and_leaves_whole_lines(path: Path, tmp_path: Path) -> None:
    """A limit on the size of files fails as a full disk does: after a part was written."""
    code = (
        "import sys; from pathlib import Path; from gosu_env import GosuError\n"
        "from gosu_env.agents.arena.journal import Journal\n"
        "try:\n    with Journal(Path(sys.argv[1])) as journal: journal.append(list(journal.outcomes.values()))\n"
        "except GosuError as error: print(error)"
    )
    before = path.read_bytes()

    def full_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, len(before) + 10))

    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], preexec_fn=full_disk, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{path}: cannot be written: File too large\n"
    assert path.read_bytes() == before


def test_a_worker_ends_when_its_parent_is_gone() -> None:
    """A parent that is killed closes its end of the pipe."""
    ours, theirs = Pipe()
    handler = signal.getsignal(signal.SIGINT)
    ours.send(range(0, 1))
    ours.close()
    try:
        _work(theirs, Settings.make("random,b=random", 2))
    finally:
        signal.signal(signal.SIGINT, handler)
