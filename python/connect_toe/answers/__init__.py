"""The answers of requests: classes whose attributes are the fields of the command line's JSON.

``rows()`` of an answer is a table that ``pandas.DataFrame`` takes as it is, ``to_dict()`` the JSON.
Answers do not change; they can be compared, hashed and pickled.
"""

from typing import TYPE_CHECKING, cast

from connect_toe.answers import _fields
from connect_toe.answers._answer import Answer, Row
from connect_toe.answers._fields import (
    AgainstOpponent,
    AtlasExample,
    AtlasFinding,
    AtlasGame,
    AtlasMap,
    AtlasStatus,
    AttemptedPuzzle,
    BookMade,
    Calibration,
    CalibrationBin,
    CalibrationRange,
    CellScore,
    ClaimedResult,
    ComparedEntries,
    ComparedScores,
    Counted,
    CountedLine,
    CountedLines,
    CurvePoint,
    DataSetMade,
    DataSetPly,
    EntryGrades,
    EstimateWithInterval,
    ExperimentCell,
    ExperimentGame,
    FoundPuzzle,
    Grades,
    GradesByValue,
    KnownGame,
    LevelsOfGame,
    MergedShards,
    NamedLevel,
    NashRating,
    PerftCounts,
    PlannedGames,
    PlyGrades,
    PlyPositions,
    PositionCounts,
    PositionGrades,
    ProvenResult,
    RankedPlayer,
    RatedPayoffs,
    RatedPlayer,
    RatedTable,
    Rating,
    RatingFit,
    ReviewedGame,
    ReviewedMove,
    Shard,
    Shown,
    StatedReason,
    StatedWorth,
    Trained,
    TrainingResults,
    TruthOfElo,
    Tuned,
    TunedSetting,
    TuningStep,
    ValueBound,
    ValueBounds,
    ValueGrades,
    Verified,
    WinInCircle,
    WithSide,
    WrittenAtlasReport,
    WrittenSample,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "AgainstOpponent",
    "Answer",
    "AtlasExample",
    "AtlasFinding",
    "AtlasGame",
    "AtlasMap",
    "AtlasStatus",
    "AttemptedPuzzle",
    "BookMade",
    "Calibration",
    "CalibrationBin",
    "CalibrationRange",
    "CellScore",
    "ClaimedResult",
    "ComparedEntries",
    "ComparedScores",
    "Counted",
    "CountedLine",
    "CountedLines",
    "CrossTable",
    "CurvePoint",
    "DataSetMade",
    "DataSetPly",
    "EntryGrades",
    "EstimateWithInterval",
    "ExperimentCell",
    "ExperimentGame",
    "FoundPuzzle",
    "Grades",
    "GradesByValue",
    "KnownGame",
    "LevelsOfGame",
    "MergedShards",
    "NamedLevel",
    "NashRating",
    "PerftCounts",
    "PlannedGames",
    "PlyGrades",
    "PlyPositions",
    "PositionCounts",
    "PositionGrades",
    "ProvenResult",
    "RankedPlayer",
    "RatedPayoffs",
    "RatedPlayer",
    "RatedTable",
    "Rating",
    "RatingFit",
    "ReviewedGame",
    "ReviewedMove",
    "Row",
    "Shard",
    "Shown",
    "StatedReason",
    "StatedWorth",
    "Trained",
    "TrainingResults",
    "TruthOfElo",
    "Tuned",
    "TunedSetting",
    "TuningStep",
    "ValueBound",
    "ValueBounds",
    "ValueGrades",
    "Verified",
    "WinInCircle",
    "WithSide",
    "WrittenAtlasReport",
    "WrittenSample",
]


class CrossTable(_fields.CrossTable):
    """The results of a tournament: ``rows()`` are the players, ``rows("against")`` their meetings."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of the request, which is that of `scores` and `games`."""
        return tuple(player.player for player in sorted(self.ranking, key=lambda player: player.entry))

    def rows(self, of: str | None = None) -> list[Row]:
        """Return a table: its rows, as ``pandas.DataFrame`` takes them."""
        if of != "against":
            return super().rows(of)
        players = self.players
        return [
            {"player": player.player, "opponent": players[meeting.opponent]}
            | {name: value for name, value in meeting.rows()[0].items() if name != "opponent"}
            for player in self.ranking
            for meeting in player.against
        ]

    def scores(self) -> "npt.NDArray[np.float64]":
        """Return the points per game of each player against each other: NaN where there are no games.

        ``scores()[i, j]`` are those of ``players[i]`` against ``players[j]``.
        """
        return self._meetings("score", float("nan"))

    def games(self) -> "npt.NDArray[np.float64]":
        """Return the numbers of games of each two players, in the order of `players`."""
        return self._meetings("games", 0.0)

    def _meetings(self, field: str, missing: float) -> "npt.NDArray[np.float64]":
        # No import of the package loads NumPy.
        import numpy as np

        table = np.full((len(self.ranking), len(self.ranking)), missing)
        for player in self.ranking:
            for meeting in player.against:
                value = cast("float | None", getattr(meeting, field))
                table[player.entry, meeting.opponent] = missing if value is None else value
        return table
