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

SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold dark_orange", "bold green")  # in the terminal
HARD_SPACE = "\u00a0"
