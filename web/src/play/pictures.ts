/** Pictures of the board as files. */

/** The board as an SVG or PNG file. What draws it is read only when somebody wants a picture. */
export async function pictureOf(board: Element, form: "svg" | "png"): Promise<Blob> {
    const { svgOf, pngOf } = await import("../board/picture");
    return form === "svg" ? new Blob([svgOf(board)], { type: "image/svg+xml" }) : pngOf(board);
}

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
    const url = URL.createObjectURL(file);
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
