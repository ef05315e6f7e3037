//! A use of a function: what its name means and what stands in its parentheses.

use super::{FUNCTIONS, Function, Status, lookup};
use crate::syntax::excerpt;
use crate::syntax::{Kind, NodeId, Place, Tree, UnaryOp};
use crate::tape::{Builder, Value};
use carom_base::{Diagnostic, Dialect};

/// A call with as many arguments as the function takes.
pub struct Call {
    pub function: &'static Function,
    /// The whole call.
    pub place: Place,
    /// `None` where an optional argument was left out.
    pub arguments: Vec<Option<NodeId>>,
}

fn language(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Adams => "Adams",
        Dialect::MotionSolve => "MotionSolve",
    }
}

/// The function of a name; `called` if parentheses follow it.
pub fn find(
    b: &mut Builder<'_>,
    name: &str,
    place: Place,
    called: bool,
) -> Option<&'static Function> {
    let span = b.span(place);
    let Some(function) = lookup(name, b.dialect) else {
        let d = unknown(b.dialect, name, called);
        return b.refuse(Diagnostic { span, ..d });
    };
    if called && !function.called {
        let d = Diagnostic::error(
            "expr-not-a-function",
            span,
            format!("{name} is a number, not a function"),
        )
        .label("takes no arguments")
        .help(format!("write {name} without parentheses"));
        return b.refuse(d);
    }
    if !called && function.called {
        let d = Diagnostic::error(
            "expr-arguments-expected",
            span,
            format!("{name} is a function and needs its arguments"),
        )
        .label("parentheses are missing")
        .help(format!("write {}", function.form()));
        return b.refuse(d);
    }
    if let Status::Refused(reason) = function.status {
        let d = Diagnostic::error(
            "expr-function-refused",
            span,
            format!("{name} is not supported: {reason}"),
        )
        .label("known, but not supported");
        return b.refuse(d);
    }
    Some(function)
}

fn unknown(dialect: Dialect, name: &str, called: bool) -> Diagnostic {
    let other = match dialect {
        Dialect::Adams => Dialect::MotionSolve,
        Dialect::MotionSolve => Dialect::Adams,
    };
    let none = carom_base::Span::NONE;
    if lookup(name, other).is_some() {
        return Diagnostic::error(
            "expr-other-language",
            none,
            format!("{name} is part of the {} language only", language(other)),
        )
        .label(format!("not known to {}", language(dialect)));
    }
    let d = if called {
        Diagnostic::error(
            "expr-unknown-function",
            none,
            format!("there is no function {}", excerpt(name)),
        )
    } else {
        Diagnostic::error(
            "expr-unknown-name",
            none,
            format!("there is no constant or variable {}", excerpt(name)),
        )
    };
    let d = d.label(format!("not known to {}", language(dialect)));
    // Letters typed for digits: le7, 1O.
    let digits = name.replace('L', "1").replace('O', "0");
    if digits != name && digits.parse::<f64>().is_ok() {
        return d.help(format!("did you mean the number {digits}?"));
    }
    if name == "T" {
        return d.help("did you mean TIME?");
    }
    if let Some((_, help)) = ELSEWHERE.iter().find(|(words, _)| words.contains(&name)) {
        return d.help(*help);
    }
    let names = FUNCTIONS
        .iter()
        .filter(|f| f.is_in(dialect))
        .map(|f| f.name);
    d.suggest(name, names)
}

/// Words for functions that other programs have, upper case, and what is written here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["POW", "POWER"], "a power is a**b"),
    (&["SQR", "SQUARE"], "a square is a**2"),
    (&["LN"], "the natural logarithm is LOG(a)"),
    (&["FABS"], "the absolute value is ABS(a)"),
    (&["SGN", "SIGNUM"], "the sign of a is SIGN(1, a)"),
    (&["ROUND", "NINT"], "the nearest whole number is ANINT(a)"),
    (
        &["INT", "TRUNC", "FIX"],
        "the number without its fraction is AINT(a)",
    ),
    (
        &["ANGLE", "ROT", "ROTATION"],
        "the angle of marker i against j about an axis of j is AX, AY or AZ(i, j)",
    ),
    (
        &["DIST", "DISTANCE", "DISP", "DISPLACEMENT"],
        "the distance of two markers is DM(i, j), its components are DX, DY, DZ(i, j, axes)",
    ),
    (
        &["VEL", "VELOCITY", "SPEED"],
        "components of a velocity are VX, VY, VZ(i, j, axes), its magnitude is VM(i, j), its rate of approach -VR(i, j)",
    ),
    (
        &["RAMP", "HEAVISIDE", "PULSE"],
        "a smooth step is STEP(x, x0, h0, x1, h1), a sudden one IF(x: if negative, if zero, if positive)",
    ),
    (&["ARCSIN"], "the inverse sine is ASIN(a)"),
    (&["ARCCOS"], "the inverse cosine is ACOS(a)"),
    (
        &["ARCTAN", "ATN"],
        "the inverse tangent is ATAN(a), or ATAN2(y, x)",
    ),
    (
        &["DEG", "RAD", "DEGREES", "RADIANS", "DEG2RAD", "RAD2DEG"],
        "30D is an angle of 30 degrees; a*RTOD is a in degrees, a*DTOR in radians",
    ),
];

impl Call {
    /// Checks the number of arguments.
    pub fn new(
        b: &mut Builder<'_>,
        function: &'static Function,
        place: Place,
        given: &[NodeId],
    ) -> Option<Self> {
        let arguments = left_out(b, function, given)?;
        let (count, fewest, most) = (arguments.len(), function.fewest(), function.most());
        if count < fewest || count > most {
            let wanted = if fewest == most {
                format!("{fewest}")
            } else {
                format!("{fewest} to {most}")
            };
            let (name, span) = if count < fewest {
                ("expr-too-few-arguments", b.span(place))
            } else {
                let extra = b.tree.place(given[given.len() - 1]);
                ("expr-too-many-arguments", b.span(extra))
            };
            let d = Diagnostic::error(
                name,
                span,
                format!(
                    "{} takes {wanted} argument{}, not {count}",
                    function.name,
                    if most == 1 { "" } else { "s" }
                ),
            )
            .label(if count < fewest {
                "arguments are missing"
            } else {
                "one too many"
            })
            .help(format!("write {}", function.form()));
            return b.refuse(d);
        }
        Some(Self {
            function,
            place,
            arguments,
        })
    }

    pub fn lower(&self, b: &mut Builder<'_>) -> Option<Value> {
        (self.function.lower)(b, self)
    }

    fn node(&self, i: usize) -> Option<NodeId> {
        self.arguments.get(i).copied().flatten()
    }

    pub fn place_of(&self, b: &Builder<'_>, i: usize) -> Place {
        self.node(i).map_or(self.place, |n| b.tree.place(n))
    }

    /// The node of an argument that cannot be left out.
    pub fn required(&self, i: usize) -> NodeId {
        self.node(i)
            .expect("the number of arguments was checked and this one is not optional")
    }

    /// The value of an argument that cannot be left out.
    pub fn value(&self, b: &mut Builder<'_>, i: usize) -> Option<Value> {
        b.value(self.required(i))
    }

    /// The values of all arguments; all are looked at for their errors.
    pub fn values(&self, b: &mut Builder<'_>) -> Option<Vec<Value>> {
        let values: Vec<Option<Value>> = (0..self.arguments.len())
            .map(|i| self.value(b, i))
            .collect();
        values.into_iter().collect()
    }

    /// A whole number written as such in `low..=high`; `None` (inside) if it was left out.
    pub fn whole(&self, b: &mut Builder<'_>, i: usize, low: u32, high: u32) -> Option<Option<u32>> {
        let Some(node) = self.node(i) else {
            return Some(None);
        };
        let mut at = node;
        while let Kind::Unary(UnaryOp::Plus, a) = b.tree.kind(at) {
            at = *a;
        }
        let argument = &self.function.arguments[i.min(self.function.arguments.len() - 1)];
        if let Kind::Number {
            value,
            degrees: false,
        } = b.tree.kind(at)
            && value.trunc() == *value
            && (f64::from(low)..=f64::from(high)).contains(value)
        {
            return Some(Some(*value as u32));
        }
        let d = Diagnostic::error(
            "expr-id-expected",
            b.span(b.tree.place(node)),
            format!(
                "argument {} of {} must be {}",
                argument.name,
                self.function.name,
                whole_range(low, high)
            ),
        )
        .label(argument.meaning);
        let named = matches!(b.tree.kind(at), Kind::Name(_));
        b.refuse(match named {
            true => d.help("functions name elements by their ids, which are whole numbers"),
            false => d,
        })
    }

    /// A label that must be given and is not 0.
    pub fn label(&self, b: &mut Builder<'_>, i: usize) -> Option<u32> {
        self.whole(b, i, 1, u32::MAX)?
    }

    /// A label that may be left out or 0.
    pub fn optional_label(&self, b: &mut Builder<'_>, i: usize) -> Option<Option<u32>> {
        let label = self.whole(b, i, 0, u32::MAX)?;
        Some(label.filter(|&l| l != 0))
    }
}

fn whole_range(low: u32, high: u32) -> String {
    match (low, high) {
        (1, u32::MAX) => "a whole number greater than 0".into(),
        (0, u32::MAX) => "a whole number, or 0 for the global frame".into(),
        _ => format!("a whole number from {low} to {high}"),
    }
}

/// The arguments of a call as the function counts them. Nothing between two commas is an argument left out where the
/// function has optional ones; of any other function the second comma is only the mark of a continuation line that was
/// kept, and counts for nothing.
pub fn counted(tree: &Tree, function: &Function, given: &[NodeId]) -> Vec<NodeId> {
    let gaps_count = function.arguments.iter().any(|a| a.optional);
    let counts = |n: &NodeId| gaps_count || *tree.kind(*n) != Kind::Missing;
    given.iter().copied().filter(counts).collect()
}

/// The arguments of a call, see [`counted`]; those left out take their default. Says what is missing or doubled.
fn left_out(
    b: &mut Builder<'_>,
    function: &Function,
    given: &[NodeId],
) -> Option<Vec<Option<NodeId>>> {
    let is_missing = |b: &Builder<'_>, n: NodeId| *b.tree.kind(n) == Kind::Missing;
    if function.arguments.iter().any(|a| a.optional) {
        for (i, &n) in given.iter().enumerate() {
            let optional = function.arguments.get(i).is_some_and(|a| a.optional);
            if is_missing(b, n) && !optional {
                let d = Diagnostic::error(
                    "expr-missing-argument",
                    b.span(b.tree.place(n)),
                    format!("argument {} of {} is missing", i + 1, function.name),
                )
                .label("nothing stands before this comma")
                .help(format!("write {}", function.form()));
                return b.refuse(d);
            }
        }
        let list = given.iter().map(|&n| (!is_missing(b, n)).then_some(n));
        return Some(list.collect());
    }
    if let Some(&n) = given.iter().find(|&&n| is_missing(b, n)) {
        let d = Diagnostic::warning(
            "expr-doubled-comma",
            b.span(b.tree.place(n)),
            format!(
                "two commas between arguments of {} count as one",
                function.name
            ),
        )
        .label("the second comma")
        .help("a comma that only continues a line is not a separator");
        b.diagnostics.push(d);
    }
    let list = counted(b.tree, function, given);
    Some(list.into_iter().map(Some).collect())
}
