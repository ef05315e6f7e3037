//! Sensor_Evaluate: what an event stores.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{FUNCTION_TYPE, LABELLED, Section, USERSUB, expression};

/// Sensor_Evaluate
///
/// It becomes part of each Sensor_Event that names it in `evaluate_id`; SENVAL then gives the value at the event.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[LABELLED, FUNCTION_TYPE, &[expression("expr")], USERSUB],
    phase: 7,
    build: Some(build),
    ..Element::new(
        "Sensor_Evaluate",
        "A function that is evaluated when an event happens.",
        "MotionSolve help, xml-format_98",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let function = b.needed_function(r, "expr")?;
    b.evaluations.insert(r.label, function);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};
    use carom_model::constraint::Function;

    #[test]
    fn becomes_part_of_the_event() {
        let m = model_of(
            "<Sensor_Event id='1' expr='TIME' value='1' evaluate_id='4'/><Sensor_Evaluate id='4' expr='2*TIME'/>",
        );
        let Some(Function::Expression(e)) = &find(&m.sensors, 1).evaluate else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "2*TIME");
    }

    #[test]
    fn refusals() {
        refused(
            &names_of("<Sensor_Evaluate id='4'/>"),
            "xml-missing-attribute",
        );
        refused(
            &names_of("<Sensor_Evaluate id='4' expr='DZ(77)'/>"),
            "xml-unknown-reference",
        );
    }
}
