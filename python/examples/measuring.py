"""How often does a player keep the exact value? ``python python/examples/measuring.py 5x4:4:-2 strong best``.

`connect-toe grade` tells more; this is for programs that measure again and again while something learns, as
alphazero.py does, and for the curve that comes of it.
"""

import csv
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

import connect_toe as ct

Array = npt.NDArray[Any]
Network = Callable[[Array, Array], tuple[Array, Array]]
# Less than every value of a move.
ILLEGAL = -2


class DecisivePositions:
    """Positions whose moves differ in value, and the moves that keep the value.

    They are those of `connect_toe.make_dataset`, which draws as `connect-toe grade` does: reached by random
    moves, up to ``each`` at a ply from the first one on, and no two of them symmetric.
    """

    def __init__(self, game: ct.Game, first_ply: int = 0, each: int = 100, seed: int = 1) -> None:
        self.game = game
        plies = range(first_ply, game.cells)
        with TemporaryDirectory() as folder:
            # Values are found below: those of all moves, not just of positions.
            ct.make_dataset(game, folder, plies=plies, positions=each * len(plies), seed=seed, solver_nodes=1)
            with np.load(Path(folder) / "positions.npz") as arrays:
                boards, to_move = arrays["boards"], arrays["to_move"]
        places, actions = np.nonzero(game.legal_batch(boards, to_move).reshape(len(boards), -1))
        after, next_to_move = game.play_batch(boards[places], actions, to_move[places])
        results = game.solve_batch(after, next_to_move, weak=True).results
        values = np.full((len(boards), game.cells), ILLEGAL, np.int8)
        values[places, actions] = np.where(next_to_move == to_move[places], results, -results)
        keeping = values == values.max(1, keepdims=True)
        is_decisive = ((values != ILLEGAL) & ~keeping).any(1)
        self.boards, self.to_move, self.keeping = (
            boards[is_decisive],
            to_move[is_decisive],
            keeping[is_decisive],
        )

    def __len__(self) -> int:
        """Gives the number of positions."""
        return len(self.boards)

    def kept(self, player: str | ct.Player) -> float:
        """Gives the share of the positions whose value a player keeps."""
        return self.share(self.game.choose_batch(player, self.boards, self.to_move, seed=1))

    def kept_by_priors(self, network: Network) -> float:
        """Gives the share of the positions whose value the move with a network's highest prior keeps."""
        if not len(self):
            return float("nan")
        legal = self.game.legal_batch(self.boards, self.to_move)
        priors = np.reshape(
            network(self.game.observation_batch(self.boards, self.to_move), legal)[0], (len(legal), -1)
        )
        return self.share((priors * legal.reshape(priors.shape)).argmax(1))

    def share(self, actions: Array) -> float:
        """Gives the share of the positions whose value these moves keep; NaN if there are no positions."""
        if not len(self):
            return float("nan")
        return float(self.keeping[np.arange(len(actions)), actions].mean())


def write_curve(rows: list[dict[str, Any]], title: str, folder: Path) -> None:
    """Writes ``curve.csv`` and, if Matplotlib is there, ``curve.svg``, over the processor's time."""
    with (folder / "curve.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    for name in ("kept", "kept_alone", "score"):
        axes.plot([row["cpu_seconds"] / 60 for row in rows], [row[name] for row in rows], ".-", label=name)
    axes.set(title=title, xlabel="CPU minutes", ylabel="share")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(folder / "curve.svg")


def main() -> None:
    """Measure the players that the command line names."""
    game, *players = sys.argv[1:] or ["5x4:4:-2", "random", "casual", "strong"]
    positions = DecisivePositions(ct.Game(game))
    print(f"{len(positions)} positions of {game} whose moves differ in value; the value is kept on")
    for player in players:
        print(f"{positions.kept(player):6.1%}  {player}")


if __name__ == "__main__":
    main()
