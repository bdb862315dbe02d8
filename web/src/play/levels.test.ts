import { describe, expect, it } from "vitest";
import type { Level } from "../lib/answers";
import { aboutLevel, levelOf, offered, playerText, seatOf } from "./levels";

const levels: readonly Level[] = [
    { name: "beginner", about: "overlooks much", elo: 0, player: "best:nodes=14,noise=100", offered: true },
    { name: "club", about: "overlooks little", elo: 550, player: "best:nodes=200", offered: false },
    { name: "best", about: "overlooks nothing", elo: 1550, player: "best", offered: true },
];

describe("levels", () => {
    it("are players of a game", () => {
        expect(playerText("club", { levels })).toBe("best:nodes=200");
        expect(playerText("random", { levels })).toBe("random");
        expect(seatOf("best:nodes=14,noise=100", { levels })).toBe("beginner");
        expect(seatOf("perfect", { levels })).toBe("perfect");
        expect(levelOf("best", levels)?.about).toBe("overlooks nothing");
    });

    it("say how strong they are", () => {
        expect(levels.map(aboutLevel)).toEqual([
            "overlooks much",
            "overlooks little; about 550 Elo above beginner",
            "overlooks nothing; about 1550 Elo above beginner",
        ]);
    });

    it("are offered where a game has room for them, and where they play", () => {
        const names = (seat: string) => offered(levels, seat).map(({ name }) => name);
        expect(names("human")).toEqual(["beginner", "best"]);
        expect(names("club")).toEqual(["beginner", "club", "best"]);
    });
});
