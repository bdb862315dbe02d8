"""Actions that are columns: programs for Connect Four of OpenSpiel and PettingZoo play ours alike."""

import random
from typing import Any

import numpy as np
import pytest

import connect_toe as ct
from connect_toe.open_spiel_like import State, load_game


def test_actions_are_columns() -> None:
    game = load_game("connect-four", actions="columns")
    assert game.num_distinct_actions() == 7 and game.max_game_length() == 42
    assert game != load_game("connect-four") and repr(game) == "load_game('7x6:4:-2', actions='columns')"
    state = game.new_initial_state()
    state.apply_actions([3, 3, 3, 3, 3, 3])
    assert state.legal_actions() == [0, 1, 2, 4, 5, 6] and state.legal_actions_mask() == [1, 1, 1, 0, 1, 1, 1]
    assert state.history() == [3] * 6 and state.action_to_string(2) == "c1"
    with pytest.raises(ValueError, match=r"full|taken"):
        state.apply_action(3)
    with pytest.raises(ValueError, match="7 is not an action"):
        state.apply_action(7)
    assert game.deserialize_state(state.serialize()).history() == state.history()
    state.undo_action(1, 3)
    assert state.history() == [3] * 5
    with pytest.raises(ValueError, match="last move"):
        state.undo_action(0, 2)


@pytest.mark.parametrize(("game", "axis", "columns"), [("4x3x5:3:+1", 0, 15), ("4x4x4:4:-3", 2, 16)])
def test_columns_of_any_face(game: str, axis: int, columns: int) -> None:
    assert ct.Game(game).drop_axis == axis
    rng = random.Random(1)
    state = load_game(game, actions="columns").new_initial_state()
    other = load_game(game).new_initial_state()
    assert len(state.legal_actions()) == columns
    while not state.is_terminal():
        place = rng.randrange(len(state.legal_actions()))
        action = state.legal_actions()[place]
        cell = state.action_to_string(action)
        state.apply_action(action)
        other.apply_action(other.string_to_action(cell))
        assert str(state) == str(other)
    assert other.is_terminal()


@pytest.mark.parametrize("game", ["tic-tac-toe", "4x4:3:+1,-1"])
def test_other_games_have_no_columns(game: str) -> None:
    assert ct.Game(game).drop_axis is None
    with pytest.raises(ValueError, match="has no columns"):
        load_game(game, actions="columns")


def test_a_bot_of_open_spiel_plays_the_same_moves() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

    def moves(game: Any) -> list[int]:  # noqa: ANN401
        rng = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bot = mcts.MCTSBot(game, 2, 30, evaluator, random_state=rng)
        state, played = game.new_initial_state(), []
        while not state.is_terminal():
            played.append(bot.step(state))
            state.apply_action(played[-1])
        return played

    ours = moves(load_game("connect-four", actions="columns"))
    assert ours == moves(pyspiel.load_game("connect_four"))


def test_a_policy_of_open_spiel_transfers() -> None:
    """A policy that is a table over columns plays the same games."""
    pyspiel = pytest.importorskip("pyspiel")
    weights = np.random.default_rng(1).random((42, 7))
    ours: State = load_game("connect-four", actions="columns").new_initial_state()
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    while not theirs.is_terminal():
        chosen = [
            int(np.argmax(weights[state.move_number()] * state.legal_actions_mask()))
            for state in (ours, theirs)
        ]
        assert chosen[0] == chosen[1]
        ours.apply_action(chosen[0])
        theirs.apply_action(chosen[1])
    assert ours.returns() == theirs.returns()


def test_pettingzoo_has_columns() -> None:
    pytest.importorskip("pettingzoo")
    from connect_toe import pettingzoo

    env = pettingzoo.env("connect-four", actions="columns")
    env.reset()
    assert env.action_space("player_0").n == 7
    for action in (3, 3, 3, 3, 3, 3):
        env.step(action)
    assert env.last()[0]["action_mask"].tolist() == [1, 1, 1, 0, 1, 1, 1]
    env.step(3)
    assert env.terminations["player_0"] and env.rewards["player_0"] == -1


def test_gymnasium_has_columns() -> None:
    pytest.importorskip("gymnasium")
    from connect_toe import gymnasium

    env = gymnasium.Env("connect-four", opponent="random", actions="columns")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert info["action_mask"].shape == (7,) == env.action_masks().shape
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    envs = gymnasium.VectorEnv("connect-four", num_envs=50, actions="columns")
    _, info = envs.reset(seed=1)
    ended = 0
    for _ in range(60):
        actions = envs.sample()
        assert info["action_mask"].shape == (50, 7)
        assert (info["action_mask"][np.arange(50), actions] == 1)[info["action_mask"].any(axis=1)].all()
        _, _, over_of_all, _, info = envs.step(actions)
        assert not info["illegal_move"].any()
        ended += int(over_of_all.sum())
    assert ended > 50
    envs.reset(seed=1)
    illegal = np.zeros(50, np.bool_)
    for _ in range(7):
        _, _, _, _, info = envs.step(np.zeros(50, np.int64))
        illegal |= info["illegal_move"]
    assert illegal.any()


def test_games_are_registered_with_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    policy = pytest.importorskip("open_spiel.python.policy")
    from connect_toe import open_spiel

    game = pyspiel.load_game("connect_toe(game=connect-four,actions=columns)")
    assert isinstance(game, open_spiel.Game) and game.num_distinct_actions() == 7
    theirs = pyspiel.load_game("connect_four")
    rng = random.Random(1)
    for _ in range(20):
        ours, other = game.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert ours.legal_actions() == other.legal_actions()
            action = rng.choice(ours.legal_actions())
            ours.apply_action(action)
            other.apply_action(action)
            assert ours.clone().history() == other.history()
        assert ours.is_terminal() and ours.returns() == other.returns()
    bot = mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1))
    assert bot.step(game.new_initial_state()) in range(7)
    small = pyspiel.load_game("connect_toe", {"game": "3x2:2"})
    assert minimax.alpha_beta_search(small)[0] == 1
    assert exploitability.nash_conv(small, policy.UniformRandomPolicy(small)) > 0
    # In C++.
    solver = pyspiel.CFRSolver(small)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(small, solver.average_policy()) < 0.1
    pyspiel.random_sim_test(pyspiel.load_game("connect_toe(game=tic-tac-toe)"), 5, True, True)
    with pytest.raises(Exception, match="no columns"):
        pyspiel.load_game("connect_toe(game=tic-tac-toe,actions=columns)")
