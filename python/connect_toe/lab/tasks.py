"""What a worker does: ranges of the units of a task."""

import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from connect_toe._native import Progress, Task

GoOn: TypeAlias = Callable[[Progress], bool]
"""Hears of progress ten times a second; an answer of False stops the work."""


class Done(NamedTuple):
    """What became of a range of units."""

    parcel: bytes
    """What the units gave."""
    units: int
    """How many units of the range are done."""
    left: list[tuple[int, int]]
    """The ranges of units that are not done, because the time was over."""
    seconds: float
    """How long it took."""


# Of the last task, so that not every range of its units opens it anew.
_OPENED: dict[str, Task] = {}


def _opened(sealed: str) -> Task:
    task = _OPENED.get(sealed)
    if task is None:
        task = Task(sealed)
        _OPENED.clear()
        _OPENED[sealed] = task
    return task


def work(sealed: str, start: int, end: int, seconds: float, go_on: GoOn | None = None) -> Done:
    """Do units of a task on one thread: at least one, and begin no more after ``seconds``.

    Raises:
        RequestError: This is another version of the package than the driver's, or the units cannot be done.
    """
    began = time.perf_counter()
    parcel, left = _opened(sealed).work(start, end, seconds, go_on)
    units = end - start - sum(behind - first for first, behind in left)
    return Done(parcel, units, left, time.perf_counter() - began)
