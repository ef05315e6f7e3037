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
/// comes before a beginning, and a beginning must belong to one entry only, or to one with whose whole name the others begin: EVAL is EVALUATE, not
/// EVALUATE_ROUTINE.
pub fn find<'a, N>(word: &str, entries: impl Iterator<Item = N>) -> Match
where
    N: IntoIterator<Item = &'a str>,
{
    let mut begun: Vec<(usize, &str)> = Vec::new();
    for (k, names) in entries.enumerate() {
        for name in names {
            if name.eq_ignore_ascii_case(word) {
                return Match::Found(k);
            }
            let begins = name
                .get(..word.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(word));
            if begins && begun.last().is_none_or(|(last, _)| *last != k) {
                begun.push((k, name));
            }
        }
    }
    match begun[..] {
        [] => Match::Unknown,
        [(one, _)] => Match::Found(one),
        _ => match begun.iter().find(|(_, name)| begins_all(name, &begun)) {
            Some((one, _)) => Match::Found(*one),
            None => Match::Ambiguous(begun.into_iter().map(|(k, _)| k).collect()),
        },
    }
}

/// Whether all names begin with a whole one and an underscore behind it.
fn begins_all(whole: &str, names: &[(usize, &str)]) -> bool {
    let mut rest = names.iter().filter_map(|(_, name)| name.get(whole.len()..));
    names.iter().all(|(_, name)| name.starts_with(whole))
        && rest.all(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// A name without the quotes around it, single or double.
pub fn without_quotes(name: &str) -> &str {
    let inner = |quote: char| name.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(name)
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
        let list = [["EVALUATE"], ["EVALUATE_ROUTINE"]];
        let find = |w| super::find(w, list.iter().map(|n| n.iter().copied()));
        assert_eq!(find("eval"), Match::Found(0));
        assert_eq!(find("EVALUATE_R"), Match::Found(1));
        assert_eq!(either(&["A", "B"]), "A or B");
        assert_eq!(
            either(&["A", "B", "C", "D", "E", "F"]),
            "A, B, C, D or 2 others"
        );
    }
}
