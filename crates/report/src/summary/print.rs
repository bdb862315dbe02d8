//! What was found, in words.

use connect_toe_experiment::Sample;
use connect_toe_stats::Interval;
use connect_toe_stats::numbers::{self, counted, percent, percent_with};

use super::finding::{Change, Extreme, Extremes, Finding, MOST_LISTED, Order, Reversal, Trend};
use crate::analysis::{Sides, Standing};
use crate::answer::{Lead, Ranking};
use crate::inline::code;
use crate::words::{capital, few_names, list, names, of_all_comparisons};

impl Finding<'_> {
    /// A sentence or two.
    pub(super) fn text(&self) -> String {
        match self {
            Finding::Truth(text) => text.clone(),
            Finding::Truths { holds, too_few, games, circles, misfits } => {
                truths(*holds, *too_few, *games, circles, misfits)
            }
            Finding::TruthOn(game, text) => format!("On {}: {text}", code(game)),
            Finding::BestOnEach { best, clear, games } => {
                let clear = match clear {
                    0 => "none of".to_owned(),
                    clear if clear == games => "each of".to_owned(),
                    some => format!("{some} of"),
                };
                let best = code(best);
                format!(
                    "The lead of {best} over all others is significant on {clear} the {games} games alone."
                )
            }
            Finding::BestOn(game, ranking) => best_on(&code(game), ranking),
            Finding::MoreGames(games) => {
                format!("The tables have the ratings on {}.", counted(*games as u64, "more game"))
            }
            Finding::Reversals { are_averages, results } => {
                let order = if *are_averages { "the average ratings" } else { "the ratings" };
                format!("Significant results against the order of {order}: {}.", first_few(results, reversal))
            }
            Finding::Cell { player, opponent, sample, standing } => {
                of_cell(&code(player), *opponent, sample, *standing)
            }
            Finding::Cells { better: 0, worse: 0, cells, .. } => {
                format!("In none of the {cells} cells is a player significantly better.")
            }
            Finding::Cells { better, worse, cells, is_round_robin: true } => {
                format!("In {} of {cells} cells, one player is significantly better.", better + worse)
            }
            Finding::Cells { better, worse, cells, .. } => {
                let [better, worse] = [better, worse].map(|count| or_none(*count));
                format!(
                    "In {better} of {cells} cells, the player is significantly better, and in {worse} significantly \
                     worse."
                )
            }
            Finding::Trend(trend) => of_trend(trend),
            Finding::Changes(trend) => {
                let all = &trend.changes;
                let few = all.iter().take(2 * MOST_LISTED);
                let each: Vec<String> =
                    few.map(|one| format!("{} {}", code(one.player), ends(one))).collect();
                let more = all.len() - each.len();
                let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
                format!("{}: {}{rest}.", range(trend), each.join(", "))
            }
            Finding::Kinks(steps) => {
                let step = |step: &Change<'_>| {
                    let [from, to] = step.levels;
                    format!("{} from {from} to {to} ({})", code(step.player), ends(step))
                };
                format!("Significant steps against the trend: {}.", first_few(steps, step))
            }
            Finding::Values { factor, player, scores } => of_values(&code(factor), *player, scores),
            Finding::Orders(orders) => {
                let order = |Order { above, below, games: [game, other] }: &Order<'_>| {
                    let [above, below, game, other] = [above, below, game, other].map(|name| code(name));
                    format!("{above} is significantly above {below} on {game}, and below it on {other}")
                };
                format!("The order depends on the game: {}.", first_few(orders, order))
            }
            Finding::NoFirstMoves(sides) => format!(
                "The player always {}: these games do not tell what {} is worth.",
                sides.moves_first(),
                sides.first_move()
            ),
            Finding::FirstMoves { sides, score, interval, whose } => {
                moving_first(sides, *score, *interval, whose)
            }
            Finding::FirstMovesByGame(sides, scores) => moving_first_by_game(sides, scores),
            Finding::Drawn { share, of_all: true } => {
                format!("{}\u{a0}% of these games are drawn.", percent(*share))
            }
            Finding::Drawn { share, of_all: false } => {
                format!("{}\u{a0}% of the games whose rules have draws are drawn.", percent(*share))
            }
            Finding::References { source, cells, differing } => {
                let differ = match differing {
                    0 => "none of ours differs".to_owned(),
                    1 => "1 of ours differs".to_owned(),
                    many => format!("{many} of ours differ"),
                };
                let have = if *cells == 1 { "has" } else { "have" };
                format!(
                    "{} {have} a printed value in {source}; {differ} significantly from it, with the cells of this \
                     study as one family of tests.",
                    counted(*cells as u64, "cell")
                )
            }
        }
    }
}

/// Whether ratings tell the truth, of several games.
fn truths(holds: usize, too_few: usize, games: usize, circles: &[&str], misfits: &[&str]) -> String {
    let on = |some: &[&str]| few_names(some, MOST_LISTED, "game");
    let on_all = if holds == games { format!("all {games}") } else { format!("{holds} of {games}") };
    let mut clauses = vec![format!("Elo tells the truth on {on_all} games, as far as they show")];
    if !circles.is_empty() {
        clauses.push(format!("players beat each other in a circle on {}", on(circles)));
    }
    if !misfits.is_empty() {
        clauses.push(format!("ratings do not predict the scores on {}", on(misfits)));
    }
    if too_few > 0 {
        clauses.push(format!("there are too few games to tell on {}", counted(too_few as u64, "game")));
    }
    clauses.join("; ") + "."
}

/// What moving first scores, and whether that is an advantage.
fn moving_first(sides: &Sides, score: f64, interval: Interval, whose: &str) -> String {
    let claim = if interval.low > 0.5 {
        "an advantage"
    } else if interval.high < 0.5 {
        "a disadvantage"
    } else {
        "no significant advantage"
    };
    let (moving_first, score) = (capital(&sides.moving_first()), percent_with(score, interval));
    format!("{moving_first} scores {score} in the games of {whose}: {claim}.")
}

fn moving_first_by_game(sides: &Sides, scores: &Extremes) -> String {
    let moving_first = capital(&sides.moving_first());
    if scores.are_equal {
        return format!("{moving_first} scores the same on each of the {} games.", scores.all);
    }
    format!(
        "{moving_first} scores most on {}, and least on {} (simultaneous intervals); {}.",
        of_games(&scores.highest),
        of_games(&scores.lowest),
        the_difference(scores),
    )
}

/// The highest rating on a game, and over whom it is significantly ahead.
fn best_on(game: &str, ranking: &Ranking) -> String {
    let Some((next, Lead::Elo(lead))) = &ranking.next else {
        return format!("On {game}, all {} players have the same rating.", ranking.players);
    };
    let above = format!("{} Elo points above {}", numbers::estimate(lead), code(next));
    let who = few_names(&ranking.highest, MOST_LISTED, "player");
    if ranking.highest.len() > 1 {
        return format!("On {game}, {who} share the highest rating, {above}.");
    }
    let others = ranking.players - 1;
    let claim = match ranking.open.len() {
        0 => "the lead over all others is significant".to_owned(),
        few if few <= MOST_LISTED => format!("the lead over {} is not significant", names(&ranking.open)),
        all if all == others => format!("none of the leads over the {all} others is significant"),
        many => format!("the lead over {many} of the {others} others is not significant"),
    };
    let corrected = of_all_comparisons(ranking.seems_clear, ranking.comparisons);
    format!("On {game}, {who} has the highest rating, {above}; {claim}{corrected}.")
}

fn reversal(result: &Reversal<'_>) -> String {
    let [winner, loser] = [result.winner, result.loser].map(code);
    let game = result.game.map_or_else(String::new, |game| format!(" on {}", code(game)));
    format!("{winner} scores {}\u{a0}% against {loser}{game}", numbers::percent_or_nothing(result.score))
}

fn of_cell(player: &str, opponent: Option<&str>, sample: &Sample, standing: Standing) -> String {
    let score = percent_with(sample.score().unwrap_or(0.5), sample.score_interval());
    let Some(opponent) = opponent else { return format!("{player} scores {score} against itself.") };
    let verdict = match standing {
        Standing::Better => "it is significantly better",
        Standing::Worse => "it is significantly worse",
        Standing::Open => "the difference is not significant",
    };
    format!("{player} scores {score} against {}; {verdict}.", code(opponent))
}

fn or_none(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

/// "From `depth` 2 to 5".
fn range(Trend { factor, levels: [low, high], .. }: &Trend<'_>) -> String {
    format!("From {} {low} to {high}", code(factor))
}

/// Who scores more at the end of the range, and who less.
fn of_trend(trend: &Trend<'_>) -> String {
    let (rising, falling): (Vec<_>, Vec<_>) = trend.changes.iter().partition(|change| change.rises());
    let is_short = trend.changes.len() <= MOST_LISTED;
    let each = |(changes, verb): (Vec<&Change<'_>>, &str)| {
        let who = if is_short {
            let each = changes.iter().map(|change| format!("{} for {}", ends(change), code(change.player)));
            list(&each.collect::<Vec<_>>())
        } else {
            let players: Vec<&str> = changes.iter().map(|change| change.player).collect();
            format!("for {}", few_names(&players, 2 * MOST_LISTED, "player"))
        };
        (!changes.is_empty()).then(|| format!("{verb} {who}"))
    };
    let both: Vec<String> = [(rising, "rises"), (falling, "falls")].into_iter().filter_map(each).collect();
    let range = range(trend);
    if both.is_empty() {
        return format!("{range}, no player’s score changes significantly.");
    }
    format!("{range}, the score {}.", both.join(", and "))
}

/// From which score to which.
fn ends(change: &Change<'_>) -> String {
    let [from, to] = [change.from, change.to].map(|sample| numbers::percent_or_nothing(sample.score()));
    format!("from {from} to {to}\u{a0}%")
}

fn of_values(factor: &str, player: Option<&str>, scores: &Extremes) -> String {
    let whose = match player {
        Some(player) => format!("the score of {}", code(player)),
        None => "the score of all players together".to_owned(),
    };
    let score = |at: &Extreme| percent_with(at.score, at.interval);
    if scores.are_equal {
        let (all, score) = (scores.all, score(&scores.highest));
        return format!("By {factor}, {whose} is the same for all {all} values, {score}.");
    }
    let at = |at: &Extreme| format!("{}, {}", few_names(&at.names, MOST_LISTED, "value"), score(at));
    let (highest, lowest) = (at(&scores.highest), at(&scores.lowest));
    format!(
        "By {factor}, {whose} is highest for {highest}, and lowest for {lowest}; {}.",
        the_difference(scores)
    )
}

fn of_games(Extreme { names: games, score, interval }: &Extreme) -> String {
    match &games[..] {
        [one] => format!("{}, {}", code(one), percent_with(*score, *interval)),
        _ => format!("{}, {}\u{a0}% each", few_names(games, MOST_LISTED, "game"), percent(*score)),
    }
}

fn the_difference(scores: &Extremes) -> &'static str {
    if scores.is_significant { "the difference is significant" } else { "the difference is not significant" }
}

/// The first of several findings, and how many more there are.
fn first_few<T>(found: &[T], text: impl Fn(&T) -> String) -> String {
    let few: Vec<String> = found.iter().take(MOST_LISTED).map(text).collect();
    let more = found.len() - few.len();
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    few.join("; ") + &rest
}
