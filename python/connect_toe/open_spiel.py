"""The games of the class among OpenSpiel's own: importing this module registers them.

Needs OpenSpiel. The games are those of `connect_toe.open_spiel_like`, as classes of `pyspiel` for
algorithms that load their games by name, or ask for a `pyspiel.Game`. ``game`` is a game's text or a
preset's name, ``actions`` "cells" or "columns" (where stones drop through one face). In OpenSpiel's own text
``,`` and ``=`` of a game's text are ``%2C`` and ``%3D``, as in addresses of pages; in a dictionary they can
stand as they are. To OpenSpiel they are games in Python, with which its Monte Carlo tree search in C++
(``pyspiel.MCTSBot``) crashes the whole process: use the one in Python.

>>> import pyspiel
>>> import connect_toe.open_spiel
>>> game = pyspiel.load_game("connect_toe(game=connect-four,actions=columns)")
>>> game.num_distinct_actions(), pyspiel.load_game("connect_toe", {"game": "4x4x4:4"}).num_distinct_actions()
(7, 64)
>>> str(pyspiel.load_game("connect_toe", {"game": "4x4:4:+1,-2"}))
'connect_toe(actions=cells,game=4x4:4:+1%2C-2)'
>>> state = game.new_initial_state()
>>> state.apply_action(3)
>>> state.legal_actions(), state.current_player()
([0, 1, 2, 3, 4, 5, 6], 1)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

import connect_toe
from connect_toe import open_spiel_like
from connect_toe._encoding import Actions

try:
    pyspiel: Any = import_module("pyspiel")
except ModuleNotFoundError:
    raise ImportError("connect_toe.open_spiel needs OpenSpiel: pip install open_spiel") from None

__all__ = ["Game", "State"]

_TYPE = pyspiel.GameType(
    short_name="connect_toe",
    long_name="Connect-Toe",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "tic-tac-toe", "actions": "cells"},
)

_PLAIN = ":+-/;"
"""What stands for itself in OpenSpiel's text of a game, beside letters and digits."""


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game as `pyspiel.load_game` gives it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        text = unquote(str(given.get("game", "tic-tac-toe")))
        self.like = open_spiel_like.Game(text, cast("Actions", given.get("actions", "cells")))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.like.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.like.max_game_length(),
        )
        # OpenSpiel reads a game's parameters from its text again, to copy it and to store it.
        written = {"game": quote(text, _PLAIN)} if "game" in given else {}
        super().__init__(_TYPE, info, {**given, **written})

    def __reduce__(self) -> tuple[type[Game], tuple[dict[str, Any]]]:
        # OpenSpiel's own way does not call `__init__`.
        return Game, (self.get_parameters(),)

    def new_initial_state(self) -> State:
        """The empty board."""
        return State(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: dict[str, Any] | None = None
    ) -> _Observer:
        """An observer of both players' stones."""
        return _Observer(self.like)


class State(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel's algorithms ask it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.like = game.like.new_initial_state()

    @property
    def position(self) -> connect_toe.State:
        """A copy of the position as a `connect_toe.State`, to evaluate, search or solve."""
        return self.like.position

    def current_player(self) -> int:
        """The player to move, 0 or 1, or what stands for none once the game is over."""
        return pyspiel.PlayerId.TERMINAL if self.like.is_terminal() else int(self.like.current_player())

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.like.is_terminal()

    def returns(self) -> list[float]:
        """For each player 1.0 for a win, -1.0 for a loss, else 0.0."""
        return self.like.returns()

    def _legal_actions(self, player: int) -> list[int]:
        return self.like.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.like.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.like.action_to_string(player, action)

    def __str__(self) -> str:
        return str(self.like)


class _Observer:
    """Both players' stones, as `State.observation` of `open_spiel_like`."""

    def __init__(self, game: open_spiel_like.Game) -> None:
        self._shape = game.observation_tensor_shape()
        self.tensor: npt.NDArray[np.float32] = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes what a player sees into the tensor."""
        self.dict["observation"][...] = state.like.observation(player)

    def string_from(self, state: State, player: int) -> str:
        """The board as text."""
        return str(state)


pyspiel.register_game(_TYPE, Game)
