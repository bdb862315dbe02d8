"""Prints how OpenSpiel rates players by tables of payoffs: the test data of `connect-toe-stats`.

Needs OpenSpiel with what its ratings import:
``pip install open_spiel==2.0.2 cvxpy==1.9.3 matplotlib networkx``. Then
``python python/measure/open_spiel_ratings.py > crates/stats/testdata/open_spiel_ratings.csv``. A line has the
name of a table, what it is about (``payoffs``; ``nash`` and what each player wins from that mix,
``nash-payoffs``; ``alpha=A;population=M``; ``noise=E`` for the infinite alpha) and the numbers, those of
tables by rows.
"""

import warnings
from functools import partialmethod
from importlib import import_module

import numpy as np
import numpy.typing as npt

# None of them has types.
cp = import_module("cvxpy")
nash_averaging = import_module("open_spiel.python.algorithms.nash_averaging")
alpharank = import_module("open_spiel.python.egt.alpharank")

Table = npt.NDArray[np.float64]

SELECTIONS = ((0.1, 10), (1.0, 50), (5.0, 20), (100.0, 50))
NOISE = 0.01


def antisymmetric(upper: list[list[float]]) -> Table:
    """Make a table of what is above its diagonal, by rows."""
    table = np.zeros((len(upper) + 1, len(upper) + 1))
    for row, entries in enumerate(upper):
        table[row, row + 1 :] = entries
    whole: Table = table - table.T
    return whole


def random_table(rng: np.random.Generator, players: int) -> Table:
    """Make a table without any order."""
    table = rng.uniform(-1, 1, (players, players))
    rounded: Table = np.round((table - table.T) / 2, 3)
    return rounded


def tournament(rng: np.random.Generator, players: int) -> Table:
    """Make the scores of 20 games of each two players, who have ratings and go in circles too."""
    rating, style = rng.normal(0, 1, players), rng.normal(0, 0.7, (players, 2))
    circular = np.outer(style[:, 0], style[:, 1]) - np.outer(style[:, 1], style[:, 0])
    wins = rng.binomial(20, 1 / (1 + np.exp(rating[None, :] - rating[:, None] - circular)))
    table = np.triu(2 * wins / 20 - 1, 1)
    rounded: Table = np.round(table - table.T, 3)
    return rounded


def tables() -> dict[str, Table]:
    """Make all tables by name."""
    rng = np.random.default_rng(43)
    named = {
        "rock-paper-scissors": antisymmetric([[-1, 1], [-1]]),
        "biased-rock-paper-scissors": antisymmetric([[-0.25, 0.5], [-0.05]]),
        "one-beaten-by-a-circle": antisymmetric([[-1, 1, 0.3], [-1, 0.2], [0.4]]),
        "transitive": antisymmetric([[0.2, 0.5, 0.7], [0.3, 0.6], [0.3]]),
        "two-equals-above-one": antisymmetric([[0, 0.5], [0.5]]),
        "rock-twice": antisymmetric([[0, -1, 1], [-1, 1], [-1]]),
        "all-equal": np.zeros((5, 5)),
        "rock-paper-scissors-lizard-spock": antisymmetric([[-1, 1, 1, -1], [-1, -1, 1], [1, -1], [1]]),
        "two-circles": antisymmetric([[-1, 1, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0], [-1, 1], [-1]]),
        "entropy-at-a-bound": antisymmetric([[0, -0.4], [0.1]]),
    }
    named |= {f"random-{players}": random_table(rng, players) for players in (3, 4, 5, 8, 12, 20)}
    named |= {f"tournament-{players}": tournament(rng, players) for players in (6, 10, 20)}
    for players in (5, 7, 9):
        upper = np.triu(rng.integers(-1, 2, (players, players)), 1).astype(np.float64)
        named[f"ties-{players}"] = upper - upper.T
    return named


def solve_to_the_last_digit() -> None:
    """Let OpenSpiel's convex program be solved more exactly: by default it is off by up to 5e-5."""
    exactly = {"tol_gap_abs": 1e-13, "tol_gap_rel": 1e-13, "tol_feas": 1e-13, "max_iter": 500}
    cp.Problem.solve = partialmethod(cp.Problem.solve, solver=cp.CLARABEL, **exactly)


def main() -> None:
    """Print the table of all ratings."""
    # Tolerances below what the solver reaches, and exponentials of large numbers: infinity is meant.
    warnings.simplefilter("ignore")
    solve_to_the_last_digit()

    def line(name: str, about: str, numbers: npt.ArrayLike) -> None:
        print(name, about, *(repr(float(number)) for number in np.asarray(numbers).flatten()), sep=",")

    for name, table in tables().items():
        line(name, "payoffs", table)
        mix = nash_averaging._max_entropy_symmetric_nash(table, eps=0.0)
        line(name, "nash", mix)
        line(name, "nash-payoffs", table.dot(mix))
        for alpha, population in SELECTIONS:
            shares = alpharank.compute([table], m=population, alpha=alpha)[2]
            line(name, f"alpha={alpha};population={population}", shares)
        line(name, f"noise={NOISE}", alpharank.compute([table], use_inf_alpha=True, inf_alpha_eps=NOISE)[2])


if __name__ == "__main__":
    main()
