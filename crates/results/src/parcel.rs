//! Pairs as bytes, to be sent from where they were played to where they are kept.
//!
//! A parcel has the pairs one after the other and ends with the CRC-32 of all before it, the lowest byte first. A pair
//! is condition, number, number of games, games. A game is a byte (1 if the player has O, 2 if it was adjudicated, 4
//! times the result: 0 loss, 1 draw, 2 win; 16 if it was forfeited, 32 if sides were swapped), the plies of the
//! opening, the player's nodes, the opponent's nodes, the number of bytes of the moves, the moves as the results file
//! has them. Numbers have seven bits a byte, the lowest first; every byte but the last has the highest bit set.

use connect_toe_experiment::{Ending, GamePlayed, Pair, Plan};
use connect_toe_game::{Geometry, Side};

use crate::pairs::pair_text;
use crate::replay::Referee;
use crate::schema::{pack_moves, result_number, result_of, unpack_moves};

/// Bytes of the checksum.
const CHECKSUM: usize = 4;
const HAS_O: u8 = 1;
const ADJUDICATED: u8 = 2;
const RESULT: u8 = 4;
const FORFEITED: u8 = 16;
const SWAPPED: u8 = 32;

/// Bytes that are not a parcel of pairs of the plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the games that were sent are damaged: {0}")]
pub struct DamagedParcel(String);

/// Packs and unpacks the pairs of one plan.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
/// use connect_toe_experiment::{Plan, Protocol, play};
/// use connect_toe_results::Parcels;
///
/// let plan = Plan::of_match("3x3:3".parse()?, "two-ply".parse()?, "random".parse()?, Protocol::new(20), 1);
/// let mut pairs = Vec::new();
/// play(&plan, &plan.everything(), &Stop::new(), |pair| {
///     pairs.extend(pair);
///     ControlFlow::Continue(())
/// })?;
/// let mut parcels = Parcels::new(&plan);
/// let parcel = parcels.pack(&pairs);
/// assert_eq!(parcels.unpack(&parcel)?, pairs);
/// assert!(parcels.unpack(&parcel[1..]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Parcels<'a> {
    plan: &'a Plan,
    referee: Referee<'a>,
}

impl<'a> Parcels<'a> {
    /// Parcels of pairs of this plan.
    pub fn new(plan: &'a Plan) -> Parcels<'a> {
        Parcels { plan, referee: Referee::new(plan) }
    }

    /// Pairs of the plan as bytes.
    pub fn pack(&mut self, pairs: &[Pair]) -> Vec<u8> {
        let mut parcel = Vec::new();
        for pair in pairs {
            let geometry = self.referee.geometry(pair.condition);
            for number in [pair.condition as u64, pair.number, pair.games.len() as u64] {
                write_number(&mut parcel, number);
            }
            for game in &pair.games {
                write_game(&mut parcel, geometry, game);
            }
        }
        let checksum = crc32fast::hash(&parcel);
        parcel.extend(checksum.to_le_bytes());
        parcel
    }

    /// The pairs of a parcel. Every game is played again: the answer has only what the rules allow.
    ///
    /// # Errors
    /// Bytes that are not what was packed, or not pairs of this plan.
    pub fn unpack(&mut self, parcel: &[u8]) -> Result<Vec<Pair>, DamagedParcel> {
        let damaged = |what: &str| DamagedParcel(what.to_owned());
        let (bytes, checksum) =
            parcel.split_last_chunk::<CHECKSUM>().ok_or_else(|| damaged("the end is missing"))?;
        if crc32fast::hash(bytes) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the checksum does not fit"));
        }
        let (mut left, mut pairs) = (bytes, Vec::new());
        while !left.is_empty() {
            let pair = read_pair(&mut left, self.plan, &mut self.referee);
            pairs.push(pair.ok_or_else(|| damaged("they are not pairs of this experiment"))?);
        }
        for pair in &pairs {
            for (game, number) in pair.games.iter().zip(2 * pair.number..) {
                self.referee.check(pair.condition, number, game).map_err(|what| {
                    let pair = pair_text(self.plan, pair.condition, pair.number);
                    DamagedParcel(format!("{pair}, game {number}: {what}"))
                })?;
            }
        }
        Ok(pairs)
    }
}

impl std::fmt::Debug for Parcels<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parcels").field("plan", &self.plan.title).finish_non_exhaustive()
    }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(left: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = left.split_first()?;
        *left = rest;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn write_game(bytes: &mut Vec<u8>, geometry: &Geometry, game: &GamePlayed) {
    let side = if game.player_side == Side::O { HAS_O } else { 0 };
    let ending = match game.ending {
        Ending::LastMove => 0,
        Ending::Adjudication => ADJUDICATED,
        Ending::Forfeit => FORFEITED,
    };
    let result = RESULT * (result_number(game.result) + 1) as u8;
    let swapped = if game.swapped { SWAPPED } else { 0 };
    bytes.push(side | ending | result | swapped);
    let moves = pack_moves(geometry, &game.moves);
    let numbers = [game.opening_plies.into(), game.player_nodes, game.opponent_nodes, moves.len() as u64];
    for number in numbers {
        write_number(bytes, number);
    }
    bytes.extend(moves);
}

fn read_pair(left: &mut &[u8], plan: &Plan, referee: &mut Referee) -> Option<Pair> {
    let condition = usize::try_from(read_number(left)?).ok()?;
    let number = read_number(left)?;
    let protocol = &plan.conditions.get(condition)?.protocol;
    let games = read_number(left)?;
    if number >= protocol.pairs() || games != protocol.games_of_pair(number) {
        return None;
    }
    let geometry = referee.geometry(condition);
    let games = (0..games).map(|_| read_game(left, geometry)).collect::<Option<Vec<_>>>()?;
    Some(Pair { condition, number, games })
}

fn read_game(left: &mut &[u8], geometry: &Geometry) -> Option<GamePlayed> {
    let (&mark, rest) = left.split_first()?;
    *left = rest;
    let result = result_of(i64::from((mark & !FORFEITED & !SWAPPED) / RESULT) - 1)?;
    let ending = match (mark & ADJUDICATED != 0, mark & FORFEITED != 0) {
        (false, false) => Ending::LastMove,
        (true, false) => Ending::Adjudication,
        (false, true) => Ending::Forfeit,
        (true, true) => return None,
    };
    let opening_plies = u32::try_from(read_number(left)?).ok()?;
    // The file keeps numbers with a sign.
    let mut nodes = || read_number(left).filter(|&nodes| i64::try_from(nodes).is_ok());
    let (player_nodes, opponent_nodes) = (nodes()?, nodes()?);
    let bytes = usize::try_from(read_number(left)?).ok()?;
    let (moves, rest) = left.split_at_checked(bytes)?;
    *left = rest;
    let moves = unpack_moves(geometry, moves)?;
    (opening_plies as usize <= moves.len()).then_some(GamePlayed {
        player_side: if mark & HAS_O == 0 { Side::X } else { Side::O },
        result,
        moves,
        opening_plies,
        ending,
        swapped: mark & SWAPPED != 0,
        player_nodes,
        opponent_nodes,
    })
}
