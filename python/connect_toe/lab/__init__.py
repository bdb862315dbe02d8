"""Experiments on many processors and machines: ``python -m connect_toe.lab``.

A driver deals ranges of an experiment's pairs out to workers, which are threads of this machine or tasks of a
Ray cluster. It writes what they play into the experiment's results file, which gets the same games as from
``connect-toe experiment run``. ``grade``, ``solve`` and ``atlas`` deal out positions and
games in the same way.
"""

from connect_toe.lab.driver import (
    LostUnitsError,
    Pool,
    WorkerLostError,
    build_atlas,
    deal,
    grade,
    run_experiment,
    solve_lines,
)
from connect_toe.lab.local import LocalPool
from connect_toe.lab.players import PlayersFile
from connect_toe.lab.processes import ProcessPool

__all__ = [
    "LocalPool",
    "LostUnitsError",
    "PlayersFile",
    "Pool",
    "ProcessPool",
    "WorkerLostError",
    "build_atlas",
    "deal",
    "grade",
    "run_experiment",
    "solve_lines",
]
