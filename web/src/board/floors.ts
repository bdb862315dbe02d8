/** What a board in space stands on. */
import {
    BufferGeometry,
    CylinderGeometry,
    DoubleSide,
    Float32BufferAttribute,
    InstancedMesh,
    LineBasicMaterial,
    LineSegments,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    MeshPhongMaterial,
    type Object3D,
    PlaneGeometry,
} from "three";
import { letters } from "../lib/geometry";
import type { Colours } from "./colours";
import type { Signs } from "./shapes";
import type { Picture } from "./sight";

/** The floors with their lines, the pegs and the coordinates. */
export function floorsOf({ room, shown, pegs }: Picture, colours: Colours, signs: Signs): Object3D[] {
    const found: Object3D[] = [];
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
        found.push(ground, lines);
        if (layers > 1) {
            const name = signs.text(String(layer + 1), colours.ink, 0.62);
            name.position.set(left - 0.42, level(layer) + 0.12, -front);
            found.push(name);
        }
    });
    for (let x = 0; x < width; x += 1) {
        const sign = signs.text(letters(x), colours.soft, 0.58);
        sign.position.set(left + x + 0.5, level(lowest), front + 0.42);
        found.push(sign);
    }
    for (let z = 0; z < depth; z += 1) {
        const sign = signs.text(String(z + 1), colours.soft, 0.58);
        sign.position.set(left + width + 0.42, level(lowest), front - z - 0.5);
        found.push(sign);
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
        found.push(all);
    }
    return found;
}
