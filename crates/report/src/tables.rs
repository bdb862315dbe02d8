//! The tables of a report.

use std::fmt::Write as _;

use connect_toe_experiment::Sample;
use connect_toe_stats::{numbers, wilson};

use crate::Report;
use crate::analysis::{ConditionAnalysis, Rated, Standing, StudyAnalysis, game_name};
use crate::document::{Entry, Table};
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

/// Wins, draws, losses, winning percentage and score of games.
const RESULT_HEADINGS: [&str; 8] = ["games", "W", "D", "L", "won %", "won, 95 %", "score %", "score, 95 %"];

fn results(sample: &Sample) -> [Entry; 8] {
    let games = sample.games;
    let win_interval = games.win_rate().map(|_| numbers::percents(sample.win_rate_interval()));
    let score_interval = games.score().map(|_| numbers::percents(sample.score_interval()));
    [
        numbers::count(games.games()),
        numbers::count(games.wins),
        numbers::count(games.draws),
        numbers::count(games.losses),
        numbers::percent_or_nothing(games.win_rate()),
        win_interval.unwrap_or_else(|| numbers::NOTHING.to_owned()),
        numbers::percent_or_nothing(games.score()),
        score_interval.unwrap_or_else(|| numbers::NOTHING.to_owned()),
    ]
    .map(Entry::from)
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
    let headings = ["", "player", "rating (95 %)", "games", "W", "D", "L", "won %", "score %"];
    let mut table = Table::new(id, caption).columns(2, headings);
    for (rank, player) in (1..).zip(rated.order()) {
        let rank: usize = rank;
        let rating = &rated.ratings.players[player];
        let games = rating.results;
        table = table.row([
            rank.to_string().into(),
            rated.names[player].as_str().into(),
            numbers::rating(rating.rating.elo, rating.rating.interval, games.score()).into(),
            numbers::count(games.games()).into(),
            numbers::count(games.wins).into(),
            numbers::count(games.draws).into(),
            numbers::count(games.losses).into(),
            numbers::percent_or_nothing(games.win_rate()).into(),
            numbers::percent_or_nothing(games.score()).into(),
        ]);
    }
    table
}

/// The players by all their games.
pub(crate) fn players(study: &StudyAnalysis<'_>) -> Table {
    let headings = ["player"].into_iter().chain(RESULT_HEADINGS).chain(["Elo (95 %)"]);
    let id = format!("table-{}-players", study.study.name);
    let mut table = Table::new(id, "The players, over all their games").columns(1, headings);
    for place in study.player_order() {
        let (player, sample) = (&study.names.players[place], &study.players[place]);
        let name = Entry::from(player.label.as_str());
        let elo = Entry::from(numbers::elo(sample.elo()));
        table = table.row(std::iter::once(name).chain(results(sample)).chain([elo]));
    }
    table
}

/// What the games are like.
pub(crate) fn games(study: &StudyAnalysis<'_>) -> Option<Table> {
    let games = study.by_game();
    if games.len() < 2 || games.len() == study.conditions.len() && !study.tells_of_first_moves() {
        return None;
    }
    let is_balanced = study.tells_of_first_moves();
    let first_move: &[&str] = if is_balanced { &["first mover’s score %", "95 %"] } else { &[] };
    let headings =
        ["game", "games"].iter().chain(first_move).chain(&["drawn %", "drawn, 95 %", "plies"]).copied();
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
        row.push(numbers::percent_or_nothing(wdl.decided_rate().map(|rate| 1.0 - rate)));
        row.push(numbers::percents(wilson(wdl.draws, wdl.games())));
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
    let mut headings: Vec<String> = study.study.factors.iter().map(|factor| factor.name.clone()).collect();
    let mut push = |words: &[&str]| headings.extend(words.iter().map(|&word| word.to_owned()));
    if with_game {
        push(&["game"]);
    }
    push(&["player", "opponent"]);
    push(&RESULT_HEADINGS);
    push(&["Elo (95 %)", "p", "plies"]);
    if with_nodes {
        push(&["nodes/move", "opponent’s"]);
    }
    let mut caption = "All cells. won: wins among the decided games, with Wilson’s interval; score: points per game, a draw \
                       counting one half; p: test of equal strength, corrected after Holm for the study’s cells; ▲ the \
                       player is significantly better, ▼ significantly worse"
        .to_owned();
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
        row.extend(results(&one.sample));
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
