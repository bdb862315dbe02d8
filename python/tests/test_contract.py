"""Every line of the contract of games, states and answers."""

import copy
import pickle

import numpy as np
import pytest

import connect_toe as ct


def test_games_are_texts() -> None:
    game = ct.Game("7x6:4:-2")
    assert str(game) == str(ct.Game("connect-four")) == "7x6:4:-2"
    assert repr(game) == "Game('7x6:4:-2')"
    assert game == ct.Game("connect-four") == ct.Game(game)
    assert game != ct.Game("7x6:5:-2")
    assert game != "7x6:4:-2"
    assert len({game, ct.Game("connect-four"), ct.Game("qubic")}) == 2
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    assert (game.sizes, game.k, game.cells) == ((7, 6), 4, 42)
    assert game.cell_names[:7] == ("a1", "a2", "a3", "a4", "a5", "a6", "b1")
    assert {preset["name"]: preset["game"] for preset in ct.games()}["connect-four"] == "7x6:4:-2"


def test_a_game_is_described_as_on_the_command_line() -> None:
    described = ct.Game("qubic").describe()
    assert described["game"] == "4x4x4:4"
    assert (described["cells"], described["lines"], described["symmetries"]) == (64, 76, 192)
    assert described["flags"] == []
    assert len(described["first_moves"]) == 64
    # Beyond 2^53 the command line's JSON has digits.
    assert isinstance(ct.Game("2x2x2x2x2x2x2x2:2").describe()["symmetries"], int | str)


def test_states_are_played() -> None:
    game = ct.Game("7x6:4:-2")
    state = game.new_initial_state()
    assert state.game == game
    assert state.legal_moves() == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    state.push("d1")
    state.push("4")
    assert state.moves == ["d1", "d2"]
    assert state == game.state(moves="d1 d2") == game.state(moves=["d1", "d2"]) == game.state("44")
    assert state.pop() == "d2"
    assert (state.to_move, state.outcome) == ("o", None)
    with pytest.raises(ValueError, match=r"^move 2 \(`d1`\): the cell is taken by x$"):
        state.push("d1")
    with pytest.raises(ct.RequestError, match=r"^move 2 \(`z9`\): "):
        state.push("z9")
    assert state.moves == ["d1"]
    assert state.pop() == "d1"
    with pytest.raises(ValueError, match=r"^there is no move to take back$"):
        state.pop()
    assert state == game.new_initial_state()


def test_a_game_that_is_over_says_who_would_move() -> None:
    state = ct.Game("tic-tac-toe").state(moves="a1 a2 b1 b2 c1")
    assert (state.to_move, state.outcome, state.legal_moves()) == ("o", "x", [])
    assert state.winning_cells == ["a1", "b1", "c1"]
    with pytest.raises(ValueError, match=r"the game is over \(x has won\)"):
        state.push("c3")
    assert ct.Game("tic-tac-toe").state(board="xox/oox/xxo", to_move="x").outcome == "draw"
    assert ct.Game("misere-tic-tac-toe").state(moves="a1 a2 b1 b2 c1").outcome == "o"


@pytest.mark.parametrize("text", ["9:3", "7x6:4:-2", "3x3x3:3:+1,-2", "2x3x2x2:2", "70x4:3", "40x40:5"])
def test_boards_are_arrays(text: str) -> None:
    game = ct.Game(text)
    state = game.new_initial_state()
    for cell in (state.legal_moves()[0], state.legal_moves()[-1]):
        state.push(cell)
    board = state.board()
    assert (board.dtype.name, board.shape) == ("int8", game.sizes)
    assert board.flags.writeable
    first, last = (game.cell_names.index(cell) for cell in state.moves)
    assert board.flat[first] == 1
    assert board.flat[last] == -1
    assert np.abs(board).sum() == 2
    mask = state.legal_mask()
    assert (mask.dtype.name, mask.shape) == ("bool", game.sizes)
    legal = [name for name, is_legal in zip(game.cell_names, mask.flat, strict=True) if is_legal]
    assert legal == state.legal_moves()
    # An array sets a board up too, whatever its strides.
    assert game.state(board=board) == state == game.state(board=state.board_text)
    assert game.state(board=np.asfortranarray(board)) == state


def test_boards_that_are_not_a_position_are_refused() -> None:
    game = ct.Game("7x6:4:-2")
    with pytest.raises(ValueError, match=r"^a board of this game has the shape \[7, 6\], not \[6, 7\]$"):
        game.state(board=np.zeros((6, 7), np.int8))
    with pytest.raises(ValueError, match=r"^3 on a1 is not a stone: 1 is x, -1 is o, 0 is an empty cell$"):
        game.state(board=np.full((7, 6), 3, np.int8))
    with pytest.raises(TypeError, match="int8"):
        game.state(board=np.full((7, 6), 257))
    floating = np.zeros((7, 6), np.int8)
    floating[0, 3] = 1
    with pytest.raises(ValueError, match="the stone on a4 cannot have come to rest there"):
        game.state(board=floating)
    with pytest.raises(ValueError, match="not by both"):
        game.state(moves="d1", board="______/______/______/______/______/______/______")


def test_states_are_copied_and_pickled() -> None:
    game = ct.Game("tic-tac-toe")
    played = game.state(moves="b2 a1")
    assert repr(played) == "Game('3x3:3').state(moves='b2 a1')"
    set_up = game.state(board="___/_x_/___", to_move="o")
    set_up.push("a1")
    for state in (played, set_up, game.new_initial_state()):
        pickled = pickle.loads(pickle.dumps(state))
        for other in (pickled, copy.copy(state), copy.deepcopy(state), state.copy()):
            assert other == state
            assert other.moves == state.moves
            assert repr(other) == repr(state)
            other.push("c3")
            assert other != state
    assert played == set_up
    assert set_up.pop() == "a1"
    with pytest.raises(ValueError, match="no move to take back"):
        set_up.pop()
    with pytest.raises(TypeError, match="unhashable"):
        hash(played)


def test_heuristics() -> None:
    state = ct.Game("tic-tac-toe").state(board="x__/_x_/___", to_move="o")
    assert state.evaluate("open-lines", side="x") == -state.evaluate("open-lines", side=-1)
    assert state.evaluate("open-lines") == state.evaluate("open-lines", side="o")
    assert isinstance(state.evaluate("runs", side="x"), int)
    with pytest.raises(ValueError, match=r"did you mean runs\?"):
        state.evaluate("run")
    with pytest.raises(ValueError, match="`z` is not a side: write x or o"):
        state.evaluate("runs", side="z")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a side is"):
        state.evaluate("runs", side=1.5)  # type: ignore[arg-type]


def test_analyses() -> None:
    state = ct.Game("tic-tac-toe").state(board="xox/oox/___")
    analysis = state.analyze("alpha-beta:depth=6,eval=undecided")
    assert (analysis.best, analysis.value, analysis.to_move) == (["c1"], 1, "x")
    assert list(analysis.moves) == ["a1", "b1", "c1"]
    assert analysis.moves["c1"] == 1
    assert analysis.exact == ct.Proven("win", 1) == analysis.exact_moves["c1"]
    assert analysis.nodes > 0
    assert analysis.complete
    assert not analysis.interrupted
    over = ct.Game("tic-tac-toe").state("a1 a2 b1 b2 c1").analyze()
    assert (over.value, over.best, over.moves, over.outcome) == (None, [], {}, "x")


def test_solutions() -> None:
    state = ct.Game("4x4:3").new_initial_state()
    solution = state.solve()
    assert (solution.result, solution.distance, solution.moves) == ("win", 5, None)
    assert solution.best == ["b2", "b3", "c2", "c3"]
    assert len(solution.line) == 5
    assert solution.nodes > 0
    assert solution.seconds >= 0.0
    weak = state.solve(weak=True)
    assert (weak.result, weak.distance) == ("win", None)
    moves = state.solve(all_moves=True).moves
    assert moves is not None
    assert moves["b2"] == ct.Proven("win", 5)
    assert moves["b2"].distance == 5
    assert list(moves) == state.legal_moves()


def test_choices() -> None:
    state = ct.Game("connect-four").state("d1")
    chosen = state.choose("alpha-beta:depth=6,eval=runs", seed=1)
    assert chosen in state.analyze("alpha-beta:depth=6,eval=runs").best
    choices = {state.choose("random", seed=seed) for seed in range(40)}
    assert choices == set(state.legal_moves())
    assert state.choose("random", seed=7) == state.choose("random", seed=7)
    with pytest.raises(ValueError, match="the game is over"):
        ct.Game("tic-tac-toe").state("a1 a2 b1 b2 c1").choose("random")
    # A level is a player whose game decides what it is.
    assert state.choose("casual", seed=3) in state.legal_moves()


def test_matches() -> None:
    game = ct.Game("connect-four")
    match = game.match("minimax:depth=2", "random", games=100, seed=1)
    assert match.wins + match.draws + match.losses == match.games == 100
    assert match.wins > 80
    assert match == game.match("minimax:depth=2", "random", games=100, seed=1, threads=1)
    assert match.interval[0] < (match.win_rate or 0.0) < match.interval[1]
    assert match.elo.value is not None
    assert match.elo.value > 0
    assert match.pairs is not None
    assert sum(match.pairs) == 50
    assert match.sprt is None
    assert match.levels == {}
    test = game.match("minimax:depth=2", "random", sprt="0,50", seed=1).sprt
    assert test is not None
    assert test.verdict == "accept-h1"
    assert test.log_likelihood_ratio >= test.upper_bound
    levels = game.match("novice", "beginner", games=2, seed=1).levels
    assert levels["novice"].startswith("best:nodes=")


def test_playouts() -> None:
    counts = ct.Game("connect-four").playouts(10_000, seed=1)
    assert counts.x + counts.o + counts.draws == counts.games == 10_000
    assert counts.plies > 70_000
    assert counts == ct.Game("connect-four").playouts(10_000, seed=1, threads=1)
    won = ct.Game("tic-tac-toe").state("a1 a2 b1 b2 c1").playouts(10)
    assert (won.x, won.plies) == (10, 0)
    with pytest.raises(ValueError, match="the number of games must lie between 1 and"):
        ct.Game("connect-four").playouts(0)
    with pytest.raises(ct.RequestError):
        ct.Game("connect-four").playouts(-1)


def test_answers_are_values() -> None:
    game = ct.Game("tic-tac-toe")
    state = game.new_initial_state()
    answers = [
        state.analyze(),
        state.solve(all_moves=True),
        game.match("perfect", "random", games=10, sprt="0,10"),
        game.match("perfect", "random", games=10).elo,
        game.playouts(10),
        ct.Proven("draw"),
    ]
    for answer in answers:
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert hash(again) == hash(answer)
        assert repr(again) == repr(answer)
        assert copy.deepcopy(answer) == answer
        assert answer != state
    assert len(set(answers)) == len(answers)
    # How long it took does not count.
    assert state.solve() == state.solve(threads=1) or state.solve().nodes != state.solve(threads=1).nodes


def test_errors_are_those_of_the_request() -> None:
    with pytest.raises(ValueError, match=r"^`7x6:4:-3` is not a game: face -3 does not exist") as caught:
        ct.Game("7x6:4:-3")
    assert isinstance(caught.value, ct.RequestError)
    assert caught.value.hint is None
    with pytest.raises(ct.RequestError) as caught:
        ct.Game("tic-tac-toe").state(board="x__/___/o__/")
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args
    with pytest.raises(ct.RequestError, match="after these moves o is to move") as caught:
        ct.Game("tic-tac-toe").state(moves="a1", to_move="x")
    assert caught.value.hint is not None
    with pytest.raises(TypeError, match="a game is text or a Game, not NoneType"):
        ct.Game(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a player or heuristic is text or a Player, not int"):
        ct.Game("tic-tac-toe").new_initial_state().choose(5)  # type: ignore[arg-type]


def test_numbers_that_cannot_be_are_refused() -> None:
    game = ct.Game("3x3:3")
    state = game.new_initial_state()
    for call in (
        lambda: game.match("random", "random", games=-1),
        lambda: game.match("random", "random", games=2, seed=2**64),
        lambda: game.match("random", "random", games=2, threads=-1),
        lambda: game.playouts(-1),
        lambda: game.playouts(10, seed=-1),
        lambda: state.analyze("two-ply", exact_nodes=-1),
        lambda: state.choose("random", seed=-1),
        lambda: state.solve(threads=-1),
        lambda: state.solve(certificate_moves=-1),
        lambda: ct.Proven("win", -1),
    ):
        with pytest.raises(ct.RequestError, match=r"(-1|18446744073709551616) is not a whole number from 0"):
            call()
    with pytest.raises(TypeError):
        game.playouts("10")  # type: ignore[arg-type]
    with pytest.raises(ct.RequestError, match="`won` is not a result: write win, draw or loss"):
        ct.Proven("won")  # type: ignore[arg-type]
