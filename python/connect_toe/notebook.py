"""A board to play and analyse on in Jupyter: the one of the page, with this process as its engine.

Needs the extra `notebook`. `connect_toe.Board` is the same class. A cell that ends with a board shows it; a
click plays a move, and so do Enter on a cell and the letter or number of a column.

>>> from connect_toe import notebook
>>> board = notebook.Board("tic-tac-toe", opponent="perfect", side="o")
>>> len(board.state.moves)
1
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, SupportsIndex, TypeAlias, TypeVar

from connect_toe import Analysis, Game, Player, RequestError, State, games

try:
    import anywidget
    import traitlets
except ModuleNotFoundError:
    raise ImportError("connect_toe.Board needs anywidget: pip install anywidget") from None

__all__ = ["Board"]

_Player: TypeAlias = str | Player
_Report: TypeAlias = Callable[[object], object]
_Found = TypeVar("_Found")

# Whose opinion the page shows.
_BEST = "best"
# The traits on which it depends what there is to show and to do.
_SETTINGS = ("state", "opponent", "side", "analyse")


_Kind = TypeVar("_Kind")
# What a trait is read as and set to.
_Trait: TypeAlias = traitlets.TraitType[_Kind, _Kind]


class _Superseded(Exception):  # noqa: N818  No error: a newer position has taken the place of the one asked about.
    pass


class _Position(traitlets.TraitType[State, State]):
    """A state. Who reads it gets a copy: moves that are played on that are not played on the board."""

    info_text = "a connect_toe.State"

    def get(self, obj: Any, cls: Any = None) -> State | None:  # noqa: ANN401
        return super().get(obj, cls).copy()  # type: ignore[union-attr]

    def set(self, obj: Any, value: Any) -> None:  # noqa: ANN401
        """Tells of other moves too: states are equal if their positions are."""
        old, new = obj._trait_values.get(self.name), self._validate(obj, value)
        obj._trait_values[self.name] = new
        if old is None or old != new or old.moves != new.moves:
            obj._notify_trait(self.name, old, new)

    def validate(self, obj: Any, value: Any) -> State:  # noqa: ANN401
        if not isinstance(value, State):
            self.error(obj, value)
        return value.copy()


class Board(anywidget.AnyWidget):
    """A board for people: it shows a position, and plays the moves that are made on it.

    Args:
        game: A game, its text, a preset's name, or a state to begin with.
        opponent: Who plays the other side, as "club" or "alpha-beta:depth=6,eval=runs", or a
            `connect_toe.Player`. None leaves both sides to people.
        side: The person's side, "x" or "o", if there is an opponent.
        analyse: Whether each move shows what it is worth: True for the opinion of `best`, as on the page, or
            another player that searches. `analysis` has it as `State.analyze` gives it.

    All four are traits that can be set later; `game` is then `state`, and `observe(function, "state")` calls
    a function after each change of the position. `state` is a copy: set it, or call `push`, to change the
    board.

    In a notebook, opponent and analysis work on a thread of their own, and what they find is shown when no
    cell is running. Without an event loop they have answered when a call returns.

    Raises:
        ValueError: The game or a player does not exist, or the player cannot play the game.

    >>> board = Board("connect-four", analyse=True)
    >>> board.push("d1")
    >>> board.state.moves, board.analysis.best
    (['d1'], ['d2'])
    >>> board.analyse = False
    >>> board.state = Game("qubic").state("a1.1 d4.4")
    >>> board.undo()
    >>> board.state.ply
    1
    """

    _esm = Path(__file__).parent / "static" / "board.js"

    state = _Position()
    opponent: _Trait[_Player | None] = traitlets.Any(None, allow_none=True)
    side = traitlets.Enum(["x", "o"], "x")
    analyse: _Trait[bool | _Player] = traitlets.Any(False)  # type: ignore[assignment]
    # What `analyse` has found about the position, or None.
    analysis: _Trait[Analysis | None] = traitlets.Any(None, allow_none=True, read_only=True)

    # What the page's board reads: facts of the game, the position, what is found, who thinks, what failed.
    _facts = traitlets.Dict().tag(sync=True)
    _position = traitlets.Dict().tag(sync=True)
    _analysis = traitlets.Dict(None, allow_none=True).tag(sync=True)
    _thinker = traitlets.Unicode("").tag(sync=True)
    _thinks = traitlets.Unicode("").tag(sync=True)
    _problem = traitlets.Dict(None, allow_none=True).tag(sync=True)

    def __init__(
        self,
        game: Game | State | str = "connect-four",
        *,
        opponent: _Player | None = None,
        side: Literal["x", "o"] = "x",
        analyse: bool | _Player = False,
    ) -> None:
        state = game if isinstance(game, State) else Game(game).new_initial_state()
        self._lock = threading.Lock()
        self._job = self._begun = object()
        self._count = 0
        super().__init__(state=state, opponent=opponent, side=side, analyse=analyse)
        self.on_msg(self._hear)
        self.observe(self._change, list(_SETTINGS))
        # After all who observe one of these: they hear of a move before they hear of the answer to it.
        self.observe(lambda change: self._go_on() if change.name in _SETTINGS else None)
        self._change()
        self._go_on()

    def push(self, move: str | SupportsIndex) -> None:
        """Play a move, as `State.push` does; the opponent answers it.

        Raises:
            ValueError: The move is not legal. The board stays as it is.
        """
        state = self.state
        state.push(move)
        self.state = state

    def undo(self) -> None:
        """Take back the last move of a person, and what the opponent has answered.

        Raises:
            ValueError: There is no such move.
        """
        state = self._before()
        if state is None:
            raise ValueError("there is no move of a person to take back")
        self.state = state

    def new_game(self) -> None:
        """Take back all moves: the position is the one that they began from."""
        state = self.state
        while state.moves:
            state.pop()
        self.state = state

    @traitlets.validate("opponent")
    def _check_opponent(self, proposal: Any) -> _Player | None:  # noqa: ANN401
        if proposal["value"] is not None:
            self.state.game.check_player(proposal["value"])
        return proposal["value"]  # type: ignore[no-any-return]

    @traitlets.validate("analyse")
    def _check_analyse(self, proposal: Any) -> bool | _Player:  # noqa: ANN401
        if not isinstance(proposal["value"], bool):
            self.state.game.check_player(proposal["value"])
        return proposal["value"]  # type: ignore[no-any-return]

    def _is_persons(self, state: State) -> bool:
        return self.opponent is None or state.to_move == self.side

    def _before(self) -> State | None:
        """The last position before this one in which a person was to move."""
        state = self.state
        while state.moves:
            state.pop()
            if self._is_persons(state):
                return state
        return None

    def _change(self, _change: object = None) -> None:
        """Shows the position, and stops who works on what was here before."""
        self._job = object()
        state = self.state
        self.set_trait("analysis", None)
        with self.hold_sync():
            if self._facts.get("game") != str(state.game):
                self._facts = _facts(state.game)
            self.set_trait("_analysis", None)
            self.set_trait("_problem", None)
            self._thinks = ""
            self._show(state)

    def _go_on(self) -> None:
        """Sets to work who is asked about the position, once."""
        state, opponent = self.state, self.opponent
        if self._begun is self._job or state.is_over:
            return
        self._begun = self._job
        if opponent is not None and not self._is_persons(state):
            self._ask(opponent, lambda report: state.choose(opponent, progress=report), self.push)
        elif self.analyse is not False:
            player = _BEST if self.analyse is True else self.analyse
            self._ask(player, lambda report: state.analyze(player, progress=report), self._find)

    def _show(self, state: State) -> None:
        self._count += 1
        self._position = {
            # Messages about a position that is gone are not heard.
            "at": self._count,
            "stones": _stones(state),
            "path": state.moves,
            "moves": _moves(state),
            "opponent": None if self.opponent is None else _name(self.opponent),
            "side": self.side,
            "undo": self._before() is not None,
            "analyse": self.analyse is not False,
        }

    def _find(self, analysis: Any) -> None:  # noqa: ANN401
        self.set_trait("analysis", analysis)
        self._analysis = analysis.to_dict()

    def _ask(
        self, player: _Player, question: Callable[[_Report | None], _Found], then: Callable[[_Found], None]
    ) -> None:
        """Asks a player about the position, and goes on with the answer if the position is still the same."""
        job = self._job
        self._thinker, self._thinks = _name(player), "opponent" if then == self.push else "analysis"
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            try:
                found = question(None)
            finally:
                self._thinks = ""
            then(found)
            return

        def report(_progress: object) -> None:
            if self._job is not job:
                raise _Superseded

        def come(found: _Found | None, error: Exception | None) -> None:
            if self._job is not job:
                return
            self._thinks = ""
            if error is None:
                then(found)  # type: ignore[arg-type]
            else:
                self._problem = _problem(error, f"{_name(player)} has failed")

        def work() -> None:
            # One question at a time: a player's function need not bear two calls at once.
            with self._lock:
                if self._job is not job:
                    return
                found, error = None, None
                try:
                    found = question(report)
                except _Superseded:
                    return
                except Exception as failure:
                    error = failure
            # The kernel may have ended.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(come, found, error)

        threading.Thread(target=work, daemon=True).start()

    def _hear(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        """Does what was asked for on the board."""
        if content.get("at") != self._position["at"]:
            return
        try:
            match content:
                case {"do": "play", "cell": str(cell)} if self._is_persons(self.state):
                    self.push(cell)
                case {"do": "undo"}:
                    self.undo()
                case {"do": "new game"}:
                    self.new_game()
                case {"do": "analyse", "on": bool(on)}:
                    self.analyse = on
        except ValueError as error:
            self._problem = _problem(error)
            self._show(self.state)

    def __repr__(self) -> str:
        return f"Board({self.state!r})"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:  # noqa: ANN401
        bundle = super()._repr_mimebundle_(**options)
        # Where notebooks are only read, a picture stands in the board's place.
        svg = self.state._repr_svg_()
        if bundle is not None and svg is not None:
            bundle[0]["image/svg+xml"] = svg
        return bundle


def _facts(game: Game) -> dict[str, Any]:
    """What the board has to know of a game: what `describe` says, and its name for people."""
    facts = game.describe()
    names = [preset["name"] for preset in games() if preset["game"] == str(game)]
    if game.places is not None:
        facts["places"] = game.places
    return {**facts, "game": str(game), "name": names[0] if names else str(game)}


def _stones(state: State) -> dict[str, str]:
    signs = {1: "x", -1: "o"}
    board = state.board().reshape(-1).tolist()
    return {cell: signs[stone] for cell, stone in zip(state.game.cell_names, board, strict=True) if stone}


def _moves(state: State) -> dict[str, Any]:
    """A position as the command `moves` says it."""
    answer = {
        "to_move": state.to_move,
        "legal": state.legal_moves(),
        "forbidden": state.forbidden_cells(),
        "outcome": state.outcome,
        "winning_cells": state.winning_cells,
    }
    return answer if state.game.turn == (1, 1) else {**answer, "left": state.stones_left}


def _name(player: _Player) -> str:
    return player if isinstance(player, str) else player.name


def _problem(error: Exception, what: str | None = None) -> dict[str, Any]:
    known = isinstance(error, RequestError)
    words = str(error) if known else f"{type(error).__name__}: {error}"
    return {
        "error": words if what is None else f"{what}: {words}",
        "hint": error.hint if isinstance(error, RequestError) else None,
    }
