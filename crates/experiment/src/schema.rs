//! The published form of experiment files.

/// The JSON Schema of experiment files, for editors that check TOML against one.
pub fn schema() -> &'static str {
    include_str!("../schema/experiment.schema.json")
}
