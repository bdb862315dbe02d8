"""Ratings of tables of results: Bradley and Terry's, Nash averaging, alpha-Rank, and a test of them.

Tables are arrays of NumPy, lists of rows, or data frames of pandas: the row's player against the column's.
The labels of a frame name the players. Its columns, and ``draws``, may have them in another order than its
index; answers are in that of the index of ``wins``. Labels 0, 1, ... of one side beside names of the other
stand for places. ``wins`` are counts of games, ``payoffs`` what a player wins from another, as in OpenSpiel:
twice the points per game less one.

Ratings of Bradley and Terry's model have a weak prior, a normal distribution with a standard deviation of
1000 Elo points for each player: a player who wins 10 games of 10 is 784 points ahead, not infinitely many.
They compare players of one group, who met, directly or through others: each group has the mean 0. Where
there are several, a ``connect_toe.Notice`` names them, and a player without games has the prior's error.

>>> import numpy as np
>>> from connect_toe import ratings
>>> wins = np.array([[0, 80, 20], [20, 0, 80], [80, 20, 0]])
>>> ratings.transitivity(wins, players=["rock", "scissors", "paper"]).text.split(":")[0]
'Elo does not tell the truth here'
>>> ratings.nash_averaging(ratings.payoffs(wins)).shares.round(3)
array([0.333, 0.333, 0.333])
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from connect_toe._asking import Request, check_arguments, refused, whole
from connect_toe.answers import RatedPayoffs, RatedTable, TruthOfElo

__all__ = [
    "BradleyTerry",
    "NashAveraging",
    "alpha_rank",
    "bradley_terry",
    "nash_averaging",
    "payoffs",
    "rate",
    "transitivity",
]

Table: TypeAlias = Any
"""What NumPy can read as a table: an array, rows, a data frame."""
Numbers: TypeAlias = npt.NDArray[np.float64]


class BradleyTerry(NamedTuple):
    """Ratings in Elo points, whose mean is 0, with their errors: arrays with an entry for each player."""

    elo: Numbers
    standard_error: Numbers
    low: Numbers
    """Where the 95 % interval begins."""
    high: Numbers
    """Where it ends."""


class NashAveraging(NamedTuple):
    """The best mix of players, and what each of them makes of it."""

    shares: Numbers
    """How much of the mix each player is."""
    payoffs: Numbers
    """What each player wins from the mix: its rating, 0 in the mix and at most 0 outside of it."""


def rate(wins: Table, draws: Table = None, *, players: Sequence[str] | None = None) -> RatedTable:
    """Rate players in every way: ``rows()`` are the players with all ratings, ``truth_of_elo`` the test.

    Nothing is known of who moved first: each player counts as the first mover of half of the games of a pair.
    Players who never met, directly or through others, cannot be compared: a ``connect_toe.Notice`` says so.

    Raises:
        RequestError: A table is not square, or is not one of counts.
    """
    check_arguments(rate, locals())
    return _request(wins, draws, players).answer(RatedTable, 1)


def bradley_terry(wins: Table, draws: Table = None) -> BradleyTerry:
    """Rate players by the model of Bradley and Terry, with draws as Davidson has them.

    Ratings have a weak prior, as if each came from a normal distribution with a standard deviation of 1000:

    >>> bradley_terry([[0, 10], [0, 0]]).elo.round()
    array([ 392., -392.])

    Raises:
        RequestError: A table is not square, or is not one of counts.
    """
    found = _request(wins, draws).answer(RatedTable, 1).players
    columns = zip(
        *((one.rating.value, one.standard_error, one.rating.low, one.rating.high) for one in found),
        strict=True,
    )
    return BradleyTerry(*map(np.array, columns))


def transitivity(
    wins: Table, draws: Table = None, *, players: Sequence[str] | None = None
) -> TruthOfElo | None:
    """Test whether one number a player is enough: the verdict in a sentence, and a circle if there is one.

    The answer is None for two players and without games.

    Raises:
        RequestError: A table is not square, or is not one of counts.
    """
    check_arguments(transitivity, locals())
    return _request(wins, draws, players).answer(RatedTable, 1).truth_of_elo


def payoffs(wins: Table, draws: Table = None) -> Numbers:
    """Return what each player wins from each other: 1 if it wins every game, 0 without games.

    >>> payoffs([[0, 3], [1, 0]])
    array([[ 0. ,  0.5],
           [-0.5,  0. ]])

    Raises:
        RequestError: A table is not square, or is not one of results.
    """
    won, drawn, _ = _results(wins, draws)
    games = won + won.T + drawn
    found: Numbers = np.divide(won - won.T, games, out=np.zeros_like(won), where=games > 0)
    return found


def nash_averaging(payoffs: Table) -> NashAveraging:
    """Rate players by the mix of them that no player wins from: of all such mixes the one of largest entropy.

    Source: D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating evaluation" (2018).

    Raises:
        RequestError: One player's gain is not the other's loss.
    """
    rated = _of_payoffs(payoffs)
    return NashAveraging(np.array(rated.nash), np.array(rated.nash_payoffs))


def alpha_rank(payoffs: Table, *, alpha: float = 100.0, population: int = 50) -> Numbers:
    """Rate players by the share of the time for which a population that tries all of them plays each.

    ``alpha`` is the intensity of selection. Source: S. Omidshafiei et al., "alpha-Rank: multi-agent
    evaluation by evolution" (2019), its single population.

    Raises:
        RequestError: One player's gain is not the other's loss, or a number is out of range.
    """
    check_arguments(alpha_rank, locals())
    return np.array(_of_payoffs(payoffs, alpha=alpha, population=whole("population", population)).alpha_rank)


def _of_payoffs(table: Table, **fields: object) -> RatedPayoffs:
    rows = _Table("payoffs", table).numbers
    return Request("rate_payoffs", payoffs=rows.tolist(), **fields).answer(RatedPayoffs, 1)


def _request(wins: Table, draws: Table, players: Sequence[str] | None = None) -> Request:
    """Ask for the ratings of players."""
    won, drawn, labels = _results(wins, draws)
    names = [str(name) for name in labels or range(len(won))] if players is None else list(players)
    return Request("rate_table", wins=_counts("wins", won), draws=_counts("draws", drawn), players=names)


def _results(wins: Table, draws: Table) -> tuple[Numbers, Numbers, list[Any] | None]:
    """Return wins and draws in the same order of players, and the players' labels."""
    won = _Table("wins", wins)
    drawn = np.zeros_like(won.numbers) if draws is None else _Table("draws", draws).in_order_of(won)
    for name, table in (("wins", won.numbers), ("draws", drawn)):
        if table.shape != (len(won.numbers),) * 2:
            count = len(won.numbers)
            raise refused(f"the table `{name}` is not one of {count} rows and columns")
        if (table < 0).any():
            raise refused(f"`{name}` has a number below 0, which is not a count of games")
    for row, column in np.argwhere(drawn != drawn.T)[:1]:
        here, there = drawn[row, column], drawn[column, row]
        raise refused(f"row {row}, column {column} has {here:g} draws, but row {column} has {there:g}")
    return won.numbers, drawn, won.labels


def _counts(name: str, table: Numbers) -> list[list[int]]:
    if (table != np.floor(table)).any():
        raise refused(f"`{name}` has a number that is not a count of games")
    # The engine says how many games are too many.
    rows: list[list[int]] = np.minimum(table, 2.0**60).astype(np.int64).tolist()
    return rows


class _Table:
    """A table as numbers, whose rows and columns have the same order, and the labels of its players."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.labels: list[Any] | None = None
        try:
            given = np.asarray(table)
            if given.dtype.kind not in "iufO":
                raise TypeError(given.dtype)
            numbers: Numbers = given.astype(np.float64)
        except (TypeError, ValueError):
            raise refused(f"`{name}` is a table of numbers with two dimensions") from None
        if numbers.ndim != 2:
            raise refused(f"`{name}` is a table of numbers with two dimensions, not {numbers.ndim}")
        if np.isinf(numbers).any():
            raise refused(f"`{name}` has a number without end")
        self.numbers = np.nan_to_num(numbers, nan=0.0)
        if hasattr(table, "index") and hasattr(table, "columns"):
            self._read_labels(list(table.index), list(table.columns))

    def _read_labels(self, index: list[Any], columns: list[Any]) -> None:
        rows, places = len(index), list(range(len(index)))
        if len(columns) != rows:
            raise refused(f"the table `{self.name}` is not one of {rows} rows and columns")
        named, other = (columns, index) if index == places else (index, columns)
        if len(set(named)) < rows:
            raise refused(f"two players of `{self.name}` have the same label")
        if other != places or set(index) == set(columns):
            self.numbers = self.numbers[:, _order(self.name, "its index", index, "its columns", columns)]
            named = index
        self.labels = None if named == places else named

    def in_order_of(self, other: "_Table") -> Numbers:
        """Return the numbers in the order of another table's players."""
        if self.labels is None or other.labels is None:
            return self.numbers
        order = _order("draws", "`wins`", other.labels, "`draws`", self.labels)
        return self.numbers[np.ix_(order, order)]


def _order(name: str, one: str, labels: list[Any], other: str, others: list[Any]) -> list[int]:
    """Return where the labels are among the others, which are the same in another order."""
    for label in labels:
        if label not in others:
            raise refused(f"`{name}`: {label!r} is a label of {one}, but not of {other}")
    return [others.index(label) for label in labels]
