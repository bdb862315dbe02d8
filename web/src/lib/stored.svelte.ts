/** A choice among names that outlasts the tab. Where a browser forbids storage it lasts as long as the page. */
export class Stored<Name extends string> {
    readonly #key: string;
    #value = $state<Name>() as Name;

    constructor(key: string, names: readonly Name[], first: Name) {
        this.#key = `connect-toe-${key}`;
        this.#value = names.find((name) => name === this.#read()) ?? first;
    }

    get value(): Name {
        return this.#value;
    }
    set value(value: Name) {
        this.#value = value;
        try {
            localStorage.setItem(this.#key, value);
        } catch {
            // The choice lasts as long as the page.
        }
    }

    #read(): string | null {
        try {
            return localStorage.getItem(this.#key);
        } catch {
            return null;
        }
    }
}

/** Such a choice between on and off. */
export class Switch extends Stored<"off" | "on"> {
    constructor(key: string, isOn: boolean) {
        super(key, ["off", "on"], isOn ? "on" : "off");
    }

    get isOn(): boolean {
        return this.value === "on";
    }
    set isOn(isOn: boolean) {
        this.value = isOn ? "on" : "off";
    }
}
