"""How often does a player keep the exact value? ``python python/examples/measuring.py 5x4:4:-2 strong best``.

`connect-toe grade` tells more; this is for programs that measure again and again while something learns, as
alphazero.py does, and for the curve that comes of it.
"""

import csv
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import connect_toe as ct

Array = npt.NDArray[Any]
Network = Callable[[Array, Array], tuple[Array, Array]]


class DecisivePositions:
    """Positions whose moves differ in value, and the moves that keep the value.

    As those of `connect-toe grade`, they are reached by random moves, up to ``each`` at a ply from the
    first one on, and no two are symmetric.
    """

    def __init__(self, game: ct.Game, first_ply: int = 0, each: int = 100, seed: int = 1) -> None:
        self.game = game
        chance, symmetries = random.Random(seed), game.symmetries()
        found: dict[bytes, ct.State] = {}
        for ply in range(first_ply, game.cells):
            enough = len(found) + each
            # Where there are fewer, or random games hardly ever get so far, it ends without.
            for _ in range(20 * each):
                state = game.new_initial_state()
                while not state.is_over and state.ply < ply:
                    state.push(chance.choice(state.legal_actions()))
                if not state.is_over and len(found) < enough:
                    found.setdefault(min(map(bytes, state.board().reshape(-1)[symmetries])), state)
        boards, keeping = [], []
        for state in found.values():
            solution = state.solve(all_moves=True, weak=True)
            values = [(solution.moves or {})[move].result for move in state.legal_moves()]
            if len(set(values)) > 1:
                boards.append(state.board())
                keeping.append(np.zeros(game.cells, np.bool_))
                keeping[-1][state.legal_actions()] = [value == solution.result for value in values]
        self.boards = np.array(boards, np.int8).reshape(-1, *game.sizes)
        self.keeping = np.array(keeping, np.bool_).reshape(-1, game.cells)

    def __len__(self) -> int:
        """Gives the number of positions."""
        return len(self.boards)

    def kept(self, player: str | ct.Player) -> float:
        """Gives the share of the positions whose value a player keeps."""
        return self.share(self.game.choose_batch(player, self.boards, seed=1))

    def kept_by_priors(self, network: Network) -> float:
        """Gives the share of the positions whose value the move with a network's highest prior keeps."""
        if not len(self):
            return float("nan")
        legal = self.game.legal_batch(self.boards)
        priors = np.reshape(network(self.game.observation_batch(self.boards), legal)[0], (len(legal), -1))
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
