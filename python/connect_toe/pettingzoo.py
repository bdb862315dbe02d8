"""Games as PettingZoo environments, in which agents take turns (AEC).

Needs the extra `pettingzoo`. The agents are `player_0`, who is x and moves first, and `player_1`, who is o.
An action is the index of the move's destination cell in C order of `State.board()`, or with
`actions="columns"` that of the column, as in PettingZoo's `connect_four_v3`; with gravity, only cells
where a stone comes to rest are legal, and never blocked or forbidden ones. A step is one stone: where a turn
has several, the same agent is selected until it has placed them. An agent sees `{"observation": (*sizes, 2)
int8, "action_mask": (cells,) int8}`: its own stones in plane 0, the other's in plane 1, and a mask that is
all zero while the other is to move. The winner's reward is 1, the loser's -1.

>>> from connect_toe import pettingzoo
>>> env = pettingzoo.env("4x4x4:4:-3")
>>> env.reset()
>>> rewards = {}
>>> for agent in env.agent_iter():
...     seen, reward, terminated, truncated, info = env.last()
...     if terminated or truncated:
...         rewards[agent] = reward
...         env.step(None)
...     else:
...         env.step(env.action_space(agent).sample(seen["action_mask"]))
>>> sum(rewards.values())
0.0
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import numpy as np

from connect_toe import Game, State
from connect_toe._drawing import RENDER_MODES, Pixels, checked, render
from connect_toe._encoding import SIDES, Actions, Array, Encoding, payoff

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ModuleNotFoundError:
    raise ImportError("connect_toe.pettingzoo needs PettingZoo: pip install pettingzoo") from None

__all__ = ["env", "raw_env"]

_Observation: TypeAlias = dict[str, Array]

_SIDE_OF = dict(zip(("player_0", "player_1"), SIDES, strict=True))
_AGENT_OF = {side: agent for agent, side in _SIDE_OF.items()}


def env(game: Game | str, render_mode: str | None = None, actions: Actions = "cells") -> AECEnv:
    """A game as an environment that ends with a loss for an illegal move, and checks the order of calls.

    These are PettingZoo's wrappers around `raw_env`, the same as around its own board games.

    Args:
        game: A game, its text, or a preset's name.
        render_mode: None, "human" (printed after each move), "ansi" (text) or "rgb_array" (pixels).
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game or render mode does not exist, or the game is over before it begins or has no
            columns.
    """
    losing = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode, actions), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """A game as an environment without wrappers: an illegal move is a ValueError and changes nothing.

    Args:
        game: A game, its text, or a preset's name.
        render_mode: None, "human" (printed after each move), "ansi" (text) or "rgb_array" (pixels).
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game or render mode does not exist, or the game is over before it begins or has no
            columns.

    >>> env = raw_env("tic-tac-toe", render_mode="ansi")
    >>> env.reset()
    >>> env.step(4)
    >>> print(env.render(), end="")
    3 . . .
    2 . x .
    1 . . .
      a b c
    >>> env.agent_selection, env.observe("player_1")["action_mask"].tolist()
    ('player_1', [1, 1, 1, 1, 0, 1, 1, 1, 1])
    >>> env.step(4)
    Traceback (most recent call last):
    connect_toe.RequestError: move 2 (`b2`): the cell is taken by x
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "connect_toe_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(self, game: Game | str, render_mode: str | None = None, actions: Actions = "cells") -> None:
        super().__init__()
        self.render_mode = checked(render_mode)
        self._encoding = Encoding(game, actions)
        self._state = self._encoding.game.new_initial_state()
        self.possible_agents = list(_SIDE_OF)
        self.agents: list[str] = []
        number, shape = self._encoding.actions, self._encoding.shape
        self.action_spaces = {agent: spaces.Discrete(number) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (number,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    @property
    def position(self) -> State:
        """A copy of the position, to evaluate, search or solve."""
        return self._state.copy()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Clears the board. Nothing is random, so there is nothing to seed, and there are no options."""
        self._state = self._encoding.game.new_initial_state()
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Plays the move of the agent whose turn it is, or removes that agent (None) once the game is over.

        Raises:
            ValueError: The action is not a legal one, or not None although the game is over.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is not an action while the game goes on")
        self._state.push(self._encoding.cell(action, self._state))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: payoff(self._state, _SIDE_OF[agent]) for agent in self.agents}
        if self._state.outcome is None:
            self.agent_selection = _AGENT_OF[self._state.to_move]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            # The other agent is the first to be removed.
            self.agent_selection = next(other for other in self.agents if other != agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> _Observation:
        """What an agent sees: arrays that are its own to keep."""
        mask = self._encoding.mask(self._state)
        if agent != self.agent_selection:
            mask.fill(0)
        return {
            "observation": self._encoding.observation(self._state, _SIDE_OF[agent]),
            "action_mask": mask,
        }

    def state(self) -> Array:
        """The board as `State.board()`: shape sizes, 1 where x has a stone, -1 where o has one."""
        return self._state.board()

    def render(self) -> Pixels | str | None:
        """The board in the render mode.

        Returns:
            None ("human", which prints it), text ("ansi"), or pixels of shape (height, width, 3), uint8
            ("rgb_array").
        """
        return render(self._state, self.render_mode)

    def close(self) -> None:
        """Does nothing: there is no window to close. PettingZoo asks for it where there is `render`."""
