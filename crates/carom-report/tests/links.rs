//! Links between the pages of the repository lead somewhere.

use carom_report::repository;
use std::path::{Path, PathBuf};

fn pages(folder: &Path, deep: bool, list: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() && deep {
            pages(&path, deep, list);
        } else if path.extension().is_some_and(|e| e == "md") {
            list.push(path);
        }
    }
}

/// Text and target of each link `[text](target)`.
fn links(text: &str) -> Vec<(String, String)> {
    let mut list = Vec::new();
    for (at, _) in text.match_indices("](") {
        let label = text[..at].rfind('[').map_or("", |k| &text[k + 1..at]);
        let target = text[at + 2..].split(')').next().unwrap_or("");
        list.push((label.to_string(), target.to_string()));
    }
    list
}

#[test]
fn relative_links_lead_to_files() {
    let root = repository();
    let mut list = Vec::new();
    pages(&root, false, &mut list);
    for folder in ["docs", "bench"] {
        pages(&root.join(folder), true, &mut list);
    }
    pages(&root.join("fuzz"), false, &mut list);
    let mut broken = Vec::new();
    for page in &list {
        let text = std::fs::read_to_string(page).expect("a page is text");
        for (_, target) in links(&text) {
            let path = target.split('#').next().unwrap_or("");
            let outside = target.contains("://") || path.is_empty();
            let folder = page.parent().expect("a file has a folder");
            if !outside && !folder.join(path).exists() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(list.len() > 10, "only {} pages were found", list.len());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The name of a heading in links: GitHub's and mdBook's.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' | '-' => Some('-'),
        c if c.is_alphanumeric() || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// A link to a page of the book becomes one to its HTML; so it has to be a page of the book, and has to have the heading.
#[test]
fn links_within_the_book_lead_to_its_pages() {
    let docs = repository().join("docs");
    let mut list = Vec::new();
    pages(&docs, true, &mut list);
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("it is there");
    let real = |p: PathBuf| p.canonicalize().ok();
    let chapters: Vec<_> = links(&summary)
        .iter()
        .filter_map(|(_, target)| real(docs.join(target)))
        .collect();
    let mut broken = Vec::new();
    for page in &list {
        let text = std::fs::read_to_string(page).expect("a page is text");
        for (_, target) in links(&text) {
            let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
            let outside = target.contains("://");
            let other = page.parent().expect("a file has a folder").join(path);
            let to = if path.is_empty() { page } else { &other };
            if outside || to.extension().is_none_or(|e| e != "md") {
                continue;
            }
            let chapter = real(to.clone()).filter(|to| chapters.contains(to));
            let text = chapter.and_then(|to| std::fs::read_to_string(to).ok());
            let is_there = text.is_some_and(|text| {
                let mut headings = text.lines().filter(|l| l.starts_with('#'));
                heading.is_empty()
                    || headings.any(|h| anchor(h.trim_start_matches('#').trim()) == heading)
            });
            if !is_there {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(chapters.len() > 30, "only {} chapters", chapters.len());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// In the page on architecture a link whose text is a name leads to the file that has it.
#[test]
fn the_ball_and_a_contact_can_be_followed() {
    let page = repository().join("docs/ARCHITECTURE.md");
    let text = std::fs::read_to_string(&page).expect("the page is there");
    let (_, way) = text
        .split_once("## Follow the bouncing ball")
        .expect("it has the section");
    let mut followed = 0;
    for (label, target) in links(way) {
        let name = label.trim_matches('`');
        if target.ends_with(".rs") && label.starts_with('`') {
            let file = page.parent().expect("a file has a folder").join(&target);
            let code = std::fs::read_to_string(file).expect("the file is there");
            let is_there = [format!("fn {name}"), format!("const {name}")]
                .iter()
                .any(|d| code.contains(d.as_str()));
            assert!(is_there, "{target} has no {name}");
            followed += 1;
        }
    }
    assert!(followed >= 30, "{followed} links");
}
