"""The example that learns, and what it is measured with."""

import csv
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import connect_toe as ct

Array = npt.NDArray[Any]
EXAMPLES = Path(__file__).parents[1] / "examples"


def run(*arguments: object, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the example; what is in `path` is found before other packages."""
    more = {} if path is None else {"PYTHONPATH": f"{path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    command = [sys.executable, str(EXAMPLES / "alphazero.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more})


def learn(*arguments: object, out: Path) -> list[dict[str, str]]:
    """Learns, and gives the curve."""
    done = run(*arguments, "--minutes", 60, "--out", out)
    assert done.returncode == 0, done.stderr
    with (out / "curve.csv").open(newline="") as file:
        return list(csv.DictReader(file))


SMALL = ["3x3:3", "--width", 64, "--games", 64, "--examples", 1000, "--simulations", 16, "--window", 10_000]
MEASURED = ["--player-simulations", 4, "--positions", 40, "--opponent", "random"]


@pytest.mark.slow
def test_it_learns_and_goes_on(tmp_path: Path) -> None:
    rows = learn(*SMALL, *MEASURED, "--iterations", 25, "--seed", 1, out=tmp_path)
    assert [row["iteration"] for row in rows[:1] + rows[-1:]] == ["0", "25"]
    first, last = ({name: float(row[name]) for name in ("kept", "kept_alone")} for row in (rows[0], rows[-1]))
    # The rules alone prove much in this game; the network has all to learn.
    assert last["kept"] >= first["kept"]
    assert last["kept_alone"] > first["kept_alone"] + 0.2
    assert "<svg" in (tmp_path / "curve.svg").read_text()

    more = learn("--resume", tmp_path / "checkpoint.pt", "--iterations", 28, out=tmp_path)
    assert more[: len(rows)] == rows
    assert [row["iteration"] for row in more[len(rows) :]] == ["28"]
    assert int(more[-1]["examples"]) >= int(rows[-1]["examples"]) + 3000
    assert float(more[-1]["kept_alone"]) > first["kept_alone"] + 0.2


@pytest.mark.slow
def test_the_same_seed_gives_the_same_run(tmp_path: Path) -> None:
    options = [*SMALL, *MEASURED, "--iterations", 3, "--measure-every", 1e9]
    one, again, other = (
        learn(*options, "--seed", seed, out=tmp_path / name) for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    times = {"seconds", "cpu_seconds"}
    without = [
        [{k: v for k, v in row.items() if k not in times} for row in rows] for rows in (one, again, other)
    ]
    assert without[0] == without[1] != without[2]


@pytest.mark.slow
def test_what_does_not_exist_is_said_in_a_line() -> None:
    done = run("3x3")
    assert done.returncode == 2
    assert "error: `3x3` is not a game" in done.stderr


@pytest.mark.slow
def test_a_checkpoint_has_its_own_game(tmp_path: Path) -> None:
    wrong = {
        ("4x3:3", "--resume", "checkpoint.pt"): "a checkpoint has its own game: leave out the game",
        ("--resume", "no.pt"): "No such file or directory",
    }
    for arguments, told in wrong.items():
        done = run(*arguments, "--out", tmp_path)
        assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError('No module named torch')\n")
    done = run(path=tmp_path)
    assert done.returncode == 1
    assert done.stderr.strip() == ("this example needs PyTorch: pip install '.[torch]', or pip install torch")


def test_perfect_play_keeps_every_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    from measuring import DecisivePositions

    game = ct.Game("3x3:3")
    positions = DecisivePositions(game)
    assert positions.kept("perfect") == 1.0
    assert positions.kept("random") < 0.7
    # Up to symmetry the game has 627 positions in which it goes on, of which 100 at most are taken at a ply.
    assert len(positions) == len({board.tobytes() for board in positions.boards}) > 200
    assert positions.keeping.sum(axis=1).min() > 0
    results = game.solve_batch(positions.boards).results

    def knows(observations: Array, legal: Array) -> tuple[Array, Array]:
        return positions.keeping.astype(np.float32), results

    assert positions.kept_by_priors(knows) == 1.0
    assert len(DecisivePositions(game, first_ply=8)) == 0
