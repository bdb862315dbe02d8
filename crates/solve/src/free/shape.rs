//! What the prover needs of a game: its cells in canonical order, and which lines run through which of them.

use connect_toe_game::{BitSet, Bits, ByCell, Cell, Edges, Geometry, Hypergraph, Rules, Side, mix};

/// The most pairs of cells of one line, over all lines.
const MOST_PAIRS: u64 = 1 << 28;

/// The cells of a game, numbered in canonical order, and its lines.
#[derive(Debug)]
pub(crate) struct Shape {
    geometry: Geometry,
    pub(super) graph: Hypergraph,
    /// The cells that a stone can be on.
    open: BitSet,
    /// The cells that share a line with each cell, which stands for its number here.
    pub(super) neighbours: ByCell<u16>,
    /// The most lines that two cells share.
    pub(super) most_shared: u32,
    /// Whether only the first side's lines count, so that no game is a draw.
    pub(super) for_maker: bool,
    /// Hash keys of a stone, by cell: the first side's, the second side's.
    keys: Vec<[u64; 2]>,
}

impl Shape {
    pub(crate) fn new<B: Bits>(rules: &Rules<B>) -> Shape {
        let geometry = rules.geometry();
        let cells = geometry.cells().len();
        let keys = (0..cells as u64)
            .map(|cell| [mix(4 * cell + 0x51ED_0000), mix(4 * cell + 0x51ED_0001)])
            .collect();
        let number = |cell: Cell| geometry.rank(cell) as u16;
        let graph = rules.lines().numbered(cells, number);
        let mut open = BitSet::new(cells);
        for bit in rules.cells().members() {
            open.insert(usize::from(number(Cell::from_bit(bit))));
        }
        let (neighbours, most_shared) =
            if lie_on_segments(rules) { along_segments(rules) } else { on_lines(&graph) };
        Shape {
            geometry: geometry.clone(),
            graph,
            open,
            neighbours,
            most_shared,
            for_maker: !rules.lines_count_for(Side::O),
            keys,
        }
    }

    /// Whether it takes little to find out which cells share lines.
    pub(crate) fn is_quick<B: Bits>(rules: &Rules<B>) -> bool {
        let pairs = rules.lines().iter().map(|line| (line.len() * line.len()) as u64);
        lie_on_segments(rules) || pairs.sum::<u64>() <= MOST_PAIRS
    }

    /// The number of cells.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.graph.cells()
    }

    /// The cells that a stone can be on.
    pub(super) fn open(&self) -> &BitSet {
        &self.open
    }

    /// The board's cell with a number.
    pub(super) fn cell(&self, number: u16) -> Cell {
        self.geometry.cells()[usize::from(number)]
    }

    /// The number of a board's cell.
    pub(super) fn number(&self, cell: Cell) -> u16 {
        self.geometry.rank(cell) as u16
    }

    /// The numbers of a set of the board's cells.
    pub(super) fn members<B: Bits>(&self, set: B) -> impl Iterator<Item = u16> + '_ {
        set.members().map(|bit| self.number(Cell::from_bit(bit)))
    }

    /// The hash key of a side's stone.
    #[inline]
    pub(super) fn key(&self, cell: u16, side: usize) -> u64 {
        self.keys[usize::from(cell)][side]
    }
}

/// Whether lines are rows between walls: two cells lie in one segment at most.
fn lie_on_segments<B: Bits>(rules: &Rules<B>) -> bool {
    rules.lines().are_rows() && rules.spec().edges == Edges::Walls
}

/// The neighbours of each cell and the most lines that two share, between walls: two cells share a line if they are less
/// than `k` apart in a segment, and fewest if they are far apart.
fn along_segments<B: Bits>(rules: &Rules<B>) -> (ByCell<u16>, u32) {
    let (lines, geometry) = (rules.lines(), rules.geometry());
    let k = lines.k();
    let pairs = lines.segments().iter().flat_map(|&segment| {
        let cells = lines.cells_of(segment);
        (0..cells.len()).flat_map(move |place| {
            let near = place.saturating_sub(k - 1)..cells.len().min(place + k);
            near.filter(move |&other| other != place).map(move |other| (cells[place], cells[other]))
        })
    });
    let number = |cell| geometry.rank(cell) as u16;
    let neighbours = ByCell::new(
        geometry.cells().len(),
        pairs.map(|(cell, other)| (Cell::from_bit(u32::from(number(cell))), number(other))),
    );
    let shared = lines.segments().iter().map(|segment| (segment.length() - k + 1).min(k - 1));
    (neighbours, shared.max().unwrap_or_default() as u32)
}

/// The neighbours of each cell and the most lines that two share, for any lines.
fn on_lines(graph: &Hypergraph) -> (ByCell<u16>, u32) {
    let mut pairs = Vec::new();
    let mut most_shared = 0;
    let mut shared = vec![0_u32; graph.cells()];
    for cell in 0..graph.cells() as u16 {
        let others = graph.lines_of(cell).iter().flat_map(|&line| graph.cells_of(line)).copied();
        for other in others.filter(|&other| other != cell) {
            let lines = &mut shared[usize::from(other)];
            *lines += 1;
            most_shared = most_shared.max(*lines);
            if *lines == 1 {
                pairs.push((cell, other));
            }
        }
        shared.fill(0);
    }
    let pairs = pairs.iter().map(|&(cell, other)| (Cell::from_bit(u32::from(cell)), other));
    (ByCell::new(graph.cells(), pairs), most_shared)
}
