"""Options as values of Python, arrays of symmetries, outcomes and planes, and arrows."""

from typing import Any

import numpy as np
import pytest

import connect_toe as ct


def boards_of(game: ct.Game, count: int = 60) -> tuple[Any, list[str], list[ct.State]]:
    """Positions of random games, the last ones of which are over."""
    states: list[ct.State] = []
    while len(states) < count:
        state = game.new_initial_state()
        while not state.is_over:
            state.push(state.choose("random", seed=len(states)))
            states.append(state.copy())
    return np.stack([state.board() for state in states]), [state.to_move for state in states], states


def test_pairs_of_numbers_are_those_of_their_texts() -> None:
    game = ct.Game("tic-tac-toe")
    options: dict[str, Any] = {"games": 400, "seed": 1, "threads": 1}
    text = game.match("two-ply", "random", sprt="0,200", errors="0.01,0.05", **options)
    values = game.match("two-ply", "random", sprt=(0, 200), errors=(0.01, 0.05), **options)
    assert text == values
    assert values.sprt is not None
    assert (values.sprt.elo0, values.sprt.elo1, values.sprt.alpha, values.sprt.beta) == (0, 200, 0.01, 0.05)
    with pytest.raises(TypeError, match=r"two numbers are a pair, as \(0, 20\), or text, not float"):
        game.match("random", "random", sprt=5.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not tuple"):
        game.match("random", "random", sprt=(1, 2, 3))  # type: ignore[arg-type]
    with pytest.raises(ct.RequestError):
        game.match("random", "random", sprt=(20, 0))


def test_memory_is_a_number_of_bytes() -> None:
    state = ct.Game("4x4:3").new_initial_state()
    assert state.solve(memory=2**26).distance == state.solve(memory="64M").distance == state.solve().distance
    boards = state.board()[np.newaxis]
    assert state.game.solve_batch(boards, memory=2**22)[0] == ct.Proven("win", 5)
    with pytest.raises(ct.RequestError):
        state.solve(memory=64)
    for wrong in (1.5, True, [64]):
        with pytest.raises(TypeError, match="memory is a number of bytes or text, not "):
            state.solve(memory=wrong)  # type: ignore[arg-type]
    with pytest.raises(ct.RequestError, match="is not a whole number"):
        state.solve(memory=-1)


@pytest.mark.parametrize(
    "text", ["tic-tac-toe", "connect-four", "3x3x2:3", "6x6:4:free:turn=1+2", "5x5:4:free:maker"]
)
def test_batches_of_outcomes_and_planes(text: str) -> None:
    game = ct.Game(text)
    boards, to_move, states = boards_of(game)
    over, winner = game.outcome_batch(boards, to_move)
    assert over.dtype == np.bool_ and winner.dtype == np.int8
    assert over.tolist() == [state.is_over for state in states]
    assert winner.tolist() == [{"x": 1, "o": -1}.get(str(state.outcome), 0) for state in states]
    many = game.outcome_batch(np.repeat(boards, 40, axis=0), np.repeat(to_move, 40), threads=2)
    assert (many[0] == np.repeat(over, 40)).all() and (many[1] == np.repeat(winner, 40)).all()
    places = [place for place, state in enumerate(states) if not state.is_over]
    actions = [state.legal_actions()[-1] for state in states if not state.is_over]
    sides = [to_move[place] for place in places]
    after, next_to_move = game.play_batch(boards[places], actions, sides)
    for place, action, board, side in zip(places, actions, after, next_to_move, strict=True):
        state = states[place].copy()
        state.push(action)
        assert (state.board() == board).all() and state.to_move == ("x" if side == 1 else "o")
    with pytest.raises(ct.RequestError, match=r"^actions\[0\]: -1 is not an action: they are 0 to "):
        game.play_batch(boards[places[:1]], [-1], sides[:1])
    twice = np.stack([boards[places[0]], after[0]])
    with pytest.raises(ct.RequestError, match=r"^actions\[1\]: "):
        game.play_batch(twice, [actions[0]] * 2, [sides[0], *next_to_move[:1]])
    planes = game.observation_batch(boards, to_move)
    own = np.array([1 if side == "x" else -1 for side in to_move]).reshape(-1, *[1] * len(game.sizes))
    assert planes.dtype == np.int8
    assert (planes == np.stack([boards == own, boards == -own], axis=-1)).all()
    wrong = boards[:2].copy()
    wrong[1].flat[0] = 2
    for batch in (game.outcome_batch, game.observation_batch):
        with pytest.raises(ct.RequestError, match=r"^boards\[1\]: 2 on a1(\.1)? is not a stone"):
            batch(wrong, to_move[:2])


@pytest.mark.parametrize(
    ("text", "order"),
    [("tic-tac-toe", 8), ("connect-four", 2), ("4x4x4:4", 192), ("7:projective", 168), ("5x4:3:-2", 2)],
)
def test_symmetries_are_permutations(text: str, order: int) -> None:
    game = ct.Game(text)
    permutations = game.symmetries()
    assert permutations.shape == (order, game.cells)
    assert permutations.dtype == np.intp
    assert (permutations[0] == np.arange(game.cells)).all()
    assert (np.sort(permutations, axis=1) == np.arange(game.cells)).all()
    assert len({tuple(row) for row in permutations.tolist()}) == order
    boards, to_move, _ = boards_of(game, 20)
    legal = game.legal_batch(boards, to_move)
    for permutation in permutations[:8]:
        images = boards.reshape(len(boards), -1)[:, permutation].reshape(boards.shape)
        assert (
            game.legal_batch(images, to_move).reshape(len(boards), -1)
            == legal.reshape(len(boards), -1)[:, permutation]
        ).all()
        assert (game.outcome_batch(images, to_move)[1] == game.outcome_batch(boards, to_move)[1]).all()


def test_too_many_symmetries_are_refused() -> None:
    with pytest.raises(ct.RequestError, match="symmetries, which are too many for an array"):
        ct.Game("5x5:1").symmetries()


def test_arrows_lead_from_cell_to_cell() -> None:
    state = ct.Game("connect-four").state("d1 d2")
    plain = state.svg()
    assert plain is not None and plain == state._repr_svg_()
    drawn = state.svg(arrows=[("d1", "d3"), (18, "a1"), ("g6", "g6")])
    assert drawn is not None and drawn.count('class="arrow"') == 3
    assert state.svg(arrows=[]) == plain
    assert ct.Game("7:projective").new_initial_state().svg(arrows=[("a", "b")]) is not None
    assert ct.Game("3x3x20x20:3").new_initial_state().svg(arrows=[]) is None
    with pytest.raises(ct.RequestError, match="z9"):
        state.svg(arrows=[("z9", "a1")])
    for wrong in ([("a1", 1.5)], ["a1b"], [("a1",)]):
        with pytest.raises((TypeError, ValueError)):
            state.svg(arrows=wrong)  # type: ignore[arg-type]
