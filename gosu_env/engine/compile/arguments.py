"""What the parameters of entries are declared as: numbers, arrays, records of a game, named tuples of these.

Python passes numpy arrays; the last axis of each has no gaps. The declarations say what an entry is compiled for before
anybody calls it. Records depend on the game: ``World`` has those of one.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_type_hints

import numpy as np

Int8s: TypeAlias = Annotated[Any, "i1", 1]  # an axis
Int8Rows: TypeAlias = Annotated[Any, "i1", 2]
Int8Blocks: TypeAlias = Annotated[Any, "i1", 3]
Int8Cubes: TypeAlias = Annotated[Any, "i1", 4]
UInt8Rows: TypeAlias = Annotated[Any, "u1", 2]
Bools: TypeAlias = Annotated[Any, "b1", 1]
Int16s: TypeAlias = Annotated[Any, "i2", 1]
Int16Rows: TypeAlias = Annotated[Any, "i2", 2]
Int32s: TypeAlias = Annotated[Any, "i4", 1]
Int32Rows: TypeAlias = Annotated[Any, "i4", 2]
Int64s: TypeAlias = Annotated[Any, "i8", 1]
Int64Rows: TypeAlias = Annotated[Any, "i8", 2]
UInt32s: TypeAlias = Annotated[Any, "u4", 1]
UInt32Rows: TypeAlias = Annotated[Any, "u4", 2]
Floats: TypeAlias = Annotated[Any, "f4", 1]
FloatRows: TypeAlias = Annotated[Any, "f4", 2]
FloatBlocks: TypeAlias = Annotated[Any, "f4", 3]
Doubles: TypeAlias = Annotated[Any, "f8", 1]
DoubleRows: TypeAlias = Annotated[Any, "f8", 2]
States: TypeAlias = Annotated[Any, "states", 1]  # the games
ToldStates: TypeAlias = Annotated[Any, "told", 1]  # games with room for events
AnyStates: TypeAlias = Annotated[Any, "any", 1]  # either: the entry is compiled for both
CardTables: TypeAlias = Annotated[Any, "tables", 1]  # of the card sets
Desks: TypeAlias = Annotated[Any, "desks", 1]  # of the game's evaluation
TokenTables: TypeAlias = Annotated[Any, "book", 1]
Float: TypeAlias = Annotated[float, "f4"]  # a number of 32 bits

RECORDS = ("states", "told", "tables", "desks")
Records = dict[str, np.dtype[Any]]  # of a game, by these names; those that it has not are left out


def examples(function: Any, records: Records) -> list[tuple[Any, ...]]:
    """Arguments of the types that an entry declares: one list, or one for each sort of record that it may be given."""
    code = function.__code__
    hints = get_type_hints(function, include_extras=True)
    wanted = [hints.get(name, Any) for name in code.co_varnames[: code.co_argcount]]
    sorts = ["states", "told"] if any(_named(hint) == "any" for hint in wanted) else ["states"]
    found = []
    for sort in sorts:
        made = [_example(hint, records | ({"any": records[sort]} if sort in records else {})) for hint in wanted]
        if not any(value is None for value in made):
            found.append(tuple(made))
    return found


def _named(hint: Any) -> Any:
    """What an annotation says of a value: a code of numpy's, a record type, or the name of a record; None: nothing."""
    return hint.__metadata__[0] if hasattr(hint, "__metadata__") else None


def _example(hint: Any, records: Records) -> Any:
    """An argument as a parameter declares it; None where a game has no such record, or nothing is declared."""
    if isinstance(hint, type) and issubclass(hint, tuple):
        parts = [_example(part, records) for part in get_type_hints(hint, include_extras=True).values()]
        return None if any(part is None for part in parts) else hint(*parts)
    if hint in (int, bool, float):
        return hint()
    name = _named(hint)
    if name is None:
        return None
    axes = hint.__metadata__[1:]
    if not axes:
        return np.float32(0)
    if isinstance(name, str) and (name == "any" or name in RECORDS):
        return np.zeros((0,) * axes[0], records[name]) if name in records else None
    return np.zeros((0,) * axes[0], name)
