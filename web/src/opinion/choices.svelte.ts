/** What a person wants to see of opinions while playing. These choices outlast the tab. */
class Choice {
    #isOn = $state(false);
    readonly #key: string;

    constructor(name: string, byDefault: boolean) {
        this.#key = `connect-toe-${name}`;
        try {
            const stored = localStorage.getItem(this.#key);
            this.#isOn = stored === null ? byDefault : stored === "on";
        } catch {
            this.#isOn = byDefault;
        }
    }

    get isOn(): boolean {
        return this.#isOn;
    }

    set isOn(isOn: boolean) {
        this.#isOn = isOn;
        try {
            localStorage.setItem(this.#key, isOn ? "on" : "off");
        } catch {
            // Browsers may forbid storage: the choice then lasts as long as the page.
        }
    }
}

/** Whether the computer says why it made a move. */
export const reasonsChoice = new Choice("reasons", true);
/** Whether the expected score is shown beside the board. */
export const scoreChoice = new Choice("score", false);
