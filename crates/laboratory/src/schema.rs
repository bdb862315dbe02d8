//! JSON Schemas of all requests and answers, those of the engine too.

use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(components(schemas(
    crate::ListAtlas,
    crate::AtlasMap,
    crate::Match,
    crate::MatchResult,
    crate::Tournament,
    crate::CrossTable,
    crate::Grade,
    crate::Grades,
    crate::Calibrate,
    crate::Calibration,
    crate::DataSet,
    crate::DataSetMade,
    crate::SampleExperiment,
    crate::WrittenSample,
    crate::RunExperiment,
    crate::StatusOfExperiment,
    crate::ExperimentStatus,
    crate::ReportExperiment,
    crate::WrittenReport,
    crate::ExportExperiment,
    crate::CheckedExperiment,
    crate::ExperimentProblem,
    crate::ExpectedTime,
    crate::ExperimentCell,
    crate::GameOfExperiment,
    crate::ExperimentGame,
    crate::RunShard,
    crate::Shard,
    crate::MergeShards,
    crate::MergedShards,
    crate::Statistics,
    crate::Train,
    crate::Trained,
    crate::Tune,
    crate::Tuned,
    crate::Shown,
    crate::RateTable,
    crate::RatedTable,
    crate::RatePayoffs,
    crate::RatedPayoffs,
    crate::Paper,
    crate::PaperResults,
)))]
struct Schemas;

/// The JSON Schema of every request and answer, those of [`connect_toe_api`] too, by its name, as the components of an
/// `OpenAPI` document.
///
/// ```
/// let schemas = connect_toe_laboratory::all_schemas();
/// assert_eq!(schemas["Match"]["properties"]["player"]["type"], "string");
/// assert_eq!(schemas["Perft"]["required"], serde_json::json!(["game", "depth"]));
/// ```
pub fn all_schemas() -> serde_json::Value {
    let components = Schemas::openapi().components.unwrap_or_default();
    let ours = serde_json::to_value(components.schemas).unwrap_or_default();
    let mut all = connect_toe_api::schemas();
    if let (Some(all), serde_json::Value::Object(ours)) = (all.as_object_mut(), ours) {
        all.extend(ours);
    }
    all
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::all_schemas;

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
        let schemas = all_schemas();
        let names = schemas.as_object().expect("an object");
        assert!(names.len() > 60, "{}", names.len());
        let of_api = connect_toe_api::schemas().as_object().map_or(0, serde_json::Map::len);
        assert!(of_api > 30, "{of_api}");
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
