"""Requests that play games, grade, teach, and study what came of it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Literal

from connect_toe._asking import (
    File,
    Pair,
    Report,
    Request,
    check_arguments,
    game_text,
    numbers,
    path,
    refused,
    whole,
)
from connect_toe._native import Game, MatchResult, Player
from connect_toe.answers import (
    Calibration,
    CrossTable,
    DataSetMade,
    Grades,
    MergedShards,
    Shard,
    Shown,
    Trained,
    Tuned,
    WrittenSample,
)


def tournament(
    game: str | Game,
    players: Sequence[str | Player],
    *,
    games: int = 100,
    first: Literal["player", "alternate", "random"] = "alternate",
    openings: str = "auto",
    swap: bool = False,
    forfeits: Literal["omit", "count"] = "omit",
    seed: int = 2004,
    anchor: str | Player | None = None,
    results: File | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> CrossTable:
    """Let every player meet every other one, and rate them: ``connect-toe tournament``.

    ``games`` are those of each two players; ``anchor`` is the player whose rating is 0, by default the
    mean of all is. The other arguments are those of ``Game.match``. ``rows()`` of the answer are the
    players with ratings and their intervals, Nash averaging and alpha-Rank, ``rows("against")`` their
    meetings, and ``truth_of_elo`` says whether ratings tell the truth here.

    >>> table = tournament("tic-tac-toe", ["random", "perfect", "two-ply"], games=20)
    >>> table.ranking[2].player, table.ranking[2].games
    ('random', 40)
    >>> list(table.rows("against")[0])[:5]
    ['player', 'opponent', 'wins', 'draws', 'losses']

    Raises:
        RequestError: A text is not a game or a player, or a number is out of range.
        OSError: The results file cannot be used.
    """
    check_arguments(tournament, locals())
    request = Request(
        "tournament",
        game=game_text(game),
        games=whole("games", games),
        first=first,
        openings=openings,
        swap=swap,
        forfeits=forfeits,
        seed=whole("seed", seed),
        results=path(results),
    )
    request.fields["player"] = request.each(request.player, players)
    if anchor is not None:
        request.fields["anchor"] = request.player(anchor)
    return request.answer(CrossTable, threads, progress)


def statistics(
    counts: str | Sequence[int] | MatchResult,
    *,
    against: str | Sequence[int] | MatchResult | None = None,
    confidence: float = 0.95,
    sprt: Pair | None = None,
    errors: Pair | None = None,
    elo_model: Literal["logistic", "normalized"] = "logistic",
    plan: float | None = None,
) -> Shown:
    """Say what counts of games show: score, intervals, Elo, tests; ``connect-toe statistics``.

    ``counts`` are (wins, draws, losses) of games, five numbers of pairs of games by their points (0, ½,
    1, 1½, 2), or the result of a match, whose pairs count if it has some. ``against`` are those of
    another player against the same opposition. ``sprt`` are two differences in Elo of a sequential test,
    ``errors`` its error rates, ``plan`` a difference in Elo: the answer says how many games it takes to
    show it.

    >>> shown = statistics((60, 25, 15), plan=20)
    >>> shown.games, shown.score, shown.plan.games
    (100, 0.725, 1779)

    Raises:
        RequestError: Counts or numbers are not possible.
    """
    check_arguments(statistics, locals())
    request = Request(
        "statistics",
        counts=_counts("counts", counts),
        against=None if against is None else _counts("against", against),
        confidence=confidence,
        sprt=numbers("sprt", sprt),
        errors=numbers("errors", errors),
        elo_model=elo_model,
        plan=plan,
    )
    return request.answer(Shown, 1)


def _counts(name: str, counts: str | Sequence[int] | MatchResult) -> str:
    if isinstance(counts, MatchResult):
        counts = counts.pairs or (counts.wins, counts.draws, counts.losses)
    return numbers(name, counts, "/") or ""


def grade(
    game: str | Game,
    players: Sequence[str | Player] = (),
    *,
    heuristics: Sequence[str | Player] = (),
    plies: str | int | range | tuple[int, int] | None = None,
    positions: int = 100,
    seed: int = 2004,
    solver_nodes: int = 1_000_000,
    results: File | None = None,
    out: File | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> Grades:
    """Compare what players and heuristics choose with exact values: ``connect-toe grade``.

    Every player of the engine can be graded, and a ``Player`` with ``evaluate`` or ``network``. One with
    ``choose`` cannot: it has no values for moves. Positions come from random games, ``positions`` of each
    ply. ``plies`` is a number, a range, (first, last) or text as in "20..30"; without it they go from the
    last ply back as far as the solver solves nine tenths of them within ``solver_nodes``. ``results`` is a
    file that keeps exact values, ``out`` a folder for ``grade.json`` and ``grade.csv``. ``rows()`` of the
    answer are the entries, ``rows("by_ply")`` the same for each ply.

    >>> grades = grade("tic-tac-toe", ["perfect"], heuristics=["open-lines"], plies=(3, 5), positions=20)
    >>> [(row["entry"], row["overall_keep_rate_value"]) for row in grades.rows()][1]
    ('perfect', 1.0)

    Raises:
        RequestError: There is nothing to grade, a text is not a player, or a number is out of range.
        RunError: Too few positions were solved.
        OSError: A file cannot be used.
    """
    check_arguments(grade, locals())
    request = Request(
        "grade",
        game=game_text(game),
        plies=_plies(plies),
        positions=whole("positions", positions),
        seed=whole("seed", seed),
        solver_nodes=whole("solver_nodes", solver_nodes),
        results=path(results),
        out=path(out),
    )
    request.fields["heuristic"] = request.each(request.heuristic, heuristics)
    request.fields["player"] = request.each(request.player, players)
    return request.answer(Grades, threads, progress)


def _plies(plies: str | int | range | tuple[int, int] | list[int] | None) -> str | None:
    if plies is None or isinstance(plies, str):
        return plies
    if isinstance(plies, range):
        if not plies:
            raise refused(f"plies are at least one: {plies} is empty")
        if plies.step != 1:
            raise refused(f"plies are one after the other: {plies} are not")
        return f"{plies[0]}..{plies[-1]}"
    if isinstance(plies, list):
        raise TypeError(f"plies is a range, or (first, last), not a list as {plies}")
    if isinstance(plies, tuple):
        return numbers("plies", plies, "..")
    return str(whole("plies", plies))


def make_dataset(
    game: str | Game,
    out: File,
    *,
    distribution: Literal["random", "players", "all", "openings"] = "random",
    players: Sequence[str | Player] = (),
    random_plies: int | None = None,
    openings: File | None = None,
    plies: str | int | range | tuple[int, int] | None = None,
    positions: int | None = None,
    seed: int = 2004,
    solver_nodes: int = 1_000_000,
    search: str | Player = "best:nodes=2000",
    validation: float = 0.1,
    test: float = 0.1,
    threads: int = 0,
    progress: Report | None = None,
) -> DataSetMade:
    """Make a set of positions to train on, with exact values: ``connect-toe dataset``.

    ``out`` is a folder for ``positions.npz``, which ``numpy.load`` reads, and for ``DATASET.md``, which says
    what its arrays mean and how they were made; `connect_toe.datasets.write_parquet` makes a table of them.
    Positions come from uniformly random moves, from games of ``players`` after up to ``random_plies`` random
    plies, from all games, or from the file ``openings``; ``plies`` is as in `grade`. No two positions are
    symmetric, so no part has a twin of a position of another; if a game has more symmetries than 2^24 divided
    by its number of cells, twins are those that turn and mirror the board, and ``DATASET.md`` says so. Where
    ``solver_nodes`` do not suffice, ``search`` values the position, which must say what score to expect.
    ``validation`` and ``test`` are shares of the positions. ``rows()`` of the answer are the plies. The same
    call makes the same files if functions of your own always answer the same.

    >>> import pathlib, tempfile
    >>> import numpy as np
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = make_dataset("tic-tac-toe", folder, distribution="all")
    ...     data = dict(np.load(pathlib.Path(folder) / "positions.npz"))
    >>> made.positions, made.exact, data["boards"].shape
    (627, 627, (627, 3, 3))

    Raises:
        RequestError: There is no such position, or a text or a number is not possible.
        OSError: The folder has a set already, or a file cannot be used.
    """
    check_arguments(make_dataset, locals())
    request = Request(
        "dataset",
        game=game_text(game),
        out=path(out),
        random_plies=whole("random_plies", random_plies),
        openings=path(openings),
        plies=_plies(plies),
        positions=whole("positions", positions),
        seed=whole("seed", seed),
        solver_nodes=whole("solver_nodes", solver_nodes),
        validation=validation,
        test=test,
    )
    request.fields["from"] = distribution
    request.fields["player"] = request.each(request.player, players)
    request.fields["search"] = request.player(search)
    return request.answer(DataSetMade, threads, progress)


def train(
    game: str | Game,
    out: File,
    *,
    games: int | None = None,
    time: str | float | timedelta | None = None,
    seed: int = 2004,
    method: Literal["tc", "tc-exponential", "td", "lines"] | None = None,
    tuples: int | None = None,
    length: int | None = None,
    decay: float | None = None,
    rate: float | None = None,
    exploration: float | None = None,
    random_plies: int | None = None,
    runs: bool = False,
    nodes: int | None = None,
    weights: str | None = None,
    judge: int | None = None,
    grade: int | None = None,
    keep: Literal["last", "best"] | None = None,
    restart: bool = False,
    threads: int = 0,
    progress: Report | None = None,
) -> Trained:
    """Learn the weights of the heuristic ``learned`` by self-play: ``connect-toe train``.

    ``out`` is the file for the weights, for ``learned:file=FILE``; the same call with more ``games`` or
    ``time`` (seconds, a timedelta or text as in "15m") goes on with it. ``method`` is "tc",
    "tc-exponential" or "td" for weights of patterns, "lines" for a line network, and ``weights`` are
    those that it begins with: a file or a game. ``judge`` are games against perfect play, ``grade``
    positions of each ply with exact values, whenever the strength is measured. Several ``threads`` share
    the weights of patterns, which then come out different each time. ``rows()`` of the answer are the
    learning curve.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "weights"
    ...     trained = train("tic-tac-toe", file, games=200, judge=0, grade=0, threads=1)
    >>> trained.games, trained.rows()[-1]["games"]
    (200, 200)

    Raises:
        RequestError: A setting is not possible, or the file is of other settings.
        OSError: A file cannot be used.
    """
    check_arguments(train, locals())
    if isinstance(time, timedelta):
        time = time.total_seconds()
    request = Request(
        "train",
        game=game_text(game),
        out=path(out),
        games=whole("games", games),
        time=time if time is None or isinstance(time, str) else f"{round(1000 * time)}ms",
        seed=whole("seed", seed),
        method=method,
        tuples=whole("tuples", tuples),
        length=whole("length", length),
        decay=decay,
        rate=rate,
        exploration=exploration,
        random_plies=whole("random_plies", random_plies),
        runs=runs,
        nodes=whole("nodes", nodes),
        judge=whole("judge", judge),
        grade=whole("grade", grade),
        keep=keep,
        restart=restart,
    )
    if weights is not None:
        request.fields["from"] = path(weights)
    return request.answer(Trained, threads, progress)


def tune(
    game: str | Game,
    player: str,
    *,
    opponent: str | Player | None = None,
    players: Sequence[Player] = (),
    pairs: int = 1000,
    batch: int | None = None,
    openings: str = "auto",
    seed: int = 2004,
    perturbation: float | None = None,
    wander: float | None = None,
    sprt: Pair = (0, 20),
    errors: Pair = (0.05, 0.05),
    test_games: int | None = None,
    out: File | None = None,
    restart: bool = False,
    threads: int = 0,
    progress: Report | None = None,
) -> Tuned:
    """Search for the settings with which a player scores best: ``connect-toe tune``.

    Numbers of ``player`` are ranges, as in "monte-carlo:explore=0.7{0..2}". Settings meet each other, or
    the ``opponent``, in so many ``pairs`` of games; a sequential test of what was found against the start
    ends it, in at most ``test_games``. ``players`` are those of Python that ``player`` names, as in
    "monte-carlo:explore={0..2},eval=mine". ``out`` is a folder for the path: the same call goes on with it.
    ``rows()`` are the settings, ``rows("path")`` the iterations, and ``verdict`` says whether there is a
    gain.

    >>> tuned = tune("connect-four", "best:nodes=20,noise=400{0..500},eval=runs", pairs=60, seed=1)
    >>> tuned.verdict, tuned.settings[0].found < 200
    ('gain', True)

    Raises:
        RequestError: A text has no ranges, or a number is out of range.
        OSError: A file cannot be used.
    """
    check_arguments(tune, locals())
    request = Request(
        "tune",
        game=game_text(game),
        player=player,
        pairs=whole("pairs", pairs),
        batch=whole("batch", batch),
        openings=openings,
        seed=whole("seed", seed),
        perturbation=perturbation,
        wander=wander,
        sprt=numbers("sprt", sprt),
        errors=numbers("errors", errors),
        test_games=whole("test_games", test_games),
        out=path(out),
        restart=restart,
    )
    for own in players:
        request.player(own)
    if opponent is not None:
        request.fields["opponent"] = request.player(opponent)
    return request.answer(Tuned, threads, progress)


def calibrate(
    game: str | Game,
    player: str | Player | None = None,
    *,
    games: int | None = None,
    random_plies: int | None = None,
    seed: int = 2004,
    out: File | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> Calibration:
    """Compare the scores that a player expects with those that come: ``connect-toe calibrate``.

    The player, by default ``selective``, plays ``games`` against itself after up to ``random_plies``
    random plies. ``out`` is a folder for the answer and a chart. ``rows()`` are ranges of plies,
    ``rows("bins")`` the bins of each.

    Raises:
        RequestError: The player says no expected scores, or a number is out of range.
        OSError: A file cannot be written.
    """
    check_arguments(calibrate, locals())
    request = Request(
        "calibrate",
        game=game_text(game),
        games=whole("games", games),
        random_plies=whole("random_plies", random_plies),
        seed=whole("seed", seed),
        out=path(out),
    )
    if player is not None:
        request.fields["player"] = request.player(player)
    return request.answer(Calibration, threads, progress)


def paper(
    out: File = "connect-toe-paper",
    *,
    games: int | None = None,
    experiments: Sequence[str] = (),
    readings: Sequence[str] = (),
    first: str | None = None,
    ties: str | None = None,
    cube_faces: str | None = None,
    cube_depth: int | None = None,
    seed: int = 2004,
    results: File | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> dict[str, Any]:
    """Repeat the experiments of the paper of 2004, and write the report on them: ``connect-toe paper``.

    ``experiments`` are "tic-tac-toe", "connect-four" and "cubes", ``readings`` of the paper "exact" and
    "published"; without any all of them. The answer is the command line's JSON.

    Raises:
        RequestError: A name or a number is not possible.
        OSError: A file cannot be used.
    """
    check_arguments(paper, locals())
    request = Request(
        "paper",
        out=path(out),
        games=whole("games", games),
        experiment=list(experiments),
        reading=list(readings),
        first=first,
        ties=ties,
        cube_faces=cube_faces,
        cube_depth=whole("cube_depth", cube_depth),
        seed=whole("seed", seed),
        results=path(results),
    )
    answer: dict[str, Any] = request.plain(threads, progress)
    return answer


def run_shard(
    experiment: File,
    pairs: str | range | tuple[int, int],
    out: File,
    *,
    players: Sequence[Player] = (),
    settings: Sequence[str] = (),
    seed: int | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> Shard:
    """Play a range of an experiment's pairs of games into a file of its own: ``connect-toe shard run``.

    ``pairs`` are numbered through all cells: range(0, 500), (0, 500) and "0..500" are the first 500. If
    ``out`` is there, what is missing of the range is added. ``players`` are those of Python that the file
    names.

    Raises:
        RequestError: A file is not right for this, or the range is not one of the experiment.
        OSError: A file cannot be read or written.
    """
    check_arguments(run_shard, locals())
    if isinstance(pairs, range):
        if pairs.step != 1:
            raise refused(f"pairs are one after the other: {pairs} are not")
        pairs = (pairs.start, pairs.stop)
    request = Request(
        "shard_run",
        experiment=path(experiment),
        range=numbers("pairs", pairs, ".."),
        out=path(out),
        set=list(settings),
        seed=whole("seed", seed),
    )
    request.players += players
    return request.answer(Shard, threads, progress)


def merge_shards(
    experiment: File,
    parts: Sequence[File],
    out: File,
    *,
    players: Sequence[Player] = (),
    settings: Sequence[str] = (),
    seed: int | None = None,
) -> MergedShards:
    """Put the games of several results files into one: ``connect-toe shard merge``.

    Games that are there stay as they are. For the arguments see `run_shard`.

    Raises:
        RequestError: A part is not one of this experiment.
        OSError: A file cannot be read or written.
    """
    check_arguments(merge_shards, locals())
    request = Request(
        "shard_merge",
        experiment=path(experiment),
        out=path(out),
        parts=[path(part) for part in parts],
        set=list(settings),
        seed=whole("seed", seed),
    )
    request.players += players
    return request.answer(MergedShards, 1)


def sample_experiment(file: File) -> WrittenSample:
    """Write an experiment file to start from, with comments: ``connect-toe experiment sample``.

    Raises:
        OSError: There is a file already, or it cannot be written.
    """
    check_arguments(sample_experiment, locals())
    return Request("experiment_sample", file=path(file)).answer(WrittenSample, 1)
