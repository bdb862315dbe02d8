import {
    BoxGeometry,
    type BufferGeometry,
    CircleGeometry,
    Color,
    CylinderGeometry,
    DoubleSide,
    InstancedMesh,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    MeshPhongMaterial,
    type Object3D,
    PlaneGeometry,
    Quaternion,
    RingGeometry,
    TorusGeometry,
    Vector3,
} from "three";
import type { Side } from "../lib/answers";
import type { Colours } from "./colours";
import { SHADES } from "./lines";
import type { Room } from "./room";
import type { Signs } from "./shapes";
import { isShown, LIFT, middleOf, type Picture } from "./sight";
import type { Stroke } from "./types";

const colourOf = (kind: Stroke["kind"], shade: number): keyof Colours =>
    kind === "win" ? "ink" : kind === "hint" ? "focus" : (SHADES[shade % SHADES.length] ?? "focus");

/** How high the box is that fills a blocked cell. */
const BLOCK = 0.5;

/** What stands on a board in space besides its stones: all that changes with pointing and with what a view shows. */
export class Extras {
    readonly all: Object3D[] = [];
    /** Ghosts of stones; like stones they are turned to the viewer in each frame. */
    readonly ghosts: Object3D[] = [];
    readonly #room: Room;
    readonly #colours: Colours;
    readonly #shapes: Readonly<Record<Side, BufferGeometry>>;

    constructor(
        picture: Picture,
        colours: Colours,
        shapes: Readonly<Record<Side, BufferGeometry>>,
        signs: Signs,
    ) {
        this.#room = picture.room;
        this.#colours = colours;
        this.#shapes = shapes;
        const see = (cell: string): boolean => isShown(picture, cell);
        for (const [cell, strength] of picture.paint) {
            if (see(cell)) this.#tile(cell, strength < 0 ? colours.o : colours.x, Math.abs(strength) * 0.6);
        }
        if (picture.last !== null && see(picture.last)) {
            const ring = new Mesh(
                new RingGeometry(0.4, 0.47, 40).rotateX(-Math.PI / 2),
                new MeshBasicMaterial({ color: colours.markline, side: DoubleSide }),
            );
            ring.position.copy(this.#middle(picture.last)).y -= LIFT - 0.012;
            this.all.push(ring);
        }
        if (picture.pointed !== null && see(picture.pointed)) this.#tile(picture.pointed, colours.soft, 0.35);
        const { ghost } = picture;
        if (ghost !== null && see(ghost)) this.all.push(this.#ghost(ghost, picture.turn));
        for (const cell of picture.blocked) if (see(cell)) this.#block(cell);
        this.#shade([...picture.stones.keys()].filter(see));
        for (const stroke of picture.strokes) this.#stroke(stroke, see);
        picture.preview.forEach((cell, ply) => {
            if (!see(cell) || picture.stones.has(cell)) return;
            const mark = {
                text: String(ply + 1),
                tone: "plain",
                exact: false,
                best: false,
                title: "",
            } as const;
            const sign = signs.chip(mark, colours);
            sign.scale.multiplyScalar(0.85);
            sign.position.copy(this.#middle(cell));
            sign.renderOrder = 6;
            this.all.push(this.#ghost(cell, picture.sideAhead(ply)), sign);
        });
        for (const [cell, mark] of picture.marks) {
            if (!see(cell)) continue;
            const chip = signs.chip(mark, colours);
            chip.position.copy(this.#middle(cell));
            chip.renderOrder = 7;
            this.all.push(chip);
        }
    }

    /** A soft shadow under each stone shows where it stands. */
    #shade(cells: readonly string[]): void {
        const dark = new MeshBasicMaterial({ color: 0, transparent: true, opacity: 0.2, depthWrite: false });
        const shadows = new InstancedMesh(
            new CircleGeometry(0.27, 28).rotateX(-Math.PI / 2),
            dark,
            Math.max(1, cells.length),
        );
        shadows.count = cells.length;
        cells.forEach((cell, index) => {
            const { x, y, z } = this.#middle(cell);
            shadows.setMatrixAt(index, new Matrix4().setPosition(x, y - LIFT + 0.006, z));
        });
        this.all.push(shadows);
    }

    #tile(cell: string, colour: string, opacity: number): void {
        const tile = new Mesh(
            new PlaneGeometry(0.96, 0.96).rotateX(-Math.PI / 2),
            new MeshBasicMaterial({
                color: colour,
                transparent: true,
                opacity,
                depthWrite: false,
                side: DoubleSide,
            }),
        );
        tile.position.copy(this.#middle(cell)).y -= LIFT - 0.008;
        this.all.push(tile);
    }

    /** A blocked cell: a low box that fills it. */
    #block(cell: string): void {
        const box = new Mesh(
            new BoxGeometry(0.94, BLOCK, 0.94),
            new MeshPhongMaterial({ color: this.#colours.rule }),
        );
        box.position.copy(this.#middle(cell)).y -= LIFT - BLOCK / 2;
        this.all.push(box);
    }

    #ghost(cell: string, side: Side): Object3D {
        const ghost = new Mesh(
            this.#shapes[side].clone(),
            new MeshPhongMaterial({
                color: this.#colours[side],
                transparent: true,
                opacity: 0.45,
                depthTest: false,
            }),
        );
        ghost.position.copy(this.#middle(cell));
        ghost.renderOrder = 4;
        this.ghosts.push(ghost);
        return ghost;
    }

    /** A line: its cells framed, and a bar from stone to stone. */
    #stroke({ cells, links, kind, shade }: Picture["strokes"][number], see: (cell: string) => boolean): void {
        const colour = new Color(this.#colours[colourOf(kind, shade)]);
        const material = new MeshBasicMaterial({
            color: colour,
            transparent: true,
            opacity: 0.9,
            depthTest: kind === "win",
        });
        // Many lines may be lit at once: their bars say enough.
        for (const cell of kind === "lit" && links.length > 0 ? [] : cells) {
            if (!see(cell)) continue;
            const ring = new Mesh(new TorusGeometry(0.46, 0.03, 8, 40).rotateX(Math.PI / 2), material);
            ring.position.copy(this.#middle(cell)).y -= LIFT - 0.03;
            ring.renderOrder = 5;
            this.all.push(ring);
        }
        for (const [from, to] of links) {
            if (!see(from) || !see(to)) continue;
            const [start, end] = [this.#middle(from), this.#middle(to)];
            const way = end.clone().sub(start);
            const bar = new Mesh(new CylinderGeometry(0.055, 0.055, way.length(), 12), material);
            bar.position.copy(start).addScaledVector(way, 0.5);
            bar.quaternion.copy(
                new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize()),
            );
            bar.renderOrder = 5;
            this.all.push(bar);
        }
    }

    #middle(cell: string): Vector3 {
        return middleOf(this.#room, cell);
    }
}
