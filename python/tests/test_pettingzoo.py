"""`connect_toe.pettingzoo`, tested with PettingZoo's own suites and against `State`."""

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from random_games import GAMES, JAMMING

import connect_toe as ct
from connect_toe import pettingzoo

with warnings.catch_warnings():
    # Where pygame is installed, the suite imports PettingZoo's own games in a way that is deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]

# What PettingZoo's suite finds unusual, but allows.
pytestmark = [
    # It has a list of its own environments whose observations are dictionaries.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # An empty board has no stones.
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
    # Who is not to move, and who would be after the end, has no legal action.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    # The board has as many dimensions as the game.
    pytest.mark.filterwarnings("ignore:Observation has more than 3 dimensions"),
]

Make = Callable[..., Any]


@pytest.fixture(params=[pettingzoo.env, pettingzoo.raw_env], ids=["env", "raw_env"])
def make(request: pytest.FixtureRequest) -> Make:
    """Both ways to make an environment."""
    made: Make = request.param
    return made


def play(env: Any, rng: random.Random) -> Iterator[tuple[str, int]]:  # noqa: ANN401
    """Plays legal actions until all agents are removed; gives each with its agent before it is played."""
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        yield agent, action
        env.step(action)


@pytest.mark.parametrize("game", GAMES)
def test_the_api_suite_passes(make: Make, game: str) -> None:
    api_test(make(game), num_cycles=200)


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_suite_passes(make: Make, game: str) -> None:
    seed_test(partial(make, game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_the_render_suite_passes(make: Make, game: str) -> None:
    render_test(partial(make, game))


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_shows_what_the_state_is(make: Make, game: str) -> None:
    rng = random.Random(game)
    env = make(game)
    for _ in range(3):
        env.reset()
        state = ct.Game(game).new_initial_state()
        cells = state.game.cell_names
        rewards = dict.fromkeys(env.agents, 0.0)
        for agent, action in play(env, rng):
            side, other = (1, -1) if agent == "player_0" else (-1, 1)
            assert agent == {"x": "player_0", "o": "player_1"}[state.to_move]
            seen, hidden = (
                env.observe(agent),
                env.observe({"player_0": "player_1", "player_1": "player_0"}[agent]),
            )
            assert seen["observation"].dtype == seen["action_mask"].dtype == np.int8
            assert np.array_equal(seen["observation"][..., 0], state.board() == side)
            assert np.array_equal(seen["observation"][..., 1], state.board() == other)
            assert np.array_equal(hidden["observation"], seen["observation"][..., ::-1])
            assert [cells[number] for number in np.flatnonzero(seen["action_mask"])] == state.legal_moves()
            assert not hidden["action_mask"].any()
            assert np.array_equal(env.state(), state.board())
            state.push(cells[action])
            assert state.board().reshape(-1)[action] == side
        assert env.position == state
        outcome = state.outcome
        assert outcome is not None
        # Rewards are gone with their agents, so play the last move once more.
        env.reset()
        for cell in state.moves:
            env.step(cells.index(cell))
        rewards = dict(env.rewards)
        won = {"x": (1, -1), "o": (-1, 1), "draw": (0, 0)}[outcome]
        assert (rewards["player_0"], rewards["player_1"]) == won
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        # The agent that is looked at next is the one that has not moved last.
        state.pop()
        assert env.agent_selection == {"x": "player_1", "o": "player_0"}[state.to_move]
        assert env.last()[1] == rewards[env.agent_selection]
        env.step(None)
        assert env.last()[1] == rewards[env.agent_selection]
        env.step(None)
        assert env.agents == []


@pytest.mark.parametrize("game", JAMMING)
def test_a_jammed_board_is_a_draw(make: Make, game: str) -> None:
    env = make(game)
    jams = 0
    for seed in range(40):
        env.reset()
        played = list(play(env, random.Random(seed)))
        if env.position.outcome == "draw":
            jams += len(played) < env.state().size
            assert not env.observe(played[-1][0])["action_mask"].any()
    assert jams > 0


def test_an_illegal_move_loses(caplog: pytest.LogCaptureFixture) -> None:
    env = pettingzoo.env("connect-four")
    env.reset()
    env.step(1)
    assert "Illegal move made" in caplog.text
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())
    assert not env.state().any()


def test_an_illegal_move_without_wrappers_changes_nothing() -> None:
    env = pettingzoo.raw_env("connect-four")
    env.reset()
    env.step(0)
    before = copy.deepcopy(env.__dict__)
    for action, words in [
        (2, "move 2 \\(`a3`\\)"),
        (42, "42 is not an action of `7x6:4:-2`, whose actions are 0 to 41"),
        (-1, "-1 is not an action"),
        (None, "None is not an action"),
    ]:
        with pytest.raises(ValueError, match=words):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(1.5)  # type: ignore[arg-type]
    after = env.__dict__
    assert {name: after[name] for name in ("rewards", "terminations", "agent_selection", "_state")} == {
        name: before[name] for name in ("rewards", "terminations", "agent_selection", "_state")
    }


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_a_copy_goes_on_from_the_same_position(make: Make, copied: Callable[[Any], Any]) -> None:
    env = make("4x4x3:3:all")
    env.reset()
    for _, _action in zip(range(6), play(env, random.Random(1)), strict=False):
        pass
    twin = copied(env)
    assert twin.position == env.position
    assert twin.position.moves == env.position.moves
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    twin.step(action)
    assert twin.position != env.position
    assert [action for _, action in play(twin, random.Random(3))]


def test_what_an_agent_has_seen_stays_as_it_was() -> None:
    env = pettingzoo.raw_env("tic-tac-toe")
    env.reset()
    seen = env.observe("player_0")
    seen["observation"][:] = 1
    seen["action_mask"][:] = 0
    env.step(4)
    assert env.observe("player_0")["observation"].sum() == 1
    assert env.observe("player_1")["action_mask"].sum() == 8


@pytest.mark.parametrize("game", ["2x2:3", "1:2", "3x3:4:-2", "2x3x2:4:all:misere"])
def test_a_game_that_is_over_before_it_begins_is_refused(make: Make, game: str) -> None:
    with pytest.raises(ValueError, match="is over before it begins"):
        make(game)


def test_what_does_not_exist_is_refused(make: Make) -> None:
    with pytest.raises(ct.RequestError, match="is not a game"):
        make("3x0:3")
    with pytest.raises(ValueError, match="`video` is not a render mode: there are human, ansi, rgb_array"):
        make("3x3:3", render_mode="video")


def test_human_rendering_prints_the_board(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    env = make("3x2:2", render_mode="human")
    env.reset()
    env.step(0)
    assert capsys.readouterr().out == "2 . . .\n1 . . .\n  a b c\n\n2 . . .\n1 x . .\n  a b c\n\n"
    env.close()
    env.close()


def test_rendering_needs_a_mode(make: Make) -> None:
    env = make("3x3:3")
    env.reset()
    with pytest.warns(UserWarning, match="made without a render mode"):
        assert env.render() is None


def test_turns_of_several_stones(make: Make) -> None:
    env = make("9x9:6:free:turn=1+2")
    env.reset()
    order = [agent for agent, _ in zip(env.agent_iter(), map(env.step, range(7)), strict=False)]
    assert order == ["player_0", *["player_1"] * 2, *["player_0"] * 2, *["player_1"] * 2]


def test_blocked_and_forbidden_cells_are_masked(make: Make) -> None:
    env = make("5x5:4:free:blocked=c3")
    env.reset()
    assert env.last()[0]["action_mask"].tolist() == [*[1] * 12, 0, *[1] * 12]
    renju = make("15x15:5:free:renju")
    renju.reset()
    cells = ct.Game("15x15:5:free:renju").cell_names
    for cell in ["h8", "a1", "h9", "a3", "h11", "a5", "i7", "a7", "j7", "a9", "l7", "a11"]:
        renju.step(cells.index(cell))
    mask = renju.last()[0]["action_mask"]
    assert mask[cells.index("h7")] == 0
    assert mask.sum() == 225 - 12 - 1


@pytest.mark.parametrize(("game", "winner"), [("3x3:3:free:maker", 1), ("3x3:3:free:maker:misere", 0)])
def test_who_breaks_lines_is_rewarded(make: Make, game: str, winner: int) -> None:
    env = make(game)
    env.reset()
    # A board without a line of x.
    for action in [0, 1, 2, 4, 3, 5, 7, 6, 8]:
        env.step(action)
    assert not env.position.winning_cells
    assert env.rewards == {f"player_{winner}": 1.0, f"player_{1 - winner}": -1.0}


def test_it_is_turn_based() -> None:
    assert not hasattr(pettingzoo, "parallel_env")
    assert pettingzoo.raw_env.metadata["is_parallelizable"] is False
    assert str(pettingzoo.env("3x3:3")) == "connect_toe_v0"


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("pettingzoo", "gymnasium", "PettingZoo"),
    ],
)
def test_without_its_package_a_module_says_what_to_install(module: str, package: str, name: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import connect_toe; import connect_toe.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"ImportError: connect_toe.{module} needs {name}: pip install {module}"
    )
