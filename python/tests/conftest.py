"""What several tests use."""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

CommandLine = Callable[..., Any]


def pytest_configure() -> None:
    """Hears of SIGINT, and so do the programs that tests start: in the background, shells have it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the tests that take longest: the notebooks, and those that start a Ray cluster."""
    longest = ["test_notebooks.py", "test_lab_ray.py"]
    items.sort(key=lambda item: item.path.name not in longest)


@pytest.fixture
def command_line() -> CommandLine:
    """Runs the program of the same checkout and gives its JSON."""
    program = os.environ.get("CONNECT_TOE")
    if program is None:
        pytest.skip("CONNECT_TOE does not name the command line program")

    def run(*arguments: str) -> Any:  # noqa: ANN401
        done = subprocess.run(
            [program, *arguments, "--format", "json", "--quiet"], capture_output=True, text=True, check=False
        )
        return json.loads(done.stdout) if done.returncode == 0 else done.stderr

    return run
