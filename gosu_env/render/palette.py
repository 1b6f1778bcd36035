"""Colours and signs that every picture of the table shares."""

from __future__ import annotations

CLAN_STYLES = (
    *("white", "green", "bright_black", "bright_blue", "red"),  # G-1.2
    *("dark_orange", "medium_purple", "light_salmon3", "dark_cyan", "hot_pink"),  # Kamakor
)
SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold dark_orange")
TOKEN = "●"
DRAGOON = "◈"
ADVANTAGE = "◆"
HARD_SPACE = "\u00a0"
