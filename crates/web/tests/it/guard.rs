//! Other pages of the browser cannot use the server.

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
