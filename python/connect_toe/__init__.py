"""k-in-a-row games of any size, dimension and gravity.

A game is text (``7x6:4:-2``) or a preset's name. Its states are played, evaluated, searched and solved;
players meet in matches. Every call goes to the engine that the command line uses, and gives the same answers.

>>> import connect_toe as ct
>>> state = ct.Game("connect-four").new_initial_state()
>>> state.push("d1")
>>> state.analyze("alpha-beta:depth=6,eval=runs").best
['d2']
"""

import typing

from connect_toe._native import (
    WIN,
    Analysis,
    Elo,
    ExperimentResults,
    Game,
    MatchResult,
    Notice,
    Player,
    PlayoutCounts,
    Progress,
    Proven,
    RequestError,
    RunError,
    SelfPlay,
    SequentialTest,
    Solution,
    SolvedBatch,
    State,
    VectorGame,
    __version__,
    atlas,
    games,
    play_experiment,
    read_games,
)
from connect_toe._questions import (
    atlas_game,
    atlas_map,
    atlas_report,
    atlas_status,
    attempt_puzzle,
    build_atlas,
    count,
    explain,
    levels,
    make_book,
    perft,
    puzzles,
    review,
    verify,
    write_game,
)
from connect_toe._studies import (
    calibrate,
    grade,
    make_dataset,
    merge_shards,
    paper,
    run_shard,
    sample_experiment,
    statistics,
    tournament,
    train,
    tune,
)

__all__ = [
    "WIN",
    "Analysis",
    "Elo",
    "ExperimentResults",
    "Game",
    "MatchResult",
    "Notice",
    "Player",
    "PlayoutCounts",
    "Progress",
    "Proven",
    "RequestError",
    "RunError",
    "SelfPlay",
    "SequentialTest",
    "Solution",
    "SolvedBatch",
    "State",
    "VectorGame",
    "__version__",
    "atlas",
    "atlas_game",
    "atlas_map",
    "atlas_report",
    "atlas_status",
    "attempt_puzzle",
    "build_atlas",
    "calibrate",
    "count",
    "explain",
    "games",
    "grade",
    "levels",
    "make_book",
    "make_dataset",
    "merge_shards",
    "paper",
    "perft",
    "play_experiment",
    "puzzles",
    "read_games",
    "review",
    "run_shard",
    "sample_experiment",
    "statistics",
    "tournament",
    "train",
    "tune",
    "verify",
    "write_game",
]

if typing.TYPE_CHECKING:
    from connect_toe.notebook import Board as Board


def __getattr__(name: str) -> object:
    """The board for notebooks: what it needs is read only for those who use it, and need not be installed."""
    if name == "Board":
        from connect_toe.notebook import Board

        return Board
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), "Board"})
