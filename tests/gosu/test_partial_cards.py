"""Card files that lie over the default set, and the command that writes one to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gosu_env import CardFileError, Game
from gosu_env.agents.policy import PolicyWarning, check_specs
from gosu_env.cli import app
from gosu_env.gosu.cards import CardSet, default_cards, load_cards, parse_card_set
from gosu_env.gosu.text import card_text

BASE = 'base = "default"\n'


def over(text: str, kamakor: bool = False) -> CardSet:
    return parse_card_set(BASE + text, "my.toml", kamakor)


def card(cards: CardSet, name: str) -> Any:
    return cards[cards.kind(name)]


def names(cards: CardSet) -> list[str]:
    return [card.name for card in cards.cards]


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["cards", *words], env={"COLUMNS": "160", "NO_COLOR": "1", "FORCE_COLOR": None})


def test_a_card_keeps_what_is_not_written() -> None:
    usual = default_cards()
    changed = over('[[card]]\nname = "Garsh"\nmutation = 1\n')
    assert names(changed) == names(usual)
    assert card(usual, "Garsh").mutation == 2
    assert card(changed, "Garsh").mutation == 1
    assert card_text(card(changed, "Garsh")) == card_text(card(usual, "Garsh"))
    assert changed.digest != usual.digest
    assert [a for a, b in zip(changed.cards, usual.cards, strict=True) if a != b] == [card(changed, "Garsh")]


def test_a_card_as_it_was_changes_nothing() -> None:
    assert over('[[card]]\nname = "Garsh"\n').digest == default_cards().digest


def test_an_empty_list_takes_a_field_away() -> None:
    changed = over('[[card]]\nname = "Garsh"\nenters = []\nmutation = []\n')
    assert card(changed, "Garsh").mutation is None
    assert not card(changed, "Garsh").has_ability


def test_a_new_card_takes_the_place_of_another() -> None:
    text = '[[card]]\nname = "Lighter"\nreplaces = "Blast"\nenters = ["draw 2"]\nprovenance = "my own"\n'
    changed, blast = over(text), card(default_cards(), "Blast")
    lighter = card(changed, "Lighter")
    assert (lighter.clan, lighter.level, lighter.kind) == (blast.clan, blast.level, blast.kind)
    assert lighter.mutation is None
    assert "Blast" not in names(changed)


def test_cards_of_the_expansion_can_be_changed_with_it() -> None:
    text = '[[card]]\nname = "Yap"\nmutation = 3\n'
    assert card(over(text, kamakor=True), "Yap").mutation == 3
    with pytest.raises(CardFileError, match="the default set has no card 'Yap'"):
        over(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[card]]\nname = "Gash"\n', r"card 'Gash': name: the default set has no card 'Gash'; did you mean 'Garsh'\?"),
        ('[[card]]\nname = "A"\nreplaces = "Gash"\n', r"card 'A': replaces: the default set has no card 'Gash'"),
        ('[[card]]\nname = "A"\nreplaces = 3\n', r"card 'A': replaces: the default set has no card 3"),
        ('[[card]]\nname = "A"\nreplaces = "Blast"\n', r"card 'A': provenance: missing"),
        ('[[card]]\nname = "Garsh"\n[[card]]\nname = "Garsh"\n', r"'Garsh' is changed twice"),
        ('[[card]]\nname = "Garsh"\nlevel = 1\n', r"clan 'fire' has 6 different cards of level 1, it needs 5"),
        ('[[card]]\nname = "Garsh"\nenter = "draw 1"\n', r"enter: unknown field; did you mean 'enters'"),
        ("[[card]]\nmutation = 1\n", r"card 1 has no name"),
        ("", r"no cards"),
    ],
)
def test_mistakes_are_refused(text: str, told: str) -> None:
    with pytest.raises(CardFileError, match=told):
        over(text)


def test_another_base_is_refused() -> None:
    with pytest.raises(CardFileError, match=r'my.toml: base: must be "default", the set that is changed, not 3'):
        parse_card_set('base = 3\n[[card]]\nname = "Garsh"\n', "my.toml")


def test_some_cards_without_a_base_are_told_of_it() -> None:
    text = '[[card]]\nname = "A"\nclan = "fire"\nlevel = 1\nprovenance = "my own"\n'
    with pytest.raises(CardFileError, match=r'it needs 5; to change some cards .* write base = "default" above them'):
        parse_card_set(text, "my.toml")


# ------------------------------------------------------------------------------------------------ gosu cards --export


@pytest.mark.parametrize("kamakor", [False, True])
def test_the_whole_set_is_written_as_it_is(tmp_path: Path, kamakor: bool) -> None:
    file = tmp_path / "my.toml"
    result = run("--export", str(file), *["--kamakor"] * kamakor)
    assert result.exit_code == 0, result.output
    assert f"{file} written: {150 if kamakor else 75} cards" in result.stdout
    written = load_cards(file, kamakor)
    assert written.digest == default_cards(kamakor).digest
    assert written.name == "my cards"


@pytest.mark.parametrize(
    ("words", "count"), [(("--clan", "fire"), 15), (("Garsh",), 1), (("--kamakor", "--clan", "drake"), 15)]
)
def test_some_cards_are_written_as_a_file_over_the_set(tmp_path: Path, words: tuple[str, ...], count: int) -> None:
    file = tmp_path / "my.toml"
    assert run(*words, "--export", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").count("[[card]]") == count
    kamakor = "--kamakor" in words
    assert load_cards(file, kamakor).digest == default_cards(kamakor).digest


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("mine")
    result = run("--export", str(file))
    assert result.exit_code == 2
    assert result.stderr == f"gosu: {file}: is there already; name another file\n"
    assert file.read_text() == "mine"


def test_networks_warn_of_changed_cards(tmp_path: Path) -> None:
    pytest.importorskip("safetensors")
    file = tmp_path / "my.toml"
    file.write_text(BASE + '[[card]]\nname = "Garsh"\nmutation = 1\n')
    with pytest.warns(PolicyWarning, match="was not trained for this table"):
        check_specs(["policy:strong"], Game(seed=0, cards=str(file)).rules)
