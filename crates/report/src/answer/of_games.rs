//! What games are like in which players meet their equals.

use connect_toe_experiment::{ConditionTally, PlayerPattern, Sample};
use connect_toe_players::PlayerSpec;
use connect_toe_plot::{Estimate, Unit};
use connect_toe_stats::{Confidence, numbers, score_interval};

use super::{Found, MOST_ROWS, Picture, of_players, too_few};
use crate::analysis::{OfGame, StudyAnalysis, game_name, in_order};
use crate::inline::code;
use crate::words::list;

/// A score that is shown to lie within this of one half means that neither side has an advantage.
const NEAR: f64 = 0.02;

/// More values of a factor than this are not put into a sentence.
const MOST_LEVELS: usize = 6;

/// What the games are like, if the design asks for that: several games in which players meet themselves.
pub(super) fn found(study: &StudyAnalysis<'_>) -> Option<Found> {
    let games = games(study);
    // Where three players and more do not only look ahead differently far, the study is about them.
    let is_of_players = study.names.players.len() > 2 && ahead(study).is_none();
    if !study.equals_tell() || games.len() < 2 || is_of_players || !each_meets_itself(study) {
        return None;
    }
    let first_moves = FirstMoves::of(&games)?;
    let mut sentences = vec![first_moves.sentence(&games)];
    sentences.extend(by_factor(study).or_else(|| ranges(&games)));
    sentences.extend(strength(study).map(|strength| crate::capital(&strength)));
    let all = games.len();
    let short = match first_moves.behind {
        0 => format!("an advantage on {} of {all} games", first_moves.ahead),
        many => format!("an advantage on {} of {all} games and a disadvantage on {many}", first_moves.ahead),
    };
    Some(Found {
        sentence: sentences.join(". "),
        short: format!("moving first is {short}"),
        // Where it is sometimes a disadvantage, nothing can be said of all games.
        winner: (first_moves.behind == 0 && first_moves.ahead > 0)
            .then(|| "moving first is an advantage".to_owned()),
        detail: format!("on {} of {all} games", first_moves.ahead),
        more: first_moves
            .open()
            .map(|open| [open].into_iter().chain(too_few(study)).collect::<Vec<_>>().join(" ")),
        picture: Some(picture(&games)),
        is_of_games: true,
        ..Found::default()
    })
}

/// Whether each player also plays against itself, at all its settings. Where only some do, these are opponents by which the
/// others are measured, and one of them was among the players by chance.
fn each_meets_itself(study: &StudyAnalysis<'_>) -> bool {
    let is_met = |player: &PlayerSpec| {
        let mut all = study.conditions.iter().map(|one| &one.condition);
        all.any(|one| one.is_of_equals() && one.player == *player)
    };
    study.conditions.iter().all(|one| is_met(&one.condition.player))
}

/// What the games of all studies are like, if all of them ask for that.
pub(super) fn of_several(studies: &[(&StudyAnalysis<'_>, &Found)]) -> Option<Found> {
    if !studies.iter().all(|(_, found)| found.is_of_games) {
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
    let first_moves = FirstMoves::of(&all)?;
    let mut sentences = vec![first_moves.sentence(&all)];
    sentences.extend(ranges(&all));
    let strengths: Vec<(String, String)> = studies
        .iter()
        .filter_map(|(study, _)| {
            let (who, by) = match (ahead(study), other_strength(study)) {
                (Some(ahead), _) => ahead.worth(),
                (None, Some(found)) => in_two(&found.short),
                (None, None) => return None,
            };
            Some((who, format!("{by} in “{}”", study.study.title.trim()).trim_start().to_owned()))
        })
        .collect();
    if let Some((first, _)) = strengths.first() {
        let sentence = if strengths.iter().all(|(who, _)| who == first) {
            format!("{first} {}", list(&strengths.iter().map(|(_, by)| by.as_str()).collect::<Vec<_>>()))
        } else {
            strengths.iter().map(|(who, by)| format!("{who} {by}")).collect::<Vec<_>>().join("; ")
        };
        sentences.push(crate::capital(&sentence));
    }
    Some(Found {
        sentence: sentences.join(". "),
        more: first_moves.open(),
        picture: Some(picture(&all)),
        ..Found::default()
    })
}

/// "`runs` beats `open-lines` by" and how much.
fn in_two(short: &str) -> (String, String) {
    match short.split_once(" by ") {
        Some((who, much)) => (format!("{who} by"), much.to_owned()),
        None => (short.to_owned(), String::new()),
    }
}

/// What was played of each game, the one first on which moving first scores most.
fn games(study: &StudyAnalysis<'_>) -> Vec<OfGame> {
    let mut games = study.by_game();
    games.retain(|game| game.first_mover.score().is_some());
    OfGame::sort(&mut games);
    games
}

/// On how many games moving first is what.
struct FirstMoves {
    ahead: usize,
    behind: usize,
    near: usize,
    open: usize,
}

impl FirstMoves {
    fn of(games: &[OfGame]) -> Option<FirstMoves> {
        let level = Confidence::NINETY_FIVE.shared_by(games.len());
        games.first()?;
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
        Some(FirstMoves { ahead, behind, near, open: games.len() - ahead - behind - near })
    }

    fn sentence(&self, games: &[OfGame]) -> String {
        let all = games.len();
        let of = |value: &dyn Fn(&OfGame) -> f64| Extremes::new(games, value, numbers::percent);
        let Some(scores) = of(&OfGame::first_score) else { return String::new() };
        let (most, least) = (
            format!("{} (score {}\u{a0}%)", scores.of_highest, scores.highest),
            scores.lowest_with("\u{a0}%"),
        );
        let near = match self.near {
            0 => String::new(),
            many => format!(", and neither on {} (within 2 points of one half)", numbers::count(many as u64)),
        };
        let disadvantage = match self.behind {
            1 => format!("a disadvantage on {least}"),
            many => format!("a disadvantage on {many}, most on {least}"),
        };
        match (self.ahead, self.behind) {
            (0, 0) => format!(
                "Moving first is shown to be an advantage on none of the {all} games: it scores from {}\u{a0}% on \
                 {} to {}\u{a0}% on {}",
                scores.lowest, scores.of_lowest, scores.highest, scores.of_highest
            ),
            (0, behind) => {
                format!("Moving first is a disadvantage on {behind} of {all} games, most on {least}{near}")
            }
            (ahead, 0) if ahead == all => {
                format!(
                    "Moving first is an advantage on all {all} games, most on {most} and least on {least}"
                )
            }
            (ahead, 0) => format!(
                "Moving first is an advantage on {ahead} of {all} games, most on {most} and least on {least}{near}"
            ),
            (ahead, _) => format!(
                "Moving first is an advantage on {ahead} of {all} games, most on {most}, and {disadvantage}{near}"
            ),
        }
    }

    /// On how many games it is not shown what the first move is worth.
    fn open(&self) -> Option<String> {
        (self.open > 0).then(|| {
            let games = numbers::counted(self.open as u64, "game");
            format!("On {games} the first mover’s score is too close to one half for this number of games to tell.")
        })
    }
}

/// The ends of a range of values of games, as they are printed, and where they are reached.
struct Extremes {
    lowest: String,
    of_lowest: String,
    highest: String,
    of_highest: String,
}

impl Extremes {
    fn new(
        games: &[OfGame],
        value: impl Fn(&OfGame) -> f64,
        printed: impl Fn(f64) -> String,
    ) -> Option<Extremes> {
        let values: Vec<(String, f64)> = games.iter().map(|game| (game.name.clone(), value(game))).collect();
        Extremes::of(&values, printed)
    }

    fn of(values: &[(String, f64)], printed: impl Fn(f64) -> String) -> Option<Extremes> {
        let by_value = |one: &&(String, f64), other: &&(String, f64)| one.1.total_cmp(&other.1);
        let lowest = printed(values.iter().min_by(by_value)?.1);
        let highest = printed(values.iter().max_by(by_value)?.1);
        let at = |end: &str| {
            let names: Vec<&String> =
                values.iter().filter(|(_, value)| printed(*value) == end).map(|(name, _)| name).collect();
            match &names[..] {
                [one] => code(one),
                [one, other] => format!("{} and {}", code(one), code(other)),
                [first, rest @ ..] => format!("{} and {} more games", code(first), rest.len()),
                [] => String::new(),
            }
        };
        Some(Extremes { of_lowest: at(&lowest), of_highest: at(&highest), lowest, highest })
    }

    fn lowest_with(&self, unit: &str) -> String {
        format!("{} ({}{unit})", self.of_lowest, self.lowest)
    }
}

fn draws(tally: &ConditionTally) -> f64 {
    tally.wdl().decided_rate().map_or(0.0, |rate| 1.0 - rate)
}

fn plies(tally: &ConditionTally) -> f64 {
    tally.mean_plies().unwrap_or(0.0)
}

fn mean_plies(plies: f64) -> String {
    numbers::mean(Some(plies))
}

/// Between which games draws and lengths range.
fn ranges(games: &[OfGame]) -> Option<String> {
    let drawn = Extremes::new(games, |game| draws(&game.tally), numbers::percent)?;
    let lasting = Extremes::new(games, |game| plies(&game.tally), mean_plies)?;
    let drawn = if drawn.lowest == drawn.highest {
        format!("{}\u{a0}% of the games are drawn", drawn.highest)
    } else {
        format!(
            "Draws range from {}\u{a0}% on {} to {}\u{a0}% on {}",
            drawn.lowest, drawn.of_lowest, drawn.highest, drawn.of_highest
        )
    };
    let lasting = if lasting.lowest == lasting.highest {
        format!("games last {} plies", lasting.highest)
    } else {
        format!(
            "games last from {} plies on {} to {} on {}",
            lasting.lowest, lasting.of_lowest, lasting.highest, lasting.of_highest
        )
    };
    Some(format!("{drawn}, and {lasting}"))
}

/// How first moves, draws and lengths go with the only number that makes the games differ.
fn by_factor(study: &StudyAnalysis<'_>) -> Option<String> {
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
    let tallies: Vec<ConditionTally> =
        levels.iter().map(|&level| at(level).map(|one| &one.tally).sum()).collect();
    let scores = levels.iter().map(|&level| {
        let sample: Sample = at(level).map(crate::analysis::ConditionAnalysis::first_mover).sum();
        numbers::percent_or_nothing(sample.score())
    });
    let each =
        |value: &dyn Fn(&ConditionTally) -> String| list(&tallies.iter().map(value).collect::<Vec<_>>());
    let names: Vec<&str> = levels.iter().map(|&level| study.level(factor, level)).collect();
    Some(format!(
        "At {} {} the first mover scores {}\u{a0}%, {}\u{a0}% of the games are drawn, and they last {} plies",
        code(&of_factor.name),
        list(&names),
        list(&scores.collect::<Vec<String>>()),
        each(&|tally| numbers::percent(draws(tally))),
        each(&|tally| mean_plies(plies(tally))),
    ))
}

/// Who plays the games best: by depth, and by what else tells the players apart.
fn strength(study: &StudyAnalysis<'_>) -> Option<String> {
    if let Some(ahead) = ahead(study) {
        let values: Vec<(String, f64)> = ahead
            .of_games
            .iter()
            .filter_map(|(name, sample)| Some((name.clone(), sample.score()?)))
            .collect();
        let on = Extremes::of(&values, numbers::percent).filter(|ends| ends.lowest != ends.highest);
        let on = on.map_or_else(String::new, |ends| {
            format!(
                ", most on {} (score {}\u{a0}%) and least on {}",
                ends.of_highest,
                ends.highest,
                ends.lowest_with("\u{a0}%")
            )
        });
        let (what, much) = ahead.worth();
        return Some(format!("{what} {much}{on}"));
    }
    other_strength(study).map(|found| format!("{}{}", found.short, found.places))
}

fn other_strength(study: &StudyAnalysis<'_>) -> Option<Found> {
    Some(of_players::found(study)).filter(|found| !found.short.is_empty())
}

/// The games of players who differ in nothing but how far they look ahead.
struct Ahead {
    depths: (u64, u64),
    all: Sample,
    /// By game.
    of_games: Vec<(String, Sample)>,
}

impl Ahead {
    /// "looking 4 plies ahead instead of 2 is worth" and "+120 Elo".
    fn worth(&self) -> (String, String) {
        let (shallow, deep) = self.depths;
        let interval = self.all.score_interval();
        let is_shown = interval.low > 0.5 || interval.high < 0.5;
        let verb = if is_shown { "is worth" } else { "makes no difference that is shown," };
        (
            format!("looking {deep} plies ahead instead of {shallow} {verb}"),
            format!("{} Elo", numbers::elo(self.all.elo())),
        )
    }
}

/// What looking ahead is worth, if all players are one player at several depths; of the depths that meet, those are
/// taken that differ most.
fn ahead(study: &StudyAnalysis<'_>) -> Option<Ahead> {
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
    let all = meetings.into_iter().map(|(.., sample)| sample).sum();
    Some(Ahead { depths, all, of_games })
}

/// A player's settings but its depth, and that.
fn without_depth(player: &PlayerSpec) -> (PlayerPattern, Option<u64>) {
    let mut pattern = PlayerPattern::fixed(player);
    pattern.settings.retain(|setting| setting.key != "depth");
    (pattern, player.settings().text("depth").and_then(|depth| depth.parse().ok()))
}

fn picture(games: &[OfGame]) -> Picture {
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
            "Score of the first mover by game, the games of equal players{which}, with 95 % intervals"
        ),
        value_title: "score of the first mover",
        unit: Unit::Rate,
        reference: 0.5,
        rows,
        main: None,
    }
}
