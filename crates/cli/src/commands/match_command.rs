//! `match`: two players, many games.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::files;
use connect_toe_experiment::Forfeits;
use connect_toe_laboratory::{
    EloModel, GameCounts, Match, MatchResult, SequentialTest, TwoNumbers, WithSide,
};
use connect_toe_players::{FirstMover, PlayerSpec};
use connect_toe_stats::numbers::{count, counted, decimal, percent, percent_or_nothing};

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
    /// The player whose wins are counted
    #[arg(long, value_name = "SPEC", value_parser = players::player)]
    player: PlayerSpec,
    /// The other player
    #[arg(long, value_name = "SPEC", value_parser = players::player)]
    opponent: PlayerSpec,
    /// Games to play [default: 100]
    ///
    /// With --sprt the largest number of games [default: 100000].
    #[arg(long, value_parser = whole(1..=Match::MOST_GAMES))]
    games: Option<u64>,
    /// Who moves first: player, alternate or random
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
    /// Stop when a sequential test has decided
    ///
    /// The test decides between two differences in Elo.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<TwoNumbers>,
    /// Error rates of the sequential test
    #[arg(long, value_name = "ALPHA,BETA", hide_short_help = true, default_value_t = TwoNumbers::ERROR_RATES, requires = "sprt")]
    errors: TwoNumbers,
    /// Elo of the sequential test: logistic or normalized
    ///
    /// Logistic Elo measures the score; normalized Elo measures it in standard deviations of a game.
    #[arg(long, value_name = "MODEL", hide_short_help = true, default_value_t = EloModel::Logistic, requires = "sprt")]
    elo_model: EloModel,
    /// Keep the games in this file
    ///
    /// Only the missing games are played. The file is created if it does not exist. The commands `experiment status`,
    /// `report` and `export` read it.
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Match {
        game: arguments.game.clone(),
        player: arguments.player.to_string(),
        opponent: arguments.opponent.to_string(),
        games: arguments.games,
        first: arguments.first.to_string(),
        openings: arguments.openings.clone(),
        swap: arguments.swap,
        forfeits: arguments.forfeits.to_string(),
        seed: common.seed(),
        sprt: arguments.sprt.map(|sprt| sprt.to_string()),
        errors: arguments.errors.to_string(),
        elo_model: arguments.elo_model.to_string(),
        results: arguments.results.clone(),
    };
    let result = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &result, |result| text(result, arguments.forfeits))?;
    if result.partial { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(result: &MatchResult, forfeits: Forfeits) -> String {
    let MatchResult { player, opponent, game, openings, games, wins, draws, losses, .. } = result;
    let no_rate = if result.decided == 0 { "no game was decided" } else { "no game that counts was decided" };
    let rate = result.win_rate.map_or(no_rate.to_owned(), |rate| {
        let interval = answer::percents(result.interval);
        format!("{} % of the decided games (95 % interval {interval})", percent(rate))
    });
    // Where all games are decided, the score says the same.
    let rate = Some(rate).filter(|_| result.can_be_drawn || result.decided == 0);
    let score = percent_or_nothing(result.score);
    let [wins, draws, losses] = [wins, draws, losses].map(|&games| count(games));
    let drawn = if result.can_be_drawn { format!("{draws} drawn, ") } else { String::new() };
    let forfeited = answer::forfeited(result.forfeited, forfeits);
    let different = match result.distinct {
        1 if *games > 1 => ", all the same".to_owned(),
        distinct if distinct < *games => format!(", {} of them different", count(distinct)),
        _ => String::new(),
    };
    let mut lines = vec![format!("{player} against {opponent} on {game} from {openings}")];
    lines.extend(answer::levels(&result.levels));
    lines.extend(answer::cautions(&result.cautions));
    lines.extend([format!(
        "{}{}{different}: {wins} won, {drawn}{losses} lost{forfeited}",
        answer::partial(result.partial),
        counted(*games, "game")
    )]);
    lines.extend(rate);
    lines.extend([
        format!("score {score} % (95 % interval {})", answer::percents(result.score_interval)),
        format!("Elo {}", result.elo),
    ]);
    lines.extend(result.by_side.iter().map(|with| of_side(with, result.can_be_drawn)));
    if let Some(pairs) = result.pairs {
        let pairs = pairs.map(count).join("/");
        lines.push(format!("pairs with 0/0.5/1/1.5/2 points: {pairs}"));
    }
    lines.extend(result.sprt.as_ref().map(test_text));
    lines.join("\n")
}

/// `as Maker 18 won, 2 lost: score 90.0 % (95 % interval 69.9–97.2)`.
fn of_side(with: &WithSide, can_be_drawn: bool) -> String {
    let GameCounts { wins, draws, losses, score, score_interval, .. } = &with.counts;
    let drawn = if can_be_drawn { format!("{} drawn, ", count(*draws)) } else { String::new() };
    format!(
        "as {} {} won, {drawn}{} lost: score {} % (95 % interval {})",
        with.name,
        count(*wins),
        count(*losses),
        percent_or_nothing(*score),
        answer::percents(*score_interval)
    )
}

/// What a sequential test says.
pub(crate) fn test_text(test: &SequentialTest) -> String {
    let ratio = format!("log-likelihood ratio {}", decimal(test.log_likelihood_ratio, 2));
    format!("{ratio}: {}", answer::verdict(test))
}

#[cfg(test)]
mod tests {
    use connect_toe_laboratory::TestVerdict;

    use super::*;

    #[test]
    fn a_verdict_is_spelled_out() {
        let test = SequentialTest {
            log_likelihood_ratio: 3.0,
            lower_bound: -2.944,
            upper_bound: 2.944,
            verdict: TestVerdict::AcceptH1,
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        };
        assert_eq!(
            test_text(&test),
            "log-likelihood ratio 3.00: +20 Elo is accepted (bounds −2.94 and 2.94)"
        );
    }
}
