/** What can be written at a place of an experiment file, from its JSON Schema. */

export interface Option {
    readonly label: string;
    /** What is written; the label if it is absent. */
    readonly apply?: string;
    readonly detail?: string;
    readonly info?: string;
}

export interface Completion {
    /** Where the text begins that an option takes the place of. */
    readonly from: number;
    readonly options: readonly Option[];
}

/** Texts that the schema does not list: games, players. */
export type Known = Readonly<Record<string, readonly Option[]>>;

/** As much of JSON Schema as experiment files use. */
export interface Schema {
    readonly $ref?: string;
    readonly $defs?: Readonly<Record<string, Schema>>;
    readonly type?: string | readonly string[];
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly oneOf?: readonly Schema[];
    readonly items?: Schema;
    readonly enum?: readonly unknown[];
    readonly default?: unknown;
    readonly required?: readonly string[];
}

/** Follows a reference; what stands beside it goes before. */
function resolve(schema: Schema | undefined, root: Schema): Schema {
    if (!schema?.$ref) return schema ?? {};
    const name = schema.$ref.split("/").pop() ?? "";
    return { ...resolve(root.$defs?.[name], root), ...schema };
}

/** All keys of a table that a schema allows. */
function keysOf(schema: Schema | undefined, root: Schema): Readonly<Record<string, Schema>> {
    const own = resolve(schema, root);
    const parts = [...(own.oneOf ?? []), ...(own.items ? [own.items] : [])];
    return Object.assign({}, own.properties, ...parts.map((part) => keysOf(part, root))) as Readonly<
        Record<string, Schema>
    >;
}

function keyOptions(schema: Schema, root: Schema, taken: ReadonlySet<string>): Option[] {
    return Object.entries(keysOf(schema, root))
        .filter(([key]) => !taken.has(key) && key !== "study")
        .map(([key, property]) => {
            const own = resolve(property, root);
            return {
                label: key,
                apply: `${key} = `,
                ...(schema.required?.includes(key) ? { detail: "required" } : {}),
                ...(own.description ? { info: own.description } : {}),
            };
        });
}

function valueOptions(key: string, schema: Schema | undefined, root: Schema, known: Known): Option[] {
    const own = resolve(schema, root);
    const listed = (own.enum ?? []).map((value) => ({
        label: String(value),
        ...(value === own.default ? { detail: "default" } : {}),
    }));
    const given =
        own.default !== undefined && listed.length === 0
            ? [{ label: String(own.default), detail: "default" }]
            : [];
    return [...listed, ...given, ...(known[key] ?? [])];
}

/** Whether a quotation mark before the end of a line's part is open. */
const isInString = (text: string): boolean => (text.replace(/\\./g, "").split('"').length - 1) % 2 === 1;

/** The part of a line before its comment. */
function isInComment(line: string): boolean {
    for (let index = line.indexOf("#"); index >= 0; index = line.indexOf("#", index + 1)) {
        if (!isInString(line.slice(0, index))) return true;
    }
    return false;
}

/** What can be written at an offset of a text; `null` if nothing is known there. */
export function completionAt(text: string, offset: number, root: Schema, known: Known): Completion | null {
    const before = text.slice(0, offset);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (isInComment(line)) return null;
    const header = /^\s*\[+[\w-]*$/.exec(line);
    if (header) {
        return {
            from: offset - line.trimStart().length,
            options: [
                { label: "[[study]]", apply: '[[study]]\nname = "', info: "One more study." },
                { label: "[let]", apply: "[let]\n", info: root.$defs?.["let"]?.description ?? "" },
            ],
        };
    }
    // The table: from the last header on.
    const headers = [...before.matchAll(/^[ \t]*\[+([\w-]+)\]+[ \t]*(?:#.*)?$/gm)];
    const last = headers.at(-1);
    const name = last?.[1] ?? "";
    const body = before.slice(last ? last.index + last[0].length : 0);
    const table =
        name === "" ? root : name === "study" ? resolve(root.$defs?.["study"], root) : { properties: {} };
    const bare = /^\s*([\w-]*)$/.exec(line);
    const entry = [...body.matchAll(/^[ \t]*([\w-]+)[ \t]*=/gm)].at(-1);
    const value = entry ? body.slice(entry.index + entry[0].length) : "";
    const isOpen = entry !== undefined && isUnclosed(value);
    if (bare && !isOpen) {
        const taken = new Set([...body.matchAll(/^[ \t]*([\w-]+)[ \t]*=/gm)].map((match) => match[1] ?? ""));
        const options = keyOptions(table, root, taken);
        return { from: offset - (bare[1]?.length ?? 0), options };
    }
    if (!entry || (!isOpen && value.includes("\n"))) return null;
    let key = entry[1] ?? "";
    let schema: Schema | undefined = keysOf(table, root)[key];
    // Within braces that are open outside of strings the keys are those of an inner table.
    const inner = innerTable(value);
    if (inner !== null) {
        const part = /(?:^|,)\s*([\w-]*)$/.exec(inner);
        if (part) {
            const taken = new Set([...inner.matchAll(/([\w-]+)\s*=/g)].map((match) => match[1] ?? ""));
            const options = keyOptions({ ...resolve(schema, root), required: [] }, root, taken);
            return options.length === 0 ? null : { from: offset - (part[1]?.length ?? 0), options };
        }
        const own = [...inner.matchAll(/([\w-]+)\s*=/g)].at(-1)?.[1];
        if (own === undefined) return null;
        schema = keysOf(schema, root)[own];
        key = own;
    }
    const options = valueOptions(key, schema, root, known);
    if (options.length === 0) return null;
    if (isInString(value)) {
        const written = /"([^"]*)$/.exec(value)?.[1] ?? "";
        // Behind `eval=` and the like only that part is written anew.
        const piece = /(?:eval|search)=([\w-]*)$/.exec(written);
        const own = piece ? known[piece[0].startsWith("eval") ? "eval" : "search"] : undefined;
        return own
            ? { from: offset - (piece?.[1]?.length ?? 0), options: own }
            : { from: offset - written.length, options };
    }
    const word = /[\w-]*$/.exec(value)?.[0] ?? "";
    const quoted = options.map((option) => {
        const isText = !/^(\d+|true|false)$/.test(option.label);
        return isText ? { ...option, apply: `"${option.apply ?? option.label}"` } : option;
    });
    return { from: offset - word.length, options: quoted };
}

/** Whether brackets or braces of a value wait for their end. */
function isUnclosed(value: string): boolean {
    const plain = value.replace(/"(?:[^"\\\n]|\\.)*("|$)/gm, "").replace(/#.*$/gm, "");
    const of = (mark: string): number => plain.split(mark).length;
    return of("[") > of("]") || of("{") > of("}") || isInString(value.slice(value.lastIndexOf("\n") + 1));
}

/** What stands behind the last open brace that is not in a string. */
function innerTable(value: string): string | null {
    const starts: number[] = [];
    let inString = false;
    for (let index = 0; index < value.length; index += 1) {
        const letter = value[index];
        if (letter === '"' && value[index - 1] !== "\\") inString = !inString;
        else if (!inString && letter === "{") starts.push(index + 1);
        else if (!inString && letter === "}") starts.pop();
    }
    const start = starts.at(-1);
    return start === undefined ? null : value.slice(start);
}
