"""The stations of a first game of GOSU in the browser."""

from __future__ import annotations

from gosu_env.play.course import Station

STATIONS = (
    Station(
        "Place a goblin",
        "This is your army, and below it your hand. A turn is one action. Cards that you can use are lit: pick "
        "one and see what can be done with it. Begin with a Bakuto, a goblin of level 1. Your first goblin costs "
        "nothing.",
        {"players": [{"hand": ["Bolt", "Garsh", "Turbine"]}, {"army": [["Grint"]]}], "turn": 0, "rest": "deck"},
        "placed",
        "Bolt stands in row 1. Heroes go to row 2 and Ōzekis to row 3, each above goblins of its clan, that is, "
        "of its colour. A row is never longer than the one below it.",
    ),
    Station(
        "Pay for a new clan",
        "A Bakuto of a clan that stands in your first row costs nothing. Of another clan it costs 2 cards of your "
        "hand. Place Bolt, the Meka, and choose what you can do without.",
        {
            "players": [{"hand": ["Bolt", "Kao", "Loya", "Bloom"], "army": [["Ember"]]}, {"army": [["Grint"]]}],
            "turn": 0,
            "rest": "deck",
        },
        "paid",
        "What an action costs stands beside it before you choose. Heroes and Ōzekis cost nothing.",
    ),
    Station(
        "Mutate",
        "A goblin can be replaced by another of its level from your hand, of any clan. Discard as many cards as "
        "the number in its ring says. Mutate Piston: pick it in your army, then the goblin that takes its place.",
        {
            "players": [{"hand": ["Murk", "Kao", "Loya"], "army": [["Piston", "Bolt"]]}, {"army": [["Grint", "Boko"]]}],
            "turn": 0,
            "rest": "deck",
        },
        "brought in",
        "The newcomer enters play and does what it says. That is how a new clan comes to your army, or how an "
        "ability is used once more.",
    ),
    Station(
        "Imprison",
        "Murk imprisons a Bakuto when it enters play: it lies face down until the next round, worth nothing. "
        "Place Murk and choose a goblin of your opponent.",
        {
            "players": [{"hand": ["Murk"], "army": [["Shade", "Ember"]]}, {"army": [["Grint", "Boko", "Bolt"]]}],
            "turn": 0,
            "rest": "deck",
        },
        "imprisoned",
        "It is face down, and its clan and its value are gone for now. Cards can also be destroyed, but only FREE "
        "ones: with nothing above them and nothing to their right.",
    ),
    Station(
        "The Great Battle",
        "When everybody has passed, the armies fight: Bakutos are worth 2, Heroes 3, Ōzekis 5. Your opponent has "
        "passed. Your army is stronger, as the shields say. Pass, and win the battle.",
        {
            "players": [
                {"hand": ["Kao"], "army": [["Ember", "Torch"], ["Garsh"]], "tokens": 1},
                {"army": [["Grint", "Boko"]], "tokens": 0, "passed": True},
            ],
            "turn": 0,
            "rest": "deck",
        },
        "victory points",
        "That is a victory point; three win the game. Armies and hands stay for the next round, and tokens come "
        "back. Nobody draws: one activation token draws a card, two draw three.",
    ),
)
