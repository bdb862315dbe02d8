/** From where a board in space is seen at first: near, and whole. */
import { Vector3 } from "three";
import { AZIMUTH, ELEVATION } from "./room";
import type { Picture } from "./sight";

/** The field of view, in degrees from its bottom to its top. */
export const FIELD = 15;

/** A place to look from, and the point to look at. */
export interface View {
    readonly from: Vector3;
    readonly at: Vector3;
    readonly distance: number;
}

/** The view in which the layers shown fill a canvas that is `aspect` times as wide as high. */
export function fittedTo({ room, shown }: Pick<Picture, "room" | "shown">, aspect: number): View {
    const turn = (AZIMUTH * Math.PI) / 180;
    const up = (ELEVATION * Math.PI) / 180;
    const back = new Vector3(Math.sin(turn) * Math.cos(up), Math.sin(up), Math.cos(turn) * Math.cos(up));
    const right = new Vector3(0, 1, 0).cross(back).normalize();
    const above = back.clone().cross(right);
    const [width = 1, depth = 1, layers = 1] = room.sizes;
    const [lowest, highest] = [shown.indexOf(true), shown.lastIndexOf(true)];
    const middle = ((lowest + highest - layers + 1) / 2) * room.gap;
    const half = new Vector3(width / 2 + 0.75, ((highest - lowest) * room.gap) / 2 + 0.45, depth / 2 + 0.75);
    const tall = Math.tan((FIELD * Math.PI) / 360);
    const wide = tall * aspect;
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
    const at = new Vector3(0, middle + 0.2, 0);
    return { from: back.multiplyScalar(distance * 1.02).add(at), at, distance };
}
