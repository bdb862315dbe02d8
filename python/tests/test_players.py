"""Heuristics, searches and players of one's own."""

import importlib.util
import pickle
import re
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from calls import seconds_until_interrupted

import connect_toe as ct

Array = npt.NDArray[Any]
EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def nothing(boards: Array, to_move: Array, side: Array) -> Array:
    return np.zeros(len(boards), np.int64)


def first(state: ct.State) -> str:
    return state.legal_moves()[0]


@pytest.mark.parametrize("text", ["3x3:3", "7x6:4:-2", "3x3x3:3", "5x4:3:+1,-2"])
@pytest.mark.parametrize("search", ["minimax:depth=2", "alpha-beta:depth=1", "alpha-beta:depth=4"])
def test_a_heuristic_is_searched_as_the_engine_s_own_of_the_same_values(text: str, search: str) -> None:
    game = ct.Game(text)
    mine = ct.Player(name="mine", evaluate=example("own_heuristic").weighted_lines(game), search=search)
    state = game.new_initial_state()
    for _ in range(3):
        state.push(state.legal_moves()[-1])
        own = state.analyze(mine, exact_nodes=0)
        native = state.analyze(f"{search},eval=weighted-lines", exact_nodes=0)
        # The engine's own heuristic has a scale besides, which says the score to expect.
        assert (own.best, own.value, own.moves) == (native.best, native.value, native.moves)
        assert (own.line, own.nodes, own.exact) == (native.line, native.nodes, native.exact)
        for side in ("x", "o", None):
            assert state.evaluate(mine, side) == state.evaluate("weighted-lines", side)
        assert state.choose(mine, seed=3) in own.best


def test_a_batch_of_an_own_heuristic_is_one_call_for_each_side() -> None:
    game = ct.Game("7x6:4:-2")
    calls = []
    native = example("own_heuristic").weighted_lines(game)

    def evaluate(boards: Array, to_move: Array, side: Array) -> Array:
        calls.append(len(boards))
        assert boards.shape == (len(boards), 7, 6)
        assert all(array.dtype == np.int8 for array in (boards, to_move, side))
        assert to_move.shape == side.shape == (len(boards),)
        values: Array = native(boards, to_move, side)
        return values

    mine = ct.Player(name="mine", evaluate=evaluate)
    state = game.new_initial_state()
    boards, sides = [], []
    while state.outcome is None:
        boards.append(state.board())
        sides.append(state.to_move)
        state.push(state.legal_moves()[0])
    boards.append(state.board())
    sides.append(state.to_move)
    values = game.evaluate_batch(mine, np.stack(boards), sides)
    assert (values == game.evaluate_batch("weighted-lines", np.stack(boards), sides))[:-1].all()
    # A finished game has its value without a question.
    assert abs(int(values[-1])) == 2**52 - 2**13
    assert sum(calls) == len(boards) - 1
    assert len(calls) == 2


def test_all_positions_after_one_come_in_one_call() -> None:
    calls = []

    def count(boards: Array, to_move: Array, side: Array) -> list[int]:
        calls.append(len(boards))
        return [0] * len(boards)

    mine = ct.Player(name="mine", evaluate=count, search="minimax:depth=3")
    analysis = ct.Game("5x5:4").new_initial_state().analyze(mine, exact_nodes=0)
    assert calls == [23] * (25 * 24)
    assert analysis.nodes == 25 + 25 * 24 + 25 * 24 * 23


def test_matches_and_results_have_the_name(tmp_path: Path) -> None:
    game = ct.Game("4x4:3")
    heuristic = example("own_heuristic").weighted_lines(game)
    mine = ct.Player(name="mine", evaluate=heuristic, search="minimax:depth=2")
    results = tmp_path / "games.sqlite"
    match = game.match(mine, "random", games=20, seed=1, results=results)
    assert match.player == str(mine) == "minimax:depth=2,eval=mine"
    assert (match.games, match.opponent) == (20, "random")
    assert match == game.match(mine, "random", games=20, seed=1, threads=3)
    assert match == game.match(mine, "random", games=20, seed=1, results=results)
    again = game.match(mine, mine, games=10)
    assert (again.player, again.opponent) == (str(mine), str(mine))
    chooser = ct.Player(name="first", choose=first)
    assert game.match("random", chooser, games=20).opponent == "first"
    other = ct.Player(name="mine", evaluate=nothing)
    with pytest.raises(ct.RequestError, match="two players have the name `mine` and different functions"):
        game.match(mine, other)


EXPERIMENT = """
games_per_cell = 20
[[study]]
name = "mine"
game = ["4x4:3", "5x4:3:-2"]
player = ["minimax:depth=1,eval=mine", "first"]
opponent = ["random", "alpha-beta:depth=2,eval=mine"]
"""


def test_experiments_play_them(tmp_path: Path) -> None:
    def centre(boards: Array, to_move: Array, side: Array) -> Array:
        values: Array = boards[:, 1:3, 1:3].sum(axis=(1, 2)) * side
        return values

    def fail(boards: Array, to_move: Array, side: Array) -> Array:
        raise Enough(1)

    file = tmp_path / "mine.toml"
    file.write_text(EXPERIMENT)
    chooser = ct.Player(name="first", choose=first)
    mine = ct.Player(name="mine", evaluate=centre)
    with pytest.raises(ct.RequestError, match="no heuristic has the name `mine`"):
        ct.play_experiment(file, players=[chooser])
    with pytest.raises(Enough):
        ct.play_experiment(file, players=[chooser, ct.Player(name="mine", evaluate=fail)])
    status = ct.play_experiment(file, players=[chooser, mine], resume=True)
    other = ct.play_experiment(file, tmp_path / "other.db", players=[mine, chooser], threads=3)
    assert (status["done"], status["games"]) == (True, 160)
    for one in (status, other):
        assert {"first", "minimax:depth=1,eval=mine"} <= set(re.findall(r"[a-z-]+[a-z0-9:=,-]*", str(one)))
    assert status["studies"] == other["studies"]


def test_an_experiment_can_be_a_dictionary(tmp_path: Path) -> None:
    file, results = tmp_path / "mine.toml", tmp_path / "own" / "mine.db"
    results.parent.mkdir()
    file.write_text(EXPERIMENT)
    players = [ct.Player(name="first", choose=first), ct.Player(name="mine", evaluate=nothing)]
    study = {
        "name": "mine",
        "game": ["4x4:3", "5x4:3:-2"],
        "player": ["minimax:depth=1,eval=mine", "first"],
        "opponent": ["random", "alpha-beta:depth=2,eval=mine"],
    }
    experiment = {"games_per_cell": 20, "study": [study]}
    status = ct.play_experiment(experiment, results, players=players)
    assert status["studies"] == ct.play_experiment(file, players=players)["studies"]
    # What it is can be read beside the games, and gone on with.
    written = results.with_suffix(".toml")
    again = ct.play_experiment(written, results, players=players, resume=True)
    assert again["studies"] == status["studies"]
    assert ct.play_experiment(experiment, results, players=players, resume=True)["done"]
    with pytest.raises(ct.RequestError, match="is another experiment: name other results"):
        ct.play_experiment({**experiment, "games_per_cell": 10}, results, players=players)
    with pytest.raises(ct.RequestError, match="a dictionary needs results="):
        ct.play_experiment(experiment)
    with pytest.raises(ct.RequestError, match="is not an experiment"):
        ct.play_experiment({"study": None}, tmp_path / "other.db")
    with pytest.raises(ct.RequestError, match=r"other.toml, line 1.*games_per_sell"):
        ct.play_experiment({"games_per_sell": 20}, tmp_path / "other.db")
    assert not (tmp_path / "other.toml").exists()


def test_a_player_chooses_from_a_state() -> None:
    seen = []

    def last(state: ct.State) -> str:
        seen.append(state)
        return state.legal_moves()[-1].upper()

    game = ct.Game("7x6:4:-2")
    state = game.state("44")
    assert state.choose(ct.Player(name="last", choose=last)) == "g1"
    assert seen == [state]
    assert seen[0].game == game
    assert pickle.loads(pickle.dumps(seen[0])) == state
    with pytest.raises(ct.RequestError, match="`last` is not a search"):
        state.analyze(ct.Player(name="last", choose=last))
    with pytest.raises(ct.RequestError, match="`last` chooses moves: it does not value positions"):
        state.evaluate(ct.Player(name="last", choose=last))


def test_seeds_make_the_same_games_again() -> None:
    def drawn(state: ct.State, seed: int) -> str:
        return str(np.random.default_rng(seed).choice(state.legal_moves()))

    game = ct.Game("tic-tac-toe")
    player = ct.Player(name="drawn", choose=drawn, seeded=True)
    match = game.match(player, "random", games=200, seed=5)
    assert match == game.match(player, "random", games=200, seed=5, threads=2)
    assert match != game.match(player, "random", games=200, seed=6)
    assert 0 < match.wins < 200


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    search = example("own_search")
    for text in ("3x3:3", "7x6:4:-2", "4x4:3:+1,-2"):
        state = ct.Game(text).new_initial_state()
        while state.outcome is None:
            move = search.choose(state)
            assert move == state.choose("minimax:depth=2,eval=runs,ties=first")
            state.push(move)
    for name in ("own_heuristic", "own_search"):
        example(name).main()
    assert capsys.readouterr().out.count("<MatchResult: ") == 2


@pytest.mark.parametrize(
    ("values", "error", "match"),
    [
        (lambda n: np.zeros(n), TypeError, "data type float64: values are whole numbers"),
        (lambda n: [0.5] * n, TypeError, "data type float64"),
        (lambda n: np.zeros(n, np.bool_), TypeError, "data type bool"),
        (lambda n: ["1"] * n, TypeError, "data type <U1"),
        (lambda n: None, TypeError, "data type object"),
        (lambda n: np.zeros(n + 1, np.int64), ValueError, "gave 8 values for 7 boards"),
        (lambda n: [1] * (n - 1), ValueError, "gave 6 values for 7 boards"),
        (lambda n: [], ValueError, "gave 0 values for 7 boards"),
        (lambda n: np.zeros((n, 1), np.int64), ValueError, r"gave the shape \(7, 1\)"),
        (lambda n: 3, ValueError, r"gave the shape \(\)"),
        (lambda n: np.full(n, 2**52), ValueError, "gave 4503599627370496 for board 0: values lie between -"),
        (lambda n: np.full(n, -(2**63)), ValueError, "gave -9223372036854775808 for board 0"),
        (lambda n: np.full(n, 2**63, np.uint64), ValueError, "gave 9223372036854775808"),
    ],
)
def test_what_is_not_a_value_for_each_board_is_refused(
    values: Callable[[int], Array], error: type[Exception], match: str
) -> None:
    mine = ct.Player(
        name="mine", evaluate=lambda boards, _to_move, _side: values(len(boards)), search="minimax:depth=1"
    )
    state = ct.Game("7x6:4:-2").new_initial_state()
    with pytest.raises(error, match=match):
        state.analyze(mine)
    with pytest.raises(error, match="evaluate of `mine` gave"):
        ct.Game("7x6:4:-2").match(mine, "random", games=4)


def test_integers_of_every_kind_are_values() -> None:
    state = ct.Game("7x6:4:-2").new_initial_state()
    for kind in (np.int8, np.int16, np.int32, np.uint8, np.uint64, ">i8", list):

        def evaluate(
            boards: Array, to_move: Array, side: Array, kind: npt.DTypeLike = kind
        ) -> Array | list[int]:
            values = np.abs(boards).sum(axis=(1, 2)) + boards[:, 3, 0] * side
            if kind is list:
                return [int(value) for value in values]
            return np.asarray(values.astype(kind))

        analysis = state.analyze(ct.Player(name="mine", evaluate=evaluate, search="minimax:depth=1"))
        assert (analysis.best, analysis.value) == (["d1"], 2)


@pytest.mark.parametrize(
    ("chosen", "error", "match"),
    [
        (
            "z9",
            ct.RequestError,
            r"choose of `mine` gave `z9` for [xo_]{3}/[xo_]{3}/[xo_]{3}, [xo] to move: `z9` is off the board",
        ),
        ("", ct.RequestError, "choose of `mine` gave `` for"),
        (9, ct.RequestError, "9 is not an action of this game: there are 0 to 8"),
        (None, TypeError, "choose of `mine` gives the text of a move, or an action, not NoneType"),
    ],
)
def test_moves_that_are_none_are_refused(chosen: str, error: type[Exception], match: str) -> None:
    mine = ct.Player(name="mine", choose=lambda _: chosen)
    with pytest.raises(error, match=match):
        ct.Game("3x3:3").new_initial_state().choose(mine)
    with pytest.raises(error, match=match):
        ct.Game("3x3:3").match(mine, mine, games=10, threads=2)


class Enough(Exception):  # noqa: N818
    def __init__(self, calls: int) -> None:
        super().__init__(calls)
        self.calls = calls


def test_exceptions_pass_through_unchanged(tmp_path: Path) -> None:
    calls = 0
    raised: list[Enough] = []

    def evaluate(boards: Array, to_move: Array, side: Array) -> Array:
        nonlocal calls
        calls += 1
        if calls >= 50:
            raised.append(Enough(calls))
            raise raised[-1]
        return np.zeros(len(boards), np.int64)

    def choose(state: ct.State) -> str:
        evaluate(np.zeros((1, 1), np.int8), np.zeros(1), np.zeros(1))
        return state.legal_moves()[0]

    game = ct.Game("7x6:4:-2")
    state = game.new_initial_state()
    searcher = ct.Player(name="mine", evaluate=evaluate, search="alpha-beta:depth=6")
    results = tmp_path / "games.sqlite"
    for call in (
        lambda: state.analyze(searcher),
        lambda: [state.choose(searcher) for _ in range(50)],
        lambda: [state.evaluate(searcher) for _ in range(50)],
        lambda: [game.evaluate_batch(searcher, np.zeros((4000, 7, 6), np.int8)) for _ in range(50)],
        lambda: game.match(searcher, "random", games=4, results=results),
        lambda: game.match(searcher, "random", threads=2),
        lambda: game.match("random", ct.Player(name="first", choose=choose)),
    ):
        calls = 0
        raised.clear()
        with pytest.raises(Enough) as caught:
            call()
        # Nobody asks again for what nobody waits for; a second thread may have asked already.
        assert any(caught.value is one for one in raised)
        assert calls in (50, 51)
        assert "raise raised[-1]" in traceback.format_exception(caught.value)[-2]
    # The game in which it happened is not among the results: they go on as if nothing had been.
    quiet = ct.Player(name="mine", evaluate=nothing, search="alpha-beta:depth=6")
    assert game.match(quiet, "random", games=4, results=results) == game.match(quiet, "random", games=4)


def test_an_interrupt_ends_searches_of_slow_heuristics_and_players() -> None:
    for player in (
        "evaluate=lambda b, t, s: (time.sleep(0.01), [0] * len(b))[1], search='alpha-beta:depth=8'",
        "choose=lambda state: (time.sleep(0.01), state.legal_moves()[0])[1]",
    ):
        match = f"ct.Game('connect-four').match(ct.Player('mine', {player}), 'random', games=100_000)"
        assert seconds_until_interrupted(match) < 1.0


def test_players_are_described() -> None:
    mine = ct.Player(name="mine", evaluate=nothing, search="two-ply")
    assert (mine.name, mine.search, str(mine), repr(mine)) == (
        "mine",
        "two-ply",
        "two-ply:eval=mine",
        "<Player two-ply:eval=mine>",
    )
    assert str(ct.Player("mine", evaluate=nothing)) == "alpha-beta:depth=4,eval=mine"
    chooser = ct.Player("first", choose=first)
    assert (chooser.search, str(chooser)) == (None, "first")
    for player in (mine, chooser):
        again = pickle.loads(pickle.dumps(player))
        assert str(again) == str(player)
        assert ct.Game("3x3:3").new_initial_state().choose(again, seed=2) in ct.Game("3x3:3").cell_names


def test_several_searches_ask_one_heuristic() -> None:
    game = ct.Game("3x3:3")
    shallow, deep = (ct.Player("same", evaluate=nothing, search=f"minimax:depth={depth}") for depth in (1, 9))
    result = game.match(shallow, deep, games=20, seed=1)
    assert (result.player, result.opponent) == ("minimax:depth=1,eval=same", "minimax:depth=9,eval=same")
    assert result.wins < result.losses
    other = ct.Player("same", evaluate=lambda boards, to_move, side: nothing(boards, to_move, side))
    with pytest.raises(ct.RequestError, match="two players have the name `same` and different functions"):
        game.match(shallow, other, games=2)
    assert game.match(shallow, ct.Player("same", choose=first), games=2).opponent == "same"


def test_learned_weights_play(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    ct.train("tic-tac-toe", file, games=200, threads=1, judge=0, grade=0)
    game = ct.Game("tic-tac-toe")
    player = f"minimax:depth=1,eval=learned,file={file}"
    assert game.match(player, "random", games=10, seed=1).player == player
    assert isinstance(game.state("b2").evaluate(f"learned:file={file}"), int)
    assert ct.tournament(game, [player, "random"], games=20, seed=1).ranking[0].player == player
    with pytest.raises(ct.RequestError, match="cannot read weights from"):
        game.match(f"{player}x", "random", games=2)


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ({"name": "runs", "evaluate": nothing}, ValueError, "a heuristic with the name `runs` already"),
        ({"name": "random", "choose": first}, ValueError, "a player with the name `random` already"),
        ({"name": "a b", "evaluate": nothing}, ValueError, "`a b` is not a name"),
        ({"name": "", "choose": first}, ValueError, "`` is not a name"),
        ({"name": "mine"}, ValueError, "one of evaluate, network and choose"),
        (
            {"name": "mine", "evaluate": nothing, "choose": first},
            ValueError,
            "one of evaluate, network and choose",
        ),
        ({"name": "mine", "choose": first, "search": "minimax"}, ValueError, "search is for evaluate"),
        ({"name": "mine", "evaluate": nothing, "seeded": True}, ValueError, "seeded is for choose"),
        ({"name": "mine", "evaluate": nothing, "search": "random"}, ValueError, "does not ask a heuristic"),
        ({"name": "mine", "evaluate": nothing, "search": "published"}, ValueError, "eval must be optimistic"),
        ({"name": "mine", "evaluate": nothing, "search": "minmax"}, ValueError, "did you mean minimax"),
        (
            {"name": "mine", "evaluate": nothing, "search": "minimax:eval=runs"},
            ValueError,
            "names a heuristic",
        ),
        ({"name": "mine", "evaluate": nothing, "search": "minimax:depth=0"}, ValueError, "depth must be"),
        ({"name": "mine", "evaluate": 3}, TypeError, "evaluate is a function, not int"),
        ({"name": "mine", "choose": "first"}, TypeError, "choose is a function, not str"),
    ],
)
def test_players_that_cannot_be_are_refused(
    arguments: dict[str, Any], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        ct.Player(**arguments)
