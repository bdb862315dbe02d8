"""AlphaZero in one file: a network learns a game by playing itself, and exact values tell how well.

    pip install '.[torch]'
    python python/examples/alphazero.py 5x4:4:-2 --minutes 20

The guide is docs/guides/alphazero.md; the method is that of D. Silver et al., Science 362 (2018), 1140-1144.
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from measuring import DecisivePositions, write_curve

import connect_toe as ct

try:
    import torch
    from torch import Tensor, nn
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
except ModuleNotFoundError:
    raise SystemExit("this example needs PyTorch: pip install '.[torch]', or pip install torch") from None

Array = npt.NDArray[Any]
LEARNED = ("observations", "policies", "values")
SAVED = ("network", "average", "optimizer")
# Columns of the curve. Searches asked about `judged` positions; the network was asked about `asked` of them.
COLUMNS = ("iteration", "seconds", "cpu_seconds", "games", "examples", "judged", "asked", "loss")
OPTIONS: dict[str, tuple[Any, str]] = {
    "minutes": (20.0, "time to learn, with measuring"),
    "iterations": (0, "end after so many, if the time has not ended before; 0: the time ends it"),
    "width": (256, "outputs of each dense layer"),
    "channels": (0, "channels of convolutions, for large boards and GPUs; 0: layers are dense"),
    "blocks": (2, "blocks of two layers each"),
    "workers": (2, "threads that play"),
    "games": (512, "games that each plays at a time, with a position of each for a call of the network"),
    "simulations": (48, "simulations for a move in the games that it learns from"),
    "drawn-plies": (20, "moves at the beginning of such a game that are drawn"),
    "examples": (8192, "positions that are played in an iteration"),
    "window": (200_000, "the last positions, which it learns from"),
    "reuse": (4.0, "times that it sees each of them"),
    "batch": (256, "positions for a step of gradient descent"),
    "player-simulations": (256, "simulations for a move of the player that is measured"),
    "positions": (100, "positions of each ply to measure it on"),
    "first-ply": (0, "the ply at which these begin, later where the exact solver would take too long"),
    "opponent": ("strong", "player or level to play matches against"),
    "measure-every": (120.0, "seconds from measure to measure"),
    "seed": (1, "seed; with the same number of workers and of iterations it gives the same run again"),
    "out": ("alphazero", "folder for checkpoint.pt, curve.csv and, with Matplotlib, curve.svg"),
    "resume": ("", "checkpoint to go on from, with its options but for minutes, iterations and out"),
}


class Block(nn.Module):
    """Two layers, whose result is added to what they get."""

    def __init__(self, layer: Callable[[int, int], nn.Module], width: int) -> None:
        super().__init__()
        self.first, self.second = layer(width, width), layer(width, width)

    def forward(self, seen: Tensor) -> Tensor:
        """Keeps the shape."""
        return nn.functional.relu(seen + self.second(nn.functional.relu(self.first(seen))))


class Network(nn.Module):
    """Sees the stones; says how good each move is (logits), and what result to expect, from -1 to 1."""

    def __init__(self, game: ct.Game, options: argparse.Namespace) -> None:
        super().__init__()
        layer: Callable[[int, int], nn.Module] = nn.Linear
        width = outputs = options.channels or options.width
        first = [nn.Flatten(), layer(2 * game.cells, width)]
        if options.channels:
            kind: Any = (nn.Conv1d, nn.Conv2d, nn.Conv3d)[len(game.sizes) - 1]
            layer, outputs = partial(kind, kernel_size=3, padding=1), width * game.cells
            first = [layer(2, width)]
        blocks = (Block(layer, width) for _ in range(options.blocks))
        self.body = nn.Sequential(*first, nn.ReLU(), *blocks, nn.Flatten())
        self.policy, self.value = nn.Linear(outputs, game.cells), nn.Linear(outputs, 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Judges observations of the shape (n, *sizes, 2)."""
        seen = self.body(observations.movedim(-1, 1).float())
        return self.policy(seen), self.value(seen).squeeze(1).tanh()


class Judge:
    """What the engine asks. It keeps answers in a table, so that the network sees most positions once."""

    def __init__(self, network: nn.Module, cells: int, room: int = 1 << 18) -> None:
        self.network, self.device = network, next(network.parameters()).device
        self.code = np.random.default_rng(0).integers(1 << 63, size=2 * cells)
        self.codes, self.known = np.empty(room, np.int64), np.empty((room, cells + 1), np.float32)
        self.forget()

    def forget(self) -> None:
        """Empties the table and the counts: the network has changed."""
        self.codes.fill(-1)
        self.judged = self.asked = 0

    def __call__(self, observations: Array, legal: Array) -> tuple[Array, Array]:
        """Gives priors and values. Positions are told apart by 63 bits: two are hardly ever confused."""
        codes = observations.reshape(len(observations), -1) @ self.code
        places = codes & (len(self.codes) - 1)
        judged, new = self.known[places], np.flatnonzero(self.codes[places] != codes)
        if len(new):
            with torch.inference_mode():
                logits, values = self.network(torch.from_numpy(observations[new]).to(self.device))
                judged[new] = torch.cat([logits.softmax(1), values[:, None]], 1).cpu().numpy()
            self.codes[places[new]], self.known[places[new]] = codes[new], judged[new]
        self.judged, self.asked = self.judged + len(codes), self.asked + len(new)
        return judged[:, :-1], judged[:, -1]


class Learner:
    """A network that learns, the average of its last weights, which plays, and what it learns from."""

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        self.options, self.game = options, ct.Game(options.game or "5x4:4:-2")
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network = Network(self.game, options).to(self.device)
        self.average = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(0.995))
        self.optimizer = torch.optim.AdamW(self.network.parameters(), 0.001)
        self.judges = [Judge(self.average, self.game.cells) for _ in range(options.workers)]
        self.window: dict[str, Tensor] = {}
        self.row: dict[str, Any] = dict.fromkeys(COLUMNS, 0)
        self.rows: list[dict[str, Any]] = []

    def begin(self) -> list[ct.SelfPlay]:
        """Gives the games of the workers."""
        options, seed = self.options, 1000 * (self.options.seed + self.row["iteration"])
        how = {"simulations": options.simulations, "drawn_plies": options.drawn_plies, "threads": 1}
        seeds = range(seed, seed + options.workers)
        return [ct.SelfPlay(self.game, options.games, seed=at, settings="explore=1", **how) for at in seeds]

    def iterate(self, plays: list[ct.SelfPlay], pool: ThreadPoolExecutor) -> None:
        """Plays with the average network, a thread for each worker, and learns from the last positions."""
        each = self.options.examples // len(plays)
        parts = list(pool.map(lambda play, judge: play.play(judge, each), plays, self.judges))
        for name in LEARNED:
            known = [self.window[name]] if name in self.window else []
            new = [torch.from_numpy(part[name]) for part in parts]
            self.window[name] = torch.cat(known + new)[-self.options.window :]
        number, games = (sum(len(part[name]) for part in parts) for name in ("values", "outcomes"))
        self.row["iteration"] += 1
        self.row["examples"] += number
        self.row["games"] += games
        for judge in self.judges:
            self.row["judged"] += judge.judged
            self.row["asked"] += judge.asked
            judge.forget()
        self.learn(max(1, round(number * self.options.reuse / self.options.batch)))

    def learn(self, steps: int) -> None:
        """Takes steps of gradient descent, each on a batch of positions that symmetries of the game turn."""
        chance = torch.Generator().manual_seed(1000 * self.options.seed + self.row["iteration"])
        symmetries, batch = torch.from_numpy(self.game.symmetries()), (self.options.batch,)
        self.row["loss"] = 0.0
        for _ in range(steps):
            drawn = torch.randint(len(self.window["values"]), batch, generator=chance)
            turned = symmetries[torch.randint(len(symmetries), batch, generator=chance)]
            seen, policies, values = (self.window[name][drawn] for name in LEARNED)
            seen = seen.flatten(1, -2).gather(1, turned[..., None].expand(-1, -1, 2)).reshape(seen.shape)
            policies, values = policies.flatten(1).gather(1, turned).to(self.device), values.to(self.device)
            logits, expected = self.network(seen.to(self.device))
            loss = nn.functional.cross_entropy(logits, policies) + nn.functional.mse_loss(expected, values)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.row["loss"] += loss.item() / steps
            self.average.update_parameters(self.network)

    def measure(self, positions: DecisivePositions) -> None:
        """Adds a row to the curve. The player that is measured is the average network in `monte-carlo`."""
        options, judge = self.options, Judge(self.average, self.game.cells)
        search = f"monte-carlo:simulations={options.player_simulations},batch=8,explore=1"
        player = ct.Player("alphazero", network=judge, search=search)
        self.row |= {"kept": positions.kept(player), "kept_alone": positions.kept_by_priors(judge)}
        self.row["score"] = self.game.match(player, options.opponent, games=40, seed=1).score
        self.rows.append(dict(self.row))
        print(", ".join(f"{name} {value:.6g}" for name, value in self.row.items()), flush=True)

    def save(self, folder: Path) -> None:
        """Writes the curve, and all that is needed to go on."""
        folder.mkdir(parents=True, exist_ok=True)
        state: dict[str, Any] = {name: getattr(self, name).state_dict() for name in SAVED}
        state |= {"options": vars(self.options), "window": self.window, "row": self.row, "rows": self.rows}
        torch.save(state, folder / "new.pt")
        (folder / "new.pt").replace(folder / "checkpoint.pt")
        write_curve(self.rows, str(self.game), folder)


def load(file: str | Path, **changed: Any) -> Learner:  # noqa: ANN401
    """Reads a checkpoint. The options are its own, but for what is changed."""
    state = torch.load(file, map_location="cpu", weights_only=True)
    learner = Learner(argparse.Namespace(**{**state["options"], **changed}))
    for name in SAVED:
        getattr(learner, name).load_state_dict(state[name])
    learner.window, learner.row, learner.rows = state["window"], state["row"], state["rows"]
    return learner


def run(learner: Learner) -> None:
    """Learns for some time, and measures now and then."""
    options, row, clock = learner.options, learner.row, time.monotonic
    positions = DecisivePositions(learner.game, options.first_ply, options.positions, options.seed)
    print(f"{len(positions)} positions whose moves differ in value", flush=True)
    begin, cpu = clock() - row["seconds"], time.process_time() - row["cpu_seconds"]
    end, plays = clock() + 60 * options.minutes, learner.begin()
    measured = clock() if learner.rows else float("-inf")
    with ThreadPoolExecutor(options.workers) as pool:
        while True:
            is_over = clock() >= end or 0 < options.iterations <= row["iteration"]
            if is_over or clock() >= measured + options.measure_every:
                row["seconds"], row["cpu_seconds"] = round(clock() - begin), round(time.process_time() - cpu)
                learner.measure(positions)
                learner.save(Path(options.out))
                measured = clock()
            if is_over:
                return
            learner.iterate(plays, pool)


def main() -> None:
    """Read the command line, and learn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", help="game text or a preset's name (5x4:4:-2), not with --resume")
    for name, (value, about) in OPTIONS.items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"{about} (%(default)s)")
    given = parser.parse_args()
    if given.game and given.resume:
        parser.error("a checkpoint has its own game: leave out the game")
    torch.set_num_threads(1)
    own = {"minutes": given.minutes, "iterations": given.iterations, "out": given.out}
    try:
        run(load(given.resume, **own) if given.resume else Learner(given))
    except (ct.RequestError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
