"""The colours of species and of stains, drawn and in the terminal."""

from __future__ import annotations

from gosu_env.laundromat.state import SPECIES

SPECIES_HUES = dict(zip(SPECIES, ("#4a8f3c", "#2f7fb5", "#b8860b", "#a0522d", "#7b3f8c"), strict=True))
SPECIES_STYLES = dict(zip(SPECIES, ("green", "cyan", "yellow", "red", "magenta"), strict=True))
STAIN_HUES = ("#7a5230", "#6b3fa0", "#3c8a3f")  # dirt, magic, slime; their first letters stand beside the colours
