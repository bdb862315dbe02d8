"""Boards as text and as pixels.

Layers of dimension 3 stand side by side, those of dimension 4 below each other, and so on in turn.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from connect_toe import Game, State

Pixels = npt.NDArray[np.uint8]

RENDER_MODES = ("human", "ansi", "rgb_array")

_PAPER = (255, 255, 255)
_TINT = (244, 246, 247)
_LINE = (213, 218, 221)
_SOFT = (88, 98, 104)
_X = (11, 85, 181)
_O = (221, 95, 5)
_WON = (0, 128, 90)
_FORBID = (169, 70, 159)

# Width and height that a picture keeps to if its cells can be that small, in pixels.
_LARGEST = 720
_CELLS = range(4, 49)

# What a tile shows: a stone (0 for none, 1 for x, 2 for o) or a blocked cell, with these marks added.
_BLOCKED = 3
_WINNING, _LAST, _OPEN, _FORBIDDEN = 4, 8, 16, 32
_TILES = 64


def text(state: State) -> str:
    """The board as lines of text that end with a line break: x, o, and . for an empty cell.

    A blocked cell is #, one that the side to move may not take because of a rule is !.

    Columns have letters and rows have numbers as in the text of cells; layers have their further coordinates
    above them.

    >>> print(text(Game("connect-four").state(moves="d1 d2")), end="")
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . o . . .
    1 . . . x . . .
      a b c d e f g
    >>> print(text(Game("2x2x3:2").state(moves="a1.2")), end="")
    .1     .2     .3
    2 . .  2 . .  2 . .
    1 . .  1 x .  1 . .
      a b    a b    a b
    """
    names = np.array(state.game.cell_names).reshape(state.game.sizes)
    columns = [name.rstrip(".0123456789") for name in names.reshape(len(names), -1)[:, 0]]
    signs = np.array([".", "x", "o"])[state.board()]
    marks = [
        *((cell, "#") for cell in state.game.blocked),
        *((cell, "!") for cell in state.forbidden_cells()),
    ]
    numbers = _numbers(state.game)
    for cell, mark in marks:
        signs.flat[numbers[cell]] = mark
    return "\n".join(line.rstrip() for line in _lines(signs, columns, "")) + "\n"


def _lines(signs: npt.NDArray[np.str_], columns: list[str], place: str) -> list[str]:
    """The lines of a block, all of one length; `place` are its coordinates in further dimensions."""
    if signs.ndim > 2:
        blocks = [_lines(signs[..., i], columns, f".{i + 1}{place}") for i in range(signs.shape[-1])]
        if signs.ndim % 2 == 1:
            between = " " * (signs.ndim - 1)
            return [between.join(parts) for parts in zip(*blocks, strict=True)]
        blank = " " * len(blocks[0][0])
        return [line for block in blocks for line in (blank, *block)][1:]
    width = max(map(len, columns))
    if signs.ndim == 1:
        lines = [signs.tolist(), columns]
        lead = [""] * 2
    else:
        rows = range(signs.shape[1], 0, -1)
        lines = [*signs.T[::-1].tolist(), columns]
        lead = [*map(str, rows), ""]
    margin = max(map(len, lead))
    grid = [
        " ".join([*([number.rjust(margin)] if margin else []), *(cell.rjust(width) for cell in line)])
        for number, line in zip(lead, lines, strict=True)
    ]
    length = max(len(grid[0]), len(place))
    return [line.ljust(length) for line in ([place] if place else []) + grid]


def picture(state: State) -> Pixels:
    """The board as pixels: shape (height, width, 3), red, green and blue.

    Blue crosses are x, orange rings are o, dark cells are blocked. The last move has a frame, the cells of a
    completed line are green, and where stones fall, dots show where they can come to rest; cells that a rule
    forbids have a bar. Width and height are even and depend on the game's sizes alone.

    >>> picture(Game("connect-four").new_initial_state()).shape
    (300, 348, 3)
    """
    game = state.game
    codes = np.where(state.board() < 0, 2, state.board()).astype(np.intp).reshape(-1)
    if _falls(game):
        codes[state.legal_mask().reshape(-1)] += _OPEN
    numbers = _numbers(game)
    codes[[numbers[cell] for cell in game.blocked]] = _BLOCKED
    codes[[numbers[cell] for cell in state.forbidden_cells()]] += _FORBIDDEN
    codes[[numbers[cell] for cell in state.winning_cells]] += _WINNING
    codes[[numbers[cell] for cell in state.moves[-1:]]] += _LAST
    side = _side(game.sizes)
    pixels = _pixels(codes.reshape(game.sizes), _tiles(side), side)
    margin = max(4, side // 8)
    height, width = (size + size % 2 for size in pixels.shape[:2])
    framed = np.full((height + 2 * margin, width + 2 * margin, 3), _PAPER, dtype=np.uint8)
    framed[margin : margin + pixels.shape[0], margin : margin + pixels.shape[1]] = pixels
    return framed


@functools.lru_cache(maxsize=16)
def _falls(game: Game) -> bool:
    """Whether it is not every empty cell that can be played."""
    return bool(game.describe()["faces"] != "free")


@functools.lru_cache(maxsize=16)
def _numbers(game: Game) -> dict[str, int]:
    return {cell: number for number, cell in enumerate(game.cell_names)}


def _gap(side: int, dimensions: int) -> int:
    """The room between blocks along the last one of these dimensions."""
    return max(2, side // 4) * (dimensions - 2)


def _extent(sizes: tuple[int, ...], side: int) -> int:
    """The larger one of width and height of a board with cells of this side."""
    width, height = sizes[0] * side, (sizes[1] if len(sizes) > 1 else 1) * side
    for dimensions, count in enumerate(sizes[2:], start=3):
        gap = _gap(side, dimensions)
        if dimensions % 2 == 1:
            width = count * (width + gap) - gap
        else:
            height = count * (height + gap) - gap
    return max(width, height)


@functools.lru_cache(maxsize=64)
def _side(sizes: tuple[int, ...]) -> int:
    """The side of a cell: the largest one with which the board fits, or the smallest one there is."""
    fitting = (side for side in reversed(_CELLS) if _extent(sizes, side) <= _LARGEST)
    return next(fitting, _CELLS[0])


def _pixels(codes: npt.NDArray[np.intp], tiles: Pixels, side: int) -> Pixels:
    """A block of a board whose cells show the tiles of these numbers."""
    if codes.ndim <= 2:
        # Dimension 2 grows upward.
        rows = codes.reshape(len(codes), -1).T[::-1]
        height, width = rows.shape
        pixels: Pixels = tiles[rows].swapaxes(1, 2).reshape(height * side, width * side, 3)
        return pixels
    blocks = [_pixels(codes[..., i], tiles, side) for i in range(codes.shape[-1])]
    axis = codes.ndim % 2
    shape = list(blocks[0].shape)
    shape[axis] = _gap(side, codes.ndim)
    gap = np.full(shape, _PAPER, dtype=np.uint8)
    return np.concatenate([part for block in blocks for part in (gap, block)][1:], axis=axis)


@functools.lru_cache(maxsize=8)
def _tiles(side: int) -> Pixels:
    """All tiles: shape (tiles, side, side, 3)."""
    tiles = np.empty((_TILES, side, side, 3), dtype=np.uint8)
    middle = (side - 1) / 2
    down, right = np.abs(np.mgrid[:side, :side] - middle)
    wide = max(1.0, side * 0.11)
    reach, radius = side * 0.27, side * 0.29

    def stroke(distance: npt.NDArray[np.float64], width: float) -> npt.NDArray[np.float64]:
        """How much of each pixel a stroke covers."""
        return np.clip(0.5 + width / 2 - distance, 0.0, 1.0)

    beyond = np.maximum((down + right) / 2 - reach, 0.0)
    cross = stroke(np.hypot((down - right) / np.sqrt(2), beyond * np.sqrt(2)), wide)
    ring = stroke(np.abs(np.hypot(down, right) - radius), wide)
    bar = stroke(down, wide) * (right < reach)
    dot = stroke(np.hypot(down, right), max(1.0, side * 0.12))
    edge = (np.maximum(down, right) > middle - 0.5).astype(np.float64)
    inset = np.maximum(down, right)
    frame = ((inset > middle - max(2.0, side * 0.09)) & (inset < middle - 0.5)).astype(np.float64)
    for tile in range(_TILES):
        pixels = np.full((side, side, 3), _TINT, dtype=np.float64)

        def paint(
            cover: npt.NDArray[np.float64],
            colour: tuple[int, int, int],
            pixels: npt.NDArray[np.float64] = pixels,
        ) -> None:
            pixels += cover[..., np.newaxis] * (np.array(colour) - pixels)

        if tile & _WINNING:
            paint(np.full((side, side), 0.35), _WON)
        if side > _CELLS[0]:
            paint(edge, _LINE)
        if tile & _LAST:
            paint(frame, _SOFT)
        if tile & _OPEN:
            paint(dot, _SOFT)
        if tile & _FORBIDDEN:
            paint(bar, _FORBID)
        match tile % 4:
            case 1:
                paint(cross, _X)
            case 2:
                paint(ring, _O)
            case 3:
                paint(np.full((side, side), 0.75), _SOFT)
        tiles[tile] = pixels.round().astype(np.uint8)
    return tiles


def checked(render_mode: str | None) -> str | None:
    """The render mode.

    Raises:
        ValueError: There is no such render mode.
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"`{render_mode}` is not a render mode: there are {', '.join(RENDER_MODES)}")
    return render_mode


def render(state: State, render_mode: str | None) -> Pixels | str | None:
    """The board as environments render it: text ("ansi"), pixels ("rgb_array"), or printed and None.

    Without a render mode there is a warning.
    """
    if render_mode is None:
        # Environments need Gymnasium, those of PettingZoo too.
        from gymnasium import logger

        logger.warn("There is nothing to render: the environment was made without a render mode.")
        return None
    if render_mode == "rgb_array":
        return picture(state)
    if render_mode == "ansi":
        return text(state)
    print(text(state))
    return None
