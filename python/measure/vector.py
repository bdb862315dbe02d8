"""Measures many games at once beside OpenSpiel and pgx, in turns.

``python python/measure/vector.py [connect-four ...]``. A step is a random legal move of one game. Needs
open_spiel, and pgx for its rows (pip install open_spiel pgx). Ours and pgx write observations and masks of
legal actions in each step; OpenSpiel's states write none.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

import connect_toe as ct

GAMES = 4096
RUNS = 5
SECONDS = 1.0

#: What the others call these games.
OPEN_SPIEL = {"connect-four": "connect_four", "tic-tac-toe": "tic_tac_toe", "15x15:5": "mnk(m=15,n=15,k=5)"}
PGX = {"connect-four": "connect_four", "tic-tac-toe": "tic_tac_toe"}

#: Plays for a while, and gives the number of steps.
Run = Callable[[], int]


def ours(game: str, threads: int, draws: bool) -> Run:
    """Many games of ours; random actions are drawn in each step, or once for a game that is played again."""
    games = ct.VectorGame(game, GAMES, threads=threads)
    seen = np.empty(games.observation_shape, np.int8)
    legal = np.empty(games.legal_shape, np.bool_)
    rewards, ended = np.empty(GAMES, np.int8), np.empty(GAMES, np.bool_)
    actions = np.empty(GAMES, np.int64)
    if draws:

        def step() -> None:
            games.step(games.sample(actions), observations=seen, legal=legal, rewards=rewards, ended=ended)

        return timed(step, GAMES)
    recorded = []
    for _ in range(200):
        recorded.append(games.sample())
        games.step(recorded[-1])

    def again() -> None:
        games.reset()
        for played in recorded:
            games.step(played, observations=seen, legal=legal, rewards=rewards, ended=ended)

    return timed(again, GAMES * len(recorded))


def timed(step: Callable[[], None], steps: int) -> Run:
    """Repeats a step of so many games."""

    def run() -> int:
        count, end = 0, time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            step()
            count += steps
        return count

    return run


def open_spiel(game: str) -> Run | None:
    """OpenSpiel's states in C++, one after the other from Python, as its examples do."""
    import pyspiel  # type: ignore[import-not-found]

    name = OPEN_SPIEL.get(game)
    if name is None:
        return None
    loaded = pyspiel.load_game(name)

    def run() -> int:
        count, end = 0, time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                count += 1
        return count

    return run


def pgx(game: str) -> Run | None:
    """The games of pgx on the same processor, compiled by JAX."""
    if game not in PGX:
        return None
    try:
        import jax  # type: ignore[import-not-found]
        import pgx as library  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        return None
    env = library.make(PGX[game])
    steps = 50

    def one(carry: Any, key: Any) -> Any:  # noqa: ANN401 - of JAX's own kinds
        logits = jax.numpy.where(carry.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(key, logits, axis=-1)
        following = jax.vmap(env.step)(carry, action)
        fresh = jax.vmap(env.init)(jax.random.split(key, GAMES))
        over = following.terminated
        pick = lambda new, old: jax.numpy.where(over.reshape(over.shape + (1,) * (new.ndim - 1)), new, old)  # noqa: E731
        return jax.tree_util.tree_map(pick, fresh, following), following.rewards.sum()

    play = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps)))
    state = jax.vmap(env.init)(jax.random.split(jax.random.key(0), GAMES))
    keys = iter_keys(jax)
    state, rewards = play(state, next(keys))
    rewards.block_until_ready()

    def step() -> None:
        nonlocal state
        state, rewards = play(state, next(keys))
        rewards.block_until_ready()

    return timed(step, GAMES * steps)


def iter_keys(jax: Any) -> Iterator[object]:  # noqa: ANN401 - a module
    """Random keys of JAX."""
    number = 1
    while True:
        yield jax.random.key(number)
        number += 1


def main() -> None:
    """Print a row for each way to play, with its median and its range in millions of steps a second."""
    for game in sys.argv[1:] or ["connect-four", "tic-tac-toe", "15x15:5", "4x4x4:4"]:
        ways: dict[str, Run | None] = {
            "VectorGame, random": ours(game, 0, True),
            "VectorGame, given actions": ours(game, 0, False),
            "VectorGame, random, one thread": ours(game, 1, True),
            "OpenSpiel from Python": open_spiel(game),
            "pgx (vmap, jit)": pgx(game),
        }
        rates: dict[str, list[float]] = {}
        for _ in range(RUNS):
            for name, run in ways.items():
                if run is not None:
                    start = time.perf_counter()
                    count = run()
                    rates.setdefault(name, []).append(count / (time.perf_counter() - start) / 1e6)
        for name, some in rates.items():
            print(f"{game:14} {name:32} {median(some):8.3f} M steps/s ({min(some):.3f} to {max(some):.3f})")


if __name__ == "__main__":
    main()
