"""Ratings of tables of results: Bradley and Terry's, Nash averaging, alpha-Rank, and a test of them.

Tables are arrays of NumPy, lists of rows, or data frames of pandas, whose index then names the players:
the row's player against the column's. ``wins`` are counts of games, ``payoffs`` what a player wins from
another, as in OpenSpiel: twice the points per game less one.

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

from connect_toe._asking import Request, refused, whole
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

    Raises:
        RequestError: A table is not square, or is not one of counts.
    """
    request = Request("rate_table", wins=_counts("wins", wins))
    if draws is not None:
        request.fields["draws"] = _counts("draws", draws)
    names = getattr(wins, "index", None) if players is None else players
    if names is not None and not callable(names):
        request.fields["players"] = [str(name) for name in names]
    return request.answer(RatedTable, 1)


def bradley_terry(wins: Table, draws: Table = None) -> BradleyTerry:
    """Rate players by the model of Bradley and Terry, with draws as Davidson has them.

    Raises:
        RequestError: A table is not square, or is not one of counts.
    """
    found = rate(wins, draws).players
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
    return rate(wins, draws, players=players).truth_of_elo


def payoffs(wins: Table, draws: Table = None) -> Numbers:
    """Return what each player wins from each other: 1 if it wins every game, 0 without games.

    >>> payoffs([[0, 3], [1, 0]])
    array([[ 0. ,  0.5],
           [-0.5,  0. ]])
    """
    won = np.asarray(wins, np.float64)
    games = won + won.T + (0 if draws is None else np.asarray(draws, np.float64))
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
    return np.array(_of_payoffs(payoffs, alpha=alpha, population=whole("population", population)).alpha_rank)


def _of_payoffs(table: Table, **fields: object) -> RatedPayoffs:
    rows = np.asarray(table, np.float64)
    if rows.ndim != 2:
        raise refused(f"payoffs are a table with two dimensions, not {rows.ndim}")
    return Request("rate_payoffs", payoffs=rows.tolist(), **fields).answer(RatedPayoffs, 1)


def _counts(name: str, table: Table) -> list[list[int]]:
    counts = np.asarray(table)
    if counts.ndim != 2 or not np.issubdtype(counts.dtype, np.number):
        raise refused(f"`{name}` is a table of numbers with two dimensions")
    whole_numbers = np.nan_to_num(counts, nan=0.0)
    if (whole_numbers < 0).any() or (whole_numbers != np.floor(whole_numbers)).any():
        raise refused(f"`{name}` has a number that is not a count of games")
    rows: list[list[int]] = whole_numbers.astype(np.int64).tolist()
    return rows
