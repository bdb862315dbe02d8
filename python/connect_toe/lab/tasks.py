"""What a worker does: a task gets what all tasks of a run share, a range, and a time limit."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from connect_toe._native import Progress, SealedPairs

GoOn: TypeAlias = Callable[[Progress], bool]
"""Hears of progress ten times a second; an answer of False stops the task."""


class Done(NamedTuple):
    """What became of a range of units: pairs, or positions."""

    answer: bytes
    """What the units gave, as the driver wants it."""
    units: int
    """How many units of the range are done."""
    left: list[tuple[int, int]]
    """The ranges of units that are not done, because the time was over."""
    seconds: float
    """How long it took."""


Task: TypeAlias = Callable[[str, int, int, float, GoOn | None], Done]
"""Called with what all tasks share, the first unit, the first one behind the range, and a time limit in seconds."""


@lru_cache(maxsize=4)
def _opened(sealed: str) -> SealedPairs:
    return SealedPairs(sealed)


def play(sealed: str, start: int, end: int, seconds: float, go_on: GoOn | None = None) -> Done:
    """Plays pairs of an experiment on one thread: at least one, and begins no more after ``seconds``.

    Raises:
        RequestError: This is another version of the package than the driver's, or the pairs cannot be played.
    """
    began = time.perf_counter()
    answer, units, left = _opened(sealed).play(start, end, seconds, go_on)
    return Done(answer, units, left, time.perf_counter() - began)
