"""The pages about Goblin Laundromat that are made from the sources; tests/test_docs.py says whether they are fresh."""

from __future__ import annotations

from scripts import load_script


def test_every_field_of_the_record_is_explained() -> None:
    generator = load_script("docs/laundromat/generate.py")
    assert {row[0] for row in generator.record_rows() if not row[-1]} <= {"`spare`"}
