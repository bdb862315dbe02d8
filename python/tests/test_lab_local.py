"""Experiments on threads of this machine, and how ranges are dealt out."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lab_files import EXPERIMENT, LONG_EXPERIMENT, command, exported, games, written

import connect_toe.lab.__main__ as lab
from connect_toe import Notice, RequestError
from connect_toe.lab import LocalPool, LostUnitsError, WorkerLostError, deal, run_experiment
from connect_toe.lab.driver import Came
from connect_toe.lab.tasks import Done, SealedTask


def test_games_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    exports = []
    for workers in (1, 3):
        path = written(tmp_path / str(workers), EXPERIMENT)
        status = run_experiment(LocalPool(workers), path)
        assert status["done"] and status["games"] == status["games_wanted"] == 240
        exports.append(games(path))
    assert exports[0] == exports[1]


def test_games_are_those_of_the_command_line(tmp_path: Path, command_line: Any) -> None:  # noqa: ANN401
    path = written(tmp_path, EXPERIMENT)
    status = run_experiment(LocalPool(2), path)
    other = tmp_path / "other.db"
    known = command_line("experiment", "run", str(path), "--results", str(other))
    for key in ("experiment", "pairs", "games", "done", "studies"):
        assert status[key] == known[key]
    assert games(path) == games(path, other)
    # The table too.
    line = [os.environ["CONNECT_TOE"], "experiment", "export", str(path), "--results", str(other), "--quiet"]
    assert exported(path) == subprocess.run(line, capture_output=True, check=True).stdout


def test_results_are_not_played_over(tmp_path: Path) -> None:
    path = written(tmp_path, EXPERIMENT)
    with pytest.raises(FileNotFoundError, match="does not exist"):
        run_experiment(LocalPool(1), path, resume=True)
    run_experiment(LocalPool(2), path, settings=["games_per_cell=20"])
    with pytest.raises(RequestError, match="a different experiment"):
        run_experiment(LocalPool(1), path, resume=True)


def test_progress_can_stop_a_run(tmp_path: Path) -> None:
    path = written(tmp_path, LONG_EXPERIMENT)
    with pytest.warns(Notice, match="what was played is in"):
        status = run_experiment(LocalPool(2), path, progress=lambda progress: progress.done < 4)
    assert status["interrupted"] and 0 < status["games"] < status["games_wanted"]


def test_the_command(tmp_path: Path) -> None:
    path = written(tmp_path, EXPERIMENT.replace("A test", "A \\u001btest"))
    done = command("run", str(path), "--results", str(tmp_path / "r.sqlite"), "--format", "json")
    status = json.loads(done.stdout)
    assert done.returncode == 0 and status["done"]
    assert f"lab resume {path}" in done.stderr.splitlines()[0]
    done = command("status", str(path), "--results", str(tmp_path / "r.sqlite"))
    assert done.returncode == 0 and done.stdout.startswith("A \\x1btest\n240 of 240 games in ")
    done = command("run", str(path), "--results", str(tmp_path / "r.sqlite"))
    assert done.returncode == 2 and "has results of this experiment already" in done.stderr
    done = command("run", str(tmp_path / "none.toml"))
    assert done.returncode == 2 and "cannot read" in done.stderr
    done = command("run", str(path), "--ray", "ray://127.0.0.1:10001")
    assert done.returncode == 2 and "Ray Client" in done.stderr


def test_ray_is_an_extra(tmp_path: Path) -> None:
    path = written(tmp_path, EXPERIMENT)
    without = (
        f"import sys; sys.modules['ray'] = None; sys.argv = ['lab', 'run', {str(path)!r}, '--ray', 'auto']"
    )
    program = f"{without}; import runpy; runpy.run_module('connect_toe.lab', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "Ray is not installed" in done.stderr and "pip install ray" in done.stderr
    assert not path.with_suffix(".db").exists()


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    path = written(tmp_path, LONG_EXPERIMENT)
    arguments = [sys.executable, "-m", "connect_toe.lab", "run", str(path), "--set", "games_per_cell=2000"]
    run = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
    results = path.with_suffix(".db")
    while not results.exists():
        time.sleep(0.05)
    time.sleep(3)
    asked = time.monotonic()
    run.send_signal(signal.SIGINT)
    _, told = run.communicate(timeout=60)
    assert run.returncode == 130 and time.monotonic() - asked < 10
    assert f"stopped; what was played is kept. Go on with `python -m connect_toe.lab resume {path}" in told
    status = json.loads(command("status", str(path.with_suffix(".db")), "--format", "json").stdout)
    assert 0 < status["games"] < status["games_wanted"]


class DeadlyPool(LocalPool):
    """Threads of which pair 3 would kill each."""

    def __init__(self, workers: int | None = None) -> None:
        super().__init__(workers)
        self.dead: list[Hashable] = []

    def submit(self, start: int, end: int, seconds: float) -> Any:  # noqa: ANN401
        if not start <= 3 < end:
            return super().submit(start, end, seconds)
        self.dead.append((start, end))
        return (start, end)

    def wait(self, seconds: float) -> list[Came]:
        dead, self.dead = self.dead, []
        return [Came(one, WorkerLostError("it died")) for one in dead] or super().wait(seconds)


def test_a_deadly_pair_is_named_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "LocalPool", DeadlyPool)
    path = written(tmp_path, EXPERIMENT)
    assert lab.main(["run", str(path), "--workers", "2", "--quiet"]) == 1
    told = capsys.readouterr().err
    assert "error: every worker that tried unit 3 died: it died; the other pairs are played" in told
    assert f"connect-toe shard run --experiment {path} --range 3..4 --out alone.db" in told
    assert len(games(path)) == 238
    # Somewhere else it may be played.
    assert run_experiment(LocalPool(1), path, resume=True)["done"]


class Workers:
    """Workers that a test makes up: units of `deadly` kill them."""

    name = "a test"
    cores = workers = 2
    at_once = 4

    def __init__(self, deadly: set[int] = frozenset(), cost: float = 0.5, limit: int | None = None) -> None:  # type: ignore[assignment]
        self.deadly, self.cost, self.limit = deadly, cost, limit
        self.flying: list[tuple[int, int]] = []
        self.given: list[tuple[int, int]] = []
        self.is_stopped = False

    def start(self, sealed: SealedTask) -> None:
        pass

    def submit(self, start: int, end: int, seconds: float) -> Hashable:
        self.flying.append((start, end))
        self.given.append((start, end))
        return (start, end)

    def wait(self, seconds: float) -> list[Came]:
        if not self.flying:
            return []
        start, end = self.flying.pop(0)
        if self.deadly & set(range(start, end)):
            return [Came((start, end), WorkerLostError("it died"))]
        done = end if self.limit is None else min(end, start + self.limit)
        left = [(done, end)] if done < end else []
        answer = ",".join(map(str, range(start, done))).encode()
        return [Came((start, end), Done(answer, done - start, left, self.cost * (done - start)))]

    def stop(self) -> None:
        self.is_stopped = True

    def leave(self) -> None:
        pass


def dealt(workers: Workers, ranges: list[tuple[int, int]]) -> Iterator[int]:
    """The units that come back."""
    for parcel in deal(workers, SealedTask(""), ranges):
        if parcel is not None:
            yield from map(int, parcel.decode().split(","))


def test_every_unit_comes_once() -> None:
    for workers in (Workers(), Workers(limit=3), Workers(cost=100.0), Workers(cost=0.0)):
        units = sorted(dealt(workers, [(0, 700), (900, 1000)]))
        assert units == [*range(700), *range(900, 1000)]


def test_ranges_take_a_few_seconds() -> None:
    workers = Workers(cost=0.01)
    assert sum(1 for _ in dealt(workers, [(0, 100_000)])) == 100_000
    sizes = [end - start for start, end in workers.given]
    assert max(sizes) == 300 and sizes[:4] == [1, 1, 1, 1]
    assert len(sizes) < 450, "most ranges have the full size"


def test_what_kills_workers_is_cornered() -> None:
    workers = Workers(deadly={5, 77}, cost=1e-6)
    units: list[int] = []
    with pytest.raises(LostUnitsError) as caught:
        units.extend(dealt(workers, [(0, 100)]))
    assert caught.value.units == [5, 77] and "it died" in str(caught.value)
    units = []
    with pytest.raises(LostUnitsError):
        for unit in dealt(Workers(deadly={5, 77}, cost=1e-6), [(0, 100)]):
            units.append(unit)
    assert sorted(units) == [unit for unit in range(100) if unit not in (5, 77)]


def test_leaving_early_gives_up_the_rest() -> None:
    workers = Workers()
    units = dealt(workers, [(0, 100)])
    assert next(units) == 0
    units.close()  # type: ignore[attr-defined]
    assert workers.is_stopped


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("run e.toml --seed -1", "-1 is not a whole number from 0 to 18446744073709551615"),
        ("run e.toml --seed 18446744073709551616", "is not a whole number from 0 to"),
        ("run e.toml --workers 1e19", "is not a whole number from 0 to 4294967295"),
        ("run e.toml --workers 0", "there must be at least one"),
        ("run e.toml --workers 1.5", "1.5 is not a whole number"),
        ("run e.toml --seed inf", "inf is not a whole number"),
        ("run e.toml --seed 1e999999999", "1e999999999 is not a whole number"),
        ("run e.toml --seed nan", "invalid number `nan`"),
        ("grade 3x3:3 --heuristic runs --positions -5", "-5 is not a whole number from 0 to 4294967295"),
        ("grade 3x3:3 --heuristic runs --seed x", "invalid number `x`"),
    ],
)
def test_numbers_that_cannot_be_are_refused(arguments: str, told: str) -> None:
    done = command(*arguments.split())
    assert done.returncode == 2 and told in done.stderr
