/** Texts in which games are links. */

/** A piece of a text. */
export interface Piece {
    readonly text: string;
    /** Whether it is the text of a game. */
    readonly isGame: boolean;
}

/** A text in pieces, so that each of these games is one of its own wherever it stands as a whole. */
export function piecesOf(text: string, games: readonly string[]): readonly Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (const { 0: word, index } of text.matchAll(/[^\s;,]\S*?(?=[:;,.]?(?:\s|$))/g)) {
        if (!games.includes(word)) continue;
        if (index > from) pieces.push({ text: text.slice(from, index), isGame: false });
        pieces.push({ text: word, isGame: true });
        from = index + word.length;
    }
    if (from < text.length) pieces.push({ text: text.slice(from), isGame: false });
    return pieces;
}
