//! Other pages of the browser cannot use the server.

use connect_toe_web::{Options, Server};

use crate::Running;

#[test]
fn requests_for_other_names_are_refused() {
    let server = Running::start();
    let port = server.address.port();
    let ask = |path: &str, headers: &str| {
        server.raw(format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")).status
    };
    for path in ["/", "/api/limits", "/api/nothing", "/assets/nothing"] {
        for host in [
            "Host: evil.example\r\n".to_owned(),
            format!("Host: evil.example:{port}\r\n"),
            format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
            "Host: 127.0.0.1\r\n".to_owned(),
            "Host: 127.0.0.1:1\r\n".to_owned(),
            format!("Host: user@127.0.0.1:{port}\r\n"),
            format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
            "Host: \r\n".to_owned(),
            String::new(),
        ] {
            assert!([400, 403].contains(&ask(path, &host)), "{path} {host}");
        }
    }
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(ask("/", &format!("Host: {host}\r\n")), 200, "{host}");
    }
    assert_eq!(ask(&format!("http://evil.example:{port}/"), &format!("Host: localhost:{port}\r\n")), 403);
}

#[test]
fn requests_from_other_pages_are_refused() {
    let server = Running::start();
    let port = server.address.port();
    let ask = |origin: &str| {
        let origin = format!("Origin: {origin}\r\n");
        let get = server.raw(server.head("GET /api/limits", &origin)).status;
        let post = server.raw(server.posted("/api/games", "{}", &origin)).status;
        assert_eq!(get, post);
        get
    };
    for origin in [
        "null",
        "http://evil.example",
        "https://127.0.0.1:4747",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "",
        "file://",
    ] {
        assert_eq!(ask(origin), 403, "{origin}");
    }
    assert_eq!(ask(&format!("http://evil.example:{port}")), 403);
    assert_eq!(ask(&format!("https://127.0.0.1:{port}")), 403);
    assert_eq!(ask(&format!("http://127.0.0.1:{port}")), 200);
    assert_eq!(ask(&format!("http://localhost:{port}")), 200);
    let refused = server.raw(server.head("GET /api/limits", "Origin: http://evil.example\r\n"));
    assert!(!refused.head.contains("access-control"), "{refused:?}");
    assert!(refused.json()["error"].is_string());
}

const TOKEN: &str = "0123456789abcdef-token";

fn with_token() -> Running {
    Running::with(Options { token: Some(TOKEN.parse().unwrap()), ..Options::default() })
}

#[test]
fn a_server_with_a_token_answers_only_those_who_have_it() {
    let server = with_token();
    let port = server.address.port();
    let status = |line: &str, more: &str| server.raw(server.head(line, more)).status;
    let wrong = [
        String::new(),
        "Authorization: Bearer 0123456789abcdef-tokem\r\n".to_owned(),
        format!("Authorization: {TOKEN}\r\n"),
        format!("Authorization: Basic {TOKEN}\r\n"),
        format!("Cookie: connect-toe-1={TOKEN}\r\n"),
        format!("Cookie: connect-toe-{port}={TOKEN}x\r\n"),
    ];
    for path in [
        "GET /api/limits",
        "GET /api/openapi.json",
        "GET /api/experiments",
        "GET /api/experiments/1/report",
        "GET /api/nothing",
        "GET /api",
        "GET //api/limits",
        "POST /api/games",
        "POST /api/experiments",
        "DELETE /api/experiments/1",
    ] {
        for more in &wrong {
            assert_eq!(status(path, more), 401, "{path} {more}");
        }
    }
    let refused = server.get("/api/limits");
    assert!(refused.head.contains("www-authenticate: bearer"), "{refused:?}");
    assert_eq!(refused.json()["reason"], "no-token");
    assert!(!refused.body.contains(TOKEN));
    // The page has no secrets, and says what is missing.
    assert_eq!(status("GET /", ""), 200);
    for right in [
        format!("Authorization: Bearer {TOKEN}\r\n"),
        format!("authorization: bearer {TOKEN}\r\n"),
        format!("Cookie: other=1; connect-toe-{port}={TOKEN}; last=2\r\n"),
    ] {
        assert_eq!(status("GET /api/limits", &right), 200, "{right}");
        assert_eq!(status("GET /api/limits", &format!("{right}Origin: http://evil.example\r\n")), 403);
    }
}

#[test]
fn the_page_takes_the_token_out_of_its_address() {
    let server = with_token();
    let port = server.address.port();
    let taken = server.get(&format!("/?game=3x3:3&token={TOKEN}&moves=a1"));
    assert_eq!(taken.status, 303, "{taken:?}");
    assert!(taken.head.contains("\r\nlocation: /?game=3x3:3&moves=a1\r\n"), "{taken:?}");
    let cookie = format!("set-cookie: connect-toe-{port}={TOKEN}; path=/; httponly; samesite=strict");
    assert!(taken.head.contains(&cookie), "{taken:?}");
    let wrong = server.get("/?token=something");
    assert!(wrong.status == 303 && !wrong.head.contains("set-cookie"), "{wrong:?}");
    // Another name that leads here gets nothing.
    let other = server.raw(format!(
        "GET /?token={TOKEN} HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\n\r\n"
    ));
    assert!(other.status == 403 && !other.head.contains("set-cookie"), "{other:?}");
    let plain = Running::start().get("/?token=something");
    assert_eq!(plain.status, 200, "{plain:?}");
}

#[test]
fn a_server_that_others_can_reach_has_a_token() {
    let server =
        |host: &str| Server::bind(Options { host: host.to_owned(), port: 0, ..Options::default() }).unwrap();
    for host in ["127.0.0.1", "localhost"] {
        let server = server(host);
        assert!(!server.is_open() && !server.url().contains("token"), "{}", server.url());
    }
    let open = server("0.0.0.0");
    let token = open.url().split_once("/?token=").unwrap().1.to_owned();
    assert!(open.is_open() && token.len() == 32, "{}", open.url());
    assert_ne!(server("0.0.0.0").url().split_once('=').unwrap().1, token);
}
