//! The page, from memory.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::reply::Refusal;

/// The built page.
#[derive(RustEmbed)]
#[folder = "dist"]
struct Page;

/// Answers a path that is not a route of the API: a file of the page, or 404.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let file = if path.is_empty() { "index.html" } else { path };
    match Page::get(file).filter(|_| !is_of_api(uri.path())) {
        None => Refusal::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", shown(uri.path())))
            .with_hint("the page is at /, the API's description at /api/openapi.json")
            .into_response(),
        Some(_) if !matches!(method, Method::GET | Method::HEAD) => not_allowed().await.into_response(),
        Some(found) => answer(file, found, &headers),
    }
}

/// Whether a path is one of the API.
pub(crate) fn is_of_api(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    path == "api" || path.starts_with("api/")
}

/// The refusal of a method that a path does not have.
pub(crate) async fn not_allowed() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method")
        .with_hint("commands take POST, files of the page GET")
}

/// A path in a message.
fn shown(path: &str) -> String {
    connect_toe_game::text::message(path)
}

/// A file, or the answer that the browser has it already.
fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response<Body> {
    let hash = file.metadata.sha256_hash();
    let start = hash[..16].iter().fold(0, |number: u128, &byte| (number << 8) | u128::from(byte));
    let tag = format!("\"{start:032x}\"");
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known.flat_map(|value| value.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == tag
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(file.data));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
        response
    };
    let headers = response.headers_mut();
    headers.remove(CONTENT_LENGTH);
    // The browser asks each time whether its copy is the present one.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// What a file is, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
