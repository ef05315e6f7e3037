//! Expressions in other units: to the same value, by other numbers in the text.
//!
//! A number takes part in the dimension of what it stands with: in `IMPACT(DZ(1,2), VZ(1,2), 0.1, 1E5, 1.5, 50, 1E-4)` 0.1 is a
//! length and 1E5 a force over a length to the power 1.5; in `-1000*DX(1,2)`, wanted as a force, 1000 is a force over
//! a length. Such numbers are rewritten. Where no number can take up a change of units (`SIN(TIME)`, `VARVAL(1)*DX(1,2)`
//! as a force), the factor is written out: `SIN((TIME/1000))`. So every expression has a counterpart of the same value in any
//! units, whether or not its dimensions make sense.
//!
//! Two passes over the tree: from the leaves up, what dimension each part has by itself, if any; from the root down, what
//! dimension each part is wanted in. Elements that hold mere numbers (VARVAL, DIF, ARYVAL, splines) keep them.

use crate::functions::{Share, counted, lookup};
use crate::input::{FrictionQuantity, GenericForce, Incident, Input};
use crate::measure::Measure;
use crate::syntax::{BinaryOp, Kind, NodeId, UnaryOp};
use crate::{Expression, Uses};
use carom_base::dimension::symbols::{F, L, M, ONE, T};
use carom_base::{Diagnostic, Diagnostics, Dimension, Scale, SpannedText};

/// The dimension that a part of an expression has by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    /// It is measured: this one.
    Fixed(Dimension),
    /// Numbers in it take any; this one if nobody asks.
    Free(Dimension),
}

impl Own {
    fn dimension(self) -> Dimension {
        match self {
            Self::Fixed(d) | Self::Free(d) => d,
        }
    }

    fn is_free(self) -> bool {
        matches!(self, Self::Free(_))
    }
}

impl Input {
    /// The dimension of what it asks for.
    pub fn dimension(&self) -> Dimension {
        match self {
            Self::Time | Self::Statistic("HSIZE") => T,
            Self::Measure { measure, .. } => measure.dimension(),
            Self::GenericForce { force, .. } => {
                use GenericForce::{FM, FX, FY, FZ};
                match force {
                    FM | FX | FY | FZ => F,
                    _ => F * L,
                }
            }
            Self::ElementForce { component, .. } | Self::MultiPoint { component, .. } => {
                if *component <= 4 {
                    F
                } else {
                    F * L
                }
            }
            Self::Friction { quantity, .. } => match quantity {
                FrictionQuantity::Force => F,
                FrictionQuantity::Torque => F * L,
                FrictionQuantity::Slip => L / T,
                FrictionQuantity::Spin => ONE / T,
                FrictionQuantity::Creep => L,
                FrictionQuantity::Coefficient
                | FrictionQuantity::TurningCoefficient
                | FrictionQuantity::Sticking => ONE,
            },
            Self::DiffRate(_) => ONE / T,
            Self::KineticEnergy(_) => M * L * L / T / T,
            Self::Incident(what) => match what {
                Incident::Depth => L,
                Incident::DepthRate => L / T,
                Incident::Volume => L.power(3.0),
                Incident::Area => L * L,
            },
            _ => ONE,
        }
    }
}

impl Measure {
    fn dimension(self) -> Dimension {
        use Measure::*;
        match self {
            DX | DY | DZ | DM => L,
            VX | VY | VZ | VM | VR => L / T,
            WX | WY | WZ | WM => ONE / T,
            ACCX | ACCY | ACCZ | ACCM => L / T / T,
            WDTX | WDTY | WDTZ | WDTM => ONE / T / T,
            _ => ONE,
        }
    }
}

impl Expression {
    /// The dimension of its value, as far as that can be told from what it measures: where only numbers decide, that of the
    /// measured factors.
    pub fn dimension(&self) -> Dimension {
        let units = Units::new(self);
        units.own[units.own.len() - 1].dimension()
    }

    /// The same expression in other units, its value of dimension `wanted`.
    ///
    /// Errors: `convert-user-code` for `USER(...)`.
    pub fn in_units(&self, wanted: Dimension, scale: &Scale) -> Result<Self, Diagnostic> {
        if self.as_user().is_some() {
            let what = "user-written code computes in its own units";
            return Err(Diagnostic::error("convert-user-code", self.span(), what));
        }
        let text = Units::new(self).rewritten(wanted, scale);
        if text == self.text() {
            return Ok(self.clone());
        }
        let rewritten = Self::parse(
            SpannedText::bare(text),
            self.dialect(),
            &mut Diagnostics::default(),
        );
        Ok(rewritten.expect("numbers and factors in place of numbers and factors"))
    }
}

struct Units<'a> {
    expression: &'a Expression,
    /// Of each node.
    own: Vec<Own>,
    /// The value of nodes that are made of numbers alone.
    constant: Vec<Option<f64>>,
}

/// What is put in at a place of the text, in place of the text up to another.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

impl<'a> Units<'a> {
    fn new(expression: &'a Expression) -> Self {
        let n = expression.tree().len();
        let mut units = Self {
            expression,
            own: Vec::with_capacity(n),
            constant: Vec::with_capacity(n),
        };
        // Children stand before their parents.
        for k in 0..n {
            let id = NodeId(k as u32);
            let constant = units.constant_of(id);
            units.constant.push(constant);
            let own = units.own_of(id);
            units.own.push(own);
        }
        units
    }

    fn kind(&self, id: NodeId) -> &'a Kind {
        self.expression.tree().kind(id)
    }
    fn own(&self, id: NodeId) -> Own {
        self.own[id.0 as usize]
    }
    fn constant(&self, id: NodeId) -> Option<f64> {
        self.constant[id.0 as usize]
    }

    fn constant_of(&self, id: NodeId) -> Option<f64> {
        Some(match self.kind(id) {
            Kind::Number { value, .. } => *value,
            Kind::Unary(UnaryOp::Minus, a) => -self.constant(*a)?,
            Kind::Unary(UnaryOp::Plus, a) => self.constant(*a)?,
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.constant(*a)?, self.constant(*b)?);
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Subtract => a - b,
                    BinaryOp::Multiply => a * b,
                    BinaryOp::Divide => a / b,
                    BinaryOp::Power => a.powf(b),
                }
            }
            _ => return None,
        })
    }

    fn own_of(&self, id: NodeId) -> Own {
        match self.kind(id) {
            Kind::Number { .. } | Kind::Missing => Own::Free(ONE),
            Kind::Name(name) => match &**name {
                "PI" | "RTOD" | "DTOR" => Own::Free(ONE),
                _ => Own::Fixed(self.asked(id).unwrap_or(ONE)),
            },
            Kind::Unary(_, a) => self.own(*a),
            Kind::Binary(op, a, b) => self.own_of_two(*op, *a, *b),
            Kind::Call {
                name, arguments, ..
            } => self.own_of_call(id, name, arguments),
        }
    }

    fn own_of_two(&self, op: BinaryOp, a: NodeId, b: NodeId) -> Own {
        let (own_a, own_b) = (self.own(a), self.own(b));
        let product = match op {
            BinaryOp::Add | BinaryOp::Subtract => return common([own_a, own_b]),
            BinaryOp::Multiply => own_a.dimension() * own_b.dimension(),
            BinaryOp::Divide => own_a.dimension() / own_b.dimension(),
            BinaryOp::Power => {
                return match (self.constant(b), own_a) {
                    (Some(n), Own::Fixed(d)) => Own::Fixed(d.power(n)),
                    (Some(n), Own::Free(d)) if n != 0.0 => Own::Free(d.power(n)),
                    _ => Own::Fixed(ONE),
                };
            }
        };
        match own_a.is_free() || own_b.is_free() {
            true => Own::Free(product),
            false => Own::Fixed(product),
        }
    }

    fn own_of_call(&self, id: NodeId, name: &str, arguments: &[NodeId]) -> Own {
        // Its points are places.
        if name == "CURVE" {
            return Own::Fixed(L);
        }
        let arguments = &self.counted(name, arguments)[..];
        let shares = self.shares(name, arguments);
        if shares.is_empty() {
            return Own::Fixed(self.asked(id).unwrap_or(ONE));
        }
        let of = |share: Share| {
            let list = arguments.iter().zip(&shares);
            list.filter(move |(_, s)| **s == share)
                .map(|(a, _)| self.own(*a))
        };
        let first = || of(Share::X).next().map_or(ONE, Own::dimension);
        if shares.iter().any(|s| matches!(s, Share::Stiffness(_))) {
            // A force against a distance, a torque against an angle.
            let x = first();
            return Own::Free(if x == L {
                F
            } else if x.is_one() {
                F * L
            } else {
                ONE
            });
        }
        if of(Share::Square).next().is_some() {
            return match common(of(Share::Square)) {
                Own::Fixed(d) => Own::Fixed(d.power(0.5)),
                Own::Free(d) => Own::Free(d.power(0.5)),
            };
        }
        let valued = shares
            .iter()
            .any(|s| matches!(s, Share::Value | Share::Coefficient(_)));
        match valued {
            true => common(of(Share::Value)),
            false => Own::Fixed(ONE),
        }
    }

    /// The arguments of a call as its function counts them.
    fn counted(&self, name: &str, arguments: &[NodeId]) -> Vec<NodeId> {
        match lookup(name, self.expression.dialect()) {
            Some(function) => counted(self.expression.tree(), function, arguments),
            None => arguments.to_vec(),
        }
    }

    /// How the arguments of a call share in dimensions; empty if they are mere numbers.
    fn shares(&self, name: &str, arguments: &[NodeId]) -> Vec<Share> {
        let Some(function) = lookup(name, self.expression.dialect()) else {
            return Vec::new();
        };
        let listed = function.scaling;
        let Some(last) = listed.last() else {
            return Vec::new();
        };
        let beyond = |k: usize| match last {
            Share::Coefficient(_) => Share::Coefficient((k + 1 - listed.len()) as u8),
            other => *other,
        };
        let shares: Vec<Share> = (0..arguments.len())
            .map(|k| listed.get(k).copied().unwrap_or_else(|| beyond(k)))
            .collect();
        // An exponent that is computed leaves the stiffness without a dimension of its own.
        let known = |s: &Share| match s {
            Share::Stiffness(e) => arguments
                .get(usize::from(*e))
                .is_some_and(|e| self.constant(*e).is_some()),
            _ => true,
        };
        match shares.iter().all(known) {
            true => shares,
            false => Vec::new(),
        }
    }

    /// The dimension of what a name or a call asks of the model, if that is all it does.
    fn asked(&self, id: NodeId) -> Option<Dimension> {
        let uses = |id: NodeId| self.expression.uses_of(id);
        let Uses {
            inputs, splines, ..
        } = uses(id);
        let [(input, _)] = &inputs[..] else {
            return None;
        };
        let own = match self.kind(id) {
            Kind::Call { arguments, .. } => {
                splines.is_empty() && arguments.iter().all(|a| uses(*a).inputs.is_empty())
            }
            _ => true,
        };
        own.then(|| input.dimension())
    }

    fn rewritten(&self, wanted: Dimension, scale: &Scale) -> String {
        let n = self.own.len();
        let text = self.expression.text();
        // What nobody asks for is no part of the expression.
        let mut want = vec![None; n];
        want[n - 1] = Some(wanted);
        let mut edits = Vec::new();
        for k in (0..n).rev() {
            let id = NodeId(k as u32);
            let Some(mut wanted) = want[k] else { continue };
            let place = self.expression.tree().place(id);
            let (start, end) = (place.start as usize, place.end as usize);
            let fixed = match self.kind(id) {
                Kind::Number { value, degrees } => {
                    if !wanted.is_one() && *value != 0.0 {
                        edits.push(self.number(start, end, *degrees, *value, wanted, scale));
                    }
                    continue;
                }
                Kind::Name(_) => Some(self.own(id).dimension()),
                _ => match self.own(id) {
                    Own::Fixed(d) => Some(d),
                    Own::Free(_) => None,
                },
            };
            if let Some(fixed) = fixed.filter(|d| *d != wanted) {
                let factor = factor(scale, wanted / fixed);
                if !factor.is_empty() {
                    // A factor binds tighter than the signs of a sum.
                    let sum = matches!(
                        self.kind(id),
                        Kind::Binary(BinaryOp::Add | BinaryOp::Subtract, ..)
                    );
                    let (open, close) = if sum { ("((", ")") } else { ("(", "") };
                    edits.push(Edit {
                        start,
                        end: start,
                        text: open.into(),
                    });
                    edits.push(Edit {
                        start: end,
                        end,
                        text: format!("{close}{factor})"),
                    });
                }
                wanted = fixed;
            }
            self.pass_on(id, wanted, &mut want);
        }
        apply(text, edits)
    }

    /// The dimensions that the parts of a node are wanted in.
    fn pass_on(&self, id: NodeId, wanted: Dimension, want: &mut [Option<Dimension>]) {
        let mut ask = |id: NodeId, d: Dimension| want[id.0 as usize] = Some(d);
        match self.kind(id) {
            Kind::Number { .. } | Kind::Name(_) | Kind::Missing => {}
            Kind::Unary(_, a) => ask(*a, wanted),
            Kind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => {
                ask(*a, wanted);
                ask(*b, wanted);
            }
            Kind::Binary(BinaryOp::Power, a, b) => {
                ask(*b, ONE);
                match self.constant(*b) {
                    Some(n) if n != 0.0 => ask(*a, wanted.power(1.0 / n)),
                    _ => ask(*a, ONE),
                }
            }
            Kind::Binary(op, a, b) => {
                let (own_a, own_b) = (self.own(*a), self.own(*b));
                let divided = *op == BinaryOp::Divide;
                // A plain number takes the change rather than a law or a step.
                let plain = |id: NodeId| self.constant(id).is_some();
                let first = own_a.is_free() && (plain(*a) || !own_b.is_free() || !plain(*b));
                if first {
                    let b_is = own_b.dimension();
                    ask(*b, b_is);
                    ask(
                        *a,
                        if divided {
                            wanted * b_is
                        } else {
                            wanted / b_is
                        },
                    );
                } else {
                    let a_is = own_a.dimension();
                    ask(*a, a_is);
                    ask(
                        *b,
                        if divided {
                            a_is / wanted
                        } else {
                            wanted / a_is
                        },
                    );
                }
            }
            Kind::Call {
                name, arguments, ..
            } => {
                let arguments = &self.counted(name, arguments)[..];
                let mut shares = self.shares(name, arguments);
                if shares.is_empty() {
                    shares = vec![Share::Number; arguments.len()];
                }
                let first = shares.iter().position(|s| *s == Share::X);
                let x = first.map_or(ONE, |k| self.own(arguments[k]).dimension());
                for (argument, share) in arguments.iter().zip(&shares) {
                    let d = match share {
                        Share::Number => ONE,
                        Share::Own => self.own(*argument).dimension(),
                        Share::X => x,
                        Share::PerX => ONE / x,
                        Share::Rate => x / T,
                        Share::Time => T,
                        Share::Value => wanted,
                        Share::Coefficient(n) => wanted / x.power(f64::from(*n)),
                        Share::Square => wanted.power(2.0),
                        Share::Stiffness(e) => {
                            let e = self.constant(arguments[usize::from(*e)]);
                            wanted / x.power(e.unwrap_or(1.0))
                        }
                        Share::Damping => wanted * T / x,
                    };
                    ask(*argument, d);
                }
            }
        }
    }

    fn number(
        &self,
        start: usize,
        end: usize,
        degrees: bool,
        value: f64,
        wanted: Dimension,
        scale: &Scale,
    ) -> Edit {
        let old = &self.expression.text()[start..end];
        let around = |c: char| c == '(' || c == ')' || c.is_whitespace() || c == ',';
        let inner = old.trim_matches(around);
        let digits = inner.trim_end_matches(['d', 'D']);
        // As many degrees as stand there, not as many as the radians come to.
        let written = match digits.parse::<f64>() {
            Ok(x) if degrees => x,
            _ if degrees => value.to_degrees(),
            _ => value,
        };
        let suffix = if degrees { "D" } else { "" };
        let text = format!("{}{suffix}", digits_of(scale.apply(written, wanted)));
        Edit {
            start,
            end,
            text: if inner.is_empty() {
                text
            } else {
                old.replacen(inner, &text, 1)
            },
        }
    }
}

/// The first measured one; if there is none, the first that is no mere number.
fn common(list: impl IntoIterator<Item = Own>) -> Own {
    let mut free = ONE;
    for own in list {
        match own {
            Own::Fixed(_) => return own,
            Own::Free(d) if free.is_one() => free = d,
            Own::Free(_) => {}
        }
    }
    Own::Free(free)
}

/// `*1000`, `/1000`; empty if the factor is 1.
fn factor(scale: &Scale, dimension: Dimension) -> String {
    let times = scale.factor(dimension);
    let over = scale.factor(ONE / dimension);
    let (times_text, over_text) = (digits_of(times), digits_of(over));
    match () {
        () if times == 1.0 => String::new(),
        () if over_text.len() < times_text.len() => format!("/{over_text}"),
        () => format!("*{times_text}"),
    }
}

/// The shortest digits that read back as the same number, in the manner of the language.
fn digits_of(x: f64) -> String {
    let text = format!("{x:?}").replace('e', "E");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    // Of those at one place, parentheses close from the inside out and open from the outside in, and numbers stand
    // between: the edits came from the outside in.
    let mut closing: Vec<Edit> = Vec::new();
    let mut others: Vec<Edit> = Vec::new();
    for e in edits.drain(..) {
        match e.text.ends_with(')') && e.start == e.end {
            true => closing.push(e),
            false => others.push(e),
        }
    }
    closing.reverse();
    closing.sort_by_key(|e| e.start);
    others.sort_by_key(|e| e.start);
    let mut out = String::with_capacity(text.len());
    let (mut at, mut closing) = (0, closing.into_iter().peekable());
    let mut close_up_to = |limit: usize, at: &mut usize, out: &mut String| {
        while let Some(e) = closing.next_if(|e| e.start <= limit) {
            out.push_str(&text[*at..e.start]);
            out.push_str(&e.text);
            *at = e.start;
        }
    };
    for e in others {
        close_up_to(e.start, &mut at, &mut out);
        out.push_str(&text[at..e.start]);
        out.push_str(&e.text);
        at = e.end;
    }
    close_up_to(text.len(), &mut at, &mut out);
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::{Dialect, Units as System};

    /// From metre, kilogram, newton, second into millimetre, tonne, newton, millisecond.
    fn scale() -> Scale {
        let new = System::from_names("newton", "tonne", "millimeter", "millisecond");
        Scale::between(&System::si(), &new.expect("known names"))
    }

    fn parsed(text: &str) -> Expression {
        let mut d = Diagnostics::default();
        let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
        e.unwrap_or_else(|| panic!("{text}: {d:?}"))
    }

    fn converted(text: &str, wanted: Dimension) -> String {
        let e = parsed(text).in_units(wanted, &scale()).expect("no USER");
        e.text().to_owned()
    }

    #[test]
    fn numbers_take_part_in_dimensions() {
        let impact = "IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.1, 1.0E5, 2, 50.0, 1.0E-4)";
        assert_eq!(
            converted(impact, F),
            "IMPACT(DZ(20,10,10), VZ(20,10,10,10), 100, 0.1, 2, 50, 0.1)"
        );
        let cases = [
            (
                "-1000*DX(1,2) - 20 * VX(1,2)",
                F,
                "-1*DX(1,2) - 20 * VX(1,2)",
            ),
            ("0.5", L, "500"),
            ("30D*TIME", ONE, "0.03D*TIME"),
            ("SIN(2*PI*5*TIME)", ONE, "SIN(2*PI*0.005*TIME)"),
            ("0.01*SIN(TIME)", L, "10*SIN((TIME/1000))"),
            ("DX(1,2)", F, "(DX(1,2)/1000)"),
            ("VARVAL(3)*DX(1,2)", F, "(VARVAL(3)*DX(1,2)/1000)"),
            (
                "STEP(TIME, 0, 0, 0.5, 0.1)",
                L,
                "STEP(TIME, 0, 0, 500, 100)",
            ),
            ("IF(DX(1)-0.1: 0, 0, 5)", F, "IF(DX(1)-100: 0, 0, 5)"),
            ("DX(1,2)**2*3", F, "DX(1,2)**2*3E-6"),
            ("SQRT(DX(1)**2 + (0.25))", L, "SQRT(DX(1)**2 + (250000))"),
            ("CUBSPL(DX(1,2), 0, 7)", F, "CUBSPL((DX(1,2)/1000), 0, 7)"),
            (
                "CURVE(0.4*TIME-1, 0, 1, 8)",
                F,
                "(CURVE(0.0004*TIME-1, 0, 1, 8)/1000)",
            ),
            ("DELAY(DX(1,2), 0.1, 0.5)", L, "DELAY(DX(1,2), 100, 500)"),
            ("5*FRICTION(1,16)", F, "5*FRICTION(1,16)"),
            (
                "POLY(TIME, 1, 2, 3, 4)",
                L,
                "POLY(TIME, 1000, 2000, 3, 0.004)",
            ),
            ("MAX(0, 7*DX(1))", F, "MAX(0, 0.007*DX(1))"),
            ("JOINT(3,0,1,0) - 5", F, "JOINT(3,0,1,0) - 5"),
            ("JOINT(3,0,6,0) - 5", F * L, "JOINT(3,0,6,0) - 5000"),
            ("ATAN2(DX(1), DZ(1)+1)", ONE, "ATAN2(DX(1), DZ(1)+1000)"),
        ];
        for (text, wanted, expected) in cases {
            assert_eq!(converted(text, wanted), expected, "{text}");
        }
    }

    #[test]
    fn what_has_no_length_or_time_stays_as_it_is() {
        for text in ["VARVAL(1) + 3*DIF(2)", "30D", "AZ(1,2)*RTOD", "2*SIN(PI/4)"] {
            assert_eq!(converted(text, ONE), text);
        }
    }

    #[test]
    fn own_dimensions() {
        let own = |text: &str| parsed(text).dimension();
        assert_eq!(own("DX(1,2) - 1"), L);
        assert_eq!(own("2*VX(1,2)"), L / T);
        assert_eq!(own("IMPACT(DZ(1), VZ(1), 1, 2, 3, 4, 5)"), F);
        assert_eq!(own("IMPACT(AZ(1,2), WZ(1,2), 1, 2, 3, 4, 5)"), F * L);
        assert_eq!(own("WX(1,2)*DX(1,2)"), L / T);
        assert_eq!(own("VARVAL(1)"), ONE);
    }

    /// The value in the new units is the value in the old ones, carried over, whatever the inputs are.
    #[test]
    fn values_are_the_same() {
        let impact = "IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.9, 1.0E5, 2.2, 50.0, 1.0E-1)";
        let texts = [
            impact,
            "3*IMPACT(DX(1,2)+1, VX(1,2), 1.5, 100, 1.5, 25, 0.1) - 4*VX(1,2)**3",
            "-VARVAL(3)*(DX(1,2) - 0.5) + SIN(TIME)/(1 + DX(1,2)**2)",
            "BISTOP(AZ(1,2), WZ(1,2), -0.1, 0.2, 1E3, 1.5, 3, 0.05)",
            "STEP(DX(1,2), 0.1, -5, 0.9, VX(1,2)) + FORCOS(TIME, 0.1, 60D, 1, 2, 4)",
            "SHF(TIME, 0.1, 2, 3, 0.2, 1)*CHEBY(DX(1,2), 0.1, 1, 2, 3) + POLY(VX(1,2), 0.3, 1, -2, 3)",
            "IF(VX(1,2)-0.2: DX(1,2), 0.3, -DX(1,2)*ABS(DX(1,2))) - MOD(7*DX(1,2), 2)",
            "SQRT(DX(1,2)**2 + 0.3) + ATAN2(DX(1,2), 0.7) + SIGN(2, VX(1,2)) + EXP(-DX(1,2)/0.3)",
            "SFORCE(7,0,2,0)*0.5 + JOINT(1,0,7,0) - ACCX(1,2)*WDTZ(1,2) + 2**(DX(1,2))",
            "SWEEP(TIME, 3, 0.1, 1.5, 2, 4, 0.2) + MAX(DX(1,2), 0.1, VX(1,2)) + ((DX(1,2)+DZ(1,2)))",
        ];
        for (text, wanted) in texts
            .iter()
            .flat_map(|t| [(t, F), (t, ONE), (t, F * L / T)])
        {
            let old = parsed(text);
            let new = old.in_units(wanted, &scale()).expect("no USER");
            for k in 1..=4 {
                let x = |j: usize| (0.37 * (k * (j + 2)) as f64).sin();
                let value = |e: &Expression, input: &dyn Fn(usize, &Input) -> f64| {
                    let mut d = Diagnostics::default();
                    let tape = crate::Tape::compile(e, &crate::NoTables, &mut d);
                    let tape = tape.unwrap_or_else(|| panic!("{}: {d:?}", e.text()));
                    let inputs = tape.inputs().iter().enumerate();
                    let inputs: Vec<f64> = inputs.map(|(j, i)| input(j, i)).collect();
                    tape.eval_live(&inputs, &mut vec![0.0; tape.registers()])
                };
                let before = scale().apply(value(&old, &|j, _| x(j)), wanted);
                let after = value(&new, &|j, i| scale().apply(x(j), i.dimension()));
                // 1e-11: roundings of a few factors, enlarged by differences and by a power of a small difference
                let off = (before - after).abs();
                assert!(
                    off <= 1e-11 * (before.abs() + scale().factor(wanted)),
                    "{text}: {before} {after}"
                );
            }
        }
    }

    /// A comma that only continued a line does not shift what the arguments are.
    #[test]
    fn a_doubled_comma_is_no_argument() {
        for (text, wanted, right) in [
            (
                "IMPACT(DZ(1),, VZ(1), 1.0, 3800, 2.0, 25, 0.1)",
                F,
                "IMPACT(DZ(1),, VZ(1), 1000, 0.0038, 2.0, 25, 100)",
            ),
            (
                "BISTOP(DZ(1),, VZ(1), 1.0, 5,, 3800, 2.0, 25, 0.1)",
                F,
                "BISTOP(DZ(1),, VZ(1), 1000, 5000,, 0.0038, 2.0, 25, 100)",
            ),
            (
                "STEP(TIME,, 1, 0, 2, 40)",
                L,
                "STEP(TIME,, 1000, 0, 2000, 40000)",
            ),
        ] {
            assert_eq!(converted(text, wanted), right);
        }
        let names = parsed("IMPACT(DZ(1),, VZ(1), 1.0, 3800, 2.0, 25, 0.1)").literals();
        let k = names.iter().find(|l| l.name == "IMPACT.k").map(|l| l.value);
        assert_eq!(k, Some(3800.0));
    }

    #[test]
    fn user_code_is_refused() {
        let d = parsed("USER(1, 2)")
            .in_units(F, &scale())
            .expect_err("refused");
        assert_eq!(d.name, "convert-user-code");
    }
}
