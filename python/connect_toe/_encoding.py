"""What the adapters share: moves as numbers, and boards as arrays of a side's own and the other's stones."""

from __future__ import annotations

import operator
from typing import Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from connect_toe import Game, State

Side: TypeAlias = Literal["x", "o"]
Actions: TypeAlias = Literal["cells", "columns"]
Array: TypeAlias = npt.NDArray[np.int8]

SIDES: tuple[Side, Side] = ("x", "o")


class Encoding:
    """The actions and observations of a game.

    An action is the index of the move's destination cell in C order of `State.board()`: in two dimensions 0
    is a1, 1 is a2. Or it is the index of the column that a stone drops into, in C order of the other
    dimensions.

    Args:
        game: A game, its text, or a preset's name.
        actions: "cells", or "columns" where stones drop through one face.

    Raises:
        ValueError: The game does not exist, is over before it begins, or has no columns.

    >>> encoding = Encoding("connect-four")
    >>> encoding.actions, encoding.shape
    (42, (7, 6, 2))
    >>> encoding.cell(18), encoding.action("d1")
    ('d1', 18)
    >>> columns = Encoding("connect-four", "columns")
    >>> state = columns.game.state("d1")
    >>> columns.actions, columns.cell(3, state), columns.legal(state)
    (7, 'd2', [0, 1, 2, 3, 4, 5, 6])
    """

    def __init__(self, game: Game | str, actions: Actions = "cells") -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self.cells = self.game.cell_names
        self.shape = (*self.game.sizes, 2)
        if self.game.new_initial_state().outcome is not None or not self.game.lines():
            line = f"run of {self.game.k}" if self.game.k else "winning line"
            # Where only x's lines count, there are no draws.
            draw = ", which makes it a draw" if len(self.game.sides_with_lines) > 1 else ""
            raise ValueError(f"`{self.game}` is over before it begins: no {line} fits on this board{draw}")
        if actions not in ("cells", "columns"):
            raise ValueError(f"`{actions}` are not actions: there are cells, columns")
        self.columns = _columns(self.game) if actions == "columns" else None
        if self.columns is None:
            self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        else:
            columns = enumerate(self.columns.tolist())
            self._numbers = {self.cells[cell]: number for number, column in columns for cell in column}

    def sides_of_agent(self, side: str) -> tuple[Side, ...]:
        """The sides that an agent can have: "x", "o", or "random" for either.

        Raises:
            ValueError: There is no such side, or the game can be over before o begins.
        """
        if side not in (*SIDES, "random"):
            raise ValueError(f"`{side}` is not a side: there are x, o, random")
        # X's first turn has stones enough for a line, and so for the board too.
        if side != "x" and min(map(len, self.game.lines())) <= self.game.turn[0]:
            raise ValueError(f"`{self.game}` can be over before o begins: x's first turn can end it")
        return SIDES if side == "random" else ("x" if side == "x" else "o",)

    @property
    def actions(self) -> int:
        """The number of actions, legal or not: the number of cells or columns."""
        return len(self.cells) if self.columns is None else len(self.columns)

    def cell(self, action: SupportsIndex, state: State | None = None) -> str:
        """The cell of an action, which need not be legal: of a column the one where a stone comes to rest.

        Without a state that is the first one of the column, and in a column that is full the last.

        Raises:
            ValueError: The number is not an action of the game.
        """
        number = operator.index(action)
        if not 0 <= number < self.actions:
            raise ValueError(
                f"{number} is not an action of `{self.game}`, whose actions are 0 to {self.actions - 1}"
            )
        if self.columns is None:
            return self.cells[number]
        column: list[int] = self.columns[number].tolist()
        if state is None:
            return self.cells[column[0]]
        legal = state.legal_mask().reshape(-1)
        return self.cells[next((cell for cell in column if legal[cell]), column[-1])]

    def action(self, cell: str) -> int:
        """The action of a cell in canonical text.

        Raises:
            ValueError: The text is not a cell of the game.
        """
        try:
            return self._numbers[cell]
        except KeyError:
            raise ValueError(f"`{cell}` is not a cell of `{self.game}`") from None

    def mask(self, state: State) -> Array:
        """The legal actions: shape (actions,), 1 if legal, else 0. At the end of the game there is none."""
        legal = state.legal_mask().reshape(-1)
        marks: npt.NDArray[np.bool_] = legal
        if self.columns is not None:
            marks = np.logical_or.reduce(legal[self.columns], axis=1)
        return marks.view(np.int8)

    def legal(self, state: State) -> list[int]:
        """The legal actions in ascending order, which is the moves' canonical order."""
        legal: list[int] = np.flatnonzero(self.mask(state)).tolist()
        return legal

    def observation(self, state: State, side: Side) -> Array:
        """The board as a side sees it: shape (*sizes, 2), 1 where a stone is.

        Plane 0 has the side's own stones, plane 1 the other's.
        """
        board = state.board()
        own = 1 if side == "x" else -1
        return np.stack((board == own, board == -own), axis=-1).view(np.int8)


def _columns(game: Game) -> npt.NDArray[np.intp]:
    """The cells of each column: shape (columns, cells of each).

    Raises:
        ValueError: Stones do not drop through one face.
    """
    if game.drop_axis is None:
        raise ValueError(f"`{game}` has no columns: only games whose stones drop through one face have")
    cells = np.arange(game.cells).reshape(game.sizes)
    return np.moveaxis(cells, game.drop_axis, -1).reshape(-1, game.sizes[game.drop_axis])


def payoff(state: State, side: Side) -> float:
    """1.0 if the side has won, -1.0 if it has lost, 0.0 if the game is a draw or goes on."""
    outcome = state.outcome
    if outcome is None or outcome == "draw":
        return 0.0
    return 1.0 if outcome == side else -1.0
