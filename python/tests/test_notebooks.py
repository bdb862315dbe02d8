"""Notebooks show what they are stored with."""

import json
import sys
from pathlib import Path

import notebooks
import pytest

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
NOTEBOOKS = sorted(GUIDES.glob("*.ipynb"))


def test_there_is_a_tutorial() -> None:
    assert GUIDES / "tutorial.ipynb" in NOTEBOOKS


@pytest.mark.filterwarnings("default")
def test_what_has_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "small.ipynb"
    cell: dict[str, object] = {
        "cell_type": "code",
        "id": "small",
        "source": "import sys\nprint(1)\nsys.stdout.flush()\nprint(2)\n3",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
    }
    metadata = {"kernelspec": {"name": "python3"}, "language_info": {"name": "python"}}
    path.write_text(json.dumps({"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}))
    monkeypatch.setattr(sys, "argv", ["notebooks.py", str(path)])
    notebooks.main()
    stored = notebooks.read(path)
    assert notebooks.shown(stored) == [
        ("stream", "1\n2\n", {}),
        ("execute_result", None, {"text/plain": "3"}),
    ]
    stored.cells[0].source = "print(1)\n3"
    assert notebooks.shown(notebooks.executed(stored, tmp_path)) != notebooks.shown(stored)


# Its own event loop and its kernel's sockets are the kernel client's.
@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_cells_show_what_is_stored(path: Path) -> None:
    stored = notebooks.read(path)
    assert all(cell.source.strip() for cell in stored.cells)
    now = notebooks.executed(stored, path.parent)
    assert notebooks.shown(now) == notebooks.shown(stored), (
        f"to store what it shows now: python python/tests/notebooks.py {path}"
    )
