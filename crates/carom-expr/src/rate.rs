//! The time derivative of an expression, as an expression.
//!
//! By the rules of differentiation on the tree: an algebraic equation between states has rates that follow from it, and
//! written out they are functions like all others. What moves has its rate in the language: `DIF(1)` has `DIF1(1)`,
//! `DX(i,j,k)` has `VX(i,j,k,k)` (the derivative as seen from the axes that resolve it), `DM(i,j)` has `VR(i,j)`.

use crate::expression::Expression;
use crate::syntax::{BinaryOp, Kind, NodeId, UnaryOp};
use carom_base::{Diagnostics, SpannedText};
use std::cell::Cell;

/// The derivative of a part; none: it is constant.
type Rate = Result<Option<String>, String>;

impl Expression {
    /// Its derivative by time. `variable` gives the expression of a VARIABLE.
    ///
    /// # Errors
    /// The name of what has no derivative here, such as a law with branches or a velocity.
    pub fn time_derivative(
        &self,
        variable: &dyn Fn(u32) -> Option<Expression>,
    ) -> Result<Expression, String> {
        let left = Budget {
            parts: Cell::new(MOST_PARTS),
            levels: Cell::new(DEEPEST),
        };
        let text = rate_of(self, variable, &left)?.unwrap_or_else(|| "0".into());
        let mut d = Diagnostics::default();
        let parsed = Expression::parse(SpannedText::bare(text), self.dialect(), &mut d);
        parsed.ok_or_else(|| self.to_string())
    }
}

/// Most parts that are differentiated, those of variables counted wherever they stand: variables of themselves end here.
const MOST_PARTS: usize = 10_000;
/// Most levels of parts in parts, likewise.
const DEEPEST: usize = 500;
/// Characters of the longest derivative.
const LONGEST: usize = 100_000;

fn rate_of(e: &Expression, variable: &dyn Fn(u32) -> Option<Expression>, left: &Budget) -> Rate {
    let d = Differentiation {
        expression: e,
        variable,
        left,
    };
    d.rate(e.tree().root())
}

struct Differentiation<'a> {
    expression: &'a Expression,
    variable: &'a dyn Fn(u32) -> Option<Expression>,
    left: &'a Budget,
}

/// What may still be looked at.
struct Budget {
    parts: Cell<usize>,
    levels: Cell<usize>,
}

impl Differentiation<'_> {
    fn text(&self, id: NodeId) -> String {
        format!("({})", self.expression.tree().subtree(id))
    }

    fn rate(&self, id: NodeId) -> Rate {
        let Budget { parts, levels } = self.left;
        if parts.get() == 0 || levels.get() == 0 {
            return Err("an expression of so many parts".into());
        }
        parts.set(parts.get() - 1);
        levels.set(levels.get() - 1);
        let rate = self.rate_of_part(id);
        levels.set(levels.get() + 1);
        let rate = rate?;
        if rate.as_ref().is_some_and(|r| r.len() > LONGEST) {
            return Err("an expression of this length".into());
        }
        Ok(rate)
    }

    fn rate_of_part(&self, id: NodeId) -> Rate {
        match self.expression.tree().kind(id) {
            Kind::Number { .. } | Kind::Missing => Ok(None),
            Kind::Name(name) => match &**name {
                "TIME" => Ok(Some("1".into())),
                "PI" | "RTOD" | "DTOR" | "MODE" => Ok(None),
                other => Err(other.to_string()),
            },
            Kind::Unary(op, a) => Ok(self.rate(*a)?.map(|a| match op {
                UnaryOp::Minus => format!("(-{a})"),
                UnaryOp::Plus => a,
            })),
            Kind::Binary(op, a, b) => self.rate_of_two(*op, *a, *b),
            Kind::Call {
                name, arguments, ..
            } => self.rate_of_call(name, arguments),
        }
    }

    fn rate_of_two(&self, op: BinaryOp, a: NodeId, b: NodeId) -> Rate {
        let (da, db) = (self.rate(a)?, self.rate(b)?);
        let (a, b) = (self.text(a), self.text(b));
        Ok(match op {
            BinaryOp::Add => sum(da, db),
            BinaryOp::Subtract => sum(da, db.map(|d| format!("(-{d})"))),
            BinaryOp::Multiply => sum(
                da.map(|d| format!("({d}*{b})")),
                db.map(|d| format!("({a}*{d})")),
            ),
            BinaryOp::Divide => sum(
                da.map(|d| format!("({d}/{b})")),
                db.map(|d| format!("(-{a}*{d}/{b}**2)")),
            ),
            BinaryOp::Power => sum(
                da.map(|d| format!("({b}*{a}**({b} - 1)*{d})")),
                db.map(|d| format!("({a}**{b}*LOG({a})*{d})")),
            ),
        })
    }

    fn rate_of_call(&self, name: &str, arguments: &[NodeId]) -> Rate {
        let label = || {
            let text = self
                .expression
                .tree()
                .subtree(*arguments.first()?)
                .to_string();
            text.parse::<u32>().ok()
        };
        let listed = |k: usize| arguments.get(k).map_or("0".to_string(), |a| self.text(*a));
        match (name, arguments.len()) {
            ("DIF", 1) => Ok(Some(format!("DIF1{}", self.text(arguments[0])))),
            ("VARVAL", 1) => {
                let e = label().and_then(self.variable);
                rate_of(&e.ok_or(name)?, self.variable, self.left)
            }
            ("DX" | "DY" | "DZ", 1..=3) => {
                let [i, j, k] = [0, 1, 2].map(listed);
                Ok(Some(format!("V{}({i},{j},{k},{k})", &name[1..])))
            }
            ("DM", 1 | 2) => Ok(Some(format!("VR({},{})", listed(0), listed(1)))),
            (_, 1) => {
                let slope = slope(name, &self.text(arguments[0])).ok_or(name)?;
                let rate = self.rate(arguments[0])?;
                Ok(rate.map(|dx| format!("({slope}*{dx})")))
            }
            _ => Err(name.into()),
        }
    }
}

/// The derivative of an elementary function by its argument `x`.
fn slope(name: &str, x: &str) -> Option<String> {
    Some(match name {
        "SIN" => format!("COS({x})"),
        "COS" => format!("(-SIN({x}))"),
        "TAN" => format!("(1 + TAN({x})**2)"),
        "ASIN" => format!("(1/SQRT(1 - {x}**2))"),
        "ACOS" => format!("(-1/SQRT(1 - {x}**2))"),
        "ATAN" => format!("(1/(1 + {x}**2))"),
        "SINH" => format!("COSH({x})"),
        "COSH" => format!("SINH({x})"),
        "TANH" => format!("(1 - TANH({x})**2)"),
        "EXP" => format!("EXP({x})"),
        "LOG" => format!("(1/{x})"),
        "LOG10" => format!("(1/({x}*LOG(10)))"),
        "SQRT" => format!("(0.5/SQRT({x}))"),
        _ => return None,
    })
}

fn sum(a: Option<String>, b: Option<String>) -> Option<String> {
    match (a, b) {
        (Some(a), Some(b)) => Some(format!("({a} + {b})")),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Expression, NoTables, Tape};
    use carom_base::{Diagnostics, Dialect, SpannedText};

    fn parse(text: &str) -> Expression {
        let mut d = Diagnostics::default();
        let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
        e.unwrap_or_else(|| panic!("{text}: {d:?}"))
    }

    fn value(e: &Expression, time: f64) -> f64 {
        let mut d = Diagnostics::default();
        let tape = Tape::compile(e, &NoTables, &mut d).unwrap_or_else(|| panic!("{e}: {d:?}"));
        let inputs = vec![time; tape.inputs().len()];
        tape.eval_live(&inputs, &mut vec![0.0; tape.registers()])
    }

    /// Each rule against differences.
    #[test]
    fn rules_against_differences() {
        for text in [
            "3*TIME - 2/TIME + TIME**2.5 - 2**TIME*TIME",
            "-SIN(2*TIME)*COS(TIME)/TAN(0.3*TIME) + SQRT(TIME)",
            "ASIN(TIME/3) + ACOS(TIME/4) - ATAN(TIME)*TANH(TIME)",
            "SINH(TIME) - COSH(TIME)**2 + EXP(-TIME)*LOG(TIME) + LOG10(TIME)",
            "VARVAL(1)*TIME + PI",
        ] {
            let e = parse(&text.replace("VARVAL(1)", "(TIME**3)"));
            let rate = parse(text)
                .time_derivative(&|_| Some(parse("TIME**3")))
                .expect("all have a derivative");
            let rate = parse(&rate.to_string().replace("VARVAL(1)", "(TIME**3)"));
            let (t, h) = (1.3, 1e-5);
            let difference = (value(&e, t + h) - value(&e, t - h)) / (2.0 * h);
            // 1e-8: h² times a third derivative of order ten, and rounding/h
            assert!(
                (value(&rate, t) - difference).abs() < 1e-8,
                "{text}: {rate}"
            );
        }
    }

    /// Variables of themselves, and of so many variables that it would never end.
    #[test]
    fn it_ends() {
        for text in ["VARVAL(1)", "VARVAL(1)*VARVAL(2)"] {
            assert!(
                parse(text)
                    .time_derivative(&|_| Some(parse("VARVAL(1)*VARVAL(2)")))
                    .is_err()
            );
        }
    }

    #[test]
    fn what_moves_has_its_rate() {
        let rate = |text: &str| {
            parse(text)
                .time_derivative(&|_| None)
                .map(|e| e.to_string())
        };
        assert_eq!(rate("DIF(1) - DIF(2)").as_deref(), Ok("DIF1(1) + -DIF1(2)"));
        assert_eq!(rate("DX(1,2,3)").as_deref(), Ok("VX(1, 2, 3, 3)"));
        assert_eq!(rate("DM(1)").as_deref(), Ok("VR(1, 0)"));
        assert_eq!(rate("7").as_deref(), Ok("0"));
        for (text, what) in [
            ("VX(1)", "VX"),
            ("STEP(TIME,0,0,1,1)", "STEP"),
            ("ABS(TIME)", "ABS"),
            ("VARVAL(1)", "VARVAL"),
        ] {
            assert_eq!(rate(text).err().as_deref(), Some(what));
        }
    }
}
