//! `tournament`: several players, every one against every other.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::files;
use connect_toe_experiment::Forfeits;
use connect_toe_laboratory::{CrossTable, Match, Rating, Tournament, TruthVerdict};
use connect_toe_players::{FirstMover, PlayerSpec};
use connect_toe_stats::Interval;
use connect_toe_stats::numbers::{NOTHING, count, counted, percent_or_nothing, rating};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::session;

#[derive(Debug, Args)]
#[command(after_help = crate::player_help::SHORT, after_long_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// A player; repeat the option for each of them
    #[arg(long = "player", value_name = "SPEC", required = true, value_parser = players::player)]
    players: Vec<PlayerSpec>,
    /// Games between any two players
    #[arg(long, default_value_t = Match::GAMES, value_parser = whole(1..=Match::MOST_GAMES))]
    games: u64,
    /// Who moves first: player, alternate or random
    ///
    /// `player` is the one of the two who is listed first.
    #[arg(long, default_value_t = FirstMover::Alternate)]
    first: FirstMover,
    /// Where games start: auto, none (the empty board), random:N, all:N, balanced or balanced:N
    ///
    /// N is the number of plies (of balanced openings, 4 by default). Both games of a pair start from the same position.
    /// random:N draws a position for each pair, all:N takes all positions in turn. balanced:N finds positions that are fair
    /// to both sides: no win by threats, a search value near 0, 35 to 65 % of the points for the first mover in quick games,
    /// and a draw where the solver knows the result. The results file keeps them. auto is random with up to 4 plies, so that
    /// players do not repeat the same games, or none against `random`; a results file keeps its openings.
    #[arg(long, value_name = "HOW", default_value = "auto", hide_short_help = true, value_parser = players::openings)]
    openings: String,
    /// Let the second player choose its side after the opening
    ///
    /// It takes the side that its own search prefers; a player without values keeps its side. Without an opening, the
    /// first player makes one move before: the move with the value nearest to 0.
    #[arg(long, hide_short_help = true)]
    swap: bool,
    /// Whether forfeited games count in scores, ratings and tests: omit or count
    ///
    /// A player forfeits a game if it gives no move: a program that crashes, breaks the rules or takes too long.
    #[arg(long, value_name = "HOW", hide_short_help = true, default_value_t = Forfeits::Omit)]
    forfeits: Forfeits,
    /// The player with rating 0 [default: the mean rating is 0]
    #[arg(long, value_name = "SPEC", value_parser = players::player)]
    anchor: Option<PlayerSpec>,
    /// Keep the games in this file
    ///
    /// Only the missing games are played. The file is created if it does not exist. The commands `experiment status`,
    /// `report` and `export` read it.
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Tournament {
        game: arguments.game.clone(),
        players: arguments.players.iter().map(ToString::to_string).collect(),
        games: arguments.games,
        first: arguments.first.to_string(),
        openings: arguments.openings.clone(),
        swap: arguments.swap,
        forfeits: arguments.forfeits.to_string(),
        seed: common.seed(),
        anchor: arguments.anchor.as_ref().map(ToString::to_string),
        results: arguments.results.clone(),
    };
    let table = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &table, |table| text(table, arguments.forfeits))?;
    if table.partial { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(table: &CrossTable, forfeits: Forfeits) -> String {
    let ranking = &table.ranking;
    let mut header = ["", "player", "score %"].map(str::to_owned).to_vec();
    let sides = ranking.first().map_or(&[][..], |player| &player.by_side);
    header.extend(sides.iter().map(|with| format!("as {} %", with.name)));
    header.extend(["rating (95 % interval)", "expected %"].map(str::to_owned));
    header.extend((1..=ranking.len()).map(|place| format!("against {place}")));
    let mut rows = vec![header];
    for (place, player) in ranking.iter().enumerate() {
        let rating = player.rating.map_or_else(
            || NOTHING.to_owned(),
            |Rating { value, low, high }| rating(value, Interval { low, high }, player.score),
        );
        let score = percent_or_nothing(player.score);
        let mut row = vec![(place + 1).to_string(), player.player.clone(), score];
        row.extend(player.by_side.iter().map(|with| percent_or_nothing(with.counts.score)));
        row.resize(3 + sides.len(), NOTHING.to_owned());
        row.push(rating);
        row.push(percent_or_nothing(player.expected));
        row.extend(ranking.iter().map(|opponent| {
            let meeting = player.against.iter().find(|meeting| meeting.opponent == opponent.entry);
            meeting.map_or(String::new(), |meeting| {
                let counts = &meeting.counts;
                let draws = Some(counts.draws).filter(|_| table.can_be_drawn);
                let all = [Some(counts.wins), draws, Some(counts.losses)].into_iter().flatten();
                all.map(count).collect::<Vec<_>>().join("-")
            })
        }));
        rows.push(row);
    }
    let games = if table.partial {
        let played: u64 = ranking.iter().map(|player| player.games).sum::<u64>() / 2;
        let wanted = table.games_per_pairing * (ranking.len() * (ranking.len() - 1) / 2) as u64;
        format!("{} of {}", count(played), counted(wanted, "game"))
    } else {
        format!("{} of each two players", counted(table.games_per_pairing, "game"))
    };
    // Each game is one of two players.
    let forfeited =
        ranking.iter().flat_map(|player| &player.against).map(|meeting| meeting.forfeited).sum::<u64>() / 2;
    let notes = answer::levels(&table.levels).chain(answer::cautions(&table.cautions));
    let notes: String = notes.flat_map(|note| [note, "\n".to_owned()]).collect();
    let counted = if table.can_be_drawn { "won-drawn-lost" } else { "won-lost" };
    let ratings = format!(
        "Ratings: {}.{} Expected is the score that the model expects against a player of the mean rating.",
        table.rating_model,
        if table.can_be_drawn {
            " A rating compares wins with losses: where most games are drawn, a few wins make a large difference."
        } else {
            ""
        }
    );
    let truth = truth(table).map_or_else(String::new, |truth| format!("\n\n{truth}"));
    format!(
        "{}{} from {}, {games}; {counted} from the player's side{}\n{}\n{}{truth}\n\n{}",
        answer::partial(table.partial),
        table.game,
        table.openings,
        answer::forfeited(forfeited, forfeits),
        notes,
        answer::table(&rows, 2),
        answer::wrap(&ratings, 100),
    )
}

/// Whether the ratings tell the truth and, if not, ratings that allow circles.
fn truth(table: &CrossTable) -> Option<String> {
    let truth = table.truth_of_elo.as_ref()?;
    let text = answer::wrap(&truth.text, 100);
    if matches!(truth.verdict, TruthVerdict::Holds | TruthVerdict::TooFewGames) {
        return Some(text);
    }
    let mut rows =
        vec![["", "player", "Nash %", "score % against Nash", "α-Rank %"].map(str::to_owned).to_vec()];
    for (place, player) in table.ranking.iter().enumerate() {
        let Some(nash) = player.nash else { return Some(text) };
        rows.push(vec![
            (place + 1).to_string(),
            player.player.clone(),
            share(nash.share),
            percent_or_nothing(Some(nash.score)),
            share(player.alpha_rank.unwrap_or_default()),
        ]);
    }
    let about = answer::wrap(
        "Nash is the mix of players that none of them beats (Balduzzi 2018), α-Rank how long a population that tries all of \
         them plays each (Omidshafiei 2019). Both are about the scores as they are, without intervals.",
        100,
    );
    Some(format!("{text}\n\n{}\n\n{about}", answer::table(&rows, 2)))
}

/// A share in per cent, to one digit: shares next to nothing are nothing.
fn share(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
