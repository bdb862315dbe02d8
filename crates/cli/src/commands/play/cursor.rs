//! The cell that the keys point at.

use connect_toe_game::{Cell, Game};

use super::picture::{columns_of_points, drop_dimension, has_gravity};
use super::session::Session;

/// A cell of the board, moved by keys. Where all stones drop the same way it lies where the stone of its
/// column would; it can be moved along the column to look around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    coordinates: Vec<u16>,
}

/// A step along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Back,
    Forth,
}

impl Cursor {
    /// The middle of the board.
    pub(super) fn new(session: &Session) -> Cursor {
        let sizes = session.game().geometry().sizes();
        let mut cursor = Cursor { coordinates: sizes.iter().map(|&size| (size - 1) / 2).collect() };
        cursor.settle(session);
        if session.legal().iter().all(|&cell| Some(cell) != cursor.cell(session.game()))
            && has_gravity(session.game())
        {
            cursor.next_legal(session, Step::Forth);
        }
        cursor
    }

    pub(super) fn coordinates(&self) -> &[u16] {
        &self.coordinates
    }

    pub(super) fn cell(&self, game: &Game) -> Option<Cell> {
        game.geometry().cell_at(&self.coordinates)
    }

    pub(super) fn place_on(&mut self, game: &Game, cell: Cell) {
        self.coordinates = game.geometry().coordinates(cell);
    }

    /// The move that is played here: the cell itself, or where a stone dropped into its column lands.
    pub(super) fn destination(&self, session: &Session) -> Option<Cell> {
        self.landing(session).or_else(|| self.cell(session.game()))
    }

    fn landing(&self, session: &Session) -> Option<Cell> {
        let game = session.game();
        let dimension = drop_dimension(game)?;
        let in_column = (0..game.geometry().sizes()[dimension]).filter_map(|height| {
            let mut coordinates = self.coordinates.clone();
            coordinates[dimension] = height;
            game.geometry().cell_at(&coordinates)
        });
        in_column.into_iter().find(|cell| session.legal().contains(cell))
    }

    /// Moves back to where a stone would land, after the board or the column has changed.
    pub(super) fn settle(&mut self, session: &Session) {
        if let Some(cell) = self.landing(session) {
            self.place_on(session.game(), cell);
        }
    }

    /// Moves one step along a dimension, counted from 0. Where stones drop from several sides, the step goes to the
    /// next cell of that row or column that can be taken, if there is one.
    pub(super) fn step(&mut self, session: &Session, dimension: usize, step: Step) {
        let game = session.game();
        if let (1, Some(columns)) = (dimension, columns_of_points(game)) {
            return self.step_row_of_points(game, columns, step);
        }
        let Some(&size) = game.geometry().sizes().get(dimension) else { return };
        let neighbour = |coordinate: u16| match step {
            Step::Back => coordinate.checked_sub(1),
            Step::Forth => Some(coordinate + 1).filter(|&next| next < size),
        };
        let Some(next) = neighbour(self.coordinates[dimension]) else { return };
        let drop = drop_dimension(game);
        let mut target = next;
        if drop.is_none() && has_gravity(game) {
            let mut coordinates = self.coordinates.clone();
            let mut candidate = Some(next);
            while let Some(coordinate) = candidate {
                coordinates[dimension] = coordinate;
                let cell = game.geometry().cell_at(&coordinates);
                if cell.is_some_and(|cell| session.legal().contains(&cell)) {
                    target = coordinate;
                    break;
                }
                candidate = neighbour(coordinate);
            }
        }
        self.coordinates[dimension] = target;
        if drop != Some(dimension) {
            self.settle(session);
        }
    }

    /// Moves up or down in a block of points.
    fn step_row_of_points(&mut self, game: &Game, columns: u16, step: Step) {
        let at = self.coordinates[0];
        let next = match step {
            Step::Forth => at.checked_sub(columns),
            Step::Back => Some(at + columns).filter(|&next| next < game.geometry().sizes()[0]),
        };
        self.coordinates[0] = next.unwrap_or(at);
    }

    /// Moves one layer on or back, through all layers in the order in which they are drawn.
    pub(super) fn step_layer(&mut self, session: &Session, step: Step) {
        let sizes = session.game().geometry().sizes();
        for (dimension, &size) in sizes.iter().enumerate().skip(2) {
            let (from, to) = match step {
                Step::Forth => (size - 1, 0),
                Step::Back => (0, size - 1),
            };
            if self.coordinates[dimension] != from {
                self.step(session, dimension, step);
                return;
            }
            self.coordinates[dimension] = to;
        }
        self.settle(session);
    }

    /// Moves to the next or previous legal move in canonical order, round and round.
    pub(super) fn next_legal(&mut self, session: &Session, step: Step) {
        let game = session.game();
        let legal = session.legal();
        let Some(here) = self.cell(game).map(|cell| game.geometry().rank(cell)) else { return };
        let rank = |cell: &Cell| game.geometry().rank(*cell);
        let next = match step {
            Step::Forth => legal.iter().find(|cell| rank(cell) > here).or(legal.first()),
            Step::Back => legal.iter().rev().find(|cell| rank(cell) < here).or(legal.last()),
        };
        if let Some(&cell) = next {
            self.place_on(game, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{TWO_PEOPLE, session};
    use super::Step::{Back, Forth};
    use super::*;

    fn walk(game: &str, moves: &str, steps: impl Fn(&mut Cursor, &Session)) -> String {
        let session = session(game, moves, TWO_PEOPLE);
        let mut cursor = Cursor::new(&session);
        steps(&mut cursor, &session);
        cursor.cell(session.game()).map_or_else(String::new, |cell| session.game().geometry().cell_text(cell))
    }

    #[test]
    fn it_begins_in_the_middle() {
        assert_eq!(walk("tic-tac-toe", "", |_, _| {}), "b2");
        assert_eq!(walk("connect-four", "44", |_, _| {}), "d3");
        assert_eq!(walk("1:1", "", |_, _| {}), "a");
    }

    #[test]
    fn in_a_drop_game_it_follows_the_columns() {
        let right = |cursor: &mut Cursor, session: &Session| cursor.step(session, 0, Forth);
        assert_eq!(walk("connect-four", "5555", right), "e5");
        let far_right = |cursor: &mut Cursor, session: &Session| {
            for _ in 0..9 {
                cursor.step(session, 0, Forth);
            }
        };
        assert_eq!(walk("connect-four", "", far_right), "g1");
        let up = |cursor: &mut Cursor, session: &Session| {
            cursor.step(session, 1, Forth);
            assert_eq!(cursor.destination(session), session.legal().get(3).copied());
        };
        assert_eq!(walk("connect-four", "", up), "d2", "looking up the column does not change the move");
        let full = |cursor: &mut Cursor, session: &Session| {
            cursor.step(session, 0, Back);
            assert_eq!(cursor.destination(session), cursor.cell(session.game()), "the column is full");
        };
        assert_eq!(walk("connect-four", "333333", full), "c1");
    }

    #[test]
    fn where_stones_come_from_all_sides_it_jumps_to_cells_that_can_be_taken() {
        let steps = |cursor: &mut Cursor, session: &Session| {
            cursor.next_legal(session, Forth);
            let geometry = session.game().geometry();
            cursor.place_on(session.game(), geometry.parse_cell("a3").expect("a cell"));
            cursor.step(session, 0, Forth);
        };
        assert_eq!(walk("four-sides", "", steps), "f3");
    }

    #[test]
    fn layers_are_stepped_through_in_order() {
        let layer = |count: usize, step: Step| {
            walk("4x4x4x4:4", "", move |cursor, session| {
                for _ in 0..count {
                    cursor.step_layer(session, step);
                }
            })
        };
        assert_eq!(layer(0, Forth), "b2.2.2");
        assert_eq!(layer(3, Forth), "b2.1.3");
        assert_eq!(layer(2, Back), "b2.4.1");
        assert_eq!(layer(16, Forth), "b2.2.2", "round and round");
    }

    #[test]
    fn tab_visits_every_legal_cell() {
        let all = |cursor: &mut Cursor, session: &Session| {
            let start = cursor.clone();
            for _ in session.legal() {
                cursor.next_legal(session, Forth);
            }
            assert_eq!(*cursor, start);
            cursor.next_legal(session, Back);
        };
        assert_eq!(walk("tic-tac-toe", "a1", all), "b1");
    }
}
