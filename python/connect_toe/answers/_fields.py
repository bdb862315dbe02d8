"""The answers of requests: their fields. `python/tools/answers.py` writes this file."""

from typing import ClassVar, Literal

from connect_toe._native import Elo, MatchResult, SequentialTest
from connect_toe.answers._answer import EMPTY, Answer


class ValueBound(Answer):
    """An end of what is known of a value."""

    result: str
    """`win`, `draw` or `loss`."""
    distance: int | None
    """The number of plies to the end."""


class ValueBounds(Answer):
    """What is known of a value."""

    at_least: ValueBound
    """The least value that is possible."""
    at_most: ValueBound
    """The greatest value that is possible."""


class AtlasGame(Answer):
    """A game of an atlas, as a row of a table. Values are for X, who moves first."""

    game: str
    """Canonical game text."""
    result: str | None
    """`win`, `draw` or `loss`; none if it is not known."""
    distance: int | None
    """The number of plies to the end of the game under best play; none for a draw, and if it is not
    known.
    """
    best: tuple[str, ...]
    """The first moves that keep the value; empty if they are not known."""
    bounds: ValueBounds | None
    """The least and the greatest value that are possible, if the atlas has the game and not its value.
    """
    source: str | None
    """Where this is from: `atlas` or `book`; none if nothing is known."""
    sizes: tuple[int, ...]
    """The board's sizes."""
    k: int
    """Stones in a row that make a line."""
    faces: str
    """The faces through which stones enter, as in the game text."""
    flags: tuple[str, ...]
    """The rule variations."""
    lower: str
    """The least possible value in short: `W7`, `=`, `L12`."""
    upper: str
    """The greatest."""
    listed_as: str | None = None
    """The game that the atlas has: it has the same rules on a turned board."""
    nodes: int | None = None
    """Nodes that were searched for the atlas."""
    seconds: float | None = None
    """How long it took."""


class AtlasExample(Answer):
    """Games that show a finding."""

    games: tuple[str, ...]
    """Game texts."""
    text: str
    """What is true of them."""


class AtlasFinding(Answer):
    """An answer to a question about games of an atlas."""

    question: str
    """The question."""
    answer: str
    """The answer."""
    examples: tuple[AtlasExample, ...]
    """Games that show it."""


class AtlasMap(Answer):
    """A map of games."""

    _table = "games"
    games: tuple[AtlasGame, ...]
    """The games, smaller boards first."""
    findings: tuple[AtlasFinding, ...]
    """What is surprising in these games and in the whole atlas."""


class AtlasStatus(Answer):
    """How much an atlas knows."""

    file: str | None
    """The file; none for the atlas of the program."""
    planned: int
    """Games that the plan has."""
    games: int
    """Games that were searched."""
    wins: int
    """Games that X, who moves first, wins."""
    draws: int
    """Drawn games."""
    losses: int
    """Games that X loses."""
    unknown: int
    """Games whose result is not known."""
    without_distance: int
    """Games with a known result and an unknown number of plies to the end."""
    nodes: int
    """Nodes that were searched."""
    seconds: float
    """Seconds of one thread that this took."""
    found: int | None = None
    """Games that the run searched, if there was one."""
    seconds_of_run: float | None = None
    """Seconds of the run."""
    interrupted: bool = False
    """Whether the run was stopped before all games were searched."""


class AttemptedPuzzle(Answer):
    """What a move of a puzzle does."""

    right: bool
    """Whether it is the good move, or one that keeps the win in time."""
    text: str
    """What is to be said of it, in a sentence: for a wrong move with the reply that refutes it."""
    reply: str | None
    """The opponent's reply, if there is one to tell of: after a right move the one that holds out
    longest, after a wrong move one that shows what is wrong.
    """
    distance: int | None
    """Plies to the end after that reply; `null` if nothing is left to find."""


class BookMade(Answer):
    """A book that was made, or as much of it as there was time for."""

    game: str
    """Canonical game text."""
    plies: int
    """The plies of the last positions."""
    file: str
    """The file."""
    bytes: int
    """Its bytes."""
    positions: int
    """The number of positions, up to symmetry."""
    known: int
    """How many of them have a value by now."""
    found: int
    """Those that this run has found."""
    checked: int
    """Positions that were proven a second time, with the same value."""
    seconds: float
    """Seconds of this run."""
    interrupted: bool = False
    """Whether the run was stopped before the book was complete and checked."""


class CalibrationBin(Answer):
    """Positions with about the same expected score."""

    _keys: ClassVar[dict[str, str]] = {"from_": "from"}
    from_: float
    """The expected score, from."""
    to: float
    """The expected score, below; the last bin includes 1."""
    positions: int
    """Positions that count."""
    expected: float
    """The mean of the scores that were expected."""
    achieved: float
    """The mean of the scores that were achieved."""
    interval: tuple[float, float]
    """The 95 % interval of the mean achieved score."""


class CalibrationRange(Answer):
    """What a player expects in a range of plies."""

    first_ply: int
    """The stones on the board, from."""
    last_ply: int
    """The stones on the board, to; included."""
    positions: int
    """Positions that count."""
    brier: float | None
    """The mean squared difference of expected and achieved scores (Brier, 1950); a player that always
    expects 0.5 has at most 0.25.
    """
    error: float | None
    """By how much expected and achieved scores differ: the mean over all positions of the difference
    in their bin.
    """
    bins: tuple[CalibrationBin, ...]
    """Positions with about the same expected score; bins without any are left out."""


class Calibration(Answer):
    """The scores that a player expects beside those that came, for the side to move.

    Of each game one position counts in each range of plies, drawn at random, so that the positions
    of a range are independent. Positions whose result the player had proven do not count, nor do
    those of which it said nothing.
    """

    _table = "ranges"
    game: str
    """Canonical game text."""
    player: str
    """The player."""
    games: int
    """Games that were played."""
    seed: int
    """The seed."""
    positions: int
    """Positions of these games of which the player said what it expects, without a proof."""
    proven: int
    """Positions whose result it had proven."""
    ranges: tuple[CalibrationRange, ...]
    """Ranges of plies, each with about a third of the positions."""
    partial: bool = False
    """Whether the run was stopped: then these are the games that were played."""


class Counted(Answer):
    """Positions by plies."""

    _table = ("plies", "positions", "ended")
    game: str
    """Canonical game text."""
    positions: tuple[int, ...]
    """`positions`p``: different positions after `p` plies; symmetric ones are counted each."""
    ended: tuple[int, ...]
    """`ended`p``: those of them in which the game is over."""


class CountedLine(Answer):
    """A line that counts, or something else that does."""

    cells: tuple[str, ...]
    """Its cells in order; none if it lies nowhere in particular."""
    x: int
    """X's stones on it."""
    o: int
    """O's stones on it."""
    contribution: float
    """What it counts for the player."""
    about: str
    """What it is, in a few words."""


class CountedLines(Answer):
    """What a heuristic's value is made of."""

    _table = "lines"
    _keys: ClassVar[dict[str, str]] = {"for_": "for"}
    heuristic: str
    """The heuristic's name."""
    for_: str
    """Whose value: `x` or `o`."""
    value: int
    """The value that `eval` gives."""
    lines: tuple[CountedLine, ...]
    """The lines that count, and what else does. Their contributions add up to the value."""
    about: str = ""
    """How the heuristic values a position, in one to three sentences."""


class AgainstOpponent(Answer):
    """A player's results against one other."""

    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    games: int
    """The number of games."""
    score: float | None
    """Points per game; a draw counts one half."""
    win_rate: float | None
    """Wins among the decided games."""
    interval: tuple[float, float]
    """Wilson's 95 % interval of the win rate."""
    score_interval: tuple[float, float]
    """The 95 % interval of the score."""
    elo: Elo
    """The difference in Elo with its 95 % interval."""
    pairs: tuple[int, int, int, int, int] | None
    """Pairs of games by the player's points (0, ½, 1, 1½, 2), if the games of a pair depend on each
    other.
    """
    opponent: int
    """The place of the opponent in the request, from 0."""
    distinct: int = 0
    """How many of the games of both are different, up to symmetry; beyond some ten thousand games an
    estimate.
    """
    forfeited: int = 0
    """Games of both that one of them lost because it gave no move."""


class WithSide(Answer):
    """A player's games with one side."""

    side: str
    """`x` or `o`."""
    name: str
    """What the side is called: `X`, `O`, `Maker`, `Breaker`, `Avoider` or `Enforcer`."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    games: int
    """The number of games."""
    score: float | None
    """Points per game; a draw counts one half."""
    win_rate: float | None
    """Wins among the decided games."""
    interval: tuple[float, float]
    """Wilson's 95 % interval of the win rate."""
    score_interval: tuple[float, float]
    """The 95 % interval of the score."""
    elo: Elo
    """The difference in Elo with its 95 % interval."""
    pairs: tuple[int, int, int, int, int] | None
    """Pairs of games by the player's points (0, ½, 1, 1½, 2), if the games of a pair depend on each
    other.
    """


class Rating(Answer):
    """A rating in Elo points with its 95 % interval."""

    value: float
    """The most probable value."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""


class NashRating(Answer):
    """Nash averaging: a player in the mix of players that none of them beats."""

    share: float
    """How much of the mix the player is, 0 to 1."""
    score: float
    """The points per game of the player against the mix: one half in it, and at most one half outside
    of it.
    """


class RankedPlayer(Answer):
    """A player's results in all games of a tournament. Intervals are those of 95 %."""

    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    games: int
    """The number of games."""
    score: float | None
    """Points per game; a draw counts one half."""
    win_rate: float | None
    """Wins among the decided games."""
    interval: tuple[float, float]
    """Wilson's interval of the win rate."""
    entry: int
    """The place of the player in the request, from 0."""
    player: str
    """The player."""
    against: tuple[AgainstOpponent, ...]
    """The results against each other player, in the order of the request."""
    score_interval: tuple[float, float]
    """The score's interval."""
    rating: Rating | None
    """The Bradley-Terry rating; the anchor, or the mean of all players, is 0. None without a game that
    counts.
    """
    by_side: tuple[WithSide, ...] = ()
    """The results by side, X first, where it matters which side a player has: the sides have different
    rules, or turns several stones. Left out elsewhere.
    """
    expected: float | None = None
    """The points per game that the model of the ratings expects of the player against one of the mean
    rating, each moving first in half of the games.
    """
    nash: NashRating | None = None
    """Nash averaging by the scores of all players against each other. None for two players, and where
    two players have no game that counts.
    """
    alpha_rank: float | None = None
    """α-Rank by the same scores: the share of the time for which a population whose members try all
    players plays this one, with a win as 1 and a loss as -1, an intensity of selection of 100 and
    50 members. None where there is no `nash`.
    """


class WinInCircle(Answer):
    """A win in a circle of players."""

    winner: str
    """Who wins more."""
    loser: str
    """Who loses more."""
    score: float
    """Points per game of the winner."""
    p_value: float
    """The p-value of the exact test of equal strength, corrected after Holm for all pairs of players.
    """


class RatingFit(Answer):
    """A χ² test of how well ratings predict scores."""

    chi_squared: float
    """χ²."""
    degrees_of_freedom: int
    """How many more scores there are than ratings can be chosen."""
    p_value: float
    """The probability of a χ² as large, or larger, if the ratings are right."""


class TruthOfElo(Answer):
    """Whether ratings, one number a player, tell the truth about who beats whom and how clearly."""

    verdict: Literal["holds", "misfit", "circle", "too-few-games"]
    """What is found."""
    text: str
    """The same in a sentence or two."""
    circle: tuple[WinInCircle, ...]
    """Wins that go around in a circle, each corrected for all pairs of players: a loser is the next
    winner. Empty if no circle is shown.
    """
    circles_of_three: int
    """How many circles of three players are shown."""
    fit: RatingFit | None
    """The test of how well ratings predict scores. None with fewer than 10 trials of two players:
    games, or pairs of games.
    """
    precision: float
    """How exactly scores are known: the largest half width of their 95 % intervals, in points per
    game.
    """


class CrossTable(Answer):
    """The results of a tournament."""

    _table = "ranking"
    game: str
    """Canonical game text."""
    ranking: tuple[RankedPlayer, ...]
    """The players by score, best first."""
    seed: int
    """The seed of everything random."""
    games_per_pairing: int
    """The number of games of each two players."""
    first_move_advantage: Rating | None
    """How many Elo points moving first is worth: having X, which can have other rules."""
    cautions: tuple[str, ...] = ()
    """What must be known before any score: that games were forfeited, or repeat each other. Left out
    if there is nothing.
    """
    openings: str = ""
    """The positions from which the games started."""
    levels: dict[str, str] = EMPTY
    """The players that levels among them stand for in this game, by the level's text. Left out if
    there is none.
    """
    rating_model: str = ""
    """The model of the ratings, in words."""
    truth_of_elo: TruthOfElo | None = None
    """Whether the ratings tell the truth: whether players beat each other in circles, and whether
    ratings predict the scores. None for two players, and without games.
    """
    can_be_drawn: bool = True
    """Whether the rules have draws. Left out if they do."""
    partial: bool = False
    """Whether the tournament was stopped: then these are the games that were played."""


class DataSetPly(Answer):
    """Positions of one ply, by their result for the side to move."""

    ply: int
    """Stones on the board."""
    positions: int
    """The number of positions."""
    wins: int
    """Those that the side to move wins."""
    draws: int
    """Those that are drawn."""
    losses: int
    """Those that the side to move loses."""
    unknown: int
    """Those whose result is not known."""


class DataSetMade(Answer):
    """A set of positions that was made."""

    _table = "plies"
    game: str
    """Canonical game text."""
    positions: int
    """The number of positions."""
    exact: int
    """Those with exact value, distance and best moves."""
    results: int
    """Those of which only the result is known."""
    searched: int
    """Those that have a search's value."""
    train: int
    """Positions to train with."""
    validation: int
    """Positions for validation."""
    test: int
    """Positions for tests."""
    plies: tuple[DataSetPly, ...]
    """Counts by ply."""
    files: tuple[str, ...]
    """The files."""
    seconds: float
    """How long it took."""


class CellScore(Answer):
    """The results of a cell so far."""

    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    interval: tuple[float, float]
    """The 95 % interval of the points per game, in which a draw counts one half."""


class ExperimentCell(Answer):
    """A cell of an experiment: a condition of a study."""

    study: str
    """The study's name."""
    title: str
    """The study's title."""
    cell: int
    """The number of the cell in its study, from 1."""
    game: str
    """The game's text."""
    levels: str
    """The values of the study's factors."""
    player: str
    """The player whose wins are counted."""
    opponent: str
    """The other player."""
    games_wanted: int
    """The number of games that the cell is to have."""
    score: CellScore
    """The results so far."""


class ExperimentGame(Answer):
    """A game that was played."""

    study: str
    """The study's name."""
    cell: int
    """The number of the cell in its study, from 1."""
    levels: str
    """The values of the study's factors."""
    number: int
    """The number of the game in its cell, from 0."""
    game: str
    """The game's text."""
    x: str
    """The player with X, who moves first; an opening's first stone is X's too."""
    o: str
    """The player with O."""
    player_side: str
    """Whether the player whose wins the cell counts had X or O."""
    result: str
    """`win`, `draw` or `loss`, for that player."""
    plies: int
    """The number of moves."""
    opening_plies: int
    """How many of them are the opening's."""
    adjudicated: bool
    """Whether the game was ended with its exact value before its end."""
    seed: int
    """The seed of the cell's games."""
    moves: str
    """All moves."""
    forfeited: bool = False
    """Whether the side to move had no move to give, and lost: another program that crashed, or broke
    the rules.
    """
    swapped: bool = False
    """Whether the player that would have had O chose X."""


class StatedReason(Answer):
    """One reason for or against a move. `connect-toe-reasons` says what each kind claims."""

    kind: str
    """What kind of reason it is, as `blocks`, `fork`, `chain`, `allows`, `keeps`."""
    cells: tuple[str, ...]
    """The cells that it is about."""
    moves: tuple[str, ...]
    """The line of play that it tells of, from the move on; empty if it tells of none."""
    text: str
    """The reason in words that follow the name of the move: `blocks O's three (a1 b1 c1 d1)`."""


class FoundPuzzle(Answer):
    """A position with exactly one good move."""

    game: str
    """Canonical game text."""
    moves: str
    """The moves from the empty board that lead to the position."""
    to_move: str
    """The side to move: `x` or `o`."""
    goal: Literal["win", "hold", "fork"]
    """What is to be found."""
    solution: tuple[str, ...]
    """The good move, and if it wins, best play to the end."""
    distance: int | None
    """Plies to the end of the game, where the good move wins."""
    within: int | None
    """Where the goal is `hold`: the plies within which all other moves lose and the good one does not;
    `null` if it is proven to the end of the game.
    """
    difficulty: float
    """How difficult it is, from 0 to 1: one half is the share of tries in which players of the weaker
    levels miss the good move, the rest the length of the win, whether the move threatens nothing at
    once, and the number of legal moves.
    """
    text: str
    """The task in words."""
    hint: str
    """A first nudge in words."""
    reasons: tuple[StatedReason, ...] = ()
    """Reasons for the good move, the strongest first."""


class PositionCounts(Answer):
    """How many positions there are, and of what kind."""

    positions: int
    """Positions drawn."""
    solved: int
    """Those that the solver's nodes sufficed for."""
    not_solved: int
    """Those that they did not suffice for."""
    won: int
    """Solved positions that the side to move wins."""
    drawn: int
    """Solved positions that are drawn."""
    lost: int
    """Solved positions that the side to move loses."""
    decisive: int
    """Solved positions with moves of different value."""


class PlyPositions(Answer):
    """The positions of one ply."""

    ply: int
    """Stones on the board."""
    positions: int
    """Positions drawn."""
    solved: int
    """Those that the solver's nodes sufficed for."""
    not_solved: int
    """Those that they did not suffice for."""
    won: int
    """Solved positions that the side to move wins."""
    drawn: int
    """Solved positions that are drawn."""
    lost: int
    """Solved positions that the side to move loses."""
    decisive: int
    """Solved positions with moves of different value."""


class EstimateWithInterval(Answer):
    """An estimate from a sample."""

    value: float
    """The estimate."""
    interval: tuple[float, float] | None
    """Its interval; null if the sample does not tell."""


class PositionGrades(Answer):
    """One entry's grades on some positions: means over the decisive ones."""

    mean_loss: EstimateWithInterval | None
    """Points lost; a win counts 1, a draw 1/2."""
    keep_rate: EstimateWithInterval | None
    """The rate of choices that keep the value."""
    slip_rate: EstimateWithInterval | None
    """The rate of choices that make a win a draw."""
    blunder_rate: EstimateWithInterval | None
    """The rate of choices that make a win or a draw a loss."""
    plies_lost: EstimateWithInterval | None
    """Plies by which a kept win comes later, or a loss earlier, than with best play."""
    kendall: EstimateWithInterval | None
    """Kendall's tau-b of a heuristic's value and the exact one."""
    spearman: EstimateWithInterval | None
    """Spearman's rho of the same."""


class ValueGrades(Answer):
    """One entry's grades on the positions of one value."""

    mean_loss: EstimateWithInterval | None
    """Points lost; a win counts 1, a draw 1/2."""
    keep_rate: EstimateWithInterval | None
    """The rate of choices that keep the value."""
    slip_rate: EstimateWithInterval | None
    """The rate of choices that make a win a draw."""
    blunder_rate: EstimateWithInterval | None
    """The rate of choices that make a win or a draw a loss."""
    plies_lost: EstimateWithInterval | None
    """Plies by which a kept win comes later, or a loss earlier, than with best play."""
    kendall: EstimateWithInterval | None
    """Kendall's tau-b of a heuristic's value and the exact one."""
    spearman: EstimateWithInterval | None
    """Spearman's rho of the same."""
    decisive: int
    """Decisive positions of this value."""


class GradesByValue(Answer):
    """One entry's grades by the position's value."""

    win: ValueGrades
    """Positions that the side to move wins."""
    draw: ValueGrades
    """Drawn positions."""
    loss: ValueGrades
    """Positions that the side to move loses."""


class PlyGrades(Answer):
    """One entry's grades on the positions of one ply."""

    ply: int
    """Stones on the board."""
    mean_loss: EstimateWithInterval | None
    """Points lost; a win counts 1, a draw 1/2."""
    keep_rate: EstimateWithInterval | None
    """The rate of choices that keep the value."""
    slip_rate: EstimateWithInterval | None
    """The rate of choices that make a win a draw."""
    blunder_rate: EstimateWithInterval | None
    """The rate of choices that make a win or a draw a loss."""
    plies_lost: EstimateWithInterval | None
    """Plies by which a kept win comes later, or a loss earlier, than with best play."""
    kendall: EstimateWithInterval | None
    """Kendall's tau-b of a heuristic's value and the exact one."""
    spearman: EstimateWithInterval | None
    """Spearman's rho of the same."""


class EntryGrades(Answer):
    """All grades of one entry."""

    entry: str
    """The heuristic or player."""
    kind: str
    """`heuristic` or `player`."""
    overall: PositionGrades
    """The grades on all positions."""
    by_value: GradesByValue
    """The grades by the position's value for the side to move."""
    by_ply: tuple[PlyGrades, ...]
    """The grades by ply."""
    best: bool
    """Whether the entry has the lowest mean loss."""
    rival: bool = False
    """Whether the entry is not the best one, but not clearly worse either."""


class ComparedEntries(Answer):
    """Two entries on the same positions."""

    first: int
    """The place of the first entry."""
    second: int
    """The place of the second entry."""
    difference: float
    """The first entry's mean loss minus the second one's: below 0 if the first is better."""
    interval: tuple[float, float] | None
    """The difference's interval."""
    p_value: float
    """The p-value of "there is no difference"."""
    adjusted: float
    """The p-value after Holm's correction for all comparisons."""


class Grades(Answer):
    """Heuristics and players graded against exact values. Intervals are those of 95 %."""

    _table = "entries"
    game: str
    """Canonical game text."""
    seed: int
    """The seed of the positions."""
    positions_per_ply: int
    """Positions of each ply that were asked for."""
    solver_nodes: int
    """Nodes that the solver may search for one position with all its moves, about."""
    interrupted: bool
    """Whether the run was stopped: then these are the positions that were done."""
    too_hard_ply: int | None
    """If plies were not named: the ply that was too hard, so that it and those before it were left
    out.
    """
    overall: PositionCounts
    """All positions."""
    plies: tuple[PlyPositions, ...]
    """The positions by ply."""
    entries: tuple[EntryGrades, ...]
    """The grades, in the order of the request: heuristics, then players."""
    comparisons: tuple[ComparedEntries, ...]
    """Every entry with every later one."""


class KnownGame(Answer):
    """What is known of a game's empty board without a search. Values are for X, who moves first."""

    game: str
    """Canonical game text."""
    result: str | None
    """`win`, `draw` or `loss`; none if it is not known."""
    distance: int | None
    """The number of plies to the end of the game under best play; none for a draw, and if it is not
    known.
    """
    best: tuple[str, ...]
    """The first moves that keep the value; empty if they are not known."""
    bounds: ValueBounds | None
    """The least and the greatest value that are possible, if the atlas has the game and not its value.
    """
    source: str | None
    """Where this is from: `atlas` or `book`; none if nothing is known."""
    listed_as: str | None = None
    """The game that the atlas has: it has the same rules on a turned board."""
    nodes: int | None = None
    """Nodes that were searched for the atlas."""
    seconds: float | None = None
    """How long it took."""


class NamedLevel(Answer):
    """A level of difficulty."""

    name: str
    """Its name."""
    about: str
    """How its player plays."""
    elo: int
    """How much stronger it is than the weakest, in Elo points: a mean of five games, of which this
    need not be one.
    """
    player: str
    """Its player for this game."""
    offered: bool
    """Whether the game has room for it: whether it plays differently enough from the others."""


class LevelsOfGame(Answer):
    """The levels of a game."""

    _table = "levels"
    game: str
    """Canonical game text."""
    levels: tuple[NamedLevel, ...]
    """The levels, the weakest first."""


class MergedShards(Answer):
    """What a merge did."""

    experiment: str
    """The experiment's identity."""
    out: str
    """The file with all results."""
    added: int
    """Games that were new."""
    known: int
    """Games that were there already, or in several parts."""
    games: int
    """Games that the file has now."""
    games_wanted: int
    """All games of the experiment."""
    missing: tuple[tuple[int, int], ...] = ()
    """The pairs that the file does not have, numbered through all conditions: the first of each range,
    and the first one behind it.
    """


class PerftCounts(Answer):
    """The number of move sequences by length."""

    _table = ("plies", "leaves", "ended")
    game: str
    """Canonical game text."""
    leaves: tuple[int, ...]
    """`leaves`d``: sequences of `d` moves; a game that ended is not continued."""
    ended: tuple[int, ...]
    """`ended`d``: those of them whose last move completed a line."""


class RatedPayoffs(Answer):
    """Nash averaging and α-Rank of the players of a table of payoffs."""

    _table = ("player", "nash", "nash_payoffs", "alpha_rank")
    nash: tuple[float, ...]
    """How much each player is of the mix that no player wins from; they add up to 1."""
    nash_payoffs: tuple[float, ...]
    """What each player wins from that mix: 0 for the players in it, at most 0 for the others."""
    alpha_rank: tuple[float, ...]
    """The share of the time for which a population plays each player."""


class RatedPlayer(Answer):
    """A player of a table and its ratings."""

    player: str
    """The player's name."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    rating: Rating
    """The rating of Bradley and Terry's model, with draws (Davidson), in Elo points with its 95 %
    interval; the mean of all players is 0.
    """
    standard_error: float
    """The standard error of the rating."""
    nash: NashRating | None
    """Nash averaging by the scores of all players against each other. None for two players, and where
    two players have no game.
    """
    alpha_rank: float | None
    """α-Rank by the same scores, with a win as 1 and a loss as -1, an intensity of selection of 100
    and 50 members. None where there is no `nash`.
    """


class RatedTable(Answer):
    """Ratings of the players of a table."""

    _table = "players"
    players: tuple[RatedPlayer, ...]
    """The players in the order of the table."""
    truth_of_elo: TruthOfElo | None
    """Whether the ratings tell the truth: whether players beat each other in circles, and whether
    ratings predict the scores. None for two players, and without games.
    """


class ProvenResult(Answer):
    """The result of best play for the side to move."""

    result: str
    """`win`, `draw` or `loss`."""
    distance: int | None = None
    """Plies to the end of the game, counted from the position; none for a draw, and for a win whose
    distance was not found.
    """
    at_most: bool = False
    """Whether the game may end sooner than that."""


class ClaimedResult(Answer):
    """A result that a player believes in."""

    result: str
    """`win` or `loss`."""
    distance: int | None = None
    """Plies to the end of the game, counted from the position, if the player says so."""


class StatedWorth(Answer):
    """What a position or a move is worth to the side to move: what a player makes of it, and what is
    proven.
    """

    score: float | None = None
    """The score that the player expects, from 0 for a loss to 1 for a win, where it estimates. None if
    its values are on a scale that does not say.
    """
    exact: ProvenResult | None = None
    """What is proven, by the player or by the exact solver."""
    claim: ClaimedResult | None = None
    """A win or a loss that the player sees coming, without a proof."""


class ReviewedMove(Answer):
    """What a move was worth to the side that made it."""

    ply: int
    """Its number, counted from 1."""
    side: str
    """The side that made it: `x` or `o`."""
    move: str
    """The move."""
    before: float | None
    """The expected score with the best move, from 0 for a loss to 1 for a win; none if the player's
    values do not say.
    """
    after: float | None
    """The expected score with this move."""
    exact: bool
    """Whether both are proven."""
    mistake: Literal["inaccuracy", "mistake", "blunder"] | None
    """What kind of mistake it is, if it is one."""
    better: tuple[str, ...]
    """Moves that would have been better than a mistake, the best first."""
    text: str
    """What is to be said of the move, in a sentence."""
    best_worth: StatedWorth
    """What the best move was worth."""
    worth: StatedWorth
    """What the move was worth."""
    reasons: tuple[StatedReason, ...] = ()
    """Reasons for the best of the better moves if it is a mistake, else for the move itself."""
    refutation: tuple[StatedReason, ...] = ()
    """What is wrong with a mistake."""


class ReviewedGame(Answer):
    """What the moves of a game were worth."""

    _table = "moves"
    moves: tuple[ReviewedMove, ...]
    """The moves in their order; if the review was stopped, the last ones."""
    text: str
    """What came of the game, in a sentence."""
    player: str
    """The player whose opinion counts where nothing is proven."""
    decisive: int | None = None
    """The move that decided the game, counted from 1: the last by which the loser let go what it had.
    """
    outcome: str | None = None
    """`x`, `o` or `draw` if the game is over."""
    interrupted: bool = False
    """Whether the review was stopped."""


class Shard(Answer):
    """A part of an experiment that was played."""

    experiment: str
    """The experiment's identity."""
    range: tuple[int, int]
    """The first pair, and the first one behind the part."""
    out: str
    """The results file."""
    pairs: int
    """The number of pairs of the experiment."""
    interrupted: bool = False
    """Whether the run was stopped: then the file has what was played."""


class ComparedScores(Answer):
    """Two scores beside each other."""

    score: float | None
    """The score of the other games."""
    difference: float | None
    """The score minus the other one."""
    interval: tuple[float, float] | None
    """The difference's interval."""
    p_value: float | None
    """The p-value of "the scores are the same"."""


class PlannedGames(Answer):
    """How many games it takes to show a difference."""

    elo: float
    """The difference in Elo."""
    games: int
    """The number of games, two of each pair."""
    alpha: float
    """The chance to see a difference that is not there."""
    power: float
    """The chance to see this difference if it is there."""
    assumption: str
    """What the number rests on, in words: "if ..."."""
    draw_rate: float | None = None
    """The draw rate that the number rests on, of counts of games."""
    pair_variance: float | None = None
    """The variance of a pair's points per game that the number rests on, of counts of pairs."""


class Shown(Answer):
    """What counts of games show."""

    games: int
    """The number of games."""
    confidence: float
    """The level of the intervals."""
    score: float | None
    """Points per game."""
    score_interval: tuple[float, float]
    """The score's interval."""
    p_value: float
    """The p-value of "the expected score is one half"."""
    elo: Elo
    """The Elo difference of the score and of the ends of its interval."""
    normalized_elo: float | None
    """The score above one half in standard deviations of a game."""
    likelihood_of_superiority: float
    """The posterior probability that the player is the better one."""
    wins: int | None = None
    """Games won, of counts of games."""
    draws: int | None = None
    """Games drawn, of counts of games."""
    losses: int | None = None
    """Games lost, of counts of games."""
    win_rate: float | None = None
    """Wins among the decided games; null if no game was decided."""
    wilson: tuple[float, float] | None = None
    """Wilson's interval of the win rate."""
    clopper_pearson: tuple[float, float] | None = None
    """Clopper and Pearson's interval of the win rate."""
    pairs: tuple[int, int, int, int, int] | None = None
    """Pairs by their points (0, ½, 1, 1½, 2), of counts of pairs."""
    against: ComparedScores | None = None
    """The comparison with the other games."""
    sprt: SequentialTest | None = None
    """The sequential test."""
    plan: PlannedGames | None = None
    """How many games it takes."""


class TrainingResults(Answer):
    """Games counted from the side of the player that learns."""

    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""


class CurvePoint(Answer):
    """How strong weights were after a number of games. The player looks one ply ahead."""

    games: int
    """Games played to learn from."""
    seconds: float
    """How long they took."""
    runs: TrainingResults
    """Games against `minimax:depth=1,eval=runs`, in pairs from openings of a few random plies, each
    moving first in half of them.
    """
    runs_interval: tuple[float, float] | None = None
    """The 95 % interval of the score of these games, by pairs."""
    perfect_first: TrainingResults | None = None
    """Games against perfect play, moving first."""
    perfect_second: TrainingResults | None = None
    """Games against perfect play, moving second."""
    kept: EstimateWithInterval | None = None
    """How often the move keeps the exact value of the position (a win a win, a draw a draw), of random
    positions in which not every move does.
    """


class Trained(Answer):
    """What was learned, and how strong it was on the way."""

    _table = "curve"
    game: str
    """Canonical game text."""
    file: str
    """The file with the weights."""
    games: int
    """Games played to learn from."""
    seconds: float
    """How long they took, without the time for measuring."""
    method: str
    """The method with its settings."""
    seed: int
    """The seed of the patterns and the games."""
    tuples: int
    """The patterns, or the states of views of a line network; those that are images of each other
    count once.
    """
    places: int
    """The places that the patterns lie in, each of which adds one weight to a position's value; or all
    views of a line network.
    """
    weights: int
    """All weights."""
    reproducible: bool
    """Whether the same requests give the same weights: their number does not depend on a time, and
    games were played on one thread or taught a line network.
    """
    curve: tuple[CurvePoint, ...]
    """How strong the weights were, one ply ahead, after how many games."""
    games_of_weights: int = 0
    """Those after which the weights were as they are in the file: fewer, if an earlier measurement was
    better and its weights are kept.
    """
    keep: Literal["last", "best"] = "last"
    """Which weights those are."""
    partial: bool = False
    """Whether the run was stopped; the same request goes on with it."""


class TunedSetting(Answer):
    """A setting that was tuned."""

    name: str
    """Its key; where several numbers of one value are tuned, with the number's place among them in
    brackets.
    """
    low: float
    """The least value."""
    high: float
    """The largest value."""
    start: float
    """The value at the start."""
    found: float
    """The value that was found."""
    logarithmic: bool = False
    """Whether factors count, not differences. Left out if not."""
    whole: bool = False
    """Whether only whole numbers are possible. Left out if not."""


class TuningStep(Answer):
    """An iteration of the search."""

    pairs: int
    """The number of pairs until its end."""
    plus: tuple[float, ...]
    """The values of the settings that were compared, those of the first player."""
    minus: tuple[float, ...]
    """Those of the second player."""
    differences: tuple[int, int, int, int, int, int, int, int, int]
    """The pairs by what the first player made more than the second, from -2 to 2 points in steps of a
    half.
    """
    values: tuple[float, ...]
    """The values that the path has come to. Those of whole settings are not rounded."""


class Tuned(Answer):
    """The best settings of a player, the path to them, and whether they are a gain."""

    _table = "settings"
    game: str
    """Canonical game text."""
    openings: str
    """The positions from which the games started."""
    player: str
    """The player with its ranges."""
    start: str
    """The player at the start."""
    found: str
    """The player that was found. Of a search that has not ended, what is best so far."""
    verdict: Literal["gain", "no-gain", "undecided", "unchanged", "not-tested"]
    """What the test says of it."""
    settings: tuple[TunedSetting, ...]
    """The settings, in the order of the player's text."""
    iterations: int
    """The number of iterations that were asked for."""
    pairs: int
    """The number of pairs that were asked for."""
    batch: int
    """The number of pairs in an iteration; the last one can have fewer."""
    games: int
    """The number of games that the settings have played."""
    seed: int
    """The seed of everything random. The test has the next seed."""
    perturbation: float
    """How far settings were moved up and down in the first iteration, as a share of their ranges.
    """
    wander: float
    """How far settings that do not matter wander by chance, as a share of their ranges."""
    version: str
    """The version of the program."""
    reproducible: bool
    """Whether the same request gives the same path everywhere; not if a player has a limit of time.
    """
    path: tuple[TuningStep, ...]
    """The iterations."""
    opponent: str | None = None
    """Whom the settings met; left out if they met each other."""
    test: MatchResult | None = None
    """The match of the player that was found against the player at the start, with its sequential
    test. Left out if there was none.
    """
    partial: bool = False
    """Whether the search or its test was stopped; the same request with the same folder goes on with
    it.
    """


class Verified(Answer):
    """What a certificate proves."""

    game: str
    """Canonical game text."""
    position: str
    """Board text."""
    to_move: str
    """The side to move: `x` or `o`."""
    claims: tuple[str, ...]
    """The claims, in words."""
    result: str | None
    """What follows from the claims together, if it is the position's value."""
    steps: int
    """Steps that were checked."""


class WrittenAtlasReport(Answer):
    """A report on an atlas that was written."""

    files: tuple[str, str]
    """The files: the page, Markdown."""


class WrittenSample(Answer):
    """A sample that was written."""

    file: str
    """The file."""
