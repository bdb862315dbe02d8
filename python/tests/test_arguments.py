"""Arguments of requests are checked by the annotations of the functions, and told in words of Python."""

import inspect
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import connect_toe as ct
from connect_toe import _questions, _studies, ratings

GAME = ct.Game("3x3:3")
STATE = GAME.state("b2")
FUNCTIONS: list[Callable[..., Any]] = [
    function
    for module in (_questions, _studies)
    for name, function in vars(module).items()
    if inspect.isfunction(function) and function.__module__ == module.__name__ and name[0] != "_"
]
TUNED = "best:nodes=20,noise=400{0..500},eval=runs"


class Nothing:
    """What no function takes."""


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_function_names_the_argument_that_is_wrong(function: Callable[..., Any]) -> None:
    parameters = inspect.signature(function).parameters.values()
    puzzle = ct.puzzles("tic-tac-toe", 1, seed=1)[0]
    right: dict[str, Any] = {"puzzle": puzzle, "state": STATE, "game": GAME, "plies": 3, "pairs": "0..2"}
    right |= {"players": ["random"], "counts": (1, 1, 1), "depth": 1, "parts": ["p"], "player": TUNED}
    needed = {one.name: right.get(one.name, "text") for one in parameters if one.default is one.empty}
    for one in parameters:
        with pytest.raises(TypeError, match=f"^{one.name} is .*, not Nothing$"):
            function(**needed | {one.name: Nothing()})


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: ct.merge_shards("e.toml", "p1.db", "pm.db"), r"^parts is a list, as in \['p1.db'\]$"),
        (lambda: ct.merge_shards("e.toml", Path("p"), "pm.db"), r"^parts is a list, as in \["),  # type: ignore[arg-type]
        (lambda: ct.paper(experiments="cubes"), r"^experiments is a list, as in \['cubes'\]$"),
        (lambda: ct.merge_shards("e.toml", [3], "pm.db"), r"^parts\[0\] is a path, not int$"),  # type: ignore[list-item]
        (
            lambda: ct.grade(GAME, ["perfect"], plies=[3, 4]),  # type: ignore[arg-type]
            r"^plies is a range, or \(first, last\), not a list",
        ),
        (lambda: ct.grade(GAME, ["perfect"], plies=(3,)), r"a range or a pair of numbers, not \(3,\)$"),  # type: ignore[arg-type]
        (lambda: ct.make_dataset(GAME, None), "^out is a path, not None$"),  # type: ignore[arg-type]
        (lambda: ct.make_dataset(GAME, "d", validation="0.1"), "^validation is a number, not str$"),  # type: ignore[arg-type]
        (lambda: ct.statistics("1/1/1", confidence=True), "^confidence is a number, not bool$"),
        (lambda: ct.explain(GAME, "runs"), "^state is a State, not Game$"),  # type: ignore[arg-type]
        (lambda: ratings.alpha_rank([[0]], alpha="3"), "^alpha is a number, not str$"),  # type: ignore[arg-type]
        (lambda: ratings.transitivity([[0]], players="a"), r"^players is a list, as in \['a'\]$"),
    ],
)
def test_wrong_types_are_told(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        ask()


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: ct.write_game(STATE, "pgn"), "^form is 'sgf', 'psq' or 'digits', not 'pgn'$"),  # type: ignore[arg-type]
        (lambda: ct.explain(STATE, "runs", 2), "^side is 'x', 'o', 1 or -1, not 2$"),  # type: ignore[arg-type]
        (lambda: ct.grade(GAME, ["perfect"], plies=range(5, 5)), r"^plies .*: range\(5, 5\) is empty$"),
        (lambda: ct.grade(GAME, ["perfect"], plies=range(3, 9, 2)), r"one after the other"),
        (lambda: ct.attempt_puzzle(ct.puzzles("3x3:3", 1)[0], 99), "99"),
        (lambda: ct.statistics("1/1/1", plan=float("nan")), "^plan is a number, not nan$"),
    ],
)
def test_wrong_values_are_told(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(ct.RequestError, match=told):
        ask()


def test_numbers_of_numpy_are_numbers() -> None:
    planned = ct.statistics((60, 25, 15), plan=20)
    plans: list[Any] = [np.int64(20), np.float32(20), Fraction(40, 2)]
    assert all(ct.statistics((60, 25, 15), plan=plan) == planned for plan in plans)
    tested = ct.statistics((60, 25, 15), sprt=(0, 5))
    pairs: list[Any] = [(np.int8(0), np.float32(5)), [0, 5], np.array([0, 5])]
    assert all(ct.statistics((60, 25, 15), sprt=pair) == tested for pair in pairs)
    same: Any = {"games": np.int64(10), "swap": np.bool_(False), "seed": np.uint8(1)}
    table = ct.tournament(GAME, ["random", "two-ply"], games=10, swap=False, seed=1)
    assert ct.tournament(GAME, ["random", "two-ply"], **same) == table


def test_sides_and_moves_are_those_of_states() -> None:
    assert ct.explain(STATE, "runs", 1) == ct.explain(STATE, "runs", "x")
    assert ct.explain(STATE, "runs", -1) == ct.explain(STATE, "runs", "o")
    puzzle = ct.puzzles("tic-tac-toe", 1, seed=1)[0]
    action = ct.Game(puzzle.game).cell_names.index(puzzle.solution[0])
    assert ct.attempt_puzzle(puzzle, action) == ct.attempt_puzzle(puzzle, puzzle.solution[0])
