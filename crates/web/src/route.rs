//! Which path is what.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::routing::{MethodRouter, get, post};
use axum::{Router, middleware};
use connect_toe_api::{Analyze, Describe, Eval, Games, Match, Moves, Perft, Playouts, Solve};
use serde::Serialize;

use crate::assets::{not_allowed, page};
use crate::command::{Command, handle};
use crate::guard::guard;
use crate::limits::Limits;
use crate::reply::{Refusal, json, json_of};
use crate::server::Site;
use crate::work::Count;

/// Every path of the server.
pub(crate) fn router(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/api/limits", get(limits))
        .route("/api/games", command::<Games>())
        .route("/api/describe", command::<Describe>())
        .route("/api/moves", command::<Moves>())
        .route("/api/eval", command::<Eval>())
        .route("/api/analyze", command::<Analyze>())
        .route("/api/solve", command::<Solve>())
        .route("/api/perft", command::<Perft>())
        .route("/api/playouts", command::<Playouts>())
        .route("/api/match", command::<Match>())
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
}

async fn limits(State(site): State<Arc<Site>>) -> Result<Response<Body>, Refusal> {
    json_of(&LimitsInForce { limits: &site.limits, work: site.queue.count() }).map(json)
}
