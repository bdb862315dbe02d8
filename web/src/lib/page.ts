import type { Overlay } from "../board/overlay.svelte";
import type { Position } from "./position.svelte";
import type { Session } from "./session.svelte";

/** What every view is given. */
export interface Page {
    readonly session: Session;
    readonly position: Position;
    readonly overlay: Overlay;
}
