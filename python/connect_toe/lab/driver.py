"""Deals ranges of units out to workers and collects their results.

Units are pairs of games, lines with positions to solve, or positions to grade on. The result of a unit
depends neither on the worker nor on the time, so a range can be cut anywhere, repeated, or moved.
"""

import json
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, NamedTuple, Protocol, TypeAlias

from connect_toe import _native
from connect_toe._native import Progress
from connect_toe.lab.players import PlayersFile
from connect_toe.lab.tasks import Done, SealedTask

SHARD_SECONDS = 3.0
"""How long a range should take a worker, at least. A task costs it some milliseconds."""
TASK_SECONDS = 0.0008
"""How long a task keeps the driver busy, measured with Ray."""
DRIVER_SHARE = 0.3
"""How much of its time the driver may be busy with tasks: with many workers, ranges are longer."""
MOST_TIMES = 3
"""After this many times as long as a range should take, a worker begins no more units of it."""
SMALLEST = 10
"""At the end ranges get shorter, down to one part in this many."""
BATCH = 100
"""After this many submitted ranges the driver looks at what has come back."""
GROWTH = 4
"""A range has at most this many times the units of the largest one that has come back."""
MEMORY = 0.8
"""The weight of a range relative to the one after it, when the next ranges are sized."""
WAIT_SECONDS = 0.1
"""How long the driver waits for workers before it writes what it has."""


def shard_seconds(workers: int) -> float:
    """How many seconds a range should take, so that a driver of that many workers keeps up.

    >>> shard_seconds(2), round(shard_seconds(10_000), 1)
    (3.0, 26.7)
    """
    return max(SHARD_SECONDS, workers * TASK_SECONDS / DRIVER_SHARE)


class WorkerLostError(Exception):
    """A worker has died, and so have those that tried its range again."""


class LostUnitsError(Exception):
    """Single units that no worker survived. Everything else is done."""

    hint: str | None = None

    def __init__(self, units: Sequence[int], why: str) -> None:
        """Name the units by their numbers, and say how the last worker ended."""
        super().__init__(units, why)
        self.units = list(units)
        self.why = why

    def __str__(self) -> str:
        shown = ", ".join(map(str, self.units[:10])) + (" and more" if len(self.units) > 10 else "")
        what = "unit" if len(self.units) == 1 else "units"
        return f"every worker that tried {what} {shown} died: {self.why}"


class Came(NamedTuple):
    """A task that has ended."""

    ticket: Hashable
    """The answer of `Pool.submit`."""
    done: Done | WorkerLostError
    """The answer of its worker."""


class Pool(Protocol):
    """Workers."""

    @property
    def name(self) -> str | None:
        """Their name in the record of the run; None if all of them are on this machine."""

    @property
    def cores(self) -> int:
        """Processor cores of all machines."""

    @property
    def workers(self) -> int:
        """Tasks that run at the same time; the number may change during a run."""

    @property
    def at_once(self) -> int:
        """Tasks that wait or run at the same time: enough that no worker waits for the driver."""

    def start(self, sealed: SealedTask) -> None:
        """Set the task whose units are submitted from now on."""

    def submit(self, start: int, end: int, seconds: float) -> Hashable:
        """Submit the units from ``start`` up to, not including, ``end``."""

    def wait(self, seconds: float) -> list[Came]:
        """Wait at most ``seconds``, return tasks that have ended, and raise the error of a task."""

    def stop(self) -> None:
        """Cancel everything that was submitted; nothing follows."""

    def leave(self) -> None:
        """Release the workers."""


@dataclass
class Shard:
    """A range of units that a worker has: from ``start`` up to, not including, ``end``."""

    start: int
    end: int


@dataclass
class _Todo:
    """Ranges that no worker has, and the size of the next ones."""

    ranges: deque[Shard]
    # Of the ranges that came back, the older the less.
    seconds: float = 0.0
    units_done: float = 0.0
    largest: int = 0
    units: int = field(init=False)

    def __post_init__(self) -> None:
        self.units = sum(shard.end - shard.start for shard in self.ranges)

    def next(self, workers: int, seconds: float) -> Shard | None:
        if not self.ranges:
            return None
        first = self.ranges[0]
        size = 1
        if self.largest > 0:
            fair = self.units / (2 * max(workers, 1))
            wanted = seconds * self.units_done / max(self.seconds, 1e-9)
            size = max(1, int(min(wanted, GROWTH * self.largest, max(fair, wanted / SMALLEST))))
        if first.end - first.start <= size:
            self.ranges.popleft()
            shard = first
        else:
            shard = Shard(first.start, first.start + size)
            first.start += size
        self.units -= shard.end - shard.start
        return shard

    def put_back(self, ranges: Iterable[tuple[int, int]]) -> None:
        for start, end in reversed(list(ranges)):
            self.ranges.appendleft(Shard(start, end))
            self.units += end - start

    def measured(self, units: int, seconds: float) -> None:
        self.seconds = MEMORY * self.seconds + seconds
        self.units_done = MEMORY * self.units_done + units
        self.largest = max(self.largest, units)


def deal(
    pool: Pool, sealed: SealedTask, ranges: Iterable[tuple[int, int]], *, seconds: float | None = None
) -> Iterator[bytes | None]:
    """Have workers do all units. Yields each parcel when it arrives, and None when none has for a while.

    Ranges grow until a worker needs ``seconds`` for one (None: see `shard_seconds`), and shrink at the end. A
    range whose workers died is cut in halves and tried again.

    Raises:
        LostUnitsError: At the end, if there are units that no worker survived.
    """
    todo = _Todo(deque(Shard(start, end) for start, end in ranges))
    flying: dict[Hashable, Shard] = {}
    lost: list[int] = []
    why = ""
    pool.start(sealed)
    try:
        while todo.ranges or flying:
            workers, free = pool.workers, pool.at_once - len(flying)
            wanted = shard_seconds(workers) if seconds is None else seconds
            for _ in range(min(free, BATCH)):
                if (shard := todo.next(workers, wanted)) is None:
                    break
                flying[pool.submit(shard.start, shard.end, MOST_TIMES * wanted)] = shard
            came = pool.wait(0 if free > BATCH and todo.ranges else WAIT_SECONDS)
            for ticket, done in came:
                shard = flying.pop(ticket)
                if isinstance(done, WorkerLostError):
                    why = str(done)
                    if shard.end - shard.start == 1:
                        lost.append(shard.start)
                    else:
                        middle = (shard.start + shard.end) // 2
                        todo.put_back([(shard.start, middle), (middle, shard.end)])
                    continue
                todo.put_back(done.left)
                todo.measured(done.units, done.seconds)
                yield done.parcel
            if not came:
                yield None
    finally:
        if flying:
            pool.stop()
    if lost:
        raise LostUnitsError(sorted(lost), why)


def run_experiment(
    pool: Pool,
    experiment: str | PathLike[str] | dict[str, Any],
    results: str | PathLike[str] | None = None,
    *,
    players: PlayersFile | None = None,
    settings: Sequence[str] | None = None,
    seed: int | None = None,
    resume: bool = False,
    any_version: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> dict[str, Any]:
    """Play the missing games of an experiment: `connect_toe.play_experiment` on workers.

    ``players`` has the own players that the experiment names. What workers have played is in the results
    file a quarter of a second later. If the run ends early, ``resume`` plays the rest.

    Raises:
        RequestError: The experiment, its results or the file of players cannot be used.
        RunError: An own player raised an exception.
        LostUnitsError: Pairs that no worker survived; the others are played.
        KeyboardInterrupt: Ctrl-C; the results file has what was played.
    """
    return _native.play_experiment(
        experiment,
        results,
        players=None if players is None else players.open(),
        settings=settings,
        seed=seed,
        resume=resume,
        any_version=any_version,
        threads=1,
        progress=progress,
        crew=_crew(pool, players),
    )


def solve_lines(
    pool: Pool,
    request: dict[str, Any],
    name: str,
    each: Callable[[str], object],
    *,
    progress: Callable[[Progress], object] | None = None,
) -> tuple[int, int]:
    """Solve lines of positions; ``each`` gets the answers in their order, as the command line's JSON.

    ``request`` has ``game``, ``lines``, and what else `SolveLines` of the library has; ``name`` stands for
    the lines in messages. The answer is how many positions were compared with an expected value, and how
    many of them differ.

    Raises:
        RequestError: The game or a line cannot be read.
        LostUnitsError: Lines, counted from 0, that no worker survived.
    """
    return _native.solve_lines(json.dumps(request), name, _crew(pool), each, progress=progress)


def grade(
    pool: Pool,
    request: dict[str, Any],
    *,
    players: PlayersFile | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> str:
    """Grade heuristics and players; the answer is the command line's JSON.

    ``request`` has ``game``, ``heuristic``, ``player``, and what else `Grade` of the library has. ``players``
    has heuristics and players of one's own, which it may name.

    Raises:
        RequestError: The request cannot be done, or the file of players cannot be used.
        RunError: An own player raised an exception.
        LostUnitsError: Positions of a ply, counted from 0, that no worker survived.
    """
    own = None if players is None else players.open()
    crew = _crew(pool, players)
    return _native.ask("grade", json.dumps(request), players=own, crew=crew, threads=1, progress=progress)


def build_atlas(
    pool: Pool,
    request: dict[str, Any],
    *,
    progress: Callable[[Progress], object] | None = None,
) -> str:
    """Find the values of the games of a plan; the answer is the command line's JSON.

    ``request`` has ``plan``, the plan's file, ``memory`` of each worker (64M), and ``out``, the file of the
    atlas. What workers have found is in that file a quarter of a second later; the same request goes on.

    Raises:
        RequestError: The plan or the file cannot be used.
        LostUnitsError: Games of those that were missing, counted from 0, that no worker survived.
    """
    crew = _crew(pool)
    return _native.ask("atlas_build", json.dumps(request), crew=crew, threads=1, progress=progress)


_Crew: TypeAlias = Callable[[str, list[tuple[int, int]]], Iterator[bytes | None]]


def _crew(pool: Pool, players: PlayersFile | None = None) -> tuple[_Crew, tuple[str | None, int, int]]:
    def crew(task: str, units: list[tuple[int, int]]) -> Iterator[bytes | None]:
        return deal(pool, SealedTask(task, players), units)

    return crew, (pool.name, pool.cores, pool.workers)
