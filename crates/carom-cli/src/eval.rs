//! `carom eval`.

use crate::args::{EvalArgs, Language};
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use carom::Evaluation;
use carom::base::Dialect;
use serde_json::json;
use std::fmt::Write;

pub fn eval(args: &EvalArgs) -> Exit {
    let mut lets: Vec<(String, f64)> = Vec::new();
    for text in &args.lets {
        match parse_let(text) {
            Some((name, _)) if lets.iter().any(|(n, _)| n.eq_ignore_ascii_case(&name)) => {
                err(&format!("error: --let gives {name} twice\n"));
                return Exit::Refused;
            }
            Some(pair) => lets.push(pair),
            None => {
                err(&format!(
                    "error: --let {text} is not NAME=NUMBER, such as x=0.95\n"
                ));
                return Exit::Refused;
            }
        }
    }
    let dialect = match args.language {
        Language::Adams => Dialect::Adams,
        Language::MotionSolve => Dialect::MotionSolve,
    };
    let (result, diagnostics, sources) = carom::evaluate(&args.expression, &lets, dialect);
    output::diagnostics(&diagnostics, &sources, Say::All);
    let Some(e) = result else {
        return Exit::Refused;
    };
    match (args.json, args.derivatives) {
        (true, true) => output::json(&e),
        (true, false) => output::json(&json!({ "value": e.value })),
        (false, derivatives) => out(&text(&e, derivatives)),
    }
    Exit::Done
}

fn parse_let(text: &str) -> Option<(String, f64)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    let word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let value: f64 = value.trim().parse().ok()?;
    (word && value.is_finite()).then(|| (name.to_owned(), value))
}

fn text(e: &Evaluation, derivatives: bool) -> String {
    let mut out = format!("{}\n", e.value);
    if !derivatives {
        return out;
    }
    for (name, d) in e.names.iter().zip(&e.gradient) {
        let _ = writeln!(out, "d/d{name} = {d}");
    }
    for (i, row) in e.second.iter().enumerate() {
        for (j, d) in row.iter().enumerate().take(i + 1) {
            let by = match i == j {
                true => format!("d{}²", e.names[i]),
                false => format!("d{} d{}", e.names[j], e.names[i]),
            };
            let _ = writeln!(out, "d²/{by} = {d}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets() {
        assert_eq!(parse_let("x=0.95"), Some(("x".into(), 0.95)));
        assert_eq!(parse_let(" v_1 = -2e3 "), Some(("v_1".into(), -2000.0)));
        for bad in ["x", "=1", "x=", "x=one", "1x=1", "a b=1", "x=inf", "x=NaN"] {
            assert_eq!(parse_let(bad), None, "{bad}");
        }
    }
}
