"""Games with blocked cells, turns of several stones, other lines than rows, and sides that are not alike."""

import copy
import itertools
import pickle
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from random_games import FANO, WIDER

import connect_toe as ct

# One of each kind, as large as a search likes them.
KINDS = [
    "5x5:4:free:blocked=c3",
    "7x6:4:-2:blocked=a1+g1",
    "9x9:6:free:turn=1+2",
    "5x5:4:free:maker",
    "4x4:plane",
    "7:projective",
    "6x6:shape=a1+b1+b2+c2",
    "9x9:5:free:renju",
    FANO,
]
# With h7, X would have a four in its row and one in its column.
DOUBLE_FOUR = "h8 a1 h9 a3 h11 a5 i7 a7 j7 a9 l7 a11"

Boards = npt.NDArray[np.int8]


def test_a_game_says_what_it_is() -> None:
    connect6, maker = ct.Game("9x9:6:free:turn=1+2"), ct.Game("5x5:4:free:maker")
    assert (connect6.turn, connect6.k, connect6.line_rule) == ((1, 2), 6, "6 in a row")
    assert connect6.sides_with_lines == ("x", "o")
    assert (maker.turn, maker.sides_with_lines) == ((1, 1), ("x",))
    assert maker.side_names == {"x": "Maker", "o": "Breaker"}
    assert ct.Game("5x5:4:free:maker:misere").side_names == {"x": "Avoider", "o": "Enforcer"}
    assert connect6.side_names == {"x": "X", "o": "O"}
    assert ct.Game("7x6:4:-2:blocked=g1+a1").blocked == ("a1", "g1")
    assert connect6.blocked == ()
    fano = ct.Game(FANO)
    assert (fano.k, fano.line_rule) == (0, "one of 7 given lines")
    assert fano.lines() == fano.describe()["line_cells"]
    assert ["a", "b", "d"] in fano.lines()


@pytest.mark.parametrize("text", [*WIDER, "7x6:4:-2", "3x3x3:3", "5x3:14:free:torus"])
def test_every_line_is_there_once(text: str) -> None:
    game = ct.Game(text)
    lines = game.lines()
    assert len(lines) == len({frozenset(line) for line in lines}) == game.describe()["lines"]
    cells = set(game.cell_names) - set(game.blocked)
    assert all(set(line) <= cells for line in lines)


@pytest.mark.parametrize("text", WIDER)
def test_the_state_follows_the_turns(text: str) -> None:
    game = ct.Game(text)
    state, random = game.new_initial_state(), np.random.default_rng(1)
    first, later = game.turn
    order = itertools.chain(
        *([(side, left) for left in range(stones, 0, -1)] for side, stones in [("x", first)]),
        *([(side, left) for left in range(later, 0, -1)] for side in "ox" * 100),
    )
    while state.outcome is None:
        assert (state.to_move, state.stones_left) == next(order)
        for other in (
            game.state(board=state.board()),
            game.state(board=state.board_text, to_move=state.to_move, stones_left=state.stones_left),
            pickle.loads(pickle.dumps(state)),
            state.copy(),
        ):
            assert other == state
            assert other.stones_left == state.stones_left
        assert state.board_text.count("#") == len(game.blocked)
        assert not state.board().flat[[game.cell_names.index(cell) for cell in game.blocked]].any()
        assert not set(state.forbidden_cells()) & set(state.legal_moves())
        state.push(str(random.choice(state.legal_moves())))
    assert state.forbidden_cells() == []
    if game.sides_with_lines == ("x",):
        assert state.outcome != "draw"


def test_a_position_in_the_middle_of_a_turn() -> None:
    game = ct.Game("9x9:6:free:turn=1+2")
    # No game leads to one stone each with x to move, so its turn is a whole one unless it is said.
    board = "_" * 9 + "/" + "x_______o" + "/" + "/".join(["_" * 9] * 7)
    whole, half = (game.state(board=board, to_move="x", stones_left=left) for left in (2, 1))
    assert whole == game.state(board=board, to_move="x")
    assert whole != half
    assert repr(whole) == f"Game('{game}').state(board='{board}', to_move='x')"
    assert repr(half) == f"Game('{game}').state(board='{board}', to_move='x', stones_left=1)"
    for state in (half, pickle.loads(pickle.dumps(half)), copy.deepcopy(half)):
        assert (state.to_move, state.stones_left) == ("x", 1)
        state.push("e5")
        assert (state.to_move, state.stones_left) == ("o", 2)
        assert state.pop() == "e5"
        assert state == half
    seen = []

    def choose(state: ct.State) -> str:
        seen.append(state)
        return state.legal_moves()[0]

    half.choose(ct.Player(name="seen", choose=choose))
    assert seen == [half]
    assert game.state("e5 e6", stones_left=1).to_move == "o"
    refused = [
        ({"board": board, "to_move": "x", "stones_left": 3}, "x has no turn with 3 stones left to place"),
        ({"board": board, "to_move": "o", "stones_left": 0}, "o has no turn with 0 stones left to place"),
        ({"moves": "e5 e6", "stones_left": 2}, "after these moves o has 1 stone left in its turn"),
        ({"moves": "", "stones_left": -1}, "-1 is not a whole number"),
    ]
    for arguments, words in refused:
        with pytest.raises(ct.RequestError, match=words):
            game.state(**arguments)  # type: ignore[arg-type]


def test_forbidden_cells() -> None:
    state = ct.Game("15x15:5:free:renju").state(DOUBLE_FOUR)
    assert state.forbidden_cells() == ["h7"]
    with pytest.raises(ct.RequestError, match=r"^move 13 \(`h7`\): "):
        state.push("h7")
    state.push("a15")
    # White may take it.
    assert state.forbidden_cells() == []
    state.push("h7")


@pytest.mark.parametrize("text", KINDS)
def test_every_question_has_an_answer(text: str) -> None:
    game = ct.Game(text)
    state = game.new_initial_state()
    state.push(state.legal_moves()[len(state.legal_moves()) // 2])
    for heuristic in ("terminal", "open-lines", "weighted-lines", "runs"):
        assert state.evaluate(heuristic) == state.evaluate(heuristic, side=state.to_move)
    analysis = state.analyze("alpha-beta:depth=2,eval=open-lines", exact_nodes=100)
    assert set(analysis.best) <= set(analysis.moves) == set(state.legal_moves())
    assert state.choose("monte-carlo:simulations=50", seed=1) in state.legal_moves()
    assert state.choose("best:nodes=500") in state.legal_moves()
    counts = state.playouts(300, seed=1)
    assert counts.x + counts.o + counts.draws == 300
    result = game.match("alpha-beta:depth=2,eval=open-lines", "random", games=4, seed=1)
    assert result.games == 4
    if game.cells < 40:
        solution = state.solve(budget=2000, progress=lambda progress: progress.done < 10_000)
        assert solution.result in ("win", "draw", "loss", None)


@pytest.mark.parametrize("text", KINDS)
def test_own_heuristics_and_players(text: str) -> None:
    game = ct.Game(text)
    places = [[game.cell_names.index(cell) for cell in line] for line in game.lines()]
    sizes = np.array([len(line) for line in places])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    flat = np.concatenate(places)
    asked: set[tuple[int, int]] = set()

    def open_lines(boards: Boards, to_move: Boards, side: Boards) -> npt.NDArray[np.int64]:
        """Lines that the side can still complete, less those of the other, as the engine's ``open-lines``."""
        asked.update(zip(to_move.tolist(), side.tolist(), strict=True))
        stones = boards.reshape(len(boards), -1)[:, flat]
        x, o = (np.logical_or.reduceat(stones == number, starts, axis=1) for number in (1, -1))
        own = {"x": (~o).sum(axis=1), "o": (~x).sum(axis=1)}
        value: npt.NDArray[np.int64] = sum(
            (1 if name == "x" else -1) * own[name] for name in game.sides_with_lines
        )
        return value * side

    mine = ct.Player(name="mine", evaluate=open_lines, search="alpha-beta:depth=2")
    state = game.new_initial_state()
    state.push(state.legal_moves()[0])
    assert state.evaluate(mine) == state.evaluate("open-lines")
    ours = state.analyze(mine, exact_nodes=0)
    theirs = state.analyze("alpha-beta:depth=2,eval=open-lines", exact_nodes=0)
    assert (ours.value, ours.best, ours.moves, ours.nodes) == (
        theirs.value,
        theirs.best,
        theirs.moves,
        theirs.nodes,
    )

    def last(state: ct.State) -> str:
        return state.legal_moves()[-1]

    result = game.match(mine, ct.Player(name="last", choose=last), games=2, seed=1)
    assert result.games == 2


def test_exact_values_are_those_that_are_known() -> None:
    known = {
        "4x4:plane": "win",
        "7:projective": "win",
        FANO: "win",
        "5x5:4:free:maker": "win",
        "3x3:3:free:turn=1+2": "win",
        "13:projective": "draw",
        "13:projective:free:maker": "loss",
    }
    for text, result in known.items():
        assert ct.Game(text).new_initial_state().solve(weak=True).result == result, text


def test_experiments_play_them(tmp_path: Path) -> None:
    def stones(boards: Boards, to_move: Boards, side: Boards) -> npt.NDArray[np.int64]:
        value: npt.NDArray[np.int64] = boards.reshape(len(boards), -1).astype(np.int64).sum(axis=1) * side
        return value

    file = tmp_path / "wider.toml"
    games = ", ".join(f'"{game}"' for game in KINDS if ct.Game(game).cells < 40)
    file.write_text(
        f"""games_per_cell = 20
        [[study]]
        name = "wider"
        game = [{games}]
        player = ["minimax:depth=1,eval=stones", "alpha-beta:depth=2,eval=weighted-lines"]
        opponent = "random"
        """
    )
    status = ct.play_experiment(file, players=[ct.Player(name="stones", evaluate=stones)])
    assert (status["done"], status["games"]) == (True, 20 * 2 * (games.count(",") + 1))


FANO_FILE = """# The Fano plane
7  # sizes

a b d
b+c+e
c d f
d e g
a e f
b f g
a c g
"""


def test_a_game_is_read_from_a_file_of_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fano.txt").write_text(FANO_FILE)
    monkeypatch.chdir(tmp_path)
    fano = ct.Game(FANO)
    for name in ("@fano.txt", f"@{tmp_path / 'fano.txt'}"):
        game = ct.Game(name)
        assert game == fano
        assert game.places is None
        # The file is needed once.
        assert pickle.loads(pickle.dumps(game)) == fano
    (tmp_path / "maker.txt").write_text("2x2 free maker\na1 b1\n")
    assert str(ct.Game("@maker.txt")) == "2x2:lines=a1+b1:free:maker"
    with pytest.raises(OSError, match=r"nowhere\.txt"):
        ct.Game("@nowhere.txt")
    (tmp_path / "wrong.txt").write_text("2x2\na1 z9\n")
    with pytest.raises(ct.RequestError, match="z9"):
        ct.Game("@wrong.txt")


def test_cells_are_placed(tmp_path: Path) -> None:
    file = tmp_path / "triangle.txt"
    file.write_text("3\na b\nb c\na at 0,0\nb at 2,0\nc at 1,2\n")
    game = ct.Game(f"@{file}")
    places = [(0.0, 0.0), (1.0, 0.0), (0.5, 1.0)]
    assert game.places == places
    # Where cells are shown changes nothing about the game.
    assert game == ct.Game("3:lines=a+b/b+c")
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), ct.Game(game), game.state("a").game):
        assert other.places == places
    assert ct.Game("3:lines=a+b/b+c", places=places)._repr_svg_() == game._repr_svg_()
    assert ct.Game("3:lines=a+b/b+c")._repr_svg_() != game._repr_svg_()
    refused: list[tuple[list[tuple[float, float]], str]] = [
        (places[:2], "there are 2 places for 3 cells"),
        ([(0, 0), (0, 1), (0, 2)], r"\(0, 2\) is not a place: both numbers lie within 0 to 1"),
        ([(0, 0), (0, 1), (0, float("nan"))], "is not a place"),
    ]
    for wrong, words in refused:
        with pytest.raises(ct.RequestError, match=words):
            ct.Game("3:lines=a+b/b+c", places=wrong)
