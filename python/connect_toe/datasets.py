"""Data sets of `connect_toe.make_dataset` as tables: Parquet, which pandas, Polars, DuckDB and others read.

Needs the extra `parquet`.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

try:
    # It has no types.
    pa: Any = import_module("pyarrow")
    pq: Any = import_module("pyarrow.parquet")
except ModuleNotFoundError:
    raise ImportError("connect_toe.datasets needs pyarrow: pip install pyarrow") from None

if TYPE_CHECKING:
    from connect_toe._asking import File

__all__ = ["write_parquet"]


def write_parquet(folder: File, out: File | None = None) -> Path:
    """Write the arrays of a data set as a table, by default ``positions.parquet`` in its folder.

    Columns have the names and values of the arrays; those of cells (``boards``, ``best``) are lists of one
    length, in the order of the cells. The metadata of the schema are ``shape``, the sizes of the board as
    JSON, and ``card``, the text of ``DATASET.md``. The answer is the path of the file.

    >>> import tempfile
    >>> import connect_toe as ct
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = ct.make_dataset("tic-tac-toe", folder, distribution="all")
    ...     table = pq.read_table(write_parquet(folder))
    >>> table.num_rows, table["boards"][0].as_py()
    (627, [0, 0, 0, 0, 0, 0, 0, 0, 0])

    Raises:
        OSError: A file cannot be read or written.
    """
    folder = Path(folder)
    path = folder / "positions.parquet" if out is None else Path(out)
    card = (folder / "DATASET.md").read_text(encoding="utf-8")
    with np.load(folder / "positions.npz") as arrays:
        shape = arrays["boards"].shape[1:]
        table = pa.table({name: _column(arrays[name]) for name in arrays.files})
    table = table.replace_schema_metadata({"shape": json.dumps(shape), "card": card})
    # A file with this name is whole.
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        pq.write_table(table, unfinished, compression="zstd")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def _column(array: npt.NDArray[Any]) -> Any:  # noqa: ANN401
    if array.ndim == 1:
        return pa.array(array)
    cells = array.reshape(len(array), -1)
    return pa.FixedSizeListArray.from_arrays(pa.array(cells.ravel()), cells.shape[1])
