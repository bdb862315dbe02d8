"""Networks as players, and games that play themselves."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import connect_toe as ct

Array = npt.NDArray[Any]
Judgement = tuple[Array, Array]


def innocent(observations: Array, legal: Array) -> Judgement:
    """A network that knows nothing."""
    return np.ones(legal.shape, np.float32), np.zeros(len(legal), np.float32)


def test_a_network_sees_what_waits_and_its_judgements_direct_the_search() -> None:
    game = ct.Game("connect-four")
    batches = []

    def likes_c(observations: Array, legal: Array) -> Judgement:
        batches.append(len(legal))
        assert observations.dtype == np.int8
        assert legal.dtype == np.bool_
        assert observations.shape == (len(legal), 7, 6, 2)
        assert legal.shape == (len(legal), 7, 6)
        assert not (observations.any(axis=-1) & legal).any()
        own, theirs = observations.sum(axis=(1, 2))[:, 0], observations.sum(axis=(1, 2))[:, 1]
        assert set(theirs - own) <= {0, 1}
        priors = np.full(legal.shape, 0.01)
        priors[:, 2] = 1.0
        return priors, np.zeros(len(legal))

    player = ct.Player("likes-c", network=likes_c, search="monte-carlo:simulations=50,batch=8")
    assert str(player) == "monte-carlo:simulations=50,batch=8,eval=likes-c"
    state = game.new_initial_state()
    assert state.choose(player, seed=1) == "c1"
    assert batches[0] == 1
    assert max(batches[1:]) == 8
    assert state.analyze(player, exact_nodes=0).nodes == 50


def test_a_network_plays_wherever_a_player_does() -> None:
    game = ct.Game("4x4:3")
    player = ct.Player("innocent", network=innocent, search="monte-carlo:simulations=100,batch=4")
    result = game.match(player, "random", games=20, seed=1)
    assert result.wins > 10
    assert result.to_dict() == game.match(player, "random", games=20, seed=1).to_dict()
    # Other searches ask for values.
    asked = ct.Player("innocent", network=innocent, search="alpha-beta:depth=2")
    assert game.new_initial_state().choose(asked, seed=1) in game.new_initial_state().legal_moves()


def test_values_are_for_the_side_to_move_and_parts_of_10000() -> None:
    def likes_stones(observations: Array, legal: Array) -> Judgement:
        more = observations[..., 0].sum(axis=(1, 2)) - observations[..., 1].sum(axis=(1, 2))
        return np.ones(legal.shape), more / 4

    player = ct.Player("stones", network=likes_stones)
    state = ct.Game("4x4:3").state(moves="a1 b1 c1")
    assert (state.evaluate(player, "x"), state.evaluate(player, "o")) == (2500, -2500)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda _, legal: np.ones(legal.shape), "gives priors and values, not ndarray"),
        (lambda _, legal: (np.ones(legal.shape),), "not 1 of them"),
        (
            lambda _, legal: (np.ones((1, 2)), np.zeros(len(legal))),
            "priors of `wrong`: there are 2 numbers, not",
        ),
        (lambda _, legal: (np.ones(legal.shape), np.zeros(1 + len(legal))), "values of `wrong`: there are"),
        (lambda _, legal: (np.ones(legal.shape), np.full(len(legal), np.nan)), "is not a number"),
        (lambda _, legal: (np.ones(legal.shape), ["x"] * len(legal)), "could not convert"),
        (lambda _, legal: (-1.5 * legal, np.zeros(len(legal))), "-1.5 at place 0 is below 0: a prior is"),
        (
            lambda _, legal: (np.ones(legal.shape), np.full(len(legal), 1.5)),
            "1.5 at place 0 does not lie between -1 and 1",
        ),
    ],
)
def test_judgements_that_make_no_sense_are_refused(
    given: Callable[[Array, Array], Judgement], message: str
) -> None:
    player = ct.Player("wrong", network=given)
    with pytest.raises((ValueError, TypeError), match=message):
        ct.Game("3x3:3").new_initial_state().choose(player, seed=1)


def test_what_a_network_raises_ends_the_search() -> None:
    def broken(observations: Array, legal: Array) -> Judgement:
        raise RuntimeError("out of memory")

    with pytest.raises(RuntimeError, match="out of memory"):
        ct.Game("3x3:3").new_initial_state().choose(ct.Player("broken", network=broken), seed=1)
    with pytest.raises(RuntimeError, match="out of memory"):
        ct.SelfPlay("3x3:3", 2).play(broken, 10)


def test_a_player_has_one_function() -> None:
    with pytest.raises(ValueError, match="one of evaluate, network and choose"):
        ct.Player("both", network=innocent, evaluate=innocent)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="network is a function"):
        ct.Player("none", network=3)  # type: ignore[call-overload]


def test_a_network_is_kept_when_a_player_is_pickled() -> None:
    import pickle

    player = pickle.loads(pickle.dumps(ct.Player("innocent", network=innocent)))
    state = ct.Game("3x3:3").new_initial_state()
    assert state.choose(player, seed=1) == state.choose(ct.Player("innocent", network=innocent), seed=1)


def test_games_play_themselves() -> None:
    play = ct.SelfPlay("4x3:3", 20, simulations=30, seed=3)
    examples = play.play(innocent, 300)
    number = len(examples["values"])
    assert number >= 300
    shapes = {name: (array.dtype.name, array.shape) for name, array in examples.items()}
    games = len(examples["outcomes"])
    assert shapes == {
        "observations": ("int8", (number, 4, 3, 2)),
        "policies": ("float32", (number, 4, 3)),
        "values": ("float32", (number,)),
        "plies": ("int32", (number,)),
        "proven": ("bool", (number,)),
        "outcomes": ("int8", (games,)),
    }
    stones = examples["observations"].any(axis=-1)
    assert np.allclose(examples["policies"].sum(axis=(1, 2)), 1)
    assert not (examples["policies"] > 0)[stones].any()
    assert np.array_equal(stones.sum(axis=(1, 2)), examples["plies"])
    # One game after the other, each from its first stone on.
    assert (examples["plies"] == 0).sum() == games
    # What is proven is true.
    game = ct.Game("4x3:3")
    proven = np.flatnonzero(examples["proven"])
    assert len(proven) > 50
    sides = np.where(examples["plies"] % 2 == 0, 1, -1).astype(np.int8)
    boards = (examples["observations"][..., 0] - examples["observations"][..., 1]) * sides[:, None, None]
    solved = game.solve_batch(boards[proven], sides[proven])
    assert np.array_equal(solved.results, examples["values"][proven])


def test_self_play_is_the_same_for_the_same_seed() -> None:
    def played(seed: int, threads: int) -> dict[str, Array]:
        play = ct.SelfPlay("connect-four", 20, simulations=10, seed=seed, threads=threads)
        return play.play(innocent, 500)

    one, again, other = played(1, 1), played(1, 3), played(2, 1)
    assert all(np.array_equal(one[name], again[name]) for name in one)
    assert not np.array_equal(one["observations"][:300], other["observations"][:300])


def test_self_play_step_by_step_is_the_same() -> None:
    options: dict[str, Any] = {"simulations": 10, "seed": 1, "leaves": 2}
    whole = ct.SelfPlay("connect-four", 5, **options).play(innocent, 200)
    play = ct.SelfPlay("connect-four", 5, **options)
    parts: list[dict[str, Array]] = []
    while sum(len(part["values"]) for part in parts) < 200:
        observations, legal = play.gather()
        assert len(observations) == len(legal) <= 10
        play.settle(*innocent(observations, legal))
        parts.append(play.examples())
    together = np.concatenate([part["observations"] for part in parts])
    assert np.array_equal(together, whole["observations"])
    play.gather()
    with pytest.raises(ValueError, match="values of `self-play`: there are 0 numbers"):
        play.settle(np.ones((len(play.gather()[0]), 42)), np.ones(0))


def test_games_end_when_their_result_is_proven() -> None:
    play = ct.SelfPlay("3x3:3", 4, simulations=2000, until_proven=True, noise=0.0)
    examples = play.play(innocent, 4)
    # The first search proves the draw.
    assert examples["plies"].tolist() == [0] * len(examples["plies"])
    assert examples["proven"].all()
    assert set(examples["outcomes"]) == {0}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n is a number from 1"),
        ({"n": 10**12}, "n is a number from 1 to 1048576, not 1000000000000"),
        ({"simulations": 0}, "simulations is a number from 1"),
        ({"leaves": 0}, "leaves is a number from 1"),
        ({"leaves": 10**9}, "leaves is a number from 1 to 65536"),
        ({"threads": 2000}, "threads is a number from 0 to 1024, not 2000"),
        ({"settings": "explor=1"}, "the settings are explore, decisive, proofs, memory"),
        ({"settings": "simulations=5"}, "simulations must be left out"),
        ({"noise": 1.5}, "noise is a number from 0 to 1"),
        ({"settings": "explore=-1"}, "explore"),
    ],
)
def test_what_cannot_play_itself_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ct.SelfPlay(**{"game": "3x3:3", "n": 2, **options})
