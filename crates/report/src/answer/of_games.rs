//! What games are like in which players meet their equals.

use connect_toe_experiment::{ConditionTally, PlayerPattern, Sample};
use connect_toe_players::PlayerSpec;
use connect_toe_plot::{Estimate, Unit};
use connect_toe_stats::{Confidence, numbers, score_interval};

use super::claim::{AtLevel, Character, Claim, Ends, FirstMoves, Games, Need, Strength};
use super::found::{Found, MOST_ROWS, Picture, too_few};
use super::of_players;
use crate::analysis::{ConditionAnalysis, OfGame, Sides, StudyAnalysis, game_name, in_order};

/// A score that is shown to lie within this of one half means that neither side has an advantage.
const NEAR: f64 = 0.02;

/// More values of a factor than this are not put into a sentence.
const MOST_LEVELS: usize = 6;

/// What the games are like, if the design asks for that: several games in which players meet themselves.
pub(super) fn found(study: &StudyAnalysis<'_>) -> Option<Found> {
    let games = games(study);
    // If three or more players differ in more than how far they look ahead, the study is about the players.
    let is_of_players = study.names.players.len() > 2 && ahead(study).is_none();
    if !study.equals_tell() || games.len() < 2 || is_of_players || !each_meets_itself(study) {
        return None;
    }
    let first = first_moves(study.sides, &games)?;
    let open = open(&first);
    let needs = open.map_or_else(Vec::new, |open| [open].into_iter().chain(too_few(study)).collect());
    let character = by_factor(study).or_else(|| ranges(&games));
    let strengths = strength(study).map(|strength| (None, strength)).into_iter().collect();
    let claim = Claim::Games(Games { first, character, strengths });
    Some(Found::new(claim, needs, Some(picture(study.sides, &games))))
}

/// Whether each player also plays against itself, at all its settings. Where only some do, these are opponents by which
/// the others are measured, and one of them was among the players by chance.
fn each_meets_itself(study: &StudyAnalysis<'_>) -> bool {
    let is_met = |player: &PlayerSpec| {
        let mut all = study.conditions.iter().map(|one| &one.condition);
        all.any(|one| one.is_of_equals() && one.player == *player)
    };
    study.conditions.iter().all(|one| is_met(&one.condition.player))
}

/// What the games of all studies are like, by the studies' titles, if all of them ask for that.
pub(super) fn of_several(studies: &[(&StudyAnalysis<'_>, &Found)]) -> Option<Found> {
    if !studies.iter().all(|(_, found)| matches!(found.claim, Claim::Games(_))) {
        return None;
    }
    let mut all: Vec<OfGame> = Vec::new();
    for one in studies.iter().flat_map(|(study, _)| games(study)) {
        match all.iter_mut().find(|game| game.name == one.name) {
            Some(game) => {
                game.tally += &one.tally;
                game.first_mover += one.first_mover;
            }
            None => all.push(one),
        }
    }
    OfGame::sort(&mut all);
    let conditions = studies.iter().flat_map(|(study, _)| &study.conditions);
    let sides = Sides::of(conditions.map(|one| &one.condition.game));
    let first = first_moves(sides, &all)?;
    let needs = open(&first).into_iter().collect();
    let strengths = studies
        .iter()
        .filter_map(|(study, _)| Some((Some(study.study.title.trim().to_owned()), strength(study)?)));
    let claim = Claim::Games(Games { first, character: ranges(&all), strengths: strengths.collect() });
    Some(Found::new(claim, needs, Some(picture(sides, &all))))
}

/// What was played of each game; the game on which moving first scores most comes first.
fn games(study: &StudyAnalysis<'_>) -> Vec<OfGame> {
    let mut games = study.by_game();
    games.retain(|game| game.first_mover.score().is_some());
    OfGame::sort(&mut games);
    games
}

/// Counts the games on which moving first is an advantage, a disadvantage, close to neither, or open.
fn first_moves(sides: Sides, games: &[OfGame]) -> Option<FirstMoves> {
    let level = Confidence::NINETY_FIVE.shared_by(games.len());
    let scores = ends_of(games, OfGame::first_score, numbers::percent)?;
    let (mut ahead, mut behind, mut near) = (0, 0, 0);
    for game in games {
        let interval = score_interval(game.first_mover.counts(), level);
        if interval.low > 0.5 {
            ahead += 1;
        } else if interval.high < 0.5 {
            behind += 1;
        } else if interval.low >= 0.5 - NEAR && interval.high <= 0.5 + NEAR {
            near += 1;
        }
    }
    Some(FirstMoves { sides, ahead, behind, near, open: games.len() - ahead - behind - near, scores })
}

fn open(first: &FirstMoves) -> Option<Need> {
    (first.open > 0).then_some(Need::FirstMoves(first.sides, first.open))
}

fn ends_of<'a>(
    games: impl IntoIterator<Item = &'a OfGame>,
    value: impl Fn(&OfGame) -> f64,
    printed: impl Fn(f64) -> String,
) -> Option<Ends> {
    ends(&games.into_iter().map(|game| (game.name.clone(), value(game))).collect::<Vec<_>>(), printed)
}

/// The lowest and the highest value, with all games whose value is printed alike.
fn ends(values: &[(String, f64)], printed: impl Fn(f64) -> String) -> Option<Ends> {
    let by_value = |one: &&(String, f64), other: &&(String, f64)| one.1.total_cmp(&other.1);
    let at = |end: f64| {
        let end = printed(end);
        let games = values.iter().filter(|(_, value)| printed(*value) == end);
        let games = games.map(|(name, _)| name.clone()).collect();
        (end, games)
    };
    Some(Ends {
        lowest: at(values.iter().min_by(by_value)?.1),
        highest: at(values.iter().max_by(by_value)?.1),
    })
}

fn draws(tally: &ConditionTally) -> f64 {
    tally.wdl().decided_rate().map_or(0.0, |rate| 1.0 - rate)
}

fn plies(tally: &ConditionTally) -> f64 {
    tally.mean_plies().unwrap_or(0.0)
}

/// Between which games draws and lengths range.
fn ranges(games: &[OfGame]) -> Option<Character> {
    Some(Character::Ranges {
        drawn: ends_of(
            games.iter().filter(|game| game.can_be_drawn),
            |game| draws(&game.tally),
            numbers::percent,
        ),
        plies: ends_of(games, |game| plies(&game.tally), |plies| numbers::mean(Some(plies)))?,
    })
}

/// How first moves, draws and lengths go with the only number that makes the games differ.
fn by_factor(study: &StudyAnalysis<'_>) -> Option<Character> {
    let is_of_games = |name: &str| {
        let field = format!("{{{name}}}");
        study.names.games.iter().all(|game| game.text.contains(&field))
    };
    let mut factors = (0..study.study.factors.len()).filter(|&factor| {
        let factor = &study.study.factors[factor];
        factor.numbers().is_some() && factor.levels.len() <= MOST_LEVELS && is_of_games(&factor.name)
    });
    let (Some(factor), None) = (factors.next(), factors.next()) else { return None };
    let of_factor = &study.study.factors[factor];
    let levels = in_order(&of_factor.numbers()?);
    let at = |level: usize| study.telling().filter(move |one| one.level(factor) == level);
    let levels: Vec<usize> = levels.into_iter().filter(|&level| at(level).next().is_some()).collect();
    if levels.len() < 2 {
        return None;
    }
    let levels = levels.iter().map(|&level| {
        let sample: Sample = at(level).map(ConditionAnalysis::first_mover).sum();
        let tally: ConditionTally = at(level).map(|one| &one.tally).sum();
        AtLevel {
            level: study.level(factor, level).to_owned(),
            first: sample.score(),
            drawn: study.sides.all_have_draws().then(|| draws(&tally)),
            plies: plies(&tally),
        }
    });
    Some(Character::ByNumber { sides: study.sides, factor: of_factor.name.clone(), levels: levels.collect() })
}

/// Who plays the games best: by depth, or by what else tells the players apart.
fn strength(study: &StudyAnalysis<'_>) -> Option<Strength> {
    ahead(study).or_else(|| match of_players::found(study).claim {
        Claim::Nothing => None,
        claim => Some(Strength::Players(Box::new(claim))),
    })
}

/// What looking ahead is worth, if all players are one player at several depths. Of the depths that meet, it compares
/// the two that differ most.
fn ahead(study: &StudyAnalysis<'_>) -> Option<Strength> {
    let players = study.conditions.iter().map(|one| without_depth(&one.condition.player));
    let mut kinds: Vec<(PlayerPattern, Option<u64>)> = players.collect();
    kinds.dedup_by(|one, other| one.0 == other.0);
    let [(_, Some(_))] = &kinds[..] else { return None };
    let mut meetings: Vec<((u64, u64), String, Sample)> = Vec::new();
    for one in study.conditions.iter().filter(|one| one.games() > 0) {
        let (player, opponent) =
            (without_depth(&one.condition.player), without_depth(&one.condition.opponent));
        let (Some(own), Some(other)) = (player.1, opponent.1) else { continue };
        if player.0 == opponent.0 && own != other {
            let sample = if own > other { one.sample } else { one.sample.swapped() };
            meetings.push(((own.min(other), own.max(other)), game_name(&one.condition.game), sample));
        }
    }
    let depths = meetings.iter().map(|(depths, ..)| *depths).max_by_key(|(shallow, deep)| deep - shallow)?;
    meetings.retain(|(here, ..)| *here == depths);
    let mut of_games: Vec<(String, Sample)> = Vec::new();
    for (_, game, sample) in &meetings {
        match of_games.iter_mut().find(|(name, _)| name == game) {
            Some((_, sum)) => *sum += *sample,
            None => of_games.push((game.clone(), *sample)),
        }
    }
    let all: Sample = meetings.into_iter().map(|(.., sample)| sample).sum();
    let interval = all.score_interval();
    let values: Vec<(String, f64)> =
        of_games.into_iter().filter_map(|(name, sample)| Some((name, sample.score()?))).collect();
    Some(Strength::Ahead {
        shallow: depths.0,
        deep: depths.1,
        elo: all.elo(),
        is_shown: interval.low > 0.5 || interval.high < 0.5,
        on: ends(&values, numbers::percent).filter(|ends| ends.lowest.0 != ends.highest.0),
    })
}

/// A player's settings without its depth, and the depth.
fn without_depth(player: &PlayerSpec) -> (PlayerPattern, Option<u64>) {
    let mut pattern = PlayerPattern::fixed(player);
    pattern.settings.retain(|setting| setting.key != "depth");
    (pattern, player.settings().text("depth").and_then(|depth| depth.parse().ok()))
}

fn picture(sides: Sides, games: &[OfGame]) -> Picture {
    let row = |game: &OfGame| {
        let bounds = game.first_mover.score_interval();
        Estimate {
            name: game.name.clone(),
            value: game.first_score(),
            text: format!("{} %", numbers::percent(game.first_score())),
            interval: (bounds.low, bounds.high),
        }
    };
    let half = MOST_ROWS / 2;
    let (rows, which): (Vec<Estimate>, String) = if games.len() > MOST_ROWS {
        let ends = games[..half].iter().chain(&games[games.len() - half..]);
        (ends.map(row).collect(), format!(", the {half} highest and the {half} lowest of {}", games.len()))
    } else {
        (games.iter().map(row).collect(), String::new())
    };
    Picture {
        caption: format!(
            "Score of {} by game, the games of equal players{which}, with 95 % intervals",
            sides.first_mover()
        ),
        value_title: format!("score of {}", sides.first_mover()),
        unit: Unit::Rate,
        reference: 0.5,
        rows,
        main: None,
    }
}
