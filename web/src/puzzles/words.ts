/** What the status line says while a puzzle is solved. */
import { opponentOf } from "../lib/sides";
import type { Path } from "../lib/tree";
import { counted, nameOf } from "../lib/words";
import type { Stage } from "./attempt.svelte";
import { ownMoves, type Puzzle, type Verdict } from "./puzzle";

interface State {
    readonly stage: Stage;
    readonly tried: Path | null;
    readonly verdict: Verdict | null;
    readonly isAlone: boolean;
}

/** The line above the board: the task, then whether a move was right. */
export function toldOf(puzzle: Puzzle, { stage, tried, verdict, isAlone }: State): string {
    const move = tried?.at(-1);
    if (!tried || move === undefined) return `${puzzle.text}.`;
    switch (stage) {
        case "move": {
            const left = counted(ownMoves((puzzle.distance ?? 0) - tried.length), "move");
            return `Right. ${nameOf(opponentOf(puzzle.to_move))} answers ${move}: ${left} to go.`;
        }
        case "judging":
            return `Looking at ${move}…`;
        case "reply":
            return `${move} is right.`;
        case "wrong":
            return verdict?.text ?? "";
        case "solved":
            return `Solved${isAlone ? " at the first try" : ""}: ${rightText(puzzle, tried)}`;
        case "solution":
            return `Solution: ${tried.join(" ")}.`;
    }
}

/** What the moves have reached. */
function rightText({ goal, to_move, solution }: Puzzle, tried: Path): string {
    if (goal === "hold") return `${tried[0]} is the only move that does not lose.`;
    if (goal === "fork") {
        const [, ...rest] = solution;
        const wins = rest.length > 1 ? ` After ${rest[0]}, ${rest[1]} wins.` : "";
        return `${tried[0]} makes two threats at once.${wins}`;
    }
    return `${nameOf(to_move)} wins.`;
}
