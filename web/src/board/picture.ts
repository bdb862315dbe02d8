/** Pictures of a board for files: what the page shows, as SVG or PNG. */

/** How a canvas is drawn into a picture, as a data address. A canvas in space registers itself. */
export const images = new WeakMap<HTMLCanvasElement, () => string>();

/** What decides how a shape looks, with the values that need not be said. */
const STYLES: Readonly<Record<string, string>> = {
    fill: "",
    stroke: "none",
    "stroke-width": "1px",
    "stroke-linecap": "butt",
    "stroke-dasharray": "none",
    opacity: "1",
    "font-size": "",
    "font-weight": "400",
    "text-anchor": "start",
    "dominant-baseline": "auto",
};
const SHAPES = new Set(["rect", "circle", "path", "text", "line", "g"]);
const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const MARGIN = 12;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => XML[character] ?? "");
const round = (number: number): number => Math.round(number * 100) / 100;

/**
 * A board as a drawing that stands alone: its colours are written into it. The element is a board or contains one;
 * scrolled boards are drawn whole.
 */
export function svgOf(element: Element): string {
    const board = element.matches("[data-board]") ? element : element.querySelector("[data-board]");
    if (!(board instanceof HTMLElement)) throw new Error("there is no board to draw");
    board.dataset["whole"] = "";
    try {
        return drawn(board);
    } finally {
        delete board.dataset["whole"];
    }
}

/** The same as a PNG, `scale` pixels for each CSS pixel. */
export async function pngOf(element: Element, scale = 2): Promise<Blob> {
    const svg = svgOf(element);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => {
            if (blob) resolve(blob);
            else reject(new Error("the picture is too large for this browser"));
        }, "image/png");
    });
}

function drawn(board: HTMLElement): string {
    const parts = [...board.querySelectorAll("svg, canvas, figcaption, h3, [data-text]")];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)) - MARGIN;
    const top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
    const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) - left + MARGIN);
    const height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) - top + MARGIN);
    const inside = parts.map((part, index) => {
        const box = boxes[index] ?? new DOMRect();
        const at = { x: round(box.left - left), y: round(box.top - top) };
        const size = { width: round(box.width), height: round(box.height) };
        if (part instanceof SVGSVGElement) return layer(part, { ...at, ...size });
        if (part instanceof HTMLCanvasElement) return picture(part, { ...at, ...size });
        return words(part, at.x + size.width / 2, at.y + size.height / 2);
    });
    const paper = getComputedStyle(document.body).backgroundColor;
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">`,
        `<rect width="${width}" height="${height}" fill="${paper}"/>`,
        ...inside,
        "</svg>",
    ].join("");
}

const attributes = (values: object): string =>
    Object.entries(values)
        .map(([name, value]) => `${name}="${escaped(String(value))}"`)
        .join(" ");

function layer(svg: SVGSVGElement, place: object): string {
    const viewBox = svg.getAttribute("viewBox") ?? "";
    return `<svg ${attributes({ ...place, viewBox })}>${[...svg.children].map(shape).join("")}</svg>`;
}

/** An element with its looks. What is there to be pointed at only is left out. */
function shape(element: Element): string {
    const name = element.localName;
    if (!SHAPES.has(name) || element.matches("[role=row], .arrow, .hit, .hovered")) return "";
    const style = getComputedStyle(element);
    const own = [...element.attributes]
        .filter(({ name }) => /^(d|x|y|r|rx|cx|cy|width|height|transform|fill-rule|opacity)$/.test(name))
        .map(({ name, value }) => [name, value] as const);
    const looks =
        name === "g"
            ? [["opacity", style.opacity] as const]
            : Object.keys(STYLES).map((key) => [key, style.getPropertyValue(key)] as const);
    const said = looks.filter(([key, value]) => value !== STYLES[key] && value !== "");
    const inside = name === "text" ? escaped(element.textContent) : [...element.children].map(shape).join("");
    const opening = `${name} ${attributes(Object.fromEntries([...own, ...said]))}`.trim();
    return inside === "" ? `<${opening}/>` : `<${opening}>${inside}</${name}>`;
}

function picture(canvas: HTMLCanvasElement, place: object): string {
    const href = images.get(canvas)?.();
    return href ? `<image ${attributes({ ...place, href })}/>` : "";
}

/** A caption, around its middle. */
function words(element: Element, x: number, y: number): string {
    const style = getComputedStyle(element);
    const look = attributes({
        x: round(x),
        y: round(y),
        fill: style.color,
        "font-size": style.fontSize,
        "font-weight": style.fontWeight,
        "text-anchor": "middle",
        "dominant-baseline": "central",
    });
    return `<text ${look}>${escaped(element.textContent.trim().replace(/\s+/g, " "))}</text>`;
}
