//! The page over HTTP, for this machine only: the server listens on the loopback interface and answers to its own name only, so that no page of another
//! site can read it by a name that leads here.

use carom_base::{Diagnostic, Span};
use std::net::{Ipv4Addr, SocketAddr};
use tiny_http::{Header, Method, Request, Response};

/// Listens.
pub struct Server {
    server: tiny_http::Server,
    port: u16,
}

impl Server {
    /// On a port, or on any that is free (0). Errors: `view-port`.
    pub fn new(port: u16) -> Result<Self, Diagnostic> {
        let refused = |why: String| {
            let message = format!("port {port} of this machine cannot be used: {why}");
            Diagnostic::error("view-port", Span::NONE, message)
                .help("choose another one with --port, or write a file with --out")
        };
        let place = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = tiny_http::Server::http(place).map_err(|e| refused(e.to_string()))?;
        let port = server.server_addr().to_ip().map(|a| a.port());
        Ok(Self {
            port: port.ok_or_else(|| refused("it has no address".into()))?,
            server,
        })
    }

    /// What to open.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers until the program ends.
    pub fn run(&self, html: &str) {
        for request in self.server.incoming_requests() {
            self.answer(request, html);
        }
    }

    fn answer(&self, request: Request, html: &str) {
        let host = request.headers().iter().find(|h| h.field.equiv("Host"));
        let names = ["127.0.0.1", "localhost"].map(|n| format!("{n}:{}", self.port));
        let ours = host.is_some_and(|h| names.iter().any(|n| n == h.value.as_str()));
        let get = matches!(request.method(), Method::Get | Method::Head);
        let (status, body) = match (ours, get, request.url()) {
            (false, ..) => (403, "this is not the name of this server"),
            (_, false, _) => (405, "pages are read here"),
            (_, _, "/") => (200, html),
            _ => (404, "there is one page, /"),
        };
        let kind = if status == 200 {
            "text/html; charset=utf-8"
        } else {
            "text/plain"
        };
        let headers = [
            ("Content-Type", kind),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        let whole = Response::from_string(body).with_chunked_threshold(usize::MAX);
        let mut response = whole.with_status_code(status);
        for (name, value) in headers {
            let header = Header::from_bytes(name, value);
            response = response.with_header(header.expect("names and values are plain letters"));
        }
        // A reader that has gone away is no reason to end.
        let _ = request.respond(response);
    }
}
