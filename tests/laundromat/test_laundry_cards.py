"""The card set, and what is said of a wrong one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from gosu_env import CardFileError, Game
from gosu_env.cli import app
from gosu_env.laundromat.cards import DEFAULT_SET, load_cards, parse_card_set
from gosu_env.laundromat.state import CATEGORIES, SPECIES
from gosu_env.laundromat.text import basket_text, garment_text, programme_text

CARDS = load_cards()
TEXT = DEFAULT_SET.read_text(encoding="utf-8")


def test_every_row_says_where_it_comes_from() -> None:
    data = tomllib.loads(TEXT)
    rows = [*data["garment"], *data["programme"], *data["basket"], *data["contest"], data["potion"]]
    assert all(row["provenance"].split(":")[0] in ("authored", "rulebook") for row in rows)
    assert all(row["provenance"] == "authored" for row in data["garment"])  # the rulebook lists none


def test_names_are_all_different() -> None:
    names = [row.name for row in CARDS.garments] + [row.name for row in CARDS.programmes]
    assert len({name.casefold() for name in names}) == 45 + 20


def test_species_are_alike() -> None:
    """As many garments of each category, as many coins, and about as many stains of each type."""
    for species in range(len(SPECIES)):
        own = [garment for garment in CARDS.garments if garment.species == species]
        counts = [sum(garment.copies for garment in own if garment.category == which) for which in range(5)]
        assert dict(zip(CATEGORIES, counts, strict=True)) == {
            "underwear": 3,
            "trousers": 3,
            "cape": 3,
            "sock": 4,
            "other": 5,
        }
        assert sum(garment.copies * garment.coins for garment in own) == 18
        stains = np.sum([np.array(garment.stains) * garment.copies for garment in own], axis=0)
        assert stains.sum() == 32
        assert stains.min() >= 9
        assert stains.max() <= 12


def test_texts_come_from_the_data() -> None:
    texts = {garment.name: garment_text(garment, CARDS) for garment in CARDS.garments}
    assert texts["Mist Cape"] == "elf cape, 2 magic. The most capes earn 10 coins, the next most 5 coins."
    assert texts["Fin Sock"] == "mermaid sock, 1 dirt, 1 magic. A pair of these earns 10 coins."
    assert texts["Trophy Vest"] == "orc garment, 1 dirt, 2 slime. Pays 6 coins."
    programmes = {programme.name: programme_text(programme) for programme in CARDS.programmes}
    assert programmes["Delicates"] == (
        "Programme II, 4 garments, at most dirt 3, magic 3, 30°, anticlockwise, pays 5 coins."
    )
    assert basket_text(2) == "2 coins for every garment of the species dwarf."


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('name = "Mist Cape"\n', "", "set.toml: garment 5: name: missing"),
        ('name = "Mist Cape"', 'name = "Leaf Briefs"', "garment 'leaf briefs': name: appears 2 times"),
        ('name = "Mist Cape"', "name = 7", "set.toml: garment 5: name: must be a printable text"),
        (
            'species = "elf"',
            'species = "elk"',
            "garment 'Leaf Briefs': species: 'elk' is none of them; did you",
        ),
        ('category = "cape"', 'category = "coat"', "garment 'Mist Cape': category: 'coat' is none of them"),
        ("copies = 2", "copies = 9", "garment 'Leaf Briefs': copies: must be a whole number from 1 to 4, not 9"),
        ("copies = 2", "copies = 3", "garment: copies: they add up to 91 garments; a set has 90"),
        ("magic = 2", "magic = true", "garment 'Mist Cape': magic: must be a whole number from 0 to 4, not True"),
        ("magic = 2", "magick = 2", "garment 'Mist Cape': magick: unknown field; did you mean 'magic'?"),
        ("magic = 2", "magic = 2\ncoins = 3", "garment 'Mist Cape': coins: a cape prints none"),
        ("coins = 2\n", "", "garment 'Pointy Earmuffs': coins: missing; write coins = 0"),
        ('provenance = "authored"', 'provenance = "dream"', "garment 'Leaf Briefs': provenance: must be 'authored'"),
        ('type = "I"\ncycle = 3', 'type = "I"\ncycle = 4', "'Quick Rinse': cycle: a programme of type I has the cycle"),
        ('type = "I"\ncycle = 3', 'type = "II"\ncycle = 4', "programme: type: 4 are of type I; a set has 5"),
        ("temperature = 20", "temperature = 30", "'Quick Rinse' and 'Cold Dip' are both of type I and have 30 degrees"),
        ("temperature = 20", "temperature = 200", "'Cold Dip': temperature: must be a whole number from 0 to 95"),
        ("limits = { magic = 1 }", "limits = {}", "'Cold Dip': limits: must name some of dirt, magic, slime"),
        ("limits = { magic = 1 }", "limits = { mud = 1 }", "'Cold Dip': mud: unknown field"),
        ("clockwise = true", 'clockwise = "yes"', "'Quick Rinse': clockwise: must be true or false, not 'yes'"),
        ('name = "Blub"\nspecies = "mermaid"', 'name = "Blub"\nspecies = "elf"', "'Blub': species: 'elf' has a basket"),
        ("second = 5", "second = 11", "contest 1: second: must be a whole number from 0 to 10, not 11"),
        ('category = "cape"\nfirst', 'category = "sock"\nfirst', "contest 3: category: 'sock' is none of them"),
        ("[potion]\ncoins = 4", "[potion]\ncoins = -1", "potion: coins: must be a whole number from 0 to 30, not -1"),
        ("[potion]", "[poison]", "set.toml: poison: unknown; did you mean 'potion'?"),
        ('name = "gosu-env laundry"', "name = 3", "set.toml: name: must be a text, not 3"),
        ('name = "gosu-env laundry"', "name =", "set.toml: not TOML"),
        ("[[basket]]", "[[[basket]]", "set.toml: not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_row_field_and_reason(old: str, new: str, error: str) -> None:
    assert old in TEXT
    with pytest.raises(CardFileError) as found:
        parse_card_set(TEXT.replace(old, new, 1), "set.toml")
    assert error in str(found.value)
    assert str(found.value).startswith("set.toml: ")


def test_a_set_of_ones_own_is_played(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TEXT.replace("coins = 6", "coins = 7").replace("Fang-Torn Frock", "Bat Bib"), encoding="utf-8")
    game = Game("laundromat", 3, seed=1, cards=str(path))
    rules: Any = game.rules
    assert rules.cards[rules.cards.kind("Bat Bib")].coins == 7
    assert rules.digest != CARDS.digest
    rng = np.random.default_rng(0)
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))
    assert game.winners
    saved = game.to_bytes()
    assert Game.from_bytes(saved, cards=str(path)) == game


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match="no such card file"):
        load_cards(tmp_path / "none.toml")
    with pytest.raises(CardFileError, match="cannot be read"):
        load_cards(tmp_path)


def test_the_digest_tells_sets_apart() -> None:
    assert parse_card_set(TEXT, "a.toml").digest == CARDS.digest
    assert parse_card_set(TEXT.replace("first = 10", "first = 11", 1), "a.toml").digest != CARDS.digest


def test_the_command_lists_all_cards_or_one() -> None:
    run = CliRunner().invoke
    told = run(app, ["cards", "--game", "laundromat"], env={"COLUMNS": "100"})
    assert told.exit_code == 0
    for card in (*CARDS.garments, *CARDS.programmes):
        assert card.name in told.stdout
    one = run(app, ["cards", "quick rinse", "--game", "laundromat"], env={"COLUMNS": "100"}).stdout
    assert "Quick Rinse" in one
    assert "Leaf Briefs" not in one
    wrong = run(app, ["cards", "Quick Rinze", "--game", "laundromat"])
    assert "did you mean 'Quick Rinse'?" in wrong.stderr
    other = run(app, ["cards", "--game", "laundromat", "--clan", "fire"])
    assert other.exit_code == 2
    assert "--clan is not for the cards of laundromat; they have --file" in other.stderr
