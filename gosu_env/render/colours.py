"""The colours that all drawn tables share: ground, seats, gold, grey, the backs of cards; and those of texts."""

from __future__ import annotations

SEAT_HUES = ("#0b7285", "#9c2c77", "#8a6100", "#5b4bb0", "#4a7c0f")
PAGE, PANEL, PANEL_EDGE = "#efe9dc", "#faf7f0", "#d8cfbb"
SLOT, SLOT_EDGE, SLOT_INK = "#f5f0e4", "#e0d7c4", "#bfb398"
INK, SOFT_INK = "#2c2720", "#756a57"
GOLD, GOLD_EDGE, GOLD_LIGHT = "#f0b429", "#99690a", "#fbdc8b"
GREY, GREY_EDGE, GREY_BAR, GREY_INK = "#cbc5b9", "#958c7c", "#a79f90", "#544d42"
BACK, BACK_EDGE, BACK_ART = "#6d5a48", "#4a3c2f", "#8d7760"
WHITE = "#ffffff"

# What they become on a dark table: shapes and lines, and words. Cards keep theirs, and so do words on colours.
DARK_SEATS = dict(zip(SEAT_HUES, ("#45b8cc", "#e386c1", "#d9a53c", "#ab9ff2", "#93c572"), strict=True))
DARK_WORDS = DARK_SEATS | {INK: "#ece5d8", SOFT_INK: "#a89d8a", SLOT_INK: "#857b69", GREY_INK: "#c4bdae"}
DARK_SHAPES = {
    **{PAGE: "#1b1916", PANEL: "#26231e", PANEL_EDGE: "#453f35"},
    **{SLOT: "#2e2a24", SLOT_EDGE: "#3f3a31", SLOT_INK: "#857b69"},
    **{INK: "#ece5d8", SOFT_INK: "#a89d8a", WHITE: "#322e28"},
    **{GOLD: "#b07c10", GOLD_EDGE: "#e8b64a", GOLD_LIGHT: "#574414"},
    **{GREY: "#4a463f", GREY_EDGE: "#726b5f", GREY_BAR: "#5d574d", GREY_INK: "#c4bdae"},
}
DARK_LINES = DARK_SEATS | DARK_SHAPES

SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold dark_orange", "bold green")  # in the terminal
HARD_SPACE = "\u00a0"
