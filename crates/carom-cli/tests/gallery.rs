//! The pictures of the gallery are what its commands make.
//!
//! A `shell` block of docs/gallery.md runs in a folder with the examples beside it, and its last command draws `NAME.svg`, which has to look like
//! `docs/images/NAME.svg`: the same words, and curves that are nowhere further apart than can be seen. CAROM_BLESS=1 stores the pictures anew.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a picture shows: its words, and the places of each of its lines.
struct Picture {
    words: Vec<String>,
    lines: Vec<Vec<[f64; 2]>>,
}

/// Places of a path of M, L, H, V and Z, and of h0, which makes a dot. With M a new line begins.
fn places(path: &str) -> Vec<Vec<[f64; 2]>> {
    let mut lines: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut at = [0.0, 0.0];
    let mut rest = path;
    while let Some(begin) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let kind = rest.as_bytes()[begin];
        rest = &rest[begin + 1..];
        let end = rest
            .find(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let words = rest[..end].split([' ', ',']).filter(|w| !w.is_empty());
        let numbers: Vec<f64> = words.map(|w| w.parse().unwrap()).collect();
        if kind == b'M' {
            lines.push(Vec::new());
        }
        let line = lines.last_mut().unwrap();
        match kind {
            b'M' | b'L' => {
                for pair in numbers.chunks_exact(2) {
                    at = [pair[0], pair[1]];
                    line.push(at);
                }
            }
            b'H' | b'V' => {
                for number in numbers {
                    at[usize::from(kind == b'V')] = number;
                    line.push(at);
                }
            }
            b'h' => assert_eq!(numbers, [0.0], "{path}"),
            b'Z' | b'z' => {
                let first = line[0];
                line.push(first);
            }
            other => panic!("{} in {path}", char::from(other)),
        }
    }
    lines
}

fn picture(svg: &str) -> Picture {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let mut found = Picture {
        words: Vec::new(),
        lines: Vec::new(),
    };
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        let number = |name: &str| node.attribute(name).and_then(|v| v.parse::<f64>().ok());
        if node.has_tag_name("text") {
            let own = node.descendants().filter_map(|d| d.text());
            found.words.push(own.collect());
        }
        if let (Some(x), Some(y)) = (number("cx"), number("cy")) {
            found.lines.push(vec![[x, y]]);
        }
        if let Some(path) = node.attribute("d") {
            found.lines.extend(places(path));
        }
    }
    found
}

/// How far a place is from a line.
fn distance(p: [f64; 2], line: &[[f64; 2]]) -> f64 {
    let to = |a: [f64; 2], b: [f64; 2]| {
        let (u, w) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
        let square = u[0] * u[0] + u[1] * u[1];
        let share = match square > 0.0 {
            true => ((u[0] * w[0] + u[1] * w[1]) / square).clamp(0.0, 1.0),
            false => 0.0,
        };
        (w[0] - share * u[0]).hypot(w[1] - share * u[1])
    };
    let pieces = line.windows(2).map(|s| to(s[0], s[1]));
    pieces.fold(to(line[0], line[0]), f64::min)
}

/// Places are written to half a pixel, and a line is thinned where that cannot be seen.
const PIXELS: f64 = 0.7;

fn compare(name: &str, ours: &Picture, stored: &Picture) {
    assert_eq!(ours.words, stored.words, "{name}");
    assert_eq!(ours.lines.len(), stored.lines.len(), "{name}: lines");
    for (a, b) in ours.lines.iter().zip(&stored.lines) {
        let there = a.iter().map(|p| distance(*p, b));
        let back = b.iter().map(|p| distance(*p, a));
        let most = there.chain(back).fold(0.0, f64::max);
        assert!(most < PIXELS, "{name}: a line is {most} pixels elsewhere");
    }
}

#[cfg(unix)]
#[test]
fn the_gallery_shows_what_its_commands_make() {
    let page = std::fs::read_to_string(root().join("docs/gallery.md")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_carom"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut count = 0;
    for block in page.split("```shell\n").skip(1) {
        let commands = block.split("```").next().unwrap();
        let words: Vec<&str> = commands.split_whitespace().collect();
        let name = *words.last().unwrap();
        assert!(page.contains(&format!("(images/{name})")), "{name}");
        let place = tempfile::tempdir().unwrap();
        let examples = root().join("examples").canonicalize().unwrap();
        std::os::unix::fs::symlink(examples, place.path().join("examples")).unwrap();
        let said = Command::new("sh")
            .args(["-ec", commands])
            .current_dir(place.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(0), "{commands}{text}");
        let ours = std::fs::read_to_string(place.path().join(name)).unwrap();
        let stored = root().join("docs/images").join(name);
        if std::env::var_os("CAROM_BLESS").is_some() {
            std::fs::write(&stored, &ours).unwrap();
        }
        let stored = std::fs::read_to_string(&stored).unwrap();
        let (ours, stored) = (picture(&ours), picture(&stored));
        // the frame, the marks of the axes, and a curve at least
        assert!(ours.words.len() > 5 && ours.lines.len() > 5, "{name}");
        compare(name, &ours, &stored);
        count += 1;
    }
    assert!(count >= 6, "{count} pictures");
}

#[test]
fn another_curve_is_seen() {
    let with = |d: &str| picture(&format!("<svg><text>x</text><path d=\"{d}\"/></svg>"));
    let line = with("M0 0L10 0L20 10");
    // a place more on the line, and one that is off by what cannot be seen
    compare("same", &with("M0 0L5 0L10 0.1L20 10"), &line);
    let other = with("M0 0L10 2L20 10");
    let seen = std::panic::catch_unwind(|| compare("other", &other, &line));
    assert!(seen.is_err());
    let shorter = with("M0 0L10 0");
    let seen = std::panic::catch_unwind(|| compare("shorter", &shorter, &line));
    assert!(seen.is_err());
}
