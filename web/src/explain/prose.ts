/** Text with terms: `[[ply]]` is explained where it stands, and so is `[[plies|ply]]`, which reads "plies". */
import { isTerm, type TermName } from "./glossary";

/** A piece of a text: words, a term of the glossary, or a name that is printed as code. */
export type Piece =
    | { readonly kind: "words"; readonly text: string }
    | { readonly kind: "code"; readonly text: string }
    | { readonly kind: "term"; readonly text: string; readonly term: TermName };

/** Cuts a text into pieces. A term that the glossary does not have is a fault of the text. */
export function piecesOf(text: string): readonly Piece[] {
    return text.split(/(\[\[[^\]]+\]\]|`[^`]+`)/).flatMap((part): Piece[] => {
        if (part === "") return [];
        if (part.startsWith("`")) return [{ kind: "code", text: part.slice(1, -1) }];
        if (!part.startsWith("[[")) return [{ kind: "words", text: part }];
        const [shown = "", name = shown] = part.slice(2, -2).split("|");
        if (!isTerm(name)) throw new Error(`the glossary does not explain "${name}"`);
        return [{ kind: "term", text: shown, term: name }];
    });
}

/** The text without its marks. */
export const plain = (text: string): string =>
    piecesOf(text)
        .map((piece) => piece.text)
        .join("");
