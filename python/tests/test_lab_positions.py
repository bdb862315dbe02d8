"""Solving, grading and exploring, dealt out to workers."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import CommandLine
from lab_files import command

from connect_toe import Game, RequestError, atlas
from connect_toe.lab import LocalPool, build_atlas, grade, solve_lines

LINES = "# mate in a few\n\nd1 d2 c1 c2 win 3\na1 b1 a2 b2\n-\n" + "c1 b1\n" * 30 + "d1 d2 d3 c1 # the last\n"
GAME = "5x4:4:-2"


def solved(workers: int, lines: str, **request: Any) -> tuple[list[Any], tuple[int, int]]:  # noqa: ANN401
    """The answers without their seconds, and what was compared."""
    answers: list[Any] = []
    pool = LocalPool(workers)
    told = solve_lines(pool, {"game": GAME, "lines": lines, **request}, "list", answers.append)
    pool.leave()
    return [timeless(answer) for answer in answers], told


def timeless(answer: str) -> dict[str, Any]:
    return {name: value for name, value in json.loads(answer).items() if not name.startswith("seconds")}


def test_lines_come_in_their_order() -> None:
    one, told = solved(1, LINES)
    assert solved(3, LINES) == (one, told)
    assert told == (1, 1) or told == (1, 0)
    assert [answer["moves_played"] for answer in one][:3] == ["d1 d2 c1 c2", "a1 b1 a2 b2", ""]
    assert len(one) == 34
    known = Game(GAME).state("c1 b1").solve(threads=1).to_dict()
    assert {name: one[5][name] for name in ("result", "distance", "best", "line")} == {
        name: known[name] for name in ("result", "distance", "best", "line")
    }


def test_a_wrong_line_is_named() -> None:
    for workers in (1, 2):
        with pytest.raises(RequestError, match="list, line 36: "):
            solved(workers, LINES.replace("d1 d2 d3 c1", "d1 d9"))
    with pytest.raises(RequestError, match="is not a game"):
        solve_lines(LocalPool(1), {"game": "7x6:4:-3", "lines": "-\n"}, "list", print)


def test_what_each_raises_ends_the_work() -> None:
    def refuse(answer: str) -> None:
        raise KeyError(answer)

    with pytest.raises(KeyError):
        solve_lines(LocalPool(2), {"game": GAME, "lines": LINES}, "list", refuse)


def test_answers_are_those_of_the_command_line(tmp_path: Path) -> None:
    program = os.environ.get("CONNECT_TOE")
    if program is None:
        pytest.skip("CONNECT_TOE does not name the command line program")
    path = tmp_path / "lines"
    path.write_text(LINES)
    options = ["solve", GAME, "--file", str(path), "--all-moves", "--score", "pons"]
    line = [program, *options, "--threads", "1", "--format", "json", "--quiet"]
    known = subprocess.run(line, capture_output=True, text=True, check=False)
    done = command(*options, "--workers", "2")
    assert known.returncode == done.returncode
    assert [*map(timeless, done.stdout.splitlines())] == [*map(timeless, known.stdout.splitlines())]


@pytest.mark.skipif(os.name != "posix", reason="a shell connects the programs")
def test_answers_go_where_they_are_read() -> None:
    lab = shlex.join([sys.executable, "-m", "connect_toe.lab"])

    def told(line: str, given: bytes = b"") -> tuple[bytes, bytes]:
        done = subprocess.run(
            ["bash", "-c", line], input=given, capture_output=True, check=False, timeout=100
        )
        return done.stdout, done.stderr

    solve = f"{lab} solve 3x3:3 --file - --workers 1"
    # More than a pipe holds, and less than Python writes at once.
    for some in (2000, 1):
        line = f"{solve} | (exec 0<&-; sleep 1); echo ${{PIPESTATUS[0]}}"
        assert told(line, b"a1\r\n" * some) == (b"0\n", b"")
    why = b"error: cannot read -: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte\n"
    assert told(f"{solve}; echo $?", b"\xff\n") == (b"2\n", why)


REQUEST = {"game": GAME, "heuristic": ["runs", "open-lines"], "player": ["minimax:depth=2"], "positions": 30}


def graded(workers: int, **request: Any) -> dict[str, Any]:  # noqa: ANN401
    pool = LocalPool(workers)
    answer: dict[str, Any] = json.loads(grade(pool, {**REQUEST, **request}))
    pool.leave()
    return answer


def test_grades_are_the_same_for_any_number_of_workers() -> None:
    one = graded(1, plies="12..16")
    assert graded(3, plies="12..16") == one
    assert one["overall"]["positions"] == 150


def test_grades_are_those_of_the_command_line(command_line: CommandLine, tmp_path: Path) -> None:
    entries = ["--heuristic", "runs", "--heuristic", "open-lines", "--player", "minimax:depth=2"]
    for more in (["--plies", "12..16"], ["--solver-nodes", "300"]):
        known = command_line("grade", GAME, *entries, "--positions", "30", *more)
        options = {"plies": "12..16"} if "--plies" in more else {"solver_nodes": 300}
        assert graded(2, **options) == known
    # Values that are kept are not found out again, and change nothing.
    values = tmp_path / "values.db"
    for _ in range(2):
        assert graded(2, plies="12..16", results=str(values)) == graded(1, plies="12..16")
    done = command("grade", GAME, *entries, "--positions", "30", "--plies", "12..16")
    assert json.loads(done.stdout) == graded(1, plies="12..16")


def test_a_grade_needs_somebody_to_grade() -> None:
    with pytest.raises(RequestError, match="needs a heuristic or a player"):
        grade(LocalPool(1), {"game": GAME})


PLAN = """
[[family]]
cells = "4..9"
dimensions = 2
placement = ["free", "one face"]
"""


def test_an_atlas_is_the_same_for_any_number_of_workers(tmp_path: Path, command_line: CommandLine) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    tables = []
    for workers in (1, 3):
        pool = LocalPool(workers)
        out = str(tmp_path / f"{workers}.db")
        status = json.loads(build_atlas(pool, {"plan": str(plan), "out": out}))
        assert status["games"] == status["planned"] == status["found"] > 100
        # Nothing is searched twice.
        assert json.loads(build_atlas(pool, {"plan": str(plan), "out": out}))["found"] == 0
        pool.leave()
        tables.append([{**row, "seconds": 0} for row in atlas(out)])
    assert tables[0] == tables[1]
    known = command_line("atlas", "build", str(plan))
    assert [{**row, "seconds": 0} for row in atlas(known["file"])] == tables[0]
    done = command("atlas", str(plan), "--out", str(tmp_path / "again.db"), "--workers", "2", "--quiet")
    assert json.loads(done.stdout)["games"] == len(tables[0])


def test_a_plan_that_is_not_one_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text("[[family]]\ncells = 9\nface = 1\n")
    with pytest.raises(RequestError, match="unknown field `face`"):
        build_atlas(LocalPool(1), {"plan": str(plan)})
