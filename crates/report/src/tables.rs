//! The tables of a report.

use std::fmt::Write as _;

use connect_toe_experiment::Sample;
use connect_toe_game::Side;
use connect_toe_stats::{EloTruth, numbers, wilson};

use crate::Report;
use crate::analysis::{ConditionAnalysis, Rated, Standing, StudyAnalysis, game_name};
use crate::document::{ColumnGroup, Entry, Table};
use crate::inline::code;
use crate::references::{DecidedGames, References};

/// The games and players with what their short names stand for.
pub(crate) fn names(study: &StudyAnalysis<'_>) -> Option<Table> {
    let names = &study.names;
    let mut table = Table::new(
        format!("table-{}-names", study.study.name),
        "Short names, and the same in the experiment file",
    )
    .columns(2, ["name", "in full"]);
    for name in names.players.iter().chain(&names.opponents).chain(&names.games) {
        let row = vec![Entry::from(name.label.as_str()), Entry::from(code(&name.text))];
        if name.label != name.text && !table.rows.contains(&row) {
            table.rows.push(row);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The runs of the program.
pub(crate) fn sessions(report: &Report<'_>) -> Option<Table> {
    let sessions = &report.provenance.sessions;
    let headings = ["started", "processor", "cores", "threads", "duration", "games", "games/s"];
    let mut table = Table::new("table-sessions", "Machines and durations").columns(2, headings);
    for session in sessions {
        let rate = session.games as f64 / session.seconds;
        table = table.row([
            session.started.as_str().into(),
            session.processor.as_str().into(),
            session.cores.to_string().into(),
            session.threads.to_string().into(),
            numbers::duration(session.seconds).into(),
            numbers::count(session.games).into(),
            numbers::nodes(Some(rate).filter(|rate| rate.is_finite() && *rate >= 0.0)).into(),
        ]);
    }
    (!sessions.is_empty()).then_some(table)
}

/// Wins, draws, losses, winning percentage and score of games. Where there are no draws, the score says it all.
const RESULT_HEADINGS: [&str; 8] = ["games", "W", "D", "L", "won %", "won, 95 %", "score %", "score, 95 %"];

/// The places among these headings that are shown: those of draws and of decided games only if there are draws.
fn shown(has_draws: bool) -> &'static [usize] {
    if has_draws { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[0, 1, 3, 6, 7] }
}

fn result_headings(has_draws: bool) -> impl Iterator<Item = &'static str> {
    shown(has_draws).iter().map(|&place| RESULT_HEADINGS[place])
}

fn results(sample: &Sample, has_draws: bool) -> impl Iterator<Item = Entry> {
    let games = sample.games;
    let win_interval = games.win_rate().map(|_| numbers::percents(sample.win_rate_interval()));
    let entries = [
        numbers::count(games.games()),
        numbers::count(games.wins),
        numbers::count(games.draws),
        numbers::count(games.losses),
        numbers::percent_or_nothing(games.win_rate()),
        win_interval.unwrap_or_else(|| numbers::NOTHING.to_owned()),
        numbers::percent_or_nothing(games.score()),
        score_interval(sample),
    ];
    shown(has_draws).iter().map(move |&place| Entry::from(entries[place].as_str()))
}

fn score_interval(sample: &Sample) -> String {
    let interval = sample.games.score().map(|_| numbers::percents(sample.score_interval()));
    interval.unwrap_or_else(|| numbers::NOTHING.to_owned())
}

/// Ratings, the highest first.
pub(crate) fn ratings(study: &StudyAnalysis<'_>, rated: &Rated) -> Table {
    let of_game = match rated.game {
        Some(game) => format!(", {}", code(&study.names.games[game].label)),
        None if study.names.games.len() > 1 => ", mean over the games with equal weights".to_owned(),
        None => String::new(),
    };
    let id = match rated.game {
        Some(game) => format!("table-{}-ratings-{}", study.study.name, game + 1),
        None => format!("table-{}-ratings", study.study.name),
    };
    let caption = format!("Ratings{of_game}: Elo points above the mean, with 95 % intervals");
    let has_draws = study.sides.has_draws();
    let draws: [&[&str]; 2] = if has_draws { [&["D"], &["won %"]] } else { [&[], &[]] };
    let headings = ["", "player", "rating (95 %)", "games", "W"].iter().chain(draws[0]).chain(&["L"]);
    let headings = headings.chain(draws[1]).chain(&["score %"]).copied();
    let mut table = Table::new(id, caption).columns(2, headings);
    for (rank, player) in (1..).zip(rated.order()) {
        let rank: usize = rank;
        let rating = &rated.ratings.players[player];
        let games = rating.results;
        let mut row = vec![
            rank.to_string(),
            rated.names[player].clone(),
            numbers::rating(rating.rating.elo, rating.rating.interval, games.score()),
            numbers::count(games.games()),
            numbers::count(games.wins),
        ];
        row.extend(has_draws.then(|| numbers::count(games.draws)));
        row.push(numbers::count(games.losses));
        row.extend(has_draws.then(|| numbers::percent_or_nothing(games.win_rate())));
        row.push(numbers::percent_or_nothing(games.score()));
        table = table.row(row.into_iter().map(Entry::from));
    }
    table
}

/// Ratings that allow circles, where the usual ones do not tell the truth.
pub(crate) fn circles(study: &StudyAnalysis<'_>, rated: &Rated) -> Option<Table> {
    let (game, circles) = (rated.game?, rated.circles.as_ref()?);
    if matches!(circles.transitivity.truth, EloTruth::Holds | EloTruth::TooFewGames) {
        return None;
    }
    let (nash, alpha_rank) = (circles.nash.as_ref()?, circles.alpha_rank.as_ref()?);
    let of_game = code(&study.names.games[game].label);
    let caption = format!(
        "Ratings that allow circles, {of_game}: the mix of players that none of them beats (Nash), the score against it, and \
         α-Rank"
    );
    let share = |share: f64| Entry::from(numbers::decimal(100.0 * share, 1));
    let mut table = Table::new(format!("table-{}-circles-{}", study.study.name, game + 1), caption)
        .columns(1, ["player", "Nash %", "score % against Nash", "α-Rank %", "in a circle"]);
    // Most of the mix first, then the scores against it.
    let mut order = rated.order();
    let key = |player: usize| (100.0 * nash.shares[player]).round() + nash.payoffs[player];
    order.sort_by(|&one, &other| key(other).total_cmp(&key(one)));
    for player in order {
        let is_in = circles.transitivity.in_circles[player];
        table = table.row([
            Entry::from(rated.names[player].as_str()),
            share(nash.shares[player]),
            Entry::from(numbers::percent(f64::midpoint(1.0, nash.payoffs[player]))),
            share(alpha_rank[player]),
            Entry::from(if is_in { "yes" } else { "no" }),
        ]);
    }
    Some(table)
}

/// The players by all their games.
pub(crate) fn players(study: &StudyAnalysis<'_>) -> Table {
    let has_draws = study.sides.has_draws();
    let headings = ["player"].into_iter().chain(result_headings(has_draws)).chain(["Elo (95 %)"]);
    let id = format!("table-{}-players", study.study.name);
    let mut table = Table::new(id, "The players, over all their games").columns(1, headings);
    for place in study.player_order() {
        let (player, sample) = (&study.names.players[place], &study.players[place]);
        let name = Entry::from(player.label.as_str());
        let elo = Entry::from(numbers::elo(sample.elo()));
        table = table.row(std::iter::once(name).chain(results(sample, has_draws)).chain([elo]));
    }
    table
}

/// The players by the side that they had, in the games in which it matters.
pub(crate) fn sides(study: &StudyAnalysis<'_>) -> Option<Table> {
    if !study.is_by_side() {
        return None;
    }
    let [x, o] = Side::ALL.map(|side| study.sides.name(side));
    let id = format!("table-{}-sides", study.study.name);
    let has_others = study.conditions.iter().any(|one| one.condition.game.turns_are_equal());
    let which = if has_others { " in the games with these sides" } else { "" };
    let caption = format!("The players as {x} and as {o}{which}: points per game, with 95 % intervals");
    let of_side = ["games", "score %", "95 %"];
    let mut table = Table::new(id, caption).columns(1, ["player"].into_iter().chain(of_side).chain(of_side));
    let group = |heading: String, columns| ColumnGroup { heading, columns };
    table.groups = vec![group(String::new(), 1), group(format!("as {x}"), 3), group(format!("as {o}"), 3)];
    for player in study.player_order() {
        let of_side = |side| {
            let sample = study.of_side(player, side);
            let games = numbers::count(sample.games.games());
            [games, numbers::percent_or_nothing(sample.score()), score_interval(&sample)]
        };
        let name = study.names.players[player].label.clone();
        let row = std::iter::once(name).chain(Side::ALL.into_iter().flat_map(of_side));
        table = table.row(row.map(Entry::from));
    }
    Some(table)
}

/// What the games are like.
pub(crate) fn games(study: &StudyAnalysis<'_>) -> Option<Table> {
    let games = study.by_game();
    if games.len() < 2 || games.len() == study.conditions.len() && !study.tells_of_first_moves() {
        return None;
    }
    let is_balanced = study.tells_of_first_moves();
    let has_draws = study.sides.has_draws();
    let mut headings = vec!["game".to_owned(), "games".to_owned()];
    if is_balanced {
        headings.extend([study.sides.first_movers_score(), "95 %".to_owned()]);
    }
    if has_draws {
        headings.extend(["drawn %", "drawn, 95 %"].map(str::to_owned));
    }
    headings.push("plies".to_owned());
    let id = format!("table-{}-games", study.study.name);
    let caption = format!("The games, {}", study.whose_games_tell());
    let mut table = Table::new(id, caption).columns(1, headings);
    for game in &games {
        let wdl = game.first_mover.games;
        let mut row = vec![game.name.clone(), numbers::count(wdl.games())];
        if is_balanced {
            row.push(numbers::percent_or_nothing(wdl.score()));
            row.push(numbers::percents(game.first_mover.score_interval()));
        }
        if has_draws {
            let rate = wdl.decided_rate().filter(|_| game.can_be_drawn).map(|rate| 1.0 - rate);
            row.push(numbers::percent_or_nothing(rate));
            let interval = rate.map(|_| numbers::percents(wilson(wdl.draws, wdl.games())));
            row.push(interval.unwrap_or_else(|| numbers::NOTHING.to_owned()));
        }
        row.push(numbers::mean(game.tally.mean_plies()));
        table = table.row(row.into_iter().map(Entry::from));
    }
    Some(table)
}

/// A row for each condition.
pub(crate) fn conditions(study: &StudyAnalysis<'_>, references: Option<&References>) -> Table {
    let names = &study.names;
    let references = references.filter(|_| study.has_references());
    let with_game = names.games.len() > 1 || study.study.games.iter().any(|game| game.text.varies());
    let with_nodes = study.has_nodes();
    let (has_draws, with_sides) = (study.sides.has_draws(), study.is_by_side());
    let mut headings: Vec<String> = study.study.factors.iter().map(|factor| factor.name.clone()).collect();
    let mut push = |words: &[&str]| headings.extend(words.iter().map(|&word| word.to_owned()));
    if with_game {
        push(&["game"]);
    }
    push(&["player", "opponent"]);
    push(&result_headings(has_draws).collect::<Vec<_>>());
    if with_sides {
        push(
            &Side::ALL.map(|side| format!("as {} %", study.sides.name(side))).each_ref().map(String::as_str),
        );
    }
    push(&["Elo (95 %)", "p", "plies"]);
    if with_nodes {
        push(&["nodes/move", "opponent’s"]);
    }
    let scored = if has_draws {
        "won: wins among the decided games, with Wilson’s interval; score: points per game, a draw counting one half"
    } else {
        "score: the share of games that the player won"
    };
    let with_side = if with_sides { "; as …: its score with this side" } else { "" };
    let mut caption = format!(
        "All cells. {scored}{with_side}; p: test of equal strength, corrected after Holm for the study’s cells; ▲ the \
         player is significantly better, ▼ significantly worse"
    );
    if let Some(References { name, source, .. }) = references {
        push(&[&format!("{name} %"), &format!("{name}’s counts"), &format!("{name}’s p")]);
        let _ = write!(
            caption,
            "; {name}: what {source} prints, and the p-value of its counts under our rate, corrected after Holm"
        );
    }
    let words = study.study.factors.len() + usize::from(with_game) + 2;
    let row = |one: &ConditionAnalysis<'_>| {
        let levels = one.condition.levels.iter().enumerate();
        let mut row: Vec<Entry> =
            levels.map(|(factor, &level)| Entry::from(study.level(factor, level))).collect();
        if with_game {
            row.push(game_name(&one.condition.game).into());
        }
        row.push(names.players[one.player()].label.as_str().into());
        row.push(names.opponents[one.opponent()].label.as_str().into());
        row.extend(results(&one.sample, has_draws));
        if with_sides {
            let score = |side| one.of_side(side).and_then(|sample| sample.score());
            row.extend(Side::ALL.map(|side| Entry::from(numbers::percent_or_nothing(score(side)))));
        }
        row.push(numbers::elo(one.sample.elo()).into());
        row.push(adjusted(one).into());
        row.push(numbers::mean(one.tally.mean_plies()).into());
        if with_nodes {
            row.push(numbers::nodes(one.tally.player_nodes_per_move()).into());
            row.push(numbers::nodes(one.tally.opponent_nodes_per_move()).into());
        }
        if references.is_some() {
            row.extend(reference(one).map(Entry::from));
        }
        row
    };
    let rows = study.conditions.iter().map(row).collect();
    let id = format!("table-{}-cells", study.study.name);
    Table { rows, ..Table::new(id, caption).columns(words, headings) }
}

fn adjusted(condition: &ConditionAnalysis<'_>) -> String {
    if condition.games() == 0 {
        return numbers::NOTHING.to_owned();
    }
    let mark = match condition.standing() {
        Standing::Better => "▲ ",
        Standing::Worse => "▼ ",
        Standing::Open => "",
    };
    format!("{mark}{}", numbers::p_value(condition.adjusted))
}

/// The printed percentage, the counts behind it, and the corrected p-value.
fn reference(condition: &ConditionAnalysis<'_>) -> [String; 3] {
    let Some(reference) = &condition.reference else { return [const { String::new() }; 3] };
    let p_value = condition.reference_p.map(|(_, adjusted)| numbers::p_value(adjusted));
    [
        numbers::percent_or_nothing(reference.rate),
        DecidedGames::text(&reference.counts),
        p_value.unwrap_or_else(|| numbers::NOTHING.to_owned()),
    ]
}
