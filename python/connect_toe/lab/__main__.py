"""The command ``python -m connect_toe.lab``."""

import argparse
import json
import os
import re
import shlex
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from decimal import Decimal
from pathlib import Path
from typing import Any

from connect_toe import merge_shards, run_shard
from connect_toe._native import ExperimentResults, Notice, Progress, RequestError
from connect_toe.lab.driver import (
    LostUnitsError,
    Pool,
    build_atlas,
    grade,
    run_experiment,
    solve_lines,
)
from connect_toe.lab.local import LocalPool
from connect_toe.lab.players import PlayersFile
from connect_toe.lab.processes import ProcessPool

FAILED, WRONG, INTERRUPTED = 1, 2, 130
"""Exit codes, as those of the command line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the answer is its exit code."""
    options = _parser().parse_args(arguments)
    warnings.showwarning = _show_warning
    warnings.simplefilter("always", Notice)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Who reads the answer has enough of it. What is left of it goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, RuntimeError, OSError, LostUnitsError) as error:
        _say(f"error: {error}")
        hint = getattr(error, "_command_hint", None) or getattr(error, "hint", None)
        if hint:
            _say(f"\nhint: {_in_own_commands(hint, options)}")
        return WRONG if isinstance(error, (RequestError, FileNotFoundError, FileExistsError)) else FAILED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m connect_toe.lab",
        description="Experiments, solving and grading on many processors and machines. Games, files and "
        "answers are those of the command `connect-toe`.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, about in (
        ("run", "Play an experiment's games"),
        ("resume", "Play the missing games of an experiment"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        _add_files(command)
        _add_pool(command)
        command.add_argument(
            "--any-version",
            action="store_true",
            help="add to results of another version of this program, whose players may play differently",
        )
        command.set_defaults(run=_play, resume=name == "resume")
    about = "Show the progress of an experiment"
    command = commands.add_parser("status", help=about, description=about)
    _add_files(command)
    command.set_defaults(run=_status)
    about = "Write every game of an experiment, to a file or to standard output"
    command = commands.add_parser("export", help=about, description=about)
    _add_files(command, forms=("csv", "json"))
    command.add_argument("--out", metavar="FILE", help="the file for the games [default: standard output]")
    command.set_defaults(run=_export)
    about = "Write the report on an experiment"
    command = commands.add_parser("report", help=about, description=about)
    _add_files(command)
    command.add_argument("--out", metavar="DIR", help="folder for the report [default: FILE with -report]")
    command.set_defaults(run=_report)
    _add_shard(commands)
    _add_solve(commands)
    _add_grade(commands)
    _add_atlas(commands)
    return parser


def _add_shard(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "Parts of an experiment, played anywhere, put together afterwards: for jobs of Slurm"
    shards = commands.add_parser("shard", help=about, description=about)
    kinds = shards.add_subparsers(required=True, metavar="COMMAND")
    for name, about in (
        ("run", "Play a range of an experiment's pairs of games into a file of its own"),
        ("merge", "Merge the games of several files; games that are there stay as they are"),
    ):
        command = kinds.add_parser(name, help=about, description=about)
        command.add_argument("--experiment", required=True, metavar="FILE", help="the experiment file (TOML)")
        command.add_argument("--out", required=True, metavar="RESULTS", help="the file for the results")
        if name == "run":
            command.add_argument(
                "--range", required=True, metavar="A..B", help="the pairs: 0..500 are the first 500"
            )
            command.add_argument("--quiet", action="store_true", help="show no progress")
        else:
            command.add_argument("parts", nargs="+", metavar="PART", help="files with results of parts")
        command.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="replace a variable or setting"
        )
        command.add_argument("--seed", type=_whole, help="the seed, in place of that of the file")
        _add_players(command)
        command.set_defaults(run=_shard if name == "run" else _merge)


def _add_solve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "Solve the positions of a file; a line of JSON for each"
    command = commands.add_parser("solve", help=about, description=about)
    command.add_argument("game", metavar="GAME", help="game text or a preset's name")
    command.add_argument(
        "--file", required=True, metavar="FILE", help="lines of MOVES [EXPECTED]; - for standard input"
    )
    command.add_argument("--all-moves", action="store_true", help="value every legal move")
    command.add_argument("--weak", action="store_true", help="find out who wins, not in how many plies")
    command.add_argument("--value-only", action="store_true", help="values alone: no best moves, no line")
    command.add_argument("--memory", metavar="BYTES", help="memory of each worker for tables: 64M")
    command.add_argument("--score", choices=("pons",), help="add a score")
    _add_pool(command)
    command.set_defaults(run=_solve)


def _add_grade(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "Grade heuristics and players against exact values; the answer is JSON"
    command = commands.add_parser("grade", help=about, description=about)
    command.add_argument("game", metavar="GAME", help="game text or a preset's name")
    command.add_argument("--heuristic", action="append", default=[], metavar="NAME", help="a heuristic")
    command.add_argument("--player", action="append", default=[], metavar="SPEC", help="a player")
    command.add_argument("--plies", metavar="A..B", help="plies at which positions are drawn")
    command.add_argument("--positions", type=_few, metavar="N", help="positions of each ply")
    command.add_argument("--seed", type=_whole, help="the seed of the positions")
    command.add_argument("--solver-nodes", type=_whole, metavar="N", help="node limit of the solver")
    command.add_argument("--results", help="keep exact values in this file")
    command.add_argument("--out", metavar="DIR", help="folder for grade.json and grade.csv")
    _add_players(command)
    _add_pool(command)
    command.set_defaults(run=_grade)


def _add_atlas(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "Find the values of the games of a plan, or go on with it; the answer is JSON"
    command = commands.add_parser("atlas", help=about, description=about)
    command.add_argument("plan", metavar="PLAN", help="the plan (TOML)")
    command.add_argument("--out", metavar="FILE", help="file of the atlas [default: PLAN with .db for .toml]")
    command.add_argument("--memory", metavar="BYTES", help="memory of each worker for tables [default: 64M]")
    _add_pool(command)
    command.set_defaults(run=_atlas)


def _add_files(command: argparse.ArgumentParser, forms: tuple[str, ...] = ("text", "json")) -> None:
    command.add_argument("experiment", metavar="FILE", help="the experiment file (TOML), or a results file")
    command.add_argument("--results", help="where the results are [default: FILE with .db]")
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="replace a variable or setting"
    )
    command.add_argument("--seed", type=_whole, help="the seed, in place of that of the file")
    _add_players(command)
    command.add_argument("--format", choices=forms, default=forms[0], help="the form of the answer")


def _add_players(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--players",
        metavar="PLAYERS.py",
        help="a Python file with heuristics and players of your own: it defines `players`, a list of "
        "connect_toe.Player. Its text goes to the workers, which run it too",
    )


def _add_pool(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--ray",
        default="local",
        metavar="local|ADDRESS",
        help="the Ray cluster: HOST:PORT, or auto for the one that this machine is in; local needs no Ray "
        "and uses this machine's cores [default: local]",
    )
    command.add_argument(
        "--workers", type=_few, metavar="N", help="work on at most N units at a time [default: all cores]"
    )
    command.add_argument("--quiet", action="store_true", help="show no progress")


def _whole(text: str, most: int = 2**64 - 1) -> int:
    """A whole number from 0 on, which may be written as 1e9."""
    try:
        number = Decimal(text)
        is_in_range = 0 <= number <= most
    except ArithmeticError:
        raise argparse.ArgumentTypeError(f"invalid number `{text}`") from None
    if not is_in_range or number != int(number):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 to {most}")
    return int(number)


def _count(text: str, most: int = 2**64 - 1) -> int:
    number = _whole(text, most)
    if number < 1:
        raise argparse.ArgumentTypeError("there must be at least one")
    return number


def _few(text: str) -> int:
    return _count(text, most=2**32 - 1)


@contextmanager
def _pool(options: argparse.Namespace) -> Iterator[Pool]:
    if options.ray == "local":
        is_own = getattr(options, "players", None) is not None
        pool: Pool = ProcessPool(options.workers) if is_own else LocalPool(options.workers)
        try:
            yield pool
        finally:
            pool.leave()
        return
    from connect_toe.lab.ray import RayPool

    # Ray prints what happens to its nodes, and standard output is for the answer.
    with redirect_stdout(sys.stderr):
        pool = RayPool(options.ray, options.workers)
        try:
            yield pool
        finally:
            pool.leave()


def _files(options: argparse.Namespace) -> dict[str, Any]:
    """The experiment and its results as arguments of the engine."""
    return {
        "experiment": options.experiment,
        "results": options.results,
        "settings": options.set,
        "seed": options.seed,
    }


def _players(options: argparse.Namespace) -> PlayersFile | None:
    """The file of players, which has been opened: what is wrong with it is found out before anything else."""
    if options.players is None:
        return None
    players = PlayersFile.read(options.players)
    players.open()
    return players


def _results(options: argparse.Namespace) -> ExperimentResults:
    """What questions about results are asked of."""
    players = _players(options)
    return ExperimentResults(**_files(options), players=None if players is None else players.open())


def _play(options: argparse.Namespace) -> int:
    players = _players(options)
    # If the machine with the head of the cluster dies, Ray ends this process without a word.
    again = f"if the run ends before its time, go on with `{_resume_line(options)}`"
    display = _Display(options.quiet, note=again)
    try:
        with _pool(options) as pool:
            status = run_experiment(
                pool,
                **_files(options),
                players=players,
                resume=options.resume,
                any_version=options.any_version,
                progress=display,
            )
    except KeyboardInterrupt:
        display.clear()
        _say(f"stopped; what was played is kept. Go on with `{_resume_line(options)}`")
        return INTERRUPTED
    except LostUnitsError as error:
        display.clear()
        lost = LostUnitsError(error.units, f"{error.why}; the other pairs are played")
        first = error.units[0]
        line = ["connect-toe", "shard", "run", "--experiment", options.experiment]
        line += ["--range", f"{first}..{first + 1}", "--out", "alone.db", *_settings(options)]
        if options.players is None:
            lost.hint = f"a unit is a pair; `{shlex.join(line)}` plays one alone"
        raise lost from None
    finally:
        display.clear()
    return _print_status(status, options)


def _status(options: argparse.Namespace) -> int:
    return _print_status(_results(options).status(), options)


def _export(options: argparse.Namespace) -> int:
    out = sys.stdout.buffer if options.out is None else options.out
    _results(options).export(out, json=options.format == "json")
    return 0


def _report(options: argparse.Namespace) -> int:
    written = _results(options).report(options.out)
    if options.format == "json":
        print(_json(written))
    else:
        print(_printable("\n".join([*written["summary"], "", *written["files"]])))
    return 0


def _solve(options: argparse.Namespace) -> int:
    try:
        read = sys.stdin.buffer.read if options.file == "-" else Path(options.file).read_bytes
        text = read().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(f"cannot read {options.file}: {error}") from error
    request = {"game": options.game, "lines": text}
    for name in ("all_moves", "weak", "value_only", "memory", "score"):
        value = getattr(options, name)
        if value is not None:
            request[name] = value
    display = _Display(options.quiet)
    answers = sys.stdout

    def each(answer: str) -> None:
        display.clear()
        print(answer, file=answers, flush=True)

    try:
        with _pool(options) as pool:
            name = "standard input" if options.file == "-" else options.file
            checked, wrong = solve_lines(pool, request, name, each, progress=display)
    finally:
        display.clear()
    if wrong > 0:
        raise RuntimeError(f"{wrong} of {checked} positions differ from their expected value")
    return 0


def _of_experiment(options: argparse.Namespace) -> dict[str, Any]:
    """What both ways to make results of parts are told about their experiment."""
    players = _players(options)
    own = () if players is None else players.open()
    return {"players": own, "settings": options.set, "seed": options.seed}


def _shard(options: argparse.Namespace) -> int:
    """Play a part. The answer is JSON."""
    given = _of_experiment(options)
    display = _Display(options.quiet)
    try:
        shard = run_shard(options.experiment, options.range, options.out, **given, progress=display)
    finally:
        display.clear()
    print(_json(shard.to_dict()))
    return INTERRUPTED if shard.interrupted else 0


def _merge(options: argparse.Namespace) -> int:
    """Put parts together. The answer is JSON."""
    merged = merge_shards(options.experiment, options.parts, options.out, **_of_experiment(options))
    print(_json(merged.to_dict()))
    return 0


def _grade(options: argparse.Namespace) -> int:
    request = {"game": options.game, "heuristic": options.heuristic, "player": options.player}
    for name in ("plies", "positions", "seed", "solver_nodes", "results", "out"):
        value = getattr(options, name)
        if value is not None:
            request[name] = value
    players = _players(options)
    display = _Display(options.quiet)
    try:
        with _pool(options) as pool:
            grades = grade(pool, request, players=players, progress=display)
    finally:
        display.clear()
    print(grades)
    return 0


def _atlas(options: argparse.Namespace) -> int:
    names = ("plan", "out", "memory")
    request = {name: value for name in names if (value := getattr(options, name)) is not None}
    display = _Display(options.quiet)
    try:
        with _pool(options) as pool:
            status = build_atlas(pool, request, progress=display)
    finally:
        display.clear()
    print(status)
    return INTERRUPTED if json.loads(status).get("interrupted") else 0


def _print_status(status: dict[str, Any], options: argparse.Namespace) -> int:
    if options.format == "json":
        print(_json(status))
        return 0
    lines = [status["title"], f"{status['games']} of {status['games_wanted']} games in {status['results']}"]
    for study in status["studies"]:
        lines += ["", f"{study['name']}: {study['games']} of {study['games_wanted']} games"]
        for player in study["players"][:5]:
            low, high = player["interval"]
            score = f"{100 * player['score']:5.1f} %  ({100 * low:.1f} to {100 * high:.1f} %)"
            lines.append(f"  {score}  {player['player']}")
    print(_printable("\n".join(lines)))
    return 0


def _json(answer: dict[str, Any]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _resume_line(options: argparse.Namespace) -> str:
    words = ["python", "-m", "connect_toe.lab", "resume", options.experiment]
    if options.results is not None:
        words += ["--results", options.results]
    if options.players is not None:
        words += ["--players", options.players]
    words += _settings(options)
    if options.ray != "local":
        words += ["--ray", options.ray]
    if options.workers is not None:
        words += ["--workers", str(options.workers)]
    if options.any_version:
        words.append("--any-version")
    return shlex.join(words)


def _in_own_commands(hint: str, options: argparse.Namespace) -> str:
    """A hint of the engine: of its commands, those that are also here are called as here."""
    players = getattr(options, "players", None)
    more = "" if players is None else " " + shlex.join(["--players", players])
    ours = r"`connect-toe experiment (run|resume|status|export|report)\b([^`]*)`"
    return re.sub(ours, lambda found: f"`python -m connect_toe.lab {found[1]}{found[2]}{more}`", hint)


def _settings(options: argparse.Namespace) -> list[str]:
    words = [] if options.seed is None else ["--seed", str(options.seed)]
    for value in options.set:
        words += ["--set", value]
    return words


def _printable(text: str) -> str:
    """The text without what a terminal would obey: titles and names come from files, errors from players."""
    return "".join(
        character if character.isprintable() or character in "\n\u00a0" else repr(character)[1:-1]
        for character in text
    )


class _Display:
    """Progress in one line of a terminal."""

    def __init__(self, is_quiet: bool, note: str | None = None) -> None:
        """Show nothing if told so. The note is said when the work begins: then its files are right."""
        self._shows = sys.stderr.isatty() and not is_quiet
        self._width = 0
        self._note = None if is_quiet else note

    def __call__(self, progress: Progress) -> None:
        if self._note is not None:
            _say(self._note)
            self._note = None
        if self._shows:
            of = "" if progress.total is None else f" of {progress.total}"
            text = _printable(f"{progress.done}{of} {progress.unit}  {progress.detail}")[:110]
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._width = len(text)

    def clear(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0


def _say(text: str) -> None:
    print(_printable(text), file=sys.stderr, flush=True)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    _say(f"warning: {message}")


if __name__ == "__main__":
    sys.exit(main())
