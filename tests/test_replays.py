"""A folder of replays as a table."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import polars as pl
import pytest

from gosu_env import DataError, Game, MissingExtraError, OptionError, Recorder, record
from gosu_env.agents import RandomAgent
from gosu_env.replays import columns_of, load_decisions

COLUMNS = columns_of("gosu")
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five games of two and three players, one of them in a folder of its own."""
    (tmp_path / "more").mkdir()
    for seed in range(5):
        n = 2 + seed % 2
        agents = [RandomAgent([seed, seat]) for seat in range(n)]
        record(Game("gosu", n, seed), agents).save(tmp_path / ("more" if seed == 4 else "") / f"{seed}.gosu")
    return tmp_path


def test_every_decision_is_a_row(folder: Path) -> None:
    frame = load_decisions(folder)
    assert frame.columns == list(COLUMNS)
    assert [str(dtype) for dtype in frame.dtypes] == [dtype for dtype, _ in COLUMNS.values()]
    assert frame["replay"].unique().sort().to_list() == ["0.gosu", "1.gosu", "2.gosu", "3.gosu", "more/4.gosu"]
    for (name,), rows in frame.group_by("replay"):
        seed = int(re.findall(r"\d", str(name))[0])
        n = 2 + seed % 2
        replay = record(Game("gosu", n, seed), [RandomAgent([seed, seat]) for seat in range(n)])
        table = rows.sort("step").to_dicts()
        assert [row["action"] for row in table] == list(replay.actions)
        for row, (step, game, action, _) in zip(table, replay.decisions(), strict=True):
            facts = game.to_json()
            own, others = facts["players"][game.seat], facts["players"][: game.seat] + facts["players"][game.seat + 1 :]
            strengths = game.strengths()
            assert row == {
                "replay": name,
                "step": step,
                "num_players": n,
                "round": facts["round"],
                "turn_seat": facts["turn_seat"],
                "seat": game.seat,
                "agent": "RandomAgent",
                "kind": facts["decision"]["kind"],
                "legal": len(game.legal_actions()),
                "action": action,
                "block": game.action_spec.at(action).name,
                "text": game.action_text(action),
                "vp": own["vp"],
                "hand": len(own["hand"]),
                "tokens": own["tokens"],
                "strength": strengths[game.seat],
                "others_vp": max(other["vp"] for other in others),
                "others_hand": max(len(other["hand"]) for other in others),
                "others_strength": max(value for seat, value in enumerate(strengths) if seat != game.seat),
                "probability": None,
                "value": None,
                "return": pytest.approx(replay.returns[game.seat]) if replay.returns else None,
                "won": game.seat in replay.game().winners,
            }


def test_the_table_answers_questions(folder: Path) -> None:
    winners = load_decisions(folder).group_by("replay").agg(pl.col("seat").filter(pl.col("won")).n_unique())
    assert winners["seat"].to_list() == [1] * 5


def test_thoughts_are_columns(tmp_path: Path) -> None:
    recorder = Recorder(Game(seed=1), agents=["first", "second"])
    for thoughts in ({}, {"value": 0.5}, {"probabilities": True}):
        first, second, *_ = recorder.game.legal_actions()
        if "probabilities" in thoughts:
            recorder.apply(first, probabilities={first: 0.25, second: 0.75})
            recorder.apply(recorder.game.legal_actions()[0], probabilities={recorder.game.legal_actions()[1]: 1.0})
        else:
            recorder.apply(first, **thoughts)
    recorder.save(tmp_path / "game.gosu")
    frame = load_decisions(tmp_path)
    assert frame["probability"].to_list() == [None, None, 0.25, 0.0]
    assert frame["value"].to_list() == [None, 0.5, None, None]
    assert frame["return"].to_list() == frame["won"].to_list() == [None] * 4  # not played to its end
    assert set(frame["agent"]) <= {"first", "second"}


def test_damaged_files_raise_or_are_reported(folder: Path) -> None:
    whole = load_decisions(folder)
    (folder / "1.gosu").write_bytes((folder / "1.gosu").read_bytes()[:-3])
    with pytest.raises(DataError, match=r"1\.gosu: the replay is damaged or cut off"):
        load_decisions(folder)
    with pytest.warns(UserWarning, match=r"left out: .*1\.gosu: the replay is damaged or cut off") as caught:
        rest = load_decisions(folder, damaged="report")
    assert len(caught) == 1
    assert rest.equals(whole.filter(pl.col("replay") != "1.gosu"))


def test_games_that_go_astray_are_damaged_too(folder: Path) -> None:
    other = record(Game(seed=77), [RandomAgent(0), RandomAgent(1)])
    other.__class__(other.header, other.actions, other.checks, other.thoughts, bytes(16), other.returns).save(
        folder / "astray.gosu"
    )
    with pytest.raises(DataError, match=r"astray\.gosu: the replay diverges after all"):
        load_decisions(folder)


def test_an_empty_folder_is_an_empty_table(tmp_path: Path) -> None:
    frame = load_decisions(tmp_path)
    assert frame.columns == list(columns_of())
    assert frame.is_empty()


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nowhere: no such folder"):
        load_decisions(tmp_path / "nowhere")
    with pytest.raises(OptionError, match="damaged must be 'raise' or 'report', not 'ignore'"):
        load_decisions(tmp_path, damaged="ignore")  # type: ignore[arg-type]


def test_without_polars_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtraError, match=r"'\.\[arena\]'"):
        load_decisions(tmp_path)


def test_the_docs_list_every_column() -> None:
    text = (ROOT / "docs" / "replays.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", text, re.MULTILINE)
    assert listed == [(name, dtype, meaning) for name, (dtype, meaning) in COLUMNS.items()]
