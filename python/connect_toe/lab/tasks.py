"""What a worker does: ranges of the units of a task."""

import time
from collections.abc import Callable
from functools import lru_cache
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


@lru_cache(maxsize=4)
def _opened(sealed: str) -> Task:
    return Task(sealed)


def work(sealed: str, start: int, end: int, seconds: float, go_on: GoOn | None = None) -> Done:
    """Do units of a task on one thread: at least one, and begin no more after ``seconds``.

    Raises:
        RequestError: This is another version of the package than the driver's, or the units cannot be done.
    """
    began = time.perf_counter()
    parcel, left = _opened(sealed).work(start, end, seconds, go_on)
    units = end - start - sum(behind - first for first, behind in left)
    return Done(parcel, units, left, time.perf_counter() - began)
