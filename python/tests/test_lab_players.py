"""Experiments on workers with players of one's own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lab_files import PLAYERS, command, exported, games, with_players

import connect_toe as ct
from connect_toe.lab import LocalPool, LostUnitsError, PlayersFile, ProcessPool, grade, run_experiment


def test_games_are_those_of_one_process(tmp_path: Path) -> None:
    path, file = with_players(tmp_path / "here")
    players = PlayersFile.read(file)
    here = ct.play_experiment(path, players=players.open())
    assert here["done"] and here["games"] == 240
    for pool in (LocalPool(2), ProcessPool(2)):
        other, _ = with_players(tmp_path / type(pool).__name__)
        status = run_experiment(pool, other, players=players)
        pool.leave()
        assert status["studies"] == here["studies"]
        assert games(other) == games(path)
        for form in ("csv", "json"):
            assert exported(other, players, form) == exported(path, players, form)


def test_the_commands(tmp_path: Path) -> None:
    path, file = with_players(tmp_path / "whole")
    named = [str(path), "--players", str(file)]
    done = command("run", *named, "--workers", "2", "--set", "games_per_cell=20", "--format", "json")
    assert done.returncode == 0, done.stderr
    status = json.loads(done.stdout)
    assert f"lab resume {path} --players {file} --set games_per_cell=20" in done.stderr.splitlines()[0]
    done = command("status", *named, "--set", "games_per_cell=20", "--format", "json")
    assert json.loads(done.stdout)["studies"] == status["studies"]
    done = command(
        "export", str(path.with_suffix(".db")), "--players", str(file), "--out", str(tmp_path / "c")
    )
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "c").read_text().splitlines()) == 121
    done = command("export", str(path.with_suffix(".db")), "--players", str(file))
    assert done.stdout == (tmp_path / "c").read_text()
    done = command("report", *named, "--set", "games_per_cell=20", "--out", str(tmp_path / "report"))
    assert done.returncode == 0, done.stderr
    assert "`depth 2 column`" in done.stdout and "report.html" in done.stdout
    assert "column" in (tmp_path / "report" / "report.md").read_text()
    # Who does not know the players cannot go on.
    done = command("resume", str(path), "--set", "games_per_cell=20")
    assert done.returncode == 2 and "no heuristic has the name `column`" in done.stderr


def test_parts_of_an_experiment_are_put_together(tmp_path: Path) -> None:
    path, file = with_players(tmp_path / "whole")
    ct.play_experiment(path, players=PlayersFile.read(file).open())
    all_games = tmp_path / "all.db"
    given = ["--experiment", str(path), "--players", str(file)]
    parts = []
    for number, (start, end) in enumerate(((0, 70), (70, 120))):
        parts.append(str(tmp_path / f"part-{number}.db"))
        done = command("shard", "run", *given, "--range", f"{start}..{end}", "--out", parts[-1], "--quiet")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["range"] == [start, end]
    done = command("shard", "merge", *given, "--out", str(all_games), *parts)
    assert done.returncode == 0, done.stderr
    merged = json.loads(done.stdout)
    assert merged["added"] == merged["games"] == 240 and "missing" not in merged
    assert games(path, all_games) == games(path)
    done = command("shard", "run", *given, "--range", "9..3", "--out", parts[0])
    assert done.returncode == 2 and "the range is empty" in done.stderr


def test_a_wrong_file_is_told_without_a_way_to_go_on(tmp_path: Path) -> None:
    path, file = with_players(tmp_path)
    path.write_text("games_per_cell = 'many'")
    done = command("run", str(path), "--players", str(file))
    assert done.returncode == 2 and "go on with" not in done.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "error: cannot read the file of players PLAYERS: No such file or directory"),
        ("x = 1\n", "error: PLAYERS does not define `players`"),
        ("x = 1\ny = (\n", "error: PLAYERS, line 2: SyntaxError: '(' was never closed"),
        ("\nimport no_such_module\n", "error: PLAYERS, line 2: ModuleNotFoundError: No module named"),
        ("raise SystemExit('no')", "error: PLAYERS, line 1: SystemExit: no"),
        ("def players(): ...", "error: PLAYERS: `players` is of the type function"),
        ("players = ['random']", "error: PLAYERS: `players[0]` is of the type str"),
        (
            f"{PLAYERS}players.append(connect_toe.Player('column', evaluate=Column(3)))",
            "two players have the name `column` and different functions",
        ),
        ("players = []", "no heuristic has the name `column`"),
    ],
)
def test_a_file_without_players_is_refused(tmp_path: Path, text: str | None, told: str) -> None:
    path, file = with_players(tmp_path, text or "")
    if text is None:
        file.unlink()
    done = command("run", str(path), "--players", str(file))
    assert done.returncode == 2, done.stderr
    assert told.replace("PLAYERS", str(file)) in done.stderr
    assert "hint: " in done.stderr or "name `column`" in told
    assert not path.with_suffix(".db").exists()


def test_a_file_is_read_as_python_reads_it(tmp_path: Path) -> None:
    path, file = with_players(tmp_path)
    texts = [PLAYERS.encode("utf-8-sig"), f"# coding: latin-1\n# \u00fc{PLAYERS}".encode("latin-1")]
    for text in texts:
        file.write_bytes(text)
        done = command("run", str(path), "--players", str(file), "--quiet")
        assert done.returncode == 0, done.stderr
        path.with_suffix(".db").unlink()
    file.write_bytes(texts[1].replace(b"latin-1", b"no-such"))
    done = command("run", str(path), "--players", str(file), "--quiet")
    assert done.returncode == 2 and f"cannot read the file of players {file}" in done.stderr


def test_hints_name_commands_that_know_the_players(tmp_path: Path) -> None:
    path, file = with_players(tmp_path / "a b")
    named = [str(path), "--players", str(file), "--quiet", "--set", "games_per_cell=4"]
    hint = f"`python -m connect_toe.lab {{}} '{path}' --set games_per_cell=4 --players '{file}'`"
    for word, told in (("resume", "run"), ("run", None), ("run", "resume")):
        done = command(word, *named)
        assert done.returncode == (0 if told is None else 2), done.stderr
        assert told is None or hint.format(told) in done.stderr, done.stderr


BROKEN = PLAYERS.replace(
    "    return moves[",
    '    if len(state.moves) < 0 or seed % 7 == 0:\n        raise KeyError("a")\n    return moves[',
)


def test_what_a_player_raises_is_told_with_its_line(tmp_path: Path) -> None:
    for number, (text, told) in enumerate(
        (
            (BROKEN, ", line 15: KeyError: 'a'"),
            (PLAYERS.replace("moves[seed", "4 + moves[seed"), ", line 14: TypeError: "),
            (
                PLAYERS.replace("* side", "* 0.5"),
                ": TypeError: evaluate of `column` gave values of the data type float64",
            ),
            (PLAYERS.replace("return moves[", "return 'z9' or moves["), "choose of `drawn` gave `z9` for"),
            (
                PLAYERS.replace("return moves[", "raise SystemExit(3)\n    return moves["),
                ", line 14: SystemExit: 3",
            ),
            (
                PLAYERS.replace("return moves[", "raise KeyboardInterrupt\n    return moves["),
                ", line 14: KeyboardInterrupt",
            ),
            (
                PLAYERS.replace("return moves[", "raise KeyError('\\33[2J')\n    return moves["),
                ", line 14: KeyError: '\\x1b[2J'",
            ),
            (
                PLAYERS.replace("return moves[", "raise ValueError('\\33[2J')\n    return moves["),
                ", line 14: ValueError: \\x1b[2J",
            ),
        )
    ):
        path, file = with_players(tmp_path / str(number), text)
        done = command("run", str(path), "--players", str(file), "--workers", "2", "--quiet")
        assert done.returncode in (1, 2), done.stderr
        assert told in done.stderr and "Traceback" not in done.stderr, done.stderr
        assert "z9" in told or (f"{file}{told}" in done.stderr and "hint: mend the player" in done.stderr)
        file.write_text(PLAYERS)
        # Before the first pair is played there are no results.
        word = "resume" if path.with_suffix(".db").exists() else "run"
        done = command(word, str(path), "--players", str(file), "--quiet")
        assert done.returncode == 0 and "240 of 240 games" in done.stdout


def test_a_player_that_ends_its_process_costs_its_pairs(tmp_path: Path) -> None:
    path, file = with_players(
        tmp_path, "import os\n" + PLAYERS.replace("    moves =", "    os._exit(7)\n    moves =")
    )
    players = PlayersFile.read(file)
    pool = ProcessPool(2)
    with pytest.raises(LostUnitsError, match="its process ended with code 7") as caught:
        run_experiment(pool, path, players=players)
    pool.leave()
    # Pairs of the two other players are played.
    assert caught.value.units == list(range(80, 120))
    assert len(games(path)) == 160


def test_heuristics_of_one_s_own_are_graded(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent / "examples" / "own_heuristic.py"
    file = tmp_path / "players.py"
    file.write_text(
        example.read_text()
        + 'players = [ct.Player(name="mine", evaluate=weighted_lines(ct.Game("5x4:4:-2")))]\n'
    )
    request = {"game": "5x4:4:-2", "heuristic": ["mine"], "player": ["minimax:depth=1,eval=mine"]}
    pool = ProcessPool(2)
    text = grade(pool, {**request, "plies": "12..16", "positions": 20}, players=PlayersFile.read(file))
    pool.leave()
    options = ["5x4:4:-2", "--plies", "12..16", "--positions", "20"]
    entries = ["--heuristic", "{}", "--player", "minimax:depth=1,eval={}"]
    mine, known = (
        command("grade", *options, *(entry.format(name) for entry in entries), *more)
        for name, more in (("mine", ["--players", str(file)]), ("weighted-lines", []))
    )
    assert mine.returncode == known.returncode == 0, mine.stderr + known.stderr
    assert json.loads(mine.stdout) == json.loads(text)
    # It has the engine's values, so it has the engine's grades.
    assert text.replace("mine", "weighted-lines") == known.stdout.strip()


SLOW = PLAYERS.replace("    moves =", "    import time\n    time.sleep(1000)\n    moves =")


def processes(file: Path) -> set[int]:
    """Workers of this driver's folder."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            is_worker = b"connect_toe.lab.processes" in (entry / "cmdline").read_bytes()
            if is_worker and (entry / "cwd").readlink() == file.parent:
                found.add(int(entry.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_driver_whatever_they_do(tmp_path: Path, sent: signal.Signals) -> None:
    path, file = with_players(tmp_path, SLOW)
    line = [
        sys.executable,
        "-m",
        "connect_toe.lab",
        "run",
        str(path),
        "--players",
        str(file),
        "--workers",
        "2",
    ]
    with subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE) as driver:
        until = time.monotonic() + 60
        while len(processes(file)) < 2:
            assert time.monotonic() < until and driver.poll() is None
            time.sleep(0.1)
        time.sleep(1)
        os.kill(driver.pid, sent)
        try:
            assert driver.wait(timeout=20) == (130 if sent == signal.SIGINT else -signal.SIGKILL)
        finally:
            driver.kill()
        until = time.monotonic() + 20
        while processes(file):
            assert time.monotonic() < until, "workers go on without a driver"
            time.sleep(0.1)
