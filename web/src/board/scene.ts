/**
 * A board of three dimensions in space. It is drawn when something has changed, and at no other time.
 */
import {
    type BufferGeometry,
    DirectionalLight,
    Group,
    HemisphereLight,
    InstancedMesh,
    LineSegments,
    type Material,
    Matrix4,
    Mesh,
    MeshPhongMaterial,
    type Object3D,
    PerspectiveCamera,
    Raycaster,
    Scene as Stage,
    Spherical,
    Vector2,
    Vector3,
    WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { bounceOut } from "svelte/easing";
import type { Side } from "../lib/answers";
import type { Face } from "../lib/geometry";
import type { Colours } from "./colours";
import { Extras } from "./extras";
import { fallTime, wayOf } from "./fall";
import { FIELD, fittedTo } from "./fit";
import { floorsOf } from "./floors";
import type { Ray } from "./pick";
import { stepOf } from "./room";
import { crossShape, ringShape, Signs } from "./shapes";
import { isShown, middleOf, type Picture } from "./sight";

/** A stone that is on its way to its cell. */
interface Falling {
    readonly cell: string;
    readonly from: Vector3;
    readonly start: number;
    readonly time: number;
}

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
    #ghosts: readonly Object3D[] = [];
    #request = 0;
    /** Whether the view is as it was at first: then it is fitted again when the room changes. */
    #untouched = true;
    #fitting = false;
    /** How many frames have been drawn. */
    #frames = 0;

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
            clear(this.#frame);
            this.#frame.add(...floorsOf(picture, this.colours, this.#signs));
        }
        if (before?.room.sizes !== picture.room.sizes) {
            this.#untouched = true;
        }
        if (this.#untouched && (before?.room !== picture.room || before.shown !== picture.shown))
            this.reset();
        if (this.#falling && picture.last !== this.#falling.cell) this.#falling = null;
        const extras = new Extras(picture, this.colours, this.#shapes, this.#signs);
        clear(this.#extras);
        if (extras.all.length > 0) this.#extras.add(...extras.all);
        this.#ghosts = extras.ghosts;
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
        const { from, at, distance } = fittedTo(picture, this.#camera.aspect);
        this.#fitting = true;
        this.#controls.target.copy(at);
        this.#camera.position.copy(from);
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
        this.#frames += 1;
        this.canvas.dataset["frames"] = String(this.#frames);
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

    #placeStones(picture: Picture): void {
        const facing = new Matrix4().makeRotationFromQuaternion(this.#camera.quaternion);
        for (const side of ["x", "o"] as const) {
            const cells = [...picture.stones].filter(
                ([cell, stone]) => stone === side && isShown(picture, cell),
            );
            const mesh = this.#meshFor(side, cells.length);
            cells.forEach(([cell], index) => {
                const middle = middleOf(picture.room, cell);
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
}

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
