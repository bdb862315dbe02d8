"""Ratings of tables."""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import connect_toe as ct
from connect_toe import ratings

CIRCLE = np.array([[0, 80, 20], [20, 0, 80], [80, 20, 0]])
LADDER = np.array([[0, 60, 90], [40, 0, 75], [10, 25, 0]])


def test_a_circle_is_found() -> None:
    truth = ratings.transitivity(CIRCLE, players=["rock", "scissors", "paper"])
    assert truth is not None and truth.verdict == "circle"
    assert [win.winner for win in truth.circle] == ["rock", "scissors", "paper"]
    assert ratings.bradley_terry(CIRCLE).elo == pytest.approx([0, 0, 0], abs=1)
    payoffs = ratings.payoffs(CIRCLE)
    assert (payoffs == -payoffs.T).all()
    assert ratings.nash_averaging(payoffs).shares == pytest.approx([1 / 3] * 3)
    assert ratings.alpha_rank(payoffs) == pytest.approx([1 / 3] * 3)


def test_a_ladder_has_an_order() -> None:
    found = ratings.bradley_terry(LADDER)
    assert (np.diff(found.elo) < 0).all() and found.elo.sum() == pytest.approx(0, abs=1e-6)
    assert (found.low < found.elo).all() and (found.elo < found.high).all()
    nash = ratings.nash_averaging(ratings.payoffs(LADDER))
    assert nash.shares == pytest.approx([1, 0, 0], abs=1e-6)
    assert nash.payoffs[2] == pytest.approx(-0.8)
    truth = ratings.transitivity(LADDER)
    assert truth is not None and truth.verdict != "circle"


def test_draws_bring_players_together() -> None:
    wins = [[0, 30], [10, 0]]
    draws = [[0, 60], [60, 0]]
    with_draws, without = ratings.bradley_terry(wins, draws), ratings.bradley_terry(wins)
    assert 0 < with_draws.elo[0] < without.elo[0]
    assert ratings.transitivity(wins) is None


def test_a_tournament_gives_the_same() -> None:
    table = ct.tournament("tic-tac-toe", ["random", "two-ply", "perfect"], games=50, seed=1)
    payoffs = np.nan_to_num(2 * table.scores() - 1)
    nash, alpha = ratings.nash_averaging(payoffs), ratings.alpha_rank(payoffs)
    for player in table.ranking:
        assert player.nash is not None
        assert nash.shares[player.entry] == pytest.approx(player.nash.share)
        assert alpha[player.entry] == pytest.approx(player.alpha_rank)


def test_data_frames_name_players() -> None:
    pandas = pytest.importorskip("pandas")
    names = ["rock", "scissors", "paper"]
    rated = ratings.rate(pandas.DataFrame(CIRCLE, index=names, columns=names))
    assert list(pandas.DataFrame(rated.rows())["player"]) == names
    assert rated.players[0].wins == 100 and rated.players[0].losses == 100


@pytest.mark.skipif(sys.version_info < (3, 11), reason="OpenSpiel needs Python 3.11")
def test_openspiel_agrees() -> None:
    from open_spiel.python.egt import alpharank  # type: ignore[import-untyped]

    rng = np.random.default_rng(1)
    table = rng.uniform(-1, 1, (4, 4))
    payoffs = table - table.T
    theirs = alpharank.compute([payoffs], m=50, alpha=1.0)[2]
    assert ratings.alpha_rank(payoffs, alpha=1.0) == pytest.approx(theirs, abs=1e-9)


def test_nash_averaging_is_that_of_openspiel() -> None:
    """The shares are those of `open_spiel.python.algorithms.nash_averaging` 2.0.2, which needs a solver."""
    table = np.random.default_rng(1).uniform(-1, 1, (3, 3))
    shares = ratings.nash_averaging(table - table.T).shares
    assert shares == pytest.approx([0.02019675, 0.97720956, 0.00259369], abs=1e-7)


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ct.RequestError, match="`wins` is not one of 2 rows and columns"):
        ratings.bradley_terry([[0, 1, 2], [3, 0, 1]])
    with pytest.raises(ct.RequestError, match="not a count of games"):
        ratings.bradley_terry([[0, 0.5], [1, 0]])
    with pytest.raises(ct.RequestError, match="one player's gain must be"):
        ratings.nash_averaging([[0, 1], [1, 0]])
    with pytest.raises(ct.RequestError, match="draws"):
        ratings.bradley_terry([[0, 1], [1, 0]], [[0, 1], [2, 0]])
    with pytest.raises(ct.RequestError, match="too small"):
        ratings.alpha_rank([[0, 1], [-1, 0]], population=1)
    with pytest.raises(ct.RequestError, match="1 to 1000 players"):
        ratings.bradley_terry(np.zeros((0, 0), np.int64))


def frame(rows: list[list[int]], labels: str = "abc") -> Any:  # noqa: ANN401
    """Gives a data frame with the same labels for rows and columns."""
    return pytest.importorskip("pandas").DataFrame(rows, index=list(labels), columns=list(labels))


def same(one: ratings.BradleyTerry, other: ratings.BradleyTerry, order: Sequence[int] = (0, 1, 2)) -> bool:
    """Whether ratings are the same; `order` says where the first one's players are among the other's."""
    return np.allclose(np.array(one), np.array(other)[:, order])


def test_tables_are_aligned_by_labels() -> None:
    wins = frame([[0, 30, 10], [10, 0, 25], [5, 6, 0]])
    draws = frame([[0, 4, 5], [4, 0, 6], [5, 6, 0]])
    rated = ratings.bradley_terry(wins)
    assert same(rated, ratings.bradley_terry(wins.to_numpy()))
    assert same(ratings.bradley_terry(wins[["c", "a", "b"]]), rated)
    assert same(ratings.bradley_terry(wins.loc[["c", "a", "b"]]), rated, (2, 0, 1))
    shuffled = draws.loc[["b", "c", "a"], ["c", "a", "b"]]
    assert same(ratings.bradley_terry(wins, shuffled), ratings.bradley_terry(wins, draws))
    assert (ratings.payoffs(wins[["c", "a", "b"]], shuffled) == ratings.payoffs(wins, draws)).all()
    payoffs = frame(ratings.payoffs(wins).tolist())
    assert (
        ratings.alpha_rank(payoffs[["b", "a", "c"]], alpha=1) == ratings.alpha_rank(payoffs, alpha=1)
    ).all()
    truth = ratings.transitivity(wins[["c", "a", "b"]])
    assert truth is not None and truth == ratings.transitivity(wins)


def test_numbers_beside_names_are_places() -> None:
    pandas = pytest.importorskip("pandas")
    wins = frame([[0, 30, 10], [10, 0, 25], [5, 6, 0]])
    assert same(ratings.bradley_terry(wins.set_axis(range(3), axis=1)), ratings.bradley_terry(wins))
    named = ratings.rate(pandas.DataFrame({"a": [0, 1], "b": [2, 0]}))
    assert [(player.player, player.wins) for player in named.players] == [("a", 2), ("b", 1)]
    # These are names of players, in another order.
    numbered = wins.set_axis([2, 0, 1]).set_axis([0, 1, 2], axis=1)
    aligned = ratings.bradley_terry(wins.to_numpy()[:, [2, 0, 1]])
    assert same(ratings.bradley_terry(numbered), aligned)
    assert [player.player for player in ratings.rate(numbered).players] == ["2", "0", "1"]


def test_other_labels_are_refused() -> None:
    wins = frame([[0, 30, 10], [10, 0, 25], [5, 6, 0]])
    with pytest.raises(ct.RequestError, match="`wins`: 'a' is a label of its index, but not of its columns"):
        ratings.bradley_terry(wins.rename(columns={"a": "z"}))
    with pytest.raises(ct.RequestError, match="`draws`: 'a' is a label of `wins`, but not of `draws`"):
        ratings.bradley_terry(wins, frame([[0] * 3] * 3, "xyz"))
    with pytest.raises(ct.RequestError, match="two players of `wins` have the same label"):
        ratings.bradley_terry(frame([[0] * 3] * 3, "aab"))


def test_players_who_never_met_are_named() -> None:
    pools = [[0, 50, 0, 0], [25, 0, 0, 0], [0, 0, 0, 25], [0, 0, 50, 0]]
    for rate in (ratings.rate, ratings.bradley_terry, ratings.transitivity):
        with pytest.warns(ct.Notice, match="players of 2 groups never met, .*: 0, 1; 2, 3\\.") as told:
            rate(pools)
        assert [warning.filename for warning in told] == [__file__]
    with pytest.warns(ct.Notice, match="3 groups .*: a, b, c, d, e, \\.\\.\\.; g; h\\."):
        ladder = np.diag(np.ones(7, np.int64), 1)
        ladder[5:] = 0
        ratings.rate(ladder, players=list("abcdefgh"))
    # A draw, and players in between, bring groups together.
    draws = np.zeros((4, 4), np.int64)
    draws[1, 2] = draws[2, 1] = 1
    ratings.rate(pools, draws)


def test_numbers_that_are_not_results_are_refused() -> None:
    wrong: list[tuple[Any, Any, str]] = [
        ([[0, np.inf], [1, 0]], None, "`wins` has a number without end"),
        ([[0, -1], [1, 0]], None, "`wins` has a number below 0"),
        ([[0, 1], [1, 0]], [[0, -2], [-2, 0]], "`draws` has a number below 0"),
        ([[0, 1], [1, 0]], [[0, 2], [0, 0]], "row 0, column 1 has 2 draws, but row 1 has 0"),
        ([[0, 1, 2], [1, 0, 2]], None, "`wins` is not one of 2 rows and columns"),
        ([[0, 1], [1, 0]], [[0]], "`draws` is not one of 2 rows and columns"),
        ([["0", "1"], ["1", "0"]], None, "`wins` is a table of numbers"),
    ]
    for wins, draws, told in wrong:
        for ask in (ratings.rate, ratings.payoffs):
            with pytest.raises(ct.RequestError, match=told):
                ask(wins, draws)


def test_ratings_have_a_prior() -> None:
    elo = ratings.bradley_terry([[0, 10], [0, 0]]).elo
    assert elo[0] - elo[1] == pytest.approx(784, abs=1)
