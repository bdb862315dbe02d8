"""A heuristic of one's own, on batches of boards: the engine's ``weighted-lines`` in NumPy.

A line on which only one side has stones counts 10, 100, 1000, ... for that side, by the number of its stones.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import connect_toe as ct

Boards = npt.NDArray[np.int8]
Evaluate = Callable[[Boards, npt.NDArray[np.int8], npt.NDArray[np.int8]], npt.NDArray[np.int64]]


def lines(game: ct.Game) -> npt.NDArray[np.intp]:
    """Find the cells of every line, as indices in C order: shape (lines, cells of a line)."""
    number = {cell: place for place, cell in enumerate(game.cell_names)}
    return np.array([[number[cell] for cell in line] for line in game.lines()], dtype=np.intp)


def weighted_lines(game: ct.Game) -> Evaluate:
    """Prepare the heuristic for one game, whose lines all have one length."""
    places = lines(game)
    weights = np.array([0, *(10 ** (stones + 1) for stones in range(places.shape[1]))], dtype=np.int64)

    def evaluate(
        boards: Boards, to_move: npt.NDArray[np.int8], side: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int64]:
        stones = boards.reshape(len(boards), -1)[:, places]
        x, o = (stones == 1).sum(axis=-1), (stones == -1).sum(axis=-1)
        value: npt.NDArray[np.int64] = (weights[x] * (o == 0) - weights[o] * (x == 0)).sum(axis=-1)
        return value * side

    return evaluate


def main() -> None:
    """Analyse a position, and play a match against the engine's own heuristic."""
    game = ct.Game("connect-four")
    mine = ct.Player(name="mine", evaluate=weighted_lines(game), search="alpha-beta:depth=3")
    print(game.state("44").analyze(mine))
    print(game.match(mine, "alpha-beta:depth=3,eval=open-lines", games=20))


if __name__ == "__main__":
    main()
