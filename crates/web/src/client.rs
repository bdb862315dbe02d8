//! Clients, among which the server shares its work fairly.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// A client: a page that names itself with `connect-toe-client`, or a connection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(String);

/// Longer names are cut.
const MOST_BYTES: usize = 64;

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        let peer = parts.extensions.get::<SocketAddr>();
        let name = parts.headers.get("connect-toe-client").and_then(|name| name.to_str().ok());
        let client = match (name, peer) {
            (Some(name), Some(peer)) => {
                let name: String = name.chars().take(MOST_BYTES).collect();
                format!("{} {name}", peer.ip())
            }
            (None, Some(peer)) => peer.to_string(),
            (_, None) => String::new(),
        };
        Ok(Client(client))
    }
}
