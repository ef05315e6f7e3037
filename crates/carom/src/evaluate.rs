//! Values and derivatives of an expression by itself, without a model.

use carom_base::{Diagnostic, Diagnostics, Dialect, Dual, Number, Sources, Span, SpannedText};
use carom_expr::spline::SplineTable;
use carom_expr::{Expression, Input, Tables, Tape};
use serde::Serialize;
use std::sync::Arc;

/// Value and derivatives of an expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The names that the derivatives are taken by, in the order they were given.
    pub names: Vec<String>,
    /// The value.
    pub value: f64,
    /// First derivatives, length n.
    pub gradient: Vec<f64>,
    /// Second derivatives, shape (n, n), symmetric.
    pub second: Vec<Vec<f64>>,
}

struct Names<'a>(&'a [String]);

impl Tables for Names<'_> {
    fn spline(&self, _: u32) -> Option<Arc<SplineTable>> {
        None
    }
    fn is_named(&self, name: &str) -> bool {
        self.position(name).is_some()
    }
}

impl Names<'_> {
    fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|n| n.eq_ignore_ascii_case(name))
    }
}

/// Evaluates `text` at `lets` (name, value). `TIME` is a name like others. On a switch (an edge of IF, STEP, IMPACT)
/// the derivatives are those of the branch in force.
///
/// Problems are in the diagnostics, whose places are in the sources; `None` if there are errors.
pub fn evaluate(
    text: &str,
    lets: &[(String, f64)],
    dialect: Dialect,
) -> (Option<Evaluation>, Diagnostics, Sources) {
    let (names, values): (Vec<_>, Vec<_>) = lets.iter().cloned().unzip();
    let (prepared, mut diagnostics, sources) = prepare(text, &names, dialect);
    let evaluation = prepared.and_then(|mut prepared| {
        let value = prepared.value(&values);
        if !value.is_finite() {
            diagnostics.push(prepared.not_finite(&values));
            return None;
        }
        let [gradient, second] = prepared.derivatives(&values);
        let n = names.len();
        Some(Evaluation {
            names,
            value,
            gradient,
            second: second.chunks(n.max(1)).map(<[f64]>::to_vec).collect(),
        })
    });
    (evaluation, diagnostics, sources)
}

/// An expression ready to be evaluated at many points.
pub struct Prepared {
    tape: Tape,
    span: Span,
    /// How many names there are, n.
    names: usize,
    /// Which name feeds each input of the tape.
    feeds: Vec<usize>,
    /// Inputs at the last point, their rates (none move), registers and modes.
    at: Vec<f64>,
    rates: Vec<f64>,
    registers: Vec<f64>,
    modes: Vec<i32>,
    jets: Vec<Jet>,
}

/// Reads an expression whose inputs have these names; see [`evaluate`].
pub fn prepare(
    text: &str,
    names: &[String],
    dialect: Dialect,
) -> (Option<Prepared>, Diagnostics, Sources) {
    let mut sources = Sources::default();
    let source = sources.add("<expression>", text.to_owned());
    let mut spanned = SpannedText::default();
    spanned.push(text, Span::new(source, 0, text.len()));
    let mut diagnostics = Diagnostics::default();
    let prepared = Prepared::new(spanned, names, dialect, &mut diagnostics);
    let accepted = prepared.filter(|_| !diagnostics.has_errors());
    (accepted, diagnostics, sources)
}

impl Prepared {
    fn new(
        text: SpannedText,
        names: &[String],
        dialect: Dialect,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let names = Names(names);
        let expression = Expression::parse(text, dialect, diagnostics)?;
        let tape = Tape::compile(&expression, &names, diagnostics)?;
        let mut feeds = Vec::new();
        for (k, input) in tape.inputs().iter().enumerate() {
            let name = match input {
                Input::Named(name) => name.as_str(),
                Input::Time => "TIME",
                _ => "",
            };
            match names.position(name) {
                Some(n) => feeds.push(n),
                None => diagnostics.push(needs(input, tape.input_span(k))),
            }
        }
        if feeds.len() < tape.inputs().len() {
            return None;
        }
        Some(Self {
            span: expression.span(),
            names: names.0.len(),
            at: vec![0.0; feeds.len()],
            rates: vec![0.0; feeds.len()],
            registers: vec![0.0; tape.registers()],
            modes: vec![0; tape.switches()],
            jets: vec![Jet::constant(0.0); feeds.len() + tape.registers()],
            feeds,
            tape,
        })
    }

    /// The value where the names have these values (n of them); not a finite number outside the domain.
    pub fn value(&mut self, values: &[f64]) -> f64 {
        for (x, &n) in self.at.iter_mut().zip(&self.feeds) {
            *x = values[n];
        }
        self.modes.fill(0);
        self.tape
            .settle(&self.at, &self.rates, &mut self.modes, &mut self.registers);
        self.tape.eval(&self.at, &self.modes, &mut self.registers)
    }

    /// First derivatives, (n,), and second ones, (n, n), row by row.
    pub fn derivatives(&mut self, values: &[f64]) -> [Vec<f64>; 2] {
        self.value(values);
        let n = self.names;
        let (mut first, mut second) = (vec![0.0; n], vec![0.0; n * n]);
        for i in 0..n {
            for j in 0..=i {
                let [along, across] = self.directional([i, j]);
                first[i] = along;
                second[i * n + j] = across;
                second[j * n + i] = across;
            }
        }
        [first, second]
    }

    /// ∂y/∂xᵢ and ∂²y/∂xᵢ∂xⱼ at the last point: the inner derivative goes along i, the outer one along j.
    fn directional(&mut self, [i, j]: [usize; 2]) -> [f64; 2] {
        let one_if = |hit: bool| f64::from(u8::from(hit));
        let (inputs, registers) = self.jets.split_at_mut(self.at.len());
        for ((jet, &x), &n) in inputs.iter_mut().zip(&self.at).zip(&self.feeds) {
            *jet = Jet {
                re: Dual {
                    re: x,
                    eps: [one_if(n == i)],
                },
                eps: [Dual::constant(one_if(n == j))],
            };
        }
        let y = self.tape.eval(inputs, &self.modes, registers);
        [y.re.eps[0], y.eps[0].eps[0]]
    }

    /// Which operation is the first without a finite value.
    pub fn not_finite(&mut self, values: &[f64]) -> Diagnostic {
        self.value(values);
        let fault = self.tape.fault(&self.at, &self.modes, &mut self.registers);
        let (message, span) =
            fault.unwrap_or_else(|| ("the value is not finite".into(), self.span));
        Diagnostic::error("session-not-finite", span, message)
    }
}

type Jet = Dual<Dual<f64, 1>, 1>;

fn needs(input: &Input, span: Span) -> Diagnostic {
    if *input == Input::Time {
        Diagnostic::error("session-needs-time", span, "TIME has no value")
            .help("give it one: --let TIME=0.5")
    } else {
        let message = format!("{input} needs a model");
        Diagnostic::error("session-needs-model", span, message)
            .help("put a name in its place and give it a value: --let x=0.95")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lets(list: &[(&str, f64)]) -> Vec<(String, f64)> {
        list.iter().map(|(n, x)| ((*n).to_owned(), *x)).collect()
    }

    fn value(text: &str, list: &[(&str, f64)]) -> Evaluation {
        let (e, d, _) = evaluate(text, &lets(list), Dialect::Adams);
        e.unwrap_or_else(|| panic!("{text}: {d:?}"))
    }

    fn refused(text: &str, list: &[(&str, f64)]) -> &'static str {
        let (e, d, _) = evaluate(text, &lets(list), Dialect::Adams);
        assert!(e.is_none());
        d.iter().next().expect("a diagnostic").name
    }

    /// 100·0.05¹·⁵ + step(0.05/0.1)·25·2 by hand.
    #[test]
    fn impact() {
        let e = value(
            "IMPACT(x, v, 1.0, 100, 1.5, 25, 0.1)",
            &[("x", 0.95), ("v", -2.0)],
        );
        let p: f64 = 0.05;
        let by_hand = 100.0 * p.powf(1.5) + 0.5 * 25.0 * 2.0;
        assert!((e.value - by_hand).abs() < 1e-12, "{}", e.value);
        // ∂F/∂v = −c(p), ∂²F/∂v² = 0, c(0.05) = 12.5 and c'(0.05) = 25·1.5/0.1 along p = 1 − x
        assert!((e.gradient[1] + 12.5).abs() < 1e-12);
        assert!(e.second[1][1].abs() < 1e-12);
        assert!((e.second[0][1] - 375.0).abs() < 1e-9);
        let slope = -150.0 * p.sqrt() + 375.0 * -2.0;
        assert!((e.gradient[0] - slope).abs() < 1e-9);
    }

    #[test]
    fn names_that_are_not_used_have_no_influence() {
        let e = value("a*a*b", &[("a", 3.0), ("z", 1.0), ("b", 5.0)]);
        assert_eq!(e.gradient, [30.0, 0.0, 9.0]);
        assert_eq!(
            e.second,
            [[10.0, 0.0, 6.0], [0.0, 0.0, 0.0], [6.0, 0.0, 0.0]]
        );
    }

    #[test]
    fn time_is_a_name() {
        assert_eq!(value("2*TIME", &[("time", 0.5)]).value, 1.0);
        assert_eq!(refused("2*TIME", &[]), "session-needs-time");
    }

    #[test]
    fn what_needs_a_model_says_so() {
        assert_eq!(refused("DZ(1,2)+1", &[]), "session-needs-model");
        assert_eq!(refused("1/x", &[("x", 0.0)]), "session-not-finite");
    }
}
