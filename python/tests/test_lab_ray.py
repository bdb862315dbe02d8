"""Experiments on a Ray cluster of two nodes, of which one is killed, and then the driver."""

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab_files import EXPERIMENT, LONG_EXPERIMENT, PLAYERS, command, exported, games, with_players, written
from ray_cluster import Cluster, kill_tree, running_cluster

import connect_toe as ct
from connect_toe.lab import LocalPool, PlayersFile, run_experiment

pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for tests that leave it as it is."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def dying_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of which a test kills parts."""
    with running_cluster(tmp_path) as cluster:
        yield cluster


def number_of_games(path: Path) -> int:
    """Games in the results file while a run is writing."""
    try:
        return len(games(path))
    except sqlite3.Error:
        # The file, or its tables, are not there yet.
        return 0


def wait_for_games(path: Path, number: int, driver: "subprocess.Popen[str]") -> int:
    until = time.monotonic() + 120
    while (found := number_of_games(path)) < number:
        assert time.monotonic() < until and driver.poll() is None, "the run does not get on"
        time.sleep(0.1)
    return found


def played_here(tmp_path: Path, text: str) -> list[Any]:
    """The games of a run on this machine alone."""
    path = written(tmp_path / "here", text)
    status = run_experiment(LocalPool(2), path)
    assert status["done"]
    return games(path)


def test_both_nodes_play_and_errors_are_told(cluster: Cluster, tmp_path: Path) -> None:
    path = written(tmp_path / "cluster", EXPERIMENT)
    done = cluster.lab("run", str(path), "--format", "json")
    assert done.returncode == 0, done.stderr
    assert games(path) == played_here(tmp_path, EXPERIMENT)
    done = cluster.lab("run", str(path))
    assert done.returncode == 2 and "has results of this experiment already" in done.stderr
    # Without the token nobody comes in.
    stranger = {**cluster.env, "RAY_AUTH_TOKEN_PATH": str(tmp_path / "other")}
    (tmp_path / "other").write_text("f" * 64)
    done = command("resume", str(path), "--ray", cluster.address, env=stranger)
    assert done.returncode == 1 and "cannot join the Ray cluster" in done.stderr


def test_workers_have_players_of_one_s_own(cluster: Cluster, tmp_path: Path) -> None:
    path, file = with_players(tmp_path / "cluster")
    done = cluster.lab("run", str(path), "--players", str(file), "--format", "json")
    assert done.returncode == 0, done.stderr
    here, _ = with_players(tmp_path / "here")
    players = PlayersFile.read(file)
    status = ct.play_experiment(here, players=players.open())
    assert json.loads(done.stdout)["studies"] == status["studies"]
    assert games(path) == games(here)
    assert exported(path, players) == exported(here, players)
    # What a player raises comes back from there.
    file.write_text(PLAYERS.replace("    moves =", "    raise KeyError(seed)\n    moves ="))
    path, _ = with_players(tmp_path / "raises", file.read_text())
    done = cluster.lab("run", str(path), "--players", str(file), "--quiet")
    assert done.returncode == 1 and f"error: {file}, line 13: KeyError: " in done.stderr, done.stderr


def test_an_address_without_a_cluster_is_told_at_once(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        start = time.monotonic()
        done = command("run", str(written(tmp_path, EXPERIMENT)), "--ray", f"127.0.0.1:{port}")
    assert done.returncode == 1 and f"cannot join the Ray cluster 127.0.0.1:{port}: " in done.stderr
    assert time.monotonic() - start < 30


DEADLY = """
import os, sys
import ray
from connect_toe.lab import LostUnitsError, deal
from connect_toe.lab import ray as workers
from connect_toe.lab.tasks import Done, SealedTask

def work(sealed, start, end, seconds):
    if start <= 2 < end:
        os._exit(1)
    return Done(f"{start} ".encode(), end - start, [], 60.0 * (start == 0))

workers.RETRIES = 0
pool = workers.RayPool(sys.argv[1])
pool._remote = ray.remote(num_cpus=1, max_retries=0)(work)
came = b""
try:
    for parcel in deal(pool, SealedTask(""), [(0, 4)]):
        came += parcel or b""
except LostUnitsError as error:
    print(sorted(came.split()), error.units, error.why)
"""


def test_what_kills_its_worker_is_named(cluster: Cluster) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DEADLY, cluster.address],
        env=cluster.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "[b'0', b'1', b'3'] [2] WorkerCrashedError" in done.stdout, done.stderr


def test_ctrl_c_ends_the_tasks(cluster: Cluster, tmp_path: Path) -> None:
    path = written(tmp_path / "cluster", LONG_EXPERIMENT)
    driver = cluster.driver("run", str(path), "--set", "games_per_cell=2000")
    wait_for_games(path, 10, driver)
    driver.send_signal(signal.SIGINT)
    _, told = driver.communicate(timeout=60)
    assert driver.returncode == 130
    assert f"resume {path} --set games_per_cell=2000 --ray {cluster.address}" in told.splitlines()[-1]


@pytest.mark.slow
def test_the_games_are_those_of_one_machine_whoever_dies(dying_cluster: Cluster, tmp_path: Path) -> None:
    cluster = dying_cluster
    path = written(tmp_path / "cluster", LONG_EXPERIMENT)
    first = cluster.driver("run", str(path))
    # A node dies, with the tasks that it has: Ray has them done by the other one.
    played = wait_for_games(path, 20, first)
    kill_tree(cluster.raylets[1])
    assert first.poll() is None
    # The driver dies: what was in flight is lost.
    played = wait_for_games(path, played + 20, first)
    first.kill()
    first.communicate(timeout=60)
    played = len(games(path))
    assert 40 <= played < 120
    done = cluster.lab("resume", str(path), "--format", "json")
    assert done.returncode == 0, done.stderr
    status = json.loads(done.stdout)
    assert status["done"] and status["games"] == 120 and status["sessions"] == 2
    assert games(path) == played_here(tmp_path, LONG_EXPERIMENT)
    assert exported(path) == exported(tmp_path / "here" / "experiment.toml")


@pytest.mark.slow
def test_without_the_head_the_driver_ends_and_another_goes_on(dying_cluster: Cluster, tmp_path: Path) -> None:
    cluster = dying_cluster
    path = written(tmp_path / "cluster", EXPERIMENT.replace("games_per_cell = 40", "games_per_cell = 8000"))
    driver = cluster.driver("run", str(path))
    wait_for_games(path, 20, driver)
    kill_tree(cluster.store)
    kill_tree(cluster.raylets[0])
    _, told = driver.communicate(timeout=120)
    assert driver.returncode not in (0, 130)
    assert f"go on with `python -m connect_toe.lab resume {path}" in told
    played = len(games(path))
    assert 20 <= played < 48_000
    done = command("resume", str(path), "--format", "json")
    status = json.loads(done.stdout)
    assert status["done"] and status["games"] == 48_000
