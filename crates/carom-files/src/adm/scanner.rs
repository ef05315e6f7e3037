//! From a statement as written to its arguments, by the table of the statement.

use super::arguments::{Args, Given, Value};
use super::diagnostics::Reading;
use super::functions;
use super::lexer::{CONT, Statement};
use super::number::{self, NoNumber};
use super::syntax::{Argument, Kind, Syntax};
use crate::common::coverage::Status;
use crate::common::functions::owned;
use crate::common::hints;
use crate::common::keyword::{self, Match};
use carom_base::diagnostic::closest;
use carom_base::{Diagnostic, Diagnostics, Dialect, Span};
use carom_expr::Expression;
use carom_model::constraint::Function;

/// Reads the arguments of a statement. `who` names it in messages: `PART/2`.
///
/// Errors: one for each argument that the table does not allow; all of them are found.
pub fn read(
    statement: &Statement,
    syntax: &'static Syntax,
    who: &str,
    reading: &mut Reading,
) -> Args {
    let mut scanner = Scanner {
        statement,
        syntax,
        who,
        text: &statement.body.text,
        at: statement.arguments,
        reading,
        args: Args::new(syntax),
        after_text: None,
    };
    scanner.run();
    scanner.args
}

/// Arguments of a statement that one line names.
const MOST_NAMED: usize = 15;

struct Scanner<'a> {
    statement: &'a Statement,
    syntax: &'static Syntax,
    who: &'a str,
    text: &'a str,
    at: usize,
    reading: &'a mut Reading,
    args: Args,
    /// The argument before, if it is a text.
    after_text: Option<&'static str>,
}

impl Scanner<'_> {
    fn run(&mut self) {
        loop {
            self.separators();
            if self.at == self.text.len() || self.reading.is_full() {
                break;
            }
            let start = self.at;
            let end = start + word_length(&self.text[start..]);
            if end == start || self.text.as_bytes()[start].is_ascii_digit() {
                self.unexpected();
                continue;
            }
            self.at = end;
            self.blanks();
            let assigned = self.peek() == Some('=');
            if assigned {
                self.at += 1;
            }
            match self.lookup(start, end, assigned) {
                Some(k) => self.argument(k, start, end),
                None => self.recover(),
            }
            self.expect_separator();
        }
        self.check_required();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn span(&self, start: usize, end: usize) -> Span {
        self.statement.body.span(start, end)
    }

    fn error(&mut self, name: &'static str, span: Span, message: String) {
        let message = format!("{}: {message}", self.who);
        self.report(Diagnostic::error(name, span, message));
    }

    fn report(&mut self, d: Diagnostic) {
        self.args.sound = false;
        self.reading.push(d);
    }

    fn warning(&mut self, name: &'static str, at: usize, what: &str, help: &str) {
        let span = self.span(at, at + 1);
        let mut d = Diagnostic::warning(name, span, format!("{}: {what}", self.who));
        if !help.is_empty() {
            d = d.help(help);
        }
        self.reading.push(d);
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips blanks and continuations, as after an `=`.
    fn gap(&mut self) {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == CONT);
        self.at += rest.len() - trimmed.len();
    }

    /// Skips what separates arguments.
    fn separators(&mut self) {
        let gap = separators(self.text, self.at);
        self.at = gap.end;
        self.warn_empty(gap.empty);
    }

    fn warn_empty(&mut self, empty: Option<usize>) {
        if let Some(at) = empty {
            let what = "nothing stands between two commas";
            self.warning("adm-empty-argument", at, what, "");
        }
    }

    fn unexpected(&mut self) {
        let start = self.at;
        self.recover();
        let end = self.ceil(self.at.max(start + 1));
        self.at = end.max(self.at);
        let c = self.text[start..].chars().next().unwrap_or(' ');
        self.error(
            "adm-unexpected-text",
            self.span(start, end),
            format!("an argument begins with its name, not with {c:?}"),
        );
    }

    /// Skips to the separator before the next thing that may be an argument.
    fn recover(&mut self) {
        let start = self.at;
        for (k, c) in self.text[start..].char_indices() {
            let next = || self.text[start + k + 1..].trim_start_matches(is_gap);
            let begins = |t: &str| t.starts_with(|c: char| c.is_ascii_alphabetic());
            if c == '\\' || ((c == ',' || c == CONT) && begins(next())) {
                self.at = start + k;
                return;
            }
        }
        self.at = self.text.len();
    }

    fn expect_separator(&mut self) {
        self.blanks();
        let Some(c) = self.peek().filter(|c| !matches!(*c, ',' | CONT | '\\')) else {
            return;
        };
        let rest = &self.text[self.at..];
        let word = word_length(rest);
        let before = self.text[..self.at].trim_end();
        let behind_number = before.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        let ends = |rest: &str| {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with([',', CONT, '\\', '/'])
        };
        let is_argument = || {
            let word = rest[..word].to_ascii_uppercase();
            let mut arguments = self.syntax.arguments.iter();
            arguments.any(|a| a.name.starts_with(&word))
        };
        let says = if behind_number && "*/+-%^(".contains(c) {
            Some((
                "a number is written here, and no formula",
                "formulas stand in functions; compute the number before",
            ))
        } else if behind_number && word > 0 && ends(&rest[word..]) && !is_argument() {
            Some((
                "a number stands without its unit here",
                "the units of all numbers are those of the statement UNITS",
            ))
        } else {
            None
        };
        if let Some((what, help)) = says {
            let end = self.ceil(self.at + word.max(1));
            let message = format!("{}: {what}", self.who);
            let d = Diagnostic::error("adm-unexpected-text", self.span(self.at, end), message);
            self.report(d.help(help));
            self.recover();
        } else {
            let end = self.at + word_length(&self.text[self.at..]).max(1);
            self.error(
                "adm-missing-comma",
                self.span(self.at, self.ceil(end)),
                "a comma is missing before this".into(),
            );
        }
    }

    /// The next character boundary.
    fn ceil(&self, k: usize) -> usize {
        let mut k = k.min(self.text.len());
        while !self.text.is_char_boundary(k) {
            k += 1;
        }
        k
    }

    /// The argument that the word `start..end` means.
    fn lookup(&mut self, start: usize, end: usize, assigned: bool) -> Option<usize> {
        let word = &self.text[start..end];
        let span = self.span(start, end);
        let arguments = self.syntax.arguments;
        let alike: Vec<usize> = (0..arguments.len())
            .filter(|&k| (arguments[k].kind == Kind::Flag) != assigned)
            .collect();
        match keyword::find(word, alike.iter().map(|&k| arguments[k].names())) {
            Match::Found(n) => return Some(alike[n]),
            Match::Ambiguous(list) => {
                let names: Vec<&str> = list.iter().map(|&n| arguments[alike[n]].name).collect();
                self.args.lost.extend(&names);
                let message = format!("{word} may mean {}", keyword::either(&names));
                self.error("adm-ambiguous-argument", span, message);
                return None;
            }
            Match::Unknown => {}
        }
        match keyword::find(word, arguments.iter().map(Argument::names)) {
            Match::Found(k) if assigned => {
                self.args.lost.push(arguments[k].name);
                let message = format!("{} is a flag and takes no value", arguments[k].name);
                self.error("adm-unexpected-value", span, message);
            }
            Match::Found(k)
                if self
                    .peek()
                    .is_some_and(|c| c.is_ascii_digit() || "+-.".contains(c)) =>
            {
                let name = arguments[k].name;
                self.args.lost.push(name);
                let what = format!("an equal sign is missing after {name}");
                self.error("adm-missing-value", span, what);
            }
            Match::Found(k) => self.missing_value(&arguments[k], span),
            _ => {
                let message = format!("{}: {} has no argument {word}", self.who, self.syntax.name);
                let names = || arguments.iter().flat_map(Argument::names);
                if let Some(near) = closest(word, names()) {
                    let meant = |a: &&Argument| a.names().any(|n| n == near);
                    self.args
                        .lost
                        .extend(arguments.iter().find(meant).map(|a| a.name));
                }
                let d = Diagnostic::error("adm-unknown-argument", span, message);
                let mut d = match hints::argument(self.syntax.name, word) {
                    Some(help) => d.help(help),
                    None => d.suggest(word, names()),
                };
                if let (None, Some(before)) = (&d.help, self.after_text) {
                    d = d.help(format!("the text of {before} ends at its first comma"));
                }
                if d.help.is_none() {
                    let all: Vec<&str> = arguments.iter().map(|a| a.name).collect();
                    d = d.help(match all.len() {
                        n if n > MOST_NAMED => {
                            format!("carom explain {} lists its arguments", self.syntax.name)
                        }
                        0 => "it has no arguments".to_owned(),
                        _ => format!("it has {}", all.join(", ")),
                    });
                }
                self.report(d);
            }
        }
        None
    }

    /// Reads the value of argument `k` whose keyword is `start..end`, and keeps it.
    fn argument(&mut self, k: usize, start: usize, end: usize) {
        let argument = &self.syntax.arguments[k];
        let keyword = self.span(start, end);
        let Some(value) = self.value(argument, keyword) else {
            self.args.lost.push(argument.name);
            self.args.sound = false;
            return;
        };
        let stop = start + self.text[start..self.at.max(end)].trim_end().len();
        let span = self.span(start, stop);
        if let Some(first) = self.args.at(k).first()
            && !argument.repeats
        {
            let d = Diagnostic::error(
                "adm-duplicate-argument",
                keyword,
                format!("{}: {} stands twice", self.who, argument.name),
            )
            .related(first.keyword, "first here");
            self.report(d);
            return;
        }
        match argument.status {
            Status::Ignored(reason) => {
                self.reading
                    .ignore(self.syntax.name, argument.name, reason, span);
            }
            Status::Refused(reason) => self.args.refused.push((argument.name, reason, span)),
            Status::Full | Status::Partial(_) => {}
        }
        self.after_text = (argument.kind == Kind::Text).then_some(argument.name);
        let given = Given {
            keyword,
            span,
            value,
        };
        self.args.add(k, given);
    }

    fn value(&mut self, argument: &Argument, keyword: Span) -> Option<Value> {
        match argument.kind {
            Kind::Flag => Some(Value::Flag),
            Kind::Number => self.numbers(argument, keyword, (1, 1)),
            Kind::Numbers(fewest, most) => self.numbers(argument, keyword, (fewest, most)),
            Kind::Integer => self.integer(argument, keyword),
            Kind::Id => self.ids(argument, keyword, (1, 1)),
            Kind::Ids(fewest, most) => self.ids(argument, keyword, (fewest, most)),
            Kind::Word(choices) => self.words(argument, keyword, choices, false),
            Kind::Words(choices) => self.words(argument, keyword, choices, true),
            Kind::Text => {
                self.gap();
                let (start, end) = self.raw(&[]);
                Some(Value::Text(unquote(&self.text[start..end]).to_string()))
            }
            Kind::Rest => {
                let (start, end) = (self.at, self.text.len());
                self.at = end;
                let text = self.statement.body.extract(start, end, |_| "").text;
                Some(Value::Text(unquote(text.trim()).to_string()))
            }
            Kind::Names => Some(self.name_list()),
            Kind::Routines => Some(self.routine_list()),
            Kind::Function | Kind::Vector => self.function(argument, keyword),
        }
    }

    fn missing_value(&mut self, argument: &Argument, keyword: Span) {
        self.args.lost.push(argument.name);
        let value = match argument.kind {
            Kind::Word(words) if !words.is_empty() => keyword::either(words),
            _ => "...".into(),
        };
        let message = format!("{0} needs a value: {0}={value}", argument.name);
        self.error("adm-missing-value", keyword, message);
    }

    /// The literals of a list, at least one; `None` after an error.
    fn literals(
        &mut self,
        argument: &Argument,
        keyword: Span,
    ) -> Option<Vec<(number::Literal, Span)>> {
        let mut list = Vec::new();
        self.gap();
        if matches!(self.peek(), None | Some(',' | '\\')) {
            self.missing_value(argument, keyword);
            return None;
        }
        loop {
            let start = self.at;
            match number::scan(&self.text[start..]) {
                Ok(literal) => {
                    self.at += literal.length;
                    list.push((literal, self.span(start, self.at)));
                }
                Err(why) => {
                    self.bad_number(why);
                    self.recover();
                    return None;
                }
            }
            let gap = separators(self.text, self.at);
            let next = self.text[gap.end..].chars().next();
            let more = next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | '+' | '-'));
            if !more {
                return Some(list);
            }
            self.at = gap.end;
            self.warn_empty(gap.empty);
            if !gap.found {
                let what = "a comma is missing between these values".into();
                self.error("adm-missing-comma", self.span(self.at, self.at + 1), what);
            }
        }
    }

    fn bad_number(&mut self, why: NoNumber) {
        let start = self.at;
        let (_, end) = self.raw(&[':', '\\']);
        self.at = start;
        let end = self.ceil(end.max(start + 1));
        let shown: String = self.text[start..end].chars().take(40).collect();
        let (name, what, help) = match why {
            NoNumber::Malformed if shown.starts_with(['(', '[', '{']) => (
                "adm-bad-number",
                "is not a number",
                "numbers of a list stand without brackets, separated by commas",
            ),
            NoNumber::Malformed
                if shown.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.')
                    && shown.contains('_') =>
            {
                (
                    "adm-bad-number",
                    "is not a number",
                    "statements name each other by their ids, which are whole numbers; names of other programs may stand in comments",
                )
            }
            NoNumber::Malformed => ("adm-bad-number", "is not a number", ""),
            NoNumber::FortranExponent => (
                "adm-fortran-exponent",
                "is not a number: D means degrees",
                "write the exponent with E",
            ),
            NoNumber::TooLarge => ("adm-out-of-range", "is too large", ""),
        };
        let message = format!("{}: {shown} {what}", self.who);
        let mut d = Diagnostic::error(name, self.span(start, end), message);
        if !help.is_empty() {
            d = d.help(help);
        }
        self.report(d);
    }

    fn count(
        &mut self,
        argument: &Argument,
        list: &[(number::Literal, Span)],
        (fewest, most): (usize, usize),
    ) -> bool {
        let found = list.len();
        if (fewest..=most).contains(&found) {
            return true;
        }
        let wanted = match (fewest, most) {
            (1, 1) => "one value".to_string(),
            (f, m) if f == m => format!("{f} values"),
            (f, usize::MAX) => format!("{f} or more values"),
            (f, m) => format!("{f} to {m} values"),
        };
        let span = list[0].1.to(list[found - 1].1);
        let message = format!("{}: {} has {wanted}, not {found}", self.who, argument.name);
        let d = Diagnostic::error("adm-wrong-count", span, message);
        let decimal = matches!(argument.kind, Kind::Number | Kind::Numbers(..));
        let single = most == 1;
        self.report(match (&argument.kind, found) {
            _ if decimal && single && found == 2 => {
                d.help("decimals are written with a point: a comma separates values")
            }
            (Kind::Id, 3) => d.help(format!(
                "{} is the id of an element: coordinates stand in that element",
                argument.name
            )),
            _ => d,
        });
        false
    }

    fn in_range(&mut self, argument: &Argument, x: f64, span: Span) -> bool {
        let holds = argument.range.holds(x);
        if !holds {
            let message = format!("{} has to be {}", argument.name, argument.range.words());
            self.error("adm-out-of-range", span, message);
        }
        holds
    }

    fn numbers(
        &mut self,
        argument: &Argument,
        keyword: Span,
        counts: (usize, usize),
    ) -> Option<Value> {
        let list = self.literals(argument, keyword)?;
        if list.len() < counts.0
            && let Some((start, end)) = self.stray_word()
        {
            let message = format!("{}: {} is not a number", self.who, &self.text[start..end]);
            let d = Diagnostic::error("adm-bad-number", self.span(start, end), message);
            self.report(
                match self.text[start..end].starts_with(['O', 'o', 'l', 'I']) {
                    true => d.help("a letter stands in the place of a digit"),
                    false => d,
                },
            );
            self.at = end;
            self.recover();
            return None;
        }
        let mut sound = self.count(argument, &list, counts);
        for (literal, span) in &list {
            sound &= self.in_range(argument, literal.value, *span);
        }
        let numbers = list.into_iter().map(|(l, s)| (l.value, s)).collect();
        sound.then_some(Value::Numbers(numbers))
    }

    /// The word after a list of values that is neither an argument nor the name of one.
    fn stray_word(&self) -> Option<(usize, usize)> {
        let start = separators(self.text, self.at).end;
        let end = start + word_length(&self.text[start..]);
        let word = &self.text[start..end];
        let assigned = self.text[end..].trim_start().starts_with('=');
        let names = self.syntax.arguments.iter().map(Argument::names);
        let unknown = matches!(keyword::find(word, names), Match::Unknown);
        (!word.is_empty() && !assigned && unknown).then_some((start, end))
    }

    fn integer(&mut self, argument: &Argument, keyword: Span) -> Option<Value> {
        let list = self.literals(argument, keyword)?;
        let (literal, span) = list[0];
        if !self.count(argument, &list, (1, 1)) || !self.in_range(argument, literal.value, span) {
            return None;
        }
        if literal.value.fract() != 0.0 || literal.value.abs() > f64::from(u32::MAX) {
            let message = format!("{}: {} is a whole number", self.who, argument.name);
            let d = Diagnostic::error("adm-bad-value", span, message);
            self.report(match (argument.name, literal.value < 1.0) {
                ("STEPS", true) => d.help("the time between two outputs is DTOUT"),
                _ => d,
            });
            return None;
        }
        Some(Value::Numbers(vec![(literal.value, span)]))
    }

    fn ids(&mut self, argument: &Argument, keyword: Span, counts: (usize, usize)) -> Option<Value> {
        let list = self.literals(argument, keyword)?;
        if !self.count(argument, &list, counts) {
            return None;
        }
        let mut sound = true;
        let mut ids = Vec::with_capacity(list.len());
        for (literal, span) in list {
            if literal.whole && literal.value >= 1.0 && literal.value <= f64::from(u32::MAX) {
                ids.push((literal.value as u32, span));
            } else {
                sound = false;
                let message = format!("{} is an id, a positive whole number", argument.name);
                self.error("adm-bad-id", span, message);
            }
        }
        sound.then_some(Value::Ids(ids))
    }

    /// The raw text up to the next separator or one of `also`, trimmed. A quoted text ends at its quote.
    fn raw(&mut self, also: &[char]) -> (usize, usize) {
        self.blanks();
        let start = self.at;
        let rest = &self.text[start..];
        if let Some(quoted) = rest.strip_prefix('"')
            && let Some(length) = quoted.find('"')
        {
            self.at = start + length + 2;
            return (start, self.at);
        }
        let length = rest
            .find(|c| c == ',' || c == CONT || also.contains(&c))
            .unwrap_or(rest.len());
        self.at = start + length;
        (start, start + rest[..length].trim_end().len())
    }

    fn words(
        &mut self,
        argument: &Argument,
        keyword: Span,
        choices: &'static [&'static str],
        several: bool,
    ) -> Option<Value> {
        self.gap();
        let mut list = Vec::new();
        loop {
            let (start, end) = self.raw(&[':', '\\']);
            if start == end {
                self.missing_value(argument, keyword);
                return None;
            }
            let span = self.span(start, end);
            let word = unquote(&self.text[start..end]);
            list.push((self.choice(argument, word, choices, span)?, span));
            self.blanks();
            if several && self.peek() == Some(':') {
                self.at += 1;
                self.gap();
                continue;
            }
            return Some(Value::Words(list));
        }
    }

    /// The listed word that a word means.
    fn choice(
        &mut self,
        argument: &Argument,
        word: &str,
        choices: &'static [&'static str],
        span: Span,
    ) -> Option<String> {
        if choices.is_empty() {
            return Some(word.to_string());
        }
        match keyword::find(word, choices.iter().map(|c| [*c])) {
            Match::Found(k) => Some(choices[k].to_string()),
            Match::Ambiguous(list) => {
                let names: Vec<&str> = list.iter().map(|&k| choices[k]).collect();
                let message = format!(
                    "{}={word} may mean {}",
                    argument.name,
                    keyword::either(&names)
                );
                self.error("adm-ambiguous-value", span, message);
                None
            }
            Match::Unknown => {
                let name = match self.syntax.name {
                    "UNITS" => "adm-unknown-unit",
                    _ => "adm-bad-value",
                };
                let message = format!("{}: {} cannot be {word}", self.who, argument.name);
                let mut d = Diagnostic::error(name, span, message);
                if self.syntax.name == "UNITS"
                    && let Some(meant) = hints::unit(word, choices.iter().copied())
                {
                    d = d.help(format!("did you mean {meant}?"));
                }
                d = d.suggest(word, choices.iter().copied());
                if d.help.is_none() {
                    d = d.help(format!("it is one of {}", choices.join(", ")));
                }
                self.report(d);
                None
            }
        }
    }

    /// Texts with commas or colons between them; the list ends before `NAME=`.
    fn name_list(&mut self) -> Value {
        self.gap();
        let mut list = Vec::new();
        loop {
            let (start, end) = self.raw(&[':', '\\']);
            let name = unquote(&self.text[start..end]).to_string();
            list.push((name, self.span(start, end)));
            self.blanks();
            let here = &self.text[self.at..];
            let separated = here.starts_with([',', ':', CONT]);
            let ahead = here.trim_start_matches(|c: char| is_gap(c) || c == ':');
            let after = ahead[word_length(ahead)..].trim_start();
            if !separated || ahead.is_empty() || after.starts_with('=') {
                return Value::Words(list);
            }
            self.at += 1;
            self.gap();
        }
    }

    /// `library::a, library::b`; the list ends before `NAME=` and before a flag.
    fn routine_list(&mut self) -> Value {
        let flags = self
            .syntax
            .arguments
            .iter()
            .filter(|a| a.kind == Kind::Flag);
        let flags: Vec<&Argument> = flags.collect();
        let is_flag = |word: &str| {
            let mut names = flags.iter().flat_map(|a| a.names());
            names.any(|n| n.eq_ignore_ascii_case(word))
        };
        self.gap();
        let mut list = Vec::new();
        loop {
            let (start, end) = self.raw(&['\\']);
            let name = unquote(&self.text[start..end]).to_string();
            list.push((name, self.span(start, end)));
            self.blanks();
            let here = &self.text[self.at..];
            let ahead = here.trim_start_matches(is_gap);
            if !here.starts_with([',', CONT])
                || ahead.is_empty()
                || functions::begins_argument(ahead, &is_flag)
            {
                return Value::Words(list);
            }
            self.at += 1;
            self.gap();
        }
    }

    fn function(&mut self, argument: &Argument, keyword: Span) -> Option<Value> {
        self.gap();
        let mut start = self.at;
        let arguments = self.syntax.arguments;
        let is_flag = |word: &str| {
            let mut flags = arguments.iter().filter(|a| a.kind == Kind::Flag);
            flags.any(|a| a.names().any(|n| n.eq_ignore_ascii_case(word)))
        };
        if functions::begins_argument(&self.text[start..], &is_flag) {
            start = self.text[..start].trim_end_matches(is_gap).len();
        }
        let end = functions::function_end(self.text, start, is_flag);
        self.at = end;
        let end = start + self.text[start..end].trim_end_matches(is_gap).len();
        if end == start {
            self.missing_value(argument, keyword);
            return None;
        }
        if let Some(at) = self.text[self.at..].find(|c: char| !c.is_whitespace())
            && self.text[self.at + at..].starts_with('=')
        {
            let at = self.at + at;
            let what = "an expression has no equal sign: write the value alone".to_owned();
            self.error("adm-unexpected-text", self.span(at, at + 1), what);
            self.recover();
            return None;
        }
        let commas = functions::separating_continuations(self.text, start, end);
        for &at in &commas {
            let what = "the comma that continues the line is read as a separator too";
            let help = "end the line before with a comma";
            self.warning("adm-missing-comma", at, what, help);
        }
        let text = functions::function_text(&self.statement.body, start, end, &commas);
        match functions::user_call(&text) {
            Some(_) if argument.kind == Kind::Vector => {
                let what = format!(
                    "{} takes an expression; user-written code is called by FUNCTION",
                    argument.name
                );
                self.error("adm-bad-value", text.whole(), what);
                None
            }
            Some(Ok(user)) => Some(Value::Function(Function::User(user))),
            Some(Err(at)) => {
                let what = "USER takes numbers with commas between them, and nothing follows it";
                self.error("adm-bad-number", text.span(at, at + 1), what.into());
                None
            }
            None => {
                let mut found = Diagnostics::default();
                let value = if argument.kind == Kind::Vector {
                    let components = Expression::parse_vector(&text, &mut found);
                    components.map(|c| Value::Vector(Box::new(c.map(Function::Expression))))
                } else {
                    let expression = Expression::parse(text, Dialect::Adams, &mut found);
                    expression.map(|e| Value::Function(Function::Expression(e)))
                };
                for d in found {
                    self.reading.push(owned(self.who, d));
                }
                value
            }
        }
    }

    fn check_required(&mut self) {
        // After an error the argument may be there in a form that could not be read.
        if !self.args.sound || !self.args.refused.is_empty() {
            return;
        }
        for (k, argument) in self.syntax.arguments.iter().enumerate() {
            if argument.required && self.args.at(k).is_empty() {
                let message = format!("{} needs {}", self.who, argument.name);
                let span = self.statement.span;
                self.args.lost.push(argument.name);
                self.report(Diagnostic::error("adm-missing-argument", span, message));
            }
        }
    }
}

/// What stands between two arguments or values.
struct Gap {
    /// Where the next one starts.
    end: usize,
    /// Whether there is a separator, not only blanks.
    found: bool,
    /// The second of two written commas in a row.
    empty: Option<usize>,
}

fn separators(text: &str, start: usize) -> Gap {
    let mut gap = Gap {
        end: start,
        found: false,
        empty: None,
    };
    let mut commas = 0;
    for c in text[start..].chars() {
        match c {
            ',' => {
                commas += 1;
                if commas == 2 {
                    gap.empty = Some(gap.end);
                }
            }
            '\\' => commas = 0,
            CONT => {}
            c if c.is_whitespace() => {
                gap.end += c.len_utf8();
                continue;
            }
            _ => break,
        }
        gap.found = true;
        gap.end += c.len_utf8();
    }
    gap
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == CONT
}

/// Length of the name or number word at the beginning of a text.
fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len())
}

fn unquote(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|t| t.strip_suffix('"'))
        .unwrap_or(text)
}
