//! JSON Schemas of all requests and answers.

use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(components(schemas(
    crate::Games,
    crate::NamedGame,
    crate::Describe,
    crate::Description,
    crate::Levels,
    crate::LevelsOfGame,
    crate::Perft,
    crate::PerftCounts,
    crate::Moves,
    crate::LegalMoves,
    crate::ReadGame,
    crate::GameRead,
    crate::WriteGame,
    crate::GameWritten,
    crate::Eval,
    crate::Evaluation,
    crate::Analyze,
    crate::Analysis,
    crate::Puzzles,
    crate::FoundPuzzle,
    crate::AttemptPuzzle,
    crate::AttemptedPuzzle,
    crate::Review,
    crate::ReviewedGame,
    crate::Solve,
    crate::Solution,
    crate::SolveLines,
    crate::SolvedLines,
    crate::Choose,
    crate::ChosenMove,
    crate::Verify,
    crate::Verified,
    crate::Tree,
    crate::TreeNode,
    crate::Lines,
    crate::CountedLines,
    crate::Playouts,
    crate::PlayoutCounts,
    crate::Bench,
    crate::Benchmark,
)))]
struct Schemas;

/// The JSON Schema of every request and answer, by its name, as the components of an `OpenAPI` document.
///
/// ```
/// let schemas = connect_toe_api::schemas();
/// assert_eq!(schemas["Perft"]["properties"]["depth"]["type"], "integer");
/// assert_eq!(schemas["Perft"]["required"], serde_json::json!(["game", "depth"]));
/// ```
pub fn schemas() -> serde_json::Value {
    let components = Schemas::openapi().components.unwrap_or_default();
    serde_json::to_value(components.schemas).unwrap_or_default()
}
