//! Elements and commands that are known and not supported.

use crate::motionsolve::element::Element;
use crate::motionsolve::syntax::{LABELLED, Section};

const FLEXIBLE: &str = "flexible bodies are not supported";
const CURVES: &str = "constraints on curves and surfaces are not supported";
const SHAPES: &str = "curves and surfaces are not supported";
const SYSTEMS: &str = "system elements are not supported";

/// An element without which a model moves differently.
const fn moving(
    name: &'static str,
    section: Section,
    text: &'static str,
    why: &'static str,
) -> Element {
    Element {
        section,
        attributes: &[LABELLED],
        ..Element::refused(name, text, "MotionSolve help", why)
    }
}

/// An element that moves nothing by itself; what uses it is not supported either.
const fn resting(name: &'static str, text: &'static str, why: &'static str) -> Element {
    Element {
        changes_motion: false,
        ..moving(name, Section::Model, text, why)
    }
}

/// A command.
const fn command(name: &'static str, text: &'static str, why: &'static str) -> Element {
    Element {
        attributes: &[],
        ..moving(name, Section::Command, text, why)
    }
}

/// Body_Flexible
pub const BODY_FLEXIBLE: Element = moving(
    "Body_Flexible",
    Section::Both,
    "A modal flexible body.",
    FLEXIBLE,
);

/// Constraint_CVSF
pub const CONSTRAINT_CVSF: Element = moving(
    "Constraint_CVSF",
    Section::Model,
    "A curve that touches a surface.",
    CURVES,
);

/// Constraint_Mate
pub const CONSTRAINT_MATE: Element = moving(
    "Constraint_Mate",
    Section::Model,
    "Faces or edges of two bodies that stay aligned.",
    "mates are not supported; Constraint_Joint and Constraint_Jprim hold bodies",
);

/// Constraint_PTdCV
pub const CONSTRAINT_PTDCV: Element = moving(
    "Constraint_PTdCV",
    Section::Model,
    "A marker that stays on a deformable curve.",
    CURVES,
);

/// Constraint_PTdSF
pub const CONSTRAINT_PTDSF: Element = moving(
    "Constraint_PTdSF",
    Section::Model,
    "A marker that stays on a deformable surface.",
    CURVES,
);

/// Constraint_PTSF
pub const CONSTRAINT_PTSF: Element = moving(
    "Constraint_PTSF",
    Section::Model,
    "A marker that stays on a surface.",
    CURVES,
);

/// Constraint_SFSF
pub const CONSTRAINT_SFSF: Element = moving(
    "Constraint_SFSF",
    Section::Model,
    "Two surfaces that touch.",
    CURVES,
);

/// Force_FlexModal
pub const FORCE_FLEXMODAL: Element = moving(
    "Force_FlexModal",
    Section::Model,
    "Modal forces on a flexible body.",
    FLEXIBLE,
);

/// Force_PTdSF
pub const FORCE_PTDSF: Element = moving(
    "Force_PTdSF",
    Section::Both,
    "A force between a marker and a deformable surface.",
    SHAPES,
);

/// Force_StateEqn
pub const FORCE_STATEEQN: Element = moving(
    "Force_StateEqn",
    Section::Both,
    "Forces from a system of equations.",
    SYSTEMS,
);

/// Reference_DeformCurve
pub const REFERENCE_DEFORMCURVE: Element =
    resting("Reference_DeformCurve", "A curve through markers.", SHAPES);

/// Reference_DeformSurface
pub const REFERENCE_DEFORMSURFACE: Element = resting(
    "Reference_DeformSurface",
    "A surface through markers.",
    SHAPES,
);

/// Reference_ParamSurface
pub const REFERENCE_PARAMSURFACE: Element =
    resting("Reference_ParamSurface", "A surface in space.", SHAPES);

/// Sensor_Proximity
pub const SENSOR_PROXIMITY: Element = moving(
    "Sensor_Proximity",
    Section::Both,
    "Watches the distance of two bodies.",
    "distances of bodies are not watched; Sensor_Event watches an expression",
);

/// Param_FreqResponse
pub const PARAM_FREQRESPONSE: Element = Element {
    attributes: &[],
    section: Section::Both,
    ..resting(
        "Param_FreqResponse",
        "The frequency response of a linear analysis.",
        "frequency responses are not computed",
    )
};

/// Save
pub const SAVE: Element = command(
    "Save",
    "Writes the model as it is.",
    "models are not written",
);

#[cfg(test)]
mod tests {
    use crate::common::coverage::Status;
    use crate::motionsolve::ELEMENTS;
    use crate::motionsolve::syntax::Section;
    use crate::motionsolve::testing::{model_with, names, names_of, read, read_with};
    use carom_model::Command;

    /// Every name of the language that the help and exported models show.
    const LANGUAGE_ELEMENTS: &[&str] = &[
        "Activate",
        "Body_Flexible",
        "Body_Point",
        "Body_Rigid",
        "Constraint_CVCV",
        "Constraint_CVSF",
        "Constraint_Coupler",
        "Constraint_Gear",
        "Constraint_General",
        "Constraint_Joint",
        "Constraint_Jprim",
        "Constraint_Mate",
        "Constraint_PTCV",
        "Constraint_PTSF",
        "Constraint_PTdCV",
        "Constraint_PTdSF",
        "Constraint_SFSF",
        "Constraint_UserConstr",
        "Control_Diff",
        "Control_PlantInput",
        "Control_PlantOutput",
        "Control_SISO",
        "Control_StateEqn",
        "Deactivate",
        "DebugOutput",
        "Force_Beam",
        "Force_Bushing",
        "Force_Contact",
        "Force_Field",
        "Force_FlexModal",
        "Force_Gravity",
        "Force_JointFriction",
        "Force_MultiPoint",
        "Force_PTdSF",
        "Force_Penalty",
        "Force_Scalar_TwoBody",
        "Force_SpringDamper",
        "Force_StateEqn",
        "Force_Vector_OneBody",
        "Force_Vector_TwoBody",
        "H3DOutput",
        "Load_Command",
        "Load_Model",
        "Motion_Joint",
        "Motion_Marker",
        "Param_FreqResponse",
        "Param_Linear",
        "Param_Simulation",
        "Param_Static",
        "Param_Transient",
        "Param_Unit",
        "Post_Graphic",
        "Post_Request",
        "Reference_Array",
        "Reference_DeformCurve",
        "Reference_DeformSurface",
        "Reference_Marker",
        "Reference_Matrix",
        "Reference_ParamCurve",
        "Reference_ParamSurface",
        "Reference_PlantState",
        "Reference_Spline",
        "Reference_String",
        "Reference_Variable",
        "ResOutput",
        "Save",
        "Sensor_Evaluate",
        "Sensor_Event",
        "Sensor_Proximity",
        "Simulate",
        "Stop",
        "UserProgramControl",
    ];

    #[test]
    fn every_element_of_the_language_is_known_once() {
        let known: Vec<&str> = ELEMENTS.iter().map(|e| e.name).collect();
        let missing = LANGUAGE_ELEMENTS.iter().filter(|n| !known.contains(n));
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<&&str>::new());
        let other = known.iter().filter(|n| !LANGUAGE_ELEMENTS.contains(n));
        assert_eq!(other.collect::<Vec<_>>(), Vec::<&&str>::new());
        assert_eq!(known.len(), LANGUAGE_ELEMENTS.len(), "a name stands twice");
    }

    #[test]
    fn each_is_reported_once() {
        let mut count = 0;
        for e in ELEMENTS {
            let Status::Refused(reason) = e.status else {
                continue;
            };
            count += 1;
            let text = format!("<{} id='7' anything='x'><child/>1 2 3</{}>", e.name, e.name);
            if e.section == Section::Command {
                assert_eq!(names(&read_with("", &text).1), ["xml-unsupported-command"]);
                let Command::Unsupported { name, .. } = &model_with("", &text).commands[0] else {
                    panic!("{}", e.name)
                };
                assert_eq!(name, e.name);
                continue;
            }
            assert_eq!(names_of(&text), ["xml-unsupported-element"], "{}", e.name);
            let m = read(&text).0.expect("a model");
            assert_eq!(m.unsupported.len(), 1);
            assert_eq!(m.unsupported[0].reason, reason);
            assert_eq!(m.unsupported[0].changes_motion, e.changes_motion);
        }
        assert!(count >= 16, "{count}");
    }

    #[test]
    fn users_of_them_are_not_supported_either() {
        let text = "<Body_Flexible id='3'/><Reference_Variable id='4' expr='KE(3)'/>";
        assert_eq!(
            names_of(text),
            ["xml-unsupported-element", "xml-unsupported-reference"]
        );
        assert_eq!(
            names_of("<Constraint_Mate id='3'/><Constraint_Mate id='3'/>"),
            ["xml-duplicate-id", "xml-unsupported-element"]
        );
    }
}
