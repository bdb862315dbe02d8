//! `tune`: the settings with which a player scores best.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::files;
use connect_toe_laboratory::{Match, MatchResult, Tune, Tuned, TunedSetting, TuningVerdict, TwoNumbers};
use connect_toe_players::{PlayerSpec, RangesError};
use connect_toe_stats::numbers::{counted, percent_or_nothing};

use crate::answer;
use crate::arguments::Common;
use crate::commands::match_command::test_text;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::session;

#[derive(Debug, Args)]
#[command(after_help = crate::player_help::SHORT, after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// The player with ranges: 'monte-carlo:explore=0.7{0..2}'
    ///
    /// {LOW..HIGH} in place of a number is a range; a number before it is where to start, else the middle is. In {LOW..HIGH:log} factors count: from
    /// 10 to 100 is as far as from 100 to 1000. Write the player in quotes: shells take braces for themselves.
    #[arg(value_name = "SPEC", value_parser = ranges)]
    player: String,
    /// Player that both settings meet [default: each other]
    #[arg(long, value_name = "SPEC", value_parser = players::player)]
    opponent: Option<PlayerSpec>,
    /// Pairs of games that compare settings
    #[arg(long, value_name = "N", default_value_t = Tune::PAIRS, value_parser = whole(1..=Tune::MOST_PAIRS))]
    pairs: u64,
    /// Pairs in an iteration, played side by side [default: a 200th of all]
    ///
    /// Fewer make finer steps; more keep more cores busy.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole(1..=Tune::MOST_PAIRS))]
    batch: Option<u64>,
    /// Where games start: auto, none (the empty board), random:N, all:N, balanced or balanced:N
    ///
    /// As for `match`. The two games of a pair start from the same position, with the sides exchanged. Balanced openings tell
    /// more with the same number of games; finding them takes time first.
    #[arg(long, value_name = "HOW", default_value = "auto", hide_short_help = true, value_parser = players::openings)]
    openings: String,
    /// How far a setting is moved up and down at first, as a share of its range
    ///
    /// Above 0 and up to 0.5. It falls to six tenths over 200 iterations. Whole numbers are moved by at least a half.
    #[arg(long, value_name = "SHARE", hide_short_help = true, default_value_t = Tune::PERTURBATION)]
    perturbation: f64,
    /// How far a setting that does not matter would wander by chance, as a share of its range
    ///
    /// This is the size of the steps: above 0 and up to 10.
    #[arg(long, value_name = "SHARE", hide_short_help = true, default_value_t = Tune::WANDER)]
    wander: f64,
    /// Two differences in Elo that the test in the end decides between
    #[arg(long, value_name = "LOW,HIGH", hide_short_help = true, allow_hyphen_values = true, default_value_t = Tune::SPRT)]
    sprt: TwoNumbers,
    /// Error rates of the test
    #[arg(long, value_name = "ALPHA,BETA", hide_short_help = true, default_value_t = TwoNumbers::ERROR_RATES)]
    errors: TwoNumbers,
    /// Largest number of games of the test, 0 for none [default: as many as were played to tune, at least 1000]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole(0..=Match::MOST_GAMES))]
    test_games: Option<u64>,
    /// Folder for the path; the same command goes on with it
    ///
    /// The games of the test are there, too.
    #[arg(long, value_name = "FOLDER", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
    /// Start anew even if FOLDER has a search
    #[arg(long, requires = "out")]
    restart: bool,
}

const AFTER_HELP: &str = "\
The settings are searched by simultaneous perturbation (SPSA, Spall 1992, 1998): each iteration moves all of them a little up or down by \
chance, plays a few pairs of games between the player with these settings and the player with the opposite ones, and moves the \
settings towards the better ones. So any number of settings costs no more games an iteration than one. What is found is the \
mean of the path's second half.

In the end a sequential test plays the player that was found against the start, in other games. If it does not show that the \
player is stronger, the answer says so: many settings are good already, or matter less than some thousand games can tell.

FOLDER gets tuning.json (the answer), path.csv, path.svg and test.sqlite (the games of the test). While it is used, \
FOLDER.lock is beside it. Ctrl-C loses at most the iteration that is being played. The same command and seed give the \
same path for any number of threads.";

/// Checks the text of a player with ranges, for options.
fn ranges(text: &str) -> Result<String, RangesError> {
    players::catalogue().ranges(text).map(|_| text.to_owned())
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Tune {
        game: arguments.game.clone(),
        player: arguments.player.clone(),
        opponent: arguments.opponent.as_ref().map(ToString::to_string),
        pairs: arguments.pairs,
        batch: arguments.batch,
        openings: arguments.openings.clone(),
        seed: common.seed(),
        perturbation: arguments.perturbation,
        wander: arguments.wander,
        sprt: arguments.sprt.to_string(),
        errors: arguments.errors.to_string(),
        test_games: arguments.test_games,
        out: arguments.out.clone(),
        restart: arguments.restart,
    };
    let tuned = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &tuned, text)?;
    if tuned.partial { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(tuned: &Tuned) -> String {
    let Tuned { game, openings, player, opponent, start, found, verdict, settings, .. } = tuned;
    let met = opponent.as_ref().map_or("each other".to_owned(), ToString::to_string);
    let (games, iterations) = (counted(tuned.games, "game"), counted(tuned.path.len() as u64, "iteration"));
    let mut lines = vec![
        format!("{player} on {game} from {openings}"),
        format!("{}{iterations}, {games} of settings against {met}", answer::partial(tuned.partial)),
        answer::table(&table(settings), 1),
    ];
    lines.extend(tuned.test.iter().flat_map(of_test));
    let (said, player) = match verdict {
        TuningVerdict::Gain => ("gain found: the player is stronger than at the start, with", found),
        TuningVerdict::NoGain => ("no gain found: keep", start),
        TuningVerdict::Undecided if tuned.test.as_ref().is_some_and(|test| test.elo.low > Some(0.0)) => (
            "a gain is likely, since the interval of Elo lies above 0; more games (--test-games) could make it sure:",
            found,
        ),
        TuningVerdict::Undecided => (
            "no gain is shown: the test's games were not enough (--test-games) to say whether this is stronger than the start:",
            found,
        ),
        TuningVerdict::Unchanged => ("no gain found: the search came back to", start),
        TuningVerdict::NotTested if tuned.partial => ("best so far, not tested:", found),
        TuningVerdict::NotTested => ("found, but not tested:", found),
    };
    lines.extend([said.to_owned(), player.clone()]);
    lines.join("\n")
}

fn table(settings: &[TunedSetting]) -> Vec<Vec<String>> {
    let head = ["setting", "start", "found", "range"].map(str::to_owned).to_vec();
    let row = |setting: &TunedSetting| {
        let TunedSetting { name, low, high, start, found, logarithmic, .. } = setting;
        let scale = if *logarithmic { ":log" } else { "" };
        vec![name.clone(), start.to_string(), found.to_string(), format!("{low}..{high}{scale}")]
    };
    std::iter::once(head).chain(settings.iter().map(row)).collect()
}

/// What the test shows.
fn of_test(test: &MatchResult) -> Vec<String> {
    let score = percent_or_nothing(test.score);
    let interval = answer::percents(test.score_interval);
    let mut lines: Vec<String> = answer::cautions(&test.cautions).collect();
    lines.push(format!(
        "{}found against start: {}: score {score} % (95 % interval {interval})",
        answer::partial(test.partial),
        counted(test.games, "game")
    ));
    lines.push(format!("Elo {}", test.elo));
    lines.extend(test.sprt.as_ref().map(test_text));
    lines
}
