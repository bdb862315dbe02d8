"""`connect_toe.gymnasium`, tested with Gymnasium's own suite and against `State`."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode
from random_games import GAMES as ALL_GAMES

import connect_toe as ct
from connect_toe.gymnasium import Env, VectorEnv


def leaves_o_a_move(text: str) -> bool:
    """Whether x's first turn cannot end the game."""
    game = ct.Game(text)
    return min(map(len, game.lines())) > game.turn[0]


GAMES = [game for game in ALL_GAMES if leaves_o_a_move(game)]
SIDES: list[Literal["x", "o", "random"]] = ["x", "o", "random"]


def play(env: Env, seed: int) -> tuple[list[np.ndarray[Any, Any]], float]:
    """Plays random legal actions from the beginning; gives all observations and the last reward."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    observations, over, reward = [seen], False, 0.0
    while not over:
        seen, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        observations.append(seen)
        assert truncated is False
        assert over or reward == 0.0
    assert not info["action_mask"].any()
    return observations, reward


@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array", "human"])
@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "3x3x3:3:all", "6:3:+1,-1", "2x3x2x3:3"])
def test_the_suite_passes_in_all_render_modes(game: str, render_mode: str | None) -> None:
    made = gymnasium.make("ConnectToe-v0", game=game, opponent="random", render_mode=render_mode)
    check_env(made.unwrapped)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("game", GAMES)
def test_the_suite_passes_on_all_games_and_sides(game: str, side: Literal["x", "o", "random"]) -> None:
    made = gymnasium.make(
        "connect_toe.gymnasium:ConnectToe-v0", game=game, side=side, render_mode="rgb_array"
    )
    check_env(made.unwrapped)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("game", GAMES)
def test_an_environment_shows_what_the_state_is(game: str, side: Literal["x", "o", "random"]) -> None:
    env = Env(game, opponent="random", side=side)
    for seed in range(3):
        observations, reward = play(env, seed)
        position = env.position
        own = 1 if env.side == "x" else -1
        # Every observation is the board before a move of the agent, and the last one is the end.
        state = ct.Game(game).new_initial_state()
        expected = []
        for cell in position.moves:
            if state.to_move == env.side:
                expected.append(state.board())
            state.push(cell)
        expected.append(state.board())
        assert len(observations) == len(expected)
        for seen, board in zip(observations, expected, strict=True):
            assert seen.dtype == np.int8
            assert np.array_equal(seen[..., 0], board == own)
            assert np.array_equal(seen[..., 1], board == -own)
        assert reward == {"draw": 0, env.side: 1}.get(str(position.outcome), -1)


def test_both_sides_are_drawn() -> None:
    env = Env("tic-tac-toe", side="random")
    sides = []
    for seed in range(20):
        env.reset(seed=seed)
        sides.append(env.side)
    assert {"x", "o"} == set(sides)


@pytest.mark.parametrize("opponent", ["random", "alpha-beta:depth=2,eval=runs"])
def test_seeds_make_games_again(opponent: str) -> None:
    first, again, other = (
        [play(Env("5x4:4:-2", opponent, side="random"), seed) for seed in seeds]
        for seeds in ([1, 2, 3], [1, 2, 3], [4, 5, 6])
    )

    def same(one: list[Any], two: list[Any]) -> bool:
        return all(
            len(seen) == len(others) and all(map(np.array_equal, seen, others))
            for (seen, _), (others, _) in zip(one, two, strict=True)
        )

    assert same(first, again)
    assert not same(first, other)


def test_the_opponent_plays_the_moves_of_the_player() -> None:
    env = Env("tic-tac-toe", opponent="perfect")
    for seed in range(5):
        _, reward = play(env, seed)
        assert reward <= 0
    env.reset(seed=1)
    env.step(0)
    assert env.position.moves == ["a1", "b2"]


def test_an_illegal_move_loses_and_changes_nothing() -> None:
    env = Env("connect-four")
    env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated, info["illegal_move"]) == (-1.0, True, False, True)
    assert not seen.any()
    assert not info["action_mask"].any()
    for action in (42, -1):
        env.reset()
        with pytest.raises(ValueError, match="is not an action of `7x6:4:-2`, whose actions are 0 to 41"):
            env.step(action)
    assert env.step(0)[1] == 0.0


def test_steps_need_a_game() -> None:
    env = Env("3x3:1", opponent="random")
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(0)
    env.reset()
    assert env.step(0)[1:4] == (1.0, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(1)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_goes_on_in_the_same_way(copied: Callable[[Env], Env]) -> None:
    env = Env("5x5:4:all", side="random")
    env.reset(seed=7)
    env.step(0)
    twin = copied(env)
    assert twin.position.moves == env.position.moves
    for _ in range(3):
        actions = np.flatnonzero(env.action_masks())
        one, two = env.step(actions[-1]), twin.step(actions[-1])
        assert np.array_equal(one[0], two[0])
    assert twin.position.moves == env.position.moves


def test_masks_for_other_libraries() -> None:
    env = Env("connect-four")
    _, info = env.reset()
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.shape == (42,)
    assert np.array_equal(masks, info["action_mask"] == 1)


def test_an_environment_plays_in_the_wrappers_of_gymnasium() -> None:
    env = gymnasium.make("ConnectToe-v0", game="connect-four", opponent="random", render_mode="rgb_array")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
            picture = env.render()
            assert isinstance(picture, np.ndarray)
            assert picture.shape[0] % 2 == picture.shape[1] % 2 == 0


def test_vectors_of_environments() -> None:
    vector = gymnasium.make_vec(
        "ConnectToe-v0", num_envs=3, vectorization_mode="sync", game="5x4:4:-2", opponent="random"
    )
    seen, info = vector.reset(seed=1)
    assert seen.shape == (3, 5, 4, 2)
    for _ in range(30):
        seen, _, _, _, info = vector.step(np.array([int(np.argmax(mask)) for mask in info["action_mask"]]))
        assert seen.shape == (3, 5, 4, 2)
    vector.close()


def test_games_that_are_over_before_they_begin_are_refused() -> None:
    for game in ["2x2:3", "1:2", "2x3x2:4:all"]:
        with pytest.raises(ValueError, match="is over before it begins"):
            Env(game)
    for game in ["3x3:1", "3x3:3:free:turn=3+1", "2x3:lines=a1+b2/a3"]:
        Env(game, side="x").reset()
        for side in SIDES[1:]:
            with pytest.raises(ValueError, match="can be over before o begins: x's first turn can end it"):
                Env(game, side=side)
    with pytest.raises(ValueError, match=r"no winning line fits on this board$"):
        Env("3x3:shape=a1+a4:free:maker")


def test_turns_of_several_stones() -> None:
    env = Env("9x9:6:free:turn=1+2", opponent="random", side="x")
    env.reset(seed=1)
    env.step(40)
    assert (len(env.position.moves), env.position.to_move, env.position.stones_left) == (3, "x", 2)
    seen, reward, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
    # The agent's turn goes on: there is no reply yet.
    assert (len(env.position.moves), env.position.to_move, env.position.stones_left) == (4, "x", 1)
    assert (reward, over, info["action_mask"].sum(), seen[..., 0].sum()) == (0.0, False, 77, 2)
    second = Env("9x9:6:free:turn=2+3", opponent="random", side="o")
    second.reset(seed=1)
    assert len(second.position.moves) == 2


def test_an_opponent_that_fails_in_the_middle_of_its_turn_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = Env("5x5:4:free:turn=1+2", opponent="random")
    env.reset(seed=1)
    calls: list[int] = []

    class Failing:
        """Numbers of which the second one fails."""

        def integers(self, _: int) -> int:
            calls.append(len(calls))
            if len(calls) == 2:
                raise KeyboardInterrupt
            return 1

    monkeypatch.setattr(env, "_np_random", Failing())
    with pytest.raises(KeyboardInterrupt):
        env.step(0)
    assert (calls, env.position.moves) == ([0, 1], [])


@pytest.mark.parametrize(("game", "reward"), [("3x3:3:free:maker", -1.0), ("3x3:3:free:maker:misere", 1.0)])
def test_who_breaks_lines_is_rewarded(game: str, reward: float) -> None:
    """Without a line of x the game is not a draw."""
    env = Env(game, opponent="random")
    results = set()
    for seed in range(60):
        _, last = play(env, seed)
        results.add(last)
        if not env.position.winning_cells:
            assert last == reward
    assert results == {1.0, -1.0}


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ct.RequestError, match="is not a game"):
        Env("3x0:3")
    with pytest.raises(ValueError, match="`both` is not a side: there are x, o, random"):
        Env("3x3:3", side="both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a render mode"):
        Env("3x3:3", render_mode="video")
    with pytest.raises(ct.RequestError, match="no player has the name `nobody`"):
        Env("3x3:3", opponent="nobody")
    with pytest.raises(ct.RequestError, match="no heuristic"):
        gymnasium.make("ConnectToe-v0", game="3x3:3", opponent="minimax:eval=nothing")


def test_an_opponent_that_fails_changes_nothing() -> None:
    def fail(state: ct.State) -> str:
        raise KeyError(len(state.moves))

    broken = ct.Player("broken", choose=fail)
    env = Env("3x3:3", opponent=broken)
    env.reset()
    for _ in range(2):
        with pytest.raises(KeyError, match="1"):
            env.step(0)
    # The agent's move is not played without a reply.
    assert env.position.moves == []
    first = Env("3x3:3", opponent=broken, side="o")
    with pytest.raises(KeyError, match="0"):
        first.reset()
    with pytest.raises(gymnasium.error.ResetNeeded):
        first.step(0)


def test_closing_twice_does_no_harm() -> None:
    env = Env("3x3:3")
    env.close()
    env.close()


def vectors(
    text: str, number: int, side: Literal["x", "o"], mode: AutoresetMode
) -> tuple[VectorEnv, gymnasium.vector.SyncVectorEnv]:
    """Many games in one, and as many single ones; the opponent draws nothing."""
    single: dict[str, Any] = {"opponent": "alpha-beta:depth=2,ties=first", "side": side}
    ours = VectorEnv(text, number, autoreset_mode=mode, **single)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: Env(text, **single)] * number, autoreset_mode=mode)
    return ours, theirs


def same(one: object, other: object) -> bool:
    """Whether observations, rewards, marks or infos are the same, with the same data types."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    assert isinstance(one, np.ndarray)
    assert isinstance(other, np.ndarray)
    if one.dtype == object:
        return all((a is None and b is None) or np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    return bool(one.dtype == other.dtype and np.array_equal(one, other))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("text", ["3x3:3", "connect-four", "5x5:4:free:turn=1+2", "4x4:3:free:maker"])
def test_a_vector_shows_what_single_environments_show(
    text: str, side: Literal["x", "o"], mode: AutoresetMode
) -> None:
    ours, theirs = vectors(text, 6, side, mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.single_action_space == theirs.single_action_space
    (seen, info), (expected, expected_info) = ours.reset(seed=3), theirs.reset(seed=3)
    assert same(seen, expected)
    assert same(info, expected_info)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        # Now and then an action is not legal.
        weights = info["action_mask"] + 0.02
        actions = np.array([rng.choice(len(row), p=row / row.sum()) for row in weights])
        step, expected_step = ours.step(actions), theirs.step(actions)
        assert all(same(one, other) for one, other in zip(step, expected_step, strict=True))
        info = step[4]
        ended += int(step[2].sum())
    assert ended > 10


def test_a_vector_passes_through_gymnasium_s_own_wrappers() -> None:
    envs = gymnasium.make_vec("ConnectToe-v0", num_envs=50, game="connect-four", side="random")
    inner = envs.unwrapped
    assert isinstance(inner, VectorEnv)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=1)
    scores = []
    for _ in range(60):
        _, _, over, _, info = envs.step(inner.sample())
        if over.any():
            scores += info["episode"]["r"][over].tolist()
    assert len(scores) > 50
    assert set(scores) <= {-1.0, 0.0, 1.0}
    assert len(set(inner.own.tolist())) == 2
    assert benchmark_vector_step(inner, target_duration=1) > 0


def test_a_vector_begins_again_where_it_is_told_to() -> None:
    envs = VectorEnv("3x3:3", 3, autoreset_mode="Disabled", opponent="random")
    with pytest.raises(ResetNeeded, match="There are no games yet"):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=1)
    seen, rewards, over, _, info = envs.step(np.array([0, 9, 1]))
    assert (rewards.tolist(), over.tolist()) == ([0, -1, 0], [False, True, False])
    assert not info["action_mask"][1].any()
    with pytest.raises(ResetNeeded, match="1 games are over"):
        envs.step(np.zeros(3, np.int64))
    again, _ = envs.reset(options={"reset_mask": over})
    assert again.sum(axis=(1, 2, 3)).tolist() == [2, 0, 2]
    assert np.array_equal(again[0], seen[0])


def test_a_vector_is_seeded_and_does_not_depend_on_threads() -> None:
    def played(seed: int, threads: int) -> list[float]:
        envs = VectorEnv("connect-four", 200, side="random", threads=threads)
        envs.reset(seed=seed)
        return [float(envs.step(envs.sample())[1].sum()) for _ in range(40)]

    assert played(1, 0) == played(1, 1)
    assert played(1, 0) != played(2, 0)


def test_a_vector_that_cannot_be_made_is_refused() -> None:
    for options in ({"opponent": "minimx"}, {"side": "y"}, {"game": "3x3"}, {"autoreset_mode": "Never"}):
        with pytest.raises(ValueError, match=str(next(iter(options.values())))[:4]):
            VectorEnv(**{"game": "3x3:3", "num_envs": 2, **options})  # type: ignore[arg-type]
