/** How the layers of a board share the room beside or below its picture. */

/** The room that a layer takes besides its cells, in pixels. */
export interface Frame {
    readonly width: number;
    readonly height: number;
}

export interface Layers {
    readonly count: number;
    readonly columns: number;
    readonly rows: number;
}

export interface Arrangement {
    /** How many layers stand side by side. */
    readonly across: number;
    /** The side of a cell. */
    readonly side: number;
}

/**
 * The arrangement whose cells are largest while all layers are seen at once. Where cells would be smaller than `least`
 * the layers go on below, and as many stand side by side as the width has room for.
 */
export function arranged(
    { count, columns, rows }: Layers,
    room: Frame,
    frame: Frame,
    { least, most }: { readonly least: number; readonly most: number },
): Arrangement {
    const wide = (across: number): number => (room.width / across - frame.width) / columns;
    const tall = (across: number): number => (room.height / Math.ceil(count / across) - frame.height) / rows;
    const choices = Array.from({ length: count }, (_, index) => index + 1).map((across) => ({
        across,
        side: Math.min(most, wide(across), tall(across)),
    }));
    const best = choices.reduce((best, choice) => (choice.side >= best.side ? choice : best));
    if (best.side >= least) return best;
    const across = choices.findLast((choice) => wide(choice.across) >= least)?.across ?? 1;
    return { across, side: Math.max(least, Math.min(most, wide(across))) };
}
