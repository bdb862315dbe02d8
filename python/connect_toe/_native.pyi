from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, BinaryIO, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

WIN: int
__version__: str
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
    "Task",
    "VectorGame",
    "__version__",
    "ask",
    "atlas",
    "games",
    "play_experiment",
    "read_games",
    "solve_lines",
]

_Side: TypeAlias = Literal["x", "o", 1, -1]
_SideName: TypeAlias = Literal["x", "o"]
_Outcome: TypeAlias = Literal["x", "o", "draw"]
_Result: TypeAlias = Literal["win", "draw", "loss"]
_Board: TypeAlias = npt.NDArray[np.int8]
_Report: TypeAlias = Callable[[Progress], object]
_Crew: TypeAlias = tuple[
    Callable[[str, list[tuple[int, int]]], Iterator[bytes | None]], tuple[str | None, int, int]
]
# Sides of many boards, or one side for all of them.
_Sides: TypeAlias = _Side | Sequence[str] | Sequence[int] | npt.NDArray[np.integer[Any] | np.str_]
# A number for each of many boards, or one for all of them.
_Numbers: TypeAlias = int | Sequence[int] | npt.NDArray[np.integer[Any]]
_Values: TypeAlias = npt.NDArray[np.integer[Any]] | Sequence[int]
_Choose: TypeAlias = Callable[["State"], str | SupportsIndex]
_ChooseSeeded: TypeAlias = Callable[["State", int], str | SupportsIndex]
_Evaluate: TypeAlias = Callable[[_Board, npt.NDArray[np.int8], npt.NDArray[np.int8]], _Values]

class RequestError(ValueError):
    """The request is wrong: a game, a move, a player, a number.

    The message is the command line's. `hint` says what can be done about it, or is None.
    """

    hint: str | None

class RunError(RuntimeError):
    """The request is right, but the run failed. `hint` says what can be done about it, or is None."""

    hint: str | None

class Notice(UserWarning):
    """Something that the caller should know and that is not part of the answer."""

@final
class Progress:
    """How far a long call has come, as its callback `progress` is told."""

    @property
    def done(self) -> int:
        """Units that are done."""
    @property
    def total(self) -> int | None:
        """All units, or None if their number is not known."""
    @property
    def unit(self) -> str:
        """What is counted, in the plural: "games", "nodes"."""
    @property
    def detail(self) -> str:
        """More in words, empty if there is nothing to say."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Player:
    r"""A player of one's own: a function that values positions, which a search asks, or one that
    chooses moves.

    ``evaluate`` is a heuristic, ``evaluate(boards, to_move, side)``. ``boards`` is an int8 array of
    the shape (n, \*sizes) as ``State.board`` gives it, n boards of one game that goes on;
    ``to_move`` and ``side`` are int8 arrays of the shape (n,), 1 for x and -1 for o: the side to
    move, and the side whose value is asked for. It gives an array or a list of n integers, each the
    value of a board for ``side[i]``: higher is better, and none lies beyond 2^52 - 2^13, which is a
    win. A value must depend on nothing else. ``search`` is a search that asks a heuristic, as text
    without ``eval``: by default alpha-beta:depth=4. The search asks for all positions at once that
    follow from one at its horizon, so n varies.

    ``network`` judges positions as the networks of AlphaZero do, ``network(observations, legal)``.
    ``observations`` is an int8 array of the shape (n, \*sizes, 2), 1 where there is a stone: of the
    side to move in the first plane, of the other in the second. ``legal`` is a bool array of the
    shape (n, \*sizes). It gives ``(priors, values)``, arrays of NumPy or of what NumPy can read
    (PyTorch on the CPU, JAX). A prior says how much of the search the move to a cell deserves, from
    0: n times as many numbers as there are cells. Only their ratios among legal moves count:
    ``softmax(logits)`` will do. A value is the result to expect for the side to move, from -1 to 1:
    n numbers. ``search`` is by default monte-carlo, which asks for ``batch`` positions at a time
    (PUCT); other searches ask for values alone, in parts of 10000.

    ``choose`` is ``choose(state)`` and gives a legal move of the state, which has all moves of the
    game so far, those of an opening too. With ``seeded`` it is called as ``choose(state, seed)``
    with a number of 64 bits from the random numbers of the game: a player that draws from it alone
    plays the same games again.

    ``new_game``, for players that remember, is ``new_game(state)`` and is called when the player
    begins to play in a game, with the state from which it is played on; each call of
    ``State.choose`` is a game of its own. It may give a function that chooses the moves of this
    game in place of ``choose``, which can then be left out, or None. On several ``threads`` games
    are played beside each other: only what such a function keeps for itself belongs to one game.

    A player stands wherever a text names one: ``State.analyze``, ``State.choose``, ``Game.match``,
    as a heuristic in ``State.evaluate`` and ``Game.evaluate_batch``. Answers and results files have
    its name, as in alpha-beta:depth=4,eval=mine. What its function raises ends the call with this
    exception. Calls with such a player work on one thread unless ``threads`` says otherwise,
    because functions of Python wait for one another. A player can be pickled if its function can.

    Raises RequestError if the name is not a word (letters, digits, - and \_) or one of the
    engine's, or if ``search`` is not a search that asks a heuristic.

    >>> def corners(boards, to_move, side):
    ...     return (boards[:, 0, 0] + boards[:, -1, -1]) * side
    >>> mine = Player(name="corners", evaluate=corners, search="minimax:depth=1")
    >>> mine
    <Player minimax:depth=1,eval=corners>
    >>> Game("tic-tac-toe").new_initial_state().analyze(mine, exact_nodes=0).best
    ['a1', 'c3']
    """

    @overload
    def __new__(
        cls,
        name: str,
        *,
        evaluate: None = None,
        network: _Network,
        search: str | None = None,
        choose: None = None,
        seeded: Literal[False] = False,
        new_game: None = None,
    ) -> Player: ...
    @overload
    def __new__(
        cls,
        name: str,
        *,
        evaluate: _Evaluate,
        network: None = None,
        search: str | None = None,
        choose: None = None,
        seeded: Literal[False] = False,
        new_game: None = None,
    ) -> Player: ...
    @overload
    def __new__(
        cls,
        name: str,
        *,
        evaluate: None = None,
        network: None = None,
        search: None = None,
        choose: _Choose,
        seeded: Literal[False] = False,
        new_game: Callable[[State], _Choose | None] | None = None,
    ) -> Player: ...
    @overload
    def __new__(
        cls,
        name: str,
        *,
        evaluate: None = None,
        network: None = None,
        search: None = None,
        choose: _ChooseSeeded,
        seeded: Literal[True],
        new_game: Callable[[State], _ChooseSeeded | None] | None = None,
    ) -> Player: ...
    @overload
    def __new__(
        cls,
        name: str,
        *,
        evaluate: None = None,
        network: None = None,
        search: None = None,
        choose: None = None,
        seeded: Literal[False] = False,
        new_game: Callable[[State], _Choose],
    ) -> Player: ...
    @overload
    def __new__(
        cls,
        name: str,
        *,
        evaluate: None = None,
        network: None = None,
        search: None = None,
        choose: None = None,
        seeded: Literal[True],
        new_game: Callable[[State], _ChooseSeeded],
    ) -> Player: ...
    @property
    def name(self) -> str:
        """The name in texts: of the heuristic, or of the player that chooses."""
    @property
    def search(self) -> str | None:
        """The search that asks the heuristic; None if the player chooses by itself."""
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...

@final
class Game:
    """A k-in-a-row game: its rules.

    A game is text, ``SIZES:K[:FACES[:FLAG]...]``, the name of a preset, or ``@FILE``, a file that
    lists the winning lines. In place of ``K`` stands ``lines=...``, ``shape=...``, ``plane`` or
    ``projective`` where lines are not rows; flags are ``misere``, ``exact``, ``torus``,
    ``blocked=...``, ``turn=A+B``, ``maker`` and ``renju``. Games are immutable; those with the same
    canonical text are equal.

    ``places`` says where pictures show the cells, as a pair of numbers from 0 to 1 for each cell in
    canonical order: to the right, and upwards. A file of lines may place them too.

    >>> game = Game("connect-four")
    >>> game
    Game('7x6:4:-2')
    >>> game.sizes, game.k, game.cells
    ((7, 6), 4, 42)
    >>> game == Game("7x6:4:-2")
    True

    Raises RequestError (a ValueError) if the text is not a game; the message says everything that
    is wrong with it.
    """

    def __new__(cls, game: str | Game, places: Sequence[Sequence[float]] | None = None) -> Game: ...
    @property
    def sizes(self) -> tuple[int, ...]:
        """Cells in each dimension."""
    @property
    def k(self) -> int:
        """Stones in a row that make a line; 0 if lines are not rows of stones, see ``line_rule`` and
        ``lines``.
        """
    @property
    def line_rule(self) -> str:
        """What a line is, in words.

        >>> Game("7x6:4:-2").line_rule, Game("4x4:plane").line_rule
        ('4 in a row', 'a line of the affine plane of order 4')
        """
    @property
    def places(self) -> list[tuple[float, float]] | None:
        """Where pictures show the cells, if that was said: a pair of numbers from 0 to 1 for each cell
        in canonical order, to the right and upwards.
        """
    def lines(self) -> list[list[str]]:
        """The cells of every winning line, each line and all lines once: a new list, for a heuristic
        to prepare its lines.

        >>> Game("3:lines=a+b/c").lines()
        [['a', 'b'], ['c']]
        >>> len(Game("qubic").lines())
        76
        """
    @property
    def drop_axis(self) -> int | None:
        """The dimension along which stones drop, 0 for the first, if they all enter through one face;
        None where a stone may be placed on any empty cell, or enter through several faces. Then a
        column has one legal move at most.

        >>> Game("connect-four").drop_axis, Game("tic-tac-toe").drop_axis
        (1, None)
        """
    @property
    def blocked(self) -> tuple[str, ...]:
        """The cells that no stone ever stands on, in canonical order. Boards show them as ``#``,
        arrays as 0.

        >>> game = Game("3x3:3:free:blocked=b2")
        >>> game.blocked, game.new_initial_state().rows()
        (('b2',), ['___', '_#_', '___'])
        """
    @property
    def turn(self) -> tuple[int, int]:
        """The stones of a turn: of x's first one, and of every later one of either side. See
        ``State.stones_left``.

        >>> Game("connect-four").turn, Game("19x19:6:free:turn=1+2").turn
        ((1, 1), (1, 2))
        """
    @property
    def sides_with_lines(self) -> tuple[_SideName, ...]:
        """The sides whose lines count: both, or ``('x',)`` if x makes lines and o breaks them."""
    @property
    def side_names(self) -> dict[_SideName, str]:
        """What the sides are called: Maker and Breaker, Avoider and Enforcer, or X and O.

        >>> Game("3x3:3:free:maker").side_names
        {'x': 'Maker', 'o': 'Breaker'}
        """
    @property
    def cells(self) -> int:
        """The number of cells."""
    @property
    def cell_names(self) -> tuple[str, ...]:
        """The names of all cells in canonical order, which is the C order of ``State.board()``.

        >>> Game("3x2:2").cell_names
        ('a1', 'a2', 'b1', 'b2', 'c1', 'c2')
        """
    def describe(self) -> dict[str, Any]:
        """What the game is, as the JSON of ``connect-toe describe``.

        The keys are game, sizes, k, faces, flags, cells, lines, symmetries (a string if it is
        beyond 2^53), first_moves, and known, if anything is known without a search: the result for
        x with its distance, best first moves and source. Where lines are not rows, k is None, and
        lines_rule and line_cells say what they are; blocked has blocked cells, if any.

        >>> Game("qubic").describe()["lines"]
        76
        """
    def new_initial_state(self) -> State:
        """The state before the first move.

        >>> Game("tic-tac-toe").new_initial_state().legal_moves()[:4]
        ['a1', 'a2', 'a3', 'b1']
        """
    def state(
        self,
        moves: str | Iterable[str | SupportsIndex] | None = None,
        board: str | _Board | None = None,
        to_move: _Side | None = None,
        stones_left: int | None = None,
    ) -> State:
        """A position: after ``moves`` from the empty board, or of a ``board``; the empty board without
        either.

        ``moves`` are cells with spaces between them, or an iterable of cells or actions, as
        ``State.actions`` gives them; where stones drop into a flat board, digits of columns will
        do. ``board`` is text (rows, the top one first, with ``/`` between them, layers with ``|``;
        ``x``, ``o`` and ``_``), the key of a state, or an int8 array of the shape ``sizes``,
        indexed by coordinates, with 1 for x, -1 for o and 0 for an empty cell; rows as they are
        printed become one by ``board_from_rows``. ``to_move`` ("x", "o", 1 or -1) is needed where
        the board leaves it open. Where turns have several stones, ``stones_left`` is the number of
        stones left in this turn; without it the stones tell it if a game can have so many, and else
        the turn is a whole one.

        Raises RequestError if the moves or the board are not a position of the game.

        >>> game = Game("connect-four")
        >>> game.state(moves="d1 d2").to_move
        'x'
        >>> game.state(board=game.state(moves="44").board()).legal_moves()[3]
        'd3'
        """
    def board_from_rows(self, rows: str | Sequence[Any] | npt.NDArray[Any]) -> _Board:
        r"""The board of rows as they are printed, the top row first: a new int8 array of the shape
        ``sizes``, for ``state`` and the batches.

        ``rows`` is text, a sequence of texts, or a sequence or array of cells in two dimensions:
        "x", "o" and "\_", or 1, -1 and 0. Layers follow one another, layer 1 first, in rows one
        after the other or in sequences of their own. ``State.rows`` is the way back. Arrays as
        ``State.board`` gives them are indexed by coordinates, and are not turned by this.

        Raises RequestError if the rows are not those of a board of this game.

        >>> game = Game("connect-four")
        >>> board = game.board_from_rows(["_______"] * 4 + ["___o___", "_x_x___"])
        >>> board[3, 0], board[3, 1], board[1, 0]
        (np.int8(1), np.int8(-1), np.int8(1))
        >>> game.state(board=board, to_move="o").rows()[-1]
        '_x_x___'
        """
    def check_player(self, player: str | Player) -> None:
        """Checks that a player can play this game, as ``match`` and ``State.choose`` would.

        Raises RequestError if the text does not name a player, or it cannot play the game.

        >>> Game("7x6:4:-2:misere").check_player("alpha-beta:depth=2,eval=runs")
        """
    def match(
        self,
        player: str | Player,
        opponent: str | Player,
        *,
        games: int | None = None,
        seed: int = 2004,
        first: Literal["player", "alternate", "random"] = "alternate",
        sprt: str | tuple[float, float] | None = None,
        errors: str | tuple[float, float] | None = None,
        elo_model: Literal["logistic", "normalized"] = "logistic",
        results: str | PathLike[str] | None = None,
        threads: int = 0,
        progress: _Report | None = None,
        openings: str = "auto",
        swap: bool = False,
        forfeits: Literal["omit", "count"] = "omit",
    ) -> MatchResult:
        """Plays many games of two players, and counts them from the side of ``player``.

        The games are those of ``connect-toe match`` with the same options: a function of the
        players, ``games`` (by default 100, or at most 100,000 of a sequential test), ``seed`` and
        ``first`` ("alternate", "player" or "random"); the number of ``threads`` (0: all cores) does
        not change them. ``sprt`` are two differences in Elo, (low, high), of a sequential test that
        ends the match, ``errors`` its error rates, by default (0.05, 0.05), ``elo_model``
        ("logistic" or "normalized") what a difference means. ``results`` is a file that keeps the
        games. ``openings`` says where they start: "auto" (after a few random plies, or from the
        empty board against ``random``), "none" (the empty board), "random:2" and "all:2" (after two
        plies, drawn for each pair or in turn), "balanced" or "balanced:2" (positions after four or
        two plies that are fair to both sides). With ``swap`` the player that would move second
        chooses its side after the opening. ``forfeits`` ("omit" or "count") says whether games that
        a player lost because it gave no move count in score, Elo and test.

        ``progress`` is called about ten times a second with a Progress; what it raises ends the
        match, and if it returns False, the result counts the games so far. Other threads of Python
        run meanwhile, and Ctrl-C raises KeyboardInterrupt.

        Raises RequestError if a text is not a player or a number is out of range; OSError if the
        file cannot be used.

        >>> result = Game("tic-tac-toe").match("perfect", "random", games=60, seed=1)
        >>> result.games, result.losses
        (60, 0)
        >>> Game("tic-tac-toe").match("perfect", "perfect", games=10, openings="balanced:2").draws
        10
        """
    def playouts(
        self, games: int = 100000, *, seed: int = 2004, threads: int = 0, progress: _Report | None = None
    ) -> PlayoutCounts:
        """Plays uniformly random games from the empty board and counts their results.

        ``games`` is 1 to 10^12. For ``threads`` and ``progress`` see ``match``; the number of
        threads does not change the counts.

        >>> counts = Game("tic-tac-toe").playouts(1000, seed=1)
        >>> counts.x > counts.o
        True
        """
    def evaluate_batch(
        self,
        heuristic: str | Player,
        boards: _Board,
        to_move: _Sides | None = None,
        side: _Sides | None = None,
        *,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> npt.NDArray[np.int64]:
        r"""A heuristic's values of many boards, without looking ahead: an int64 array of the shape
        (n,).

        ``boards`` is an int8 array of the shape (n, \*sizes), contiguous or not, each board as for
        ``state``. ``to_move`` and ``side`` are the side to move of each board and the side whose
        value is asked for: sequences or arrays of n sides ("x", "o", 1 or -1), or one side for all.
        Without ``to_move`` the stones say who is to move, without ``side`` values are for the side
        to move. ``stones_left`` are the stones left in the turns of the sides to move, a number for
        each board or one for all; without it they are as for ``state``. The values are those of
        ``game.state(board=boards[i], to_move=to_move[i]).evaluate(heuristic, side[i])``, in this
        order, whatever the number of ``threads`` (0: all cores); other threads of Python run
        meanwhile. For ``progress`` see ``match``; a callback that returns False ends the call with
        RunError.

        Raises RequestError if the text does not name a heuristic, or a board is not one of the
        game; the message names the board by its index. TypeError if the data type is another.

        >>> import numpy as np
        >>> game = Game("tic-tac-toe")
        >>> boards = np.zeros((3, 3, 3), np.int8)
        >>> boards[1, 1, 1] = 1
        >>> boards[2, 0, 0] = 1
        >>> game.evaluate_batch("open-lines", boards, to_move=[1, -1, -1], side="x").tolist()
        [0, 4, 3]
        """
    def legal_batch(
        self,
        boards: _Board,
        to_move: _Sides | None = None,
        *,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> npt.NDArray[np.bool_]:
        """The cells that can be played on many boards: a boolean array of the shape of ``boards``. All
        are False once a game is over. For the arguments and errors see ``evaluate_batch``.

        >>> import numpy as np
        >>> Game("connect-four").legal_batch(np.zeros((2, 7, 6), np.int8)).sum(axis=(1, 2)).tolist()
        [7, 7]
        """
    def outcome_batch(
        self,
        boards: _Board,
        to_move: _Sides | None = None,
        *,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8]]:
        """How many boards stand: ``(over, winner)``, arrays of the shape (n,). ``over`` is True where
        the game is over, ``winner`` is 1 where x has won, -1 where o has, and 0 elsewhere. For the
        arguments and errors see ``evaluate_batch``.

        >>> import numpy as np
        >>> game = Game("tic-tac-toe")
        >>> boards = np.stack([game.board_from_rows(rows) for rows in ("xxx/oo_/___", "xox/xox/oxo", "x__/___/___")])
        >>> over, winner = game.outcome_batch(boards, to_move="o")
        >>> over.tolist(), winner.tolist()
        ([True, True, False], [1, 0, 0])
        """
    def play_batch(
        self,
        boards: _Board,
        actions: object,
        to_move: _Sides | None = None,
        *,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> tuple[_Board, npt.NDArray[np.int8]]:
        r"""What stands after a move on each board: ``(boards, to_move)``, a new int8 array of the shape
        (n, \*sizes) and the sides to move then, 1 or -1, of the shape (n,). ``actions`` are
        integers, the places of the moves' cells in the C order of a board. For the other arguments
        and errors see ``evaluate_batch``; a move that is not legal is refused.

        >>> import numpy as np
        >>> game = Game("tic-tac-toe")
        >>> boards, to_move = game.play_batch(np.zeros((2, 3, 3), np.int8), [4, 0])
        >>> game.state(board=boards[0]).rows(), to_move.tolist()
        (['___', '_x_', '___'], [-1, -1])
        """
    def observation_batch(
        self,
        boards: _Board,
        to_move: _Sides | None = None,
        *,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> npt.NDArray[np.int8]:
        r"""The observations of many boards, as the environments give them: an int8 array of the shape
        (n, \*sizes, 2), 1 where a stone is, the stones of the side to move in plane 0, the other's
        in plane 1. For the arguments and errors see ``evaluate_batch``.

        >>> import numpy as np
        >>> seen = Game("connect-four").observation_batch(np.zeros((5, 7, 6), np.int8))
        >>> seen.shape, seen.dtype
        ((5, 7, 6, 2), dtype('int8'))
        """
    def symmetries(self) -> npt.NDArray[np.intp]:
        """The symmetries of the game as permutations: an array of the shape (symmetries, cells), the
        identity first.

        ``board.reshape(-1)[permutation].reshape(game.sizes)`` is the image of a board, and a policy
        over all actions, or a mask, is turned in the same way.

        Raises RequestError if there are too many for an array.

        >>> game = Game("connect-four")
        >>> mirror = game.symmetries()[1]
        >>> game.state(board=game.state("a1").board().reshape(-1)[mirror].reshape(game.sizes)).rows()[-1]
        '______x'
        """
    def choose_batch(
        self,
        player: str | Player,
        boards: _Board,
        to_move: _Sides | None = None,
        *,
        seed: int | None = None,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> npt.NDArray[np.int64]:
        """The actions that a player chooses on many boards: int64, of the shape (n,), the places of
        the cells in the C order of a board. On ``boards[i]`` it is the move of
        ``State.choose(player, seed=seed + i)``; without a seed it differs from call to call. For
        the other arguments and errors see ``evaluate_batch``; a board on which the game is over is
        refused.

        >>> import numpy as np
        >>> Game("tic-tac-toe").choose_batch("perfect", np.array([[[1, -1, 0], [1, -1, 0], [0, 0, 0]]], np.int8)).tolist()
        [6]
        """
    def solve_batch(
        self,
        boards: _Board,
        to_move: _Sides | None = None,
        *,
        weak: bool = False,
        memory: str | int | None = None,
        stones_left: _Numbers | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> SolvedBatch:
        """The exact values of many boards for the side to move. ``weak`` leaves out the plies.
        ``memory`` is that of the solver's tables: a number of bytes, or text with k, M or G, by
        default "64M". For the other arguments and errors see ``evaluate_batch``.

        >>> import numpy as np
        >>> solved = Game("4x4:3").solve_batch(np.zeros((1, 4, 4), np.int8))
        >>> solved.results, solved.distances, solved[0]
        (array([1], dtype=int8), array([5], dtype=int32), Proven('win', 5))
        """
    def book(
        self, plies: int | None = None, file: str | PathLike[str] | None = None
    ) -> tuple[_Board, SolvedBatch] | None:
        r"""The positions of the book of this game with their exact values: ``(boards, values)``, or
        None if there is no book.

        ``boards`` is an int8 array of the shape (n, \*sizes), one position for all that symmetries
        map to each other, ply by ply; ``values`` is a SolvedBatch. ``plies`` asks for the positions
        after this number of plies; ``file`` is a file that ``connect-toe book`` has made, in place
        of the book of the package.

        Raises RequestError if the file is not a book of this game, or the book does not have these
        plies.

        >>> boards, values = Game("connect-four").book(plies=1)
        >>> boards.shape, values[0]
        ((4, 7, 6), Proven('win', 39))
        """
    def _repr_svg_(self) -> str | None:
        """The picture of the empty board, unless it has too many layers for one."""
    def _repr_html_(self) -> str:
        """The picture of the empty board with a line about the game."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

def atlas(file: str | PathLike[str] | None = None) -> list[dict[str, Any]]:
    """What the atlas knows of every game: a list of dictionaries, the rows of a table
    (``pandas.DataFrame(atlas())``).

    The keys are game, sizes, k, faces, flags, result, distance, best, lower, upper (the least and
    the greatest possible value in short, such as W7, = and L12; equal if the value is known),
    bounds (the same two; None if the value is known), nodes, seconds and source. Values are for x,
    who moves first. ``file`` is a file that ``connect-toe atlas build`` has made, in place of the
    atlas of the package.

    >>> [row["result"] for row in atlas() if row["game"] == "4x4:4:-2"]
    ['draw']
    """

def games() -> list[dict[str, str]]:
    """The games with a name, as the JSON of ``connect-toe games``: dictionaries with name, game and
    about.

    >>> [preset["game"] for preset in games() if preset["name"] == "qubic"]
    ['4x4x4:4']
    """

def read_games(text: str, game: Game | None = None) -> list[State]:
    """The games and positions of a text as other programs write them: of Piskvork, in the Smart Game
    Format (their main lines), or a position a line; several games may follow each other. ``game``
    is needed where the text does not name it.

    Raises RequestError if the text does not say which game it is, or has a move that is not legal.

    >>> [state.moves for state in read_games("(;GM[4]SZ[15];B[hh];W[ig])(;GM[4]SZ[15];B[ii])")]
    [['h8', 'i9'], ['i7']]
    >>> [state.to_move for state in read_games("445 4456".replace(" ", chr(10)), Game("connect-four"))]
    ['o', 'x']
    """

def play_experiment(
    experiment: str | PathLike[str] | dict[str, Any],
    results: str | PathLike[str] | None = None,
    *,
    players: Sequence[Player] | None = None,
    settings: Sequence[str] | None = None,
    seed: int | None = None,
    resume: bool = False,
    any_version: bool = False,
    threads: int = 0,
    progress: _Report | None = None,
    crew: _Crew | None = None,
) -> dict[str, Any]:
    """Plays the games of an experiment file that are missing, and gives its status, the JSON of
    ``connect-toe experiment run``.

    ``experiment`` is the path of the file, or a dictionary with what would be in it, which is
    written beside ``results`` as TOML: there ``resume``, reports and the command line find it.

    ``players`` are those that the file names besides the engine's: a heuristic as
    ``alpha-beta:depth=2,eval=NAME`` with any search, a player that chooses as ``NAME``. The games
    go into the file ``results``, by default beside the experiment, under these names. With
    ``resume`` there are results, which are completed; with ``any_version`` they may be those of
    another version of this program, whose players may play differently. ``settings`` replace values
    of the file, as in ["games_per_cell=20"]. For ``threads`` and ``progress`` see ``Game.match``: a
    callback that returns False ends the call, and the status says so. ``crew`` plays in place of
    threads: ``connect_toe.lab.run_experiment`` has one of processes or of a cluster.

    Raises RequestError if a file is not right for this, or the results are of another experiment;
    OSError if a file cannot be read or written.

    >>> import pathlib, tempfile
    >>> text = '''games_per_cell = 10
    ... [[study]]
    ... name = "corners"
    ... game = "3x3:3"
    ... player = ["minimax:depth=1,eval=corners", "two-ply"]
    ... opponent = "random"
    ... '''
    >>> def corners(boards, to_move, side):
    ...     return (boards[:, 0, 0] + boards[:, -1, -1]) * side
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "corners.toml"
    ...     _ = file.write_text(text)
    ...     status = play_experiment(file, players=[Player(name="corners", evaluate=corners)])
    >>> status["done"], status["games"]
    (True, 20)
    """

@final
class ExperimentResults:
    """The results of an experiment, of which questions can be asked. For the arguments see
    ``play_experiment``.
    """

    def __new__(
        cls,
        experiment: str | PathLike[str],
        results: str | PathLike[str] | None = None,
        *,
        players: Sequence[Player] | None = None,
        settings: Sequence[str] | None = None,
        seed: int | None = None,
    ) -> ExperimentResults: ...
    def status(self) -> dict[str, Any]:
        """How far the experiment has come: the JSON of ``connect-toe experiment status``."""
    def rows(self) -> list[dict[str, Any]]:
        """The cells of the experiment, and how they stand: the rows of a table
        (``pandas.DataFrame(results.rows())``), one for each game and each two players of a study,
        with wins, draws and losses of ``player``.
        """
    def game(
        self, study: str | None = None, cell: int | None = None, number: int | None = None
    ) -> dict[str, Any]:
        """One game with its moves, the JSON of ``connect-toe experiment game``: of the ``study``, by
        default the first, and of its ``cell``, both by their names and numbers in ``rows``;
        ``number`` counts the games of a cell from 0.

        Raises RequestError if there is no such game, or it is not played yet.
        """
    def export(self, out: str | PathLike[str] | BinaryIO, *, json: bool = False) -> None:
        """Writes every game to ``out``, the path of a file or a binary file that is open, such as
        ``sys.stdout.buffer``, as the lines of ``connect-toe experiment export`` or as its JSON.
        """
    def report(self, out: str | PathLike[str] | None = None) -> dict[str, Any]:
        """Writes the report into the folder ``out``, by default beside the experiment, and gives the
        JSON of ``connect-toe experiment report``.
        """

@final
class State:
    """A position of a game, and the moves that led to it. ``push`` and ``pop`` change it.

    States are equal if they are of the same game and have the same stones, the same side to move
    and as many stones left in its turn, whatever the moves before; as they change, they have no
    hash, but a ``key``. Copying and pickling keep the moves.

    >>> state = Game("connect-four").new_initial_state()
    >>> state.push("d1")
    >>> state.push("d2")
    >>> state
    Game('7x6:4:-2').state(moves='d1 d2')
    >>> print(state)
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . o . . .
    1 . . . x . . .
      a b c d e f g
    """

    def __new__(
        cls,
        game: Game,
        moves: str | Iterable[str | SupportsIndex] | None = None,
        board: str | _Board | None = None,
        to_move: _Side | None = None,
        stones_left: int | None = None,
    ) -> State: ...
    __hash__: None  # type: ignore[assignment]
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def moves(self) -> list[str]:
        """The moves so far, the first one first."""
    @property
    def actions(self) -> list[int]:
        """The moves so far as actions: the places of their cells in C order of ``board()``.

        >>> Game("tic-tac-toe").state("b2 a1").actions
        [4, 0]
        """
    @property
    def ply(self) -> int:
        """The number of stones on the board: in a game from the empty board, of moves so far."""
    @property
    def to_move(self) -> _SideName:
        """ "x" or "o": the side to move, after the end of the game the side that would."""
    @property
    def stones_left(self) -> int:
        """The stones that the side to move places before its turn ends: 1 where a turn is one stone.

        >>> state = Game("9x9:6:free:turn=1+2").state("e5 e6")
        >>> state.to_move, state.stones_left
        ('o', 1)
        """
    @property
    def outcome(self) -> _Outcome | None:
        """ "x" or "o", the winner, or "draw"; None while the game goes on."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def winner(self) -> _SideName | None:
        """ "x" or "o", the side that has won; None in a draw and while the game goes on."""
    @property
    def winning_cells(self) -> list[str]:
        """The cells of the lines that ended the game; none while it goes on, and in a draw."""
    def legal_moves(self) -> list[str]:
        """The legal moves in canonical order; none once the game is over.

        >>> Game("connect-four").state("444444").legal_moves()
        ['a1', 'b1', 'c1', 'e1', 'f1', 'g1']
        """
    def forbidden_cells(self) -> list[str]:
        """The empty cells that the rules forbid the side to move, in canonical order: those of renju
        for x. None once the game is over.

        >>> renju = Game("15x15:5:free:renju")
        >>> renju.state("h8 a1 h9 a3 h11 a5 i7 a7 j7 a9 l7 a11").forbidden_cells()
        ['h7']
        """
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which cells are legal moves: a bool array of the shape ``game.sizes``, in the order of
        ``board()``.

        >>> int(Game("connect-four").new_initial_state().legal_mask().sum())
        7
        """
    def legal_actions(self) -> list[int]:
        """The legal moves as actions, in ascending order: the places of their cells in C order of
        ``board()``.

        >>> Game("connect-four").new_initial_state().legal_actions()
        [0, 6, 12, 18, 24, 30, 36]
        """
    def push(self, move: str | SupportsIndex) -> None:
        """Plays a move of the side to move: a cell, or a digit of a column where stones drop into a
        flat board; or an action, the place of the cell in C order of ``board()``, as an integer.

        Raises RequestError with the command line's words if the move is not legal; the state stays
        as it is.

        >>> state = Game("tic-tac-toe").state("b2")
        >>> state.push("b2")
        Traceback (most recent call last):
            ...
        connect_toe.RequestError: move 2 (`b2`): the cell is taken by x
        """
    def peek(self) -> str:
        """The last move.

        Raises RequestError if there is none.

        >>> Game("tic-tac-toe").state("b2 a1").peek()
        'a1'
        """
    def pop(self) -> str:
        """Takes the last move back and gives its cell.

        Raises RequestError if there is no move to take back.

        >>> Game("tic-tac-toe").state("b2 a1").pop()
        'a1'
        """
    def rows(self) -> list[str]:
        r"""The rows of the board as they are printed, the top row first, of all layers, layer 1 first:
        x, o, \_ for an empty cell and # for a blocked one. ``Game.board_from_rows`` is the way
        back.

        >>> Game("tic-tac-toe").state("a1 c2").rows()
        ['___', '__o', 'x__']
        """
    @property
    def board_text(self) -> str:
        """The board as text: rows, the top one first, with / between them, layers with |.

        >>> Game("tic-tac-toe").state("a1 c2").board_text
        '___/__o/x__'
        """
    def key(self) -> str:
        """The position as text, the same for equal states of a game: the board, the side to move, and
        the stones that it has left where turns have several. It can be the key of a dictionary, and
        ``game.state(board=key)`` makes the position again, without its moves.

        >>> state = Game("tic-tac-toe").state("a1 c2 b3")
        >>> state.key()
        '_x_/__o/x__:o'
        >>> state.game.state(board=state.key()) == state
        True
        """
    def board(self) -> _Board:
        """The stones: a new int8 array of the shape ``game.sizes``, 1 for x, -1 for o, 0 for an empty
        cell.

        ``board()[0, 2]`` is a3 of a flat board: the first index is the letter, the second one the
        first number. So a printed array looks turned: ``rows`` has the board as it is drawn.

        >>> Game("tic-tac-toe").state("a1 c2").board()
        array([[ 1,  0,  0],
               [ 0,  0,  0],
               [ 0, -1,  0]], dtype=int8)
        """
    def evaluate(self, heuristic: str | Player, side: _Side | None = None) -> int:
        """A heuristic's value of the position for ``side`` ("x", "o", 1 or -1), without looking ahead.

        Without ``side`` it is the value for the side to move. A heuristic is text,
        ``NAME[:key=value,...]``.

        Values are integers within -WIN and WIN: ``connect_toe.WIN``, 2^52 - 2^13, is the value of a
        won game unless the heuristic has another scale. Those of ``runs`` lie beyond 2^47 where
        threats on the board decide, and a won game is 2^50. So the infinity of a search must be
        greater than WIN. ``expected_score`` tells what values mean.

        Raises RequestError if the text does not name a heuristic.

        >>> state = Game("tic-tac-toe").state(board="x__/_x_/___", to_move="o")
        >>> state.evaluate("open-lines", side="x"), state.evaluate("open-lines")
        (6, -6)
        """
    def expected_score(self, heuristic: str | Player, side: _Side | None = None) -> float | None:
        """The score that a heuristic expects for ``side`` ("x", "o", 1 or -1), without looking ahead:
        from 0 for a loss to 1 for a win, as ``connect-toe eval`` tells it. Without ``side`` it is
        the score of the side to move. None if the values of the heuristic do not say.

        Raises RequestError if the text does not name a heuristic.

        >>> state = Game("connect-four").state("d1 a1 e1")
        >>> x, o = state.expected_score("runs", side="x"), state.expected_score("runs", side="o")
        >>> 0.5 < x < 1, round(x + o, 6)
        (True, 1.0)
        """
    def analyze(
        self,
        player: str | Player | None = None,
        *,
        exact_nodes: int | None = None,
        threats: bool = False,
        book: str | PathLike[str] | Literal[False] | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> Analysis:
        """A player's values of the moves, for the side to move: value, best moves and expected line.

        A player is text, ``NAME[:key=value,...]``, and here it must be a search; by default
        alpha-beta:depth=6,eval=runs. What is proven besides is found within ``exact_nodes`` nodes
        of the exact solver (0 for none, by default a fraction of a second). With ``threats`` wins
        by threats are looked for besides: ``to_dict()["threats"]`` of the answer has those that are
        found. For ``threads`` and ``progress`` see ``Game.match``.

        Raises RequestError if the text does not name a player that searches; RunError if
        ``progress`` stops it before any move has a value.

        >>> analysis = Game("tic-tac-toe").state(board="xox/oox/___").analyze("alpha-beta:depth=3,eval=undecided")
        >>> analysis.best, analysis.value, analysis.moves
        (['c1'], 1, {'a1': -1, 'b1': 0, 'c1': 1})
        """
    def solve(
        self,
        *,
        weak: bool = False,
        all_moves: bool = False,
        value_only: bool = False,
        memory: str | int | None = None,
        certificate: str | PathLike[str] | None = None,
        certificate_moves: int = 5000000,
        book: str | PathLike[str] | Literal[False] | None = None,
        budget: int | None = None,
        threads: int = 0,
        progress: _Report | None = None,
    ) -> Solution:
        """The exact value for the side to move: who wins, in how many plies, the best moves, and best
        play.

        ``all_moves`` values every move, ``weak`` leaves out the plies, ``value_only`` best moves
        and line. ``memory`` is that of the solver's tables: a number of bytes, or text with k, M or
        G, by default "64M". ``certificate`` is a file for a proof of at most ``certificate_moves``
        moves, which ``connect-toe verify`` checks. ``book`` is a file that ``connect-toe book`` has
        made, or False for none; by default it is the package's own book of the game, if it has one.
        ``budget`` limits the nodes for the distance, the best moves and the line, each, once it is
        known who wins; 0 stands for no limit. For ``threads`` and ``progress`` see ``Game.match``:
        a callback that returns False ends the call with what is known by then. The number of
        threads changes only ``nodes``.

        Raises RequestError if options exclude each other or there is not enough memory; OSError if
        the file cannot be written.

        >>> solution = Game("4x4:3").new_initial_state().solve()
        >>> solution.result, solution.distance, solution.best
        ('win', 5, ['b2', 'b3', 'c2', 'c3'])
        """
    def choose(
        self,
        player: str | Player,
        *,
        seed: int | None = None,
        book: str | PathLike[str] | Literal[False] | None = None,
        progress: _Report | None = None,
    ) -> str:
        """The move that a player plays here. With a ``seed`` its random choices are a function of it
        and of the number of moves so far, so that the call repeats itself; without one they differ
        from call to call. For ``book`` see ``solve``: it is for players with an exact solver.

        Raises RequestError if the text does not name a player, or the game is over.

        >>> Game("tic-tac-toe").state(board="xox/oox/___").choose("perfect", seed=1)
        'c1'
        """
    def playouts(
        self, games: int = 100000, *, seed: int = 2004, threads: int = 0, progress: _Report | None = None
    ) -> PlayoutCounts:
        """Plays uniformly random games from this position on and counts their results. See
        ``Game.playouts``.

        >>> Game("tic-tac-toe").state(board="xox/oox/___").playouts(600, seed=1).plies
        1333
        """
    def copy(self) -> State:
        """A state of its own with the same moves."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object) -> State: ...
    def svg(
        self, *, arrows: Iterable[tuple[str | SupportsIndex, str | SupportsIndex]] | None = None
    ) -> str | None:
        """The picture as SVG, as notebooks show it; None if the board has too many layers for one.

        ``arrows`` are pairs of cells, as text or actions: an arrow leads from the first to the
        second one, and a cell with itself gets a ring.

        Raises RequestError if a text is not a cell of the board.

        >>> picture = Game("tic-tac-toe").state("b2").svg(arrows=[("b2", "c3")])
        >>> picture.startswith("<svg"), picture.count('class="arrow"')
        (True, 1)
        """
    def _repr_svg_(self) -> str | None:
        """The picture, unless the board has too many layers for one."""
    def _repr_html_(self) -> str:
        """The picture with a line about the position."""
    def __setstate__(self, moves: list[str]) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Proven:
    """What is proven of a position or a move, for the side to move."""

    def __new__(cls, result: _Result, distance: int | None = None) -> Proven: ...
    @property
    def result(self) -> _Result:
        """ "win", "draw" or "loss"."""
    @property
    def distance(self) -> int | None:
        """Plies to the end of the game, counted from the position, if they are known. A draw has none."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Analysis:
    """What a player thinks of a position. Values are for the side to move."""

    @property
    def value(self) -> int | None:
        """The position's value on the scale of the player's heuristic, or None if the game is over."""
    @property
    def best(self) -> list[str]:
        """The moves that the player would choose among."""
    @property
    def moves(self) -> dict[str, int]:
        """The value of each move that has one, in canonical order."""
    @property
    def line(self) -> list[str]:
        """The expected line of play."""
    @property
    def nodes(self) -> int:
        """Positions looked at."""
    @property
    def score(self) -> float | None:
        """The score that the player expects, from 0 for a loss to 1 for a win, where it estimates on a
        known scale.
        """
    @property
    def scores(self) -> dict[str, float]:
        """The scores that the player expects after moves, of each move that has one."""
    @property
    def claim(self) -> Proven | None:
        """A win or loss that the player sees coming, without a proof."""
    @property
    def scale(self) -> str | None:
        """The scale of the player's estimates: mostly the name of its heuristic."""
    @property
    def exact(self) -> Proven | None:
        """What is proven of the position, by the player or by the exact solver within its nodes."""
    @property
    def exact_moves(self) -> dict[str, Proven]:
        """What is proven of each move that has a proof."""
    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
    @property
    def to_move(self) -> _SideName:
        """The side to move."""
    @property
    def outcome(self) -> _Outcome | None:
        """How the game ended, or None while it goes on."""
    @property
    def interrupted(self) -> bool:
        """Whether the progress callback stopped the search."""
    def to_dict(self) -> dict[str, Any]:
        """The command line's JSON."""
    @classmethod
    def from_json(cls, text: str) -> Analysis:
        """The answer of a text of the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Solution:
    """The exact value of a position. Results are for the side to move."""

    @property
    def result(self) -> _Result | None:
        """ "win", "draw" or "loss", or None if the solver was stopped before it knew."""
    @property
    def distance(self) -> int | None:
        """Plies to the end of the game under best play; None for a draw, and if only the result was
        asked for.
        """
    @property
    def best(self) -> list[str]:
        """The moves that keep the value. If only the result was asked for, or the distance was not
        found, one that keeps the result.
        """
    @property
    def missing(self) -> list[str]:
        """What was asked for and not found: "result", "distance", "best", "moves", "line"."""
    @property
    def line(self) -> list[str]:
        """Best play to the end of the game."""
    @property
    def moves(self) -> dict[str, Proven] | None:
        """The value of each move, if it was asked for."""
    @property
    def nodes(self) -> int:
        """Nodes searched for the value."""
    @property
    def seconds(self) -> float:
        """How long the search for the value took."""
    @property
    def nodes_total(self) -> int:
        """Nodes searched for everything."""
    @property
    def seconds_total(self) -> float:
        """How long everything took."""
    @property
    def bounds(self) -> tuple[Proven, Proven] | None:
        """The least and the greatest value that are possible, if the solver did not find out all that
        was asked of it.
        """
    @property
    def certificate_moves(self) -> int | None:
        """Moves in the certificate that was asked for and written."""
    @property
    def certificate_error(self) -> str | None:
        """Why the certificate that was asked for was not written."""
    @property
    def partial(self) -> bool:
        """Whether moves may be missing from `best` and `moves`, because the solver was stopped."""
    @property
    def interrupted(self) -> bool:
        """Whether the solver was stopped before it had found out everything."""
    @property
    def to_move(self) -> _SideName:
        """The side to move."""
    @property
    def over(self) -> bool:
        """Whether the game was over already."""
    def to_dict(self) -> dict[str, Any]:
        """The command line's JSON."""
    @classmethod
    def from_json(cls, text: str) -> Solution:
        """The answer of a text of the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

class _SharesMemory(Protocol):
    def __dlpack__(self, **options: object) -> object: ...

_Int8s: TypeAlias = npt.NDArray[np.int8] | _SharesMemory
_Marks: TypeAlias = npt.NDArray[np.bool_] | _SharesMemory
_Actions: TypeAlias = npt.NDArray[np.integer[Any]] | _SharesMemory | Sequence[int]

@final
class VectorGame:
    r"""Many games from one position, which one call steps on all cores. The GIL is released meanwhile.

    An action is the number of a cell in the C order of ``State.board()``. ``seed`` is that of
    ``sample``, which draws random actions. A game that has ended begins again ``"at_once"``, in the
    step that ends it, or ``"in_next_step"``, whose action is then not looked at: before it, the
    last position can be seen. ``planes`` says where the two planes of observations are: ``"last"``
    for the shape (n, \*sizes, 2), ``"first"`` for (n, 2, \*sizes). ``start`` is the state in which
    each game begins, without it the empty board. ``threads=0`` takes all cores; what happens does
    not depend on it.

    An array that is given is written into: one of NumPy, or of another library that shares its
    memory (DLPack), contiguous in C order. Without it a new one is made.
    ``torch.from_numpy(array)`` shares the memory of either.

    >>> import numpy as np
    >>> games = VectorGame("connect-four", 1000, seed=1)
    >>> seen = np.empty(games.observation_shape, np.int8)
    >>> won = 0
    >>> for ply in range(100):
    ...     rewards, ended, illegal = games.step(games.sample(), observations=seen)
    ...     won += int((rewards == 1).sum())
    >>> seen.shape, won
    ((1000, 7, 6, 2), 4289)

    Raises RequestError (a ValueError) if the game does not exist or is over, an option has no such
    value, or an array has another shape; TypeError if it has another data type or cannot be
    written.
    """

    def __new__(
        cls,
        game: Game | str | PathLike[str],
        n: int,
        *,
        seed: int = 2004,
        restart: Literal["at_once", "in_next_step"] = "at_once",
        planes: Literal["last", "first"] = "last",
        start: State | None = None,
        threads: int = 0,
    ) -> VectorGame: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def actions(self) -> int:
        """The number of actions, legal or not: the number of cells."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        r"""The shape of all observations: (n, \*sizes, 2), or (n, 2, \*sizes) with planes="first"."""
    @property
    def legal_shape(self) -> tuple[int, ...]:
        r"""The shape of all masks: (n, \*sizes)."""
    def reset(self, *, where: _Marks | Sequence[bool] | None = None) -> None:
        """Begins games again: all, or those that are marked in ``where``, a bool array of the shape
        (n,).
        """
    def step(
        self,
        actions: _Actions,
        *,
        where: _Marks | Sequence[bool] | None = None,
        rewards: _Int8s | None = None,
        ended: _Marks | None = None,
        illegal: _Marks | None = None,
        observations: _Int8s | None = None,
        own: _Int8s | Sequence[int] | None = None,
        legal: _Marks | None = None,
        to_move: _Int8s | None = None,
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Plays the action of each game, or of those that are marked in ``where``: (rewards, ended,
        illegal), of the shape (n,).

        A reward is 1 if the side that moved won with its move, -1 if it lost, else 0: int8.
        ``ended`` says which games ended, and ``illegal`` which of them because the action was not a
        legal move, which loses: bool. ``actions`` are integers, without a copy if they are int64.
        What is to be seen after the step is written into ``observations`` (int8), ``legal`` (bool)
        and ``to_move`` (int8), if they are given; for ``own`` see ``observations()``.
        """
    def sample(self, out: npt.NDArray[np.int64] | _SharesMemory | None = None) -> npt.NDArray[np.int64]:
        """A random legal action for each game, all with the same probability: int64, of the shape
        (n,); 0 for a game that waits to begin again. They follow from the seed and from how often
        actions were drawn.
        """
    def observations(
        self, out: _Int8s | None = None, *, own: _Int8s | Sequence[int] | None = None
    ) -> npt.NDArray[np.int8]:
        """Where the stones are, 1 or 0: int8, of the shape ``observation_shape``. In the first plane
        are those of the side to move, or of the sides in ``own``, an int8 array of the shape (n,),
        1 for x and -1 for o.
        """
    def legal(self, out: _Marks | None = None) -> npt.NDArray[np.bool_]:
        """The cells that can be played: bool, of the shape ``legal_shape``. None can in a game that
        waits to begin again.
        """
    def to_move(self, out: _Int8s | None = None) -> npt.NDArray[np.int8]:
        """The side to move, 1 for x and -1 for o: int8, of the shape (n,)."""
    def state(self, game: int) -> State:
        """The position of one game, counted from 0, or from the end if it is below 0."""
    def place(self, game: int, state: State) -> None:
        """Lets one game go on from a state."""
    def __len__(self, /) -> int: ...

_Network: TypeAlias = Callable[[npt.NDArray[np.int8], npt.NDArray[np.bool_]], tuple[object, object]]

@final
class SelfPlay:
    r"""Many games that play themselves: each move follows a search that a network guides. Positions of
    all games are judged in one call of the network. The GIL is released between these calls, and
    all cores work.

    ``n`` games are played at a time, with ``simulations`` for each move. ``leaves`` positions of
    each wait to be judged at a time, so a call has about ``n * leaves``. In the first
    ``drawn_plies`` plies of a game moves are drawn, each as often as simulations went through it;
    later the move with the most is played. ``noise`` is the part of the priors of the position to
    move from that is noise. A game ends as soon as its result is proven if ``until_proven`` is set.
    ``settings`` are those of monte-carlo, as text: ``"explore=1.5"``. The same seed gives the same
    games if the network judges alike.

    A game begins again when it has ended, and its positions are then examples for the network:

    - ``observations``, int8, (m, \*sizes, 2), and ``policies``, float32, (m, \*sizes): the part of
    the simulations that went through
      each move; if the result was proven, all moves that keep it have the same part
    - ``values``, float32, (m,): the result for the side to move, 1, 0 or -1: the proven one, or that of the game
    - ``plies``, int32, (m,): the stones on the board; ``proven``, bool, (m,): whether the search has proven the value
    - ``outcomes``, int8: the result of each game that ended, 1 if x won, -1 if o did, 0 for a draw

    >>> import numpy as np
    >>> def network(observations, legal):
    ...     return legal.astype(np.float32), np.zeros(len(legal), np.float32)
    >>> play = SelfPlay("connect-four", 32, simulations=20, seed=1)
    >>> examples = play.play(network, 500)
    >>> examples["observations"].shape[1:], examples["policies"].shape[1:], len(examples["values"]) >= 500
    ((7, 6, 2), (7, 6), True)

    Raises RequestError (a ValueError) if the game does not exist or is over, or an option has no
    such value.
    """

    def __new__(
        cls,
        game: Game | str | PathLike[str],
        n: int = 256,
        *,
        simulations: int = 64,
        leaves: int = 1,
        drawn_plies: int = 8,
        noise: float = 0.25,
        until_proven: bool = False,
        settings: str = "",
        seed: int = 2004,
        threads: int = 0,
    ) -> SelfPlay: ...
    @property
    def game(self) -> Game:
        """The game."""
    def gather(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        r"""Plays on until positions of all games wait to be judged: ``(observations, legal)``, int8 of
        the shape (m, \*sizes, 2) and bool of (m, \*sizes). m can be 0: the rules alone decide all
        that was searched.
        """
    def settle(self, priors: object, values: object) -> None:
        """Counts what a network says of the positions that ``gather`` gave, in their order. For
        ``priors`` and ``values`` see ``network`` in ``Player``.
        """
    def examples(self) -> dict[str, npt.NDArray[Any]]:
        """The positions of all games that have ended since this was asked last."""
    def play(self, network: _Network, examples: int) -> dict[str, npt.NDArray[Any]]:
        """Plays on until games with at least so many positions have ended: what ``examples`` gives.
        ``network`` is called as told in ``Player``.
        """

@final
class SolvedBatch:
    """The exact values of many boards: a sequence of Proven, and arrays, which make the same again.

    Raises RequestError if the arrays differ in length, or a number does not belong to a value.
    """

    def __new__(cls, results: npt.NDArray[np.int8], distances: npt.NDArray[np.int32]) -> SolvedBatch: ...
    @property
    def results(self) -> npt.NDArray[np.int8]:
        """1 for a win of the side to move, 0 for a draw, -1 for a loss: a new int8 array of the shape
        (n,).
        """
    @property
    def distances(self) -> npt.NDArray[np.int32]:
        """Plies to the end of each game, -1 for a draw and where they were not asked for: a new int32
        array of the shape (n,).
        """
    def __len__(self, /) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Proven: ...
    @overload
    def __getitem__(self, index: slice, /) -> SolvedBatch: ...
    def __iter__(self) -> Iterator[Proven]: ...
    def __getnewargs__(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Elo:
    """A difference in Elo points with its 95 % interval. What is None has no limit."""

    @property
    def value(self) -> float | None:
        """The difference."""
    @property
    def low(self) -> float | None:
        """The lower end of its interval."""
    @property
    def high(self) -> float | None:
        """The upper end of its interval."""
    def to_dict(self) -> dict[str, Any]:
        """The command line's JSON."""
    @classmethod
    def from_json(cls, text: str) -> Elo:
        """The answer of a text of the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class SequentialTest:
    """A sequential test of two differences in Elo."""

    @property
    def verdict(self) -> Literal["continue", "accept-h0", "accept-h1"]:
        """ "continue", "accept-h0" (the lower difference) or "accept-h1" (the upper one)."""
    @property
    def log_likelihood_ratio(self) -> float:
        """The log-likelihood ratio of the upper difference to the lower one."""
    @property
    def lower_bound(self) -> float:
        """The ratio at or below which the lower difference is accepted."""
    @property
    def upper_bound(self) -> float:
        """The ratio at or above which the upper difference is accepted."""
    @property
    def elo0(self) -> float:
        """The lower difference."""
    @property
    def elo1(self) -> float:
        """The upper difference."""
    @property
    def alpha(self) -> float:
        """The chance to accept the upper difference although the lower one is true."""
    @property
    def beta(self) -> float:
        """The chance to accept the lower difference although the upper one is true."""
    def to_dict(self) -> dict[str, Any]:
        """The command line's JSON."""
    @classmethod
    def from_json(cls, text: str) -> SequentialTest:
        """The answer of a text of the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class MatchResult:
    """The result of a match from the player's side. Intervals are those of 95 %."""

    def rows(self) -> list[dict[str, Any]]:
        """The result as a table of one row: ``pandas.DataFrame(row for result in results for row in
        result.rows())``.
        """
    @property
    def wins(self) -> int:
        """Games won."""
    @property
    def draws(self) -> int:
        """Games drawn."""
    @property
    def losses(self) -> int:
        """Games lost."""
    @property
    def games(self) -> int:
        """The number of games."""
    @property
    def distinct(self) -> int:
        """How many of the games are different, up to symmetry."""
    @property
    def forfeited(self) -> int:
        """Games that a player lost because it gave no move."""
    @property
    def openings(self) -> str:
        """The positions from which the games started."""
    @property
    def cautions(self) -> list[str]:
        """What must be known before any score: that games were forfeited, or repeat each other."""
    @property
    def levels(self) -> dict[str, str]:
        """The players that levels among them stand for in this game, by the level's text."""
    @property
    def decided(self) -> int:
        """Games that either player won."""
    @property
    def win_rate(self) -> float | None:
        """Wins among the decided games, or None if there are none."""
    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the win rate."""
    @property
    def score(self) -> float | None:
        """Points per game; a draw counts one half."""
    @property
    def score_interval(self) -> tuple[float, float]:
        """The score's interval."""
    @property
    def elo(self) -> Elo:
        """The difference in Elo."""
    @property
    def pairs(self) -> tuple[int, int, int, int, int] | None:
        """Pairs of games by the player's points (0, ½, 1, 1½, 2), if the games of a pair depend on
        each other.
        """
    @property
    def sprt(self) -> SequentialTest | None:
        """The sequential test that was asked for. Games after its verdict are not counted."""
    @property
    def plies(self) -> int:
        """Moves in all games."""
    @property
    def player_nodes(self) -> int:
        """Positions that the player looked at."""
    @property
    def opponent_nodes(self) -> int:
        """Positions that the opponent looked at."""
    @property
    def seed(self) -> int:
        """The seed of everything random."""
    @property
    def game(self) -> str:
        """Canonical game text."""
    @property
    def player(self) -> str:
        """The player."""
    @property
    def opponent(self) -> str:
        """The opponent."""
    @property
    def reproducible(self) -> bool:
        """Whether the same call gives the same games everywhere; not if a player has a limit of time."""
    @property
    def partial(self) -> bool:
        """Whether the progress callback stopped the match: then these are the games that were played."""
    def to_dict(self) -> dict[str, Any]:
        """The command line's JSON."""
    @classmethod
    def from_json(cls, text: str) -> MatchResult:
        """The answer of a text of the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class PlayoutCounts:
    """The results of uniformly random games."""

    @property
    def games(self) -> int:
        """The number of games."""
    @property
    def x(self) -> int:
        """Games that x won."""
    @property
    def o(self) -> int:
        """Games that o won."""
    @property
    def draws(self) -> int:
        """Drawn games."""
    @property
    def plies(self) -> int:
        """Moves in all games."""
    @property
    def seconds(self) -> float:
        """How long the games took."""
    @property
    def seed(self) -> int:
        """The seed of the moves."""
    @property
    def game(self) -> str:
        """Canonical game text."""
    @property
    def partial(self) -> bool:
        """Whether the progress callback stopped the run: then these are the games that were played."""
    def to_dict(self) -> dict[str, Any]:
        """The command line's JSON."""
    @classmethod
    def from_json(cls, text: str) -> PlayoutCounts:
        """The answer of a text of the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Task:
    """A task on the machine of a worker, of which ranges of units are done."""

    def __new__(cls, sealed: str, players: Sequence[Player] | None = None) -> Task: ...
    def work(
        self, start: int, end: int, seconds: float, progress: _Report | None = None
    ) -> tuple[bytes, list[tuple[int, int]]]:
        """Does the units of a range on one thread, and begins no more after `seconds`."""

def solve_lines(
    request: str,
    name: str,
    crew: _Crew,
    each: Callable[[str], object],
    *,
    progress: _Report | None = None,
) -> tuple[int, int]:
    """Has a crew solve lines of positions. `each` is called with the answer of each position as the
    command line's JSON, in the order of the lines. Gives the number of positions that were compared
    with an expected value, and of those that differ.
    """

def ask(
    name: str,
    fields: str,
    *,
    players: Sequence[Player] | None = None,
    crew: _Crew | None = None,
    threads: int = 0,
    progress: _Report | None = None,
) -> str:
    """Runs the request of this name, whose fields are JSON, and gives the answer as the command line's
    JSON.

    ``players`` are those of Python that it names. ``crew`` does its units in place of threads.
    """
