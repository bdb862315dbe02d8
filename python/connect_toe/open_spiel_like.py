"""Games with the methods of OpenSpiel's Python interface, for programs that are written for it.

OpenSpiel itself is not needed. Player 0 is x and moves first, player 1 is o. An action is the index of
the move's destination cell in C order of `State.board()`, or with `actions="columns"` that of the column,
as in OpenSpiel's own `connect_four`, where stones drop through one face. It places one stone: where a
turn has several, `current_player` stays the same until they are placed. OpenSpiel's algorithms that ask
their game and state alone, such as its Monte Carlo tree search, play these.

>>> import random
>>> from connect_toe import open_spiel_like
>>> game = open_spiel_like.load_game("4x4x4x4:4")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(random.choice(state.legal_actions()))
>>> sum(state.returns())
0.0
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence

import numpy as np

import connect_toe
from connect_toe._drawing import text
from connect_toe._encoding import SIDES, Actions, Array, Encoding, Side, payoff

__all__ = ["Game", "GameType", "PlayerId", "State", "load_game"]


class PlayerId(enum.IntEnum):
    """What stands for a player where there is none."""

    TERMINAL = -4


class _Named(enum.Enum):
    """Values that equal OpenSpiel's of the same kind and name."""

    def __eq__(self, other: object) -> bool:
        return (type(other).__name__, getattr(other, "name", None)) == (type(self).__name__, self.name)

    def __hash__(self) -> int:
        return hash(self.name)


class Dynamics(_Named):
    """Who moves when: players take turns."""

    SEQUENTIAL = "sequential"


class ChanceMode(_Named):
    """What chance decides: nothing."""

    DETERMINISTIC = "deterministic"


class Information(_Named):
    """What players know: everything."""

    PERFECT_INFORMATION = "perfect information"


class Utility(_Named):
    """What returns add up to: zero."""

    ZERO_SUM = "zero sum"


class RewardModel(_Named):
    """When there are rewards: at the end."""

    TERMINAL = "terminal"


@dataclasses.dataclass(frozen=True)
class GameType:
    """What all games of the class are, with the names of `pyspiel.GameType`."""

    short_name: str
    long_name: str
    dynamics: Dynamics = Dynamics.SEQUENTIAL
    chance_mode: ChanceMode = ChanceMode.DETERMINISTIC
    information: Information = Information.PERFECT_INFORMATION
    utility: Utility = Utility.ZERO_SUM
    reward_model: RewardModel = RewardModel.TERMINAL
    min_num_players: int = 2
    max_num_players: int = 2
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True


def load_game(game: connect_toe.Game | str, actions: Actions = "cells") -> Game:
    """A game.

    Args:
        game: A game, its text, or a preset's name.
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game does not exist, is over before it begins, or has no columns.

    >>> load_game("7x6:4:-2").num_distinct_actions()
    42
    >>> load_game("7x6:4:-2", actions="columns").num_distinct_actions()
    7
    """
    return Game(game, actions)


class Game:
    """A game with the methods of `pyspiel.Game`.

    Args:
        game: A game, its text, or a preset's name.
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game does not exist, is over before it begins, or has no columns.
    """

    def __init__(self, game: connect_toe.Game | str, actions: Actions = "cells") -> None:
        self._encoding = Encoding(game, actions)
        self._actions: Actions = actions

    @property
    def game(self) -> connect_toe.Game:
        """The game as a `connect_toe.Game`."""
        return self._encoding.game

    def get_type(self) -> GameType:
        """What kind of game it is. The name is the game's canonical text."""
        return GameType(str(self.game), str(self.game))

    def new_initial_state(self) -> State:
        """The empty board."""
        return State(self, self.game.new_initial_state())

    def num_distinct_actions(self) -> int:
        """The number of actions, legal or not: the number of cells or columns."""
        return self._encoding.actions

    def num_players(self) -> int:
        """2."""
        return len(SIDES)

    def max_game_length(self) -> int:
        """A bound on the plies of a game: the number of cells that are not blocked."""
        return self.game.cells - len(self.game.blocked)

    def min_utility(self) -> float:
        """The return of a player who loses: -1.0."""
        return -1.0

    def max_utility(self) -> float:
        """The return of a player who wins: 1.0."""
        return 1.0

    def utility_sum(self) -> float:
        """What the returns of both players add up to: 0.0."""
        return 0.0

    def max_chance_outcomes(self) -> int:
        """0: chance decides nothing."""
        return 0

    def observation_tensor_shape(self) -> list[int]:
        """[*sizes, 2]."""
        return list(self._encoding.shape)

    def observation_tensor_size(self) -> int:
        """Twice the number of cells."""
        return 2 * self.game.cells

    def policy_tensor_shape(self) -> list[int]:
        """[number of actions]."""
        return [self._encoding.actions]

    def action_to_string(self, player: int, action: int) -> str:
        """The cell of an action, as "d1"; of a column the first one.

        Raises:
            ValueError: The number is not an action.
        """
        return self._encoding.cell(action)

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` or `State.history_str` made this text of.

        Raises:
            ValueError: The text does not describe moves of this game.
        """
        state = self.new_initial_state()
        for action in text.replace(",", " ").split():
            state.apply_action(int(action))
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.game, self._actions) == (other.game, other._actions)

    def __hash__(self) -> int:
        return hash((self.game, self._actions))

    def __str__(self) -> str:
        return str(self.game)

    def __repr__(self) -> str:
        actions = ", actions='columns'" if self._actions == "columns" else ""
        return f"load_game('{self.game}'{actions})"


class State:
    """A position with the methods of `pyspiel.State`. `Game.new_initial_state` makes them.

    >>> state = load_game("tic-tac-toe").new_initial_state()
    >>> for action in [4, 0, 3, 1, 5]:
    ...     state.apply_action(action)
    >>> state.is_terminal(), state.returns(), state.history_str()
    (True, [1.0, -1.0], '4, 0, 3, 1, 5')
    >>> state.undo_action(0, 5)
    >>> state.current_player(), state.legal_actions(), state.action_to_string(5)
    (0, [2, 5, 6, 7, 8], 'b3')
    """

    def __init__(self, game: Game, state: connect_toe.State) -> None:
        self._game = game
        self._encoding = game._encoding
        self._state = state

    @property
    def position(self) -> connect_toe.State:
        """A copy of the position as a `connect_toe.State`, to evaluate, search or solve."""
        return self._state.copy()

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """The player to move, 0 or 1, or `PlayerId.TERMINAL`, which is -4, once the game is over."""
        return PlayerId.TERMINAL if self.is_terminal() else SIDES.index(self._state.to_move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.outcome is not None

    def is_initial_state(self) -> bool:
        """Whether no move has been played."""
        return not self._state.moves

    def is_chance_node(self) -> bool:
        """False: chance decides nothing."""
        return False

    def is_simultaneous_node(self) -> bool:
        """False: players take turns."""
        return False

    def is_mean_field_node(self) -> bool:
        """False: there are two players."""
        return False

    def is_player_node(self) -> bool:
        """Whether a player is to move."""
        return not self.is_terminal()

    def num_players(self) -> int:
        """2."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """The number of actions, legal or not: the number of cells or columns."""
        return self._game.num_distinct_actions()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order: none for a player who is not to move, and at the end."""
        return self._encoding.legal(self._state) if self._moves(player) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, 0 for the others: none for a player who is not to move, and at the end."""
        mask: list[int] = self._encoding.mask(self._state).tolist()
        return mask if self._moves(player) else [0] * len(mask)

    def apply_action(self, action: int) -> None:
        """Plays a move.

        Raises:
            ValueError: The action is not a legal one; nothing has changed.
        """
        self._state.push(self._encoding.cell(action, self._state))

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Plays moves one after another.

        Raises:
            ValueError: An action is not a legal one; those before it have been played.
        """
        for action in actions:
            self.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last move.

        Raises:
            ValueError: The last move was not this action of this player; nothing has changed.
        """
        self._encoding.cell(action)
        before = self._state.copy()
        if (
            self.history()[-1:] != [action]
            or before.pop() != self._state.peek()
            or player != SIDES.index(before.to_move)
        ):
            raise ValueError(f"the last move is not action {action} of player {player}")
        self._state = before

    def child(self, action: int) -> State:
        """The state after a move; this one stays as it is.

        Raises:
            ValueError: The action is not a legal one.
        """
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        """A state of its own with the same moves."""
        return State(self._game, self._state.copy())

    def returns(self) -> list[float]:
        """For each player 1.0 for a win, -1.0 for a loss, 0.0 for a draw and while the game goes on."""
        return [payoff(self._state, side) for side in SIDES]

    def rewards(self) -> list[float]:
        """Return `returns()`: there are rewards only at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """A player's part of the returns."""
        return payoff(self._state, _side(player))

    def player_reward(self, player: int) -> float:
        """A player's part of the rewards."""
        return self.player_return(player)

    def history(self) -> list[int]:
        """The actions so far, the first one first."""
        return [self._encoding.action(cell) for cell in self._state.moves]

    def history_str(self) -> str:
        """The actions so far as text, as "4, 0"."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """The number of moves so far."""
        return len(self._state.moves)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The cell of an action, as "d1". The player may be left out.

        Raises:
            ValueError: The number is not an action.
        """
        return self._encoding.cell(player if action is None else action, self._state)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """The action of a cell, as "d1". The player may be left out.

        Raises:
            ValueError: The text is not a cell.
        """
        return self._encoding.action(str(player) if text is None else text)

    def observation(self, player: int | None = None) -> Array:
        """The board as a player sees it: shape (*sizes, 2), int8, 1 where a stone is.

        Plane 0 has the player's own stones, plane 1 the other's. Without a player, as the one sees it who is
        to move, or would be if the game went on.
        """
        return self._encoding.observation(
            self._state, self._state.to_move if player is None else _side(player)
        )

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The values of `observation` in C order."""
        tensor: list[float] = self.observation(player).astype(np.float64).reshape(-1).tolist()
        return tensor

    def observation_string(self, player: int | None = None) -> str:
        """The board as lines of text."""
        return str(self)

    def information_state_string(self, player: int | None = None) -> str:
        """The moves so far, which is what a player knows."""
        return self.history_str()

    def serialize(self) -> str:
        """The state as text, of which `Game.deserialize_state` makes it again."""
        return " ".join(map(str, self.history()))

    def _moves(self, player: int | None) -> bool:
        """Whether the game goes on and this player is to move."""
        return not self.is_terminal() and player in (None, self.current_player())

    def __str__(self) -> str:
        return text(self._state)

    def __repr__(self) -> str:
        return f"<State of {self._game!r} after {self.history()}>"


def _side(player: int) -> Side:
    """The side of a player.

    Raises:
        ValueError: There is no such player.
    """
    if player not in (0, 1):
        raise ValueError(f"{player} is not a player: there are 0 and 1")
    return SIDES[player]
