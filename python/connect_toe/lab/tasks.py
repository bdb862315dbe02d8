"""What a worker does: ranges of the units of a task."""

import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from connect_toe._native import Progress, Task
from connect_toe.lab.players import PlayersFile

GoOn: TypeAlias = Callable[[Progress], bool]
"""Receives progress ten times a second; returning False stops the work."""


class SealedTask(NamedTuple):
    """All that a worker needs to know."""

    task: str
    """The task as the engine wrote it."""
    players: PlayersFile | None = None
    """Own players that the task may name."""


class Done(NamedTuple):
    """What became of a range of units."""

    parcel: bytes
    """The results of the units, as bytes."""
    units: int
    """The number of units that are done."""
    left: list[tuple[int, int]]
    """The ranges of units that are not done, because the time was over."""
    seconds: float
    """The seconds that it took."""


# The last task: it is opened once for all ranges of its units.
_OPENED: dict[SealedTask, Task] = {}


def _opened(sealed: SealedTask) -> Task:
    task = _OPENED.get(sealed)
    if task is None:
        players = None if sealed.players is None else sealed.players.open()
        task = Task(sealed.task, players)
        _OPENED.clear()
        _OPENED[sealed] = task
    return task


def work(sealed: SealedTask, start: int, end: int, seconds: float, go_on: GoOn | None = None) -> Done:
    """Do units of a task on one thread: at least one, and begin no more after ``seconds``.

    Raises:
        RequestError: This is another version of the package than the driver's, or the units cannot be done.
        RunError: An own player raised an exception, or returned something that is not a value or a move.
    """
    began = time.perf_counter()
    try:
        parcel, left = _opened(sealed).work(start, end, seconds, go_on)
    except BaseException as error:
        own = sealed.players
        if own is None or not own.is_theirs(error):
            raise
        raise own.failure(error) from error
    units = end - start - sum(behind - first for first, behind in left)
    return Done(parcel, units, left, time.perf_counter() - began)
