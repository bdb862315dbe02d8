"""How functions of Python become requests of the engine: arguments as JSON, the answer read again."""

import json
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral, Real
from os import PathLike, fspath
from typing import SupportsIndex, TypeAlias, TypeVar

from connect_toe._checking import check_arguments as check_arguments
from connect_toe._checking import refused as refused
from connect_toe._native import Game, Player, Progress, State, ask
from connect_toe.answers import Answer
from connect_toe.answers._answer import Json

A = TypeVar("A", bound=Answer)

Report: TypeAlias = Callable[[Progress], object]
"""Is called about ten times a second; returning False ends the call."""
Pair: TypeAlias = str | tuple[float, float]
File: TypeAlias = str | PathLike[str]


class Request:
    """A request that is being put together. Fields that are None are left out: the engine has defaults."""

    def __init__(self, name: str, **fields: Json) -> None:
        self.name = name
        self.fields = {key: value for key, value in fields.items() if value is not None}
        self.players: list[Player] = []

    def player(self, player: str | Player) -> str:
        """Return the text of a player, which the request may name then."""
        if isinstance(player, Player) and all(known is not player for known in self.players):
            self.players.append(player)
        elif not isinstance(player, (str, Player)):
            raise TypeError(f"a player is text or a Player, not {type(player).__name__}")
        return str(player)

    def heuristic(self, heuristic: str | Player) -> str:
        """Return the text of a heuristic, which the request may name then."""
        text = self.player(heuristic)
        if isinstance(heuristic, str):
            return text
        if heuristic.search is None:
            raise refused(f"`{heuristic.name}` chooses moves: it does not value positions")
        return heuristic.name

    def each(self, kind: Callable[[str | Player], str], given: Iterable[str | Player]) -> list[str]:
        """Return the texts of several players or heuristics."""
        if isinstance(given, (str, Player)):
            raise TypeError(f"players and heuristics are a list, as in [{str(given)!r}]")
        return [kind(one) for one in given]

    def text(self, threads: int = 0, progress: Report | None = None, crew: Json = None) -> str:
        """Run the request; the answer is the command line's JSON."""
        for name, value in self.fields.items():
            if isinstance(value, Real) and not (isinstance(value, Integral) or math.isfinite(value)):
                raise refused(f"{name} is a number, not {value}")
        fields = json.dumps(self.fields, default=_plain)
        return ask(self.name, fields, players=self.players, crew=crew, threads=threads, progress=progress)

    def answer(self, kind: type[A], threads: int = 0, progress: Report | None = None) -> A:
        """Run the request, and read its answer."""
        return kind.from_json(self.text(threads, progress))

    def plain(self, threads: int = 0, progress: Report | None = None) -> Json:
        """Run the request; the answer is the command line's JSON as dictionaries and lists."""
        return json.loads(self.text(threads, progress))

    def answers(self, kind: type[A], threads: int = 0, progress: Report | None = None) -> list[A]:
        """Run the request, whose answer is a list."""
        return [kind(fields) for fields in json.loads(self.text(threads, progress))]


def _plain(value: Json) -> Json:
    """A value of NumPy as one of Python."""
    if hasattr(value, "item"):
        return value.item()
    if isinstance(value, Real):
        return float(value)
    raise TypeError(f"{type(value).__name__} is not what a request can have")


def game_text(game: str | Game) -> str:
    """Return the text of a game, which is checked."""
    return str(Game(game))


def whole(name: str, value: SupportsIndex | None) -> int | None:
    """Return a whole number, which is not negative."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}") from None
    if not 0 <= number < 2**64:
        raise refused(f"{name} is a whole number from 0 to {2**64 - 1}, not {number}")
    return number


def numbers(name: str, value: str | Sequence[float] | None, between: str = ",") -> str | None:
    """Return several numbers as text."""
    if value is None or isinstance(value, str):
        return value
    try:
        return between.join(
            str(operator.index(number)) if isinstance(number, Integral) else repr(float(number))
            for number in value
        )
    except (TypeError, ValueError):
        raise TypeError(f"{name} is numbers, as in (0, 20), or text, not {value!r}") from None


def path(value: File | None) -> str | None:
    """Return the path of a file or a folder as text."""
    return None if value is None else fspath(value)


def memory_text(value: str | int | None) -> str | None:
    """Return an amount of memory as text."""
    return value if value is None or isinstance(value, str) else str(whole("memory", value))


def book_of(book: File | bool | None) -> Json:
    """Return the choice of a book: the path of its file, False for none."""
    if book is True:
        raise refused("book is the path of a file, or False for none")
    return "none" if book is False else None if book is None else {"file": fspath(book)}


def position_of(state: State) -> dict[str, str]:
    """Return the fields of a position: its moves from the empty board if it has them, else its stones."""
    moves = " ".join(state.moves)
    if is_from_start(state):
        return {"moves": moves}
    return {"board": state.board_text, "to_move": state.to_move}


def is_from_start(state: State) -> bool:
    """Whether the moves of a state lead to it from the empty board."""
    return state.ply == len(state.moves) and state.game.state(moves=state.moves) == state
