//! One endpoint a command: the body is the command's request, the answer is what the command line prints.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use connect_toe_api::{
    Analysis, Analyze, AttemptPuzzle, AttemptedPuzzle, BookChoice, Choose, ChosenMove, CountedLines,
    Describe, Description, Error, Eval, Evaluation, Fault, FoundPuzzle, GameRead, GameWritten, Games,
    LegalMoves, Levels, LevelsOfGame, Lines, MemoryText, Moves, NamedGame, Perft, PerftCounts, PlayoutCounts,
    Playouts, Position, Puzzles, ReadGame, Review, ReviewedGame, Solution, Solve, Stop, Tree, TreeNode, Work,
    WriteGame,
};
use connect_toe_laboratory::{AtlasMap, ListAtlas, Match, MatchResult};
use http_body_util::LengthLimitError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::client::Client;
use crate::connection::Connection;
use crate::files::Files;
use crate::limits::Limits;
use crate::reply::{Refusal, json, json_of};
use crate::site::Site;
use crate::sse;
use crate::teller::Teller;
use crate::work::Lane;

/// A command that can be asked for.
pub(crate) trait Command: DeserializeOwned + Send + 'static {
    /// What the command line prints.
    type Answer: Serialize;

    /// How long its work takes.
    const LANE: Lane;

    /// Whether the request has a seed. Other commands accept one, as on the command line, and ignore it.
    const HAS_SEED: bool = false;

    /// Refuses what is more than the limits allow, before any work.
    fn check(&self, limits: &Limits) -> Result<(), Refusal>;

    /// The files that the request names. It writes to all of them.
    fn files(&mut self) -> Vec<&mut String> {
        Vec::new()
    }

    /// The answer.
    fn run(&self, work: &Work) -> Result<Self::Answer, Error>;
}

/// Options of the command line that a server does not have.
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
            return Err(Refusal::impossible(
                Fault::NoFiles,
                Some(name),
                format!("{name}: a request through this server cannot name a file"),
            )
            .with_hint("send each position in a request of its own, or use the command line"));
        }
    }
    let mut command: C =
        serde_path_to_error::deserialize(&fields).map_err(|error| wrong_fields(&fields, &error))?;
    for name in command.files() {
        *name = files.target(name)?;
    }
    command.check(limits)?;
    Ok(Asked { command, threads })
}

/// The refusal of fields that are not a request. The fields of a position stand beside those of the request, where an error
/// does not know its place.
fn wrong_fields(
    fields: &Map<String, Value>,
    error: &serde_path_to_error::Error<serde_json::Error>,
) -> Refusal {
    let place = |error: &serde_path_to_error::Error<serde_json::Error>| {
        error.path().iter().next().is_some().then(|| error.path().to_string())
    };
    let of_position =
        || serde_path_to_error::deserialize::<_, Position>(fields).err().as_ref().and_then(place);
    let refusal = match place(error).or_else(of_position) {
        Some(field) => {
            let text = format!("{field}: {}", error.inner());
            Refusal::bad_field(Fault::WrongField, &field, &text)
        }
        None => Refusal::bad(error.inner()),
    };
    refusal.with_hint("GET /api/openapi.json describes the fields of every request")
}

fn not_json(error: &dyn std::fmt::Display) -> Refusal {
    Refusal::bad_field(Fault::NotJson, "body", &format!("the body is not JSON: {error}"))
}

/// Takes the options that every command of the command line has; says on how many threads to work.
fn common_options<C: Command>(fields: &mut Map<String, Value>, limits: &Limits) -> Result<usize, Refusal> {
    let wrong = |name: &str, expected: &str| {
        Err(Refusal::bad_field(Fault::WrongField, name, &format!("{name} is {expected}")))
    };
    match fields.remove("format") {
        None | Some(Value::Null) => {}
        Some(Value::String(format)) if format == "json" => {}
        Some(_) => return wrong("format", "`json`, the only form of this server"),
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
    // The client is waited for.
    let connection = parts.extensions.get::<Arc<Connection>>();
    let reads = |reads| {
        if let Some(connection) = connection {
            connection.reads(reads);
        }
    };
    reads(true);
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
    reads(false);
    match whole {
        Ok(Ok(bytes)) => Ok((parts.headers, bytes.into())),
        Ok(Err(error)) if is_of_limit(&error) => Err(too_large()),
        Ok(Err(_)) => Err(Refusal::bad(&"the body ends too early")),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body takes too long")),
    }
}

fn is_of_limit(error: &axum::Error) -> bool {
    let error: &dyn std::error::Error = error;
    let mut causes = std::iter::successors(Some(error), |cause| cause.source());
    causes.any(<dyn std::error::Error>::is::<LengthLimitError>)
}

/// Reads the unwanted rest of a body for a moment: a client that still writes would not read the answer.
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
    let trees = site.trees.clone();
    let work = move |stop: &Stop| Work::new().with_threads(threads).with_stop(stop.clone()).keeping(trees);
    let files = site.files.clone();
    let run = move |work: &Work| {
        let answer = command.run(work).map_err(Refusal::from).and_then(|answer| json_of(&answer));
        let words = |text: &str| files.as_requested(text);
        answer.map(|text| words(&text)).map_err(|refusal| refusal.told(words))
    };
    if sse::is_wanted(&headers) {
        let (teller, words) = Teller::new();
        let (ticket, answer) = site.take(C::LANE, &client, move |stop| {
            let answer = run(&work(stop).observed_by(Arc::clone(&teller)));
            teller.end();
            answer
        })?;
        return Ok(sse::answer(site, ticket, words, answer));
    }
    let (ticket, answer) = site.take(C::LANE, &client, move |stop| run(&work(stop)))?;
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

impl Command for ReadGame {
    type Answer = GameRead;
    const LANE: Lane = Lane::Short;

    fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        limits.check_game(&self.game_text()?)
    }

    fn run(&self, work: &Work) -> Result<Self::Answer, Error> {
        ReadGame::run(self, work)
    }
}

impl Command for ListAtlas {
    type Answer = AtlasMap;
    const LANE: Lane = Lane::Short;

    fn check(&self, _: &Limits) -> Result<(), Refusal> {
        Ok(())
    }

    fn run(&self, work: &Work) -> Result<AtlasMap, Error> {
        ListAtlas::run(self, work)
    }
}

/// A command with a game that runs with `Work`.
macro_rules! command {
    ($request:ident => $answer:ty, $lane:ident, |$command:ident, $limits:ident| $check:expr $(, $rest:item)*) => {
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

/// The file of a book that a request names.
fn book_file(choice: &mut Option<BookChoice>) -> Option<&mut String> {
    match choice {
        Some(BookChoice::File(file)) => Some(file),
        _ => None,
    }
}

impl Command for Describe {
    type Answer = Description;
    const LANE: Lane = Lane::Short;

    fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        match &self.lines {
            None => limits.check_game(&self.game),
            Some(lines) => limits.check_lines(lines),
        }
    }

    fn run(&self, work: &Work) -> Result<Description, Error> {
        Describe::run(self, work)
    }
}

command!(Levels => LevelsOfGame, Short, |_command, _limits| Ok(()));
command!(Moves => LegalMoves, Short, |_command, _limits| Ok(()));
command!(WriteGame => GameWritten, Short, |_command, _limits| Ok(()));
command!(Eval => Evaluation, Short, |_command, _limits| Ok(()));
command!(
    Analyze => Analysis, Long,
    |command, limits| limits.check_player_of_a_move(&command.player),
    fn files(&mut self) -> Vec<&mut String> {
        book_file(&mut self.book).into_iter().collect()
    }
);
command!(
    Review => ReviewedGame, Long,
    |command, limits| limits.check_player_of_a_move(&command.player),
    fn files(&mut self) -> Vec<&mut String> {
        book_file(&mut self.book).into_iter().collect()
    }
);
command!(
    Puzzles => Vec<FoundPuzzle>, Long,
    |command, _limits| Limits::check("count", ("the request", command.count, "puzzles"), 100, "fewer puzzles"),
    const HAS_SEED: bool = true;
);
command!(AttemptPuzzle => AttemptedPuzzle, Long, |_command, _limits| Ok(()));
command!(
    Choose => ChosenMove, Long,
    |command, limits| limits.check_player_of_a_move(&command.player),
    const HAS_SEED: bool = true;,
    fn files(&mut self) -> Vec<&mut String> {
        book_file(&mut self.book).into_iter().collect()
    }
);
command!(Perft => PerftCounts, Long, |command, limits| limits.check_depth("depth", command.depth.into()));
command!(Lines => CountedLines, Short, |_command, _limits| Ok(()));
command!(
    Tree => TreeNode,
    Long,
    |command, limits| {
        limits.check_depth("depth", command.depth.into())?;
        Limits::check("nodes", ("the tree", command.nodes, "nodes"), 10 * Tree::NODES, "fewer nodes")
    }
);
command!(
    Solve => Solution, Long,
    |command, limits| {
        let memory: MemoryText = command
            .memory
            .parse()
            .map_err(|error: String| Refusal::bad_field(Fault::WrongField, "memory", &error))?;
        let bytes = memory.0.0 as u64;
        Limits::check("memory", ("the solver", bytes, "bytes of memory"), limits.memory_bytes, "less memory")
    },
    fn files(&mut self) -> Vec<&mut String> {
        self.certificate.iter_mut().chain(book_file(&mut self.book)).collect()
    }
);
command!(
    Playouts => PlayoutCounts, Long,
    |command, limits| {
        let most = limits.games.saturating_mul(100);
        Limits::check("games", ("the request", command.games, "games"), most, "fewer games")
    },
    const HAS_SEED: bool = true;
);
command!(
    Match => MatchResult, Long,
    |command, limits| {
        limits.check_player("player", &command.player)?;
        limits.check_player("opponent", &command.opponent)?;
        let games = command.games.unwrap_or(0);
        Limits::check("games", ("the match", games, "games"), limits.games, "fewer games")
    },
    const HAS_SEED: bool = true;,
    fn files(&mut self) -> Vec<&mut String> {
        self.results.iter_mut().collect()
    }
);
