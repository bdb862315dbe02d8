"""Requests of the command line as functions, and their answers."""

import ast
import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from calls import seconds_until_interrupted

import connect_toe as ct
from connect_toe import answers
from connect_toe.answers import Answer

ROOT = Path(__file__).parents[2]
Ints = npt.NDArray[np.int8]


def centre(boards: Ints, to_move: Ints, side: Ints) -> npt.NDArray[np.int64]:
    """Stones in the middle count."""
    return boards[:, 1, 1].astype(np.int64) * side


def first(state: ct.State) -> str:
    """The first legal move."""
    return state.legal_moves()[0]


CENTRE = ct.Player(name="centre", evaluate=centre, search="minimax:depth=1")
FIRST = ct.Player(name="first", choose=first)


def test_the_answers_are_those_of_rust() -> None:
    tool = ROOT / "python/tools/answers.py"
    done = subprocess.run([sys.executable, tool, "--check"], check=False)
    assert done.returncode == 0, f"python {tool} writes them"


def test_a_tournament_of_players_of_both_kinds() -> None:
    table = ct.tournament("tic-tac-toe", ["random", CENTRE, FIRST, "perfect"], games=10, seed=1)
    assert table.players == ("random", "minimax:depth=1,eval=centre", "first", "perfect")
    assert table.ranking[0].player == "perfect"
    assert isinstance(table, answers.CrossTable) and isinstance(table.ranking[0], answers.RankedPlayer)
    scores, games = table.scores(), table.games()
    assert np.isnan(np.diagonal(scores)).all() and np.nansum(scores) == pytest.approx(6)
    assert (games + 10 * np.eye(4) == 10).all()
    rows = table.rows()
    assert [row["player"] for row in rows] == [player.player for player in table.ranking]
    assert {"rating_value", "rating_low", "score_interval_high", "nash_share", "alpha_rank"} <= rows[0].keys()
    meetings = table.rows("against")
    assert len(meetings) == 12
    assert {(row["player"], row["opponent"]) for row in meetings} >= {
        ("perfect", "random"),
        ("random", "first"),
    }
    assert table == ct.tournament("tic-tac-toe", ["random", CENTRE, FIRST, "perfect"], games=10, seed=1)


def test_tables_are_those_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    table = ct.tournament("tic-tac-toe", ["random", "two-ply", "perfect"], games=10, seed=1)
    frame = pandas.DataFrame(table.rows()).set_index("player")
    assert frame.loc[table.ranking[0].player, "wins"] == table.ranking[0].wins
    assert pandas.DataFrame(table.rows("against")).pivot(
        index="player", columns="opponent", values="score"
    ).shape == (3, 3)
    matches = [ct.Game("tic-tac-toe").match("two-ply", "random", games=10, seed=seed) for seed in (1, 2)]
    frame = pandas.DataFrame(row for match in matches for row in match.rows())
    assert list(frame["wins"]) == [match.wins for match in matches]
    assert {"score_interval_low", "elo_value", "interval_high"} <= set(frame.columns)
    assert pandas.DataFrame(ct.count("tic-tac-toe").rows())["positions"].sum() == 5478
    grades = ct.grade("tic-tac-toe", ["perfect"], heuristics=["open-lines"], plies=3, positions=10)
    assert pandas.DataFrame(grades.rows()).set_index("entry").loc["perfect", "overall_keep_rate_value"] == 1
    assert pandas.DataFrame(ct.atlas_map(2, "one face").rows())["game"].is_unique


def test_statistics_take_counts_of_all_kinds() -> None:
    match = ct.Game("tic-tac-toe").match("two-ply", "random", games=20, seed=1)
    assert match.pairs is not None
    assert (
        ct.statistics(match) == ct.statistics(match.pairs) == ct.statistics("/".join(map(str, match.pairs)))
    )
    shown = ct.statistics((60, 25, 15), against=(50, 25, 25), sprt=(0, 20), errors=(0.1, 0.1), plan=20)
    assert shown.wins == 60 and shown.wilson is not None
    assert shown.sprt is not None and shown.sprt.alpha == 0.1
    assert shown.against is not None and shown.against.p_value is not None
    with pytest.raises(TypeError, match=r"counts\[0\] is a whole number, not str"):
        ct.statistics(["many"])  # type: ignore[list-item]


def test_a_grade_knows_players_of_python() -> None:
    grades = ct.grade("tic-tac-toe", [CENTRE], heuristics=[CENTRE], plies=range(3, 6), positions=20)
    assert [entry.entry for entry in grades.entries] == ["centre", "minimax:depth=1,eval=centre"]
    assert {row["ply"] for row in grades.rows("by_ply")} == {3, 4, 5}
    assert list(grades.rows("by_ply")[0])[:4] == ["entry", "kind", "ply", "mean_loss_value"]
    assert grades.plies == ct.grade("tic-tac-toe", ["perfect"], plies="3..5", positions=20).plies
    with pytest.raises(ct.RequestError, match="`first` is not a search"):
        ct.grade("tic-tac-toe", [FIRST])
    with pytest.raises(ct.RequestError, match="`first` chooses moves"):
        ct.grade("tic-tac-toe", heuristics=[FIRST])
    with pytest.raises(ValueError, match="no table 'nothing', but \\['by_ply', 'plies', 'comparisons'\\]"):
        grades.rows("nothing")


def test_training_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    ct.train("tic-tac-toe", file, games=100, judge=0, grade=0, threads=1)
    trained = ct.train("tic-tac-toe", file, games=200, judge=0, grade=0, threads=1)
    assert trained.games == 200 and trained.file == str(file) and trained.reproducible
    assert trained.rows()[-1]["games"] == 200
    with pytest.raises(ct.RequestError) as refused:
        ct.train("tic-tac-toe", file, games=300, tuples=3, threads=1)
    assert "tuples" in str(refused.value) and refused.value.hint is not None
    assert refused.value.hint == "name another file, or begin anew with restart="


def test_a_review_has_the_mistakes() -> None:
    state = ct.Game("tic-tac-toe").state("b2 a2 a1 c3")
    reviewed = ct.review(state)
    assert reviewed == ct.review("tic-tac-toe", ["b2", "a2", "a1", "c3"])
    assert [move.mistake for move in reviewed.moves] == [None, "blunder", None, None]
    assert reviewed.moves[1].best_worth.exact is not None
    assert reviewed.moves[1].best_worth.exact.result == "draw"
    assert ct.review(state, player=CENTRE).player == str(CENTRE)
    board = ct.Game("tic-tac-toe").state(board=state.board(), to_move="x")
    with pytest.raises(ct.RequestError, match="begins with the empty board"):
        ct.review(board)
    with pytest.raises(ct.RequestError, match="leave out `moves`"):
        ct.review(state, "b2")


def test_puzzles_are_solved() -> None:
    puzzle = ct.puzzles("tic-tac-toe", 1, seed=1)[0]
    assert ct.attempt_puzzle(puzzle, puzzle.solution[0]).right
    other = next(
        move for move in ct.Game(puzzle.game).state(puzzle.moves).legal_moves() if move not in puzzle.solution
    )
    assert not ct.attempt_puzzle(puzzle, other).right


def test_counts_and_explanations() -> None:
    assert ct.perft("connect-four", 3).rows()[-1] == {"plies": 3, "leaves": 343, "ended": 0}
    game = ct.Game("tic-tac-toe")
    for state in (game.state("b2 a1"), game.state(board="x__/_o_/___", to_move="x")):
        counted = ct.explain(state, "weighted-lines", "x")
        assert counted.for_ == "x"
        assert sum(line.contribution for line in counted.lines) == counted.value
        assert counted.value == state.evaluate("weighted-lines", "x")
    assert ct.levels("connect-four").levels[0].offered


def test_books_atlases_and_certificates(tmp_path: Path) -> None:
    book = tmp_path / "4x4.book"
    made = ct.make_book("4x4:4:-2", 3, book, check=2)
    assert made.known == made.positions and made.checked == 2
    listed = ct.Game("4x4:4:-2").book(file=book)
    assert listed is not None and len(listed[1]) == made.positions
    plan = tmp_path / "plan.toml"
    plan.write_text('games = ["3x3:3", "4x3:3:-2"]\n')
    status = ct.build_atlas(plan)
    assert status.games == status.planned == 2
    file = plan.with_suffix(".db")
    assert ct.atlas_status(file).games == 2
    assert ct.atlas_game("3x3:3", file).result == "draw"
    written = ct.atlas_report(tmp_path / "report", file)
    assert all(Path(path).is_file() for path in written.files)
    certificate = tmp_path / "proof"
    ct.Game("3x3:3").new_initial_state().solve(certificate=certificate)
    assert ct.verify(certificate).result == "draw"
    with pytest.raises(OSError, match="nowhere"):
        ct.verify(tmp_path / "nowhere")


def test_an_experiment_has_a_table(tmp_path: Path) -> None:
    study = {"name": "one", "game": ["3x3:3", "4x3:3:-2"], "player": "two-ply", "opponent": "random"}
    results = tmp_path / "e.db"
    ct.play_experiment({"games_per_cell": 20, "study": [study]}, results)
    played = ct.ExperimentResults(results)
    rows = played.rows()
    assert [row["game"] for row in rows] == ["3x3:3", "4x3:3:-2"]
    assert all(row["score_wins"] + row["score_draws"] + row["score_losses"] == 20 for row in rows)
    assert played.game(cell=2, number=3)["game"] == "4x3:3:-2"
    with (tmp_path / "games.csv").open("wb") as file:
        played.export(file)
    played.export(tmp_path / "same.csv")
    assert (tmp_path / "games.csv").read_bytes() == (tmp_path / "same.csv").read_bytes()
    with pytest.raises(ct.RequestError):
        played.game(cell=9)


def test_answers_are_values() -> None:
    counted = ct.count("tic-tac-toe", 3)
    assert counted == pickle.loads(pickle.dumps(counted)) == copy.copy(counted)
    assert len({counted, ct.count("tic-tac-toe", 3)}) == 1
    assert counted != ct.count("tic-tac-toe", 2)
    assert answers.Counted.from_json(json.dumps(counted.to_dict())) == counted
    assert repr(counted) == "<Counted: game='3x3:3'>"
    with pytest.raises(AttributeError, match="does not change"):
        counted.game = "4x4:3"
    with pytest.raises(ValueError, match="Counted lacks positions"):
        answers.Counted({"game": "3x3:3"})


def test_wrong_arguments_are_told_in_words_of_python() -> None:
    with pytest.raises(TypeError, match="games is a whole number, not str"):
        ct.tournament("tic-tac-toe", ["random", "perfect"], games="10")  # type: ignore[arg-type]
    with pytest.raises(ct.RequestError, match="seed is a whole number from 0 to"):
        ct.tournament("tic-tac-toe", ["random", "perfect"], seed=-1)
    with pytest.raises(TypeError, match="a list"):
        ct.tournament("tic-tac-toe", "random")
    with pytest.raises(ct.RequestError) as refused:
        ct.tournament("tic-tac-toe", ["random"])
    assert refused.value.hint == "players is a list of two players or more"
    with pytest.raises(ct.RequestError, match="confidence"):
        ct.statistics("60/25/15", confidence=float("nan"))


def test_ctrl_c_ends_a_request() -> None:
    players = ["alpha-beta:depth=7,eval=runs", "alpha-beta:depth=8,eval=runs"]
    seconds_until_interrupted(f'ct.tournament("connect-four", {players}, games=10**6)')


def test_an_exception_of_a_player_ends_the_request() -> None:
    def broken(state: ct.State) -> str:
        raise LookupError("nothing")

    with pytest.raises(LookupError, match="nothing"):
        ct.tournament("tic-tac-toe", ["random", ct.Player(name="broken", choose=broken)], games=2)


def test_progress_is_told_and_ends_the_request() -> None:
    told: list[ct.Progress] = []

    def stop(progress: ct.Progress) -> bool:
        told.append(progress)
        return False

    table = ct.tournament("connect-four", ["alpha-beta:depth=4", "two-ply"], games=10**5, progress=stop)
    assert table.partial and told[0].unit == "games"


def test_notices_name_the_line_of_the_caller(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    ct.train("tic-tac-toe", file, games=10, judge=0, grade=0, threads=1)
    with pytest.warns(ct.Notice, match="this training is complete") as told:
        ct.train("tic-tac-toe", file, games=10, judge=0, grade=0, threads=1)
    assert [warning.filename for warning in told] == [__file__]


def test_no_hint_names_an_option() -> None:
    """What Python says names arguments and functions: every request that can be refused is asked once."""
    wrong: list[Callable[[], object]] = [
        lambda: ct.tournament("3x3:3", ["random", "random"]),
        lambda: ct.tournament("3x3:3", ["random", "perfect"], anchor="two-ply"),
        lambda: ct.calibrate("3x3:3", random_plies=9),
        lambda: ct.train("3x3:3", "/nowhere/w", games=1),
        lambda: ct.train("3x3:3", "w", method="lines", tuples=3),
        lambda: ct.train("3x3:3", "w", random_plies=9),
        lambda: ct.atlas_status("/nowhere"),
        lambda: ct.build_atlas("/nowhere"),
        lambda: ct.make_book("4x4:4:-2", 1, "/nowhere/b"),
        lambda: ct.Game("4x4:4:-2").book(file="/nowhere/b"),
        lambda: ct.ExperimentResults("/nowhere").status(),
    ]
    for ask in wrong:
        with pytest.raises((ValueError, OSError)) as refused:
            ask()
        hint = getattr(refused.value, "hint", None)
        assert hint is None or ("--" not in hint and "`connect-toe" not in hint), hint


def test_every_field_of_an_answer_is_documented() -> None:
    tree = ast.parse((ROOT / "python/connect_toe/answers/_fields.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            fields = [place for place, part in enumerate(node.body) if isinstance(part, ast.AnnAssign)]
            for place in fields:
                target = ast.unparse(node.body[place])
                if not target.startswith("_"):
                    after = node.body[place + 1]
                    assert isinstance(after, ast.Expr) and ast.unparse(after).strip("'\""), target
    assert issubclass(answers.CrossTable, Answer)


@pytest.mark.filterwarnings("ignore:the match ended at the verdict:connect_toe.Notice")
def test_settings_are_tuned(tmp_path: Path) -> None:
    noisy = "best:nodes=20,noise=400{0..500},eval=runs"

    def tuned(pairs: int) -> answers.Tuned:
        return ct.tune("connect-four", noisy, pairs=pairs, seed=1, sprt=(0, 100), out=tmp_path)

    found = tuned(60)
    assert (found.games, len(found.path), found.rows()[0]["start"]) == (120, 60, 400.0)
    assert isinstance(found.test, ct.MatchResult) and found.test.opponent == found.start
    # What is there is gone on with: nothing is left to do.
    assert tuned(60) == found
    with pytest.raises(ct.RequestError, match="other settings: pairs 60, not 61") as wrong:
        tuned(61)
    assert wrong.value.hint == "name another folder with out=, or begin anew with restart="
    with pytest.raises(ct.RequestError, match="has no range"):
        ct.tune("4x4:3", "best:nodes=20")
