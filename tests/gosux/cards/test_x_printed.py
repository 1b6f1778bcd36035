"""What the cards of Abhilasha, Galmi, Goan Sul and Justice print: level, shift cost, activation symbols, keywords."""

from __future__ import annotations

import pytest

from gosu_env.gosux.cards import load_cards

WORDS = {
    "B": "bounty",
    "V": "veteran",
    "E": "ethereal",
    "Ec": "echo",
    "SS": "secret_shift",
    "W": "wonder",
    "R": "recruiter",
    "FoW": "force_of_will",
}
ABHILASHA = [
    ("Le Cercle Rouge", 1, 1, 0, "SS FoW"),
    ("Les apôtres de la nuit", 1, 2, 1, "SS"),
    ("Les gardiens de la nuit", 1, 2, 0, "SS R"),
    ("Les sombres cultistes", 1, 2, 0, "SS B"),
    ("Alpha (mort)", 2, 0, 0, "SS"),
    ("Ashes", 2, 0, 0, "SS"),
    ("Cylak", 2, 0, 0, "SS"),
    ("Ecnalab", 2, 0, 0, "SS"),
    ("Solok", 2, 2, 0, "SS"),
    ("Abhilasha", 3, None, 0, ""),
    ("Byun Hyung Ja (Abhilasha)", 3, None, 0, "B"),
]
GALMI = [
    ("Boul Go", 1, 1, 0, "W R"),
    ("Bun To", 1, 2, 1, "W"),
    ("Kno'Bo", 1, 2, 1, "W"),
    ("Un'Go", 1, 2, 1, "W"),
    ("Galmi (Avatar)", 2, None, 0, "W E"),
    ("Kan Te", 2, 3, 1, "W"),
    ("Ree Ab", 2, 2, 1, "W"),
    ("Shard", 2, 2, 1, "W"),
    ("She Rift", 2, 2, 1, "W"),
    ("Galmi", 3, None, 0, "W"),
    ("Byun Hyung Ja (Galmi)", 3, None, 0, "W B"),
]
GOAN_SUL = [
    ("Déesses de lave", 1, 1, 0, "V"),
    ("Esprits de Smook", 1, 2, 1, "V"),
    ("Les gardiens démons", 1, 2, 1, "V"),
    ("Unités de bombardement", 1, 2, 1, "V"),
    ("Alpha", 2, 2, 0, "V"),
    ("Hempo", 2, 3, 1, "V"),
    ("Hemro, bounty hunter", 2, None, 0, "V"),
    ("Orgah", 2, 1, 1, "V B"),
    ("Smook", 2, 3, 1, "V"),
    ("Goan Sul", 3, None, 0, "V"),
    ("Byun Hyung Ja (Goan Sul)", 3, None, 0, "V B"),
]
JUSTICE = [
    ("Atalante à grand bouclier", 1, 1, 0, "R FoW"),
    ("Les flèches de Justice", 1, 1, 0, ""),
    ("Les fées pétale", 1, 3, 0, ""),
    ("Volantis", 1, 2, 0, ""),
    ("Elle", 2, 2, 0, ""),
    ("Nezha", 2, None, 0, ""),
    ("Quae", 2, 2, 0, ""),
    ("Sati", 2, 3, 0, ""),
    ("Tourach", 2, 3, 0, ""),
    ("Justice", 3, None, 0, ""),
    ("Byun Hyung Ja (Justice)", 3, None, 0, "B"),
]


@pytest.mark.parametrize(
    ("clan", "printed"),
    [("Abhilasha", ABHILASHA), ("Galmi", GALMI), ("Goan Sul", GOAN_SUL), ("Justice", JUSTICE)],
)
def test_the_cards_print_what_the_facts_say(clan: str, printed: list[tuple[str, int, int | None, int, str]]) -> None:
    cards = [card for card in load_cards().cards if card.clan_name == clan]
    found = {card.name: (card.level, card.shift, card.symbols, card.keywords) for card in cards}
    assert found == {
        name: (level, cost, symbols, {WORDS[word] for word in keywords.split()})
        for name, level, cost, symbols, keywords in printed
    }
