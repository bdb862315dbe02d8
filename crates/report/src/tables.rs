//! The tables of a report, as text: what the page, Markdown and LaTeX print.

use connect_toe_experiment::{Plan, Sample};
use connect_toe_stats::wilson;

use super::ExperimentReport;
use super::analysis::{CellAnalysis, Rated, Standing, StudyAnalysis};
use super::text;

/// Tables of cells with more lines are folded.
const LONG: usize = 16;

/// A table of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// A word by which it can be found.
    pub(crate) id: String,
    pub(crate) caption: String,
    /// How many columns from the left are words; the others are numbers.
    pub(crate) words: usize,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// Whether a page shows it only when asked to.
    pub(crate) is_folded: bool,
}

/// The tables of a study: the short ones, then the one with a line for each cell.
pub(crate) fn of_study(study: &StudyAnalysis<'_>, plan: &Plan) -> (Vec<Table>, Table) {
    let mut short: Vec<Table> = study.ratings.iter().map(|rated| ratings(study, rated)).collect();
    if short.is_empty() && study.cells.len() > study.players.len() {
        short.push(players(study));
    }
    short.extend(games(study));
    (short, cells(study, plan))
}

/// The players with what their short names stand for.
pub(crate) fn names(study: &StudyAnalysis<'_>) -> Option<Table> {
    let layout = &study.layout;
    let mut rows: Vec<Vec<String>> = Vec::new();
    for slot in layout.players.iter().chain(&layout.opponents).chain(&layout.games) {
        let row = vec![slot.label.clone(), slot.text.clone()];
        if slot.label != slot.text && !rows.contains(&row) {
            rows.push(row);
        }
    }
    (!rows.is_empty()).then(|| Table {
        id: format!("table-{}-names", study.study.name),
        caption: "Short names, and what stands in the experiment file".to_owned(),
        words: 2,
        is_folded: true,
        headings: vec!["name".to_owned(), "in full".to_owned()],
        rows,
    })
}

/// The runs of the program.
pub(crate) fn sessions(report: &ExperimentReport<'_>) -> Option<Table> {
    let sessions = &report.provenance.sessions;
    (!sessions.is_empty()).then(|| Table {
        id: "table-sessions".to_owned(),
        caption: "Machines and durations".to_owned(),
        words: 2,
        is_folded: false,
        headings: owned(&["started", "processor", "cores", "threads", "duration", "games", "games/s"]),
        rows: sessions
            .iter()
            .map(|session| {
                let rate = session.games as f64 / session.seconds;
                vec![
                    session.started.clone(),
                    session.processor.clone(),
                    session.cores.to_string(),
                    session.threads.to_string(),
                    text::duration(session.seconds),
                    text::count(session.games),
                    text::nodes(Some(rate).filter(|rate| rate.is_finite() && *rate >= 0.0)),
                ]
            })
            .collect(),
    })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Wins, draws, losses, winning percentage and score of games.
const RESULT_HEADINGS: [&str; 8] = ["games", "W", "D", "L", "won %", "won, 95 %", "score %", "score, 95 %"];

fn results(sample: &Sample) -> Vec<String> {
    let games = sample.games;
    let win_interval = games.win_rate().map(|_| text::percents(sample.win_rate_interval()));
    let score_interval = games.score().map(|_| text::percents(sample.score_interval()));
    vec![
        text::count(games.games()),
        text::count(games.wins),
        text::count(games.draws),
        text::count(games.losses),
        text::percent_or_nothing(games.win_rate()),
        win_interval.unwrap_or_else(|| text::NOTHING.to_owned()),
        text::percent_or_nothing(games.score()),
        score_interval.unwrap_or_else(|| text::NOTHING.to_owned()),
    ]
}

fn ratings(study: &StudyAnalysis<'_>, rated: &Rated) -> Table {
    let of_game = rated.game.map_or_else(
        || {
            if study.layout.games.len() > 1 {
                ", mean over the games, each counting alike".to_owned()
            } else {
                String::new()
            }
        },
        |game| format!(", {}", study.layout.games[game].label),
    );
    let mut order: Vec<usize> = (0..rated.names.len()).collect();
    let elo = |player: usize| rated.ratings.players[player].rating.elo;
    order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
    let rows = (1..).zip(order).map(|(rank, player): (usize, usize)| {
        let rating = &rated.ratings.players[player];
        let games = rating.results;
        vec![
            rank.to_string(),
            rated.names[player].clone(),
            text::estimate(&rating.rating),
            text::count(games.games()),
            text::count(games.wins),
            text::count(games.draws),
            text::count(games.losses),
            text::percent_or_nothing(games.win_rate()),
            text::percent_or_nothing(games.score()),
        ]
    });
    Table {
        id: match rated.game {
            Some(game) => format!("table-{}-ratings-{}", study.study.name, game + 1),
            None => format!("table-{}-ratings", study.study.name),
        },
        caption: format!("Ratings{of_game}: Elo points around the mean, with 95 % intervals"),
        words: 2,
        is_folded: rated.game.is_some() && study.layout.games.len() > 1,
        headings: owned(&["", "player", "rating (95 %)", "games", "W", "D", "L", "won %", "score %"]),
        rows: rows.collect(),
    }
}

fn players(study: &StudyAnalysis<'_>) -> Table {
    let rows = study.layout.players.iter().zip(&study.players).map(|(player, sample)| {
        let mut row = vec![player.label.clone()];
        row.extend(results(sample));
        row.push(text::elo(sample.elo()));
        row
    });
    let mut headings = owned(&["player"]);
    headings.extend(owned(&RESULT_HEADINGS));
    headings.push("Elo (95 %)".to_owned());
    Table {
        id: format!("table-{}-players", study.study.name),
        caption: "The players, all their games together".to_owned(),
        words: 1,
        is_folded: false,
        headings,
        rows: rows.collect(),
    }
}

/// What the games are like, whoever plays them.
fn games(study: &StudyAnalysis<'_>) -> Option<Table> {
    let games = study.by_game();
    if games.len() < 2 || games.len() == study.cells.len() && !study.tells_of_first_moves() {
        return None;
    }
    let balanced = study.tells_of_first_moves();
    let mut headings = owned(&["game", "games"]);
    if balanced {
        headings.extend(owned(&["first mover’s score %", "95 %"]));
    }
    headings.extend(owned(&["drawn %", "drawn, 95 %", "plies"]));
    let rows = games.iter().map(|game| {
        let wdl = game.first_mover.games;
        let mut row = vec![game.name.clone(), text::count(wdl.games())];
        if balanced {
            row.push(text::percent_or_nothing(wdl.score()));
            row.push(text::percents(game.first_mover.score_interval()));
        }
        row.push(text::percent_or_nothing(wdl.decided_rate().map(|rate| 1.0 - rate)));
        row.push(text::percents(wilson(wdl.draws, wdl.games())));
        row.push(text::mean(game.tally.mean_plies()));
        row
    });
    Some(Table {
        id: format!("table-{}-games", study.study.name),
        caption: format!("The games, {}", study.whose_games_tell()),
        words: 1,
        headings,
        rows: rows.collect(),
        is_folded: study.study.is_round_robin,
    })
}

/// Whether any player of the study counted its nodes.
pub(crate) fn shows_nodes(study: &StudyAnalysis<'_>) -> bool {
    study.cells.iter().any(|cell| cell.tally.player_nodes + cell.tally.opponent_nodes > 0)
}

fn cells(study: &StudyAnalysis<'_>, plan: &Plan) -> Table {
    let layout = &study.layout;
    let with_game = layout.games.len() > 1 || layout.games.iter().any(|game| game.varies);
    let with_printed = study.has_printed();
    let with_nodes = shows_nodes(study);
    let mut headings: Vec<String> = study.study.factors.iter().map(|factor| factor.name.clone()).collect();
    if with_game {
        headings.push("game".to_owned());
    }
    headings.extend(owned(&["player", "opponent"]));
    let words = headings.len();
    headings.extend(owned(&RESULT_HEADINGS));
    headings.extend(owned(&["Elo (95 %)", "p", "plies"]));
    if with_nodes {
        headings.extend(owned(&["nodes/move", "opponent’s"]));
    }
    if with_printed {
        headings.extend(owned(&["paper %", "paper’s counts", "paper’s p"]));
    }
    let row = |cell: &CellAnalysis<'_>| {
        let place = &cell.place;
        let mut row: Vec<String> = cell.cell.levels.clone();
        if with_game {
            row.push(super::analysis::game_name(&plan.cells[place.cell].game.to_string()));
        }
        row.push(layout.players[place.player].label.clone());
        row.push(layout.opponents[place.opponent].label.clone());
        row.extend(results(&cell.sample));
        row.push(text::elo(cell.sample.elo()));
        row.push(adjusted(cell));
        row.push(text::mean(cell.tally.mean_plies()));
        if with_nodes {
            row.push(text::nodes(cell.tally.player_nodes_per_move()));
            row.push(text::nodes(cell.tally.opponent_nodes_per_move()));
        }
        if with_printed {
            row.extend(printed(cell));
        }
        row
    };
    let mut caption = "All cells. won: wins of the decided games, with Wilson’s interval; score: points per game, a draw \
                       counting one half; p: test of equal strength, corrected after Holm for the study’s cells; ▲ the \
                       player is shown to be the better one, ▼ the worse one"
        .to_owned();
    if with_printed {
        caption += "; paper: what the 2004 paper prints, and how probable its counts are under ours, corrected after Holm";
    }
    Table {
        id: format!("table-{}-cells", study.study.name),
        caption,
        words,
        is_folded: study.cells.len() > LONG,
        headings,
        rows: study.cells.iter().map(row).collect(),
    }
}

fn adjusted(cell: &CellAnalysis<'_>) -> String {
    if cell.sample.games.games() == 0 {
        return text::NOTHING.to_owned();
    }
    let mark = match cell.standing() {
        Standing::Better => "▲ ",
        Standing::Worse => "▼ ",
        Standing::NotShown => "",
    };
    format!("{mark}{}", text::p_value(cell.adjusted))
}

/// The printed percentage, the counts behind it, and the corrected p-value.
fn printed(cell: &CellAnalysis<'_>) -> [String; 3] {
    let Some(printed) = cell.printed else { return [(); 3].map(|()| String::new()) };
    let counts: Vec<String> = printed
        .cell
        .possible_counts()
        .iter()
        .map(|counts| format!("{}/{}", counts.wins, counts.decided))
        .collect();
    [
        text::percent_or_nothing(printed.cell.rate()),
        match &counts[..] {
            [first, _, .., last] if counts.len() > 2 => format!("{first} … {last}"),
            few => few.join(" or "),
        },
        cell.printed_p.map_or_else(|| text::NOTHING.to_owned(), |(_, adjusted)| text::p_value(adjusted)),
    ]
}
