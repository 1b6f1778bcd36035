"""How rules run: as C++ translated from the Python they are written in, or interpreted (``GOSU_INTERPRETED=1``)."""

from gosu_env.engine.compile.marks import (
    DECORATORS,
    INTERPRETED,
    Wide,
    brief_entry,
    compiled_for,
    entry,
    quick_entry,
    rule,
    shared_rule,
)

__all__ = [
    "DECORATORS",
    "INTERPRETED",
    "Wide",
    "brief_entry",
    "compiled_for",
    "entry",
    "quick_entry",
    "rule",
    "shared_rule",
]
