//! Which path is what.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::routing::{MethodRouter, get, post};
use axum::{Router, middleware};
use connect_toe_api::{
    Analyze, AttemptPuzzle, Choose, Describe, Eval, Games, Levels, Lines, Moves, Perft, Playouts, Puzzles,
    ReadGame, Review, Solve, Tree, WriteGame,
};
use connect_toe_laboratory::{ListAtlas, Match};
use serde::Serialize;

use crate::assets::{not_allowed, page};
use crate::command::{Command, handle};
use crate::guard::guard;
use crate::lab::routes as lab;
use crate::limits::Limits;
use crate::reply::{Refusal, json, json_of};
use crate::site::Site;
use crate::work::Count;

/// Every path of the server.
pub(crate) fn router(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/api/limits", get(limits))
        .route("/api/games", command::<Games>())
        .route("/api/describe", command::<Describe>())
        .route("/api/atlas", command::<ListAtlas>())
        .route("/api/levels", command::<Levels>())
        .route("/api/moves", command::<Moves>())
        .route("/api/read", command::<ReadGame>())
        .route("/api/write", command::<WriteGame>())
        .route("/api/eval", command::<Eval>())
        .route("/api/analyze", command::<Analyze>())
        .route("/api/review", command::<Review>())
        .route("/api/puzzles", command::<Puzzles>())
        .route("/api/attempt", command::<AttemptPuzzle>())
        .route("/api/choose", command::<Choose>())
        .route("/api/solve", command::<Solve>())
        .route("/api/perft", command::<Perft>())
        .route("/api/playouts", command::<Playouts>())
        .route("/api/match", command::<Match>())
        .route("/api/tree", command::<Tree>())
        .route("/api/lines", command::<Lines>())
        .route("/api/openapi.json", get(openapi))
        .route("/api/experiments", get(lab::list).post(lab::start))
        .route("/api/experiments/shipped", get(lab::shipped))
        .route("/api/experiments/schema", get(lab::schema))
        .route("/api/experiments/check", post(lab::check))
        .route("/api/experiments/time", post(lab::time))
        .route("/api/experiments/{id}", get(lab::show).delete(lab::delete))
        .route("/api/experiments/{id}/events", get(lab::events))
        .route("/api/experiments/{id}/report", get(lab::report))
        .route("/api/experiments/{id}/stop", post(lab::stop))
        .route("/api/experiments/{id}/resume", post(lab::resume))
        .fallback(page)
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::from_fn_with_state(Arc::clone(&site.names), guard))
        .with_state(Arc::clone(site))
}

fn command<C: Command>() -> MethodRouter<Arc<Site>> {
    post(handle::<C>)
}

/// The limits, and how much is being done.
#[derive(Serialize)]
struct LimitsInForce<'a> {
    #[serde(flatten)]
    limits: &'a Limits,
    work: Count,
    /// Experiments that are being played.
    experiments: usize,
}

/// The description of everything here, made and checked by a test.
async fn openapi() -> Response<Body> {
    json(include_str!("openapi.json"))
}

async fn limits(State(site): State<Arc<Site>>) -> Result<Response<Body>, Refusal> {
    json_of(&LimitsInForce {
        limits: &site.limits,
        work: site.queue.count(),
        experiments: site.lab.running(),
    })
    .map(json)
}
