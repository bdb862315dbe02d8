//! What stands before every route: whose request it is, and what a browser may do with the answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;

use crate::assets::is_of_api;
use crate::reply::Refusal;
use crate::token::Token;

/// The names of this server. A page of another name that points here (DNS rebinding) does not know them.
#[derive(Debug)]
pub(crate) struct Names {
    port: u16,
    hosts: Vec<String>,
    /// Whether the server is bound to every address of the machine: then any address is a name, as addresses cannot be
    /// rebound.
    any_address: bool,
    /// What clients must send to use the API, if it is not open to all who can connect.
    token: Option<Token>,
}

impl Names {
    pub(crate) fn new(host: &str, bound: SocketAddr, token: Option<Token>) -> Names {
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let mut hosts = vec![host, bound.ip().to_string()];
        let is_local = bound.ip().is_loopback() || bound.ip().is_unspecified();
        if is_local {
            hosts.extend(["localhost", "127.0.0.1", "::1"].map(str::to_owned));
        }
        Names { port: bound.port(), hosts, any_address: bound.ip().is_unspecified(), token }
    }

    /// Whether this is the server's own name and port.
    fn is_own(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else { return false };
        let host = authority.host();
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let own = self.hosts.iter().any(|name| name.eq_ignore_ascii_case(host))
            || (self.any_address && host.parse::<IpAddr>().is_ok());
        let has_no_user = !authority.as_str().contains('@');
        let port = if authority.port().is_some() { authority.port_u16() } else { Some(80) };
        own && has_no_user && port == Some(self.port)
    }

    /// Takes the token out of an address that brings it: a browser then keeps it in a cookie, and shows an address that
    /// can be passed on.
    fn take_token(&self, request: &Request) -> Option<Response<Body>> {
        let token = self.token.as_ref().filter(|_| request.method() == Method::GET)?;
        let (is_ours, address) = token.brought_by(request.uri())?;
        let mut response = StatusCode::SEE_OTHER.into_response();
        let headers = response.headers_mut();
        headers.insert(header::LOCATION, HeaderValue::from_str(&address).ok()?);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if is_ours {
            headers.insert(header::SET_COOKIE, HeaderValue::from_str(&token.cookie(self.port)).ok()?);
        }
        Some(response)
    }

    /// Refuses what needs the token and does not have it. The page itself has no secrets.
    fn check_token(&self, request: &Request) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        if !is_of_api(request.uri().path()) || token.is_sent(request.headers(), self.port) {
            return Ok(());
        }
        Err(Refusal::new(StatusCode::UNAUTHORIZED, "this server answers only those who have its token").with_hint(
            "open the whole address that `connect-toe web` prints; a program sends the header `Authorization: Bearer TOKEN`",
        ))
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let foreign = |what: &str| {
            Refusal::new(StatusCode::FORBIDDEN, format!("{what} of the request is not this server's own"))
                .with_hint("open the address that `connect-toe web` prints")
        };
        let headers = request.headers();
        let host = only(headers, header::HOST).filter(|host| self.is_own(host));
        let named = request.uri().authority().is_none_or(|authority| self.is_own(authority.as_str()));
        if host.is_none() || !named {
            return Err(foreign("the Host"));
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(|origin| self.is_own(origin)) {
                return Err(foreign("the Origin"));
            }
        }
        Ok(())
    }
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Everything comes from here, scripts and styles as files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses requests that are not for this server or come from other pages, and says what a browser may do with answers.
pub(crate) async fn guard(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response<Body> {
    let mut response = match names.check(&request).map(|()| names.take_token(&request)) {
        Ok(Some(response)) => response,
        Ok(None) => match names.check_token(&request) {
            Ok(()) => next.run(request).await,
            Err(refusal) => refusal.into_response(),
        },
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(host: &str, bound: &str) -> Names {
        Names::new(host, bound.parse().expect("an address"), None)
    }

    #[test]
    fn a_server_knows_its_names() {
        let local = names("127.0.0.1", "127.0.0.1:4747");
        for own in ["127.0.0.1:4747", "localhost:4747", "LOCALHOST:4747", "[::1]:4747"] {
            assert!(local.is_own(own), "{own}");
        }
        for other in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:4747",
            "localhost.evil.example:4747",
            "evil@localhost:4747",
            "localhost:4747@evil.example",
            "",
            ":4747",
            "localhost:",
            "localhost:99999",
            "127.0.0.2:4747",
        ] {
            assert!(!local.is_own(other), "{other}");
        }
        let port_80 = names("localhost", "127.0.0.1:80");
        assert!(port_80.is_own("localhost") && port_80.is_own("localhost:80"));
        let open = names("0.0.0.0", "0.0.0.0:4747");
        assert!(open.is_own("192.168.1.7:4747") && !open.is_own("rebound.example:4747"));
        let one = names("192.168.1.7", "192.168.1.7:4747");
        assert!(one.is_own("192.168.1.7:4747") && !one.is_own("localhost:4747"));
    }
}
