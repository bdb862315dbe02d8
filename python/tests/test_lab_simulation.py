"""The simulation of runs on clusters: against formulas, measured runs, and what the documents show."""

import io
import math
import os
import re
import shlex
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from lab_files import command

from connect_toe.lab.__main__ import main
from connect_toe.lab.driver import TASK_SECONDS, deal, shard_seconds
from connect_toe.lab.simulation import Cluster, Driver, Job, SimulatedPool, forecast, simulate
from connect_toe.lab.tasks import SealedTask

STILL = Cluster(cores=2, speed_spread=0, slow_share=0, node_hours=math.inf, gap_seconds=0)
"""Nothing differs, nothing dies."""
FREE = Driver(
    submit_seconds=0, collect_seconds=0, watch_seconds=0, store_seconds=0, bytes_per_second=math.inf
)
"""A driver that takes no time."""


@pytest.mark.parametrize("cores", [1, 2, 7, 64])
@pytest.mark.parametrize("units", [1, 13, 64, 65, 1000])
def test_tasks_of_one_unit_go_in_rounds(cores: int, units: int) -> None:
    # A unit takes 2 s and a task should take 1: each unit is a task.
    job, cluster = Job(games=2 * units, game_seconds=1), replace(STILL, cores=cores, gap_seconds=0.5)
    outcome = simulate(job, cluster, replace(FREE, shard_seconds=1))
    assert outcome.tasks == units
    assert outcome.seconds == pytest.approx(math.ceil(units / cores) * 2.5)
    assert outcome.driver_seconds == 0


def test_a_core_that_waits_for_the_driver_waits_for_both_halves_of_a_task() -> None:
    driver = replace(
        FREE, submit_seconds=0.1, collect_seconds=0.2, store_seconds=0.05, waiting=1, shard_seconds=1
    )
    outcome = simulate(Job(games=200, game_seconds=1), replace(STILL, cores=1), driver)
    assert outcome.seconds == pytest.approx(100 * (0.1 + 2 + 0.2 + 2 * 0.05))
    assert outcome.driver_load == pytest.approx((0.1 + 0.2 + 0.1) / 2.4)


@pytest.mark.parametrize("cores", [100, 399, 401, 800])
def test_a_driver_does_as_many_tasks_as_its_time_allows(cores: int) -> None:
    # A task of 0.4 s, 1 ms of the driver: 400 cores are as many as it keeps busy.
    driver = replace(FREE, submit_seconds=0.0005, collect_seconds=0.0005, shard_seconds=0.1)
    job = Job(games=2 * 40 * cores, game_seconds=0.2)
    outcome = simulate(job, replace(STILL, cores=cores), driver)
    assert outcome.tasks == 40 * cores
    assert outcome.seconds == pytest.approx(40 * max(0.4, 0.001 * cores), rel=0.03)


def test_games_that_are_short_wait_to_be_stored() -> None:
    outcome = forecast(Job(games=10**9, game_seconds=1e-6), Cluster(cores=100), Driver())
    assert outcome.seconds == pytest.approx(10**9 * Driver().store_seconds, rel=0.03)
    assert outcome.driver_load > 0.99


def test_parcels_come_one_after_the_other() -> None:
    driver = replace(FREE, bytes_per_second=1000, shard_seconds=1)
    outcome = simulate(Job(games=2000, game_seconds=1, game_bytes=500), replace(STILL, cores=100), driver)
    # 1000 tasks of 1 s of network; the first comes after 2 s of play.
    assert outcome.seconds == pytest.approx(1002)


def test_slow_tasks_cost_what_they_take_on_average() -> None:
    cluster = replace(STILL, slow_share=0.2, slow_factor=4)
    outcome = simulate(Job(games=40_000, game_seconds=0.5), cluster, replace(FREE, shard_seconds=0.1))
    # 0.8 of the tasks take 1 time, 0.2 of them 4 times.
    assert outcome.efficiency == pytest.approx(1 / (0.8 + 0.2 * 4), rel=0.02)


def test_what_nodes_lose_is_half_a_task_of_each_core() -> None:
    cluster = Cluster(
        64, 8, speed_spread=0, slow_share=0, node_hours=1, repair_seconds=0, notice_seconds=0, gap_seconds=0
    )
    job = Job(games=2 * 64 * 4000, game_seconds=5)
    outcome = simulate(job, cluster, replace(FREE, shard_seconds=1))
    hours = outcome.seconds / 3600
    assert outcome.failures == pytest.approx(8 * hours, rel=0.35)
    assert outcome.lost_seconds == pytest.approx(outcome.failures * 8 * 10 / 2, rel=0.15)
    # All of it is played again.
    assert outcome.tasks == 64 * 4000
    assert outcome.seconds == pytest.approx(outcome.ideal_seconds + outcome.lost_seconds / 64, rel=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_every_unit_is_done_once_whatever_dies(seed: int) -> None:
    # Nodes live for a minute, and tasks of half a minute lose all their retries.
    cluster = Cluster(12, 4, slow_share=0.3, node_hours=1 / 60, repair_seconds=20)
    job = Job(games=2 * 600, game_seconds=2)
    pool = SimulatedPool(job, cluster, Driver(), seed)
    assert (
        sum(parcel is not None for parcel in deal(pool, SealedTask(""), [(0, 100), (200, 700)], seconds=30))
        > 10
    )
    assert pool.units == 600
    assert pool.failures > 10


def test_the_same_seed_gives_the_same_numbers() -> None:
    job, cluster = Job(games=10**6), Cluster(cores=100, node_hours=0.1)
    runs = [simulate(job, cluster, seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_a_part_tells_of_the_whole() -> None:
    job, cluster = Job(games=5_000_000, game_seconds=0.01), Cluster(cores=50)
    whole, part = simulate(job, cluster), forecast(job, cluster, tasks=4000)
    assert part.seconds == pytest.approx(whole.seconds, rel=0.01)
    assert part.tasks == pytest.approx(whole.tasks, rel=0.03)


def test_the_driver_of_many_workers_deals_out_longer_tasks() -> None:
    assert shard_seconds(1) == shard_seconds(1000) == 3
    assert 2000 / shard_seconds(2000) * TASK_SECONDS == pytest.approx(0.3)
    outcome = simulate(Job(games=10**7, game_seconds=0.1), Cluster(2000))
    assert outcome.efficiency > 0.9 and outcome.driver_load < 0.45


def test_a_run_begins_at_once() -> None:
    # Ranges grow while the driver submits, not after it has given each of 10,000 cores three single pairs.
    job, cluster = Job(games=2 * 10**7, game_seconds=0.1), replace(STILL, cores=10_000)
    assert simulate(job, cluster, replace(FREE, submit_seconds=0.0004)).efficiency > 0.9


class Measured(NamedTuple):
    """A run of tasks that sleep on a Ray cluster of two nodes, as `measure_ray` prints it."""

    cores: int
    units: int
    """Each is 0.01 s of sleep."""
    kill_at: float | None
    """When the second node was killed, in seconds."""
    tasks: int
    seconds: float
    load: int
    """Of the machine, which has two cores."""


ALONE = Measured(1, 6000, None, 28, 63.59, load=27)
"""On one core: it tells what a task cost besides its sleep, with so much load."""
MEASURED = [
    Measured(2, 6000, None, 52, 32.55, load=24),
    Measured(16, 48_000, None, 418, 33.62, load=20),
    Measured(16, 48_000, None, 418, 30.67, load=8),
    Measured(2, 6000, 10, 46, 62.31, load=21),
    Measured(2, 6000, 10, 47, 52.56, load=14),
]
TOLERANCE = 0.04


def gap(run: Measured) -> float:
    """Seconds between two tasks of a core."""
    return Cluster.gap_seconds if run.load < 15 else (ALONE.seconds - ALONE.units * 0.01) / ALONE.tasks


def notice(run: Measured) -> float:
    """Seconds until a death is noticed: by heartbeats that stay away, or the connection that breaks."""
    return 1 if run.load < 15 else 15


def simulated(run: Measured) -> tuple[int, float]:
    """Tasks and seconds of the same run in the simulation."""
    cluster = replace(
        STILL,
        cores=run.cores,
        cores_per_node=run.cores // 2,
        gap_seconds=gap(run),
        notice_seconds=notice(run),
        repair_seconds=math.inf,
    )
    job = Job(games=2 * run.units, game_seconds=0.005)
    pool = SimulatedPool(job, cluster, Driver(store_seconds=0), seed=1)
    if run.kill_at is not None:
        pool.lose_node(1, run.kill_at)
    for _ in deal(pool, SealedTask(""), [(0, run.units)]):
        pass
    return pool.tasks, pool.now


@pytest.mark.parametrize("run", MEASURED, ids=lambda run: f"{run.cores}-{run.kill_at}-{run.load}")
def test_runs_that_were_measured_are_reproduced(run: Measured) -> None:
    tasks, seconds = simulated(run)
    assert tasks == pytest.approx(run.tasks, rel=TOLERANCE)
    assert seconds == pytest.approx(run.seconds, rel=TOLERANCE)


SCALE = Path(__file__).parents[2] / "docs" / "scale.md"
COMMAND = re.compile(r"^\$ python -m connect_toe\.lab (.*)\n(?:(?!\$|```).*\n)*", re.MULTILINE)
RUNS = re.compile(r"(?<=<!-- runs -->\n).*?(?=<!-- end -->)", re.DOTALL)


def answered(found: "re.Match[str]") -> str:
    """A command with what it prints."""
    output = io.StringIO()
    with redirect_stdout(output):
        assert main(shlex.split(found[1])) == 0
    return f"$ python -m connect_toe.lab {found[1]}\n{output.getvalue()}"


def table_of_runs() -> str:
    """The measured runs beside the simulated ones, in Markdown."""
    lines = ["| cores | sleep of a core | load | tasks | simulated | time | simulated |", "| --- " * 7 + "|"]
    for run in MEASURED:
        tasks, seconds = simulated(run)
        sleep = f"{run.units * 0.01 / run.cores:.0f} s"
        if run.kill_at is not None:
            sleep += f", the second node killed after {run.kill_at:.0f} s"
        cells = (run.cores, sleep, run.load, run.tasks, tasks, f"{run.seconds:.1f} s", f"{seconds:.1f} s")
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def test_the_page_about_scale_shows_what_the_simulation_says() -> None:
    """With BLESS=1 in the environment, the page is written instead."""
    shown = SCALE.read_text(encoding="utf-8")
    assert len(COMMAND.findall(shown)) > 5
    now = RUNS.sub(table_of_runs(), COMMAND.sub(answered, shown))
    if os.environ.get("BLESS") == "1":
        SCALE.write_text(now, encoding="utf-8")
    assert now == SCALE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--cores 0", "at least one"),
        ("--cores x", "invalid"),
        ("--task-seconds 0", "more than 0"),
        ("--game-seconds 0", "more than 0"),
        ("--game-seconds inf", "finite"),
        ("--node-hours nan", "more than 0"),
        ("--speed-spread 1000", "at most 10"),
        ("--cores 2,1e12", "at most 10,000,000 cores"),
        ("--slow-share 2", "between 0 and 1"),
        ("--games 1", "at least 2"),
        ("--cores 5 --drivers 6", "6 drivers need at least 6 cores"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    words: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["simulate", *words.split()])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    assert code == 2
    assert why in capsys.readouterr().err


def test_a_cluster_that_is_all_dead_comes_back() -> None:
    """Also when every task that it had was given up."""
    words = "--cores 2 --node-hours 0.001 --game-seconds 1 --task-seconds 10 --games 1000"
    done = command("simulate", *words.split())
    assert done.returncode == 1 and "every worker that tried units" in done.stderr
