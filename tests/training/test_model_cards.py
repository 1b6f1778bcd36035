"""The cards of the shipped policies say what is true of the files beside them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from gosu_env import DataError
from gosu_env.agents.arena.ladder import find_ladder
from gosu_env.agents.intervals import rate_text
from gosu_env.agents.policy import file_digest, load_policy, shipped_folder
from gosu_env.training import model_cards
from gosu_env.training.model_cards import card, card_file, main, read_measured, rules_of, shipped

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A policy of Goblin Laundromat in a folder of its own, as if nothing else was shipped."""
    for file in shipped_folder("laundromat").glob("*"):
        if file.name in ("strong-2.safetensors", "measured.json"):
            shutil.copy(file, tmp_path / file.name)
    monkeypatch.setattr(model_cards, "GAMES", {"laundromat": ""})
    monkeypatch.setattr(model_cards, "shipped_folder", lambda game: tmp_path)
    return tmp_path


def test_every_policy_has_a_fresh_card() -> None:
    assert len(shipped()) >= 11
    assert model_cards.stale() == {}, "run python -m gosu_env.training.model_cards --measure"


@pytest.mark.parametrize("file", shipped(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_card_tells_what_the_file_and_the_records_say(file: Path) -> None:
    text, about = card_file(file).read_text(encoding="utf-8"), load_policy(file).about
    assert f"digest `{file_digest(file)}`" in text
    assert f"{about.decisions:,}" in text
    assert about.note in text
    assert f"digest `{about.cards}`" in text
    found = read_measured(file.parent)[file.stem]
    assert found.file == file_digest(file)
    assert found.games >= 2000
    assert found.low < found.rate < found.high
    assert f"{100 * found.rate:.1f} %" in text
    for title in ("Data", "Settings", "Strength", "Limits", "Licence"):
        assert f"\n## {title}\n" in text
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (file.parent / link).exists()
    if file.stem == f"strong-{about.num_players}":
        rung = next(r for r in find_ladder(about.game, about.num_players).rungs if r.player == "policy:strong")
        assert f"| **`policy:strong`** | {rung.elo:.0f} | {rung.low:.0f} to {rung.high:.0f} |" in text
    else:
        assert "Elo" not in text  # it is no rung


@pytest.mark.parametrize(
    "file",
    [file for file in shipped() if file.stem.startswith("strong")],
    ids=lambda file: f"{file.parent.parent.name}-{file.stem}",
)
def test_the_page_of_results_tells_what_the_card_says(file: Path) -> None:
    found, about = read_measured(file.parent)[file.stem], load_policy(file).about
    even = 100 * rules_of(about).members / about.num_players
    won = f"{rate_text(found.rate, found.low, found.high)} of {found.games:,}"
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert f"| {about.decisions / 1e9:.1f} | {won} | {even:.0f} % |\n" in page


def test_a_change_makes_cards_stale(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    assert "strong-2.md written" in capsys.readouterr().out
    main(["--check"])
    path = copied / "strong-2.md"
    path.write_text(path.read_text(encoding="utf-8").replace("billion", "trillion"), encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--check"])
    assert "strong-2.md is stale" in capsys.readouterr().err
    (copied / "gone-2.md").write_text("x")
    with pytest.raises(DataError, match=r"gone-2\.md: there is no such policy"):
        main([])


def test_games_of_another_file_do_not_count(copied: Path) -> None:
    path = copied / "measured.json"
    kept = json.loads(path.read_bytes())
    path.write_text(json.dumps({"strong-2": kept["strong-2"] | {"file": "0" * 16}}))
    with pytest.raises(DataError, match="of another file: run it with --measure"):
        card(copied / "strong-2.safetensors")
    main(["--measure", "--games", "20"])
    found = read_measured(copied)["strong-2"]
    assert (found.games, found.file) == (20, kept["strong-2"]["file"])
    path.write_text("[")
    with pytest.raises(DataError, match=r"measured\.json: damaged"):
        read_measured(copied)


def test_the_site_lists_the_cards() -> None:
    assert "/agents/*/policies/*" in (ROOT / "docs" / "site" / "models.md").read_text(encoding="utf-8")
