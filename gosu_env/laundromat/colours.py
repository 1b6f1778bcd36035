"""The colours of species and of stains, drawn and in the terminal; signs of stains."""

from __future__ import annotations

from gosu_env.laundromat.state import SPECIES

SPECIES_HUES = dict(zip(SPECIES, ("#4a8f3c", "#2f7fb5", "#b8860b", "#a0522d", "#7b3f8c"), strict=True))
SPECIES_STYLES = dict(zip(SPECIES, ("green", "cyan", "yellow", "red", "magenta"), strict=True))
STAIN_HUES = ("#7a5230", "#6b3fa0", "#3c8a3f")  # dirt, magic, slime; their first letters stand beside the colours
PROGRAMME, PROGRAMME_EDGE = "#eef3f5", "#6c8a93"
DARK_SHAPES = {PROGRAMME: "#22303a"}  # on a dark table
DARK_LINES = dict(zip(STAIN_HUES, ("#c08a5a", "#ad86e0", "#6fc473"), strict=True))
STAIN_STYLES = ("dark_orange3", "medium_purple1", "green3")
STAIN_SIGNS = ("▲", "✦", "●")  # of a stain that is there
FREE_SIGNS = ("△", "✧", "○")  # of one that a programme still stands
