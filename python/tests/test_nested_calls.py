"""Players of Python that start long calls themselves."""

import time

import numpy as np
import pytest
from calls import seconds_until_interrupted

import connect_toe as ct

# What a function does that comes to no end while a test waits.
ENDLESS = {
    "choose": "choose=lambda state: other.new_initial_state().solve().best[0]",
    "evaluate": "evaluate=lambda boards, to_move, side: [other.playouts(10**12).x]",
    "deeper": "choose=lambda state: state.choose(ct.Player('deep', choose=lambda _: other.playouts(10**12)))",
}


@pytest.mark.parametrize("function", ENDLESS)
def test_an_interrupt_ends_the_calls_of_a_player(function: str) -> None:
    match = f"ct.Game('connect-four').match(ct.Player('mine', {ENDLESS[function]}), 'random')"
    assert seconds_until_interrupted(f"other = ct.Game('gomoku'); {match}") < 1.0


def test_an_exception_ends_the_calls_of_another_thread() -> None:
    asked: list[str] = []

    def choose(state: ct.State) -> str:
        asked.append(str(state))
        if len(asked) == 1:
            ct.Game("gomoku").playouts(10**12)
        # The other thread is in its long call by now.
        time.sleep(0.3)
        raise ZeroDivisionError("the second one")

    mine = ct.Player("mine", choose=choose)
    with pytest.raises(ZeroDivisionError, match="the second one"):
        ct.Game("connect-four").match(mine, "random", games=100, threads=2)


def test_calls_of_a_player_go_on_after_an_exception() -> None:
    def choose(state: ct.State) -> str:
        with pytest.raises(ZeroDivisionError):
            state.choose(ct.Player("wrong", choose=lambda _: str(1 // 0)))
        return state.choose("minimax:depth=1,ties=first")

    game = ct.Game("tic-tac-toe")
    mine = ct.Player("mine", choose=choose)
    assert game.match(mine, "random", games=4, seed=1).games == 4


def test_a_player_that_asks_itself_comes_to_an_end() -> None:
    players: list[ct.Player] = []
    players.append(ct.Player("mine", choose=lambda state: state.choose(players[0])))
    with pytest.raises(RecursionError, match="more than 100 calls deep"):
        ct.Game("tic-tac-toe").match(players[0], "random")


def test_more_threads_than_a_system_has() -> None:
    game = ct.Game("connect-four")
    boards = np.zeros((2000, 7, 6), np.int8)
    assert (game.evaluate_batch("runs", boards, threads=10**6) == 0).all()
