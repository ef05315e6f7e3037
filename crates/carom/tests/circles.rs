//! No circles between the files of a crate: what a file uses does not use that file.
//!
//! A file uses another one if its code has a name that is defined there, whichever way the name comes: a file that only hands names on does not use them, and who
//! takes them from there uses the file that defines them. Methods and fields come with values and are no names. Tests are left aside: they may use all.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

mod circle;
mod files;
mod names;

use files::{Texts, ties};
use std::path::Path;

/// Crates with circles still, and how many of their files stand in any: that may shrink, but not grow.
const LEFT: &[(&str, usize)] = &[
    // A model holds commands, one of which holds a model, and fields write the labels of what they name by the tables of their model.
    ("carom-model", 11),
];

/// Sources below a folder, by their path below `src`.
fn collect(folder: &Path, src: &Path, texts: &mut Texts) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, src, texts);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let name = path.strip_prefix(src).unwrap().to_str().unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            texts.insert(name.replace('\\', "/"), text);
        }
    }
}

/// What is wrong with a crate.
fn fault(name: &str, src: &Path) -> Option<String> {
    let mut texts = Texts::new();
    collect(src, src, &mut texts);
    let ties = ties(&texts);
    let n = circle::files(&ties).len();
    let left = LEFT.iter().find(|(of, _)| *of == name);
    let most = left.map_or(0, |(_, most)| *most);
    if n > most {
        let told = circle::told(&ties).unwrap();
        return Some(format!(
            "{name}: {n} files stand in circles, no more than {most} may. A shortest one:\n{told}"
        ));
    }
    (n == 0 && most > 0).then(|| format!("{name} has no circles now: off the list with it"))
}

#[test]
fn no_file_uses_what_uses_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = crates
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = folders
        .filter(|folder| folder.join("src").is_dir())
        .collect();
    folders.sort();
    assert!(folders.len() >= 20, "{}", folders.len());
    let faults: Vec<String> = std::thread::scope(|scope| {
        let look = |folder: &Path| {
            let name = folder.file_name().unwrap().to_str().unwrap();
            fault(name, &folder.join("src"))
        };
        let all: Vec<_> = folders
            .iter()
            .map(|f| scope.spawn(move || look(f)))
            .collect();
        all.into_iter()
            .filter_map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The rooms of carom-dynamics, the lowest first, each a file of `src` or a folder with a file of its name.
const ROOMS: [&str; 11] = [
    "diagnostics",
    "output",
    "mechanism",
    "elements",
    "system",
    "assemble",
    "equations",
    "start",
    "tangent",
    "analysis",
    "stepping",
];

/// The room of a file; none of the front page of the crate.
fn room(file: &str) -> Option<usize> {
    let name = file.split('/').next().unwrap().trim_end_matches(".rs");
    let found = ROOMS.iter().position(|room| *room == name);
    assert!(found.is_some() || name == "lib", "{file} has no room");
    found
}

#[test]
fn a_room_uses_lower_rooms_only() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let src = crates.join("carom-dynamics/src");
    let mut texts = Texts::new();
    collect(&src, &src, &mut texts);
    assert!(ROOMS.iter().all(|r| texts.contains_key(&format!("{r}.rs"))));
    let ties = ties(&texts);
    for (user, used) in &ties {
        for (file, names) in used {
            assert!(
                room(file) <= room(user) || room(user).is_none(),
                "{user} uses {names:?} of {file}, which is in a higher room"
            );
        }
    }
}

/// The files that stand in circles, of a crate of these texts.
fn in_circles(files: &[(&str, &str)]) -> Vec<String> {
    let texts = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let ties = ties(&texts.collect());
    circle::files(&ties)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_circle_is_found_whichever_way_names_come() {
    let root = "mod b; mod a; pub use b::B; pub use b::B as Other;";
    let second = "use super::a::A; pub struct B(A); macro_rules! made { () => {} }";
    for first in [
        "use crate::b::B; pub struct A(Box<B>);",
        "use crate::Other; pub struct A(Box<Other>);",
        "use super::*; pub struct A(Box<B>);",
        "pub struct A(Box<super::b::B>);",
        "use crate::b; pub struct A; fn f() { g(|| b::B::new()) }",
        "pub struct A; fn f() { use crate::b::B; }",
        "pub struct A; fn f() { assert!(crate::b::B::new()); }",
        "pub struct A; fn f() { g(vec![made!(1)]) }",
        "pub use crate::b::B; pub struct A; mod part { fn f(b: super::B) {} }",
    ] {
        let files = [("lib.rs", root), ("a.rs", first), ("b.rs", second)];
        assert_eq!(in_circles(&files), ["a.rs", "b.rs"], "{first}");
    }
}

#[test]
fn a_circle_of_three_is_told_with_its_names() {
    let files = [
        ("lib.rs", "mod list; mod other;"),
        (
            "list.rs",
            "mod one; pub trait Kind {} pub const ALL: &[&dyn Kind] = &[&one::One];",
        ),
        (
            "list/one.rs",
            "use crate::other::{Help, help}; pub struct One;",
        ),
        (
            "other/mod.rs",
            "pub struct Help; pub fn help(k: &dyn crate::list::Kind) {}",
        ),
    ];
    let texts = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let ties = ties(&texts.into());
    let told = circle::told(&ties).unwrap();
    let lines = [
        "  list.rs uses One of list/one.rs",
        "  list/one.rs uses Help, help of other/mod.rs",
        "  other/mod.rs uses Kind of list.rs",
    ];
    assert_eq!(told, lines.join("\n"));
}

#[test]
fn a_parent_that_hands_on_what_children_define_is_in_no_circle() {
    let parent =
        "mod kind; mod one; pub use kind::Kind; pub const ALL: &[&dyn Kind] = &[&one::One];";
    let files = [
        ("lib.rs", "pub mod list; pub use list::{ALL, Kind};"),
        ("list.rs", parent),
        (
            "list/kind.rs",
            "pub trait Kind { fn name(&self) -> String; }",
        ),
        (
            "list/one.rs",
            "use super::Kind; pub struct One; impl Kind for One { fn name(&self) -> String { list.all() } }",
        ),
    ];
    assert!(in_circles(&files).is_empty());
}

#[test]
fn what_is_no_use() {
    for first in [
        // of tests
        "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }",
        "pub struct A; #[cfg(test)] use crate::b::B; #[cfg(test)] fn f(b: B) {}",
        "pub struct A; impl A { #[cfg(test)] fn f(b: crate::b::B) {} }",
        // methods and fields, in macros too
        "pub use crate::b::found; pub struct A; fn f(a: A) { a.found().found; assert!(a.found.made != made); }",
        // variables with the names of functions that are handed on
        "pub use crate::b::found; pub struct A; fn f(found: A) { g(found); assert!(found == 1); }",
        // documentation
        "/// [`crate::b::B`]\npub struct A;",
        // another crate
        "use b::B; pub struct A(b::B);",
    ] {
        let second =
            "use super::a::A; pub struct B(A); pub fn found() {} macro_rules! made { () => {} }";
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", first),
            ("b.rs", second),
        ];
        assert!(in_circles(&files).is_empty(), "{first}");
    }
}
