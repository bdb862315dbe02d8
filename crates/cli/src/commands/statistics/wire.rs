//! The statistics as other programs read them.

use connect_toe_stats::{Interval, ScoreCounts, Verdict, clopper_pearson, wilson_at};
use serde_json::{Value, json};

use super::Found;
use super::counts::Counts;
use super::plan::{ALPHA, POWER, Spread};

pub(super) fn json(found: &Found) -> Value {
    let level = found.level;
    let interval = |interval: Interval| json!([interval.low, interval.high]);
    let mut value = match found.counts {
        Counts::Games(games) => json!({
            "games": games.games(), "wins": games.wins, "draws": games.draws, "losses": games.losses,
            "win_rate": games.win_rate(),
            "wilson": interval(wilson_at(games.wins, games.decided(), level)),
            "clopper_pearson": interval(clopper_pearson(games.wins, games.decided(), level)),
        }),
        Counts::Pairs(pairs) => json!({ "games": pairs.games(), "pairs": pairs.counts }),
    };
    value["confidence"] = json!(level.level());
    value["score"] = json!(found.score);
    value["score_interval"] = interval(found.score_interval);
    value["p_value"] = json!(found.p_value);
    value["elo"] = json!({ "value": found.elo.value, "low": found.elo.low, "high": found.elo.high });
    value["normalized_elo"] = json!(found.normalized_elo);
    value["likelihood_of_superiority"] = json!(found.superiority);
    if let Some((other, comparison)) = found.against {
        value["against"] = json!({
            "score": ScoreCounts::from(other).mean(),
            "difference": comparison.map(|found| found.difference.estimate),
            "interval": comparison.map(|found| interval(found.difference.interval)),
            "p_value": comparison.map(|found| found.p_value),
        });
    }
    if let Some((test, ratio, verdict)) = &found.sequential {
        let verdict = match verdict {
            Verdict::Continue => "continue",
            Verdict::AcceptH0 => "accept-h0",
            Verdict::AcceptH1 => "accept-h1",
        };
        value["sprt"] = json!({
            "log_likelihood_ratio": ratio, "lower_bound": test.lower_bound(), "upper_bound": test.upper_bound(),
            "verdict": verdict,
        });
    }
    if let Some(plan) = &found.plan {
        value["plan"] = json!({
            "elo": plan.elo, "games": plan.games, "alpha": ALPHA, "power": POWER, "assumption": plan.assumption,
        });
        match plan.spread {
            Spread::DrawRate(rate) => value["plan"]["draw_rate"] = json!(rate),
            Spread::PairVariance(variance) => value["plan"]["pair_variance"] = json!(variance),
        }
    }
    value
}
