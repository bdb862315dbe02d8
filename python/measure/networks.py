"""Measures searches that a network directs: ``python python/measure/networks.py``.

The network returns constants, so that what is measured is the engine: positions judged in a second at batches
of 256, from games that play themselves, one position of each at a time.
"""

import time

import numpy as np

import connect_toe as ct

BATCH = 256
SECONDS = 2.0


def measure(game: str, threads: int) -> float:
    """Gives the positions that are judged in a second."""
    play = ct.SelfPlay(game, BATCH, simulations=128, threads=threads, seed=1)
    cells = ct.Game(game).cells
    priors, values = np.ones((BATCH, cells), np.float32), np.zeros(BATCH, np.float32)
    judged, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        number = len(play.gather()[0])
        play.settle(priors[:number], values[:number])
        play.examples()
        judged += number
    return judged / (time.perf_counter() - start)


def main() -> None:
    """Print a row for each game, with one thread and with one for each core."""
    for game in ["tic-tac-toe", "connect-four", "4x4x4:4", "15x15:5"]:
        one, all_cores = measure(game, 1), measure(game, 0)
        print(f"{game:14} one thread {one:10,.0f}   all cores {all_cores:10,.0f} positions/s")


if __name__ == "__main__":
    main()
