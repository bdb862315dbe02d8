"""Measure random games from Python, ours and OpenSpiel's: `python python/measure/open_spiel_games.py`.

Needs OpenSpiel. Each game is played from the empty board with moves of `random.choice`; blocks of one second
of each program follow one another, so that what else the machine does slows all of them alike. Medians of
games a second are printed, and the ratio to OpenSpiel's with its quartiles.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import connect_toe as ct

# It has no types. Its games in Python are registered by their import.
pyspiel: Any = import_module("pyspiel")
import_module("open_spiel.python.games")

Player = Callable[[], None]


def ours(name: str) -> Player:
    """A game of ours with legal moves, moves and outcome as texts."""
    game = ct.Game(name)

    def play() -> None:
        state = game.new_initial_state()
        while state.outcome is None:
            state.push(random.choice(state.legal_moves()))

    return play


def ours_by_actions(name: str) -> Player:
    """A game of ours with moves as numbers, as OpenSpiel's are."""
    game = ct.Game(name)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_over:
            state.push(random.choice(state.legal_actions()))

    return play


def open_spiel(name: str) -> Player:
    """A game of OpenSpiel's."""
    game: Any = pyspiel.load_game(name)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))

    return play


def rate(play: Player, seconds: float) -> float:
    """Games a second, of games for that long."""
    began, games = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        for _ in range(20):
            play()
        games += 20
    return games / passed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()

    for game, theirs in (("connect-four", "connect_four"), ("tic-tac-toe", "python_tic_tac_toe")):
        players = {
            "State, texts": ours(game),
            "State, actions": ours_by_actions(game),
            f"OpenSpiel {theirs}": open_spiel(theirs),
        }
        rates: dict[str, list[float]] = {name: [] for name in players}
        for _ in range(options.blocks):
            for name, play in players.items():
                rates[name].append(rate(play, options.seconds))
        *_, last = rates.values()
        print(game)
        for name, found in rates.items():
            ratios = sorted(one / other for one, other in zip(found, last, strict=True))
            quartiles = statistics.quantiles(ratios, n=4)
            print(
                f"  {name:30} {statistics.median(found):10,.0f} games/s, "
                f"{quartiles[1]:.2f} times ({quartiles[0]:.2f} to {quartiles[2]:.2f})"
            )


if __name__ == "__main__":
    main()
