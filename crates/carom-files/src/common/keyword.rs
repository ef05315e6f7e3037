//! Finding a word in a list of keywords that may be abbreviated.

/// What a word means in a list of keywords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// The entry at this place of the list.
    Found(usize),
    /// The beginning of several entries.
    Ambiguous(Vec<usize>),
    /// None of them.
    Unknown,
}

/// Finds `word` among the entries' names; each entry may have several. Case does not matter; a whole name
/// comes before a beginning, and a beginning must belong to one entry only.
pub fn find<'a, N>(word: &str, entries: impl Iterator<Item = N>) -> Match
where
    N: IntoIterator<Item = &'a str>,
{
    let mut begun = Vec::new();
    for (k, names) in entries.enumerate() {
        for name in names {
            if name.eq_ignore_ascii_case(word) {
                return Match::Found(k);
            }
            let begins = name
                .get(..word.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(word));
            if begins && begun.last() != Some(&k) {
                begun.push(k);
            }
        }
    }
    match begun[..] {
        [] => Match::Unknown,
        [one] => Match::Found(one),
        _ => Match::Ambiguous(begun),
    }
}

/// The names that an abbreviation may mean, for a message: the first few of them.
pub fn either(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.get(..SHOWN) {
        Some(first) if names.len() > SHOWN => {
            let more = names.len() - SHOWN;
            format!("{} or {more} others", first.join(", "))
        }
        _ => names.join(" or "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_and_beginnings() {
        let list = [
            ["I", "I"],
            ["IC", "IC"],
            ["ICTRAN", "X"],
            ["FUNCTION", "FN"],
        ];
        let find = |w| find(w, list.iter().map(|n| n.iter().copied()));
        assert_eq!(find("i"), Match::Found(0));
        assert_eq!(find("ICT"), Match::Found(2));
        assert_eq!(find("fun"), Match::Found(3));
        assert_eq!(find("fn"), Match::Found(3));
        assert_eq!(find("F"), Match::Found(3));
        assert_eq!(find("FUNCTIONS"), Match::Unknown);
        let list = [["DT"], ["DTOUT"], ["DURATION"]];
        let find = |w| super::find(w, list.iter().map(|n| n.iter().copied()));
        assert_eq!(find("DT"), Match::Found(0));
        assert_eq!(find("D"), Match::Ambiguous(vec![0, 1, 2]));
        assert_eq!(either(&["A", "B"]), "A or B");
        assert_eq!(
            either(&["A", "B", "C", "D", "E", "F"]),
            "A, B, C, D or 2 others"
        );
    }
}
