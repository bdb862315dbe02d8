/** Games, players and heuristics that an experiment file can name: the schema does not list them. */
import type { Preset } from "../lib/answers";
import { titleOf } from "../lib/words";
import type { Known, Option } from "./completion";

const SEARCHES: readonly Option[] = [
    { label: "alpha-beta", detail: "searches ahead and skips branches that cannot matter" },
    { label: "minimax", detail: "searches every branch" },
];
const PLAYERS: readonly Option[] = [
    { label: "alpha-beta:depth=2,eval=runs", detail: "searches 2 plies deep" },
    { label: "alpha-beta:depth={1..3},eval=runs", detail: "a player for each depth" },
    { label: "alpha-beta:depth=2,eval={runs,weighted-lines}", detail: "a player for each heuristic" },
    { label: "minimax:depth=2,eval=open-lines", detail: "searches every branch" },
    { label: "two-ply", detail: "wins at once or blocks a win" },
    { label: "random", detail: "any legal move" },
    { label: "perfect", detail: "solves the game" },
];

export function knownTexts(presets: readonly Preset[], heuristics: readonly string[]): Known {
    return {
        game: presets.map(({ name, game, about }) => ({
            label: name,
            detail: titleOf(name) === name ? game : `${titleOf(name)}, ${game}`,
            info: about,
        })),
        player: PLAYERS,
        opponent: PLAYERS,
        eval: heuristics.map((label) => ({ label })),
        search: SEARCHES,
        faces: [
            { label: "free", detail: "no gravity" },
            { label: "subsets-up-to-symmetry", detail: "every set of faces" },
        ],
    };
}
