//! Param_Linear: what a linear analysis gives.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Section, boolean, id, text, word};
use carom_model::Model;
use carom_model::analysis::LinearSettings;

const FILES: &str = "all results are always written, in forms of their own";
const ENERGIES: &str = "energies of modes are not computed";

/// Param_Linear
///
/// Without ids of its own, a linear analysis takes all inputs, outputs and states of the plant that the model has.
pub const ELEMENT: Element = Element {
    status: Status::Partial("eigenvalues, modes and state matrices; files in Carom's own forms"),
    section: Section::Both,
    attributes: &[&[
        text("anim_scale").ignored(FILES),
        word("balancing", &["TRUE", "FALSE", "AUTO"]).ignored("the matrix is always balanced"),
        boolean("disable_damping").default("FALSE"),
        boolean("eigen_analysis").default("TRUE"),
        word("gyroscopic", &["NONE", "PARTIAL", "FULL"])
            .ignored("all gyroscopic terms are always there"),
        id("pinput_id", &["Control_PlantInput"]),
        id("poutput_id", &["Control_PlantOutput"]),
        id("pstate_id", &["Reference_PlantState"]),
        text("write_simulinkmdl").ignored(FILES),
        text("write_matlabfiles").ignored(FILES),
        text("write_oml").ignored(FILES),
        text("write_eig_info").ignored(FILES),
        text("write_mkb").ignored(FILES),
        text("write_energy_dist").ignored(ENERGIES),
        text("write_energy_html").ignored(ENERGIES),
        text("ke_modes_exclude").ignored(ENERGIES),
        text("ke_modes_include").ignored(ENERGIES),
        text("se_modes_exclude").ignored(ENERGIES),
        text("se_modes_include").ignored(ENERGIES),
        text("de_modes_exclude").ignored(ENERGIES),
        text("de_modes_include").ignored(ENERGIES),
    ]],
    phase: 6,
    once: true,
    changes_motion: false,
    build: Some(build),
    command: Some(build),
    ..Element::new(
        "Param_Linear",
        "What a linear analysis gives.",
        "MotionSolve help, xml-format_76; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let inputs = b.find(r, "pinput_id", |m| &m.plant_inputs)?;
    let outputs = b.find(r, "poutput_id", |m| &m.plant_outputs)?;
    let states = b.find(r, "pstate_id", |m| &m.plant_states)?;
    let s = &mut b.model.settings.linear;
    for (given, list) in [
        (inputs, &mut s.inputs),
        (outputs, &mut s.outputs),
        (states, &mut s.states),
    ] {
        if let Some(id) = given {
            *list = vec![id];
        }
    }
    s.eigenvalues = r.flag("eigen_analysis").unwrap_or(s.eigenvalues);
    s.damping = r.flag("disable_damping").map_or(s.damping, |off| !off);
    Ok(())
}

/// The settings that hold, with all inputs, outputs and states where none is named.
pub fn complete(model: &Model) -> LinearSettings {
    let mut s = model.settings.linear.clone();
    for (list, table) in [
        (&mut s.inputs, &model.plant_inputs),
        (&mut s.outputs, &model.plant_outputs),
        (&mut s.states, &model.plant_states),
    ] {
        if list.is_empty() {
            list.extend(table.ids());
        }
    }
    s
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::model_with;
    use carom_model::Command;

    const PLANT: &str = "<Reference_Variable id='7' expr='1'/>
        <Control_PlantInput id='1' num_element='1' variable_id_list='7'/>
        <Control_PlantInput id='2' num_element='1' variable_id_list='7'/>";

    fn settings(model: &str, command: &str) -> carom_model::analysis::LinearSettings {
        let m = model_with(&format!("{PLANT}{model}"), command);
        match &m.commands[..] {
            [Command::Linear(s, _)] => s.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_inputs_or_the_one_that_is_named() {
        let linear = "<Simulate analysis_type='Linear'/>";
        let s = settings("", linear);
        assert_eq!(
            (s.inputs.len(), s.outputs.len(), s.eigenvalues, s.damping),
            (2, 0, true, true)
        );
        let s = settings(
            "<Param_Linear disable_damping='TRUE' eigen_analysis='NO' pinput_id='2'/>",
            linear,
        );
        assert_eq!(
            (s.inputs.len(), s.eigenvalues, s.damping),
            (1, false, false)
        );
        let s = settings("", &format!("<Param_Linear eigen_analysis='NO'/>{linear}"));
        assert!(!s.eigenvalues);
    }
}
