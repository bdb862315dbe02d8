"""Many boards at once."""

import copy
import functools
import pickle
import time
from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest
from calls import counting

import connect_toe as ct

Boards = npt.NDArray[np.int8]
Side = Literal["x", "o"]

# Every kind of placement, and one to four dimensions.
GAMES = ["9:3", "3x3:3", "7x6:4:-2", "5x5:4:+1,-2", "4x4x4:4:-3", "3x3x3x3:3", "3x3:3:free:misere", "15x15:5"]
# Turns, blocked cells, sides that are not alike, lines that are not rows.
WIDER = [
    "5x5:4:free:turn=1+2",
    "7x6:4:-2:blocked=a1+g6",
    "5x5:4:free:maker",
    "9x9:5:free:renju",
    "7:projective",
]
# Small ones of the same kinds.
SOLVED = [
    "4x3:3:free:turn=1+2",
    "4x3:3:-2:blocked=a1",
    "3x3:3:free:maker",
    "7:projective",
    "3x3:plane:free:turn=2+1",
]


def positions(game: ct.Game, number: int, seed: int = 1) -> tuple[Boards, list[Side]]:
    """Boards on the way of random games, finished ones too, and the sides to move."""
    random = np.random.default_rng(seed)
    boards, to_move = [], []
    state = game.new_initial_state()
    for _ in range(number):
        boards.append(state.board())
        to_move.append(state.to_move)
        moves = state.legal_moves()
        if moves:
            state.push(str(random.choice(moves)))
        else:
            state = game.new_initial_state()
    return np.stack(boards), list(to_move)


@pytest.mark.parametrize("text", [*GAMES, *WIDER])
@pytest.mark.parametrize("heuristic", ["runs", "weighted-lines:weights=1/3"])
def test_a_batch_has_the_values_of_each_board(text: str, heuristic: str) -> None:
    game = ct.Game(text)
    boards, to_move = positions(game, 60)
    sides: list[Side] = ["o" if place % 3 == 0 else "x" for place in range(60)]
    values = game.evaluate_batch(heuristic, boards, to_move, sides)
    assert values.dtype == np.int64
    assert values.shape == (60,)
    for board, mover, side, value in zip(boards, to_move, sides, values, strict=True):
        assert game.state(board=board, to_move=mover).evaluate(heuristic, side) == value
    assert (game.evaluate_batch(heuristic, boards, to_move) != values).any()
    numbers = np.where(np.array(to_move) == "x", 1, -1)
    for given in (
        numbers,
        numbers.astype(np.int8),
        numbers.astype(np.int16),
        numbers.tolist(),
        np.array(to_move),
    ):
        assert (game.evaluate_batch(heuristic, boards, given, sides) == values).all()


@pytest.mark.parametrize("text", [*GAMES, *WIDER])
def test_a_batch_has_the_moves_of_each_board(text: str) -> None:
    game = ct.Game(text)
    boards, to_move = positions(game, 60)
    legal = game.legal_batch(boards, to_move)
    assert legal.dtype == np.bool_
    assert legal.shape == boards.shape
    for board, mover, moves in zip(boards, to_move, legal, strict=True):
        assert (game.state(board=board, to_move=mover).legal_mask() == moves).all()


@pytest.mark.parametrize("text", ["3x3:3", "4x3:3:-2", "4x4:3:+1,-2", "3x3:3:free:misere", *SOLVED])
def test_a_batch_has_the_exact_value_of_each_board(text: str) -> None:
    game = ct.Game(text)
    boards, to_move = positions(game, 40)
    solved = game.solve_batch(boards, to_move, threads=2)
    assert len(solved) == len(solved.results) == len(solved.distances) == 40
    for board, mover, proven, result in zip(boards, to_move, solved, solved.results, strict=True):
        solution = game.state(board=board, to_move=mover).solve()
        assert (proven.result, proven.distance) == (solution.result, solution.distance)
        assert {"win": 1, "draw": 0, "loss": -1}[proven.result] == result
    weak = game.solve_batch(boards, to_move, weak=True, memory="1M")
    assert (weak.results == solved.results).all()
    # Finished games have no plies left, whatever is asked.
    assert ((weak.distances == -1) | (solved.distances == 0)).all()
    assert solved[-1] == solved[39]
    with pytest.raises(ct.RequestError, match="this is 64 bytes, and at least 1M is needed"):
        game.solve_batch(boards, to_move, memory="64")
    with pytest.raises(IndexError, match="no board 40 among 40"):
        solved[40]


def test_the_stones_left_in_a_turn_are_told_or_given() -> None:
    game = ct.Game("4x4:3:free:turn=1+2")
    board = game.state("a1 b2").board()
    # The stones say that o has a second one; with x to move no game leads there.
    (told,) = game.solve_batch(board[np.newaxis])
    boards = np.stack([board] * 3)
    sides: list[Side] = ["o", "x", "x"]
    solved = game.solve_batch(boards, sides, stones_left=[1, 2, 1])
    for left, side, proven in zip([1, 2, 1], sides, solved, strict=True):
        state = game.state(board=board, to_move=side, stones_left=left)
        assert (state.to_move, state.stones_left) == (side, left)
        solution = state.solve()
        assert (proven.result, proven.distance) == (solution.result, solution.distance)
    assert solved[0] == told
    numbers = np.array([1, 2, 1], dtype=np.int8)
    assert game.solve_batch(boards, sides, stones_left=numbers) == solved
    assert game.legal_batch(boards, "x", stones_left=2).sum() == 3 * 14
    values = game.evaluate_batch("runs", boards, "x", stones_left=[1, 2, 2])
    assert values.tolist() == [
        game.state(board=board, to_move="x", stones_left=left).evaluate("runs") for left in (1, 2, 2)
    ]
    refused: list[tuple[int | list[int], str]] = [
        (3, r"boards\[0\]: .*x has no turn with 3 stones left to place"),
        ([1, 2], "stones_left has 2 numbers for 3 boards"),
        ([1, 0, 1], r"boards\[1\]: .*x has no turn with 0 stones left"),
        (-1, "-1 is not a whole number"),
    ]
    for given, words in refused:
        with pytest.raises(ct.RequestError, match=words):
            game.legal_batch(boards, "x", stones_left=given)
    with pytest.raises(TypeError):
        game.legal_batch(boards, "x", stones_left="1")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["3x3:3:free:blocked=b2", "3x3:3:-2:blocked=b2", "3x3:3:-2:blocked=b3"])
def test_a_stone_where_none_comes_is_refused(text: str) -> None:
    game = ct.Game(text)
    board = np.zeros((3, 3), np.int8)
    board[1, 1] = 1
    for call in (
        lambda: game.state(board=board),
        lambda: game.legal_batch(board[np.newaxis]),
        lambda: game.state(board="___/_x_/___"),
    ):
        with pytest.raises(
            ct.RequestError, match=r"the stone on b2 (stands on a blocked cell|cannot have come)"
        ):
            call()


def test_exact_values_are_pickled() -> None:
    game = ct.Game("4x3:3:-2")
    boards, to_move = positions(game, 40)
    for weak in (False, True):
        solved = game.solve_batch(boards, to_move, weak=weak)
        again = pickle.loads(pickle.dumps(solved))
        assert list(again) == list(solved)
        assert again == solved == copy.deepcopy(solved)
    assert solved != game.solve_batch(boards[:-1], to_move[:-1])
    empty = np.zeros(0, np.int8)
    assert len(ct.SolvedBatch(empty, empty.astype(np.int32))) == 0
    for results, distances in [([1], []), ([2], [3]), ([1], [-2])]:
        with pytest.raises(ct.RequestError, match=r"do not go with|is not a value"):
            ct.SolvedBatch(np.array(results, np.int8), np.array(distances, np.int32))


def test_any_strides() -> None:
    game = ct.Game("7x6:4:-2")
    boards, to_move = positions(game, 40)
    values = game.evaluate_batch("runs", boards, to_move, "x")
    views = [
        np.asfortranarray(boards),
        np.repeat(boards, 2, axis=0)[::2],
        boards[::-1][::-1],
        np.ascontiguousarray(boards.transpose(0, 2, 1)).transpose(0, 2, 1),
        np.stack([boards, boards], axis=-1)[..., 1],
    ]
    for view in views:
        assert (game.evaluate_batch("runs", view, to_move, "x") == values).all()
    assert (game.evaluate_batch("runs", boards[::-1], to_move[::-1], "x") == values[::-1]).all()
    # The same board forty times, in the memory of one; nobody writes to it.
    same = np.broadcast_to(boards[7], boards.shape)
    assert set(game.evaluate_batch("runs", same, to_move[7], "x")) == {values[7]}
    assert game.legal_batch(same, to_move[7]).shape == boards.shape


def test_the_order_is_that_of_the_boards_whatever_the_threads() -> None:
    game = ct.Game("7x6:4:-2")
    boards, to_move = positions(game, 10_000)
    values = game.evaluate_batch("runs", boards, to_move, threads=1)
    for threads in (0, 2, 3):
        assert (game.evaluate_batch("runs", boards, to_move, threads=threads) == values).all()
    few = [
        game.evaluate_batch("runs", boards[i : i + 100], to_move[i : i + 100]) for i in range(0, 10_000, 100)
    ]
    assert (np.concatenate(few) == values).all()


def test_a_batch_may_be_empty() -> None:
    game = ct.Game("4x4x4:4")
    none = np.zeros((0, 4, 4, 4), np.int8)
    assert game.evaluate_batch("runs", none, [], []).shape == (0,)
    assert game.evaluate_batch("runs", none, "x").dtype == np.int64
    assert game.legal_batch(none).shape == (0, 4, 4, 4)
    assert list(game.solve_batch(none)) == []
    with pytest.raises(ValueError, match="no heuristic has the name `run`"):
        game.evaluate_batch("run", none)
    assert game.choose_batch("random", none).shape == (0,)
    with pytest.raises(ValueError, match=r"^no player has the name `randm`"):
        game.choose_batch("randm", none)


def test_wrong_boards_are_refused_with_their_index() -> None:
    game = ct.Game("7x6:4:-2")
    boards = np.zeros((2000, 7, 6), np.int8)

    def refused(match: str, to_move: Side | None = None) -> None:
        for call in (game.legal_batch, game.solve_batch, functools.partial(game.evaluate_batch, "runs")):
            with pytest.raises(ct.RequestError, match=match):
                call(boards, to_move)

    boards[1234, 3, 0] = 2
    refused(r"^boards\[1234\]: 2 on d1 is not a stone: 1 is x, -1 is o, 0 is an empty cell")
    boards[1234, 3, 0] = 0
    boards[1500, 3, 2] = 1
    boards[1700, 3, 2] = 1
    refused(r"^boards\[1500\]: this is not a board of the game: the stone on d3 cannot have come to rest")
    boards[1500:, 3] = 0
    boards[3, 0, 0] = -1
    refused(r"^boards\[3\]: .*x has 0 stones and o has 1, so the side to move is not clear")
    assert game.legal_batch(boards, "x").all(axis=2).sum() == 0
    boards[3, :4, 0] = 1
    boards[3, :4, 1] = -1
    refused(r"^boards\[3\]: .*both sides have a line", to_move="x")


def test_wrong_shapes_types_and_sides_are_refused() -> None:
    game = ct.Game("7x6:4:-2")
    boards = np.zeros((5, 7, 6), np.int8)
    for shape in [(7, 6), (5, 6, 7), (5, 42), (5, 7, 6, 1), (0,), ()]:
        with pytest.raises(ValueError, match=r"have the shape \(n, 7, 6\), not \("):
            game.legal_batch(np.zeros(shape, np.int8))
    for dtype in (np.int64, np.uint8, np.float64, np.bool_, object):
        # 257 is not 1, and 0.5 is not 0.
        with pytest.raises(TypeError, match=r"data type int8 and the shape \(n, 7, 6\), not "):
            game.legal_batch(boards.astype(dtype))
    with pytest.raises(TypeError, match=r"int8 .* not list"):
        game.legal_batch(boards.tolist())  # type: ignore[arg-type]
    for sides, match in [
        (["x"] * 4, "to_move has 4 sides for 5 boards"),
        (["x", "o", "y", "x", "o"], r"to_move\[2\]: .*y"),
        ([1, -1, 1, 0, 1], r"to_move\[3\]: 0 is not a side"),
        (np.array([1, -1, 257, 0, 1]), r"to_move\[2\]: 257 is not a side"),
        (2, "2 is not a side"),
        ("xoxox", "xoxox"),
    ]:
        with pytest.raises(ValueError, match=match):
            game.evaluate_batch("runs", boards, sides)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"side\[0\]: a side is"):
        game.evaluate_batch("runs", boards, "x", [1.0, 1, 1, 1, 1])  # type: ignore[arg-type]
    for unordered in ({"x", "o"}, {"x": 1, "o": -1}, {1: 1}.keys()):
        # No board has a place in them.
        with pytest.raises(TypeError, match="side is a side, or a sequence of a side for each board, not "):
            game.evaluate_batch("runs", boards[:2], "x", unordered)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"to_move\[0\]: a side is .* not bool"):
        game.legal_batch(boards, [True] * 5)
    with pytest.raises(ValueError, match="side has 1 sides for 5 boards"):
        game.evaluate_batch("runs", boards, "x", ["x"])


def test_long_batches_let_others_run_and_stop() -> None:
    game = ct.Game("6x6:4")
    boards = np.zeros((50, 6, 6), np.int8)
    with counting() as counted:
        deadline = time.perf_counter() + 1.5
        with pytest.raises(ct.RunError, match="stopped before"):
            ct.Game("gomoku").solve_batch(
                np.zeros((3, 15, 15), np.int8), progress=lambda _: time.perf_counter() < deadline
            )
        assert counted() > 50
    reports: list[ct.Progress] = []
    assert game.evaluate_batch("runs", boards, progress=reports.append).shape == (50,)
    assert (reports[-1].done, reports[-1].total, reports[-1].unit) == (50, 50, "positions")


def test_a_book_says_which_plies_it_has() -> None:
    game = ct.Game("connect-four")
    for plies in (9, -1, 10**6):
        with pytest.raises(ValueError, match=f"the book has positions after 0 to 8 plies, not after {plies}"):
            game.book(plies=plies)
    with pytest.raises(ValueError, match="no game has so many plies"):
        game.book(plies=10**30)
    assert ct.Game("qubic").book(plies=-1) is None


@pytest.mark.parametrize("player", ["random", "alpha-beta:depth=2", "monte-carlo:simulations=20"])
@pytest.mark.parametrize("threads", [1, 2])
def test_choices_are_those_of_single_states(player: str, threads: int) -> None:
    game = ct.Game("connect-four")
    states = [game.state(moves=moves) for moves in ["", "d1", "d1 d2 d3", "a1 b1 c1 d1"]]
    boards = np.stack([state.board() for state in states])
    sides = [state.to_move for state in states]
    chosen = game.choose_batch(player, boards, sides, seed=5, threads=threads)
    assert chosen.dtype == np.int64
    alone = [
        game.state(board=state.board(), to_move=state.to_move).choose(player, seed=5 + number)
        for number, state in enumerate(states)
    ]
    assert [game.cell_names[action] for action in chosen] == alone


def test_choices_where_a_game_is_over_are_refused() -> None:
    game = ct.Game("3x3:3")
    over = game.state(moves="a1 b1 a2 b2 a3").board()
    with pytest.raises(ct.RequestError, match=r"boards\[1\].*over"):
        game.choose_batch("random", np.stack([np.zeros((3, 3), np.int8), over]))
    with pytest.raises(ct.RequestError, match="minimx"):
        game.choose_batch("minimx", np.zeros((1, 3, 3), np.int8))
