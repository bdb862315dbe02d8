"""Games as Gymnasium environments: an agent against a player of the engine.

Needs the extra `gymnasium`. An action is the index of the move's destination cell in C order of
`State.board()`, or with `actions="columns"` that of the column; with gravity, only cells where a stone
comes to rest are legal, and never blocked or forbidden ones. A step is one stone of the agent. An
observation is the board when the agent is to move again, after the opponent's reply, or at once if the
agent's turn has further stones: shape (*sizes, 2), int8, the agent's own stones in plane 0, the
opponent's in plane 1. `info["action_mask"]`, shape (cells,), int8, marks the legal actions. The reward is
1 for a win and -1 for a loss, at the end; an illegal move loses.

>>> from connect_toe import gymnasium
>>> env = gymnasium.Env("connect-four", opponent="alpha-beta:depth=4,eval=runs", side="random")
>>> rewards = []
>>> for seed in range(5):
...     seen, info = env.reset(seed=seed)
...     over = False
...     while not over:
...         action = env.action_space.sample(info["action_mask"])
...         seen, reward, over, truncated, info = env.step(action)
...     rewards.append(reward)
>>> rewards
[-1.0, -1.0, -1.0, -1.0, -1.0]

`gymnasium.make("connect_toe.gymnasium:ConnectToe-v0", game="connect-four", opponent="random")` makes the same
environment in Gymnasium's own wrappers. `VectorEnv` steps thousands of games in a call, and so does
`gymnasium.make_vec("connect_toe.gymnasium:ConnectToe-v0", num_envs=4096, game="connect-four")`.
"""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np

from connect_toe import Game, Player, State
from connect_toe._drawing import RENDER_MODES, Pixels, checked, render
from connect_toe._encoding import Actions, Array, Encoding, Side, payoff

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded

    from connect_toe._vector_env import VectorEnv
except ModuleNotFoundError:
    raise ImportError("connect_toe.gymnasium needs Gymnasium: pip install gymnasium") from None

__all__ = ["Env", "VectorEnv"]

_Info: TypeAlias = dict[str, Any]


class Env(gymnasium.Env[Array, SupportsIndex]):
    """A game against a player of the engine.

    Args:
        game: A game, its text, or a preset's name.
        opponent: The other player, as "alpha-beta:depth=6,eval=runs", or a `connect_toe.Player`.
        side: The agent's side: "x" moves first, "o" second, "random" is drawn for each game.
        render_mode: None, "human" (printed after each step), "ansi" (text) or "rgb_array" (pixels).
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game, opponent, side or render mode does not exist, the opponent cannot play the game,
            or the game is over before the agent's first move.

    >>> env = Env("tic-tac-toe", opponent="perfect", render_mode="ansi")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, info["action_mask"].tolist()
    ((3, 3, 2), [1, 1, 1, 1, 1, 1, 1, 1, 1])
    >>> seen, reward, terminated, truncated, info = env.step(0)
    >>> print(env.render(), end="")
    3 . . .
    2 . o .
    1 x . .
      a b c
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        opponent: str | Player = "random",
        *,
        side: Literal["x", "o", "random"] = "x",
        render_mode: str | None = None,
        actions: Actions = "cells",
    ) -> None:
        self.render_mode = checked(render_mode)
        self.opponent = opponent
        self._encoding = Encoding(game, actions)
        self._encoding.game.check_player(opponent)
        self._sides = self._encoding.sides_of_agent(side)
        self._side = self._sides[0]
        self._state = self._encoding.game.new_initial_state()
        self._over = True
        self.action_space = spaces.Discrete(self._encoding.actions)
        self.observation_space = spaces.Box(0, 1, self._encoding.shape, np.int8)

    @property
    def position(self) -> State:
        """A copy of the position, to evaluate, search or solve."""
        return self._state.copy()

    @property
    def side(self) -> Side:
        """The agent's side in the present game."""
        return self._side

    def reset(self, *, seed: int | None = None, options: _Info | None = None) -> tuple[Array, _Info]:
        """Begins a game, with the opponent's first turn if the agent is o.

        Args:
            seed: Seeds the opponent's choices and the agent's sides from here on. None goes on with the
                random numbers of the last seed.
            options: There are none.

        Returns:
            The observation and the info: "action_mask", and "illegal_move", which is False.
        """
        super().reset(seed=seed)
        self._state = self._encoding.game.new_initial_state()
        self._side = self._sides[self.np_random.integers(len(self._sides))]
        self._over = True
        self._reply()
        self._over = self._state.outcome is not None
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, _Info]:
        """Plays a stone of the agent, and the opponent's reply if the agent's turn is over.

        Args:
            action: A number below that of the cells or columns. An illegal one changes nothing on the board
                and loses.

        Returns:
            Observation, reward, whether the game is over, False, and the info: "action_mask", which is zero
            when the game is over, and "illegal_move".

        Raises:
            ValueError: The number is not an action; nothing has changed.
            gymnasium.error.ResetNeeded: There is no game yet, or it is over.
        """
        if self._over:
            raise ResetNeeded("The game is over: call reset() before step().")
        cell = self._encoding.cell(action, self._state)
        illegal = cell not in self._state.legal_moves()
        if not illegal:
            before = self._state.copy()
            self._state.push(cell)
            try:
                self._reply()
            except BaseException:
                self._state = before
                raise
        self._over = illegal or self._state.outcome is not None
        if self.render_mode == "human":
            self.render()
        reward = -1.0 if illegal else payoff(self._state, self._side)
        return self._seen(), reward, self._over, False, self._info(illegal)

    def action_masks(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """The legal actions as MaskablePPO of Stable Baselines asks for them: shape (actions,), bool."""
        return self._encoding.mask(self._state).view(np.bool_).reshape(-1)

    def render(self) -> Pixels | str | None:
        """The board in the render mode.

        Returns:
            None ("human", which prints it), text ("ansi"), or pixels of shape (height, width, 3), uint8
            ("rgb_array").
        """
        return render(self._state, self.render_mode)

    def _reply(self) -> None:
        """Plays the opponent's stones until the agent is to move or the game is over."""
        while self._state.outcome is None and self._state.to_move != self._side:
            seed = int(self.np_random.integers(2**63))
            self._state.push(self._state.choose(self.opponent, seed=seed))

    def _seen(self) -> Array:
        return self._encoding.observation(self._state, self._side)

    def _info(self, illegal: bool = False) -> _Info:
        mask = self._encoding.mask(self._state)
        if illegal:
            mask.fill(0)
        return {"action_mask": mask, "illegal_move": illegal}


gymnasium.register(
    id="ConnectToe-v0",
    entry_point="connect_toe.gymnasium:Env",
    vector_entry_point="connect_toe.gymnasium:VectorEnv",
)
