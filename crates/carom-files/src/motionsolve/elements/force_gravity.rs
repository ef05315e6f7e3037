//! Force_Gravity: the acceleration of gravity.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Section, number};

/// Force_Gravity
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[&[
        number("grav_x").dim("L·T⁻²").default("0"),
        number("grav_y").dim("L·T⁻²").default("0"),
        number("grav_z").dim("L·T⁻²").default("0"),
    ]],
    once: true,
    build: Some(build),
    ..Element::new(
        "Force_Gravity",
        "The acceleration of gravity, on the axes of the global frame.",
        "MotionSolve help, xml-format_10; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    b.model.gravity = r.numbers_of(["grav_x", "grav_y", "grav_z"]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, names_of};

    #[test]
    fn gravity() {
        assert_eq!(
            model_of("<Force_Gravity grav_z='-9810.'/>").gravity,
            [0.0, 0.0, -9810.0]
        );
        assert_eq!(
            names_of("<Force_Gravity/><FORCE_GRAVITY/>"),
            ["xml-duplicate-element"]
        );
        assert_eq!(
            names_of("<Force_Gravity grav_z='9,81'/>"),
            ["xml-bad-number"]
        );
    }
}
