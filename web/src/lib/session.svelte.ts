import type { Side, Turns } from "./answers";
import { SINGLE, sideAfter, stonesAfter } from "./sides";
import { after, lineThrough, type Path, promoted, without, withLine } from "./tree";
import { HUMAN, type Place, type Players, placeOf, queryOf, unknownView, type View } from "./url";

/** How a change enters the browser's history: as a step that Back undoes, or in place. */
export type Entry = "push" | "replace";

/** Whether a click on a link is the page's to follow; others open a tab or window, or save what is linked. */
const isPlain = (event: MouseEvent): boolean =>
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0);

/**
 * What the page shows: one immutable {@link Place}, which is the address. Everything else is derived from it.
 *
 * A new move, game or view is a step that Back undoes; walking through the game replaces the address.
 */
export class Session {
    #place = $state.raw<Place>(placeOf(""));
    #walked = $state(false);
    /** What the server has said of the turns of a game. */
    #known = $state.raw<{ readonly game: string; readonly turns: Turns } | null>(null);
    /** The view that the address names, if there is none of that name. */
    unknownView = $state.raw<string | null>(null);

    constructor(query: string) {
        this.#read(query);
    }

    get place(): Place {
        return this.#place;
    }
    get game(): string {
        return this.#place.game;
    }
    get path(): Path {
        return this.#place.path;
    }
    get view(): View {
        return this.#place.view;
    }
    get players(): Players {
        return this.#place.players;
    }
    /** How many stones the sides place in their turns; one, until it is known. */
    readonly turns: Turns = $derived(this.#known?.game === this.#place.game ? this.#known.turns : SINGLE);
    /** The stones of the position shown. */
    readonly stones: ReadonlyMap<string, Side> = $derived(stonesAfter(this.#place.path, this.turns));
    /** Whether somebody steps through the game: then computers do not go on from the position shown. */
    get walking(): boolean {
        return this.#walked && this.next.length > 0;
    }
    /** The line through the position shown, to its end. */
    readonly line: Path = $derived(lineThrough(this.#place.tree, this.#place.path));
    /** The moves played from the position shown. */
    readonly next: readonly string[] = $derived(
        after(this.#place.tree, this.#place.path).map((branch) => branch.move),
    );
    /** The side whose turn it is, by the number of moves. */
    readonly turn: Side = $derived(sideAfter(this.#place.path.length, this.turns));

    /** Takes what the server says of the turns of a game. */
    learn(game: string, turns: Turns = SINGLE): void {
        this.#known = { game, turns };
    }

    /** Takes what the address says, after Back or Forward. */
    follow(query: string): void {
        this.#walked = true;
        this.#read(query);
    }

    #read(query: string): void {
        this.#place = placeOf(query);
        this.unknownView = unknownView(query);
    }

    /**
     * Plays a move in the position shown. The caller knows that it is legal. A computer's answer takes the place of
     * the position before it: Back then takes back the person's move too.
     */
    play(move: string, entry: Entry = "push"): void {
        const path = [...this.path, move];
        this.#walked = false;
        this.#go({ path, tree: withLine(this.#place.tree, path) }, entry);
    }

    /** Lets the game go on from the position shown, if it was reached by stepping. */
    goOn(): void {
        this.#walked = false;
    }

    /** Shows another position of the game. */
    goTo(path: Path): void {
        this.#walked = true;
        this.#go({ path, tree: withLine(this.#place.tree, path) }, "replace");
    }

    /** Shows the position after the first `plies` moves of the line. */
    goToPly(plies: number): void {
        this.goTo(this.line.slice(0, Math.max(0, Math.min(plies, this.line.length))));
    }

    /** Starts a game, with the moves given, and changes what else is named. */
    start(game: string, path: Path = [], change: Partial<Place> = {}, entry: Entry = "push"): void {
        this.#walked = false;
        this.#go({ game, path, tree: withLine([], path), ...change }, entry);
    }

    /** Puts the position that `path` means in the place of the one that the address says in other words. */
    correct(path: Path): void {
        const wrong = this.path.findIndex((move, ply) => move !== path[ply]);
        const tree = wrong < 0 ? this.#place.tree : without(this.#place.tree, this.path.slice(0, wrong + 1));
        this.#go({ path, tree: withLine(tree, path) }, "replace");
    }

    /** Forgets a position and what follows it; shows the one before. */
    remove(path: Path): void {
        const gone = path.every((move, ply) => this.path[ply] === move);
        this.#go(
            { tree: without(this.#place.tree, path), path: gone ? path.slice(0, -1) : this.path },
            "push",
        );
    }

    /** Makes the moves to a position the main line. */
    promote(path: Path): void {
        this.#go({ tree: promoted(this.#place.tree, path) }, "replace");
    }

    show(view: View): void {
        if (view !== this.view) this.#go({ view }, "push");
    }

    /** The attributes of a link to another place of the page. */
    link(change: Partial<Place>): { readonly href: string; readonly onclick: (event: MouseEvent) => void } {
        return {
            href: queryOf({ ...this.#place, ...change }),
            onclick: (event) => {
                if (!isPlain(event)) return;
                event.preventDefault();
                this.#go(change, "push");
            },
        };
    }

    /** Sets who plays. */
    seat(players: Partial<Players>): void {
        this.#go({ players: { ...this.players, ...players } }, "replace");
    }

    /** Whether a person plays this side. */
    isHuman(side: Side): boolean {
        return this.players[side] === HUMAN;
    }

    /** A view's setting; the empty text if it has none. */
    setting(name: string): string {
        return this.#place.settings[name] ?? "";
    }

    set(name: string, value: string, entry: Entry = "replace"): void {
        this.change({ [name]: value }, entry);
    }

    /** Sets several of a view's settings at once. */
    change(settings: Readonly<Record<string, string>>, entry: Entry): void {
        this.#go({ settings: { ...this.#place.settings, ...settings } }, entry);
    }

    #go(change: Partial<Place>, entry: Entry): void {
        this.#place = { ...this.#place, ...change };
        const query = queryOf(this.#place);
        if (query === location.search) return;
        if (entry === "push") history.pushState(null, "", query);
        else history.replaceState(null, "", query);
    }
}
