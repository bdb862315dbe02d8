//! `bench`: fixed workloads on one thread.

use clap::Args;
use connect_toe_api::{Bench, Benchmark};
use connect_toe_stats::numbers::{count, decimal};

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "quiet"])))]
pub(crate) struct Arguments {}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    let measured = session::run(common, |work| Bench {}.run(work))?;
    answer::print(common.format, &measured, text)
}

fn text(measured: &Benchmark) -> String {
    let mut rows = vec![["workload", "unit", "count", "seconds", "per second"].map(str::to_owned).to_vec()];
    for one in &measured.workloads {
        rows.push(vec![
            one.name.clone(),
            one.unit.clone(),
            count(one.nodes),
            decimal(one.seconds, 3),
            count(one.nodes_per_second.round() as u64),
        ]);
    }
    format!("{}\nsignature {}", answer::table(&rows, 2), measured.signature)
}
