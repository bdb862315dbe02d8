//! `calibrate`: whether the scores that a player expects are those that come.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::files;
use connect_toe_laboratory::{Calibrate, Calibration, CalibrationRange};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::{counted, decimal, percent, percent_or_nothing};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::session;

#[derive(Debug, Args)]
#[command(after_help = crate::player_help::SHORT, after_long_help = after_help())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// The player
    #[arg(long, value_name = "SPEC", default_value = Calibrate::PLAYER, value_parser = players::player)]
    player: PlayerSpec,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = Calibrate::GAMES, value_parser = whole(1..=Calibrate::MOST_GAMES))]
    games: u64,
    /// Largest number of random plies at the start of a game [default: a quarter of the cells, at most 8]
    ///
    /// Each game draws its own number from 0 to this one.
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::from(u16::MAX)))]
    random_plies: Option<u32>,
    /// Folder for calibration.json, calibration.csv and calibration.svg
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
}

fn after_help() -> String {
    format!(
        "\
The player meets itself in games with random openings, and says before each of its moves what score it \
expects: 1 for a win, 1/2 for a draw. Positions of about the same expected score are put together; of those \
at 70 %, the side to move should achieve 70 %. Plies are divided into three ranges with about as many \
positions. From each game one position counts in each range, so the positions of a range are independent, \
and the 95 % intervals hold. Positions whose result the player had proven do not count. \
The error is the mean difference of expected and achieved scores; the Brier score is the mean squared \
difference of a position's expected score and its result (always 50 % has 0.25 if nothing is drawn).

Ctrl-C prints the comparison of the games that were played; a second Ctrl-C ends the program at once.

{}",
        crate::player_help::text()
    )
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Calibrate {
        game: arguments.game.clone(),
        player: arguments.player.to_string(),
        games: arguments.games,
        random_plies: arguments.random_plies,
        seed: common.seed(),
        out: arguments.out.clone(),
    };
    let calibration = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &calibration, |calibration| text(calibration, request.out.as_deref()))?;
    if calibration.partial { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(calibration: &Calibration, out: Option<&str>) -> String {
    let Calibration { game, player, games, positions, proven, ranges, partial, .. } = calibration;
    let games = counted(*games, "game");
    let mut lines = vec![
        format!("{}{player} against itself in {games} of {game}", answer::partial(*partial)),
        format!(
            "it said what it expects of {} without a proof; {} proven",
            counted(*positions, "position"),
            counted(*proven, "position") + if *proven == 1 { " was" } else { " were" }
        ),
    ];
    lines.extend(ranges.iter().flat_map(of_range));
    lines.extend(out.map(|out| format!("\nwritten to {out}")));
    lines.join("\n")
}

fn of_range(range: &CalibrationRange) -> Vec<String> {
    let CalibrationRange { first_ply, last_ply, positions, brier, error, bins } = range;
    let brier = brier.map_or_else(|| "none".to_owned(), |brier| decimal(brier, 3));
    let (positions, error) = (counted(*positions, "position"), percent_or_nothing(*error));
    let mut lines = vec![
        format!("\nplies {first_ply}–{last_ply}: {positions}, error {error} %, Brier score {brier}"),
        "  expected  achieved   95 % interval  positions".to_owned(),
    ];
    lines.extend(bins.iter().map(|bin| {
        let [expected, achieved] = [bin.expected, bin.achieved].map(percent);
        let interval = answer::percents(bin.interval);
        format!("{expected:>8} %{achieved:>8} %{interval:>16}{:>11}", bin.positions)
    }));
    lines
}
