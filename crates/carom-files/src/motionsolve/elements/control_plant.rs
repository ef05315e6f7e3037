//! Control_PlantInput, Control_PlantOutput, Reference_PlantState: inputs, outputs and states of a linear analysis.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::{Build, Element};
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, LABELLED, Range, USERSUB, ids, integer, number, word};
use carom_model::Plant;

const SAMPLING: &str = "it serves co-simulation";

const LIST: &[Attribute] = &[
    integer("num_element").range(Range::Positive),
    ids("variable_id_list", &["Reference_Variable"]).required(),
];

const SAMPLED: &[Attribute] = &[
    word("type", &["EXPRESSION", "USERSUB"]).ignored(SAMPLING),
    integer("hold_order").ignored(SAMPLING),
    number("sampling_period").ignored(SAMPLING),
    number("offset_time").ignored(SAMPLING),
];

const fn element(name: &'static str, text: &'static str, build: Build) -> Element {
    Element {
        status: Status::Partial("for linear analyses"),
        attributes: &[LABELLED, LIST, SAMPLED, USERSUB],
        phase: 4,
        changes_motion: false,
        build: Some(build),
        ..Element::new(name, text, "MotionSolve help, xml-format_51, xml-format_52")
    }
}

/// Control_PlantInput
pub const INPUT: Element = element(
    "Control_PlantInput",
    "Variables that are the inputs of the plant: a linear analysis adds a small number to each.",
    |r, b| {
        let plant = plant(r, b)?;
        b.insert(|m| &mut m.plant_inputs, plant)
    },
);

/// Control_PlantOutput
pub const OUTPUT: Element = element(
    "Control_PlantOutput",
    "Variables that are the outputs of the plant of a linear analysis.",
    |r, b| {
        let plant = plant(r, b)?;
        b.insert(|m| &mut m.plant_outputs, plant)
    },
);

/// Reference_PlantState
pub const STATE: Element = Element {
    status: Status::Full,
    attributes: &[LABELLED, LIST],
    ..element(
        "Reference_PlantState",
        "Variables, functions of positions, that a linear analysis takes as states; others complete them.",
        |r, b| {
            let plant = plant(r, b)?;
            b.insert(|m| &mut m.plant_states, plant)
        },
    )
};

fn plant(r: &Record, b: &mut Builder) -> Built<Plant> {
    if let Some(user) = r.syntax.position("type").and_then(|_| b.user_code(r)) {
        let reason = "its signals come from user-written code".to_string();
        return Err(Stop::Unsupported(reason, user.span));
    }
    let list = r.ids("variable_id_list").to_vec();
    let count = r.number("num_element").map(|n| n as usize);
    if count.is_some_and(|n| n != list.len()) {
        let what = format!(
            "variable_id_list holds {} ids, which is not num_element",
            list.len()
        );
        return Err(b.error(r, "xml-array-size", r.place("num_element"), &what));
    }
    let find = |(label, _)| b.model.variables.find(label).ok_or(Stop::Reported);
    Ok(Plant {
        tag: r.tag(),
        variables: list.into_iter().map(find).collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, label, model_of, names_of, refused};

    const VARIABLES: &str = "<Reference_Variable id='7' expr='1'/>
        <Reference_Variable id='8' expr='PINVAL(1,2)+POUVAL(2,1)'/>";

    #[test]
    fn lists_keep_their_order() {
        let m = model_of(&format!(
            "{VARIABLES}<Control_PlantInput id='1' num_element='2' variable_id_list='8, 7' sampling_period='0'/>
             <Control_PlantOutput id='2' num_element='1' variable_id_list='7'/>
             <Reference_PlantState id='3' variable_id_list='8'/>"
        ));
        let labels = |p: &carom_model::Plant| -> Vec<u32> {
            p.variables
                .iter()
                .map(|v| label(&m.variables, *v))
                .collect()
        };
        assert_eq!(labels(find(&m.plant_inputs, 1)), [8, 7]);
        assert_eq!(labels(find(&m.plant_outputs, 2)), [7]);
        assert_eq!(labels(find(&m.plant_states, 3)), [8]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| {
            names_of(&format!(
                "<Reference_Variable id='7' expr='1'/><Control_PlantInput id='1' {a}/>"
            ))
        };
        refused(&names("num_element='1'"), "xml-missing-attribute");
        refused(
            &names("num_element='2' variable_id_list='7'"),
            "xml-array-size",
        );
        refused(
            &names("num_element='1' variable_id_list='9'"),
            "xml-unknown-reference",
        );
        assert_eq!(
            names("variable_id_list='7' usrsub_param_string='USER(1)'"),
            ["xml-unsupported-reference"]
        );
    }
}
