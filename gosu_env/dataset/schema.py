"""The columns of a dataset: arrays to a Parquet file, and back.

Arrays are dense, a row for every decision: int8 (N, columns) for observations, int8 (N, actions) for masks, float32
(N, actions) for policies. A seed of -1, a policy or a number of NaN: there is none.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import DataError, MissingExtraError, OptionError, install
from gosu_env.engine.spelling import nearest

if TYPE_CHECKING:
    import polars

FORMAT = "gosu-env dataset 1"
LEVEL = 1  # of the compression: higher ones are much slower to write and hardly smaller

# Columns: their types in the file, and what they say.
COLUMNS = {
    "game": ("Int64", "the number of the game, from 0"),
    "step": ("Int32", "the number of the decision in its game, from 0"),
    "seed": ("Int64", "what `Game(seed=…)` deals the game from; null if it was not dealt from a seed"),
    "seat": ("Int8", "who decides"),
    "agent": ("Int16", "who plays there: the place in `Dataset.agents`"),
    "observation": ("Binary", "what the seat may know: an int8 for every entry of the observation"),
    "mask": ("Binary", "which actions are legal: a bit for every id, the lowest bit of a byte first"),
    "action": ("Int16", "the id of the action taken"),
    "policy": ("List(Float32)", "the agent's probabilities of the legal actions, by id, in half precision; or null"),
    "value": ("Float32", "the return that the agent expects for its seat; or null"),
    "return": ("Float32", "what the seat got for the game; null if the game was not finished"),
}
DENSE = {  # what a column is in memory
    "game": np.int64,
    "step": np.int32,
    "seed": np.int64,
    "seat": np.int8,
    "agent": np.int16,
    "observation": np.int8,
    "mask": np.int8,
    "action": np.int64,
    "policy": np.float32,
    "value": np.float32,
    "return": np.float32,
}

Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Sizes:
    """How long the rows of wide columns are."""

    observation: int
    actions: int


def polars_module() -> Any:
    try:
        import polars  # noqa: PLC0415  (an extra)
    except ImportError:
        raise MissingExtraError(f"datasets need polars: {install('arena')}") from None
    return polars


def check_columns(names: Iterable[str]) -> tuple[str, ...]:
    """Refuse names of columns that do not exist."""
    wanted = tuple(names)
    for name in wanted:
        if name not in COLUMNS:
            raise OptionError(f"unknown column {name!r}; {nearest(name, list(COLUMNS))}")
    if not wanted or len(set(wanted)) < len(wanted):
        raise OptionError(f"columns must be different names, one or more, not {', '.join(wanted) or 'none'}")
    return wanted


# ------------------------------------------------------------------------------------------------ to a file


def encode(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """The Parquet file of some decisions. The same decisions are the same bytes."""
    file = io.BytesIO()
    to_frame(columns).write_parquet(file, compression="zstd", compression_level=LEVEL, statistics=False)
    return file.getvalue()


def to_frame(columns: Mapping[str, NDArray[Any]]) -> polars.DataFrame:
    pl = polars_module()
    plain = {
        name: pl.Series(name, columns[name].astype(DENSE[name]), dtype=getattr(pl, kind))
        for name, (kind, _) in COLUMNS.items()
        if name in ("game", "step", "seed", "seat", "agent", "action", "value", "return")
    }
    legal = columns["mask"] != 0
    bits = np.packbits(legal, axis=1, bitorder="little")
    frame = pl.DataFrame(
        plain
        | {
            "observation": pl.Series([row.tobytes() for row in columns["observation"]], dtype=pl.Binary),
            "mask": pl.Series([row.tobytes() for row in bits], dtype=pl.Binary),
            "policy": policy_lists(columns["policy"], legal),
        }
    )
    return frame.select(*COLUMNS).with_columns(
        pl.when(pl.col("seed") >= 0).then("seed"),
        *(pl.when(pl.col(name).is_not_nan()).then(name) for name in ("value", "return")),
    )


def policy_lists(policy: NDArray[np.float32], legal: NDArray[np.bool_]) -> polars.Series:
    """A list for every row: the probabilities of its legal actions."""
    pl = polars_module()
    row = np.repeat(np.arange(len(legal)), legal.sum(axis=1))
    chance = policy[legal].astype(np.float16).astype(np.float32)
    lists = pl.DataFrame({"row": row, "policy": chance}).group_by("row", maintain_order=True).agg("policy")
    told = pl.Series(~np.isnan(policy).any(axis=1))
    return lists.select(pl.when(told).then("policy")).to_series()


# ------------------------------------------------------------------------------------------------ from a file


def decode(content: bytes, names: Iterable[str], sizes: Sizes) -> Columns:
    """Some columns of a file, packed: masks as bits, policies in half precision; ``unpack`` makes them dense."""
    pl = polars_module()
    names = tuple(names)
    needed = dict.fromkeys((*names, *(("mask",) if "policy" in names else ())))
    try:
        schema = pl.read_parquet_schema(io.BytesIO(content))
        for name, (kind, _) in COLUMNS.items():
            if str(schema.get(name, "missing")) != kind:
                raise DataError(f"the column {name!r} is {schema.get(name, 'missing')}, not {kind}")
        frame = pl.read_parquet(io.BytesIO(content), columns=list(needed))
        packed = {name: _decode_column(frame, name, sizes) for name in needed if name != "policy"}
    except pl.exceptions.PolarsError as error:
        raise DataError(str(error).partition("\n")[0]) from None
    if "policy" in names:
        packed["policy"] = _decode_policy(frame["policy"], packed["mask"], sizes)
    return {name: packed[name] for name in names}


def _decode_column(frame: polars.DataFrame, name: str, sizes: Sizes) -> NDArray[Any]:
    pl = polars_module()
    column = frame[name]
    if name in ("observation", "mask"):
        kind, size = (pl.Int8, sizes.observation) if name == "observation" else (pl.UInt8, mask_bytes(sizes.actions))
        column = column.bin.reinterpret(dtype=pl.Array(kind, size))  # of another length, it becomes null
    elif name == "seed":
        column = column.fill_null(-1)
    elif name in ("value", "return"):
        column = column.fill_null(float("nan"))
    if column.null_count():
        raise DataError(f"the column {name!r} has gaps, or entries of another length")
    found: NDArray[Any] = column.to_numpy()
    return found


def _decode_policy(column: polars.Series, bits: NDArray[np.uint8], sizes: Sizes) -> NDArray[np.float16]:
    told = column.is_not_null().to_numpy()
    legal = unpack_mask(bits, sizes.actions) != 0
    dense = np.zeros(legal.shape, np.float16)
    dense[~told] = np.nan
    chances = column.drop_nulls().explode().to_numpy()
    places = legal & told[:, None]
    if len(chances) != np.count_nonzero(places):
        raise DataError("the column 'policy' does not have a probability for every legal action")
    dense[places] = chances
    return dense


def mask_bytes(actions: int) -> int:
    return -(-actions // 8)


def unpack_mask(bits: NDArray[np.uint8], actions: int) -> NDArray[np.int8]:
    return np.unpackbits(bits, axis=1, count=actions, bitorder="little").view(np.int8)


def unpack(name: str, packed: NDArray[Any], sizes: Sizes) -> NDArray[Any]:
    """A column of ``decode`` as it is in memory; it belongs to the caller."""
    if name == "mask":
        return unpack_mask(packed, sizes.actions)
    return packed.astype(DENSE[name])
