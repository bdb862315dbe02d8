/** A game of each kind, to be opened with one click. */

export interface Example {
    readonly name: string;
    /** Its text, as the server writes it. */
    readonly game: string;
    readonly about: string;
}

export const EXAMPLES: readonly Example[] = [
    {
        name: "Fano plane",
        game: "7:lines=a+b+d/a+c+g/a+e+f/b+c+e/b+f+g/c+d+f/d+e+g",
        about: "Seven points, seven lines of three",
    },
    { name: "Projective plane of order 3", game: "13:projective", about: "Any two lines meet in one point" },
    { name: "Plane of order 4", game: "4x4:plane", about: "Lines that wrap in their own arithmetic" },
    { name: "Tippy", game: "6x6:shape=a1+b1+b2+c2", about: "One of Harary’s animals, anywhere and turned" },
    { name: "Snaky", game: "9x9:shape=a1+b1+c1+d1+d2+e2", about: "The animal whose fate nobody knows" },
    { name: "Connect6", game: "19x19:6:free:turn=1+2", about: "Two stones a turn, but one at first" },
    { name: "Renju", game: "15x15:5:free:renju", about: "Gomoku in which X has forbidden moves" },
    { name: "Maker–Breaker", game: "5x5:4:free:maker", about: "X wants four in a row, O wants none" },
    {
        name: "Avoider–Enforcer",
        game: "3x3:3:free:maker:misere",
        about: "X must not make a row; O forces one",
    },
    { name: "Cylinder", game: "7x6:4:-2:torus=1", about: "Connect Four with its sides joined" },
    { name: "Blocked corners", game: "7x6:4:-2:blocked=a1+g1", about: "Connect Four without two cells" },
];

/** The example that a game is, by its text as the server writes it. */
export const exampleOf = (game: string): Example | undefined =>
    EXAMPLES.find((example) => example.game === game);
