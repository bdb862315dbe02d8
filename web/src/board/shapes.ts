/** The bodies and signs from which a board in space is built. */
import {
    type BufferGeometry,
    CanvasTexture,
    CapsuleGeometry,
    Sprite,
    SpriteMaterial,
    SRGBColorSpace,
    TorusGeometry,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Colours } from "./colours";
import { colourOf, type Mark } from "./types";

/** X: two crossed bars. O: a ring. Both lie in the plane of the screen: the scene turns them to the viewer. */
export const crossShape = (): BufferGeometry =>
    mergeGeometries([1, -1].map((way) => new CapsuleGeometry(0.1, 0.6, 6, 14).rotateZ((way * Math.PI) / 4)));

export const ringShape = (): BufferGeometry => new TorusGeometry(0.25, 0.1, 16, 36);

/** Text and chips that always face the viewer. Equal ones share a texture. */
export class Signs {
    #materials = new Map<string, SpriteMaterial>();

    /** A coordinate or a name. `height` is in cells. */
    text(text: string, colour: string, height: number): Sprite {
        return this.#sprite(`text ${text} ${colour}`, height, (pen, tall) => {
            pen.font = `600 ${tall * 0.62}px system-ui, sans-serif`;
            const width = pen.measureText(text).width + tall * 0.3;
            return [
                width,
                () => {
                    pen.font = `600 ${tall * 0.62}px system-ui, sans-serif`;
                    pen.fillStyle = colour;
                    pen.fillText(text, width / 2, tall * 0.53);
                },
            ];
        });
    }

    /** The value of a move, drawn as on flat boards. */
    chip(mark: Mark, colours: Colours): Sprite {
        const tone = colours[colourOf(mark.tone)];
        const { sign } = mark;
        const text = sign === undefined || sign === mark.text ? mark.text : `${mark.text} ${sign}`;
        const key = `chip ${text} ${tone} ${mark.exact} ${mark.best} ${colours.paper}`;
        return this.#sprite(key, 0.52, (pen, tall) => {
            const font = `650 ${tall * 0.5}px system-ui, sans-serif`;
            pen.font = font;
            const width = Math.max(tall, pen.measureText(text).width + tall * 0.55);
            return [
                width,
                () => {
                    if (mark.best) box(pen, width, tall, 3, colours.paper, tone, tall * 0.06);
                    box(pen, width, tall, tall * 0.12, mark.exact ? tone : colours.paper, tone, tall * 0.035);
                    pen.font = font;
                    pen.fillStyle = mark.exact ? colours.paper : tone;
                    pen.fillText(text, width / 2, tall * 0.53);
                },
            ];
        });
    }

    #sprite(
        key: string,
        height: number,
        plan: (pen: CanvasRenderingContext2D, tall: number) => [width: number, draw: () => void],
    ): Sprite {
        const known = this.#materials.get(key);
        const material = known ?? drawn(plan);
        this.#materials.set(key, material);
        const image = material.map?.image as HTMLCanvasElement;
        const sprite = new Sprite(material);
        sprite.scale.set((height * image.width) / image.height, height, 1);
        return sprite;
    }

    dispose(): void {
        for (const material of this.#materials.values()) {
            material.map?.dispose();
            material.dispose();
        }
        this.#materials.clear();
    }
}

function drawn(
    plan: (pen: CanvasRenderingContext2D, tall: number) => [width: number, draw: () => void],
): SpriteMaterial {
    const canvas = document.createElement("canvas");
    const tall = 96;
    canvas.height = tall;
    const pen = canvas.getContext("2d");
    if (pen) {
        const [width, draw] = plan(pen, tall);
        canvas.width = Math.ceil(width);
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        draw();
    }
    const map = new CanvasTexture(canvas);
    map.colorSpace = SRGBColorSpace;
    return new SpriteMaterial({ map, depthWrite: false, depthTest: false, toneMapped: false });
}

function box(
    pen: CanvasRenderingContext2D,
    width: number,
    height: number,
    inset: number,
    fill: string,
    stroke: string,
    line: number,
): void {
    pen.beginPath();
    const edge = inset + line / 2;
    pen.roundRect(edge, edge, width - 2 * edge, height - 2 * edge, height * 0.26);
    pen.fillStyle = fill;
    pen.fill();
    pen.lineWidth = line;
    pen.strokeStyle = stroke;
    pen.stroke();
}
