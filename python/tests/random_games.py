"""Games of the class for the tests of the adapters, small enough to be played many times."""

import random
import warnings

import connect_toe as ct

FLAGS = ("exact", "misere", "torus")


def random_game(rng: random.Random) -> str:
    """The text of a game with 1 to 4 dimensions, at most 48 cells, and a line that fits on the board."""
    while True:
        sizes = [
            rng.randint(1, 9 if dimensions == 1 else 5)
            for dimensions in [rng.randint(1, 4)]
            for _ in range(dimensions)
        ]
        faces = [f"{sign}{number + 1}" for number in range(len(sizes)) for sign in "+-"]
        chosen = rng.choice(
            [
                "free",
                "all",
                *[",".join(rng.sample(faces, rng.randint(1, min(3, len(faces))))) for _ in range(4)],
            ]
        )
        flags = rng.sample(FLAGS, rng.choice([0, 0, 0, 1, 2]))
        text = ":".join(["x".join(map(str, sizes)), str(rng.randint(1, 4)), chosen, *flags])
        game = ct.Game(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ct.Notice)
            lines = game.describe()["lines"]
        if 2 <= game.cells <= 48 and lines > 0:
            return str(game)


def random_games(number: int, seed: int) -> list[str]:
    """Different random games."""
    rng = random.Random(seed)
    games: dict[str, None] = {}
    while len(games) < number:
        games[random_game(rng)] = None
    return list(games)


PRESETS = [
    "tic-tac-toe",
    "connect-four",
    "gomoku",
    "standard-gomoku",
    "qubic",
    "score-four",
    "cube-3",
    "cube-4",
]
# Several faces, of which random games often jam.
JAMMING = ["4x3:4:+1,+2", "4x4:4:+1,-2", "1x3x4:4:+2,+3", "4x2x2:4:+1,+2,-3", "4x3x2x2:4:-1,-2,+3:misere"]
# One dimension, several faces, four dimensions, one stone that wins, rule variations.
CHOSEN = [
    *JAMMING,
    "7:3",
    "6:3:+1,-1",
    "5x5:4:all",
    "4x4:3:+1,-2",
    "3x3x3:3:all",
    "3x3x3x3:3:-2",
    "2x3x2x3:3",
    "3x3:1",
    "5x4:4:-2:misere",
    "5x4:3:all:torus",
    "6x5:4:free:exact",
]
FANO = "7:lines=a+b+d/b+c+e/c+d+f/d+e+g/a+e+f/b+f+g/a+c+g"
# Blocked cells, several stones a turn, other lines than rows, sides that are not alike.
WIDER = [
    "5x5:4:free:blocked=c3",
    "7x6:4:-2:blocked=a1+g1",
    "5x4:3:-2:blocked=b4:misere",
    "5x5:4:free:turn=1+2",
    "5x4:4:-2:turn=2+3:misere",
    "5x5:4:free:maker",
    "3x3:3:free:maker:misere",
    "4x4:3:free:blocked=d4:maker:turn=1+2",
    "9x9:5:free:renju",
    "4x4:plane",
    "7:projective",
    "13:projective:free:turn=1+2",
    "6x6:shape=a1+b1+b2+c2",
    FANO,
    "2x3:lines=a1+b2/a3/a2+b1+b3",
]
GAMES = [*PRESETS, *CHOSEN, *WIDER, *random_games(30, seed=1)]
