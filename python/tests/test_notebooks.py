"""Notebooks show what they are stored with."""

from pathlib import Path

import notebooks
import pytest

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
NOTEBOOKS = sorted(GUIDES.glob("*.ipynb"))


def test_there_is_a_tutorial() -> None:
    assert GUIDES / "tutorial.ipynb" in NOTEBOOKS


# Its own event loop and its kernel's sockets are the kernel client's.
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_cells_show_what_is_stored(path: Path) -> None:
    stored = notebooks.read(path)
    assert all(cell.source.strip() for cell in stored.cells)
    executed = notebooks.execute(path)
    assert notebooks.shown(executed) == notebooks.shown(stored), (
        f"to store what it shows now: python python/tests/notebooks.py {path}"
    )
