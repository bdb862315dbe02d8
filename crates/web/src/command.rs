//! One endpoint a command: the body is the command's request, the answer is what the command line prints.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use connect_toe_api::{
    Analysis, Analyze, Choose, ChosenMove, CountedLines, Describe, Description, Error, Eval, Evaluation,
    Games, LegalMoves, Levels, LevelsOfGame, Lines, MemoryText, Moves, NamedGame, Perft, PerftCounts,
    PlayoutCounts, Playouts, Solution, Solve, Tree, TreeNode, Work,
};
use connect_toe_laboratory::{Match, MatchResult};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::client::Client;
use crate::files::Files;
use crate::limits::Limits;
use crate::reply::{Refusal, json, json_of};
use crate::server::Site;
use crate::sse::{self, Teller};
use crate::work::Lane;

/// A command that can be asked for.
pub(crate) trait Command: DeserializeOwned + Send + 'static {
    /// What the command line prints.
    type Answer: Serialize;

    /// Whether its work is worth a progress.
    const LANE: Lane;

    /// Whether the request has a seed. Elsewhere the command line takes one, too, and nothing is random.
    const HAS_SEED: bool = false;

    /// Refuses what is more than the limits allow, before any work.
    fn check(&self, limits: &Limits) -> Result<(), Refusal>;

    /// The files that the request names.
    fn files(&mut self) -> Vec<&mut String> {
        Vec::new()
    }

    /// The answer.
    fn run(&self, work: &Work) -> Result<Self::Answer, Error>;
}

/// What the command line calls these options, and a server does not have.
const FILE_OPTIONS: [&str; 2] = ["file", "out"];

/// A request, with what it runs with.
pub(crate) struct Asked<C> {
    pub(crate) command: C,
    pub(crate) threads: usize,
}

/// Reads a request: JSON (400), within the limits (422).
pub(crate) fn read<C: Command>(body: &[u8], limits: &Limits, files: &Files) -> Result<Asked<C>, Refusal> {
    let value = if body.iter().all(u8::is_ascii_whitespace) {
        Value::Object(Map::new())
    } else {
        serde_json::from_slice(body).map_err(|error| not_json(&error))?
    };
    let Value::Object(mut fields) = value else {
        return Err(
            Refusal::bad(&"the body is not a JSON object").with_hint("write {\"game\": \"connect-four\"}")
        );
    };
    let threads = common_options::<C>(&mut fields, limits)?;
    for name in FILE_OPTIONS {
        if fields.get(name).is_some_and(|value| !value.is_null()) {
            return Err(Refusal::impossible(format!("{name}: a request through this server names no file"))
                .with_hint("send each position in a request of its own, or use the command line"));
        }
    }
    let mut command: C = from_fields(&fields).map_err(|error| refused::<C>(&fields, &error))?;
    for name in command.files() {
        *name = files.find(name)?;
    }
    command.check(limits)?;
    Ok(Asked { command, threads })
}

fn from_fields<C: Command>(fields: &Map<String, Value>) -> Result<C, String> {
    C::deserialize(fields).map_err(|error| error.to_string())
}

/// No request has more fields: those of a larger object are not tried one by one.
const MOST_FIELDS: usize = 32;

/// The refusal of fields that are not a request. An error about a value's type does not say whose it is: that is the
/// field without which there is another error, or none.
fn refused<C: Command>(fields: &Map<String, Value>, error: &str) -> Refusal {
    const HINT: &str = "GET /api/openapi.json describes the fields of every request";
    if error.starts_with("unknown field") {
        return Refusal::bad(&error).with_hint(HINT);
    }
    if !error.starts_with("invalid ") || fields.len() > MOST_FIELDS {
        return Refusal::bad(&error);
    }
    let without = |name: &str| {
        let mut others = fields.clone();
        others.remove(name);
        from_fields::<C>(&others).err()
    };
    let changed = |name: &&String| without(name).is_none_or(|other| other != error);
    // Without a field that is needed the error is about that, be the field right or wrong.
    let needed = |name: &String| without(name).is_some_and(|other| other.starts_with("missing field"));
    match fields.keys().filter(changed).min_by_key(|name| needed(name)) {
        Some(name) => Refusal::bad(&format!("{name}: {error}")).with_hint(HINT),
        None => Refusal::bad(&error).with_hint(HINT),
    }
}

fn not_json(error: &dyn std::fmt::Display) -> Refusal {
    Refusal::bad(&format!("the body is not JSON: {error}"))
}

/// Takes the options that every command of the command line has; says on how many threads to work.
fn common_options<C: Command>(fields: &mut Map<String, Value>, limits: &Limits) -> Result<usize, Refusal> {
    let wrong = |name: &str, expected: &str| Err(Refusal::bad(&format!("{name} is {expected}")));
    match fields.remove("format") {
        None | Some(Value::Null) => {}
        Some(Value::String(format)) if format == "json" => {}
        Some(_) => return wrong("format", "`json`: this server has no other form"),
    }
    if !matches!(fields.remove("quiet"), None | Some(Value::Null | Value::Bool(_))) {
        return wrong("quiet", "true or false");
    }
    if !C::HAS_SEED && !fields.remove("seed").is_none_or(|seed| seed.is_null() || seed.is_u64()) {
        return wrong("seed", "a whole number from 0 to 18446744073709551615");
    }
    match fields.remove("threads") {
        None | Some(Value::Null) => Ok(1),
        Some(threads) => match threads.as_u64().filter(|threads| (1..=1024).contains(threads)) {
            Some(threads) => Ok((threads as usize).min(limits.threads)),
            None => wrong("threads", "a whole number from 1 to 1024"),
        },
    }
}

/// The body of a request.
pub(crate) async fn body(request: Request, site: &Site) -> Result<(HeaderMap, Vec<u8>), Refusal> {
    let (parts, body) = request.into_parts();
    let most = site.limits.body_bytes;
    let too_large = || {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {most} bytes"))
            .with_hint("GET /api/limits says what is possible")
    };
    let length = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let length = length.and_then(|length| length.parse::<usize>().ok());
    let whole = match length {
        Some(length) if length > most => return Err(drain(body, too_large()).await),
        _ => tokio::time::timeout(site.patience, to_bytes(body, most)).await,
    };
    match whole {
        Ok(Ok(bytes)) => Ok((parts.headers, bytes.into())),
        Ok(Err(error)) => {
            let mut source: Option<&dyn std::error::Error> = Some(&error);
            while let Some(cause) = source {
                if cause.to_string().contains("limit") {
                    return Err(too_large());
                }
                source = cause.source();
            }
            Err(Refusal::bad(&"the body ends too early"))
        }
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body takes too long")),
    }
}

/// Reads what is not wanted for a moment: a client that still writes would not read the answer.
async fn drain(body: Body, refusal: Refusal) -> Refusal {
    const MOST: usize = 64 << 20;
    let moment = std::time::Duration::from_secs(2);
    let mut body = Box::pin(body);
    let read = async {
        let mut bytes = 0;
        while let Some(Ok(frame)) =
            std::future::poll_fn(|context| http_body::Body::poll_frame(body.as_mut(), context)).await
        {
            bytes += frame.data_ref().map_or(0, Bytes::len);
            if bytes > MOST {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(moment, read).await;
    refusal
}

/// Answers a command.
pub(crate) async fn handle<C: Command>(
    State(site): State<Arc<Site>>,
    client: Client,
    request: Request,
) -> Result<Response<Body>, Refusal> {
    let (headers, body) = body(request, &site).await?;
    let asked: Asked<C> = read(&body, &site.limits, &site.files)?;
    let Asked { command, threads } = asked;
    let run = move |work: &Work| command.run(work).map_err(Refusal::from).and_then(|answer| json_of(&answer));
    if sse::is_wanted(&headers) {
        let (teller, words) = Teller::new();
        let (ticket, answer) = site.take(C::LANE, &client, move |stop| {
            let work = Work::new().with_threads(threads).with_stop(stop.clone());
            let answer = run(&work.observed_by(Arc::clone(&teller)));
            teller.end();
            answer
        })?;
        return Ok(sse::answer(site, ticket, words, answer));
    }
    let (ticket, answer) = site.take(C::LANE, &client, move |stop| {
        run(&Work::new().with_threads(threads).with_stop(stop.clone()))
    })?;
    site.wait(&ticket, answer).await.map(json)
}

impl Command for Games {
    type Answer = Vec<NamedGame>;
    const LANE: Lane = Lane::Short;

    fn check(&self, _: &Limits) -> Result<(), Refusal> {
        Ok(())
    }

    fn run(&self, _: &Work) -> Result<Self::Answer, Error> {
        Ok(Games::run(self))
    }
}

/// A command with a game that runs with `Work`.
macro_rules! command {
    ($request:ident => $answer:ident, $lane:ident, |$command:ident, $limits:ident| $check:expr $(, $rest:item)*) => {
        impl Command for $request {
            type Answer = $answer;
            const LANE: Lane = Lane::$lane;

            fn check(&self, $limits: &Limits) -> Result<(), Refusal> {
                let $command = self;
                $limits.check_game(&$command.game)?;
                $check
            }

            fn run(&self, work: &Work) -> Result<Self::Answer, Error> {
                $request::run(self, work)
            }

            $($rest)*
        }
    };
}

command!(Describe => Description, Short, |_command, _limits| Ok(()));
command!(Levels => LevelsOfGame, Short, |_command, _limits| Ok(()));
command!(Moves => LegalMoves, Short, |_command, _limits| Ok(()));
command!(Eval => Evaluation, Short, |_command, _limits| Ok(()));
command!(Analyze => Analysis, Long, |command, limits| limits.check_player_of_a_move(&command.player));
command!(
    Choose => ChosenMove, Long,
    |command, limits| limits.check_player_of_a_move(&command.player),
    const HAS_SEED: bool = true;
);
command!(Perft => PerftCounts, Long, |command, limits| limits.check_depth(command.depth.into()));
command!(Lines => CountedLines, Short, |_command, _limits| Ok(()));
command!(
    Tree => TreeNode,
    Long,
    |command, limits| {
        limits.check_depth(command.depth.into())?;
        Limits::check("the tree", command.nodes, "nodes", 10 * Tree::NODES, "fewer nodes")
    }
);
command!(
    Solve => Solution, Long,
    |command, limits| {
        let memory: MemoryText = command.memory.parse().map_err(|error: String| Refusal::bad(&error))?;
        let bytes = memory.0.0 as u64;
        Limits::check("the solver", bytes, "bytes of memory", limits.memory_bytes, "less memory")
    },
    fn files(&mut self) -> Vec<&mut String> {
        self.certificate.iter_mut().collect()
    }
);
command!(
    Playouts => PlayoutCounts, Long,
    |command, limits| {
        let most = limits.games.saturating_mul(100);
        Limits::check("the request", command.games, "games", most, "fewer games")
    },
    const HAS_SEED: bool = true;
);
command!(
    Match => MatchResult, Long,
    |command, limits| {
        limits.check_player(&command.player)?;
        limits.check_player(&command.opponent)?;
        Limits::check("the match", command.games.unwrap_or(0), "games", limits.games, "fewer games")
    },
    const HAS_SEED: bool = true;,
    fn files(&mut self) -> Vec<&mut String> {
        self.results.iter_mut().collect()
    }
);
