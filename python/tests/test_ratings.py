"""Ratings of tables."""

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


def test_openspiel_agrees() -> None:
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    rng = np.random.default_rng(1)
    table = rng.uniform(-1, 1, (4, 4))
    payoffs = table - table.T
    theirs = alpharank.compute([payoffs], m=50, alpha=1.0)[2]
    assert ratings.alpha_rank(payoffs, alpha=1.0) == pytest.approx(theirs, abs=1e-9)


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
