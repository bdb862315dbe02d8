"""A search of one's own: two plies ahead, with all positions there valued in one call.

Its moves are those of ``minimax:depth=2,eval=runs,ties=first``.
"""

import numpy as np

import connect_toe as ct

WIN = ct.WIN


def choose(state: ct.State) -> str:
    """Choose the first move whose value, after the reply that is worst for its side, is the greatest."""
    side = state.to_move

    def ended() -> int | None:
        return None if state.outcome is None else {side: WIN, "draw": 0}.get(state.outcome, -WIN)

    values = dict.fromkeys(state.legal_moves(), WIN + 1)
    boards, moves = [], []
    for move in values:
        state.push(move)
        value = ended()
        if value is not None:
            values[move] = value
        for reply in state.legal_moves():
            state.push(reply)
            value = ended()
            if value is None:
                boards.append(state.board())
                moves.append(move)
            else:
                values[move] = min(values[move], value)
            state.pop()
        state.pop()
    if boards:
        found = state.game.evaluate_batch("runs", np.stack(boards), to_move=side, side=side)
        for move, number in zip(moves, found.tolist(), strict=True):
            values[move] = min(values[move], number)
    return max(values, key=values.__getitem__)


def main() -> None:
    """Play a match against the engine's random player."""
    mine = ct.Player(name="two-plies", choose=choose)
    print(ct.Game("connect-four").match(mine, "random", games=20, seed=1))


if __name__ == "__main__":
    main()
