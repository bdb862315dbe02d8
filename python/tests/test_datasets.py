"""Data sets: what the files hold is what the solver says, and is there for NumPy and for tables."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import connect_toe as ct
from connect_toe.datasets import write_parquet

# It has no types.
pq: Any = import_module("pyarrow.parquet")


def columns(folder: Path) -> dict[str, npt.NDArray[Any]]:
    with np.load(folder / "positions.npz") as arrays:
        return dict(arrays)


def test_labels_are_those_of_the_solver(tmp_path: Path) -> None:
    made = ct.make_dataset("5x4:4:-2", tmp_path, plies=(6, 9), positions=200, threads=2)
    data = columns(tmp_path)
    assert made.positions == made.exact == len(data["key"]) == 200
    assert [row["positions"] for row in made.rows()] == [50] * 4
    assert data["boards"].dtype == np.int8 and data["boards"].shape == (200, 5, 4)
    game = ct.Game("5x4:4:-2")
    solved = game.solve_batch(data["boards"])
    assert (solved.results == data["value"]).all() and (solved.distances == data["distance"]).all()
    for row in range(0, 200, 10):
        state = game.state(board=data["boards"][row])
        assert [game.cell_names[place] for place in np.flatnonzero(data["best"][row])] == state.solve().best
    assert set(data["split"]) == {0, 1, 2}
    assert made.train == (data["split"] == 0).sum()


def test_the_same_call_gives_the_same_bytes(tmp_path: Path) -> None:
    for name, threads in (("one", 1), ("two", 2)):
        ct.make_dataset("4x4:3:-2", tmp_path / name, plies="3..7", positions=100, seed=7, threads=threads)
    for file in ("positions.npz", "DATASET.md"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_positions_of_functions_are_taken(tmp_path: Path) -> None:
    first = ct.Player("first", choose=lambda state: state.legal_moves()[0])
    made = ct.make_dataset(
        "4x4:3:-2", tmp_path, distribution="players", players=[first, "random"], random_plies=2, positions=30
    )
    assert 1 < made.positions <= 30
    card = (tmp_path / "DATASET.md").read_text()
    assert "whose own code plays in `first`." in card and "if that code always gives the same answers" in card


def test_no_part_has_a_twin_of_a_position_of_another(tmp_path: Path) -> None:
    game = ct.Game("3x2x2:3:free:misere")
    ct.make_dataset(game, tmp_path, plies=(4, 5), positions=100, solver_nodes=1)
    boards = columns(tmp_path)["boards"].reshape(-1, 12)
    images = boards[:, game.symmetries()]
    classes = {min(map(bytes, images_of_one)) for images_of_one in images.view(np.uint8)}
    assert game.symmetries().shape == (31104, 12) and len(classes) == len(boards)


def test_a_search_that_expects_no_score_is_refused(tmp_path: Path) -> None:
    def corner(
        boards: npt.NDArray[np.int8], _: npt.NDArray[np.int8], side: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int64]:
        return boards[:, 0, 0].astype(np.int64) * side

    mine = ct.Player("mine", evaluate=corner, search="minimax:depth=1")
    for search in ("random", "proof-number:nodes=100", mine):
        with pytest.raises(ct.RequestError, match="says nothing of the score to expect"):
            ct.make_dataset("4x4:4", tmp_path, search=search, positions=10)
    with pytest.raises(ct.RequestError, match="nodes of the solver must lie between 1 and"):
        ct.make_dataset("4x4:4", tmp_path, solver_nodes=0)


def test_what_is_wrong_is_said_in_python_s_words(tmp_path: Path) -> None:
    with pytest.raises(ct.RequestError, match="do not take `openings`") as wrong:
        ct.make_dataset("tic-tac-toe", tmp_path, openings="file")
    with pytest.raises(ct.RequestError, match="at least one player") as wrong:
        ct.make_dataset("tic-tac-toe", tmp_path, distribution="players")
    assert wrong.value.hint == "name them with players="
    ct.make_dataset("tic-tac-toe", tmp_path, distribution="all")
    with pytest.raises(FileExistsError, match="exists already"):
        ct.make_dataset("tic-tac-toe", tmp_path, distribution="all")


def test_a_table_has_the_arrays(tmp_path: Path) -> None:
    ct.make_dataset("4x4:3:-2", tmp_path, plies=(3, 7), positions=100)
    path = write_parquet(tmp_path)
    assert path == tmp_path / "positions.parquet"
    assert path.read_bytes() == write_parquet(tmp_path, tmp_path / "again.parquet").read_bytes()
    table, data = pq.read_table(path), columns(tmp_path)
    assert table.column_names == list(data)
    for name, array in data.items():
        column = table[name].combine_chunks()
        values = column.flatten() if array.ndim > 1 else column
        np.testing.assert_array_equal(values.to_numpy(), array.ravel())
    metadata = table.schema.metadata
    assert json.loads(metadata[b"shape"]) == [4, 4]
    assert metadata[b"card"].decode() == (tmp_path / "DATASET.md").read_text()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "DATASET.md",
        "again.parquet",
        "positions.npz",
        "positions.parquet",
    ]
