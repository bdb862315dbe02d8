"""Many games of an agent against a player, in Gymnasium's interface for vectors of environments."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from connect_toe import Game, Player, State, VectorGame
from connect_toe._encoding import Actions, Array, Encoding

__all__ = ["VectorEnv"]

_Info: TypeAlias = dict[str, Any]
_Marks: TypeAlias = npt.NDArray[np.bool_]
_Actions: TypeAlias = npt.NDArray[np.int64]
_Step: TypeAlias = tuple[Array, npt.NDArray[np.float64], _Marks, _Marks, _Info]


class VectorEnv(gymnasium.vector.VectorEnv[Array, _Actions, npt.NDArray[Any]]):
    """Many games against a player of the engine, which one call steps on all cores.

    Actions, observations, masks and rewards are those of `Env`, with one row for each game.
    `gymnasium.make_vec("connect_toe.gymnasium:ConnectToe-v0", num_envs=1024, game="connect-four")` makes the
    same.

    Args:
        game: A game, its text, or a preset's name.
        num_envs: The number of games.
        opponent: The other player, as "alpha-beta:depth=2,eval=runs". The fastest one is "random".
        side: The agent's side: "x" moves first, "o" second, "random" is drawn for each game.
        autoreset_mode: When a game that has ended begins again: in the next step, whose action is then not
            looked at, in the same one, or when `reset` is told to.
        threads: The number of threads; 0 is one for each core. The games do not depend on it.
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game, opponent or side does not exist, or the game is over before the agent's first
            move.

    >>> envs = VectorEnv("connect-four", num_envs=1000)
    >>> seen, info = envs.reset(seed=1)
    >>> seen.shape, info["action_mask"].shape
    ((1000, 7, 6, 2), (1000, 42))
    >>> actions = envs.sample()
    >>> seen, rewards, terminated, truncated, info = envs.step(actions)
    >>> seen.sum(axis=(0, 1, 2, 3)), rewards.sum()
    (np.int64(2000), np.float64(0.0))
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        opponent: str | Player = "random",
        *,
        side: Literal["x", "o", "random"] = "x",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        actions: Actions = "cells",
    ) -> None:
        self._encoding = Encoding(game, actions)
        sides = self._encoding.sides_of_agent(side)
        self._numbers = np.array([1 if side == "x" else -1 for side in sides], np.int8)
        self._encoding.game.check_player(opponent)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.opponent = opponent
        self.single_action_space = spaces.Discrete(self._encoding.actions)
        self.single_observation_space = spaces.Box(0, 1, self._encoding.shape, np.int8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        # The column of each cell, where actions are columns.
        self._numbers_of: npt.NDArray[np.int64] | None = None
        if self._encoding.columns is not None:
            self._numbers_of = np.empty(self._encoding.game.cells, np.int64)
            self._numbers_of[self._encoding.columns] = np.arange(self._encoding.actions)[:, np.newaxis]
        self._threads = threads
        self._games = self._begin(2004)
        self._begun = False
        self._own = np.ones(num_envs, np.int8)
        self._over: _Marks = np.zeros(num_envs, np.bool_)

    def _begin(self, seed: int) -> VectorGame:
        return VectorGame(
            self._encoding.game, self.num_envs, seed=seed, restart="in_next_step", threads=self._threads
        )

    def state(self, game: int) -> State:
        """The position of one game, to evaluate, search or solve."""
        return self._games.state(game)

    @property
    def own(self) -> Array:
        """The agent's side in each game: shape (num_envs,), int8, 1 for x and -1 for o."""
        return self._own.copy()

    def reset(self, *, seed: int | None = None, options: _Info | None = None) -> tuple[Array, _Info]:
        """Begins games, with the opponent's first turn where the agent is o.

        Args:
            seed: Seeds the opponent's choices and the agent's sides from here on. None goes on with the
                random numbers of the last seed.
            options: "reset_mask" marks the games that begin again, shape (num_envs,), bool: all without it.

        Returns:
            The observations and the info: "action_mask", and "illegal_move", which is False.

        Raises:
            ValueError: The marks have another shape.
        """
        if seed is not None:
            super().reset(seed=seed)
            self._games = self._begin(int(self.np_random.integers(2**63)))
        begin = (options or {}).get("reset_mask")
        marks: _Marks = np.ones(self.num_envs, np.bool_) if begin is None else np.asarray(begin)
        self._restart(marks)
        self._begun = True
        return self._seen(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: _Actions) -> _Step:
        """Plays a stone of the agent in each game, and the opponent's reply where the agent's turn is over.

        Args:
            actions: Numbers below that of the cells or columns, shape (num_envs,). An illegal one changes
                nothing on the board and loses.

        Returns:
            Observations, rewards, which games are over, which were cut short (none), and the info:
            "action_mask", which is zero where a game is over, and "illegal_move". Where games begin again in
            the same step, "final_obs" and "final_info" have what is seen at the end of those that ended.

        Raises:
            ValueError: The actions have another shape.
            gymnasium.error.ResetNeeded: There are no games yet, or one is over that `reset` has to begin.
        """
        waiting = self._over
        if not self._begun or (self._mode is AutoresetMode.DISABLED and waiting.any()):
            what = f"{int(waiting.sum())} games are over" if self._begun else "There are no games yet"
            raise ResetNeeded(f"{what}: call reset() before step().")
        rewards, over, illegal = self._games.step(self._cells(actions))
        self._draw_sides(waiting)
        total = rewards.astype(np.float64)
        self._reply(total, over)
        self._over = over
        info: _Info = {}
        if self._mode is AutoresetMode.SAME_STEP and over.any():
            self._add_final(info, illegal)
            self._restart(over)
            illegal = illegal & ~over
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._seen(), total, over.copy(), truncated, {**self._info(illegal), **info}

    def sample(self) -> _Actions:
        """A random legal action for each game: shape (num_envs,); 0 where a game is over."""
        cells = self._games.sample()
        return cells if self._numbers_of is None else self._numbers_of[cells]

    def _cells(self, actions: _Actions) -> _Actions:
        """The cells of the actions: of columns those where stones come to rest, of full ones the last."""
        columns = self._encoding.columns
        if columns is None:
            return actions
        chosen = np.asarray(actions)
        outside = (chosen < 0) | (chosen >= len(columns))
        cells = columns[np.where(outside, 0, chosen)]
        legal = self._games.legal().reshape(self.num_envs, -1)
        free = np.take_along_axis(legal, cells, axis=1)
        places = np.where(free.any(axis=1), free.argmax(axis=1), cells.shape[1] - 1)
        found = np.take_along_axis(cells, places[:, np.newaxis], axis=1)[:, 0]
        return np.where(outside, self._encoding.game.cells, found)

    def _draw_sides(self, begin: _Marks) -> None:
        """Draws the agent's side in the games that begin."""
        number = int(begin.sum())
        if number:
            self._own[begin] = self._numbers[self.np_random.integers(len(self._numbers), size=number)]

    def _restart(self, begin: _Marks) -> None:
        self._games.reset(where=begin)
        self._draw_sides(begin)
        self._over = self._over & ~begin
        self._reply(np.zeros(self.num_envs), self._over)

    def _reply(self, total: npt.NDArray[np.float64], over: _Marks) -> None:
        """Plays the opponent's stones until the agent is to move in every game or it is over."""
        while True:
            turn = (self._games.to_move() != self._own) & ~over
            if not turn.any():
                return
            rewards, ended, _ = self._games.step(self._answers(turn), where=turn)
            total -= rewards
            over |= ended

    def _answers(self, turn: _Marks) -> _Actions:
        """The opponent's actions in the games in which it is its turn."""
        if self.opponent == "random":
            return self._games.sample()
        seen = self._games.observations(own=np.ones(self.num_envs, np.int8))[turn]
        sides = self._games.to_move()[turn]
        seed = int(self.np_random.integers(2**62))
        answers = np.zeros(self.num_envs, np.int64)
        answers[turn] = self._encoding.game.choose_batch(
            self.opponent, seen[..., 0] - seen[..., 1], sides, seed=seed, threads=self._threads
        )
        return answers

    def _seen(self) -> Array:
        return self._games.observations(own=self._own)

    def _info(self, illegal: _Marks) -> _Info:
        cells = self._games.legal().reshape(self.num_envs, -1)
        columns = self._encoding.columns
        mask = (cells if columns is None else cells[:, columns].any(axis=2)).view(np.int8)
        given = np.ones(self.num_envs, np.bool_)
        return {"action_mask": mask, "_action_mask": given, "illegal_move": illegal, "_illegal_move": given}

    def _add_final(self, info: _Info, illegal: _Marks) -> None:
        """Adds what is seen of the games that are over."""
        seen, mask = self._seen(), np.zeros((self.num_envs, self._encoding.actions), np.int8)
        final = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(self._over):
            final[game] = seen[game]
        over = self._over.copy()
        info["final_obs"], info["_final_obs"] = final, over
        info["final_info"] = {
            "action_mask": mask,
            "_action_mask": over,
            "illegal_move": illegal & over,
            "_illegal_move": over,
        }
        info["_final_info"] = over
