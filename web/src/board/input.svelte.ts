import { untrack } from "svelte";
import { aim, facesOf, groundOf } from "../lib/geometry";
import type { Position } from "../lib/position.svelte";
import type { Session } from "../lib/session.svelte";
import type { Path } from "../lib/tree";
import { nameOf } from "../lib/words";
import { dropCell } from "./keys";
import type { Overlay } from "./overlay.svelte";
import { isToConfirm, KEY, type Press } from "./press";
import { confirms } from "./settings";
import { refusalOf } from "./refusal";

/** Something that holds in one position only. */
interface Here<What> {
    readonly game: string;
    readonly path: Path;
    readonly what: What;
}

/** What stands behind a board on which moves are made: the page, or a notebook. */
export interface Outside {
    readonly session: Pick<Session, "game" | "isHuman" | "path" | "play" | "stones" | "turn" | "view">;
    readonly position: Pick<Position, "description" | "error" | "isBoardKnown" | "moves">;
    readonly overlay: Pick<Overlay, "isLocked" | "onplay" | "stones">;
}

/**
 * What presses on a board do: play, select a move that is to be confirmed, or nothing, with the reason. A
 * press that comes before the server has said what can be played is kept until it has.
 */
export class Input {
    readonly #page: Outside;
    #selected = $state.raw<Here<string> | null>(null);
    #early = $state.raw<Here<{ readonly cell: string; readonly press: Press }> | null>(null);
    #refusal = $state.raw<Here<string> | null>(null);

    /** Whether it is a person's turn, or a view in which both sides are tried out. */
    readonly #isPersons: boolean = $derived.by(() => {
        const { session, overlay } = this.#page;
        const isFree = overlay.stones === null && !overlay.isLocked;
        return isFree && (session.view !== "play" || session.isHuman(session.turn));
    });
    /** The cells that can be played now, each with the faces it can be dropped through. */
    readonly playable: ReadonlyMap<string, readonly string[]> = $derived.by(() => {
        const { moves } = this.#page.position;
        return new Map(
            moves?.outcome === null && this.#isPersons
                ? moves.legal.map((cell, index) => [cell, moves.drops?.[index] ?? []])
                : [],
        );
    });

    constructor(page: Outside) {
        this.#page = page;
        $effect(() => {
            const early = this.#at(this.#early);
            if (early === null || page.position.moves === null) return;
            untrack(() => {
                this.#early = null;
                this.press(early.cell, early.press);
            });
        });
    }

    /** The move that a second press plays. */
    get selected(): string | null {
        const selected = this.#at(this.#selected);
        return selected !== null && this.playable.has(selected) ? selected : null;
    }

    /** What there is to say of the last press; empty if it played. */
    get note(): string {
        const early = this.#at(this.#early);
        if (early !== null) return `${early.cell} is taken down, the server has not answered yet`;
        if (this.selected !== null) return `${this.selected} is selected`;
        return this.#at(this.#refusal) ?? "";
    }

    press(cell: string, press: Press = KEY): void {
        const { position, overlay } = this.#page;
        this.#refusal = null;
        if (overlay.stones !== null || overlay.isLocked) return;
        if (position.moves === null) {
            const isKept = this.#isPersons && position.isBoardKnown && position.error === null;
            this.#early = isKept ? this.#here({ cell, press }) : null;
            return;
        }
        const move = this.#moveOf(cell);
        if (move === null) {
            this.#selected = null;
            this.#refusal = this.#here(this.#reason(cell));
        } else if (move === this.selected || !isToConfirm(press, confirms.value)) {
            this.#play(move);
        } else {
            this.#selected = this.#here(move);
        }
    }

    /** Drops a stone into the column that a key names; `false` if the key names none here. */
    drop(key: string): boolean {
        const { description } = this.#page.position;
        const cell = description && dropCell(description.sizes, facesOf(description.faces), key);
        if (!cell) return false;
        this.press(cell);
        return true;
    }

    /** Plays the selected move. */
    confirm(): void {
        if (this.selected !== null) this.#play(this.selected);
    }

    cancel(): void {
        this.#selected = null;
    }

    #play(move: string): void {
        const { session, overlay } = this.#page;
        if (overlay.onplay) overlay.onplay(move);
        else session.play(move);
    }

    #moveOf(cell: string): string | null {
        const { session, position } = this.#page;
        if (!position.description) return null;
        const ground = { ...groundOf(position.description), stones: session.stones };
        return aim({ ...ground, playable: this.playable }, cell);
    }

    #reason(cell: string): string {
        const { session, position } = this.#page;
        const { description, moves } = position;
        if (!description || !moves) return "";
        if (moves.outcome !== null) return "the game is over";
        if (!this.#isPersons) return `it is the turn of ${nameOf(moves.to_move)}, which a computer plays`;
        const ground = { ...groundOf(description), stones: session.stones };
        return refusalOf({ ...ground, forbidden: moves.forbidden ?? [] }, cell);
    }

    #here<What>(what: What): Here<What> {
        const { game, path } = this.#page.session;
        return { game, path, what };
    }

    #at<What>(kept: Here<What> | null): What | null {
        const { game, path } = this.#page.session;
        return kept?.game === game && kept.path === path ? kept.what : null;
    }
}
