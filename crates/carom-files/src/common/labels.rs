//! The labels of a deck: all are known before the first element is built, so a reference may go forward.

use carom_base::{Diagnostic, Span};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Why an element did not become a part of the model.
#[derive(Clone, Debug)]
pub enum Stop {
    /// An error was reported.
    Reported,
    /// It uses something that is not supported: what, and where.
    Unsupported(String, Span),
}

/// What building an element gives.
pub type Built<T = ()> = Result<T, Stop>;

/// What is known of an element before and while elements are built.
#[derive(Clone, Debug)]
pub struct Known {
    /// Where it stands.
    pub span: Span,
    /// Its variant, where its language has them under one name.
    pub variant: Option<&'static str>,
    /// Why it cannot be used, if it is not supported.
    pub unsupported: Option<String>,
}

/// How a language speaks of a label that is not there.
pub struct Words {
    /// The name of the diagnostic.
    pub name: &'static str,
    /// What has the elements: `dataset`, `model`.
    pub whole: &'static str,
}

/// At most so many labels are named in a hint.
const MOST_NEAR: usize = 3;

/// All labels, by the name of the element.
#[derive(Debug, Default)]
pub struct Labels {
    known: HashMap<&'static str, BTreeMap<u32, Known>>,
    /// How many elements of a name have lost their label to an error.
    lost: HashMap<&'static str, usize>,
    /// Labels that these may have had.
    excused: HashSet<(&'static str, u32)>,
}

/// Pairs of elements whose labels are easily exchanged, with the word for the first one.
const EXCHANGED: &[(&str, &str, &str)] = &[
    ("PART", "MARKER", "part"),
    ("MARKER", "PART", "marker"),
    ("Body_Rigid", "Reference_Marker", "body"),
    ("Reference_Marker", "Body_Rigid", "marker"),
];

impl Labels {
    /// Enters an element. Gives the place of the first one with this name and label, which stays.
    pub fn enter(&mut self, name: &'static str, label: u32, known: Known) -> Result<(), Span> {
        let table = self.known.entry(name).or_default();
        match table.get(&label) {
            Some(first) => Err(first.span),
            None => {
                table.insert(label, known);
                Ok(())
            }
        }
    }

    /// The element with a label and the first of several names that fits.
    pub fn find(&self, names: &[&'static str], label: u32) -> Option<(&'static str, &Known)> {
        let one = |n: &&'static str| self.known.get(n)?.get(&label).map(|k| (*n, k));
        names.iter().find_map(one)
    }

    /// Marks an element as not supported, unless it is already.
    pub fn refuse(&mut self, name: &str, label: u32, reason: &str) {
        if let Some(known) = self.known.get_mut(name).and_then(|t| t.get_mut(&label)) {
            known.unsupported.get_or_insert_with(|| reason.to_string());
        }
    }

    /// An element of this name has an error that hides its label: a reference to a label that is not there may mean it, and is not
    /// reported a second time.
    pub fn lose(&mut self, name: &'static str) {
        *self.lost.entry(name).or_default() += 1;
    }

    /// Whether a missing label may be that of an element whose own error was reported.
    fn excuses(&mut self, names: &[&'static str], label: u32) -> bool {
        names.iter().any(|name| {
            let taken = self.excused.iter().filter(|(n, _)| n == name).count();
            let room = taken < self.lost.get(name).copied().unwrap_or(0);
            self.excused.contains(&(*name, label)) || (room && self.excused.insert((*name, label)))
        })
    }

    /// Whether an element with this label and one of the names can be used by `who`: else not supported, or the error
    /// that there is none, with the nearest ones.
    pub fn usable(
        &mut self,
        words: &Words,
        who: &str,
        names: &[&'static str],
        label: u32,
        span: Span,
    ) -> Result<Built, Diagnostic> {
        if let Some((name, known)) = self.find(names, label) {
            return Ok(match &known.unsupported {
                None => Ok(()),
                Some(reason) => {
                    let what = format!("{name}/{label} is not supported ({reason})");
                    Err(Stop::Unsupported(what, span))
                }
            });
        }
        if self.excuses(names, label) {
            return Ok(Err(Stop::Reported));
        }
        let near = self.near(names, label);
        let other = |(other, wanted, word): &&(&'static str, &str, &str)| {
            let there = self
                .known
                .get(other)
                .is_some_and(|t| t.contains_key(&label));
            (there && names.contains(wanted)).then(|| format!("{other}/{label} is a {word}; "))
        };
        let other = EXCHANGED.iter().find_map(|e| other(&e)).unwrap_or_default();
        let help = if near.is_empty() {
            format!("the {} has no {} at all", words.whole, names.join(" or "))
        } else {
            format!("{other}near it: {}", near.join(", "))
        };
        let name = names.first().copied().unwrap_or_default();
        let message = format!("{who}: there is no {name}/{label}");
        Err(Diagnostic::error(words.name, span, message).help(help))
    }

    /// The labels nearest to one that is missing, ascending.
    fn near(&self, names: &[&'static str], label: u32) -> Vec<String> {
        let mut list: Vec<(u32, &str)> = Vec::new();
        for (name, table) in names.iter().filter_map(|n| Some((n, self.known.get(n)?))) {
            let below = table.range(..label).rev().take(MOST_NEAR);
            let above = table.range(label..).take(MOST_NEAR);
            list.extend(below.chain(above).map(|(l, _)| (*l, *name)));
        }
        list.sort_by_key(|(l, _)| (l.abs_diff(label), *l));
        list.truncate(MOST_NEAR);
        list.sort_unstable();
        list.into_iter().map(|(l, n)| format!("{n}/{l}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words {
        name: "adm-unknown-element",
        whole: "dataset",
    };

    #[test]
    fn the_nearest_are_named() {
        let mut labels = Labels::default();
        for label in [1, 7, 8, 9, 40] {
            let known = Known {
                span: Span::NONE,
                variant: None,
                unsupported: None,
            };
            assert!(labels.enter("PART", label, known.clone()).is_ok());
            assert!(labels.enter("PART", label, known).is_err());
        }
        let mut help = |names: &[&'static str], label| {
            let d = labels.usable(&WORDS, "JOINT/1", names, label, Span::NONE);
            d.expect_err("unknown").help.unwrap_or_default()
        };
        assert_eq!(help(&["PART"], 10), "near it: PART/7, PART/8, PART/9");
        assert_eq!(
            help(&["PART", "BODY"], 39),
            "near it: PART/8, PART/9, PART/40"
        );
        assert_eq!(help(&["MARKER"], 1), "the dataset has no MARKER at all");
        labels.refuse("PART", 7, "no");
        labels.refuse("PART", 7, "too late");
        let mut usable = |label| labels.usable(&WORDS, "JOINT/1", &["PART"], label, Span::NONE);
        assert!(matches!(usable(8), Ok(Ok(()))));
        let Ok(Err(Stop::Unsupported(what, _))) = usable(7) else {
            panic!("not supported")
        };
        assert_eq!(what, "PART/7 is not supported (no)");
    }

    #[test]
    fn a_lost_label_excuses_one_that_is_missing() {
        let mut labels = Labels::default();
        labels.lose("PART");
        let mut usable = |label| labels.usable(&WORDS, "JOINT/1", &["PART"], label, Span::NONE);
        assert!(matches!(usable(3), Ok(Err(Stop::Reported))));
        assert!(matches!(usable(3), Ok(Err(Stop::Reported))), "the same one");
        assert!(usable(4).is_err(), "another one");
    }
}
