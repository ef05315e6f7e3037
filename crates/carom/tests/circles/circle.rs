//! Circles in what files use of each other.

use super::files::Ties;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The shortest way from a file back to itself: the files in their order, each once.
fn way_back<'a>(ties: &'a Ties, from: &'a str) -> Option<Vec<&'a str>> {
    let mut before = BTreeMap::new();
    let mut next = VecDeque::from([from]);
    while let Some(file) = next.pop_front() {
        for used in ties.get(file).into_iter().flat_map(BTreeMap::keys) {
            if used == from {
                let back = std::iter::successors(Some(file), |f| before.get(f).copied());
                let mut files: Vec<&str> = back.collect();
                files.reverse();
                return Some(files);
            }
            if !before.contains_key(&used[..]) {
                before.insert(&used[..], file);
                next.push_back(used);
            }
        }
    }
    None
}

/// The files that stand in circles.
pub fn files(ties: &Ties) -> BTreeSet<&str> {
    let all = ties.keys().map(|file| &file[..]);
    all.filter(|file| way_back(ties, file).is_some()).collect()
}

/// A shortest circle in words, a line for each of its files.
pub fn told(ties: &Ties) -> Option<String> {
    let circles = ties.keys().filter_map(|file| way_back(ties, file));
    let files = circles.min_by_key(Vec::len)?;
    let next = files.iter().cycle().skip(1);
    let line = |(file, used): (&&str, &&str)| {
        let names: Vec<&str> = ties[*file][*used].iter().map(|name| &name[..]).collect();
        format!("  {file} uses {} of {used}", names.join(", "))
    };
    Some(
        files
            .iter()
            .zip(next)
            .map(line)
            .collect::<Vec<_>>()
            .join("\n"),
    )
}
