/** The editor of experiment files: read only when a text is edited. */
import { autocompletion, closeBrackets, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
    drawSelection,
    EditorView,
    highlightActiveLine,
    highlightActiveLineGutter,
    keymap,
    lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { ParserProblem } from "./answers";
import { type Completion, completionAt, type Known, type Schema } from "./completion";

export interface EditorHandle {
    /** Marks what is wrong, or nothing. */
    mark(problem: ParserProblem | null): void;
    /** Puts the cursor at the place of a problem. */
    goTo(problem: ParserProblem): void;
    /** What can be written, once that is known. */
    complete(schema: Schema, known: Known): void;
    destroy(): void;
}

const colours = HighlightStyle.define([
    { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
    { tag: tags.string, color: "var(--win)" },
    { tag: [tags.number, tags.bool, tags.atom], color: "var(--x)" },
    { tag: tags.propertyName, color: "var(--blue)" },
]);

const theme = EditorView.theme({
    "&": { color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "0.92rem", height: "100%" },
    "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-1px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
    ".cm-gutters": {
        backgroundColor: "var(--tint)",
        color: "var(--soft)",
        borderRight: "1px solid var(--line)",
    },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--tint) 70%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "var(--mark)", color: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: "color-mix(in srgb, var(--focus) 30%, transparent)",
    },
    ".cm-tooltip": {
        backgroundColor: "var(--paper)",
        color: "var(--ink)",
        border: "1px solid var(--line)",
        borderRadius: "var(--radius)",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.25rem 0.5rem" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
        backgroundColor: "var(--blue)",
        color: "var(--paper)",
    },
    ".cm-completionInfo": {
        maxWidth: "22rem",
        padding: "0.4rem 0.6rem",
        fontFamily: "system-ui, sans-serif",
    },
    ".cm-completionDetail": { color: "inherit", opacity: "0.85", fontStyle: "normal" },
    ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
    ".cm-diagnostic-error": { borderLeftColor: "var(--loss)" },
    ".cm-lintRange-error": {
        backgroundImage: "none",
        textDecoration: "underline wavy var(--loss)",
        backgroundColor: "var(--mark)",
    },
});

/** Opens an editor in an element. */
export function openEditor(host: HTMLElement, text: string, onChange: (text: string) => void): EditorHandle {
    // In a root of its own the editor's styles are sheets, which the page's policy allows, not elements.
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    let knows: { readonly schema: Schema; readonly known: Known } | null = null;
    const complete = (offset: number, state: EditorState): Completion | null =>
        knows && completionAt(state.doc.toString(), offset, knows.schema, knows.known);
    const view = new EditorView({
        root,
        parent: root,
        state: EditorState.create({
            doc: text,
            extensions: [
                lineNumbers(),
                highlightActiveLineGutter(),
                highlightActiveLine(),
                drawSelection(),
                history(),
                closeBrackets(),
                lintGutter(),
                StreamLanguage.define(toml),
                syntaxHighlighting(colours),
                autocompletion({
                    icons: false,
                    override: [
                        ({ pos, state, explicit }) => {
                            const found = complete(pos, state);
                            if (!found || (!explicit && found.from === pos)) return null;
                            return {
                                from: found.from,
                                options: found.options.map((option) => ({ ...option })),
                                validFor: /^[\w:.,=-]*$/,
                            };
                        },
                    ],
                }),
                keymap.of([
                    { key: "Alt-Enter", run: startCompletion },
                    ...completionKeymap,
                    ...defaultKeymap,
                    ...historyKeymap,
                ]),
                EditorView.lineWrapping,
                EditorView.contentAttributes.of({
                    "aria-label": "Experiment file",
                    "aria-multiline": "true",
                    spellcheck: "false",
                }),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged) onChange(update.state.doc.toString());
                }),
                theme,
            ],
        }),
    });
    /** The characters that a problem is about. */
    const rangeOf = ({ line = 1, column = 1, width = 1 }: ParserProblem): readonly [number, number] => {
        const { doc } = view.state;
        const own = doc.line(Math.min(Math.max(1, line), doc.lines));
        // Columns count characters, offsets count halves of those beyond the 16th bit.
        const before = [...own.text].slice(0, column - 1).join("").length;
        const meant = [...own.text].slice(column - 1, column - 1 + width).join("").length;
        const from = Math.min(own.from + before, own.to);
        const to = Math.min(from + meant, own.to);
        // A mark needs a character to stand under.
        return to > from ? [from, to] : [Math.max(own.from, from - 1), Math.max(from, own.from)];
    };
    return {
        mark(problem) {
            const marks: Diagnostic[] = [];
            if (problem?.line !== undefined) {
                const [from, to] = rangeOf(problem);
                marks.push({ from, to, severity: "error", message: problem.message });
            }
            view.dispatch(setDiagnostics(view.state, marks));
        },
        goTo(problem) {
            const [from, to] = rangeOf(problem);
            view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
            view.focus();
        },
        complete(schema, known) {
            knows = { schema, known };
        },
        destroy: () => view.destroy(),
    };
}
