//! The description of the API is made here, and kept beside the source. It follows the types of requests and answers.
//!
//! `BLESS_OPENAPI=1 cargo test -p connect-toe-web openapi` writes it anew.

use connect_toe_api::Fault;
use serde_json::{Map, Value, json};

use crate::Running;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");

/// Each command with its request, its answer and a line about it.
const COMMANDS: &[(&str, &str, &str, &str)] = &[
    ("games", "Games", "NamedGames", "The games with a name"),
    ("describe", "Describe", "Description", "What a game is"),
    ("atlas", "ListAtlas", "AtlasMap", "The exact values of many games, and what is surprising in them"),
    ("levels", "Levels", "LevelsOfGame", "How well the computer can play a game"),
    ("moves", "Moves", "LegalMoves", "The legal moves of a position"),
    ("read", "ReadGame", "GameRead", "The game that a text of another program holds"),
    ("write", "WriteGame", "GameWritten", "A game in the form of another program"),
    ("eval", "Eval", "Evaluation", "What heuristics think of a position without looking ahead"),
    ("analyze", "Analyze", "Analysis", "What a player thinks of every move"),
    ("review", "Review", "ReviewedGame", "What the moves of a game were worth, and which were mistakes"),
    ("puzzles", "Puzzles", "FoundPuzzles", "Positions with exactly one good move"),
    ("attempt", "AttemptPuzzle", "AttemptedPuzzle", "Whether a move solves a puzzle, and why not"),
    ("choose", "Choose", "ChosenMove", "The move that a player plays"),
    ("solve", "Solve", "Solution", "Who wins, in how many plies, with which moves"),
    ("perft", "Perft", "PerftCounts", "Move sequences by length"),
    ("playouts", "Playouts", "PlayoutCounts", "Uniformly random games"),
    ("match", "Match", "MatchResult", "Many games of two players"),
    ("tree", "Tree", "TreeNode", "One node of the tree that a search looks at"),
    ("lines", "Lines", "CountedLines", "What a heuristic's value is made of"),
];

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn json_body(schema: &Value) -> Value {
    json!({"application/json": {"schema": schema}})
}

/// The refusals that an operation can have.
fn responses(schema: &Value, refusals: &[(&str, &str)], streams: bool) -> Value {
    let mut content = json_body(schema);
    if streams {
        content["text/event-stream"] = json!({"schema": {"type": "string"}});
    }
    let mut responses = json!({"200": {"description": "The answer", "content": content}});
    for (status, about) in refusals {
        responses[status] = json!({"description": about, "content": json_body(&reference("Error"))});
    }
    responses
}

const REFUSALS: &[(&str, &str)] = &[
    ("400", "The request is wrong"),
    ("401", "The server has a token, and the request does not"),
    ("403", "The Host or the Origin is not the server's own"),
    ("413", "The body is too large"),
    ("422", "The request is not possible for this game, or beyond the limits"),
    ("429", "Too much at once; Retry-After says when to ask again"),
    ("503", "The server is stopping, or the work failed"),
];
const OF_EXPERIMENTS: &[(&str, &str)] = &[
    ("401", "The server has a token, and the request does not"),
    ("403", "The Host or the Origin is not the server's own"),
    ("404", "There is no such experiment"),
    ("422", "The experiment cannot be used"),
    ("429", "Too much at once; Retry-After says when to ask again"),
    ("503", "The server is stopping, or the work failed"),
];

/// Takes the examples in Rust from all descriptions.
fn without_examples(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "description" => {
                        let end = text.find("\n\n```").unwrap_or(text.len());
                        text.truncate(end);
                    }
                    value => without_examples(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_examples),
        _ => {}
    }
}

/// Adds the schemas that the operations name, and those that these name.
fn add_named(schemas: &mut Map<String, Value>, paths: Value, all: &Value) {
    let mut wanted = vec![paths, json!(schemas)];
    while let Some(value) = wanted.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
                    let name = name.rsplit('/').next().unwrap();
                    if !schemas.contains_key(name) {
                        let schema =
                            all.get(name).unwrap_or_else(|| panic!("there is no schema {name}")).clone();
                        wanted.push(schema.clone());
                        schemas.insert(name.to_owned(), schema);
                    }
                }
                wanted.extend(fields.into_iter().map(|(_, value)| value));
            }
            Value::Array(values) => wanted.extend(values),
            _ => {}
        }
    }
}

/// Adds the schemas of experiments.
fn add_experiments(schemas: &mut Map<String, Value>, all: &Value, number: &Value) {
    let state = json!({"type": "string", "enum": ["running", "stopped", "done", "failed"]});
    let listed = json!({
        "id": {"type": "string"}, "title": {"type": "string"}, "state": state,
        "begun": {"type": ["integer", "null"], "description": "Seconds since 1970 when it was begun."},
        "games": number, "games_wanted": number,
    });
    schemas.insert("ListedExperiment".to_owned(), json!({
        "type": "object", "description": "An experiment in a list.", "required": ["id", "title", "state"], "properties": listed,
    }));
    let mut shown = listed.clone();
    shown["text"] = json!({"type": "string", "description": "The experiment file's text."});
    shown["status"] = json!({"oneOf": [reference("ExperimentStatus"), {"type": "null"}]});
    shown["cells"] = json!({"type": "array", "items": reference("ExperimentCell")});
    shown["summary"] = json!({"type": "array", "items": {"type": "string"}, "description": "The results in words, a paragraph each, once all games are played."});
    shown["error"] = json!({"type": ["string", "null"]});
    schemas.insert("ShownExperiment".to_owned(), json!({
        "type": "object", "description": "An experiment and its progress.", "required": ["id", "title", "state", "text"],
        "properties": shown,
    }));
    let mut shipped = all["CheckedExperiment"].clone();
    shipped["description"] = json!("An experiment that the program brings along.");
    for name in ["name", "text"] {
        shipped["properties"][name] = json!({"type": "string"});
        shipped["required"].as_array_mut().unwrap().push(json!(name));
    }
    schemas.insert("ShippedExperiment".to_owned(), shipped);
    let either = |name: &str| json!({"oneOf": [reference(name), {"type": "null"}]});
    schemas.insert("LookedAtExperiment".to_owned(), json!({
        "type": "object", "description": "What a text plays, or what is wrong with it.", "required": ["experiment", "problem"],
        "properties": {"experiment": either("CheckedExperiment"), "problem": either("ExperimentProblem")},
    }));
}

/// The schema of the limits, by those of a server.
fn limits_schema(limits: &Value, number: &Value) -> Value {
    let properties: Map<String, Value> = limits
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| {
            let work = json!({"type": "object", "properties": {"running": number, "waiting": number}});
            (name.clone(), if value.is_object() { work } else { number.clone() })
        })
        .collect();
    json!({
        "type": "object", "description": "What a request may ask for, and how much is being done.", "properties": properties,
    })
}

/// The names of reasons, and what they mean.
fn reasons() -> String {
    let each = Fault::ALL.map(|(_, name, about)| format!("\n- `{name}`: {about}"));
    format!(
        "The first reason, for programs: it stays the same. Besides the reasons of a game's text, and of the status if \
         nothing else is known:{}",
        each.concat()
    )
}

/// Adds the schemas of errors.
fn add_errors(schemas: &mut Map<String, Value>) {
    schemas.insert("Error".to_owned(), json!({
        "type": "object", "required": ["error", "reason"],
        "description": "Why there is no answer, in the command line's words.",
        "properties": {
            "error": {"type": "string"}, "hint": {"type": "string", "description": "What would help."},
            "reason": {"type": "string", "description": reasons()},
            "field": {"type": "string", "description": "The field that it concerns, where it concerns one."},
            "reasons": {
                "type": "array", "items": reference("Reason"),
                "description": "Everything that is wrong with the fields of the request.",
            },
        },
    }));
    schemas.insert("Reason".to_owned(), json!({
        "type": "object", "required": ["reason", "field", "error"], "description": "One thing that is wrong.",
        "properties": {
            "reason": {"type": "string", "description": "Its name, which stays the same: zero-run."},
            "field": {
                "type": ["string", "null"],
                "description": "The field of the request, or the part of a game's text: sizes, run, faces, flags, text.",
            },
            "number": {
                "type": "integer", "minimum": 1,
                "description": "Which move is wrong, if the field is a list of moves.",
            },
            "suggestion": {
                "type": "string",
                "description": "The name that was probably meant, if the name of a game or of a rule variation is wrong: connect-four.",
            },
            "error": {"type": "string", "description": "The reason in words."},
        },
    }));
}

fn document(limits: &Value) -> Value {
    let mut schemas = Map::new();
    add_errors(&mut schemas);
    let number = json!({"type": "integer", "minimum": 0});
    schemas.insert("Limits".to_owned(), limits_schema(limits, &number));
    let named =
        json!({"type": "array", "items": reference("NamedGame"), "description": "The games with a name."});
    schemas.insert("NamedGames".to_owned(), named);
    let puzzles =
        json!({"type": "array", "items": reference("FoundPuzzle"), "description": "Puzzles of one game."});
    schemas.insert("FoundPuzzles".to_owned(), puzzles);
    let all = connect_toe_laboratory::all_schemas();
    add_experiments(&mut schemas, &all, &number);
    let mut paths = Map::new();
    for (command, request, answer, about) in COMMANDS {
        let operation = json!({
            "summary": about,
            "description": "With `Accept: text/event-stream` the answer is a stream: `progress` several times, then `result` with the same JSON, or `error`.",
            "operationId": command,
            "requestBody": {"required": true, "content": json_body(&reference(request))},
            "responses": responses(&reference(answer), REFUSALS, true),
        });
        paths.insert(format!("/api/{command}"), json!({"post": operation}));
    }
    let get = |id: &str, about: &str, schema: &Value| json!({"get": {"summary": about, "operationId": id, "responses": responses(schema, &REFUSALS[1..3], false)}});
    paths.insert("/api/limits".to_owned(), get("limits", "What a request may ask for", &reference("Limits")));
    paths.insert(
        "/api/openapi.json".to_owned(),
        get("openapi", "This description", &json!({"type": "object"})),
    );
    let list = json!({"type": "array", "items": reference("ListedExperiment")});
    let mut experiments = get("experiments", "The experiments", &list);
    experiments["post"] = json!({
        "summary": "Begin an experiment", "operationId": "start-experiment",
        "requestBody": {"required": true, "content": {"text/plain": {"schema": {"type": "string", "description": "An experiment file's text (TOML)."}}}},
        "responses": responses(&reference("ListedExperiment"), REFUSALS, false),
    });
    paths.insert("/api/experiments".to_owned(), experiments);
    for (path, about, name) in [
        (
            "check",
            "What an experiment's text plays, or what is wrong with it and where",
            "LookedAtExperiment",
        ),
        ("time", "The estimated time of an experiment here; a few of its games are played", "ExpectedTime"),
    ] {
        let operation = json!({
            "summary": about, "operationId": format!("{path}-experiment"),
            "requestBody": {"required": true, "content": {"text/plain": {"schema": {"type": "string", "description": "An experiment file's text (TOML)."}}}},
            "responses": responses(&reference(name), REFUSALS, false),
        });
        paths.insert(format!("/api/experiments/{path}"), json!({"post": operation}));
    }
    let list = json!({"type": "array", "items": reference("ShippedExperiment")});
    let about = "The experiments that the program brings along";
    paths.insert("/api/experiments/shipped".to_owned(), get("shipped-experiments", about, &list));
    let about = "The JSON Schema of experiment files";
    paths.insert(
        "/api/experiments/schema".to_owned(),
        get("experiment-schema", about, &json!({"type": "object"})),
    );
    let id = json!([{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]);
    for (path, method, name, about, kind) in [
        ("", "get", "experiment", "An experiment and its progress", "application/json"),
        (
            "/events",
            "get",
            "experiment-events",
            "The progress of an experiment as a stream: `progress`, then `result` with the experiment",
            "text/event-stream",
        ),
        ("/report", "get", "experiment-report", "The report as a page", "text/html"),
        ("/stop", "post", "stop-experiment", "Stop an experiment", "application/json"),
        ("/resume", "post", "resume-experiment", "Go on with an experiment", "application/json"),
    ] {
        let schema =
            if kind == "application/json" { reference("ShownExperiment") } else { json!({"type": "string"}) };
        let mut responses = responses(&schema, OF_EXPERIMENTS, false);
        responses["200"]["content"] = json!({kind: {"schema": schema}});
        let operation = json!({"summary": about, "operationId": name, "responses": responses});
        paths.insert(format!("/api/experiments/{{id}}{path}"), json!({"parameters": id, method: operation}));
    }
    paths["/api/experiments/{id}"]["delete"] = json!({
        "summary": "End the run of an experiment, and remove its files", "operationId": "delete-experiment",
        "responses": responses(&json!({"type": "object"}), OF_EXPERIMENTS, false),
    });
    add_named(&mut schemas, json!(paths), &all);
    schemas.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Connect-Toe", "version": env!("CARGO_PKG_VERSION"), "license": {"name": "MIT OR Apache-2.0"},
            "description": "The commands of connect-toe on this machine: a body is a command's request, an answer is what the command line prints as JSON.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

#[test]
fn openapi_describes_what_there_is() {
    let server = Running::start();
    let mut document = document(&server.get("/api/limits").json());
    without_examples(&mut document);
    let mut made = serde_json::to_string_pretty(&document).unwrap();
    made.push('\n');
    if std::env::var_os("BLESS_OPENAPI").is_some() {
        std::fs::write(FILE, &made).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap();
    assert!(kept == made, "the API has changed: BLESS_OPENAPI=1 cargo test -p connect-toe-web openapi");
}

#[test]
fn every_described_path_answers() {
    let server = Running::start();
    let described: Value = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    assert!(server.get("/api/openapi.json").json()["openapi"].is_string());
    for (path, methods) in described["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "none");
        for method in methods.as_object().unwrap().keys().filter(|name| *name != "parameters") {
            let answer = match method.as_str() {
                "get" => server.get(&path),
                "delete" => server.raw(server.head(&format!("DELETE {path}"), "")),
                _ => server.post(&path, "{}"),
            };
            let expected: &[u16] = if path.contains("none") { &[404] } else { &[200, 400, 422] };
            assert!(expected.contains(&answer.status), "{method} {path}: {answer:?}");
        }
    }
}
