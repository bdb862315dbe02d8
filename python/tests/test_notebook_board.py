"""The board for notebooks, as Python has it; `web/tests/notebook.test.ts` has the tests of its other half."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import connect_toe as ct
from connect_toe.notebook import Board

QUICK = "alpha-beta:depth=2,eval=runs"


def ask(board: Board, **wish: Any) -> None:  # noqa: ANN401
    """What the browser sends about the position shown."""
    board._hear(board, {"at": board._position["at"], **wish}, [])


def found(board: Board) -> ct.Analysis:
    assert board.analysis is not None
    return board.analysis


def in_a_loop(work: Callable[[], Any]) -> None:
    """Runs a coroutine as a notebook's cells run."""
    asyncio.run(work())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_board_shows_what_the_engine_says() -> None:
    board = Board(ct.Game("connect-four").state("d1 d2"))
    assert ct.Board is Board
    assert board._facts["sizes"] == [7, 6]
    assert board._facts["name"] == "connect-four"
    assert board._position["stones"] == {"d1": "x", "d2": "o"}
    assert board._position["path"] == ["d1", "d2"]
    assert board._position["moves"] == {
        "to_move": "x",
        "legal": ["a1", "b1", "c1", "d3", "e1", "f1", "g1"],
        "forbidden": [],
        "outcome": None,
        "winning_cells": [],
    }
    assert Board(ct.Game("9x9:6:free:turn=1+2").state("e5"))._position["moves"]["left"] == 2
    assert Board("qubic").state.ply == 0
    assert Board(ct.Game("3x3:3")).state.game == ct.Game("tic-tac-toe")


def test_moves_are_played_on_it_and_taken_back() -> None:
    board = Board("tic-tac-toe")
    seen: list[list[str]] = []
    board.observe(lambda change: seen.append(change.new.moves), "state")
    ask(board, do="play", cell="b2")
    ask(board, do="play", cell="a1")
    assert board.state.moves == ["b2", "a1"]
    ask(board, do="undo")
    assert board.state.moves == ["b2"]
    ask(board, do="new game")
    assert board.state.moves == []
    assert not board._position["undo"]
    assert seen == [["b2"], ["b2", "a1"], ["b2"], []]


def test_what_cannot_be_played_is_said_and_changes_nothing() -> None:
    board = Board("connect-four")
    before = board._position["at"]
    ask(board, do="play", cell="d4")
    assert "d4" in board._problem["error"]
    assert board.state.moves == []
    # Told again, so that the browser no longer waits.
    assert board._position["at"] > before
    ask(board, do="play", cell="d1")
    assert board._problem is None
    # A click that comes twice, or late, is one about a position that is gone.
    board._hear(board, {"do": "play", "cell": "d2", "at": before}, [])
    assert board.state.moves == ["d1"]
    ask(board, do="undo")
    ask(board, do="undo")
    assert "take back" in board._problem["error"]
    ask(board, do="dance")
    with pytest.raises(ct.RequestError, match="d4"):
        board.push("d4")
    with pytest.raises(ValueError, match="take back"):
        board.undo()


def test_the_state_is_a_copy_and_can_be_set() -> None:
    board = Board("tic-tac-toe")
    board.state.push("a1")
    assert board.state.moves == []
    state = ct.Game("4x4x4:4:-3").state("a1.1")
    board.state = state
    state.push("b2.1")
    assert board.state.moves == ["a1.1"]
    assert board._facts["sizes"] == [4, 4, 4]
    assert board._position["stones"] == {"a1.1": "x"}
    # The same position by other moves has another last move.
    board.state = ct.Game("tic-tac-toe").state("a1 b2 c3")
    board.state = ct.Game("tic-tac-toe").state("c3 b2 a1")
    assert board._position["path"] == ["c3", "b2", "a1"]
    with pytest.raises(Exception, match=r"connect_toe\.State"):
        board.state = "d1"  # type: ignore[assignment]


def test_a_position_without_moves_has_its_stones_and_its_beginning() -> None:
    board = Board(ct.Game("tic-tac-toe").state(board="xo_/___/___", to_move="x"))
    assert board._position["stones"] == {"a3": "x", "b3": "o"}
    board.push("b2")
    board.new_game()
    assert board._position["stones"] == {"a3": "x", "b3": "o"}


def test_an_opponent_answers() -> None:
    board = Board("tic-tac-toe", opponent="perfect")
    ask(board, do="play", cell="a1")
    assert board.state.moves == ["a1", "b2"]
    board.undo()
    assert board.state.moves == []
    board.side = "o"
    assert board.state.ply == 1
    assert not board._position["undo"]
    board.new_game()
    assert board.state.ply == 1
    # Whose turn it is not moves nothing.
    board.opponent = None
    board.state = ct.Game("tic-tac-toe").new_initial_state()
    assert board.state.ply == 0


def test_an_opponent_has_all_stones_of_its_turn() -> None:
    board = Board("9x9:6:free:turn=1+2", opponent="random")
    board.push("e5")
    assert board.state.ply == 3
    board.undo()
    assert board.state.ply == 0


def test_who_observes_hears_of_a_move_before_its_answer() -> None:
    board = Board("tic-tac-toe", opponent="perfect")
    seen: list[list[str]] = []
    board.observe(lambda change: seen.append(change.new.moves), "state")
    board.push("a1")
    assert seen == [["a1"], ["a1", "b2"]]
    # Who hears may change the position again: there is one answer, to the last one.
    other = Board("tic-tac-toe", opponent="perfect", side="x")
    other.observe(lambda change: other.undo() if change.new.ply == 1 else None, "state")
    other.push("b2")
    assert other.state.moves == []


def test_functions_are_opponents() -> None:
    first = ct.Player("first", choose=lambda state: state.legal_moves()[0])
    board = Board("connect-four", opponent=first)
    board.push("d1")
    assert board.state.moves == ["d1", "a1"]
    assert board._position["opponent"] == "first"


def test_analysis_is_that_of_the_state() -> None:
    board = Board("connect-four", analyse=True)
    board.push("d1")
    ours, theirs = found(board), board.state.analyze()
    assert ours.moves == theirs.moves
    assert ours.exact_moves == theirs.exact_moves
    assert board._analysis == ours.to_dict()
    board.analyse = QUICK
    assert found(board).moves == board.state.analyze(QUICK).moves
    ask(board, do="analyse", on=False)
    assert not board.analyse
    assert board.analysis is None
    assert board._analysis is None
    # A game that is over has nothing to analyse.
    over = Board(ct.Game("tic-tac-toe").state("a1 b1 a2 b2 a3"), analyse=True, opponent="perfect")
    assert over.analysis is None
    assert over._position["moves"]["winning_cells"] == ["a1", "a2", "a3"]


def test_players_that_there_are_not_are_refused() -> None:
    with pytest.raises(ct.RequestError, match="nonsense"):
        Board("tic-tac-toe", opponent="nonsense")
    board = Board("tic-tac-toe")
    with pytest.raises(ct.RequestError, match="nonsense"):
        board.opponent = "nonsense"
    with pytest.raises(ct.RequestError, match="nonsense"):
        board.analyse = "nonsense"
    assert board.opponent is None
    with pytest.raises(ct.RequestError):
        Board("nonsense")


def test_in_a_notebook_the_opponent_thinks_beside() -> None:
    go_on = threading.Event()
    threads: list[int] = []

    def choose(state: ct.State) -> str:
        threads.append(threading.get_ident())
        go_on.wait()
        return state.legal_moves()[0]

    async def cells() -> None:
        board = Board("connect-four", opponent=ct.Player("slow", choose=choose), analyse=QUICK)
        await until(lambda: board.analysis)
        board.push("d1")
        assert board._thinks == "opponent"
        assert board._thinker == "slow"
        assert board.analysis is None
        await until(lambda: threads)
        # Meanwhile the move is taken back, and another one made: what was thought of the first is forgotten.
        board.undo()
        board.push("e1")
        go_on.set()
        await until(lambda: board.state.ply == 2 and board.analysis)
        assert board.state.moves == ["e1", "a1"]
        assert board._thinks == ""
        assert found(board).moves == board.state.analyze(QUICK).moves
        assert threading.get_ident() not in threads

    in_a_loop(cells)


def test_a_longer_analysis_ends_when_the_position_changes() -> None:
    async def cells() -> None:
        board = Board("qubic", analyse="alpha-beta:depth=30,eval=runs")
        assert board._thinks == "analysis"
        board.analyse = False
        assert board._thinks == ""
        # The thread that was asked is free again: it has let go of the lock.
        await asyncio.to_thread(board._lock.acquire)

    in_a_loop(cells)


def test_what_an_opponent_fails_with_is_said_on_the_board() -> None:
    def choose(_: ct.State) -> str:
        raise KeyError("no idea")

    player = ct.Player("lost", choose=choose)

    async def cells() -> None:
        board = Board("connect-four", opponent=player)
        board.push("d1")
        await until(lambda: board._problem)
        assert board._problem["error"] == "lost has failed: KeyError: 'no idea'"
        assert board.state.moves == ["d1"]
        board.undo()
        assert board._problem is None

    in_a_loop(cells)
    with pytest.raises(KeyError):
        Board("connect-four", opponent=player).push("d1")


def test_a_picture_stands_in_its_place_where_notebooks_are_read() -> None:
    board = Board("connect-four")
    board.push("d1")
    bundle = board._repr_mimebundle_()
    assert bundle is not None
    data, _ = bundle
    assert data["image/svg+xml"] == board.state._repr_svg_()
    assert data["text/plain"] == repr(board) == "Board(Game('7x6:4:-2').state(moves='d1'))"
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_built_board_asks_for_nothing_else() -> None:
    text = (Path(ct.__file__).parent / "static" / "board.js").read_text(encoding="utf-8")
    assert text == str(Board._esm)
    assert "import(" not in text
    assert " from " not in text[-200:]
    licences = (Path(ct.__file__).parent / "static" / "licenses.md").read_text(encoding="utf-8")
    assert "three" in licences
    assert "svelte" in licences


def test_without_anywidget_an_error_says_what_to_install() -> None:
    code = """
import sys
sys.modules["anywidget"] = None
import connect_toe as ct
assert "Board" in dir(ct) and "Board" not in ct.__all__
try:
    ct.Board
except ImportError as error:
    print(error)
try:
    ct.Bored
except AttributeError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "connect_toe.Board needs anywidget: pip install anywidget",
        "module 'connect_toe' has no attribute 'Bored'",
    ]
