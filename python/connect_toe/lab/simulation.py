"""How long a run takes on a cluster that is not here: a discrete-event simulation.

The driver is the real one: `deal` hands ranges out to a `SimulatedPool`, whose workers, network and driver
take time on a clock that is a number. Each task costs the driver a time to submit and a time to collect, each
game a time to store; parcels come one after the other through the driver's network; each task costs its
worker a gap. Workers differ in speed, some tasks are slow, and nodes die with the tasks that they have, which
are played again from their beginning.

The same seed gives the same numbers.

>>> day = forecast(Job(games=10**9, game_seconds=0.0008), Cluster(cores=100))
>>> print(duration(day.seconds), f"{day.efficiency:.0%}")
2.3 h 98%
"""

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappop, heappush
from random import Random
from statistics import linear_regression
from typing import NamedTuple

from connect_toe._native import RequestError
from connect_toe.lab.driver import Came, WorkerLostError, deal, shard_seconds
from connect_toe.lab.ray import RETRIES
from connect_toe.lab.tasks import Done, SealedTask

GAMES_PER_UNIT = 2
"""The games of a pair."""
PLAYED_TASKS = 30_000
"""Tasks that are enough to see how fast a run is."""
MOST_CORES = 10_000_000
"""As many as the simulation has room for: each is a number."""
MOST_SPREAD = 10.0
"""A standard deviation of the logarithm with which speeds are still numbers."""


@dataclass(frozen=True)
class Job:
    """Games to play."""

    games: int = 10**9
    """How many; odd numbers are one less."""
    game_seconds: float = 0.0008
    """What a game takes a core of speed 1, in seconds."""
    game_bytes: float = 50
    """What a worker sends for a game, in bytes."""

    @property
    def units(self) -> int:
        """Pairs of games."""
        return self.games // GAMES_PER_UNIT

    @property
    def unit_seconds(self) -> float:
        """What a pair takes a core of speed 1."""
        return self.game_seconds * GAMES_PER_UNIT


@dataclass(frozen=True)
class Cluster:
    """Machines that play."""

    cores: int
    """Tasks that run at the same time."""
    cores_per_node: int = 32
    """Cores that die together."""
    speed_spread: float = 0.05
    """Standard deviation of the logarithm of a core's speed; the mean of all cores is 1."""
    slow_share: float = 0.01
    """How many of the tasks are slow."""
    slow_factor: float = 3.0
    """How many times as long a slow task takes on average; what is above 1 is exponentially distributed."""
    node_hours: float = 1000.0
    """How long a node lives, in hours: the mean of an exponential distribution."""
    repair_seconds: float = 600.0
    """When a node that has died is back; infinity: never."""
    notice_seconds: float = 10.0
    """When the death of a node is noticed. Until then it gets its share of tasks; then others get them."""
    gap_seconds: float = 0.005
    """What a task costs its core besides the games."""


@dataclass(frozen=True)
class Driver:
    """The process that deals tasks out, and writes what they give."""

    submit_seconds: float = 0.0004
    """What submitting a task takes."""
    collect_seconds: float = 0.0004
    """What taking back a task takes."""
    watch_seconds: float = 1e-6
    """What a look at what has come takes, for each task in flight. It is not load: who is busy looks less."""
    store_seconds: float = 3.2e-6
    """What checking and storing a game takes."""
    bytes_per_second: float = 125e6
    """What its network takes in."""
    waiting: int = 3
    """Tasks in flight for each core. If 1, a core waits for the driver between two tasks."""
    shard_seconds: float | None = None
    """How long a task should take; None: what `deal` does."""


class Outcome(NamedTuple):
    """How a run went."""

    seconds: float
    """From the first submitted task to the last stored game."""
    ideal_seconds: float
    """The work, divided among the cores, if nothing else took time."""
    tasks: float
    """Tasks that came back."""
    lost_seconds: float
    """Seconds of all cores that nodes had worked on tasks when they died."""
    failures: float
    """Nodes that died."""
    driver_seconds: float
    """Seconds in which the driver was busy with tasks and games."""

    @property
    def efficiency(self) -> float:
        """Ideal time divided by time."""
        return self.ideal_seconds / self.seconds

    @property
    def driver_load(self) -> float:
        """How much of the time the driver was busy, between 0 and 1."""
        return min(1.0, self.driver_seconds / self.seconds)


class _Task(NamedTuple):
    number: int
    start: int
    end: int
    seconds: float
    attempt: int


class _Arrival(NamedTuple):
    """A task at the driver's network."""

    time: float
    came: Came


class SimulatedPool:
    """Workers of a cluster that is not here, and the clock of the driver that uses them."""

    def __init__(self, job: Job, cluster: Cluster, driver: Driver, seed: int) -> None:
        self.name: str | None = "simulation"
        self.cores = cluster.cores
        """Cores of nodes that are not known to be dead."""
        self.now = 0.0
        """The driver's clock, in seconds."""
        self.driver_seconds = self.lost_seconds = 0.0
        self.tasks = self.failures = self.units = 0
        self._job, self._cluster, self._driver = job, cluster, driver
        self._random = Random(seed)
        speeds = [math.exp(self._random.gauss(0, cluster.speed_spread)) for _ in range(cluster.cores)]
        # On average they have the speed 1, so that two cores are as fast as two.
        mean = sum(speeds) / cluster.cores
        self._speeds = [speed / mean for speed in speeds]
        nodes = math.ceil(cluster.cores / cluster.cores_per_node)
        # How often each node has died or come back: what was planned before is void.
        self._lives = [0] * nodes
        self._is_up = [True] * nodes
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._planned = self._submitted = 0
        self._queue: deque[_Task] = deque()
        # Tasks of nodes whose death nobody has noticed.
        self._stuck: dict[int, list[_Task]] = {}
        self._idle = deque((core, 0) for core in range(cluster.cores))
        self._running: dict[int, tuple[_Task, float]] = {}
        self._ended: deque[_Arrival] = deque()
        self._network_free = 0.0
        self._flying = 0
        self._plan_failure(0.0)

    @property
    def workers(self) -> int:
        """Tasks that are done at the same time."""
        return self.cores

    @property
    def at_once(self) -> int:
        """Tasks in flight."""
        return self._driver.waiting * self.cores

    def lose_node(self, node: int, time: float) -> None:
        """Have a node die at this time, besides those that die by chance."""
        self._plan(time, partial(self._lose, node))

    def start(self, sealed: SealedTask) -> None:
        """Nothing is to be known."""

    def submit(self, start: int, end: int, seconds: float) -> int:
        """Give a range to the cluster."""
        self._work(self._driver.submit_seconds)
        self._happen_until(self.now)
        self._submitted += 1
        self._flying += 1
        task = _Task(self._submitted, start, end, seconds, 0)
        self._offer(task, self.now)
        return task.number

    def wait(self, seconds: float) -> list[Came]:
        """Let time pass until a task has ended, if there is one; with ``seconds`` 0, only see what has."""
        self._happen_until(self.now)
        while seconds > 0 and self._flying and not self._ended:
            self._happen_until(self._events[0][0])
        if seconds > 0:
            # Without tasks the driver waits until there are cores again.
            self.now = max(self.now, self._ended[0].time if self._ended else self.now + seconds)
            self._happen_until(self.now)
        self.now += self._flying * self._driver.watch_seconds
        came = []
        while self._ended and self._ended[0].time <= self.now:
            came.append(self._ended.popleft().came)
        for _, done in came:
            self._work(self._driver.collect_seconds)
            if isinstance(done, Done):
                self.units += done.units
                self._work(done.units * GAMES_PER_UNIT * self._driver.store_seconds)
        self.tasks += len(came)
        self._flying -= len(came)
        return came

    def stop(self) -> None:
        """Nothing is left to be stopped."""

    def leave(self) -> None:
        """Nothing is to be left."""

    def outcome(self) -> Outcome:
        """How it went so far."""
        return Outcome(
            self.now,
            self.units * self._job.unit_seconds / self._cluster.cores,
            self.tasks,
            self.lost_seconds,
            self.failures,
            self.driver_seconds,
        )

    def _work(self, seconds: float) -> None:
        self.now += seconds
        self.driver_seconds += seconds

    def _plan(self, time: float, action: Callable[[float], None]) -> None:
        self._planned += 1
        heappush(self._events, (time, self._planned, action))

    def _happen_until(self, time: float) -> None:
        while self._events and self._events[0][0] <= time:
            at, _, action = heappop(self._events)
            action(at)

    def _offer(self, task: _Task, time: float) -> None:
        """An idle core begins the task, or it waits; or a dead node gets it."""
        if self._is_for_the_dead():
            node = self._random.choice(list(self._stuck))
            self._stuck[node].append(task)
            return
        while self._idle:
            core, life = self._idle.popleft()
            if self._is_of_now(core, life):
                self._begin(core, task, time)
                return
        self._queue.append(task)

    def _is_for_the_dead(self) -> bool:
        if not self._stuck:
            return False
        cores = sum(len(self._cores_of(node)) for node in self._stuck)
        return self._random.random() < cores / self._cluster.cores

    def _free(self, core: int, time: float) -> None:
        """A core begins a task that waits, or is idle."""
        if self._queue:
            self._begin(core, self._queue.popleft(), time)
        else:
            self._idle.append((core, self._lives[self._node(core)]))

    def _begin(self, core: int, task: _Task, time: float) -> None:
        cluster = self._cluster
        slowness = 1 / self._speeds[core]
        if self._random.random() < cluster.slow_share:
            slowness *= 1 + self._random.expovariate(1) * (cluster.slow_factor - 1)
        unit = self._job.unit_seconds * slowness
        # After its time a worker begins no more.
        units = min(task.end - task.start, max(1, math.ceil(task.seconds / unit)))
        self._running[core] = (task, time)
        life = self._lives[self._node(core)]
        self._plan(
            time + cluster.gap_seconds + units * unit,
            partial(self._end, core, life, task, units, units * unit),
        )

    def _end(self, core: int, life: int, task: _Task, units: int, seconds: float, time: float) -> None:
        if not self._is_of_now(core, life):
            return
        del self._running[core]
        middle = task.start + units
        left = [(middle, task.end)] if middle < task.end else []
        self._send(task, Done(b"", units, left, seconds), units * self._job.game_bytes * GAMES_PER_UNIT, time)
        self._free(core, time)

    def _send(self, task: _Task, done: Done | WorkerLostError, number_of_bytes: float, time: float) -> None:
        begin = max(time, self._network_free)
        self._network_free = begin + number_of_bytes / self._driver.bytes_per_second
        self._ended.append(_Arrival(self._network_free, Came(task.number, done)))

    def _node(self, core: int) -> int:
        return core // self._cluster.cores_per_node

    def _is_of_now(self, core: int, life: int) -> bool:
        return self._lives[self._node(core)] == life

    def _cores_of(self, node: int) -> range:
        size = self._cluster.cores_per_node
        return range(node * size, min((node + 1) * size, self._cluster.cores))

    def _plan_failure(self, time: float) -> None:
        mean = self._cluster.node_hours * 3600 / len(self._lives)
        if math.isfinite(mean):
            self._plan(time + self._random.expovariate(1) * mean, self._die)

    def _die(self, time: float) -> None:
        self._plan_failure(time)
        self._lose(self._random.randrange(len(self._lives)), time)

    def _lose(self, node: int, time: float) -> None:
        """A node dies, unless it is down already."""
        if not self._is_up[node]:
            return
        self.failures += 1
        self._is_up[node] = False
        self._lives[node] += 1
        cluster = self._cluster
        running = [self._running.pop(core) for core in self._cores_of(node) if core in self._running]
        self.lost_seconds += sum(time - begun for _, begun in running)
        self._stuck[node] = [task._replace(attempt=task.attempt + 1) for task, _ in running]
        # Of what waits, its share was for its cores.
        share = len(self._cores_of(node)) / cluster.cores
        for task in [self._queue.popleft() for _ in range(len(self._queue))]:
            (self._stuck[node] if self._random.random() < share else self._queue).append(task)
        self._plan(time + cluster.notice_seconds, partial(self._notice, node))
        if math.isfinite(cluster.repair_seconds):
            self._plan(time + cluster.repair_seconds, partial(self._return, node))

    def _notice(self, node: int, time: float) -> None:
        self.cores -= len(self._cores_of(node))
        for task in self._stuck.pop(node):
            if task.attempt > RETRIES:
                self._send(task, WorkerLostError("the node died"), 0, time)
            else:
                self._offer(task, time)

    def _return(self, node: int, time: float) -> None:
        if node in self._stuck:
            # It is known to be back when it was known to be away.
            self._plan(time + self._cluster.notice_seconds, partial(self._return, node))
            return
        self._is_up[node] = True
        self.cores += len(self._cores_of(node))
        for core in self._cores_of(node):
            self._free(core, time)


def simulate(job: Job, cluster: Cluster, driver: Driver = Driver(), seed: int = 1) -> Outcome:
    """Play all games of the job, task by task: some 20 µs each.

    >>> still = Cluster(cores=2, speed_spread=0, slow_share=0, node_hours=math.inf)
    >>> outcome = simulate(Job(games=160, game_seconds=0.125), still)
    >>> print(f"{outcome.tasks} tasks, {outcome.seconds:.2f} s; ideal {outcome.ideal_seconds} s")
    27 tasks, 10.07 s; ideal 10.0 s
    """
    pool = SimulatedPool(job, cluster, driver, seed)
    for _ in _play(pool, job, driver):
        pass
    return pool.outcome()


def _play(pool: SimulatedPool, job: Job, driver: Driver) -> Iterator[bytes | None]:
    return deal(pool, SealedTask(""), [(0, job.units)], seconds=driver.shard_seconds)


def forecast(
    job: Job, cluster: Cluster, driver: Driver = Driver(), seed: int = 1, tasks: int = PLAYED_TASKS
) -> Outcome:
    """As `simulate`, but of a long job only a part is played.

    If the job has more tasks than ``tasks`` and than 16 a core, that many are played. The second and third
    quarter of them stand for all that is missing; a run's beginning and end are counted once.
    """
    seconds = shard_seconds(cluster.cores) if driver.shard_seconds is None else driver.shard_seconds
    shard = max(1, round(seconds / job.unit_seconds))
    part = replace(job, games=max(tasks, 16 * cluster.cores) * shard * GAMES_PER_UNIT)
    if part.games >= job.games:
        return simulate(job, cluster, driver, seed)
    pool = SimulatedPool(part, cluster, driver, seed)
    units: list[int] = []
    times: list[float] = []
    first = last = pool.outcome()
    for _ in _play(pool, part, driver):
        if part.units <= 4 * pool.units <= 3 * part.units:
            units.append(pool.units)
            times.append(pool.now)
            last = pool.outcome()
            first = last if len(units) == 1 else first
    missing = job.units - part.units
    parts = missing / (units[-1] - units[0])
    numbers = zip(pool.outcome(), first, last, strict=True)
    outcome = Outcome(*(whole + (end - start) * parts for whole, start, end in numbers))
    # Tasks come in waves: a line through all points tells more than two of them.
    return outcome._replace(seconds=pool.now + missing * linear_regression(units, times).slope)


def duration(seconds: float) -> str:
    """A time with its unit, to two digits.

    >>> duration(44), duration(5400), duration(837_000)
    ('44 s', '90 min', '9.7 days')
    """
    for size, unit in ((86_400, "days"), (3600, "h"), (60, "min"), (1, "s")):
        if seconds >= 2 * size or size == 1:
            number = seconds / size
            return f"{number:.0f} {unit}" if number >= 9.95 else f"{number:.1f} {unit}"
    raise AssertionError


def _rounded(number: float) -> str:
    """To three digits: what is behind them is chance."""
    digits = max(0, len(f"{number:.0f}") - 3)
    return f"{round(number, -digits):,.0f}"


@dataclass(frozen=True)
class Question:
    """A table of `forecast`."""

    job: Job
    cluster: Cluster
    """What else is known of a cluster than its cores."""
    driver: Driver
    cores: Sequence[int]
    shard_seconds: Sequence[float | None] = (None,)
    """How long tasks should take; None: what `deal` does."""
    played_tasks: int = PLAYED_TASKS
    """What `forecast` plays before it goes on at their pace."""
    drivers: int = 1
    """Drivers with a share of games and cores each, and results files of their own."""
    seed: int = 1

    def answer(self) -> str:
        """A line for each number of cores and each length of tasks.

        Raises:
            RequestError: Numbers that mean nothing.
        """
        self._check()
        head = ("cores", "task", "time", "efficiency", "lost", "driver busy", "tasks")
        lines = [
            head,
            *(self._line(cores, seconds) for cores in self.cores for seconds in self.shard_seconds),
        ]
        widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
        return "\n".join(
            "  ".join(f"{text:>{width}}" for text, width in zip(line, widths, strict=True)) for line in lines
        )

    def _check(self) -> None:
        job, cluster, driver = self.job, self.cluster, self.driver
        if job.games // self.drivers < GAMES_PER_UNIT:
            raise RequestError(f"each driver plays at least {GAMES_PER_UNIT} games")
        above_0 = {"game seconds": job.game_seconds, "node hours": cluster.node_hours}
        for name, number in above_0.items():
            if not number > 0:
                raise RequestError(f"{name} are more than 0, not {number:g}")
        if job.game_seconds == math.inf:
            raise RequestError("games come to an end: game seconds are finite")
        if cluster.speed_spread > MOST_SPREAD:
            raise RequestError(f"the speed spread: at most {MOST_SPREAD:g}, not {cluster.speed_spread:g}")
        if max(self.cores) > MOST_CORES:
            raise RequestError(f"at most {MOST_CORES:,} cores are simulated, not {max(self.cores):,}")
        at_least = {
            "game bytes": (job.game_bytes, 0.0),
            "store seconds": (driver.store_seconds, 0.0),
            "the speed spread": (cluster.speed_spread, 0.0),
            "the slow factor": (cluster.slow_factor, 1.0),
        }
        for name, (number, least) in at_least.items():
            if not least <= number < math.inf:
                raise RequestError(f"{name}: at least {least:g}, not {number:g}")
        if not 0 <= cluster.slow_share <= 1:
            raise RequestError(f"the share of slow tasks is between 0 and 1, not {cluster.slow_share:g}")

    def _line(self, cores: int, seconds: float | None) -> tuple[str, ...]:
        if cores < self.drivers:
            raise RequestError(f"{self.drivers} drivers need at least {self.drivers} cores")
        job = replace(self.job, games=self.job.games // self.drivers)
        cluster = replace(self.cluster, cores=cores // self.drivers)
        outcome = forecast(
            job, cluster, replace(self.driver, shard_seconds=seconds), self.seed, self.played_tasks
        )
        lost = outcome.lost_seconds / (cluster.cores * outcome.seconds)
        return (
            f"{cores:,}",
            f"{shard_seconds(cluster.cores) if seconds is None else seconds:.3g} s",
            duration(outcome.seconds),
            f"{100 * outcome.efficiency:.1f} %",
            f"{100 * lost:.2f} %",
            f"{100 * outcome.driver_load:.0f} %",
            _rounded(outcome.tasks * self.drivers),
        )
