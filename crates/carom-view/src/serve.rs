//! The page over HTTP, for this machine only: the server listens on the loopback interface and answers to its own name only, so that no page of another
//! site can read it by a name that leads here.
//!
//! A request is its head alone, of a bounded length and within a bounded time; a few threads answer them, one request per connection. Whoever opens more
//! connections, or sends nothing, waits or is sent away, and the machine does not notice.

use carom_base::{Diagnostic, Span};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Threads that answer.
const THREADS: usize = 8;
/// Connections that wait for one; more are closed at once.
const WAITING: usize = 64;
/// Longest head of a request, bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// Most headers of a request.
const MOST_HEADERS: usize = 64;
/// Longest time for the head to come, and for a piece of the page to go.
const PATIENCE: Duration = Duration::from_secs(5);

/// Listens.
pub struct Server {
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// On a port, or on any that is free (0). Errors: `view-port`.
    pub fn new(port: u16) -> Result<Self, Diagnostic> {
        let refused = |e: io::Error| {
            let message = format!("port {port} of this machine cannot be used: {e}");
            Diagnostic::error("view-port", Span::NONE, message)
                .help("choose another one with --port, or write a file with --out")
        };
        let place = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(place).map_err(refused)?;
        let port = listener.local_addr().map_err(refused)?.port();
        Ok(Self { listener, port })
    }

    /// What to open.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers until the program ends.
    pub fn run(&self, html: &str) {
        let (send, receive) = mpsc::sync_channel(WAITING);
        let receive = Mutex::new(receive);
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| self.work(&receive, html));
            }
            for connection in self.listener.incoming() {
                match connection {
                    // Where too many wait already, it is dropped, and with that closed.
                    Ok(connection) => drop(send.try_send(connection)),
                    // Out of file handles, for instance: not to be asked for again without a pause.
                    Err(_) => std::thread::sleep(Duration::from_millis(50)),
                }
            }
        });
    }

    fn work(&self, receive: &Mutex<Receiver<TcpStream>>, html: &str) {
        loop {
            let next = receive
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv();
            let Ok(mut connection) = next else { return };
            // A reader that has gone away is no reason to end.
            let _ = self.answer(&mut connection, html);
        }
    }

    fn answer(&self, connection: &mut TcpStream, html: &str) -> io::Result<()> {
        connection.set_write_timeout(Some(PATIENCE))?;
        let head = head(connection)?;
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let whole = request.parse(&head).is_ok_and(|s| s.is_complete());
        let (status, body) = match whole {
            true => self.judge(&request, html),
            false => ("400 Bad Request", "this is no request of HTTP/1.1"),
        };
        let kind = if status.starts_with("200") {
            "text/html; charset=utf-8"
        } else {
            "text/plain"
        };
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        );
        connection.write_all(head.as_bytes())?;
        if request.method != Some("HEAD") {
            connection.write_all(body.as_bytes())?;
        }
        connection.shutdown(std::net::Shutdown::Write)?;
        // What else the reader sends (a body that nobody asked for) is not looked at; closed too soon, it would undo the answer.
        connection.set_read_timeout(Some(Duration::from_millis(200)))?;
        let _ = connection.read(&mut [0; 1024]);
        Ok(())
    }

    /// Status and text of the answer.
    fn judge<'a>(&self, request: &httparse::Request, html: &'a str) -> (&'static str, &'a str) {
        let mut hosts = request
            .headers
            .iter()
            .filter(|h| h.name.eq_ignore_ascii_case("Host"));
        let host = hosts.next();
        // Programs on the way take the first of two names or the last one: what two say is not known.
        if hosts.next().is_some() {
            return ("400 Bad Request", "a request has one Host header");
        }
        let names = ["127.0.0.1", "localhost"].map(|n| format!("{n}:{}", self.port));
        let ours = host.is_some_and(|h| names.iter().any(|n| n.as_bytes() == h.value));
        let get = matches!(request.method, Some("GET" | "HEAD"));
        match (ours, get, request.path) {
            (false, ..) => ("403 Forbidden", "this is not the name of this server"),
            (_, false, _) => ("405 Method Not Allowed", "pages are read here"),
            (_, _, Some("/")) => ("200 OK", html),
            _ => ("404 Not Found", "there is one page, /"),
        }
    }
}

/// The head of a request, up to its empty line.
fn head(connection: &mut TcpStream) -> io::Result<Vec<u8>> {
    let began = Instant::now();
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    loop {
        let left = PATIENCE.saturating_sub(began.elapsed());
        if left.is_zero() || head.len() > LONGEST_HEAD {
            return Err(io::ErrorKind::TimedOut.into());
        }
        connection.set_read_timeout(Some(left))?;
        let count = connection.read(&mut piece)?;
        head.extend_from_slice(&piece[..count]);
        // An empty line lies in what has come, or across its border to what was there.
        let new = head.len().saturating_sub(count + 3);
        if count == 0 || head[new..].windows(4).any(|w| w == b"\r\n\r\n") {
            return Ok(head);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<p>the page</p>";

    /// A server of its own; it stays until the tests end.
    fn server() -> u16 {
        let server = Server::new(0).unwrap();
        let port = server.port;
        std::thread::spawn(move || server.run(PAGE));
        port
    }

    fn ask(port: u16, request: &str) -> String {
        let mut connection = TcpStream::connect(("127.0.0.1", port)).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn one_page_by_one_name() {
        let port = server();
        let answers = |request: String, status: &str| {
            let answer = ask(port, &request);
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {status} ")),
                "{answer}"
            );
            answer
        };
        let host = format!("Host: 127.0.0.1:{port}\r\n");
        let page = answers(format!("GET / HTTP/1.1\r\n{host}\r\n"), "200");
        assert!(page.ends_with(PAGE) && page.contains("nosniff"));
        let head = answers(format!("HEAD / HTTP/1.1\r\n{host}\r\n"), "200");
        assert!(head.ends_with("\r\n\r\n"));
        for other in ["evil.example", "127.0.0.1", "127.0.0.1:1"] {
            answers(format!("GET / HTTP/1.1\r\nHost: {other}\r\n\r\n"), "403");
        }
        answers("GET / HTTP/1.1\r\n\r\n".into(), "403");
        answers(format!("GET /x HTTP/1.1\r\n{host}\r\n"), "404");
        answers(format!("POST / HTTP/1.1\r\n{host}\r\n"), "405");
        // two names, in either order, in any case
        for second in ["Host: evil.example", "hOST: evil.example", host.trim()] {
            answers(format!("GET / HTTP/1.1\r\n{host}{second}\r\n\r\n"), "400");
            answers(format!("GET / HTTP/1.1\r\n{second}\r\n{host}\r\n"), "400");
        }
        answers("\0\r\n\r\n".into(), "400");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn threads_are_bounded() {
        let port = server();
        let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
        ask(port, "GET / HTTP/1.1\r\n\r\n");
        let before = threads();
        let idle: Vec<_> = (0..300)
            .map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap())
            .collect();
        std::thread::sleep(Duration::from_millis(300));
        // far fewer than connections; those of the servers of the other tests come and go
        assert!(
            threads() <= before + 16 * THREADS,
            "{} of {before}",
            threads()
        );
        drop(idle);
        let host = format!("Host: localhost:{port}\r\n");
        assert!(ask(port, &format!("GET / HTTP/1.1\r\n{host}\r\n")).ends_with(PAGE));
    }

    #[test]
    fn a_head_without_end_is_not_read() {
        let port = server();
        let mut connection = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let line = [b'a'; 4096];
        // closed after sixteen kilobytes: some write after that fails
        let sent = (0..1000)
            .take_while(|_| connection.write_all(&line).is_ok())
            .count();
        assert!(sent < 1000, "{sent}");
    }
}
