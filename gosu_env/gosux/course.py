"""The stations of a first game of GOSU X in the browser."""

from __future__ import annotations

from gosu_env.play.course import Station

STATIONS = (
    Station(
        "Place a card",
        "Your army is the lower one, and your hand is at the bottom. A turn is one action. Cards that you can use "
        "are lit: pick one and see what can be done with it. Begin with a Troop, a card of level I. Your first "
        "one is free.",
        {"players": [{"hand": ["Arpia", "Muraena"]}, {"army": [["Obeezs"]]}], "turn": 0},
        "placed",
        "It stands in the first row. Heroes go to the second row and Immortals to the third, each with cards of "
        "its clan below it.",
    ),
    Station(
        "Pay for a new clan",
        "A Troop of a clan that your first row shows costs nothing; of another clan it costs 2 cards of your "
        "hand. Place Déesses de lave and choose what you can do without.",
        {
            "players": [
                {"hand": ["Déesses de lave", "Timer", "Muraena"], "army": [["Arpia"]]},
                {"army": [["Obeezs"]]},
            ],
            "turn": 0,
        },
        "paid",
        "What an action costs stands beside it before you choose.",
    ),
    Station(
        "Shift",
        "A card can be replaced by another of its level from your hand. Discard as many cards as the number in "
        "its ring says, less one for each token on it. Shift Arpia: pick it in your army, then the card that "
        "takes its place.",
        {
            "players": [
                {"hand": ["Timer", "Muraena", "Volantis", "Sqeezs"], "army": [["Arpia"]]},
                {"army": [["Obeezs"]]},
            ],
            "turn": 0,
        },
        "brought in",
        "The newcomer arrives and does what it says.",
    ),
    Station(
        "Capture",
        "Déesses de lave capture a Troop when they arrive: it lies face down, worth nothing, until it is freed. "
        "Place them and capture a Troop of your opponent.",
        {
            "players": [
                {"hand": ["Déesses de lave"], "army": [["Esprits de Smook"]]},
                {"army": [["Obeezs", "Aat"]]},
            ],
            "turn": 0,
        },
        "captured",
        "It is face down, and its clan and its value are gone for now.",
    ),
    Station(
        "The Great Battle",
        "When both have passed, the armies fight. Your opponent has passed, and your army is stronger, as the "
        "shields say. Pass, and win the battle.",
        {
            "players": [
                {"hand": ["Sqeezs", "Volantis"], "army": [["Arpia", "Timer", "Muraena"]], "tokens": 0},
                {"army": [["Obeezs"]], "tokens": 0, "passed": True},
            ],
            "turn": 0,
            "turns_left": 2,
        },
        "supremacy",
        "That is a Supremacy token; two win the game. After a battle the Song of the Dead follows: cards are "
        "freed, both players sacrifice half of their armies and draw up to 7 cards.",
    ),
)
