"""The pages about Goblin Laundromat that are made from the sources are fresh."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "laundromat" / "generate.py"


@pytest.fixture(scope="module")
def generator() -> Any:
    spec = importlib.util.spec_from_file_location("generate_laundromat", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_fresh(generator: Any) -> None:
    assert generator.stale(generator.pages()) == [], "run python docs/laundromat/generate.py"


def test_every_field_of_the_record_is_explained(generator: Any) -> None:
    assert {row[0] for row in generator.record_rows() if not row[-1]} <= {"`spare`"}
