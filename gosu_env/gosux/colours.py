"""The colours of clans, drawn and in the terminal; signs of texts."""

from __future__ import annotations

from gosu_env.armies.colours import Hue

CLAN_HUES = (
    Hue("#4a3f78", "#2c2450", "#ffffff", "#6a5d9f", "#3a305f"),  # Abhilasha
    Hue("#e3b23c", "#946f12", "#33260a", "#f2d27c", "#cf9d28"),  # Galmi
    Hue("#b3321f", "#7a1b0d", "#ffffff", "#cd5a46", "#912616"),  # Goan Sul
    Hue("#f1efe6", "#a39c86", "#3a352a", "#d3cdb8", "#ddd8c6"),  # Justice
    Hue("#85552c", "#553315", "#ffffff", "#a3744a", "#6c4320"),  # Narashima
    Hue("#ee8660", "#a8482a", "#3b1206", "#f8b297", "#dc7550"),  # Phoenix
    Hue("#83c8c4", "#3b7f7b", "#0c2d2c", "#ace0dc", "#69b3af"),  # Tomorrow
    Hue("#2c7a4b", "#17502e", "#ffffff", "#459264", "#22623b"),  # Xi'an
)
CLAN_STYLES = (
    *("medium_purple", "yellow", "red", "white"),
    *("light_salmon3", "dark_orange", "bright_cyan", "green"),
)
SUPREMACY_SIGN, NO_SUPREMACY_SIGN = "♛", "♕"
WONDER_SIGN = "◆"
BOUNTY_SIGN = "¤"
SPENT_SIGN, LOCKED_SIGN = "○", "✕"
ETHEREAL, ETHEREAL_LIGHT = "#5a8fd6", "#cfe1fa"
BOUNTY, BOUNTY_EDGE, BOUNTY_LIGHT = "#c2255c", "#7d1238", "#ffdeeb"
WONDER, WONDER_EDGE, WONDER_LIGHT = "#2b6cb0", "#163f6b", "#bcdcf7"
