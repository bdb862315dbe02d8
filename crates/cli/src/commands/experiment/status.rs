//! How far an experiment has come, and what it says so far.

use std::fmt::Write as _;

use connect_toe_experiment::{Plan, Sample, Tally};
use connect_toe_results::{Opened, ResultsFile};
use serde_json::{Value, json};

use super::printable::printable;
use super::{FileArguments, PlanFile, results_failure};
use crate::answer::{self, Format};
use crate::arguments::Common;
use crate::failure::Failure;

/// So many of the best are listed.
const BEST: usize = 5;

pub(super) fn print(common: &Common, arguments: &FileArguments) -> Result<(), Failure> {
    let file = PlanFile::read(&arguments.experiment, &arguments.settings, common)?;
    let results = ResultsFile::open(&arguments.results(), Opened::ToRead).map_err(results_failure)?;
    results.check(&file.plan, None).map_err(results_failure)?;
    answer::print_text(&text_or_json(common, &file, &results)?)
}

/// The answer in the form that was asked for.
pub(super) fn text_or_json(
    common: &Common,
    file: &PlanFile,
    results: &ResultsFile,
) -> Result<String, Failure> {
    let tally = results.tally(&file.plan).map_err(results_failure)?;
    match common.format {
        Format::Json => json(file, results, &tally).map(|value| value.to_string()),
        Format::Text => text(file, results, &tally),
        Format::Csv => Err(answer::no_csv()),
    }
}

/// A player's games in a study.
struct Standing {
    player: String,
    sample: Sample,
}

/// The players of a study by score, best first. In a round robin everybody is a player; otherwise opponents are not.
fn standings(plan: &Plan, study: usize, tally: &Tally) -> Vec<Standing> {
    let mut standings: Vec<Standing> = Vec::new();
    let mut add = |player: String, sample: Sample| match standings.iter_mut().find(|one| one.player == player)
    {
        Some(standing) => standing.sample += sample,
        None => standings.push(Standing { player, sample }),
    };
    for (place, cell) in plan.cells_of(study) {
        let sample = Sample::of_player(cell, &tally.cells[place]);
        add(cell.player.to_string(), sample);
        if plan.studies[study].is_round_robin {
            add(cell.opponent.to_string(), sample.swapped());
        }
    }
    standings.retain(|one| one.sample.games.games() > 0);
    standings.sort_by(|one, other| {
        let score = |standing: &Standing| standing.sample.score().unwrap_or(0.0);
        score(other).total_cmp(&score(one))
    });
    standings
}

fn text(file: &PlanFile, results: &ResultsFile, tally: &Tally) -> Result<String, Failure> {
    let plan = &file.plan;
    let sessions = results.sessions().map_err(results_failure)?;
    let seconds: f64 = sessions.iter().map(|session| session.seconds).sum();
    let (played, all) = (tally.games(), plan.games());
    let mut text = format!("{}\n{played} of {all} games in {}", plan.title, results.path().display());
    if seconds > 0.0 {
        let _ = write!(
            text,
            ", {seconds:.1} s in {} session{}",
            sessions.len(),
            if sessions.len() == 1 { "" } else { "s" }
        );
    }
    if !plan.is_reproducible() {
        text += "\nSome players have a limit of time: these games cannot be reproduced.";
    }
    for (index, study) in plan.studies.iter().enumerate() {
        let cells: Vec<usize> = plan.cells_of(index).map(|(place, _)| place).collect();
        let games: u64 = cells.iter().map(|&place| tally.cells[place].games()).sum();
        let wanted: u64 = cells.iter().map(|&place| plan.cells[place].games).sum();
        let _ = write!(text, "\n\n{}: {} cells, {games} of {wanted} games\n", study.name, cells.len());
        let standings = standings(plan, index, tally);
        let mut rows: Vec<Vec<String>> = vec![
            ["player", "games", "wins", "draws", "losses", "score", "95 % interval"]
                .map(str::to_owned)
                .to_vec(),
        ];
        for Standing { player, sample } in standings.iter().take(BEST) {
            let (wdl, interval) = (sample.games, sample.score_interval());
            rows.push(vec![
                player.clone(),
                wdl.games().to_string(),
                wdl.wins.to_string(),
                wdl.draws.to_string(),
                wdl.losses.to_string(),
                format!("{:.3}", wdl.score().unwrap_or(0.0)),
                format!("{:.3} to {:.3}", interval.low, interval.high),
            ]);
        }
        if standings.is_empty() {
            text += "  no games yet";
        } else {
            text += &answer::table(&rows, 1);
        }
        let more = standings.len().saturating_sub(BEST);
        if more > 0 {
            let _ = write!(text, "\n… and {more} more player{}", if more == 1 { "" } else { "s" });
        }
    }
    Ok(printable(&text))
}

fn json(file: &PlanFile, results: &ResultsFile, tally: &Tally) -> Result<Value, Failure> {
    let plan = &file.plan;
    let sessions = results.sessions().map_err(results_failure)?;
    let studies: Vec<Value> = plan
        .studies
        .iter()
        .enumerate()
        .map(|(index, study)| {
            let cells: Vec<usize> = plan.cells_of(index).map(|(place, _)| place).collect();
            let standings: Vec<Value> = standings(plan, index, tally)
                .iter()
                .map(|Standing { player, sample }| {
                    let (wdl, interval) = (sample.games, sample.score_interval());
                    json!({
                        "player": player, "games": wdl.games(), "wins": wdl.wins, "draws": wdl.draws,
                        "losses": wdl.losses, "score": wdl.score(), "interval": [interval.low, interval.high],
                    })
                })
                .collect();
            json!({
                "name": study.name,
                "cells": cells.len(),
                "cells_done": cells.iter().filter(|&&place| tally.cells[place].games() == plan.cells[place].games).count(),
                "games": cells.iter().map(|&place| tally.cells[place].games()).sum::<u64>(),
                "games_wanted": cells.iter().map(|&place| plan.cells[place].games).sum::<u64>(),
                "players": standings,
            })
        })
        .collect();
    Ok(json!({
        "experiment": plan.hash(),
        "title": plan.title,
        "seed": plan.seed,
        "results": results.path().display().to_string(),
        "cells": plan.cells.len(),
        "pairs": plan.pairs(),
        "games": tally.games(),
        "games_wanted": plan.games(),
        "done": tally.games() == plan.games(),
        "reproducible": plan.is_reproducible(),
        "sessions": sessions.len(),
        "seconds": sessions.iter().map(|session| session.seconds).sum::<f64>(),
        "studies": studies,
    }))
}
