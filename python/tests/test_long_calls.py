"""Long calls: other threads, Ctrl-C, progress, notices, files."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from calls import counting, seconds_until_interrupted

import connect_toe as ct

# Neither of them comes to its end while a test waits.
ENDLESS = {
    "solve": "ct.Game('gomoku').new_initial_state().solve()",
    "analyze": "ct.Game('gomoku').new_initial_state().analyze('alpha-beta:depth=20')",
    "choose": "ct.Game('gomoku').new_initial_state().choose('minimax:depth=9')",
    "match": "ct.Game('gomoku').match('alpha-beta:depth=9', 'random', games=1000)",
    "playouts": "ct.Game('gomoku').playouts(10**12)",
}


@pytest.mark.parametrize("call", ENDLESS)
def test_an_interrupt_ends_a_call_within_a_second(call: str) -> None:
    assert seconds_until_interrupted(ENDLESS[call]) < 1.0


@pytest.mark.parametrize("call", ["playouts", "solve"])
def test_other_threads_go_on_meanwhile(call: str) -> None:
    def stop(_: ct.Progress) -> bool:
        return time.perf_counter() < deadline

    with counting() as counted:
        deadline = time.perf_counter() + 0.5
        if call == "playouts":
            ct.Game("gomoku").playouts(10**12, threads=1, progress=stop)
        else:
            ct.Game("gomoku").new_initial_state().solve(threads=1, progress=stop)
        assert counted() > 50, "a call that holds the GIL lets no other thread count"


def test_a_state_can_be_read_while_it_is_searched() -> None:
    state = ct.Game("gomoku").state("h8")
    seen: list[str] = []

    def look(_: ct.Progress) -> bool:
        seen.extend(state.moves)
        state.push("a1")
        state.pop()
        return False

    with pytest.raises(ct.RunError, match="stopped before there was anything to say"):
        state.analyze("alpha-beta:depth=20", progress=look)
    assert seen == ["h8"] * len(seen)
    assert state.moves == ["h8"]


def test_progress_comes_to_its_end() -> None:
    reports: list[ct.Progress] = []
    ct.Game("connect-four").playouts(5000, seed=1, progress=reports.append)
    assert (reports[-1].done, reports[-1].total, reports[-1].unit) == (5000, 5000, "games")
    ct.Game("connect-four").match("random", "random", games=60, progress=reports.append)
    assert (reports[-1].done, reports[-1].total, reports[-1].unit) == (60, 60, "games")
    assert "done=60" in repr(reports[-1])


def test_a_callback_that_returns_false_stops_the_work() -> None:
    counts = ct.Game("gomoku").playouts(10**12, progress=lambda _: False)
    assert counts.partial
    assert 0 < counts.games < 10**12
    solution = ct.Game("gomoku").new_initial_state().solve(progress=lambda _: False)
    assert solution.interrupted
    assert solution.result is None
    assert solution.bounds is not None
    state = ct.Game("7x7:5").new_initial_state()
    analysis = state.analyze("alpha-beta:depth=12,nodes=1000000000", progress=lambda _: False)
    assert analysis.interrupted
    assert analysis.best


def test_an_exception_of_a_callback_is_that_of_the_call() -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def stop(_: ct.Progress) -> None:
        raise Enough

    def call() -> None:
        with pytest.raises(Enough):
            ct.Game("gomoku").playouts(10**12, progress=stop)

    call()
    # Off the main thread, where signals are not heard, too.
    elsewhere = threading.Thread(target=call)
    elsewhere.start()
    elsewhere.join(timeout=5)
    assert not elsewhere.is_alive()


def test_cheap_players_answer_as_others_do() -> None:
    """They need no thread of their own, and nothing else is different."""
    game = ct.Game("connect-four")
    reports: list[ct.Progress] = []
    for player in ("random", "alpha-beta:depth=1,eval=runs", "two-ply", "minimax:depth=2"):
        for moves in ("", "4444", "123123"):
            state = game.state(moves=moves)
            chosen = state.choose(player, seed=3, progress=reports.append)
            assert chosen == state.choose(player, seed=3) == state.choose(player, seed=3, book=False)
            assert chosen in state.analyze(player, exact_nodes=0).best
            assert state.analyze(player, exact_nodes=0) == state.analyze(player, exact_nodes=0, book=False)
    over = ct.Game("tic-tac-toe").state(board="xxx/oo_/___")
    with pytest.raises(ct.RequestError, match="the game is over"):
        over.choose("random")
    assert over.analyze("random", exact_nodes=0).outcome == "x"
    with pytest.raises(ct.RequestError, match="there is no book"):
        game.new_initial_state().choose("random", book="no-such.book")


def test_choices_differ_without_a_seed_and_repeat_with_one() -> None:
    def game_of(seed: int | None) -> tuple[str, ...]:
        state = ct.Game("connect-four").new_initial_state()
        while state.outcome is None:
            state.push(state.choose("random", seed=seed))
        return tuple(state.moves)

    assert len({game_of(None) for _ in range(50)}) > 45
    assert len({game_of(7) for _ in range(5)}) == 1
    gomoku = ct.Game("gomoku").new_initial_state()
    assert len({gomoku.choose("random") for _ in range(20)}) > 10


def test_notices_are_warnings() -> None:
    state = ct.Game("6x6:4").new_initial_state()
    with pytest.warns(ct.Notice, match="may never come"), pytest.raises(ct.RunError):
        state.analyze("perfect", progress=lambda _: False)
    with pytest.warns(ct.Notice, match="no run of 4 fits"):
        assert ct.Game("3x3:4").describe()["lines"] == 0
    with pytest.raises(ct.Notice):
        ct.Game("3x3:4").describe()


def test_files_are_written_and_their_errors_are_those_of_the_system(tmp_path: Path) -> None:
    game = ct.Game("4x4:3")
    proof = tmp_path / "proof"
    solution = game.new_initial_state().solve(certificate=proof)
    assert solution.certificate_moves is not None
    assert solution.certificate_moves > 0
    assert proof.read_text().startswith("connect-toe")
    with pytest.raises(FileNotFoundError, match="cannot write"):
        game.new_initial_state().solve(certificate=tmp_path / "missing" / "proof")
    with pytest.raises(IsADirectoryError):
        game.new_initial_state().solve(certificate=tmp_path)

    results = tmp_path / "games.db"
    first = game.match("random", "random", games=20, results=results)
    assert game.match("random", "random", games=20, results=results) == first
    with pytest.raises(ct.RequestError, match="a different experiment"):
        game.match("random", "two-ply", games=20, results=results)
    with pytest.raises(OSError):
        game.match("random", "random", games=20, results=tmp_path / "missing" / "games.db")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")
def test_names_of_files_that_are_not_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"games\xff.db")
    with pytest.raises(ct.RequestError, match="is not text in UTF-8"):
        ct.Game("3x3:3").match("random", "random", games=20, results=path)
    with pytest.raises(ct.RequestError, match="is not text in UTF-8"):
        ct.play_experiment(path)
    with pytest.raises(ct.RequestError, match="is not text in UTF-8"):
        ct.Game("3x3:3").new_initial_state().solve(certificate=path)
    assert list(tmp_path.iterdir()) == []


SCARCE = """
import resource
import connect_toe as ct
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
game = ct.Game("4x4:3")
for stacks in range(1, 9):
    # Each thread reserves 64 MB of addresses for its stack, and the system some for what it allocates.
    limit = used + stacks * (75 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    try:
        told = game.match("random", "random", games=20, seed=1, threads=2).games
    except ct.RunError as error:
        told = str(error).split(":")[0]
    print(told)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of addresses are Linux's")
def test_without_room_for_threads_there_is_an_error_or_fewer_play() -> None:
    done = subprocess.run([sys.executable, "-c", SCARCE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = set(done.stdout.splitlines())
    assert told <= {
        "20",
        "the system does not let this program start 1 thread",
        "the system does not let this program start 2 threads",
    }
    assert len(told) > 1, told
