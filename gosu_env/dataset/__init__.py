"""Decisions of many games on disk, for learning from data: Parquet files, read as numpy batches."""

from gosu_env.dataset.reader import Dataset, as_tensors
from gosu_env.dataset.schema import COLUMNS

__all__ = ["COLUMNS", "Dataset", "as_tensors"]
