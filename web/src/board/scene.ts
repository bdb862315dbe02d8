/**
 * A board of three dimensions in space. It is drawn when something has changed, and at no other time.
 */
import {
    BufferGeometry,
    CircleGeometry,
    Color,
    CylinderGeometry,
    DirectionalLight,
    DoubleSide,
    Float32BufferAttribute,
    Group,
    HemisphereLight,
    InstancedMesh,
    LineBasicMaterial,
    LineSegments,
    type Material,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    MeshPhongMaterial,
    type Object3D,
    PerspectiveCamera,
    PlaneGeometry,
    Quaternion,
    Raycaster,
    RingGeometry,
    Scene as Stage,
    Spherical,
    TorusGeometry,
    Vector2,
    Vector3,
    WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { bounceOut } from "svelte/easing";
import type { Side } from "../lib/answers";
import { cellOf, type Face, letters, type Link } from "../lib/geometry";
import { opponentOf } from "../lib/sides";
import type { Colours } from "./colours";
import { fallTime, wayOf } from "./fall";
import type { Ray } from "./pick";
import { AZIMUTH, ELEVATION, floorOf, type Room, stepOf } from "./room";
import { ringShape, crossShape, LIFT, Signs } from "./shapes";
import type { Mark } from "./types";

/** What is to be seen. Layers that are not `shown` are left out. */
export interface Picture {
    readonly room: Room;
    /** For each layer, from the lowest. */
    readonly shown: readonly boolean[];
    readonly stones: ReadonlyMap<string, Side>;
    readonly last: string | null;
    /** Whether stones fall along dimension 3: then they are beads on pegs. */
    readonly pegs: boolean;
    readonly ghost: string | null;
    readonly turn: Side;
    readonly pointed: string | null;
    readonly strokes: readonly {
        readonly cells: readonly string[];
        readonly links: readonly Link[];
        readonly kind: "win" | "hint";
    }[];
    readonly marks: ReadonlyMap<string, Mark>;
    readonly paint: ReadonlyMap<string, number>;
    readonly preview: readonly string[];
}

/** A stone that is on its way to its cell. */
interface Falling {
    readonly cell: string;
    readonly from: Vector3;
    readonly start: number;
    readonly time: number;
}

const FIELD = 15;

export class Scene {
    #renderer: WebGLRenderer;
    #stage = new Stage();
    #camera = new PerspectiveCamera(FIELD, 1, 0.1, 2000);
    #controls: OrbitControls;
    #signs = new Signs();
    #frame: Group = new Group();
    #extras: Group = new Group();
    #shapes: Record<Side, BufferGeometry> = { x: crossShape(), o: ringShape() };
    #stones = new Map<Side, InstancedMesh>();
    #picture: Picture | null = null;
    #frameKey = "";
    #falling: Falling | null = null;
    /** Ghosts of stones; like stones they are turned to the viewer in each frame. */
    #ghosts: Object3D[] = [];
    #request = 0;
    /** Whether the view is as it was at first: then it is fitted again when the room changes. */
    #untouched = true;
    #fitting = false;
    /** How many frames have been drawn. */
    frames = 0;

    constructor(
        readonly canvas: HTMLCanvasElement,
        context: WebGL2RenderingContext,
        private colours: Colours,
    ) {
        this.#renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
        this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
        this.#controls = new OrbitControls(this.#camera, canvas);
        this.#controls.enablePan = false;
        this.#controls.rotateSpeed = 0.8;
        this.#controls.addEventListener("change", () => {
            if (!this.#fitting) this.#untouched = false;
            this.draw();
        });
        const sun = new DirectionalLight(0xffffff, 1.9);
        sun.position.set(-3, 8, 6);
        this.#stage.add(new HemisphereLight(0xffffff, 0x8899aa, 1.9), sun, this.#frame, this.#extras);
    }

    /** Whether the wheel zooms; if not, it scrolls the page. */
    set zooms(on: boolean) {
        this.#controls.enableZoom = on;
    }

    resize(width: number, height: number): void {
        if (width === 0 || height === 0) return;
        this.#camera.aspect = width / height;
        this.#camera.updateProjectionMatrix();
        this.#renderer.setSize(width, height, false);
        if (this.#untouched) this.reset();
        this.#render();
    }

    recolour(colours: Colours): void {
        this.colours = colours;
        this.#frameKey = "";
        this.#signs.dispose();
        for (const side of ["x", "o"] as const) this.#dropStones(side);
        if (this.#picture) this.show(this.#picture);
    }

    show(picture: Picture): void {
        const before = this.#picture;
        this.#picture = picture;
        const key = JSON.stringify([picture.room, picture.shown, picture.pegs]);
        if (key !== this.#frameKey) {
            this.#frameKey = key;
            this.#buildFrame(picture);
        }
        if (before?.room.sizes !== picture.room.sizes) {
            this.#untouched = true;
        }
        if (this.#untouched && (before?.room !== picture.room || before.shown !== picture.shown))
            this.reset();
        if (this.#falling && picture.last !== this.#falling.cell) this.#falling = null;
        this.#buildExtras(picture);
        this.draw();
    }

    /** Lets the last stone fall from its face. */
    fall(cell: string, face: Face): void {
        const picture = this.#picture;
        if (!picture) return;
        const cells = wayOf(picture.room.sizes, face, cell);
        const [x, y, z] = stepOf(picture.room.gap, face);
        const from = new Vector3(-x, -y, -z).multiplyScalar(cells);
        this.#falling = { cell, from, start: performance.now(), time: fallTime(cells) };
        this.draw();
    }

    /** The ray from the viewer through a point of the canvas, in CSS pixels from its corner. */
    rayAt(x: number, y: number): Ray {
        const { clientWidth, clientHeight } = this.canvas;
        const caster = new Raycaster();
        this.#camera.updateMatrixWorld();
        caster.setFromCamera(
            new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2),
            this.#camera,
        );
        return { from: caster.ray.origin.toArray(), along: caster.ray.direction.toArray() };
    }

    /** Turns the view by degrees to the right and up. */
    turn(right: number, up: number): void {
        this.#move((view) => {
            view.theta += (right * Math.PI) / 180;
            view.phi = Math.max(0.02, Math.min(Math.PI - 0.02, view.phi - (up * Math.PI) / 180));
        });
    }

    /** Moves the view nearer (below 1) or further away. */
    zoom(factor: number): void {
        this.#move((view) => {
            view.radius *= factor;
        });
    }

    /** Shows the whole board from the first direction. */
    reset(): void {
        const picture = this.#picture;
        if (!picture) return;
        const turn = (AZIMUTH * Math.PI) / 180;
        const up = (ELEVATION * Math.PI) / 180;
        const back = new Vector3(Math.sin(turn) * Math.cos(up), Math.sin(up), Math.cos(turn) * Math.cos(up));
        const right = new Vector3(0, 1, 0).cross(back).normalize();
        const above = back.clone().cross(right);
        const [width = 1, depth = 1, layers = 1] = picture.room.sizes;
        const [lowest, highest] = [picture.shown.indexOf(true), picture.shown.lastIndexOf(true)];
        const middle = ((lowest + highest - layers + 1) / 2) * picture.room.gap;
        const half = new Vector3(
            width / 2 + 0.75,
            ((highest - lowest) * picture.room.gap) / 2 + 0.45,
            depth / 2 + 0.75,
        );
        const tall = Math.tan((FIELD * Math.PI) / 360);
        const wide = tall * this.#camera.aspect;
        let distance = 1;
        for (const corner of [0, 1, 2, 3, 4, 5, 6, 7]) {
            const point = new Vector3(
                corner & 1 ? half.x : -half.x,
                corner & 2 ? half.y : -half.y,
                corner & 4 ? half.z : -half.z,
            );
            const near = point.dot(back);
            distance = Math.max(
                distance,
                near + Math.abs(point.dot(right)) / wide,
                near + Math.abs(point.dot(above)) / tall,
            );
        }
        this.#fitting = true;
        this.#controls.target.set(0, middle + 0.2, 0);
        this.#camera.position.copy(back.multiplyScalar(distance * 1.02)).add(this.#controls.target);
        this.#controls.minDistance = distance / 6;
        this.#controls.maxDistance = distance * 3;
        this.#controls.update();
        this.#fitting = false;
        this.#untouched = true;
        this.draw();
    }

    /** Asks for a frame. */
    draw(): void {
        this.#request ||= requestAnimationFrame(() => {
            this.#request = 0;
            this.#render();
        });
    }

    /** The picture as a PNG. */
    image(): string {
        this.#render();
        return this.canvas.toDataURL("image/png");
    }

    dispose(): void {
        cancelAnimationFrame(this.#request);
        this.#controls.dispose();
        clear(this.#frame);
        clear(this.#extras);
        for (const side of ["x", "o"] as const) {
            this.#dropStones(side);
            this.#shapes[side].dispose();
        }
        this.#signs.dispose();
        this.#renderer.dispose();
        // Browsers keep few contexts: one that nobody uses is given back at once.
        this.#renderer.forceContextLoss();
    }

    #render(): void {
        const falling = this.#falling;
        if (falling && this.#picture) {
            if (performance.now() - falling.start >= falling.time) this.#falling = null;
            else this.draw();
        }
        if (this.#picture) this.#placeStones(this.#picture);
        for (const ghost of this.#ghosts) ghost.quaternion.copy(this.#camera.quaternion);
        this.frames += 1;
        this.canvas.dataset["frames"] = String(this.frames);
        this.#renderer.render(this.#stage, this.#camera);
    }

    #move(change: (view: Spherical) => void): void {
        const offset = this.#camera.position.clone().sub(this.#controls.target);
        const view = new Spherical().setFromVector3(offset);
        change(view);
        view.radius = Math.max(this.#controls.minDistance, Math.min(this.#controls.maxDistance, view.radius));
        this.#camera.position.setFromSpherical(view).add(this.#controls.target);
        this.#controls.update();
    }

    #middle(cell: string): Vector3 {
        const [x, y, z] = floorOf(this.#picture?.room ?? { sizes: [], gap: 1 }, cell);
        return new Vector3(x, y + LIFT, z);
    }

    /** The floors with their lines, the pegs and the coordinates. */
    #buildFrame({ room, shown, pegs }: Picture): void {
        clear(this.#frame);
        const { colours } = this;
        const [width = 1, depth = 1, layers = 1] = room.sizes;
        const left = -width / 2;
        const front = depth / 2;
        const level = (layer: number): number => (layer - (layers - 1) / 2) * room.gap;
        const floor = new PlaneGeometry(width, depth).rotateX(-Math.PI / 2);
        const sheet = new MeshBasicMaterial({
            color: colours.rack,
            transparent: true,
            opacity: 0.3,
            side: DoubleSide,
            depthWrite: false,
        });
        const line = new LineBasicMaterial({ color: colours.rule, transparent: true, opacity: 0.8 });
        const points: number[] = [];
        for (let x = 0; x <= width; x += 1) points.push(left + x, 0, -front, left + x, 0, front);
        for (let z = 0; z <= depth; z += 1) points.push(left, 0, front - z, left + width, 0, front - z);
        const grid = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
        const lowest = shown.indexOf(true);
        shown.forEach((visible, layer) => {
            if (!visible) return;
            const ground = new Mesh(floor, sheet);
            const lines = new LineSegments(grid, line);
            ground.position.y = level(layer);
            lines.position.y = level(layer) + 0.004;
            this.#frame.add(ground, lines);
            if (layers > 1) {
                const name = this.#signs.text(String(layer + 1), colours.ink, 0.62);
                name.position.set(left - 0.42, level(layer) + 0.12, -front);
                this.#frame.add(name);
            }
        });
        for (let x = 0; x < width; x += 1) {
            const sign = this.#signs.text(letters(x), colours.soft, 0.58);
            sign.position.set(left + x + 0.5, level(lowest), front + 0.42);
            this.#frame.add(sign);
        }
        for (let z = 0; z < depth; z += 1) {
            const sign = this.#signs.text(String(z + 1), colours.soft, 0.58);
            sign.position.set(left + width + 0.42, level(lowest), front - z - 0.5);
            this.#frame.add(sign);
        }
        if (pegs) {
            const highest = shown.lastIndexOf(true);
            const height = level(highest) - level(lowest) + 0.72;
            const peg = new CylinderGeometry(0.03, 0.03, height, 8);
            const wood = new MeshPhongMaterial({ color: colours.rule, transparent: true, opacity: 0.35 });
            const all = new InstancedMesh(peg, wood, width * depth);
            for (let index = 0; index < width * depth; index += 1) {
                all.setMatrixAt(
                    index,
                    new Matrix4().setPosition(
                        left + (index % width) + 0.5,
                        level(lowest) + height / 2,
                        front - Math.floor(index / width) - 0.5,
                    ),
                );
            }
            this.#frame.add(all);
        }
    }

    #placeStones({ stones, shown }: Picture): void {
        const facing = new Matrix4().makeRotationFromQuaternion(this.#camera.quaternion);
        for (const side of ["x", "o"] as const) {
            const cells = [...stones].filter(([cell, stone]) => stone === side && isShown(shown, cell));
            const mesh = this.#meshFor(side, cells.length);
            cells.forEach(([cell], index) => {
                const middle = this.#middle(cell);
                if (this.#falling?.cell === cell) {
                    const passed = (performance.now() - this.#falling.start) / this.#falling.time;
                    middle.addScaledVector(this.#falling.from, 1 - bounceOut(Math.min(1, passed)));
                }
                mesh.setMatrixAt(index, facing.setPosition(middle));
            });
            mesh.count = cells.length;
            mesh.instanceMatrix.needsUpdate = true;
            mesh.computeBoundingSphere();
        }
    }

    /** One mesh holds all stones of a side. It is made anew when there are more than it can hold. */
    #meshFor(side: Side, stones: number): InstancedMesh {
        const known = this.#stones.get(side);
        if (known && known.instanceMatrix.count >= stones) return known;
        this.#dropStones(side);
        const body = new MeshPhongMaterial({ color: this.colours[side], shininess: 45, specular: 0x333333 });
        const mesh = new InstancedMesh(this.#shapes[side], body, Math.max(32, 2 * stones));
        this.#stones.set(side, mesh);
        this.#stage.add(mesh);
        return mesh;
    }

    #dropStones(side: Side): void {
        const mesh = this.#stones.get(side);
        if (!mesh) return;
        this.#stage.remove(mesh);
        (mesh.material as Material).dispose();
        mesh.dispose();
        this.#stones.delete(side);
    }

    /** All that changes with pointing and with what a view shows. */
    #buildExtras(picture: Picture): void {
        clear(this.#extras);
        this.#ghosts = [];
        const { colours } = this;
        const see = (cell: string): boolean => isShown(picture.shown, cell);
        for (const [cell, strength] of picture.paint) {
            if (see(cell)) this.#tile(cell, strength < 0 ? colours.o : colours.x, Math.abs(strength) * 0.6);
        }
        if (picture.last !== null && see(picture.last)) {
            const ring = new Mesh(
                new RingGeometry(0.4, 0.47, 40).rotateX(-Math.PI / 2),
                new MeshBasicMaterial({ color: colours.markline, side: DoubleSide }),
            );
            ring.position.copy(this.#middle(picture.last)).y -= LIFT - 0.012;
            this.#extras.add(ring);
        }
        if (picture.pointed !== null && see(picture.pointed)) this.#tile(picture.pointed, colours.soft, 0.35);
        const { ghost } = picture;
        if (ghost !== null && see(ghost)) this.#extras.add(this.#ghost(ghost, picture.turn));
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
            const sign = this.#signs.chip(mark, colours);
            sign.scale.multiplyScalar(0.85);
            sign.position.copy(this.#middle(cell));
            sign.renderOrder = 6;
            this.#extras.add(
                this.#ghost(cell, ply % 2 === 0 ? picture.turn : opponentOf(picture.turn)),
                sign,
            );
        });
        for (const [cell, mark] of picture.marks) {
            if (!see(cell)) continue;
            const chip = this.#signs.chip(mark, colours);
            chip.position.copy(this.#middle(cell));
            chip.renderOrder = 7;
            this.#extras.add(chip);
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
        this.#extras.add(shadows);
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
        this.#extras.add(tile);
    }

    #ghost(cell: string, side: Side): Object3D {
        const ghost = new Mesh(
            this.#shapes[side].clone(),
            new MeshPhongMaterial({
                color: this.colours[side],
                transparent: true,
                opacity: 0.45,
                depthTest: false,
            }),
        );
        ghost.position.copy(this.#middle(cell));
        ghost.renderOrder = 4;
        this.#ghosts.push(ghost);
        return ghost;
    }

    /** A line: its cells framed, and a bar from stone to stone. */
    #stroke({ cells, links, kind }: Picture["strokes"][number], see: (cell: string) => boolean): void {
        const colour = new Color(kind === "win" ? this.colours.ink : this.colours.focus);
        const material = new MeshBasicMaterial({
            color: colour,
            transparent: true,
            opacity: 0.9,
            depthTest: kind === "win",
        });
        for (const cell of cells) {
            if (!see(cell)) continue;
            const ring = new Mesh(new TorusGeometry(0.46, 0.03, 8, 40).rotateX(Math.PI / 2), material);
            ring.position.copy(this.#middle(cell)).y -= LIFT - 0.03;
            ring.renderOrder = 5;
            this.#extras.add(ring);
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
            this.#extras.add(bar);
        }
    }
}

const isShown = (shown: readonly boolean[], cell: string): boolean => shown[cellOf(cell)[2] ?? 0] ?? true;

/** Empties a group and gives back what its members hold; signs keep their textures. */
function clear(group: Group): void {
    for (const child of [...group.children]) {
        if (child instanceof Mesh || child instanceof LineSegments) {
            (child.geometry as BufferGeometry).dispose();
            (child.material as Material).dispose();
            if (child instanceof InstancedMesh) child.dispose();
        }
    }
    group.clear();
}
