"""The command line gives the same answers."""

from typing import Any

import pytest
from conftest import CommandLine

import connect_toe as ct


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer without how long it took."""
    return {key: value for key, value in answer.items() if not key.startswith("seconds")}


def test_describe(command_line: CommandLine) -> None:
    for text in ("connect-four", "hypercube-4", "6x6:4:+1,-1,+2,-2:misere", "2x2x2x2x2x2x2x2:2"):
        assert ct.Game(text).describe() == command_line("describe", text)
    assert ct.games() == command_line("games")


def test_analyze(command_line: CommandLine) -> None:
    for text, moves in (("connect-four", "d1 d2 c1"), ("score-four", ""), ("5x5:4", "c3")):
        for player in ("alpha-beta:depth=4,eval=runs", "minimax:depth=2,eval=weighted-lines"):
            analysis = ct.Game(text).state(moves).analyze(player)
            assert analysis.to_dict() == command_line("analyze", text, "--player", player, "--moves", moves)


def test_solve(command_line: CommandLine) -> None:
    state = ct.Game("5x4:4:-2").state("c1")
    solution = state.solve(all_moves=True, threads=1)
    known = command_line("solve", "5x4:4:-2", "--moves", "c1", "--all-moves", "--threads", "1")
    assert timeless(solution.to_dict()) == timeless(known)


def test_eval(command_line: CommandLine) -> None:
    state = ct.Game("connect-four").state("d1 d2 c1")
    values = command_line("eval", "connect-four", "--moves", "d1 d2 c1", "--for", "x")["values"]
    assert {name: state.evaluate(name, side="x") for name in values} == values


def test_match_and_playouts(command_line: CommandLine) -> None:
    game = ct.Game("connect-four")
    arguments = ["--player", "minimax:depth=2", "--opponent", "random", "--games", "100", "--seed", "1"]
    match = game.match("minimax:depth=2", "random", games=100, seed=1)
    assert match.to_dict() == command_line("match", "connect-four", *arguments)
    counts = game.playouts(1000, seed=3).to_dict()
    known = command_line("playouts", "connect-four", "--games", "1000", "--seed", "3")
    assert timeless(counts) == timeless(known)


@pytest.mark.parametrize(
    ("text", "moves"),
    [("7x6:4:-3", ""), ("3x3", ""), ("connect-four", "d1 d9"), ("4x4x4:4", "a1"), ("tic-tac-toe", "a1,b2")],
)
def test_errors_have_the_same_words(command_line: CommandLine, text: str, moves: str) -> None:
    with pytest.raises(ValueError) as caught:
        ct.Game(text).state(moves)
    said = command_line("moves", text, "--moves", moves)
    assert f"error: {caught.value}" in said
