//! The parts of the search, each alone, against a plain search of all moves.

use std::collections::HashMap;
use std::sync::Arc;

use connect_toe_game::{BitSet, Bits, GameSpec, Rules};
use connect_toe_testkit::random_game::SplitMix64;
use connect_toe_threats::UNLIMITED;

use crate::control::Control;
use crate::prover::Memory;

use super::keys::Node;
use super::pairing::Pairing;
use super::position::LinePosition;
use super::search::Search;
use super::shape::Shape;
use super::shared;
use super::table::{HintTable, Key, Numbers, NumbersTable, Zone, ZoneTable};
use super::threats::{Attack, ThreatSearch};

/// A position of a small game in which neither side has a line, with any numbers of stones.
fn random_position(seed: u64) -> LinePosition {
    const GAMES: [&str; 14] = [
        "3x3:3",
        "4x4:3",
        "4x4:4",
        "5x4:4",
        "5x3:3",
        "3x3x2:3",
        "12:3",
        "2x2x2:2",
        "4x4x2:4",
        "4x4:shape=a1+b1+b2",
        "4x3:shape=a1+a2+b1+b2",
        "13:projective",
        "4x4:3:free:blocked=b2+c3",
        "10:lines=a+b/b+c+d/d+e+f+g/c+g+h/a+h+i+j/e+j",
    ];
    let mut random = SplitMix64::new(seed);
    let spec: GameSpec = GAMES[random.below(GAMES.len())].parse().expect("sound game text");
    let rules = Rules::<u64>::compile(&spec).expect("it fits");
    let shape = Arc::new(Shape::new(&rules));
    let mut position = LinePosition::new(Arc::clone(&shape));
    let most_empty = random.below(10);
    for _ in 0..300 {
        if position.empty() as usize <= most_empty {
            break;
        }
        let (cell, side) = (random.below(shape.cells()) as u16, random.below(2));
        if is_free(&position, cell) {
            position.make(cell, side);
            // Few positions with lines that lack one cell: there is nothing to find in them.
            if position.tallies().completing(side).count() > 0 && random.below(50) > 0
                || has_line(&position, side)
            {
                position.unmake(cell, side);
            }
        }
    }
    position
}

/// Whether a cell has no stone and is not blocked.
fn is_free(position: &LinePosition, cell: u16) -> bool {
    position.tallies().is_empty(cell) && position.shape().open().contains(usize::from(cell))
}

fn has_line(position: &LinePosition, side: usize) -> bool {
    position.lacks(side) == Some(0)
}

/// Plain search: whether the attacker completes a line with at most `left` stones.
#[derive(Default)]
struct Plain {
    known: HashMap<(Vec<Option<usize>>, bool, u16), bool>,
}

impl Plain {
    fn wins(&mut self, position: &mut LinePosition, attack: Attack, attacks: bool) -> bool {
        let Attack { attacker, counters, left } = attack;
        let mover = if attacks { attacker } else { 1 - attacker };
        let cells = position.shape().cells() as u16;
        if attacks && left == 0 {
            return false;
        }
        let key = ((0..cells).map(|cell| position.tallies().owner(cell)).collect(), attacks, left);
        if let Some(&wins) = self.known.get(&key) {
            return wins;
        }
        let completes = position.tallies().completing(mover).count() > 0;
        let wins = if completes && attacks {
            true
        } else if completes && counters {
            false
        } else {
            let next = Attack { left: if attacks && left != UNLIMITED { left - 1 } else { left }, ..attack };
            let mut moves =
                (0..cells).filter(|&cell| is_free(position, cell)).collect::<Vec<_>>().into_iter();
            let mut child = |cell| {
                position.make(cell, mover);
                let wins = self.wins(position, next, !attacks);
                position.unmake(cell, mover);
                wins
            };
            if attacks { moves.any(child) } else { moves.len() > 0 && moves.all(&mut child) }
        };
        self.known.insert(key, wins);
        wins
    }
}

#[test]
fn continuous_threats_win_and_irrelevant_replies_do_not_help() {
    let mut found = [0; 3];
    for seed in 0..5000 {
        let mut position = random_position(seed);
        if position.empty() > 10 {
            continue;
        }
        let mut random = SplitMix64::new(seed);
        let attacker = random.below(2);
        let left = [UNLIMITED, 1, 2, 3][random.below(4)];
        let attack = Attack { attacker, counters: random.below(2) == 0, left };
        let before = position.clone();
        let mut threats = ThreatSearch::new(Arc::new(HintTable::new(1 << 12)));
        if !threats.find(&mut position, attack, 10_000) {
            let one_move = position.tallies().completing(attacker).count() > 0;
            assert!(!one_move || left == 0, "seed {seed}: a win in one is missed");
            continue;
        }
        let chain = threats.reversed();
        assert_eq!(position.counts, before.counts);
        found[0] += 1;
        found[2] += chain.len().saturating_sub(3) / 2;
        let mut plain = Plain::default();
        assert!(plain.wins(&mut position, attack, true), "seed {seed}: {attack:?} {chain:?}");

        // With the defender to move, all but the relevant replies lose; that is asked of the defender's quiet
        // positions only.
        let defender = 1 - attacker;
        let forced = position.tallies().completing(attacker).count() > 0;
        if forced || attack.counters && position.tallies().completing(defender).count() > 0 {
            continue;
        }
        let mut zone = BitSet::new(position.shape().cells());
        threats.zone(&mut position, attack, &mut zone);
        assert_eq!(position.counts, before.counts);
        for cell in 0..position.shape().cells() as u16 {
            if is_free(&position, cell) && !zone.contains(usize::from(cell)) {
                position.make(cell, defender);
                assert!(plain.wins(&mut position, attack, true), "seed {seed}: {attack:?} {chain:?} {cell}");
                position.unmake(cell, defender);
                found[1] += 1;
            }
        }
    }
    assert!(found[0] > 300 && found[1] > 300 && found[2] > 50, "{found:?}");
}

#[test]
fn pairings_are_pairings_and_hold() {
    let mut found = 0;
    for seed in 0..2500 {
        let mut position = random_position(seed);
        let maker = (seed % 2) as usize;
        let taken = (0..position.shape().cells() as u16)
            .find(|&cell| seed % 3 == 0 && is_free(&position, cell) && position.live(maker, cell) > 0);
        let mut pairing = Pairing::default();
        let Some(pairs) = pairing.find(&position, maker, taken, 200) else { continue };
        let mut cells: Vec<u16> = pairs.iter().flat_map(|&(a, b)| [a, b]).chain(taken).collect();
        assert!(cells.iter().all(|&cell| is_free(&position, cell)), "seed {seed}");
        cells.sort_unstable();
        assert!(cells.windows(2).all(|pair| pair[0] < pair[1]), "seed {seed}: a cell twice");
        let shape = Arc::clone(position.shape());
        for line in (0..shape.graph.lines() as u32).filter(|&line| position.tallies().is_live(maker, line)) {
            let line = shape.graph.cells_of(line);
            let has = |cell: u16| line.contains(&cell);
            assert!(taken.is_some_and(has) || pairs.iter().any(|&(a, b)| has(a) && has(b)), "seed {seed}");
        }
        if let Some(cell) = taken {
            position.make(cell, 1 - maker);
        }
        if position.empty() <= 10 {
            let attack = Attack { attacker: maker, counters: false, left: UNLIMITED };
            assert!(!Plain::default().wins(&mut position, attack, true), "seed {seed}");
            found += 1;
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn where_potential_is_low_the_maker_does_not_win() {
    let mut low = 0;
    for seed in 0..2500 {
        let mut position = random_position(seed);
        if position.empty() > 10 {
            continue;
        }
        for (attacks, bound) in
            [(true, LinePosition::WEIGHT_OF_ONE / 2), (false, LinePosition::WEIGHT_OF_ONE)]
        {
            let attack = Attack { attacker: 0, counters: false, left: UNLIMITED };
            if position.weight(0) > 0 && position.weight(0) < bound {
                low += 1;
                assert!(!Plain::default().wins(&mut position, attack, attacks), "seed {seed}");
            }
        }
    }
    assert!(low > 200, "{low}");
}

#[test]
fn tables_give_back_what_they_keep() {
    let mut random = SplitMix64::new(3);
    let numbers = NumbersTable::new(1 << 16);
    let zones = ZoneTable::new(1 << 16, 100);
    let hints = HintTable::new(1 << 16);
    for _ in 0..1000 {
        let key = Key { index: random.next_u64(), check: random.next_u64() };
        let kept =
            Numbers { proof: 1 + random.below(1 << 20) as u32, disproof: random.below(1 << 24) as u32 };
        assert_eq!((numbers.get(key), zones.get(key)), (None, None));
        numbers.put(key, kept, 1 << 40);
        let mut zone = Zone::EMPTY;
        zone.insert_word(0, random.next_u64());
        zone.insert_word(64, random.next_u64() >> 28);
        zones.put(key, zone);
        hints.put(key.index, 77);
        assert_eq!((numbers.get(key), zones.get(key)), (Some(kept), Some(zone)));
        assert_eq!((hints.get(key.index), hints.get(!key.index)), (Some(77), None));
    }
    numbers.clear();
    let key = Key { index: 5, check: 6 };
    numbers.put(key, Numbers::PROVEN, 1);
    assert_eq!(numbers.get(key), Some(Numbers::PROVEN));
}

/// Proof-number search in the Maker-Breaker game, where it prunes by the cells that the breaker needs, and in the
/// game itself.
#[test]
fn searches_agree_with_plain_ones() {
    const GAMES: [&str; 12] = [
        "4x4:3",
        "5x4:4",
        "5x5:4",
        "4x3x2:3",
        "6x4:4",
        "5x5:3",
        "5x5:shape=a1+b1+b2+c2",
        "5x5:shape=a1+a2+b1+b2",
        "13:projective",
        "4x4:plane",
        "5x5:4:free:blocked=c3",
        "12:lines=a+b/b+c+d/d+e+f+g/c+g+h+k/a+h+i+j/e+j+l/i+k+l",
    ];
    let mut wins = [0; 2];
    for seed in 0..600 {
        let mut random = SplitMix64::new(seed);
        let spec: GameSpec = GAMES[random.below(GAMES.len())].parse().expect("sound game text");
        let rules = Rules::<u64>::compile(&spec).expect("it fits");
        let mut search = Search::new(shared(&rules, Memory(1 << 18)), false);
        let shape = Arc::clone(&search.shared().shape);
        let mut position = LinePosition::new(Arc::clone(&shape));
        for _ in 0..500 {
            let (cell, side) = (random.below(shape.cells()) as u16, random.below(2));
            if position.empty() > 11 && is_free(&position, cell) {
                position.make(cell, side);
                if position.tallies().completing(side).count() > 0 {
                    position.unmake(cell, side);
                }
            }
        }
        if position.empty() > 12 {
            continue;
        }
        for (attacks, counters) in [(true, false), (false, false), (true, true), (false, true)] {
            let node = Node { attacker: 0, attacks, counters, left: UNLIMITED };
            let attack = Attack { attacker: 0, counters, left: UNLIMITED };
            search.ask(position.clone(), u64::MAX);
            let found = search.solve(node, u64::MAX, &Control::new());
            let expected = Plain::default().wins(&mut position, attack, attacks);
            assert_eq!(found, Ok(expected), "seed {seed}: {node:?}");
            wins[usize::from(expected)] += 1;
        }
    }
    assert!(wins[0] > 100 && wins[1] > 100, "{wins:?}");
}

/// Threads that search the same at once, from the first node on, find what one finds.
#[test]
fn threads_find_what_one_finds() {
    const GAMES: [&str; 6] = ["5x4:4", "5x5:4", "4x3x2:3", "6x4:4", "4x4:4", "3x3x3:3"];
    let mut wins = [0; 2];
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let spec: GameSpec = GAMES[random.below(GAMES.len())].parse().expect("sound game text");
        let rules = Rules::<u64>::compile(&spec).expect("it fits");
        let fresh = || shared(&rules, Memory(1 << 18));
        let mut position = LinePosition::new(Arc::clone(&fresh().shape));
        for stone in 0..4 + random.below(4) {
            let cell = random.below(position.shape().cells()) as u16;
            if is_free(&position, cell) {
                position.make(cell, stone % 2);
            }
        }
        for (attacks, counters) in [(true, false), (false, false), (true, true), (false, true)] {
            let left = if random.below(3) == 0 { 4 } else { UNLIMITED };
            let node = Node { attacker: 0, attacks, counters, left };
            let solve = |mut search: Search| {
                search.ask(position.clone(), u64::MAX);
                search.solve(node, u64::MAX, &Control::new()).expect("not stopped")
            };
            let expected = solve(Search::new(fresh(), false));
            wins[usize::from(expected)] += 1;
            for threads in [1, 2, 3] {
                let tables = fresh();
                let tables = &tables;
                std::thread::scope(|scope| {
                    let start = |_| scope.spawn(|| solve(Search::new(Arc::clone(tables), true)));
                    let running: Vec<_> = (0..threads).map(start).collect();
                    for thread in running {
                        assert_eq!(thread.join().expect("no panic"), expected, "seed {seed}: {node:?}");
                    }
                });
            }
        }
    }
    assert!(wins[0] > 20 && wins[1] > 20, "{wins:?}");
}
