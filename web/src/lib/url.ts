import type { Side } from "./answers";
import { type Path, parse, pathIn, print, type Tree, withLine } from "./tree";

/** Who plays a side: `human`, the name of a level, or a player's text. */
export type Players = Readonly<Record<Side, string>>;

export const VIEWS = ["play", "analyse", "explain", "puzzles", "build", "atlas", "lab"] as const;
export type View = (typeof VIEWS)[number];

/** The views that have no board, or boards of their own. */
const WITHOUT_POSITION: ReadonlySet<View> = new Set(["build", "atlas", "lab"]);
/** The parts of Explain that are about the position of the address; the others are lessons. */
export const POSITION_TABS: readonly string[] = ["lines", "tree", "examples"];

/** All that the page's address says. */
export interface Place {
    readonly view: View;
    readonly game: string;
    /** The moves that lead to the position shown. */
    readonly path: Path;
    /** The whole game with its variations; contains `path`. */
    readonly tree: Tree;
    readonly players: Players;
    /** Settings of the views, by name. */
    readonly settings: Readonly<Record<string, string>>;
}

export const HUMAN = "human";
const DEFAULT_GAME = "connect-four";
/** Who plays O where the address says nothing at all: a first game starts at once, and can be won. */
const FIRST_OPPONENT = "casual";
const OWN = new Set(["view", "game", "moves", "tree", "x", "o"]);

/** Reads an address. What it does not say has its default; what cannot be read is left out. */
export function placeOf(query: string): Place {
    const parameters = new URLSearchParams(query);
    const path = pathIn(parameters.get("moves") ?? "");
    const view = parameters.get("view") as View | null;
    return {
        view: view && VIEWS.includes(view) ? view : "play",
        game: faced(parameters.get("game") ?? "") || DEFAULT_GAME,
        path,
        tree: withLine(parse(parameters.get("tree") ?? "") ?? [], path),
        players: {
            x: parameters.get("x") || HUMAN,
            o: parameters.get("o") || (parameters.size === 0 ? FIRST_OPPONENT : HUMAN),
        },
        settings: Object.fromEntries([...parameters].filter(([name]) => !OWN.has(name))),
    };
}

/** The view that an address names if there is none of that name: then the game is shown. */
export function unknownView(query: string): string | null {
    const view = new URLSearchParams(query).get("view");
    return view && !VIEWS.some((name) => name === view) ? view : null;
}

/** Whether the position of the address is shown beside its view. */
export const showsPosition = ({ view, settings }: Place): boolean =>
    view === "explain" ? POSITION_TABS.includes(settings["tab"] ?? "") : !WITHOUT_POSITION.has(view);

/**
 * A game's text, whose faces (`+1`) and lists (`a1+b2`) an address may hold as they are: in a query a plus sign means a
 * space.
 */
export const faced = (game: string): string => game.trim().replace(/(?<=[:,\w]) (?=\w)/g, "+");

/** Writes an address. */
export function queryOf(place: Place): string {
    const parameters = new URLSearchParams();
    if (place.view !== "play") parameters.set("view", place.view);
    parameters.set("game", place.game);
    if (place.path.length > 0) parameters.set("moves", place.path.join(" "));
    const tree = print(place.tree);
    if (tree !== place.path.join(" ")) parameters.set("tree", tree);
    for (const side of ["x", "o"] as const) {
        if (place.players[side] !== HUMAN) parameters.set(side, place.players[side]);
    }
    for (const [name, value] of Object.entries(place.settings)) {
        if (value !== "") parameters.set(name, value);
    }
    // These may stand in a query as they are, and games are easier to read so.
    return `?${parameters.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=")}`;
}
