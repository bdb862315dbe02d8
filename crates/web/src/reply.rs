//! Answers: JSON, and errors in the command line's words.

use std::fmt::Display;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use connect_toe_api::{Error, Fault, Reason};
use connect_toe_game::SpecError;
use connect_toe_laboratory::ExperimentProblem;
use serde::Serialize;

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    status: StatusCode,
    error: String,
    hint: Option<String>,
    reasons: Vec<Reason>,
}

/// An error as JSON.
#[derive(Serialize)]
struct ErrorText<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    /// The first reason, or what the status says.
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// All reasons, where there may be several.
    #[serde(skip_serializing_if = "<[Reason]>::is_empty")]
    reasons: &'a [Reason],
    /// The status that the answer would have had; only in a stream, whose own status was sent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
}

/// Seconds after which a client may ask again.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("1");

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal { status, error: error.into(), hint: None, reasons: Vec::new() }
    }

    /// What is not a request.
    pub(crate) fn bad(error: &dyn Display) -> Refusal {
        Refusal::of(StatusCode::BAD_REQUEST, &Error::request(error))
    }

    /// What is not a request because of a field.
    pub(crate) fn bad_field(fault: Fault, field: &str, error: &dyn Display) -> Refusal {
        Refusal::of(StatusCode::BAD_REQUEST, &Error::of_field(fault, field, error))
    }

    /// What is not a game.
    pub(crate) fn bad_game(status: StatusCode, error: SpecError) -> Refusal {
        Refusal::of(status, &error.into())
    }

    /// What is not possible through this server, because of a field if one is to blame.
    pub(crate) fn impossible(fault: Fault, field: Option<&str>, error: impl Into<String>) -> Refusal {
        let refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error);
        Refusal { reasons: vec![Reason::new(fault, field, &refusal.error)], ..refusal }
    }

    /// The server is going down.
    pub(crate) fn stopping() -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    }

    /// The work ended without an answer, which is an error of this program.
    pub(crate) fn broken() -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the work ended without an answer")
            .with_hint("this is an error of the program: please report the request")
    }

    #[must_use]
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Refusal {
        Refusal { hint: Some(hint.into()), ..self }
    }

    /// What is wrong.
    pub(crate) fn text(&self) -> &str {
        &self.error
    }

    /// The same refusal in other words.
    pub(crate) fn told(mut self, words: impl Fn(&str) -> String) -> Refusal {
        self.error = words(&self.error);
        for reason in &mut self.reasons {
            reason.error = words(&reason.error);
        }
        self
    }

    /// The refusal of an experiment as a problem of its text, without a place.
    pub(crate) fn problem(self) -> ExperimentProblem {
        let Refusal { error: message, hint, .. } = self;
        ExperimentProblem { text: message.clone(), message, hint, line: None, column: None, width: None }
    }

    fn of(status: StatusCode, error: &Error) -> Refusal {
        let hint = error.hint().map(str::to_owned);
        Refusal { status, error: error.to_string(), hint, reasons: error.reasons().to_vec() }
    }

    /// The reason if nothing else is known.
    fn reason_of_status(&self) -> &'static str {
        match self.status {
            StatusCode::UNAUTHORIZED => "no-token",
            StatusCode::FORBIDDEN => "forbidden",
            StatusCode::NOT_FOUND => "not-found",
            StatusCode::METHOD_NOT_ALLOWED => "no-such-method",
            StatusCode::REQUEST_TIMEOUT => "too-slow",
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            StatusCode::UNPROCESSABLE_ENTITY => "not-possible",
            StatusCode::TOO_MANY_REQUESTS => "too-much-at-once",
            StatusCode::SERVICE_UNAVAILABLE => "unavailable",
            _ => "bad-request",
        }
    }

    /// The refusal as JSON.
    pub(crate) fn json(&self) -> String {
        self.json_with(None)
    }

    /// The refusal as JSON for a stream.
    pub(crate) fn event(&self) -> String {
        self.json_with(Some(self.status.as_u16()))
    }

    fn json_with(&self, status: Option<u16>) -> String {
        let first = self.reasons.first();
        let text = ErrorText {
            error: &self.error,
            hint: self.hint.as_deref(),
            reason: first.map_or_else(|| self.reason_of_status(), |first| first.reason),
            field: first.and_then(|first| first.field.as_deref()),
            reasons: &self.reasons,
            status,
        };
        serde_json::to_string(&text).unwrap_or_default()
    }
}

/// What the engine refuses is not possible for this game; what fails is nobody's fault.
impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        match error {
            Error::Request { .. } => Refusal::of(StatusCode::UNPROCESSABLE_ENTITY, &error),
            error => Refusal::of(StatusCode::SERVICE_UNAVAILABLE, &error),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response<Body> {
        let mut response = json(self.json());
        *response.status_mut() = self.status;
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(RETRY_AFTER, RETRY_SECONDS);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// A JSON text as an answer.
pub(crate) fn json(text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A value as JSON.
pub(crate) fn json_of<A: Serialize>(answer: &A) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(|_| Refusal::broken())
}
