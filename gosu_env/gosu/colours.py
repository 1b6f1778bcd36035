"""The colours of clans and of Dragoon tokens, drawn and in the terminal; signs of texts."""

from __future__ import annotations

from gosu_env.armies.colours import Hue

CLAN_HUES = (  # G-1.2
    Hue("#fdf8e7", "#b7a67c", "#463b22", "#ece1c2", "#ece1c2"),
    Hue("#2f7d40", "#1d5629", "#ffffff", "#439455", "#226432"),
    Hue("#2b2831", "#0d0c10", "#f3eff8", "#46414f", "#19171d"),
    Hue("#2a68ad", "#1a4679", "#ffffff", "#437fc2", "#1f528b"),
    Hue("#bd3626", "#85200f", "#ffffff", "#d2543f", "#96271a"),
    Hue("#e0a32e", "#96670f", "#3a2705", "#f0bd5c", "#c78a1b"),  # Kamakor from here on
    Hue("#6b2f8f", "#441a60", "#ffffff", "#8547ab", "#541f74"),
    Hue("#8a5a36", "#5a381f", "#ffffff", "#a5744d", "#6e4527"),
    Hue("#4fb3a6", "#1f7268", "#05221f", "#74c9be", "#3f9f93"),
    Hue("#d777a0", "#9c446c", "#3d0f25", "#e798b8", "#cf7099"),
)
DRAGOON, DRAGOON_EDGE, DRAGOON_LIGHT = "#7d3cbf", "#4a1f78", "#d9c2f0"

CLAN_STYLES = (
    *("white", "green", "bright_black", "bright_blue", "red"),  # G-1.2
    *("dark_orange", "medium_purple", "light_salmon3", "dark_cyan", "hot_pink"),  # Kamakor
)
DRAGOON_SIGN = "◈"
ADVANTAGE_SIGN = "◆"
