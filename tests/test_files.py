"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gosu_env import GosuError
from gosu_env.engine.files import write_whole

WRITER = """
import sys
from gosu_env.engine.files import write_whole
number = 0
print("ready", flush=True)
while True:
    number += 1
    write_whole(sys.argv[1], b"%d " % number * 50_000)
"""


def is_whole(data: bytes) -> bool:
    numbers = data.split()
    return len(numbers) == 50_000 and len(set(numbers)) == 1


def kill_writers(path: Path, times: int, seed: int) -> None:
    """Kill a writer at random moments; the file is always a whole one."""
    rng = random.Random(seed)
    for _ in range(times):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(rng.random() * 0.1)
            writer.kill()
        assert not path.exists() or is_whole(path.read_bytes())


def test_a_killed_writer_leaves_a_whole_file_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    path = tmp_path / "file"
    (tmp_path / ".file-0123456789abcdef.tmp").write_bytes(b"half a fi")  # of a writer that was killed
    kill_writers(path, 3, seed=1)
    write_whole(path, b"last")
    assert path.read_bytes() == b"last"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.soak
def test_writers_killed_at_a_hundred_moments(tmp_path: Path) -> None:
    kill_writers(tmp_path / "file", 100, seed=2)
    write_whole(tmp_path / "file", b"last")
    assert os.listdir(tmp_path) == ["file"]


def test_many_writers_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    path = tmp_path / "file"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) for _ in range(3)]
    try:
        for writer in writers:
            assert writer.stdout is not None
            writer.stdout.readline()
        for _ in range(30):
            time.sleep(0.01)
            assert not path.exists() or is_whole(path.read_bytes())
        assert [writer.poll() for writer in writers] == [None] * 3, "a writer failed"
    finally:
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
            writer.communicate()


def test_links_are_replaced_not_followed(tmp_path: Path) -> None:
    elsewhere, link = tmp_path / "elsewhere", tmp_path / "link"
    elsewhere.write_bytes(b"mine")
    link.symlink_to(elsewhere)
    write_whole(link, b"new")
    assert elsewhere.read_bytes() == b"mine"
    assert not link.is_symlink()
    assert link.read_bytes() == b"new"


def test_devices_and_folders_are_left_alone(tmp_path: Path) -> None:
    """As root, a file moved to /dev/null would take its place."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(GosuError, match="cannot be written: it is not a regular file"):
            write_whole(path, b"")
    assert pipe.is_fifo()
    with pytest.raises(GosuError, match="cannot be written: it is a folder"):
        write_whole(tmp_path, b"")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(GosuError, match=rf"file: cannot be written: there is no folder {tmp_path}/none"):
        write_whole(tmp_path / "none" / "file", b"")


def test_the_umask_says_who_may_read(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "file", b"")
        write_whole(tmp_path / "private", b"", 0o600)
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o600


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """A limit on the size of files fails as a full disk does: after a part was written."""
    path = tmp_path / "file"
    write_whole(path, b"old")
    code = (
        "import sys; from gosu_env.engine.files import write_whole; from gosu_env import GosuError\n"
        "try: write_whole(sys.argv[1], bytes(100_000))\n"
        "except GosuError as error: print(error)"
    )

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], preexec_fn=small_disk, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{path}: cannot be written: File too large\n"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]
