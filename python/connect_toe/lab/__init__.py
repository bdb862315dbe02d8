"""Experiments on many processors and machines: ``python -m connect_toe.lab``.

A driver deals ranges of an experiment's pairs out to workers, which are threads of this machine or tasks of a Ray
cluster, and writes what they play into the experiment's results file: the same file, with the same games, as those of
``connect-toe experiment run``. ``grade`` and ``solve`` deal out positions in the same way.
"""

from connect_toe.lab.driver import LostUnitsError, Pool, Shard, WorkerLostError, deal, run_experiment
from connect_toe.lab.local import LocalPool

__all__ = [
    "LocalPool",
    "LostUnitsError",
    "Pool",
    "Shard",
    "WorkerLostError",
    "deal",
    "run_experiment",
]
