/** How a cell was pressed, and whether that plays it at once. */
import type { Confirm } from "./settings";

/** The side in CSS pixels below which a cell is smaller than the finger that points at it. */
const FINGER = 32;

export interface Press {
    readonly by: "finger" | "pointer" | "key";
    /** The side of the cell as it is seen, in CSS pixels. */
    readonly side: number;
}

/** A key says exactly which cell it means. */
export const KEY: Press = { by: "key", side: Number.POSITIVE_INFINITY };

/** The press of a click; browsers that do not say what clicked are asked what the screen is for. */
export function pressOf(event: MouseEvent, side: number): Press {
    const type = "pointerType" in event ? event.pointerType : "";
    const isFinger =
        type === "touch" || (type !== "mouse" && type !== "pen" && matchMedia("(pointer: coarse)").matches);
    return { by: isFinger ? "finger" : "pointer", side };
}

/** Whether a press selects first, and a second one plays. */
export function isToConfirm({ by, side }: Press, confirm: Confirm): boolean {
    if (by === "key" || confirm === "never") return false;
    return confirm === "always" || (by === "finger" && side < FINGER);
}
