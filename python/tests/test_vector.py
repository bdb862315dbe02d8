"""`VectorGame`: many games against single states, arrays of the caller, and errors."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from random_games import GAMES

import connect_toe as ct

Array = npt.NDArray[Any]


def agree(games: ct.VectorGame, states: list[ct.State], over: npt.NDArray[np.bool_]) -> None:
    seen, legal, sides = games.observations(), games.legal(), games.to_move()
    for number, state in enumerate(states):
        own = 1 if state.to_move == "x" else -1
        assert sides[number] == own
        assert np.array_equal(seen[number, ..., 0], state.board() == own)
        assert np.array_equal(seen[number, ..., 1], state.board() == -own)
        assert np.array_equal(legal[number], state.legal_mask() & ~over[number])


@pytest.mark.parametrize("text", GAMES)
def test_games_are_what_states_are(text: str) -> None:
    game = ct.Game(text)
    games = ct.VectorGame(game, 5, seed=3, restart="in_next_step")
    states = [game.new_initial_state() for _ in range(5)]
    over = np.zeros(5, np.bool_)
    for _ in range(2 * min(game.cells, 20)):
        actions = games.sample()
        rewards, ended, illegal = games.step(actions)
        assert not illegal.any()
        for number, state in enumerate(states):
            if over[number]:
                states[number], over[number] = game.new_initial_state(), False
                assert (rewards[number], ended[number]) == (0, False)
                continue
            mover = state.to_move
            state.push(game.cell_names[actions[number]])
            over[number] = state.outcome is not None
            won = {None: 0, "draw": 0, mover: 1}.get(state.outcome, -1)
            assert (rewards[number], ended[number]) == (won, over[number])
        agree(games, states, over)


def test_what_is_given_is_written_into() -> None:
    games = ct.VectorGame("4x3:3", 7, planes="first", restart="at_once")
    assert (games.observation_shape, games.legal_shape, games.actions, len(games)) == (
        (7, 2, 4, 3),
        (7, 4, 3),
        12,
        7,
    )
    seen = np.full(games.observation_shape, 9, np.int8)
    legal, sides = np.empty(games.legal_shape, np.bool_), np.empty(7, np.int8)
    rewards, ended, illegal = np.empty(7, np.int8), np.empty(7, np.bool_), np.empty(7, np.bool_)
    actions = np.empty(7, np.int64)
    assert games.sample(actions) is actions
    done = games.step(
        actions, rewards=rewards, ended=ended, illegal=illegal, observations=seen, legal=legal, to_move=sides
    )
    assert (done[0] is rewards, done[1] is ended, done[2] is illegal) == (True, True, True)
    assert np.array_equal(seen, games.observations())
    assert np.array_equal(legal, games.legal())
    assert sides.tolist() == [-1] * 7 == games.to_move().tolist()
    # One stone of x, which is the other side's now.
    assert seen[:, 0].sum() == 0
    assert seen[:, 1].sum() == 7
    own = np.ones(7, np.int8)
    assert games.observations(own=own)[:, 0].sum() == 7


class Shared:
    """Memory of another library, by the protocol that libraries share it with."""

    def __init__(self, array: Array) -> None:
        self.array = array

    def __dlpack__(self, **options: object) -> object:
        return self.array.__dlpack__(**options)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self.array.__dlpack_device__()


def test_memory_of_other_libraries_is_shared() -> None:
    games = ct.VectorGame("connect-four", 4)
    actions = np.arange(4) * 6
    seen = np.zeros(games.observation_shape, np.int8)
    games.step(Shared(actions), observations=Shared(seen))
    assert seen.sum() == 4
    assert [games.state(number).board().sum(axis=1).argmax() for number in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.int16])
def test_actions_are_integers_of_any_size(dtype: type[np.integer[Any]]) -> None:
    games = ct.VectorGame("3x3:3", 3)
    games.step(np.array([0, 4, 8], dtype))
    games.step([1, 1, 1])
    assert [str(games.state(number).board().tolist()) for number in range(3)] == [
        "[[1, -1, 0], [0, 0, 0], [0, 0, 0]]",
        "[[0, -1, 0], [0, 1, 0], [0, 0, 0]]",
        "[[0, -1, 0], [0, 0, 0], [0, 0, 1]]",
    ]


def test_actions_that_are_not_moves_lose() -> None:
    games = ct.VectorGame("connect-four", 4)
    rewards, ended, illegal = games.step(np.array([-1, 42, 1, 0]))
    assert (rewards.tolist(), illegal.tolist()) == ([-1, -1, -1, 0], [True, True, True, False])
    assert ended.tolist() == illegal.tolist()


def test_marked_games_alone_are_stepped_and_begin_again() -> None:
    games = ct.VectorGame("3x3:3", 3)
    marks = np.array([True, False, True])
    games.step(np.zeros(3, np.int64), where=marks)
    assert games.to_move().tolist() == [-1, 1, -1]
    games.reset(where=np.array([True, True, False]))
    assert games.to_move().tolist() == [1, 1, -1]
    games.reset()
    assert games.to_move().tolist() == [1, 1, 1]


def test_games_begin_in_a_state_and_go_on_from_one() -> None:
    game = ct.Game("connect-four")
    start = game.state(moves="d1 c1 d2 c2 d3 c3")
    games = ct.VectorGame(game, 2, start=start)
    rewards, ended, _ = games.step(np.array([game.cell_names.index("d4"), 0]))
    assert (rewards.tolist(), ended.tolist()) == ([1, 0], [True, False])
    assert np.array_equal(games.state(0).board(), start.board())
    games.place(1, game.state(moves="a1"))
    assert games.state(-1).legal_moves()[0] == "a2"
    with pytest.raises(ct.RequestError, match="is not a state of"):
        games.place(0, ct.Game("3x3:3").new_initial_state())
    with pytest.raises(ct.RequestError, match="it is over"):
        games.place(0, game.state(moves="d1 c1 d2 c2 d3 c3 d4"))


def test_the_seed_decides_and_threads_do_not() -> None:
    def played(seed: int, threads: int) -> list[int]:
        games = ct.VectorGame("connect-four", 300, seed=seed, threads=threads)
        for _ in range(30):
            games.step(games.sample())
        return games.observations().sum(axis=(1, 2, 3)).tolist()  # type: ignore[no-any-return]

    assert played(1, 0) == played(1, 1) == played(1, 3)
    assert played(1, 1) != played(2, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n is at least 1"),
        ({"n": 10**12}, "n is at most 16777216, not 1000000000000"),
        ({"threads": 2000}, "threads is a number from 0 to 1024, not 2000"),
        ({"restart": "now"}, "'at_once' or 'in_next_step'"),
        ({"planes": "middle"}, "'last' or 'first'"),
        ({"game": "3x3"}, "3x3"),
        ({"game": "connect-four", "start": ct.Game("3x3:3").new_initial_state()}, "not a state of"),
        ({"start": ct.Game("3x3:3").state(moves="a1 b1 a2 b2 a3")}, "is over before"),
    ],
)
def test_what_cannot_be_made_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ct.VectorGame(**{"game": "3x3:3", "n": 2, **options})


def test_arrays_that_do_not_fit_are_refused_and_nothing_is_played() -> None:
    games = ct.VectorGame("3x3:3", 2)
    actions = np.zeros(2, np.int64)
    with pytest.raises(ValueError, match=r"observations has the shape \(2, 9\), not \(2, 3, 3, 2\)"):
        games.step(actions, observations=np.zeros((2, 9), np.int8))
    with pytest.raises(TypeError, match="observations is an array of the data type int8, not float32"):
        games.step(actions, observations=np.zeros((2, 3, 3, 2), np.float32))
    frozen = np.zeros((2, 3, 3, 2), np.int8)
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="observations cannot be written into"):
        games.step(actions, observations=frozen)
    with pytest.raises(TypeError, match="C order"):
        games.step(actions, observations=np.zeros((3, 3, 2, 2), np.int8).transpose(2, 0, 1, 3).swapaxes(1, 2))
    with pytest.raises(ValueError, match=r"actions has the shape \(3,\), not \(2,\)"):
        games.step(np.zeros(3, np.int64))
    with pytest.raises(TypeError, match="actions are an array of integers, not of float64"):
        games.step(np.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="0 in own is not a side"):
        games.observations(own=np.zeros(2, np.int8))
    with pytest.raises(ValueError, match=r"where has the shape \(1,\), not \(2,\)"):
        games.reset(where=np.ones(1, np.bool_))
    with pytest.raises(IndexError, match="there is no game 2 among 2"):
        games.state(2)
    assert games.to_move().tolist() == [1, 1]


def test_marks_and_sides_can_be_lists() -> None:
    games = ct.VectorGame("3x3:3", 3)
    games.step([0, 1, 2], where=[True, False, True])
    assert games.to_move().tolist() == [-1, 1, -1]
    assert games.observations(own=[1, 1, -1])[..., 0].sum(axis=(1, 2)).tolist() == [1, 0, 0]
    with pytest.raises(ValueError, match="3 in own is not a side"):
        games.observations(own=[1, 1, 3])
    with pytest.raises(ValueError, match=r"where has the shape \(2,\), not \(3,\)"):
        games.reset(where=(True, False))


class OfAnotherLibrary:
    """Memory that NumPy sees by DLPack alone."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **options: object) -> object:
        return self.array.__dlpack__(**options)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> object:
        return self.array.__dlpack_device__()


def test_views_of_one_memory_cannot_be_written_twice() -> None:
    games = ct.VectorGame("3x3:3", 9)
    numbers = np.zeros(9, np.int8)
    options: dict[str, Any] = {"rewards": OfAnotherLibrary(numbers), "to_move": OfAnotherLibrary(numbers)}
    with pytest.raises(TypeError, match="rewards and to_move cannot share memory"):
        games.step(np.zeros(9, np.int64), **options)
    assert games.to_move().tolist() == [1] * 9


@pytest.mark.parametrize("other", ["illegal", "where"])
def test_one_array_cannot_be_written_twice(other: str) -> None:
    games = ct.VectorGame("3x3:3", 9)
    marks = np.ones(9, np.bool_)
    options: dict[str, Any] = {"ended": marks, other: marks}
    with pytest.raises(TypeError, match="cannot be"):
        games.step(np.zeros(9, np.int64), **options)
    assert games.to_move().tolist() == [1] * 9
