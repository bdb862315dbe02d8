//! Pairs of games as rows: written with a checksum, and accepted only if it fits and the rules allow the games.

use connect_toe_experiment::{GamePlayed, Pair, Plan, Tally};
use connect_toe_game::Geometry;
use rusqlite::{Row, params};

use crate::digest::{Blocks, Digest, OUT_OF_PLACE, OneState, add_games, block_of};
use crate::error::{Damage, Place, ResultsError};
use crate::file::ResultsFile;
use crate::replay::Referee;
use crate::schema::{
    ending_number, ending_of, pack_moves, result_number, result_of, side_of, side_text, unpack_moves,
};

/// Which pair, in words: study, factors, game, players, number.
pub(crate) fn pair_text(plan: &Plan, condition: usize, pair: u64) -> String {
    format!("{}, pair {pair}", condition_text(plan, condition))
}

/// Names the pairs from the first to the last that the plan has, of a cell that it may not have.
pub(crate) fn pairs_text(plan: &Plan, cell: i64, first: i64, last: i64) -> String {
    match usize::try_from(cell).ok().filter(|&cell| cell < plan.conditions.len()) {
        Some(cell) => {
            let last = last.min(plan.conditions[cell].protocol.pairs() as i64 - 1).max(first);
            format!("{}, pairs {first} to {last}", condition_text(plan, cell))
        }
        None => format!("pairs {first} to {last} of cell {cell}"),
    }
}

fn condition_text(plan: &Plan, condition: usize) -> String {
    let condition = &plan.conditions[condition];
    let study = &plan.studies[condition.study];
    let levels = study.levels_text(condition);
    let levels = if levels.is_empty() { levels } else { format!(" ({levels})") };
    let (game, player, opponent) = (&condition.game, &condition.player, &condition.opponent);
    format!("study `{}`{levels}, {game}, {player} against {opponent}", study.name)
}

impl ResultsFile {
    /// Adds the games of a pair that are not there; says how many these were.
    pub(crate) fn insert_pair(&self, geometry: &Geometry, pair: &Pair) -> Result<u64, rusqlite::Error> {
        let (mut games, mut added) = (0, Digest::default());
        for (game, number) in pair.games.iter().zip(2 * pair.number..) {
            if let Some(checksum) = self.insert_game(geometry, pair.condition, number, game)? {
                added.add(checksum);
                games += 1;
            }
        }
        if games > 0 {
            let block = block_of(2 * pair.number as i64);
            add_games(&self.connection, pair.condition as i64, block, added)?;
        }
        Ok(games)
    }

    /// Adds a game if it is not there, and then returns its checksum.
    fn insert_game(
        &self,
        geometry: &Geometry,
        cell: usize,
        number: u64,
        game: &GamePlayed,
    ) -> Result<Option<i64>, rusqlite::Error> {
        let mut insert = self
            .connection
            .prepare_cached("INSERT OR IGNORE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
        let side = side_text(game.player_side);
        let moves = pack_moves(geometry, &game.moves);
        let numbers = [
            cell as i64,
            number as i64,
            result_number(game.result),
            game.opening_plies.into(),
            ending_number(game.ending, game.swapped),
            game.player_nodes as i64,
            game.opponent_nodes as i64,
        ];
        let [cell, number, result, opening, adjudicated, player_nodes, opponent_nodes] = numbers;
        let checksum = checksum(numbers, side.as_bytes(), &moves);
        let added = insert.execute(params![
            cell,
            number,
            side,
            result,
            moves,
            opening,
            adjudicated,
            player_nodes,
            opponent_nodes,
            checksum
        ])?;
        Ok((added > 0).then_some(checksum))
    }
}

/// Numbers in the order of the columns.
fn checksum(numbers: [i64; 7], side: &[u8], moves: &[u8]) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    let mut bytes = [0; 7 * 8];
    for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    // Columns in their order: cell, number, side, result, …
    let (key, rest) = bytes.split_at(2 * 8);
    for part in [key, side, rest, moves] {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The rows of one pair, as they are read.
struct Open {
    place: (i64, i64),
    pair: Option<Pair>,
    what: Option<String>,
}

impl ResultsFile {
    /// Calls `each` with every pair, ordered by cell and number; its error ends the reading. Every game is played again
    /// first, so that `each` gets only what the rules allow.
    ///
    /// # Errors
    /// The database's; damaged pairs; errors of `each`.
    pub fn for_each_pair(
        &self,
        plan: &Plan,
        mut each: impl FnMut(Pair) -> Result<(), ResultsError>,
    ) -> Result<(), ResultsError> {
        self.for_each_finding(&mut Referee::new(plan), plan, None, |found| match found {
            Ok(pair) => each(pair),
            Err(damage) => Err(self.damaged_pair(damage)),
        })
    }

    /// What damaged rows mean: where all else is sound, only their pairs are lost.
    fn damaged_pair(&self, damage: Damage) -> ResultsError {
        match self.check_pages() {
            Ok(()) => ResultsError::DamagedPair { path: self.path.clone(), damage },
            Err(error) => error,
        }
    }

    /// All results, added up.
    ///
    /// # Errors
    /// The database's; damaged pairs.
    pub fn tally(&self, plan: &Plan) -> Result<Tally, ResultsError> {
        let mut tally = Tally::new(plan);
        self.for_each_pair(plan, |pair| {
            tally.count(&pair);
            Ok(())
        })?;
        Ok(tally)
    }

    /// The pair with this number of the condition with this place in the plan, if it is there. Its games are played
    /// again first, as in [`for_each_pair`](Self::for_each_pair).
    ///
    /// # Errors
    /// The database's; a damaged pair.
    pub fn pair_at(&self, plan: &Plan, condition: usize, number: u64) -> Result<Option<Pair>, ResultsError> {
        self.pair(&mut Referee::new(plan), plan, condition, number)
    }

    /// The pair at this place, if it is there.
    pub(crate) fn pair<'a>(
        &self,
        referee: &mut Referee<'a>,
        plan: &'a Plan,
        cell: usize,
        number: u64,
    ) -> Result<Option<Pair>, ResultsError> {
        let mut found = None;
        self.for_each_finding(referee, plan, Some((cell as i64, number as i64)), |pair| match pair {
            Ok(pair) => {
                found = Some(pair);
                Ok(())
            }
            Err(damage) => Err(self.damaged_pair(damage)),
        })?;
        Ok(found)
    }

    /// Calls `each` with all pairs, or with those at one place, whole or damaged.
    pub(crate) fn for_each_finding<'a>(
        &self,
        referee: &mut Referee<'a>,
        plan: &'a Plan,
        only: Option<(i64, i64)>,
        mut each: impl FnMut(Result<Pair, Damage>) -> Result<(), ResultsError>,
    ) -> Result<(), ResultsError> {
        let place = only.map_or("", |_| "WHERE cell = ?1 AND number BETWEEN ?2 AND ?3");
        let query = format!(
            "SELECT cell, number, side, result, moves, opening, adjudicated, player_nodes, opponent_nodes, checksum \
             FROM game {place} ORDER BY cell, number"
        );
        let error = |source| self.error(source);
        let _state = OneState::of(&self.connection).map_err(error)?;
        let mut blocks = if only.is_none() { Some(self.blocks()?) } else { None };
        let mut statement = self.connection.prepare_cached(&query).map_err(error)?;
        let mut rows = match only {
            Some((cell, pair)) => statement.query([cell, 2 * pair, 2 * pair + 1]),
            None => statement.query([]),
        }
        .map_err(error)?;
        let mut open: Option<Open> = None;
        let mut before = None;
        let mut read = 0;
        while let Some(row) = rows.next().map_err(error)? {
            read += 1;
            self.listener.after(read)?;
            let (Ok(cell), Ok(number)) = (row.get::<_, i64>(0), row.get::<_, i64>(1)) else {
                return Err(self.damaged(OUT_OF_PLACE));
            };
            if before.replace((cell, number)).is_some_and(|before| before >= (cell, number)) {
                return Err(self.damaged(OUT_OF_PLACE));
            }
            let place = (cell, number.div_euclid(2));
            if open.as_ref().is_none_or(|open| open.place != place)
                && let Some(done) = open.replace(Open::new(plan, place))
            {
                each(done.close(plan, blocks.as_mut()))?;
            }
            if let Some(blocks) = &mut blocks {
                blocks.add(plan, cell, number, row.get(9).ok());
            }
            if let Some(open) = &mut open {
                open.add(referee, row, number).map_err(error)?;
            }
        }
        if let Some(done) = open {
            each(done.close(plan, blocks.as_mut()))?;
        }
        // What is missing in one place may be in another one: that is found first.
        blocks
            .map_or(Ok(()), |blocks| blocks.finish(plan).into_iter().try_for_each(|damage| each(Err(damage))))
    }
}

impl Open {
    fn new(plan: &Plan, (cell, number): (i64, i64)) -> Open {
        let pair = usize::try_from(cell).ok().zip(u64::try_from(number).ok());
        let planned = |&(cell, number): &(usize, u64)| {
            plan.conditions.get(cell).is_some_and(|condition| number < condition.protocol.pairs())
        };
        let pair = pair.filter(planned).map(|(condition, number)| Pair {
            condition,
            number,
            games: Vec::with_capacity(2),
        });
        let what = pair.is_none().then(|| "the experiment has no such pair".to_owned());
        Open { place: (cell, number), pair, what }
    }

    fn add(&mut self, referee: &mut Referee, row: &Row, number: i64) -> Result<(), rusqlite::Error> {
        let (Some(pair), None) = (&mut self.pair, &self.what) else { return Ok(()) };
        let found = if number as u64 == 2 * pair.number + pair.games.len() as u64 {
            read_game(referee, pair.condition, row)?
        } else {
            Err("the game before it is missing".to_owned())
        };
        match found {
            Ok(game) => pair.games.push(game),
            Err(what) => self.what = Some(format!("game {number}: {what}")),
        }
        Ok(())
    }

    fn close(self, plan: &Plan, blocks: Option<&mut Blocks>) -> Result<Pair, Damage> {
        let (cell, number) = self.place;
        let closed = self.finished(plan);
        if let (Err(_), Some(blocks)) = (&closed, blocks) {
            blocks.damaged(cell, number.saturating_mul(2));
        }
        closed
    }

    fn finished(self, plan: &Plan) -> Result<Pair, Damage> {
        let (cell, number) = self.place;
        let place = Place::Pair { cell, pair: number };
        let Some(pair) = self.pair else {
            let what = self.what.unwrap_or_default();
            return Err(Damage { place, pair: format!("pair {number} of cell {cell}"), what });
        };
        let wanted = plan.conditions[pair.condition].protocol.games_of_pair(pair.number);
        let what = self.what.or_else(|| {
            (pair.games.len() as u64 != wanted)
                .then(|| format!("it has {} of {wanted} games", pair.games.len()))
        });
        match what {
            None => Ok(pair),
            Some(what) => {
                let text = pair_text(plan, pair.condition, pair.number);
                Err(Damage { place, pair: text, what })
            }
        }
    }
}

/// The game of a row, or what is wrong with it.
fn read_game(
    referee: &mut Referee,
    cell: usize,
    row: &Row,
) -> Result<Result<GamePlayed, String>, rusqlite::Error> {
    let strange = || Ok(Err("a column has a value that is never written".to_owned()));
    let (Ok(side), Ok(moves)) = (row.get_ref(2)?.as_bytes(), row.get_ref(4)?.as_bytes()) else {
        return strange();
    };
    let mut numbers = [0; 7];
    for (number, column) in numbers.iter_mut().zip([0, 1, 3, 5, 6, 7, 8]) {
        let Ok(value) = row.get_ref(column)?.as_i64() else { return strange() };
        *number = value;
    }
    let Ok(stored) = row.get_ref(9)?.as_i64_or_null() else { return strange() };
    if stored != Some(checksum(numbers, side, moves)) {
        return Ok(Err("it is not what was written (its checksum does not fit)".to_owned()));
    }
    let [_, number, result, opening, adjudicated, player_nodes, opponent_nodes] = numbers;
    let side = std::str::from_utf8(side).ok().and_then(side_of);
    let parts = (side, result_of(result), unpack_moves(referee.geometry(cell), moves));
    let (Some(player_side), Some(result), Some(moves)) = parts else { return strange() };
    let Some(opening_plies) = u32::try_from(opening).ok().filter(|&plies| plies as usize <= moves.len())
    else {
        return strange();
    };
    let (Some((ending, swapped)), Ok(player_nodes), Ok(opponent_nodes)) =
        (ending_of(adjudicated), u64::try_from(player_nodes), u64::try_from(opponent_nodes))
    else {
        return strange();
    };
    let game = GamePlayed {
        player_side,
        result,
        moves,
        opening_plies,
        ending,
        swapped,
        player_nodes,
        opponent_nodes,
    };
    Ok(referee.check(cell, number as u64, &game).map(|()| game))
}
