/** Pictures of the board as files. */

/** What draws them (`board/picture.ts`): read only when somebody wants a picture. */
interface PictureModule {
    svgOf(board: Element): string;
    pngOf(board: Element): Promise<Blob>;
}

const modules = import.meta.glob<PictureModule>("../board/picture.ts");
const load = modules["../board/picture.ts"];

/** Whether this build can draw pictures. */
export const hasPictures = load !== undefined;

/** The board as an SVG or PNG file. */
export async function pictureOf(board: Element, form: "svg" | "png"): Promise<Blob> {
    if (!load) throw new Error("board/picture.ts is missing");
    const { svgOf, pngOf } = await load();
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
