//! Tests of learning through the library.

mod checkpoint;
mod games;
mod lines;

/// Games of every kind, of at most 64 cells.
const GAMES: [&str; 10] = [
    "8:3",
    "3x3:1",
    "5x5:4:free:torus",
    "5x5:3:free:exact",
    "5x4:3:+1,-2",
    "5x4:3:all",
    "6x5:4:-2:misere",
    "4x4x4:4",
    "4x4x4:4:-3",
    "2x2x2x2:2",
];
/// Those of [`GAMES`] in which the runs decide every position, or nobody errs: there is nothing to learn.
const SETTLED: [&str; 3] = ["8:3", "3x3:1", "2x2x2x2:2"];
/// Games of more cells.
const LARGER: [&str; 3] = ["9x9:5", "9x10:5:free:torus", "9x9:4:free:misere"];
/// Games with other lines than rows, with blocked cells, and on a cylinder.
const WIDER: [&str; 5] = [
    "4x4:plane",
    "6x5:shape=a1+a2+a3+b1:-2",
    "6x5:4:-2:blocked=c1+d3",
    "7x6:4:-2:torus=1",
    "8:lines=a+b+d/b+c+e+h/c+d+f/d+e+g/a+e+f/b+f+g+h/a+c+g:free:misere",
];
