"""The study of ways to regularise PPO: every variant and seed, measured against the first; resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gosu_env import OptionError
from gosu_env.training.studies import regularisation

FEW = ["--preset", "ppo", "--set", "num_envs=16", "--set", "n_steps=20", "--set", "width=8", "--decisions", "600"]
FEW += ["--seeds", "2", "--deals", "4", "--greedy", "3"]


@pytest.mark.slow
def test_variants_play_the_first_one_and_greedy_and_the_study_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*FEW, "--variants", "linear,power", "--out", str(tmp_path)]
    regularisation.main(command)
    runs = json.loads((tmp_path / "runs.json").read_text())["runs"]
    assert set(runs) == {"linear-0", "power-0", "linear-1", "power-1"}
    found = json.loads((tmp_path / "matches.json").read_text())
    assert set(found["linear"]) == {"greedy"}
    assert set(found["power"]) == {"linear", "greedy"}
    assert len(found["power"]["linear"]["seeds"]) == 2
    assert "power" in capsys.readouterr().out
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "matches.json").unlink()
    monkeypatch.setattr(regularisation, "learn", lambda *_: pytest.fail("learned again"))
    regularisation.main(command)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    with pytest.raises(OptionError, match="made with other settings; name another folder with --out"):
        regularisation.main([*command, "--set", "width=9"])
