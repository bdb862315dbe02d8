"""Measures runs on a real Ray cluster of two nodes: ``python python/tests/measure_ray.py``.

Tasks sleep instead of playing, so that a machine of any size is as fast as the cluster pretends to be. Its
lines are rows of the table in ``docs/scale.md``.
"""

import os
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ray_cluster import Cluster, environment, kill_tree, running_cluster

from connect_toe.lab import deal
from connect_toe.lab.tasks import Done, SealedTask

UNIT_SECONDS = 0.01


def sleep(sealed: SealedTask, start: int, end: int, seconds: float) -> Done:
    """Sleep as long as the units would take."""
    began = time.perf_counter()
    time.sleep(UNIT_SECONDS * (end - start))
    return Done(b"", end - start, [], time.perf_counter() - began)


def measure(cores_per_node: int, workers: int | None, units: int, kill_at: float | None) -> None:
    """Print tasks and seconds of a run, whose second node is killed after ``kill_at`` seconds."""
    with TemporaryDirectory() as folder:
        os.environ.update({**environment(Path(folder)), "LAB_CORES": str(cores_per_node)})
        with running_cluster(Path(folder)) as cluster:
            measure_on(cluster, workers, units, kill_at)


def measure_on(cluster: Cluster, workers: int | None, units: int, kill_at: float | None) -> None:
    """Do so on a cluster that runs."""
    # Ray reads the environment when it is imported.
    import ray

    from connect_toe.lab.ray import RETRIES, RayPool

    pool: Any = RayPool(cluster.address, workers)
    pool._remote = ray.remote(
        num_cpus=1, max_retries=RETRIES, retry_exceptions=False, scheduling_strategy="SPREAD"
    )(sleep)
    # Until its workers have started.
    for _ in deal(pool, SealedTask(""), [(0, 10 * pool.cores)]):
        pass
    time.sleep(1)
    count = pool.workers
    if kill_at is not None:
        threading.Timer(kill_at, kill_tree, [cluster.raylets[1]]).start()
    began = time.perf_counter()
    tasks = sum(parcel is not None for parcel in deal(pool, SealedTask(""), [(0, units)]))
    seconds = time.perf_counter() - began
    load = os.getloadavg()[0]
    slept = f"{units * UNIT_SECONDS / count:.0f} s"
    killed = "" if kill_at is None else f", the second node killed after {kill_at:.0f} s"
    print(f"| {count} | {slept}{killed} | {load:.0f} | {tasks} | {seconds:.1f} s |", flush=True)
    pool.leave()


if __name__ == "__main__":
    measure(1, 1, 6000, None)
    measure(1, None, 6000, None)
    measure(8, None, 48_000, None)
    measure(1, None, 6000, 10)
