"""What a player of one's own is told of its games: their moves, and when one begins."""

import itertools
import pickle
from pathlib import Path

import pytest
from lab_files import written

import connect_toe as ct
from connect_toe.lab import LocalPool, PlayersFile, ProcessPool, run_experiment


def last(state: ct.State) -> str:
    return state.legal_moves()[-1]


@pytest.mark.parametrize("text", ["3x3:3", "7x6:4:-2", "6x6:4:free:turn=1+2", "4x4x4:4"])
@pytest.mark.parametrize("openings", ["none", "random:3"])
def test_a_player_sees_the_moves_of_its_games(text: str, openings: str) -> None:
    game = ct.Game(text)
    seen: list[ct.State] = []

    def choose(state: ct.State) -> str:
        again = game.state(moves=state.moves)
        assert (again, repr(again)) == (state, repr(state))
        assert len(state.moves) == (state.board() != 0).sum()
        seen.append(state)
        return last(state)

    match = game.match(ct.Player("mine", choose=choose), "random", games=10, openings=openings, swap=True)
    assert match.games == 10
    for before, after in itertools.pairwise(seen):
        if len(after.moves) > len(before.moves):
            assert after.moves[: len(before.moves) + 1] == [*before.moves, last(before)]
    # It can be taken back and played on, as any state.
    state = seen[-1]
    move = state.pop()
    state.push(move)
    assert state == game.state(moves=state.moves)


def test_a_question_has_the_moves_of_its_state() -> None:
    seen: list[ct.State] = []

    def choose(state: ct.State) -> str:
        seen.append(state)
        return last(state)

    mine = ct.Player("mine", choose=choose)
    game = ct.Game("connect-four")
    game.state("d1 d2 a1").choose(mine)
    assert seen[-1].moves == ["d1", "d2", "a1"]
    # Where a game begins on another board, these are the moves since.
    state = game.state(board="_______/_______/_______/_______/_______/x__o___")
    state.push("d2")
    state.choose(mine)
    assert (seen[-1].moves, repr(seen[-1])) == (["d2"], repr(state))
    assert seen[-1].pop() == "d2"
    assert seen[-1] == game.state(board="_______/_______/_______/_______/_______/x__o___")
    assert pickle.loads(pickle.dumps(seen[-1])) == seen[-1]


def test_a_new_game_is_told_before_its_first_move() -> None:
    told: list[tuple[str, int]] = []

    def choose(state: ct.State) -> str:
        told.append(("choose", len(state.moves)))
        return last(state)

    def new_game(state: ct.State) -> None:
        told.append(("new game", len(state.moves)))

    mine = ct.Player("mine", choose=choose, new_game=new_game)
    ct.Game("tic-tac-toe").match(mine, "random", games=4, openings="random:2")
    assert [word for word, _ in told].count("new game") == 4
    assert {moves for word, moves in told if word == "new game"} == {2}
    for (word, _), (after, moves) in itertools.pairwise(told):
        assert word == "choose" or (after, moves) in (("choose", 2), ("choose", 3))
    told.clear()
    # With swap the first move is the player's, and of the same game.
    ct.Game("5x5:4").match(mine, "random", games=2, openings="none", swap=True)
    assert [word for word, _ in told].count("new game") == 2
    told.clear()
    state = ct.Game("tic-tac-toe").state("b2")
    state.choose(mine)
    state.choose(pickle.loads(pickle.dumps(ct.Player("last", choose=last))))
    assert told == [("new game", 1), ("choose", 1)]


class Remembering:
    """Remembers the moves of one game: they grow by two from question to question."""

    def __init__(self, state: ct.State) -> None:
        self.moves = state.moves

    def __call__(self, state: ct.State) -> str:
        assert state.moves[: len(self.moves)] == self.moves
        assert len(state.moves) - len(self.moves) <= 2
        self.moves = state.moves
        return last(state)


@pytest.mark.parametrize("threads", [1, 3])
def test_every_game_can_have_a_function_of_its_own(threads: int) -> None:
    mine = ct.Player("mine", new_game=Remembering)
    game = ct.Game("connect-four")
    match = game.match(mine, "random", games=40, threads=threads)
    assert match.games == 40
    assert match.wins == game.match(ct.Player("mine", choose=last), "random", games=40).wins
    assert game.state("44").choose(pickle.loads(pickle.dumps(mine))) == "g1"

    def seeded(state: ct.State) -> object:
        return lambda state, seed: state.legal_moves()[seed % len(state.legal_moves())]

    drawn = ct.Player("drawn", new_game=seeded, seeded=True)  # type: ignore[call-overload]
    assert game.match(drawn, "random", games=20) == game.match(drawn, "random", games=20)


def test_what_is_wrong_with_a_new_game_is_told() -> None:
    game = ct.Game("tic-tac-toe")
    with pytest.raises(TypeError, match="new_game is a function, not int"):
        ct.Player("mine", new_game=3)  # type: ignore[call-overload]
    with pytest.raises(ct.RequestError, match="new_game is for choose"):
        ct.Player("mine", evaluate=lambda b, t, s: [0], new_game=Remembering)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"gave NoneType, not a function that chooses moves$"):
        game.match(ct.Player("mine", new_game=lambda _: None), "random")  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match=r"gave int, not a function that chooses moves or None$"):
        game.match(ct.Player("mine", choose=last, new_game=lambda _: 3), "random")  # type: ignore[arg-type, return-value]
    with pytest.raises(ZeroDivisionError):
        game.match(ct.Player("mine", choose=last, new_game=lambda _: 1 // 0), "random")  # type: ignore[arg-type, return-value]


PLAYERS = """
import connect_toe

class Remembering:
    def __init__(self, state):
        self.moves = state.moves
        assert len(self.moves) == 2

    def __call__(self, state):
        assert state.moves[:len(self.moves)] == self.moves and len(state.moves) >= 2
        assert state == state.game.state(moves=state.moves)
        self.moves = state.moves
        return state.legal_moves()[-1]

players = [connect_toe.Player("remembering", new_game=Remembering)]
"""

EXPERIMENT = """
games_per_cell = 60
openings = { plies = 2 }
[[study]]
name = "moves"
game = "5x4:3:-2"
player = "remembering"
opponent = ["random", "minimax:depth=1"]
"""


def test_workers_of_the_laboratory_tell_the_moves(tmp_path: Path) -> None:
    studies = []
    for pool in (None, LocalPool(2), ProcessPool(2)):
        path = written(tmp_path / type(pool).__name__, EXPERIMENT)
        file = path.parent / "players.py"
        file.write_text(PLAYERS)
        players = PlayersFile.read(file)
        if pool is None:
            status = ct.play_experiment(path, players=players.open())
        else:
            status = run_experiment(pool, path, players=players)
            pool.leave()
        assert status["done"] and status["games"] == 120
        studies.append(status["studies"])
    assert studies[0] == studies[1] == studies[2]
