"""Work in processes: its order, its errors, what each process begins with."""

from __future__ import annotations

import itertools
import os
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from gosu_env import GosuError
from gosu_env.agents.processes import deaths_told, run_in_order, run_together

SLOW = partial(eval, "__import__('time').sleep(0.5) or 'slow'")


def test_results_come_in_order_also_of_work_without_an_end(tmp_path: Path) -> None:
    work = itertools.chain([SLOW], (partial(pow, 2, power) for power in itertools.count()))
    with closing(run_in_order(work, 2, partial(os.chdir, tmp_path))) as results:
        assert list(itertools.islice(results, 4)) == ["slow", 1, 2, 4]
    assert list(run_in_order([os.getcwd], 2, partial(os.chdir, tmp_path))) == [str(tmp_path)]


def test_no_more_is_begun_than_asked_for_and_waited_for(tmp_path: Path) -> None:
    begun = []

    def work():
        for number in itertools.count():
            begun.append(number)
            yield partial(abs, number)

    with closing(run_in_order(work(), 2, partial(os.chdir, tmp_path))) as results:
        assert begun == []
        assert [next(results), next(results)] == [0, 1]
    assert begun == [0, 1, 2]


def test_every_process_begins_alike_and_somebody_is_asked_meanwhile(tmp_path: Path) -> None:
    asked = []
    work = {"first": os.getcwd, "second": os.getcwd}
    ended = run_together(work, 2, partial(os.chdir, tmp_path), lambda: asked.append(time.monotonic()))
    assert dict(ended) == dict.fromkeys(work, str(tmp_path))
    assert asked


@pytest.mark.parametrize(
    ("work", "error", "said"),
    [
        (partial(os._exit, 3), GosuError, "it died, and that is all"),
        (partial(int, "x"), ValueError, "invalid literal"),
    ],
)
def test_deaths_are_told_and_other_errors_are_what_they_were(work, error, said) -> None:
    with pytest.raises(error, match=said), deaths_told("it died, and that is all"):
        list(run_in_order([work], 1, partial(abs, 0)))


def test_errors_are_told_with_the_file_and_line_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "my_work.py").write_text("def work():\n    return 1 / 0\n", encoding="utf-8")
    code = f"__import__('sys').path.insert(0, {str(tmp_path)!r}) or __import__('my_work').work()"
    with pytest.raises(GosuError, match=r"^ZeroDivisionError: division by zero \(.*my_work.py, line 2\)$"):
        list(run_together({"mine": partial(eval, code)}, 1))
