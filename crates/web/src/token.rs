//! The token without which a server that others can reach does nothing.

use std::fmt;
use std::io;
use std::str::FromStr;

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, Uri};
use sha2::{Digest, Sha256};

/// A secret that clients send: programs in the header `Authorization: Bearer TOKEN`, the page in a cookie.
///
/// ```
/// use connect_toe_web::Token;
/// assert!("a-text-of-many-characters".parse::<Token>().is_ok());
/// assert_eq!(
///     "short".parse::<Token>().unwrap_err(),
///     "a token has 16 to 128 characters, of which each is a letter or digit of ASCII, -, _ or ."
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Characters of a token: fewer could be guessed.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=128;
/// The parameter of the page's address that brings a browser the token.
const PARAMETER: &str = "token=";

impl FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Token, String> {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        if LENGTH.contains(&text.len()) && text.chars().all(is_plain) {
            return Ok(Token(text.to_owned()));
        }
        let (least, most) = (LENGTH.start(), LENGTH.end());
        Err(format!(
            "a token has {least} to {most} characters, of which each is a letter or digit of ASCII, -, _ or ."
        ))
    }
}

impl Token {
    /// A new token that nobody can guess.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> io::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Token(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Whether a text is this token. How long the answer takes says nothing about the token.
    fn is(&self, text: &str) -> bool {
        let [ours, theirs] = [&self.0, text].map(|text| Sha256::digest(text.as_bytes()));
        ours.iter().zip(&theirs).fold(0, |different, (one, other)| different | (one ^ other)) == 0
    }

    /// Whether a request to this port has the token.
    pub(crate) fn is_sent(&self, headers: &HeaderMap, port: u16) -> bool {
        let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        let bearer = texts(AUTHORIZATION).filter_map(|text| {
            let (scheme, token) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
        });
        let name = cookie_name(port);
        let cookies = texts(COOKIE).flat_map(|text| text.split(';'));
        let cookies = cookies.filter_map(|cookie| cookie.trim().strip_prefix(&name)?.strip_prefix('='));
        bearer.chain(cookies).any(|text| self.is(text))
    }

    /// The cookie that the page keeps the token in: no script reads it, and no other site's page sends it.
    pub(crate) fn cookie(&self, port: u16) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port), self.0)
    }

    /// An address of the page that brings the token to a browser.
    pub(crate) fn in_url(&self, page: &str) -> String {
        format!("{page}?{PARAMETER}{}", self.0)
    }

    /// If an address brings a token: whether it is this one, and the address without it.
    pub(crate) fn brought_by(&self, uri: &Uri) -> Option<(bool, String)> {
        let parameters = uri.query()?.split('&');
        let (brought, others): (Vec<&str>, Vec<&str>) =
            parameters.partition(|parameter| parameter.starts_with(PARAMETER));
        let is_ours = brought.first()?.strip_prefix(PARAMETER).is_some_and(|text| self.is(text));
        let rest = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
        // A path that begins with two slashes would be another host.
        Some((is_ours, format!("/{}{rest}", uri.path().trim_start_matches('/'))))
    }
}

/// Cookies are those of all ports of a host.
fn cookie_name(port: u16) -> String {
    format!("connect-toe-{port}")
}

/// Without the secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_compared_whole() {
        let token: Token = "0123456789abcdef".parse().expect("a token");
        assert!(token.is("0123456789abcdef"));
        for other in ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF"] {
            assert!(!token.is(other), "{other}");
        }
        assert_ne!(Token::random().expect("random"), Token::random().expect("random"));
        assert!(!format!("{token:?}").contains("0123"));
    }

    #[test]
    fn an_address_loses_its_token() {
        let token: Token = "0123456789abcdef".parse().expect("a token");
        let brought = |uri: &str| token.brought_by(&uri.parse().expect("an address"));
        let ours = |rest: &str| Some((true, rest.to_owned()));
        assert_eq!(brought("/?token=0123456789abcdef"), ours("/"));
        assert_eq!(brought("/?game=3x3:3&token=0123456789abcdef&moves=a1"), ours("/?game=3x3:3&moves=a1"));
        assert_eq!(brought("//evil.example/?token=0123456789abcdef"), ours("/evil.example/"));
        assert_eq!(brought("/?token=x"), Some((false, "/".to_owned())));
        assert_eq!(brought("/?game=3x3:3"), None);
        assert_eq!(token.in_url("http://h/"), "http://h/?token=0123456789abcdef");
    }
}
