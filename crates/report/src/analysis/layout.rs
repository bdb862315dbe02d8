use std::collections::BTreeMap;

use connect_toe_experiment::{Plan, Study};
use connect_toe_game::presets::PRESETS;

use super::label::{parts, short_names};

/// The design of a study: which cells differ in nothing but a factor's level.
///
/// The cells of a study come in blocks of equal levels. If all blocks are of one size, the cells at one place of all
/// blocks belong together, even if their players' texts differ because a factor stands in them.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The games, or the one game that factors change.
    pub(crate) games: Vec<Slot>,
    /// The players whose wins are counted; all players in a round robin.
    pub(crate) players: Vec<Slot>,
    /// Their opponents; the same as the players in a round robin.
    pub(crate) opponents: Vec<Slot>,
    /// The study's cells in their order.
    pub(crate) places: Vec<Place>,
}

/// A game or a player, at every level of the factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// A short name.
    pub(crate) label: String,
    /// What stands in the plan, with `{factor}` for what factors change.
    pub(crate) text: String,
    /// Whether factors change it.
    pub(crate) varies: bool,
}

/// Where a cell stands in its study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The cell's place in the plan.
    pub(crate) cell: usize,
    /// The number of each factor's level.
    pub(crate) levels: Vec<usize>,
    pub(crate) game: usize,
    pub(crate) player: usize,
    pub(crate) opponent: usize,
}

/// The texts of one game or player in all blocks, by which it is known.
type Key = Vec<String>;

impl Layout {
    pub(crate) fn new(plan: &Plan, index: usize, study: &Study) -> Layout {
        let cells: Vec<usize> = plan.cells_of(index).map(|(place, _)| place).collect();
        let mut blocks: Vec<(&[String], Vec<usize>)> = Vec::new();
        for &cell in &cells {
            let levels = &plan.cells[cell].levels[..];
            match blocks.iter_mut().find(|(of_block, _)| *of_block == levels) {
                Some((_, block)) => block.push(cell),
                None => blocks.push((levels, vec![cell])),
            }
        }
        let regular = blocks.windows(2).all(|pair| pair[0].1.len() == pair[1].1.len());
        let key = |text: &dyn Fn(usize) -> String, cell: usize, place: usize| -> Key {
            if regular {
                blocks.iter().map(|(_, block)| text(block[place])).collect()
            } else {
                vec![text(cell)]
            }
        };
        let game_text = |cell: usize| plan.cells[cell].game.to_string();
        let player_text = |cell: usize| plan.cells[cell].player.to_string();
        let opponent_text = |cell: usize| plan.cells[cell].opponent.to_string();

        let (mut games, mut players, mut opponents) = (Slots::default(), Slots::default(), Slots::default());
        let mut places = Vec::with_capacity(cells.len());
        for (_, block) in &blocks {
            for (place, &cell) in block.iter().enumerate() {
                let player = players.number(key(&player_text, cell, place));
                let of_opponent = key(&opponent_text, cell, place);
                let opponent =
                    if study.is_round_robin { &mut players } else { &mut opponents }.number(of_opponent);
                places.push(Place {
                    cell,
                    levels: level_numbers(study, &plan.cells[cell].levels),
                    game: games.number(key(&game_text, cell, place)),
                    player,
                    opponent,
                });
            }
        }
        places.sort_by_key(|place| place.cell);
        let levels: Vec<Vec<(&str, &str)>> = if regular {
            let names = || study.factors.iter().map(|factor| factor.name.as_str());
            blocks
                .iter()
                .map(|(levels, _)| names().zip(levels.iter().map(String::as_str)).collect())
                .collect()
        } else {
            vec![Vec::new()]
        };
        // Named together, so that no opponent has the name of another player.
        let mut both = Slots::default();
        let of_players: Vec<usize> = players.keys.iter().map(|key| both.number(key.clone())).collect();
        let of_opponents: Vec<usize> = opponents.keys.iter().map(|key| both.number(key.clone())).collect();
        let named = player_slots(&both.keys, &levels);
        let choose =
            |numbers: &[usize]| -> Vec<Slot> { numbers.iter().map(|&slot| named[slot].clone()).collect() };
        Layout {
            games: games.keys.iter().map(|key| game_slot(key, &levels)).collect(),
            players: choose(&of_players),
            opponents: choose(if study.is_round_robin { &of_players } else { &of_opponents }),
            places,
        }
    }
}

/// Keys, numbered as they come.
#[derive(Default)]
struct Slots {
    keys: Vec<Key>,
    numbers: BTreeMap<Key, usize>,
}

impl Slots {
    fn number(&mut self, key: Key) -> usize {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        self.keys.push(key.clone());
        self.numbers.insert(key, self.keys.len() - 1);
        self.keys.len() - 1
    }
}

fn level_numbers(study: &Study, levels: &[String]) -> Vec<usize> {
    let number =
        |values: &[String], level: &String| values.iter().position(|value| value == level).unwrap_or(0);
    study.factors.iter().zip(levels).map(|(factor, level)| number(&factor.values, level)).collect()
}

/// The name of a game: its preset's, or its text.
pub(crate) fn game_name(text: &str) -> String {
    PRESETS
        .iter()
        .find(|preset| preset.spec == text)
        .map_or_else(|| text.to_owned(), |preset| preset.name.to_owned())
}

fn game_slot(key: &Key, levels: &[Vec<(&str, &str)>]) -> Slot {
    let first = key.first().map_or("", String::as_str);
    if key.iter().all(|text| text == first) {
        return Slot { label: game_name(first), text: first.to_owned(), varies: false };
    }
    let text = game_pattern(key, levels).unwrap_or_else(|| {
        let names: Vec<&str> = levels.first().into_iter().flatten().map(|(name, _)| *name).collect();
        format!("by {}", names.join(", "))
    });
    Slot { label: text.clone(), text, varies: true }
}

/// The game's text with `{factor}` for every number and list of faces that is a factor's level: `{n}x{n}:4:-2`. `None`
/// if the texts are not alike.
fn game_pattern(key: &Key, levels: &[Vec<(&str, &str)>]) -> Option<String> {
    let by_colons: Vec<Vec<&str>> = key.iter().map(|text| text.split(':').collect()).collect();
    let parts = by_colons.first()?.len();
    if by_colons.iter().any(|block| block.len() != parts) {
        return None;
    }
    let mut pattern = Vec::new();
    for part in 0..parts {
        let texts: Vec<&str> = by_colons.iter().map(|block| block[part]).collect();
        let with_factor = |texts: &[&str]| -> Option<String> {
            let first = *texts.first()?;
            if texts.iter().all(|text| *text == first) {
                return Some(first.to_owned());
            }
            let names = levels.first()?.iter().map(|(name, _)| *name).enumerate();
            let is_level = |factor: usize| {
                let mut both = texts.iter().zip(levels);
                both.all(|(text, levels)| levels.get(factor).is_some_and(|(_, level)| level == text))
            };
            names.into_iter().find(|(factor, _)| is_level(*factor)).map(|(_, name)| format!("{{{name}}}"))
        };
        let whole = with_factor(&texts).or_else(|| {
            let sizes: Vec<Vec<&str>> = texts.iter().map(|text| text.split('x').collect()).collect();
            let count = sizes.first()?.len();
            if sizes.iter().any(|sizes| sizes.len() != count) {
                return None;
            }
            let column = |place: usize| sizes.iter().map(|sizes| sizes[place]).collect::<Vec<&str>>();
            let each: Option<Vec<String>> = (0..count).map(|place| with_factor(&column(place))).collect();
            Some(each?.join("x"))
        });
        pattern.push(whole?);
    }
    Some(pattern.join(":"))
}

fn player_slots(keys: &[Key], levels: &[Vec<(&str, &str)>]) -> Vec<Slot> {
    // A part that is the same in all blocks, or a factor: `depth={depth}`.
    let patterns: Vec<Vec<String>> = keys.iter().map(|key| pattern(key, levels)).collect();
    let fixed: Vec<Vec<&str>> = patterns
        .iter()
        .map(|pattern| {
            // A search that is a factor goes without a name.
            let parts = pattern.iter().enumerate().filter(|(place, part)| *place == 0 || !part.contains('{'));
            parts.map(|(_, part)| if part.contains('{') { "" } else { part.as_str() }).collect()
        })
        .collect();
    // Players that factors alone tell apart need their factors in their names.
    let enough = |fixed: &[Vec<&str>]| {
        fixed
            .iter()
            .enumerate()
            .all(|(place, one)| one.iter().any(|part| !part.is_empty()) && !fixed[..place].contains(one))
    };
    let named: Vec<Vec<&str>> = if enough(&fixed) {
        fixed
    } else {
        patterns.iter().map(|pattern| pattern.iter().map(String::as_str).collect()).collect()
    };
    let labels = short_names(&named);
    let texts = patterns.iter().map(|parts| match parts.split_first() {
        Some((name, [])) => name.clone(),
        Some((name, settings)) => format!("{name}:{}", settings.join(",")),
        None => String::new(),
    });
    let varies = patterns.iter().map(|pattern| pattern.iter().any(|part| part.contains('{')));
    labels
        .into_iter()
        .zip(texts)
        .zip(varies)
        .map(|((label, text), varies)| Slot { label, text, varies })
        .collect()
}

/// The parts of a player's text in the first block, with `{factor}` in place of what is another in another block.
fn pattern(key: &Key, levels: &[Vec<(&str, &str)>]) -> Vec<String> {
    let Some(first) = key.first() else { return Vec::new() };
    let blocks: Vec<Vec<&str>> = key.iter().map(|text| parts(text)).collect();
    let with_factor = |place: usize, part: &str| -> String {
        if blocks.iter().all(|parts| parts.get(place) == Some(&part)) {
            return part.to_owned();
        }
        let value_of = |part: &str| part.split_once('=').map_or(part, |(_, value)| value).to_owned();
        let is_factor = |factor: usize| {
            let mut both = blocks.iter().zip(levels);
            both.all(|(parts, levels)| {
                levels
                    .get(factor)
                    .is_some_and(|(_, level)| parts.get(place).is_some_and(|part| value_of(part) == *level))
            })
        };
        let names: Vec<&str> = levels.first().into_iter().flatten().map(|(name, _)| *name).collect();
        let factor = (0..names.len()).find(|&factor| is_factor(factor)).map_or("…", |factor| names[factor]);
        match part.split_once('=') {
            Some((name, _)) => format!("{name}={{{factor}}}"),
            None => format!("{{{factor}}}"),
        }
    };
    parts(first).into_iter().enumerate().map(|(place, part)| with_factor(place, part)).collect()
}

#[cfg(test)]
mod tests {
    use connect_toe_experiment::{Cell, Factor, Plan, Study};

    use super::*;

    fn plan(factors: &[(&str, &[&str])], round_robin: bool, cells: &[(&[&str], &str, &str, &str)]) -> Plan {
        let text = |text: &&str| (*text).to_owned();
        let factor = |(name, values): &(&str, &[&str])| Factor {
            name: text(name),
            values: values.iter().map(text).collect(),
        };
        let cell = |(number, (levels, game, player, opponent)): (u64, &(&[&str], &str, &str, &str))| {
            let read = "is well formed";
            let mut cell = Cell::new(
                game.parse().expect(read),
                player.parse().expect(read),
                opponent.parse().expect(read),
                number,
            );
            cell.levels = levels.iter().map(text).collect();
            cell
        };
        Plan {
            title: String::new(),
            question: None,
            seed: 0,
            studies: vec![Study {
                name: "s".to_owned(),
                title: String::new(),
                about: None,
                factors: factors.iter().map(factor).collect(),
                is_round_robin: round_robin,
                openings_line: None,
            }],
            cells: (0..).zip(cells).map(cell).collect(),
            text: String::new(),
            overrides: Vec::new(),
        }
    }

    fn layout(plan: &Plan) -> Layout {
        Layout::new(plan, 0, &plan.studies[0])
    }

    fn labels(slots: &[Slot]) -> Vec<&str> {
        slots.iter().map(|slot| slot.label.as_str()).collect()
    }

    /// A constant that a factor passes by does not tear its curve apart.
    #[test]
    fn players_with_a_factor_are_one_player() {
        let levels = ["2", "3"];
        let specs = |depth| [format!("alpha-beta:depth={depth},eval=runs"), format!("minimax:depth={depth}")];
        let (two, three) = (specs(2), specs(3));
        let fixed = "alpha-beta:depth=3,eval=runs";
        let plan = plan(
            &[("d", &levels)],
            false,
            &[
                (&["2"], "3x3:3", &two[0], fixed),
                (&["2"], "3x3:3", &two[0], "random"),
                (&["2"], "3x3:3", &two[1], fixed),
                (&["2"], "3x3:3", &two[1], "random"),
                (&["3"], "3x3:3", &three[0], fixed),
                (&["3"], "3x3:3", &three[0], "random"),
                (&["3"], "3x3:3", &three[1], fixed),
                (&["3"], "3x3:3", &three[1], "random"),
            ],
        );
        let layout = layout(&plan);
        assert_eq!(labels(&layout.players), ["alpha-beta", "minimax"]);
        assert_eq!(layout.players[0].text, "alpha-beta:depth={d},eval=runs");
        assert!(layout.players[0].varies && !layout.opponents[0].varies);
        assert_eq!(labels(&layout.opponents), ["alpha-beta depth 3", "random"]);
        assert_eq!(labels(&layout.games), ["tic-tac-toe"]);
        let last = &layout.places[7];
        assert_eq!((last.cell, &last.levels[..], last.player, last.opponent), (7, &[1][..], 1, 1));
    }

    #[test]
    fn players_of_a_round_robin_are_opponents_too() {
        let plan = plan(
            &[],
            true,
            &[
                (&[], "3x3:3", "random", "two-ply"),
                (&[], "3x3:3", "random", "minimax:depth=2"),
                (&[], "3x3:3", "two-ply", "minimax:depth=2"),
            ],
        );
        let layout = layout(&plan);
        assert_eq!(labels(&layout.players), ["random", "two-ply", "minimax depth 2"]);
        assert_eq!(layout.players, layout.opponents);
        let pairs: Vec<(usize, usize)> =
            layout.places.iter().map(|place| (place.player, place.opponent)).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
    }

    /// Blocks of different sizes: everything is known by its text.
    #[test]
    fn irregular_designs_have_players_by_text() {
        let plan = plan(
            &[("size", &["3", "4"])],
            false,
            &[
                (&["3"], "3x3:3", "random", "two-ply"),
                (&["4"], "4x4:3", "random", "two-ply"),
                (&["4"], "4x4:3", "two-ply", "two-ply"),
            ],
        );
        let layout = layout(&plan);
        assert_eq!((labels(&layout.players), layout.games.len()), (vec!["random", "two-ply"], 2));
    }

    #[test]
    fn games_with_a_factor_are_one_game() {
        let sizes = ["3", "4"];
        let plan = plan(
            &[("size", &sizes)],
            false,
            &[(&["3"], "3x3:3", "random", "two-ply"), (&["4"], "4x4:3", "random", "two-ply")],
        );
        let layout = layout(&plan);
        assert_eq!(labels(&layout.games), ["{size}x{size}:3"]);
        assert!(layout.games[0].varies);
    }

    #[test]
    fn games_and_searches_may_be_factors() {
        let plan = plan(
            &[("search", &["minimax", "alpha-beta"]), ("faces", &["-2", "+1,-2"])],
            false,
            &[
                (&["minimax", "-2"], "4x4:4:-2", "minimax:depth=1,eval=runs", "random"),
                (&["minimax", "-2"], "4x4:4:-2", "minimax:depth=1,eval=undecided", "random"),
                (&["minimax", "+1,-2"], "4x4:4:+1,-2", "minimax:depth=1,eval=runs", "random"),
                (&["minimax", "+1,-2"], "4x4:4:+1,-2", "minimax:depth=1,eval=undecided", "random"),
                (&["alpha-beta", "-2"], "4x4:4:-2", "alpha-beta:depth=1,eval=runs", "random"),
                (&["alpha-beta", "-2"], "4x4:4:-2", "alpha-beta:depth=1,eval=undecided", "random"),
                (&["alpha-beta", "+1,-2"], "4x4:4:+1,-2", "alpha-beta:depth=1,eval=runs", "random"),
                (&["alpha-beta", "+1,-2"], "4x4:4:+1,-2", "alpha-beta:depth=1,eval=undecided", "random"),
            ],
        );
        let layout = layout(&plan);
        assert_eq!(labels(&layout.games), ["4x4:4:{faces}"]);
        assert_eq!(labels(&layout.players), ["runs", "undecided"]);
        assert_eq!(layout.players[0].text, "{search}:depth=1,eval=runs");
    }
}
