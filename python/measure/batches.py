"""Measures batches of 10,000 boards beside a loop over them: ``python python/measure/batches.py``."""

import time
from collections.abc import Callable
from statistics import median

import numpy as np
import numpy.typing as npt

import connect_toe as ct

BOARDS = 10_000
GAMES = ["3x3:3", "7x6:4:-2", "8x8:4:+1,-2", "4x4x4:4", "4x4x4:4:-3", "3x3x3x3:3", "15x15:5"]


def milliseconds(run: Callable[[], object]) -> float:
    """Measure the median time by the clock of some runs."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return median(times) * 1e3


def positions(game: ct.Game) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """Collect boards on the way of random games, and the sides to move."""
    random = np.random.default_rng(1)
    boards, to_move = [], []
    state = game.new_initial_state()
    for _ in range(BOARDS):
        boards.append(state.board())
        to_move.append(1 if state.to_move == "x" else -1)
        moves = state.legal_moves()
        if moves:
            state.push(str(random.choice(moves)))
        else:
            state = game.new_initial_state()
    return np.stack(boards), np.array(to_move)


def measure(text: str) -> None:
    """Print a row for each question about the boards of a game."""
    game = ct.Game(text)
    boards, to_move = positions(game)

    def row(
        name: str,
        alone: Callable[[ct.State], object],
        together: Callable[[int], object],
        number: int = 1000,
    ) -> None:
        def loop() -> None:
            for board, side in zip(boards[:number], to_move[:number].tolist(), strict=True):
                alone(game.state(board=board, to_move=side))

        in_loop = milliseconds(loop) * BOARDS / number
        line = f"{text:12} {name:15} {in_loop:9.1f}"
        for threads in (1, 0):
            in_batch = milliseconds(lambda threads=threads: together(threads))  # type: ignore[misc]
            line += f" {in_batch:8.2f} {in_loop / in_batch:6.0f}"
        print(line, flush=True)

    for heuristic in ("weighted-lines", "runs"):

        def evaluate(state: ct.State, name: str = heuristic) -> int:
            return state.evaluate(name)

        def evaluate_all(threads: int, name: str = heuristic) -> npt.NDArray[np.int64]:
            return game.evaluate_batch(name, boards, to_move, threads=threads)

        row(heuristic, evaluate, evaluate_all)

    def legal_all(threads: int) -> npt.NDArray[np.bool_]:
        return game.legal_batch(boards, to_move, threads=threads)

    row("legal moves", ct.State.legal_mask, legal_all)
    if game.cells <= 16:

        def solve_all(threads: int) -> object:
            return game.solve_batch(boards, to_move, threads=threads)

        row("solve", ct.State.solve, solve_all, number=100)


def main() -> None:
    """Print a table: milliseconds for 10,000 boards in a loop, in a batch on one thread, and on all cores."""
    print(f"{'game':12} {'question':15} {'loop':>9} {'1 thread':>8} {'times':>6} {'all':>8} {'times':>6}")
    for text in GAMES:
        measure(text)


if __name__ == "__main__":
    main()
