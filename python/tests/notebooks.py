"""Notebooks, as they are stored and as they are executed.

`python python/tests/notebooks.py FILE ...` executes notebooks and stores what they show.
"""

import copy
import sys
from pathlib import Path
from typing import Any

import matplotlib.font_manager  # noqa: F401  Makes its cache of fonts, which a cell would report.
import nbformat
from nbclient import NotebookClient

# Seconds that a cell may take on a busy machine.
TIMEOUT = 600


def read(path: Path) -> Any:  # noqa: ANN401
    """Read a notebook as it is stored."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def executed(notebook: Any, folder: Path) -> Any:  # noqa: ANN401
    """Execute all cells in a new kernel that works in this folder, and leave out what differs each time.

    The notebook itself stays as it is.
    """
    kernel, language = notebook.metadata.kernelspec, {"name": notebook.metadata.language_info.name}
    notebook = copy.deepcopy(notebook)
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook, timeout=TIMEOUT, record_timing=False, coalesce_streams=True, resources=resources
    )
    client.execute()
    notebook.metadata = {"kernelspec": kernel, "language_info": language}
    for output in outputs(notebook):
        # A widget has another number each time; what it shows where notebooks are only read stays.
        output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
        # Where notebooks are shown on the web, drawings in HTML are often removed, and pictures are not.
        if "image/svg+xml" in output.get("data", {}):
            output["data"].pop("text/html", None)
    return notebook


def outputs(notebook: Any) -> list[Any]:  # noqa: ANN401
    """All outputs of the cells, in order."""
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def shown(notebook: Any) -> list[Any]:  # noqa: ANN401
    """Everything that readers see of the outputs; of pixels only that they are there."""
    found = []
    for output in outputs(notebook):
        data = {kind: kind.startswith("image/png") or text for kind, text in output.get("data", {}).items()}
        found.append((output["output_type"], output.get("text"), data))
    return found


def main() -> None:
    """Execute notebooks and store them."""
    for path in map(Path, sys.argv[1:]):
        text = nbformat.writes(executed(read(path), path.parent))  # type: ignore[no-untyped-call]
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
