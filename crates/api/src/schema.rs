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
    crate::Eval,
    crate::Evaluation,
    crate::Analyze,
    crate::Analysis,
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::schemas;

    /// All references to other schemas.
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_schema_is_rendered_and_whole() {
        let schemas = schemas();
        let names = schemas.as_object().expect("an object");
        assert!(names.len() > 30, "{}", names.len());
        let mut found = Vec::new();
        references(&schemas, &mut found);
        for reference in found {
            let name = reference.strip_prefix("#/components/schemas/").expect("a schema of ours");
            assert!(names.contains_key(name), "{name}");
        }
        for (name, schema) in names {
            assert!(schema.get("description").is_some(), "{name} says what it is");
        }
        let position = &schemas["Moves"].to_string();
        assert!(position.contains("Position"), "{position}");
        assert!(schemas["Eval"].to_string().contains("\"for\""), "fields have their names in JSON");
    }
}
