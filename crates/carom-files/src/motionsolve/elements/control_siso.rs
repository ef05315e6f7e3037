//! Control_SISO: a transfer function.

use crate::common::system;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Range, boolean, id, integer, numbers};
use carom_model::LinearSystem;

const ARRAY: &[&str] = &["Reference_Array"];

/// Control_SISO
///
/// The coefficients are those of s⁰, s¹, ... The states are those of the controllable canonical form, and start at zero: with
/// denominator a and input u they are z, z', z'', ... of `a₀·z + a₁·z' + ... = u`.
pub const ELEMENT: Element = Element {
    attributes: &[
        LABELLED,
        &[
            id("x_array_id", ARRAY),
            id("y_array_id", ARRAY).required(),
            id("u_array_id", ARRAY).required(),
            boolean("is_static_hold").default("FALSE"),
            integer("num_numerator_coef").range(Range::Positive),
            numbers("numerator_coef").required(),
            integer("num_denominator_coef").range(Range::Positive),
            numbers("denominator_coef").required(),
        ],
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Control_SISO",
        "A transfer function.",
        "MotionSolve help, xml-format_53",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let coefficients = |name: &str| -> Vec<f64> { r.list(name).iter().map(|(x, _)| *x).collect() };
    let (numerator, denominator) = (
        coefficients("numerator_coef"),
        coefficients("denominator_coef"),
    );
    for (count, list) in [
        ("num_numerator_coef", &numerator),
        ("num_denominator_coef", &denominator),
    ] {
        if r.number(count).is_some_and(|n| n as usize != list.len()) {
            let what = format!("{} coefficients do not fit {count}", list.len());
            return Err(b.error(r, "xml-array-size", r.place(count), &what));
        }
    }
    let Some([a, input, c, d]) = LinearSystem::transfer_function(&numerator, &denominator) else {
        let what = system::transfer_problem(&numerator, &denominator).unwrap_or_default();
        return Err(b.error(
            r,
            "xml-transfer-function",
            r.place("denominator_coef"),
            what,
        ));
    };
    let system = LinearSystem {
        tag: r.tag(),
        states: b.find(r, "x_array_id", |m| &m.arrays)?,
        inputs: b.find(r, "u_array_id", |m| &m.arrays)?,
        outputs: b.find(r, "y_array_id", |m| &m.arrays)?,
        a,
        b: input,
        c,
        d,
        initial: Vec::new(),
        static_hold: r.flag("is_static_hold").unwrap_or(false),
    };
    if !system.a.is_empty() {
        b.needs(r, system.states, "x_array_id")?;
    }
    check_arrays(r, b, &system)?;
    b.insert(|m| &mut m.transfer_functions, system)
}

/// Reports the first array that does not fit a linear system.
pub fn check_arrays(r: &Record, b: &mut Builder, s: &LinearSystem) -> Built {
    let Some((role, kind, what)) = system::problems(&b.model, s).into_iter().next() else {
        return Ok(());
    };
    let name = if kind {
        "xml-array-type"
    } else {
        "xml-array-size"
    };
    let role = format!("{role:?}").to_lowercase();
    let names = [
        format!("{role}_array_id"),
        format!("{role}_solver_array_id"),
    ];
    let place = names
        .iter()
        .find_map(|n| r.syntax.position(n).map(|_| r.place(n)));
    Err(b.error(r, name, place.unwrap_or(r.span), &what))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};

    const ARRAYS: &str = "<Reference_Variable id='7' expr='TIME'/>
        <Reference_Array id='1' type='X' num_element='2'/><Reference_Array id='2' type='U' variable_id='7'/>
        <Reference_Array id='3' type='Y' num_element='1'/>";

    #[test]
    fn a_second_order_lag() {
        let m = model_of(&format!(
            "{ARRAYS}<Control_SISO id='4' x_array_id='1' u_array_id='2' y_array_id='3' is_static_hold='TRUE'
              num_numerator_coef='1' numerator_coef='4.' num_denominator_coef='3' denominator_coef='4. 2. 1.'/>
             <Reference_Variable id='8' expr='ARYVAL(3,1)+ARYVAL(1,2)'/>"
        ));
        let s = find(&m.transfer_functions, 4);
        assert_eq!(s.a, [[0.0, 1.0], [-4.0, -2.0]]);
        assert_eq!(s.c, [[4.0, 0.0]]);
        assert!(s.static_hold);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| {
            names_of(&format!(
                "{ARRAYS}<Control_SISO id='4' u_array_id='2' y_array_id='3' {a}/>"
            ))
        };
        let x = "x_array_id='1' numerator_coef='1'";
        refused(
            &names("numerator_coef='1' denominator_coef='1 1 1'"),
            "xml-missing-attribute",
        );
        refused(
            &names(&format!("{x} denominator_coef='1 1'")),
            "xml-array-size",
        );
        refused(
            &names(&format!(
                "{x} denominator_coef='1 1 1' num_denominator_coef='2'"
            )),
            "xml-array-size",
        );
        refused(
            &names(&format!("{x} denominator_coef='0'")),
            "xml-transfer-function",
        );
        refused(
            &names("x_array_id='3' numerator_coef='1' denominator_coef='1 1 1'"),
            "xml-array-type",
        );
    }
}
