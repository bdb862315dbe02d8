"""States as values: rows, drawings, keys, actions, and what is asked of them at once."""

import copy
import pickle
import random

import numpy as np
import pytest

import connect_toe as ct

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "4x3:3:-2",
    "5:3",
    "3x4x2:3",
    "2x3x2x2:2",
    "6x6:4:free:turn=1+2",
    "5x5:4:free:blocked=c3",
    "7:projective",
]


def random_states(text: str) -> list[ct.State]:
    drawn = random.Random(1)
    states = [ct.Game(text).new_initial_state()]
    while not states[-1].is_over:
        after = states[-1].copy()
        after.push(drawn.choice(after.legal_moves()))
        states.append(after)
    return states


@pytest.mark.parametrize("text", GAMES)
def test_rows_are_the_board_as_it_is_printed(text: str) -> None:
    game = ct.Game(text)
    for state in random_states(text):
        rows, board = state.rows(), state.board()
        # Dimension 2 is printed upward, all further ones come first.
        printed = board.T if board.ndim == 1 else np.flip(board.T, -2)
        assert "".join(rows).translate(str.maketrans("xo_#", "+-00")) == "".join(
            {1: "+", -1: "-", 0: "0"}[int(number)] for number in printed.reshape(-1)
        )
        assert state.board_text.replace("|", "/").replace("//", "/").split("/") == rows
        for given in (
            rows,
            "\n".join(rows),
            state.board_text,
            printed,
            printed.astype(np.int64),
            printed.tolist(),
            [list(row) for row in rows],
            np.array([list(row) for row in rows]),
            [" ".join(row).replace("_", ".").upper() for row in rows],
        ):
            again = game.board_from_rows(given)
            assert again.dtype == np.int8
            assert (again == board).all() and again.shape == board.shape


@pytest.mark.parametrize(
    ("rows", "error", "told"),
    [
        (["____"] * 2, ct.RequestError, "there are 2 rows, and boards of this game have 3"),
        (["___"] * 3, ct.RequestError, "row 1 has 3 cells, and rows of this game have 4"),
        (np.zeros((4, 3), np.int8), ct.RequestError, "an array as `board\\(\\)` gives it is one already"),
        (["____", "____", "__2_"], ct.RequestError, "`2` is not a cell"),
        ([[0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0]], ct.RequestError, "2 is not a stone"),
        ([[0.5] * 4] * 3, TypeError, "rows are text, .* not float"),
        ([[True] * 4] * 3, TypeError, "not bool"),
        (7, TypeError, "not int"),
        ([], ct.RequestError, "there are 0 rows"),
    ],
)
def test_rows_of_other_boards_are_refused(rows: object, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        ct.Game("4x3:3:-2").board_from_rows(rows)  # type: ignore[arg-type]
    with pytest.raises(ct.RequestError, match="b2 is blocked"):
        ct.Game("3x3:3:free:blocked=b2").board_from_rows(["___", "_x_", "___"])


def test_a_state_is_drawn() -> None:
    assert str(ct.Game("3x2x2:2").state("a1.1 b2.2")) == (
        ".1       .2\n2 . . .  2 . o .\n1 x . .  1 . . .\n  a b c    a b c"
    )
    assert str(ct.Game("5:3").state("b")) == ". x . . .\na b c d e"
    assert str(ct.Game("3x1:3:free:blocked=b1").new_initial_state()) == "1 . # .\n  a b c"


@pytest.mark.parametrize("text", GAMES)
def test_a_key_makes_the_position_again(text: str) -> None:
    game = ct.Game(text)
    seen: dict[str, ct.State] = {}
    for state in random_states(text):
        key = state.key()
        assert seen.setdefault(key, state) == state
        again = game.state(board=key)
        assert (again, again.key(), again.moves) == (state, key, [])
        assert again.to_move == state.to_move and again.stones_left == state.stones_left
        for other in (state.copy(), copy.deepcopy(state), pickle.loads(pickle.dumps(again))):
            assert other.key() == key


def test_keys_that_contradict_are_refused() -> None:
    game = ct.Game("tic-tac-toe")
    assert game.state(board="x__/___/___:o", to_move="o").to_move == "o"
    with pytest.raises(ct.RequestError, match="to_move is o in the key of the board, and x beside it"):
        game.state(board="x__/___/___:o", to_move="x")
    # A board that says it itself.
    with pytest.raises(ct.RequestError):
        game.state(board="x__/___/___:o:2")
    connect6 = ct.Game("6x6:5:free:turn=1+2")
    key = connect6.state("c3 c4").key()
    assert key.endswith(":o:1")
    with pytest.raises(ct.RequestError, match="stones_left is 1 in the key"):
        connect6.state(board=key, stones_left=2)


@pytest.mark.parametrize("text", GAMES)
def test_actions_are_places_of_cells(text: str) -> None:
    game = ct.Game(text)
    for state in random_states(text):
        assert [game.cell_names[action] for action in state.legal_actions()] == state.legal_moves()
        assert state.legal_actions() == np.flatnonzero(state.legal_mask()).tolist()
        assert [game.cell_names[action] for action in state.actions] == state.moves
        assert state.ply == len(state.moves) == np.count_nonzero(state.board())
        assert state.is_over == (state.outcome is not None)
        assert state.winner == (state.outcome if state.outcome in ("x", "o") else None)
        again = game.new_initial_state()
        for action in state.actions:
            again.push(np.int64(action))
        assert again.moves == state.moves == game.state(state.actions).moves
        if state.moves:
            assert again.peek() == state.moves[-1] == again.pop()


def test_moves_that_are_none_are_refused() -> None:
    state = ct.Game("connect-four").state("d1")
    with pytest.raises(ct.RequestError, match="there is no move yet"):
        state.game.new_initial_state().peek()
    with pytest.raises(ct.RequestError, match=r"move 2 \(`d1`\): the cell is taken by x"):
        state.push(18)
    for action in (42, -1, 2**70):
        with pytest.raises(ct.RequestError, match=f"^{action} is not an action of this game: "):
            state.push(action)
    for wrong in (True, 1.0, None, ["d1"]):
        with pytest.raises(TypeError, match="a move is the text of a cell, or an action, not "):
            state.push(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="moves are texts of cells, or actions, not "):
            state.game.state([18, wrong])  # type: ignore[list-item]
    assert state.moves == ["d1"]


def test_a_player_may_give_an_action() -> None:
    first = ct.Player("first", choose=lambda state: state.legal_actions()[0])
    game = ct.Game("connect-four")
    assert game.new_initial_state().choose(first) == "a1"
    assert game.match(first, "random", games=10).games == 10
    beyond = ct.Player("beyond", choose=lambda state: 42)
    with pytest.raises(ct.RequestError, match="42 is not an action of this game"):
        game.new_initial_state().choose(beyond)
    with pytest.raises(ct.RequestError, match="choose of `above` gave `a2` for"):
        game.new_initial_state().choose(ct.Player("above", choose=lambda state: 1))


def test_values_lie_within_a_win() -> None:
    assert ct.WIN == 2**52 - 2**13
    state = ct.Game("connect-four").state("d1 a1 d2 a2 d3 a3")
    for heuristic in ("runs", "weighted-lines", "learned"):
        assert -ct.WIN <= state.evaluate(heuristic) <= ct.WIN
        x, o = (state.expected_score(heuristic, side) for side in ("x", "o"))
        assert x is not None and o is not None
        assert 0.5 < x <= 1 and x + o == pytest.approx(1)
        assert state.expected_score(heuristic) == x
    # Three in a column and the move: such a value is far from that of stones.
    assert state.evaluate("runs") > 10**9
    state.push("d4")
    assert (state.expected_score("runs", "x"), state.expected_score("runs", "o")) == (1.0, 0.0)
    assert 10**9 < state.evaluate("runs", "x") <= ct.WIN

    def nothing(boards: object, to_move: object, side: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        return np.zeros(len(side), np.int64)

    assert ct.Game("3x3:3").new_initial_state().expected_score(ct.Player("none", evaluate=nothing)) is None


def test_a_batch_of_values_has_slices() -> None:
    game = ct.Game("4x4:3")
    states = [game.state("b2"), game.state("a1"), game.state("b2 a1"), game.state("a1 b2 a2 b3")]
    solved = game.solve_batch(np.stack([state.board() for state in states]))
    parts = [
        slice(1, 3),
        slice(None, None, -1),
        slice(2),
        slice(10, 20),
        slice(-2, None),
        slice(None, None, 3),
    ]
    for part in parts:
        assert isinstance(solved[part], ct.SolvedBatch)
        assert list(solved[part]) == list(solved)[part]
        assert (solved[part].results == solved.results[part]).all()
    assert solved[np.int64(-1)] == solved[3]
    with pytest.raises(IndexError):
        solved[4]
    with pytest.raises(TypeError):
        solved["a"]  # type: ignore[call-overload]


def test_hints_are_arguments_of_python() -> None:
    game = ct.Game("tic-tac-toe")
    with pytest.raises(ct.RequestError) as refused:
        game.state(board="xx_/___/___")
    assert refused.value.hint == 'to_move="x" or to_move="o" says whose turn it is'
    with pytest.raises(ct.RequestError) as refused:
        game.state(moves="b2", to_move="x")
    assert refused.value.hint == "leave to_move out, or give the stones with board="
    with pytest.raises(ct.RequestError) as refused:
        game.new_initial_state().solve(certificate="-")
    assert refused.value.hint == "name a file, ./- for one with this name"
    with pytest.raises(ct.RequestError, match=r"^-1 is not a whole number from 0"):
        game.new_initial_state().solve(budget=-1)


def test_a_player_is_checked_for_a_game() -> None:
    game = ct.Game("connect-four")
    game.check_player("best")
    game.check_player(ct.Player("first", choose=lambda state: state.legal_moves()[0]))
    with pytest.raises(ct.RequestError, match="no player has the name `bets`"):
        game.check_player("bets")
    with pytest.raises(ct.RequestError, match="learned"):
        ct.Game("8x7:4:-2").check_player("minimax:eval=learned")
