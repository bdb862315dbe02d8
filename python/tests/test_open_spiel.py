"""`connect_toe.open_spiel_like`, tested against OpenSpiel's own games and with OpenSpiel's own algorithms."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from random_games import GAMES

import connect_toe as ct
from connect_toe import open_spiel_like
from connect_toe.open_spiel_like import PlayerId, State, load_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel needs Python 3.11")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
tic_tac_toe = pytest.importorskip("open_spiel.python.games.tic_tac_toe")

Mapping = Callable[[int], int]

# Methods without arguments, and fields.
OF_GAMES = [
    "num_players",
    "max_game_length",
    "min_utility",
    "max_utility",
    "utility_sum",
    "max_chance_outcomes",
]
OF_TYPES = [
    "dynamics",
    "chance_mode",
    "information",
    "utility",
    "reward_model",
    "min_num_players",
    "max_num_players",
]
OF_STATES = [
    "is_terminal",
    "is_initial_state",
    "is_chance_node",
    "is_simultaneous_node",
    "is_mean_field_node",
    "is_player_node",
    "current_player",
    "num_players",
    "move_number",
    "rewards",
    "returns",
]


def column(action: int) -> int:
    """Connect Four's action in OpenSpiel: the column."""
    return action // 6


def from_the_top(action: int) -> int:
    """Tic-Tac-Toe's action in OpenSpiel: rows from the top, each from left to right."""
    x, y = divmod(action, 3)
    return 3 * (2 - y) + x


def same(ours: State, theirs: Any, mapping: Mapping) -> dict[int, int]:  # noqa: ANN401
    """Asserts that both states are the same; gives OpenSpiel's action for each legal one of ours."""
    mapped = {action: mapping(action) for action in ours.legal_actions()}
    assert sorted(mapped.values()) == theirs.legal_actions()
    assert ours.current_player() == theirs.current_player()
    assert ours.is_terminal() == theirs.is_terminal()
    assert ours.returns() == theirs.returns()
    return mapped


@pytest.mark.parametrize(
    ("game", "name", "mapping"),
    [
        ("tic-tac-toe", "tic_tac_toe", from_the_top),
        ("connect-four", "connect_four", column),
    ],
)
def test_random_games_are_the_same(game: str, name: str, mapping: Mapping) -> None:
    rng = random.Random(1)
    our_game, their_game = load_game(game), pyspiel.load_game(name)
    for _ in range(10_000):
        ours, theirs = our_game.new_initial_state(), their_game.new_initial_state()
        while mapped := same(ours, theirs, mapping):
            action = rng.choice(list(mapped))
            ours.apply_action(action)
            theirs.apply_action(mapped[action])
        assert theirs.is_terminal()


@pytest.mark.parametrize(
    ("game", "name", "mapping"),
    [
        ("tic-tac-toe", "tic_tac_toe", from_the_top),
        ("tic-tac-toe", tic_tac_toe.TicTacToeGame().get_type().short_name, from_the_top),
        ("connect-four", "connect_four", column),
    ],
)
def test_everything_else_that_both_have_is_the_same(game: str, name: str, mapping: Mapping) -> None:
    rng = random.Random(2)
    our_game, their_game = load_game(game), pyspiel.load_game(name)
    for method in OF_GAMES:
        assert getattr(our_game, method)() == getattr(their_game, method)(), method
    for field in OF_TYPES:
        assert getattr(our_game.get_type(), field) == getattr(their_game.get_type(), field), field
    for _ in range(50):
        ours, theirs = our_game.new_initial_state(), their_game.new_initial_state()
        while True:
            for method in OF_STATES:
                assert getattr(ours, method)() == getattr(theirs, method)(), method
            for player in (0, 1):
                assert ours.player_return(player) == theirs.player_return(player)
                assert ours.player_reward(player) == theirs.player_reward(player)
                assert sorted(map(mapping, ours.legal_actions(player))) == theirs.legal_actions(player)
                mask = theirs.legal_actions_mask(player)
                assert sum(ours.legal_actions_mask(player)) == sum(mask)
                assert ours.observation(player).sum() == ours.move_number()
            assert [mapping(action) for action in ours.history()] == theirs.history()
            if theirs.is_terminal():
                break
            action = rng.choice(ours.legal_actions())
            child = ours.child(action)
            copied = ours.clone()
            ours.apply_action(action)
            theirs.apply_action(mapping(action))
            assert child.history() == ours.history()
            assert copied.history() == ours.history()[:-1]
        while ours.history():
            action = ours.history()[-1]
            ours.undo_action(1 - (ours.move_number() % 2), action)
        assert ours.is_initial_state()
        assert ours.current_player() == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_facade_is_the_state_behind_it(game: str) -> None:
    rng = random.Random(game)
    facade = load_game(game)
    state, plain = facade.new_initial_state(), ct.Game(game).new_initial_state()
    cells = plain.game.cell_names
    assert facade.num_distinct_actions() == plain.game.cells == state.num_distinct_actions()
    assert facade.observation_tensor_shape() == [*plain.game.sizes, 2]
    assert facade.policy_tensor_shape() == [plain.game.cells]
    while not state.is_terminal():
        assert [cells[action] for action in state.legal_actions()] == plain.legal_moves()
        assert [state.action_to_string(action) for action in state.legal_actions()] == plain.legal_moves()
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == state.legal_actions()
        assert state.legal_actions(1 - state.current_player()) == []
        own = 1 if plain.to_move == "x" else -1
        seen = np.reshape(state.observation_tensor(), facade.observation_tensor_shape())
        assert len(state.observation_tensor()) == facade.observation_tensor_size()
        assert np.array_equal(seen[..., 0], plain.board() == own)
        assert np.array_equal(seen[..., 1], plain.board() == -own)
        assert np.array_equal(state.observation(), seen)
        assert state.observation().dtype == np.int8
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        plain.push(cells[action])
        assert state.position == plain
    assert state.move_number() <= facade.max_game_length()
    assert state.current_player() == PlayerId.TERMINAL == pyspiel.PlayerId.TERMINAL == -4
    assert state.legal_actions() == state.legal_actions(0) == state.legal_actions(1) == []
    assert state.returns() == {"x": [1, -1], "o": [-1, 1], "draw": [0, 0]}[str(plain.outcome)]
    for copied in (
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        facade.deserialize_state(state.serialize()),
    ):
        assert copied.history() == state.history()
        assert copied.returns() == state.returns()
        assert copied.get_game() == facade
    while plain.moves:
        action = cells.index(plain.pop())
        mover = "xo".index(plain.to_move)
        with pytest.raises(ValueError, match=f"the last move is not action {action} of player {1 - mover}"):
            state.undo_action(1 - mover, action)
        state.undo_action(mover, action)
        assert state.position == plain


def test_the_tree_search_of_open_spiel_plays() -> None:
    game = load_game("3x3x3:3:-3")
    state = game.new_initial_state()
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    while not state.is_terminal():
        x_moves = state.current_player() == 0
        state.apply_action(bot.step(state) if x_moves else state.legal_actions()[0])
    # Who moves first takes the middle, and wins.
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(
    ("game", "value"),
    [
        ("tic-tac-toe", 0),
        ("4x3:3:-2", 1),
        ("4x2:3:+1,-1", 0),
        ("3x2:2:free:misere", -1),
        ("3x3:3:free:turn=1+2", 1),
        ("3x3:3:free:maker", 1),
        ("3x3:3:free:blocked=b2:maker", -1),
        ("3x2:lines=a1+b2/c1+c2/a2+b1+c1:free:maker", -1),
        ("7:projective", 1),
    ],
)
def test_the_minimax_of_open_spiel_finds_the_exact_value(game: str, value: int) -> None:
    found, _ = minimax.alpha_beta_search(load_game(game))
    exact = ct.Game(game).new_initial_state().solve().result
    assert found == {"win": 1, "draw": 0, "loss": -1}[str(exact)] == value


def test_what_is_wrong_is_refused_and_changes_nothing() -> None:
    state = load_game("connect-four").new_initial_state()
    state.apply_actions([0, 6])
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: state.apply_action(0), "move 3 \\(`a1`\\)"),
        (lambda: state.apply_action(42), "42 is not an action of `7x6:4:-2`"),
        (lambda: state.apply_action(-1), "-1 is not an action"),
        (lambda: state.child(2), "move 3 \\(`a3`\\)"),
        (lambda: state.undo_action(0, 6), "the last move is not action 6 of player 0"),
        (lambda: state.undo_action(1, 0), "the last move is not action 0 of player 1"),
        (lambda: state.string_to_action("h1"), "`h1` is not a cell"),
        (lambda: state.player_return(2), "2 is not a player"),
        (lambda: state.observation(-4), "-4 is not a player"),
        (lambda: load_game("2x2:3"), "is over before it begins"),
        (lambda: load_game("3x0:3"), "is not a game"),
        (lambda: load_game("3x3:3").deserialize_state("0 0"), "move 2"),
    ]
    for call, words in refused:
        with pytest.raises(ValueError, match=words):
            call()
    assert state.history() == [0, 6]
    assert state.string_to_action("b1") == state.string_to_action(1, "b1") == 6
    assert state.action_to_string(1, 6) == load_game("connect-four").action_to_string(1, 6) == "b1"


def test_texts() -> None:
    game = load_game("3x2:2")
    state = game.new_initial_state()
    state.apply_actions([0, 3])
    assert str(game) == "3x2:2"
    assert repr(game) == "load_game('3x2:2')"
    assert repr(state) == "<State of load_game('3x2:2') after [0, 3]>"
    assert str(state) == state.observation_string(0) == "2 . o .\n1 x . .\n  a b c\n"
    assert state.history_str() == state.information_state_string(1) == "0, 3"
    assert game == load_game("3x2:2:free")
    assert game != load_game("3x2:2:-2")
    assert len({game, load_game("3x2:2")}) == 1
    assert game.get_type().reward_model != open_spiel_like.Dynamics.SEQUENTIAL


@pytest.mark.parametrize(
    "text", ["9x9:6:free:turn=1+2", "4x4:4:+1,-2", "5x5:4:free:blocked=c3", "6x6:4:free:torus=1", "3x3:3"]
)
def test_registered_games_are_copied_and_stored(text: str) -> None:
    from connect_toe import open_spiel

    game = pyspiel.load_game("connect_toe", {"game": text})
    escaped = text.replace(",", "%2C").replace("=", "%3D")
    assert str(game) == f"connect_toe(actions=cells,game={escaped})"
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    others = [pickle.loads(pickle.dumps(game)), copy.deepcopy(game), pyspiel.load_game(str(game)), stored[0]]
    others.append(pyspiel.load_game("connect_toe", {"game": escaped}))
    for other in others:
        assert isinstance(other, open_spiel.Game)
        assert (str(other), other.like) == (str(game), load_game(text))
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), stored[1]):
        assert (str(other), other.history()) == (str(state), state.history())
