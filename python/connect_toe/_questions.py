"""Requests about games and positions."""

from collections.abc import Iterable, Sequence
from typing import Literal

from connect_toe._asking import (
    File,
    Report,
    Request,
    book_of,
    check_arguments,
    game_text,
    is_from_start,
    memory_text,
    path,
    position_of,
    refused,
    whole,
)
from connect_toe._native import Game, Player, State
from connect_toe.answers import (
    AtlasMap,
    AtlasStatus,
    AttemptedPuzzle,
    BookMade,
    Counted,
    CountedLines,
    FoundPuzzle,
    KnownGame,
    LevelsOfGame,
    PerftCounts,
    ReviewedGame,
    Verified,
    WrittenAtlasReport,
)


def review(
    game: str | Game | State,
    moves: str | Iterable[str] | None = None,
    *,
    player: str | Player | None = None,
    exact_nodes: int | None = None,
    book: File | Literal[False] | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> ReviewedGame:
    """Say what each move of a game was worth, and which were mistakes: ``connect-toe review``.

    The game is a State with its moves, or a game and ``moves`` as for ``Game.state``. Where nothing is
    proven, the opinion of ``player`` counts; for ``exact_nodes`` and ``book`` see ``State.analyze``.
    ``rows()`` are the moves.

    >>> reviewed = review("tic-tac-toe", "b2 a2 a1 c3 b3 b1")
    >>> [(move.move, move.mistake) for move in reviewed.moves if move.mistake]
    [('a2', 'blunder'), ('b3', 'blunder')]

    Raises:
        RequestError: The moves are not those of a game from its beginning, or a text is not a player.
    """
    check_arguments(review, locals())
    state = game if isinstance(game, State) else Game(game).state(moves=moves)
    if isinstance(game, State) and moves is not None:
        raise refused("a State has its moves: leave out `moves`")
    if not is_from_start(state):
        raise refused("a review begins with the empty board, and this state does not")
    request = Request(
        "review",
        game=str(state.game),
        moves=" ".join(state.moves),
        exact_nodes=whole("exact_nodes", exact_nodes),
        book=book_of(book),
    )
    if player is not None:
        request.fields["player"] = request.player(player)
    return request.answer(ReviewedGame, threads, progress)


def puzzles(
    game: str | Game,
    count: int | None = None,
    *,
    seed: int = 2004,
    threads: int = 0,
    progress: Report | None = None,
) -> list[FoundPuzzle]:
    """Find positions with exactly one good move, proven: ``connect-toe puzzles``.

    >>> [found.goal for found in puzzles("tic-tac-toe", 3, seed=1)]
    ['hold', 'win', 'fork']

    Raises:
        RequestError: The game has no such puzzles, or a number is out of range.
    """
    check_arguments(puzzles, locals())
    request = Request("puzzles", game=game_text(game), count=whole("count", count), seed=whole("seed", seed))
    return request.answers(FoundPuzzle, threads, progress)


def attempt_puzzle(puzzle: FoundPuzzle, move: str | int) -> AttemptedPuzzle:
    """Say whether a move, or an action as for ``State.push``, solves a puzzle, and what refutes it if not.

    Raises:
        RequestError: The move is not legal.
    """
    check_arguments(attempt_puzzle, locals())
    if not isinstance(move, str):
        state = Game(puzzle.game).state(puzzle.moves)
        state.push(move)
        move = state.moves[-1]
    request = Request(
        "puzzle_attempt",
        game=puzzle.game,
        moves=puzzle.moves,
        goal=puzzle.goal,
        distance=puzzle.distance,
        solution=puzzle.solution[0] if puzzle.solution else None,
        move=move,
    )
    return request.answer(AttemptedPuzzle)


def count(
    game: str | Game,
    plies: int | None = None,
    *,
    memory: str | int | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> Counted:
    """Count the positions that can arise, ply by ply: ``connect-toe count``. ``rows()`` are the plies.

    ``memory`` is that for lists of positions, by default "4G".

    >>> sum(count("tic-tac-toe").positions)
    5478

    Raises:
        RequestError: The text is not a game, or the memory is too little.
    """
    check_arguments(count, locals())
    fields = {"plies": whole("plies", plies), "memory": memory_text(memory)}
    return Request("count", game=game_text(game), **fields).answer(Counted, threads, progress)


def perft(game: str | Game, depth: int, *, threads: int = 0, progress: Report | None = None) -> PerftCounts:
    """Count the games of 1 to ``depth`` plies: ``connect-toe perft``. ``rows()`` are the plies.

    >>> perft("connect-four", 4).leaves
    (1, 7, 49, 343, 2401)

    Raises:
        RequestError: The text is not a game, or the depth is out of range.
    """
    check_arguments(perft, locals())
    request = Request("perft", game=game_text(game), depth=whole("depth", depth))
    return request.answer(PerftCounts, threads, progress)


def explain(
    state: State, heuristic: str | Player, side: Literal["x", "o", 1, -1] | None = None
) -> CountedLines:
    """Say what the value of a heuristic is made of, line by line: ``rows()`` are the lines.

    ``side`` is as for ``State.evaluate``.

    >>> counted = explain(Game("tic-tac-toe").state("b2"), "open-lines", "x")
    >>> counted.value, len(counted.lines)
    (4, 4)

    Raises:
        RequestError: The text does not name a heuristic, or it is not a sum over lines.
    """
    check_arguments(explain, locals())
    request = Request("lines", game=str(state.game), **position_of(state))
    request.fields["heuristic"] = request.heuristic(heuristic)
    if side is not None:
        request.fields["for"] = side if isinstance(side, str) else "x" if side == 1 else "o"
    return request.answer(CountedLines, 1)


def levels(game: str | Game) -> LevelsOfGame:
    """Return the levels of difficulty of a game, the weakest first. ``rows()`` are the levels.

    Raises:
        RequestError: The text is not a game.
    """
    check_arguments(levels, locals())
    return Request("levels", game=game_text(game)).answer(LevelsOfGame, 1)


def verify(file: File) -> Verified:
    """Check a certificate without any search: ``connect-toe verify``. ``State.solve`` writes certificates.

    Raises:
        RunError: It does not prove what it claims.
        OSError: The file cannot be read.
    """
    check_arguments(verify, locals())
    return Request("verify", file=path(file)).answer(Verified)


def write_game(
    state: State, form: Literal["sgf", "psq", "digits"] = "sgf", *, x: str = "", o: str = ""
) -> str:
    """Write the moves of a state as other programs read them: the way back of `read_games`.

    ``form`` is the Smart Game Format, Piskvork's, or a digit for each column; ``x`` and ``o`` are who plays.

    >>> from connect_toe import read_games
    >>> state = Game("15x15:5").state("h8 i9")
    >>> [read.moves for read in read_games(write_game(state))]
    [['h8', 'i9']]
    >>> print(write_game(Game("connect-four").state("d1 d2"), "digits"), end="")
    44

    Raises:
        RequestError: The form cannot hold the game, or the state has moves after a board that was given.
    """
    check_arguments(write_game, locals())
    if not is_from_start(state):
        raise refused("games are written from the empty board, and this state does not begin there")
    request = Request("write_game", game=str(state.game), moves=" ".join(state.moves), x=x, o=o, form=form)
    text: str = request.plain(1)["text"]
    return text


def make_book(
    game: str | Game,
    plies: int,
    out: File,
    *,
    memory: str | int | None = None,
    check: int | None = None,
    seed: int | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> BookMade:
    """Make a book, the exact values of all positions of the first plies: ``connect-toe book``.

    The file ``out`` is written once a minute; the same call goes on with it, also with more ``plies``.
    ``check`` positions are proven a second time at the end. ``Game.book`` reads it, ``book=`` of
    ``State.solve`` uses it.

    Raises:
        RequestError: The file is another book, or the memory is too little.
        OSError: The file cannot be written.
    """
    check_arguments(make_book, locals())
    request = Request(
        "book_make",
        game=game_text(game),
        plies=whole("plies", plies),
        out=path(out),
        memory=memory_text(memory),
        check=whole("check", check),
        seed=whole("seed", seed),
    )
    return request.answer(BookMade, threads, progress)


def build_atlas(
    plan: File,
    out: File | None = None,
    *,
    memory: str | int | None = None,
    threads: int = 0,
    progress: Report | None = None,
) -> AtlasStatus:
    """Find the values of the games of a plan, or go on with it: ``connect-toe atlas build``.

    ``plan`` is a TOML file, ``out`` the file of the atlas, by default beside it; ``atlas(out)`` reads it.
    ``memory`` is that of each thread. `connect_toe.lab.build_atlas` does it on many machines.

    Raises:
        RequestError: The plan or the file cannot be used.
    """
    check_arguments(build_atlas, locals())
    request = Request("atlas_build", plan=path(plan), out=path(out), memory=memory_text(memory))
    return request.answer(AtlasStatus, threads, progress)


def atlas_status(file: File | None = None) -> AtlasStatus:
    """Say how much an atlas knows: that of the package, or that of a file.

    Raises:
        RequestError: The file is not an atlas.
    """
    check_arguments(atlas_status, locals())
    return Request("atlas_status", file=path(file)).answer(AtlasStatus, 1)


def atlas_game(game: str | Game, file: File | None = None) -> KnownGame:
    """Say what is known of a game without a search: ``connect-toe atlas show``.

    >>> known = atlas_game("connect-four")
    >>> known.result, known.distance, known.best
    ('win', 41, ('d1',))

    Raises:
        RequestError: The text is not a game, or the file is not an atlas.
    """
    check_arguments(atlas_game, locals())
    return Request("atlas_show", game=game_text(game), file=path(file)).answer(KnownGame, 1)


def atlas_map(dimensions: int = 2, placement: str = "free", flags: Sequence[str] = ()) -> AtlasMap:
    """Return games of the package's atlas that differ in size and k alone, and what is surprising.

    ``placement`` is "free", "one face" or "several faces", ``flags`` are the rule variations. ``rows()``
    are the games.

    Raises:
        RequestError: A placement is not one.
    """
    check_arguments(atlas_map, locals())
    fields = {"dimensions": whole("dimensions", dimensions), "placement": placement, "flags": list(flags)}
    return Request("atlas_map", **fields).answer(AtlasMap, 1)


def atlas_report(out: File, file: File | None = None) -> WrittenAtlasReport:
    """Write maps of boards and what is surprising in them into a folder: ``connect-toe atlas report``.

    Raises:
        RequestError: The file is not an atlas.
        OSError: The folder cannot be written.
    """
    check_arguments(atlas_report, locals())
    return Request("atlas_report", out=path(out), file=path(file)).answer(WrittenAtlasReport)
