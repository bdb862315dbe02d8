//! `paper`: the 2004 paper's experiments and the report on them.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use connect_toe_paper::{CubeFaces, Experiment, FirstMover, Reading, Settings, Ties, run as run_cells};
use connect_toe_report::PaperReport;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::answer::{self, Format};
use crate::arguments::Common;
use crate::failure::Failure;

/// Options of `paper`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Games in each cell; the paper played 10
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// How to read the paper's search: exact or published [default: both, exact first]
    #[arg(long)]
    reading: Vec<Reading>,
    /// Only these experiments: tic-tac-toe, connect-four, cubes [default: all]
    #[arg(long)]
    experiment: Vec<Experiment>,
    /// Folder for report.html, results.json and results.csv
    #[arg(long, value_name = "DIR", default_value = "connect-toe-paper")]
    out: PathBuf,
    /// Who moves first: player (the heuristic of the table), alternate or random
    #[arg(long, default_value_t = FirstMover::Player)]
    first: FirstMover,
    /// Which of equally good moves is played: random, first or last
    #[arg(long, default_value_t = Ties::Random)]
    ties: Ties,
    /// Where stones enter the cubes: -3, all or free
    #[arg(long, default_value_t = CubeFaces::Down, allow_hyphen_values = true)]
    cube_faces: CubeFaces,
    /// Plies that players look ahead on the cubes
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    cube_depth: u32,
}

impl Arguments {
    fn settings(&self, seed: u64) -> Settings {
        let or_all = |chosen: &[_], all: &[_]| if chosen.is_empty() { all.to_vec() } else { chosen.to_vec() };
        let readings = if self.reading.is_empty() { Reading::ALL.to_vec() } else { self.reading.clone() };
        Settings {
            games_per_cell: self.games,
            seed,
            first: self.first,
            ties: self.ties,
            cube_faces: self.cube_faces,
            cube_depth: self.cube_depth,
            experiments: or_all(&self.experiment, Experiment::ALL),
            readings,
        }
    }
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let settings = arguments.settings(common.seed());
    // A folder that cannot be written is better known before the games than after them.
    std::fs::create_dir_all(&arguments.out).map_err(|error| {
        Failure::request(format!("cannot write into {}: {error}", arguments.out.display()))
            .hint("name another folder with --out")
    })?;
    let start = Instant::now();
    let bars = Bars::new(&settings);
    let results = run_cells(&settings, |cell, pair| {
        bars.of(cell.experiment).inc(pair.games.len() as u64);
        ControlFlow::Continue(())
    })
    .map_err(Failure::request)?;
    drop(bars);
    let played = start.elapsed();
    let report = PaperReport::new(&results);
    let files = report.write(&arguments.out).map_err(|error| Failure::run_with_causes(&error))?;
    match common.format {
        Format::Csv => answer::print_text(&report.csv().map_err(|error| Failure::run_with_causes(&error))?),
        Format::Json => answer::print_text(&report.json().map_err(|error| Failure::run_with_causes(&error))?),
        Format::Text => {
            let summary: Vec<String> =
                report.summary().iter().map(|paragraph| answer::wrap(paragraph, 100)).collect();
            answer::print_text(&format!(
                "{}\n\n{} games in {:.1} s. The report: {}\nIts numbers: {} and {}",
                summary.join("\n\n"),
                results.games(),
                played.as_secs_f64(),
                files.html.display(),
                files.json.display(),
                files.csv.display()
            ))
        }
    }
}

/// One progress bar for each experiment, on standard error; hidden unless that is a terminal.
struct Bars {
    bars: Vec<(Experiment, ProgressBar)>,
}

impl Bars {
    fn new(settings: &Settings) -> Bars {
        let style = ProgressStyle::with_template("{prefix:12} {bar:40} {pos:>7}/{len} games  {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let all = MultiProgress::new();
        let cells = connect_toe_paper::cells(settings);
        let bars = settings
            .chosen_experiments()
            .map(|experiment| {
                let count = cells.iter().filter(|cell| cell.experiment == experiment).count() as u64;
                let bar = all.add(ProgressBar::new(count * u64::from(settings.games_per_cell)));
                bar.enable_steady_tick(Duration::from_millis(200));
                (experiment, bar.with_style(style.clone()).with_prefix(experiment.to_string()))
            })
            .collect();
        Bars { bars }
    }

    fn of(&self, experiment: Experiment) -> &ProgressBar {
        let found = self.bars.iter().find(|(of, _)| *of == experiment);
        &found.expect("every experiment that is played has a bar").1
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        for (_, bar) in &self.bars {
            bar.finish_and_clear();
        }
    }
}
