"""Experiments that tests of the laboratory play, and what they look at."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from connect_toe import _native
from connect_toe.lab import PlayersFile

EXPERIMENT = """
title = "A test"
games_per_cell = 40
openings = { file = "openings.txt" }
[[study]]
name = "depth"
game = "6x5:4:-2"
player = "alpha-beta:depth={1,2,3},eval={runs,open-lines}"
opponent = "random"
"""

OPENINGS = "# the first two have the edge\na1 b1\n\na1 c1\nc1\n"

LONG_EXPERIMENT = """
title = "A longer test"
games_per_cell = 60
openings = { plies = 4 }
[[study]]
name = "depth"
game = "connect-four"
player = "alpha-beta:depth={6,7},eval=runs"
opponent = "alpha-beta:depth=6,eval=runs"
"""


def written(folder: Path, text: str) -> Path:
    """An experiment in a folder of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "openings.txt").write_text(OPENINGS)
    path = folder / "experiment.toml"
    path.write_text(text)
    return path


def games(path: Path, results: Path | None = None) -> list[Any]:
    """All games of the results, as the file has them."""
    with sqlite3.connect(results or path.with_suffix(".db")) as connection:
        return connection.execute("SELECT * FROM game ORDER BY cell, number").fetchall()


def command(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Runs ``python -m connect_toe.lab``."""
    line = [sys.executable, "-m", "connect_toe.lab", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=env, timeout=500)


def exported(path: Path, players: PlayersFile | None = None, form: str = "csv") -> bytes:
    """The table of games."""
    out = path.with_suffix(f".{form}")
    own = None if players is None else players.open()
    _native.ExperimentResults(path, players=own).export(out, json=form == "json")
    return out.read_bytes()


PLAYERS = """
import connect_toe
from dataclasses import dataclass

@dataclass
class Column:
    number: "int"

    def __call__(self, boards, to_move, side):
        return boards[:, self.number].sum(axis=1) * side

def last(state, seed):
    moves = state.legal_moves()
    return moves[seed % len(moves)]

players = [
    connect_toe.Player(name="column", evaluate=Column(2)),
    connect_toe.Player(name="drawn", choose=last, seeded=True),
]
"""

OWN_EXPERIMENT = """
title = "A test of players of one's own"
games_per_cell = 40
openings = { plies = 1 }
[[study]]
name = "own"
game = "6x5:4:-2"
player = ["alpha-beta:depth={1,2},eval=column", "drawn"]
opponent = ["random", "alpha-beta:depth=1,eval=runs"]
"""


def with_players(folder: Path, text: str = PLAYERS) -> tuple[Path, Path]:
    """An experiment that names players of its own, and the file that has them."""
    path, players = written(folder, OWN_EXPERIMENT), folder / "players.py"
    players.write_text(text)
    return path, players
