//! `paper`: the 2004 paper's experiments and the report on them.

use std::time::Instant;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_laboratory::{Paper, PaperFiles};
use connect_toe_paper::{CubeFaces, Experiment, Reading};
use connect_toe_players::{FirstMover, Ties};
use connect_toe_stats::numbers::{counted, duration};

use crate::answer::{self, Format};
use crate::arguments::{Common, with_csv};
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(with_csv))]
pub(crate) struct Arguments {
    /// Games in each cell; the paper played 10
    #[arg(long, default_value_t = 1000, value_parser = whole(1..=10_000_000_u32))]
    games: u32,
    /// Search: exact (correct) or published (defective) [default: both]
    #[arg(long)]
    reading: Vec<Reading>,
    /// Only tic-tac-toe, connect-four or cubes [default: all]
    #[arg(long)]
    experiment: Vec<Experiment>,
    /// Folder for report.html, results.json and results.csv
    #[arg(long, value_name = "DIR", default_value = Paper::OUT, value_parser = NonEmptyStringValueParser::new())]
    out: String,
    /// Who moves first: player, alternate or random
    ///
    /// The player is the heuristic of the table.
    #[arg(long, hide_short_help = true, default_value_t = FirstMover::Player)]
    first: FirstMover,
    /// Which of equally good moves is played: random, first or last
    #[arg(long, hide_short_help = true, default_value_t = Ties::Random)]
    ties: Ties,
    /// Where stones enter the cubes: -3, all or free
    #[arg(long, hide_short_help = true, default_value_t = CubeFaces::Down, allow_hyphen_values = true)]
    cube_faces: CubeFaces,
    /// Plies that players look ahead on the cubes
    #[arg(long, hide_short_help = true, default_value_t = 3, value_parser = whole(1..=100_u32))]
    cube_depth: u32,
    /// Keep the games in this file
    ///
    /// Only the missing games are played. The file is created if it does not exist.
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Paper {
        games: arguments.games,
        reading: arguments.reading.iter().map(ToString::to_string).collect(),
        experiment: arguments.experiment.iter().map(ToString::to_string).collect(),
        out: arguments.out.clone(),
        first: arguments.first.to_string(),
        ties: arguments.ties.to_string(),
        cube_faces: arguments.cube_faces.to_string(),
        cube_depth: arguments.cube_depth,
        seed: common.seed(),
        results: arguments.results.clone(),
    };
    let start = Instant::now();
    let results = session::run(common, |work| request.run(work))?;
    if common.format == Format::Csv {
        answer::print_text(&results.csv())?;
    } else {
        let PaperFiles { html, json, csv } = request.files();
        answer::print(common.format, &results, |results| {
            let summary = results.summary.iter().map(|paragraph| answer::wrap(paragraph, 100));
            format!(
                "{}{}\n\n{} in {}. The report: {}\nIts numbers: {} and {}",
                if results.partial { "Interrupted: these are the games that were played.\n\n" } else { "" },
                summary.collect::<Vec<_>>().join("\n\n"),
                counted(results.games(), "game"),
                duration(start.elapsed().as_secs_f64()),
                html.display(),
                json.display(),
                csv.display()
            )
        })?;
    }
    if results.partial { Err(Failure::Stopped) } else { Ok(()) }
}
