"""k-in-a-row games of any size, dimension and gravity.

A game is text (``7x6:4:-2``) or a preset's name. Its states are played, evaluated, searched and solved;
players meet in matches. Every call goes to the engine that the command line uses, and gives the same answers.

>>> import connect_toe as ct
>>> state = ct.Game("connect-four").new_initial_state()
>>> state.push("d1")
>>> state.analyze("alpha-beta:depth=6,eval=runs").best
['d2']
"""

from connect_toe._native import (
    WIN,
    Analysis,
    Elo,
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

__all__ = [
    "WIN",
    "Analysis",
    "Elo",
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
    "games",
    "play_experiment",
    "read_games",
]
