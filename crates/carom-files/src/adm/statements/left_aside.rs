//! Statements that are known and left aside: they do not change a result.

use crate::adm::statement::Statement;
use crate::adm::syntax::{Argument, Label, Syntax, flag, number, text, words};
use crate::common::coverage::Status;

const fn left_aside(
    name: &'static str,
    label: Label,
    text: &'static str,
    why: &'static str,
    arguments: &'static [Argument],
) -> Statement {
    let syntax = Syntax {
        name,
        aliases: &[],
        label,
        status: Status::Ignored(why),
        text,
        source: "Adams Solver help",
        arguments,
    };
    Statement::without_element(syntax, false)
}

/// DEBUG
pub const DEBUG: Statement = left_aside(
    "DEBUG",
    Label::None,
    "What is printed while a run goes on.",
    "it only prints",
    &[
        flag("DUMP"),
        flag("EPRINT"),
        flag("RHSDUMP"),
        flag("JMDUMP"),
        flag("TOPOLOGY"),
        flag("REQDUMP"),
        flag("VERBOSE"),
        flag("DOF"),
    ],
);

/// IC
pub const IC: Statement = left_aside(
    "IC",
    Label::None,
    "Limits and tolerances of the initial conditions.",
    "initial conditions are solved to the last digit",
    &[
        number("AERROR"),
        number("ALIMIT"),
        number("AMAXIT"),
        words("APATTERN", &[]),
        number("ERROR"),
        number("MAXIT"),
        words("PATTERN", &[]),
        number("TLIMIT"),
        number("VERROR"),
    ],
);

/// KINEMATICS
pub const KINEMATICS: Statement = left_aside(
    "KINEMATICS",
    Label::None,
    "Limits and tolerances of kinematic analysis.",
    "positions are solved to the last digit",
    &[
        number("AERROR"),
        number("ALIMIT"),
        number("ERROR"),
        number("MAXIT"),
        words("PATTERN", &[]),
        number("TLIMIT"),
    ],
);

/// LSOLVER
pub const LSOLVER: Statement = left_aside(
    "LSOLVER",
    Label::None,
    "Which linear solver is used.",
    "there is one linear solver",
    &[],
);

/// MATERIAL
pub const MATERIAL: Statement = left_aside(
    "MATERIAL",
    Label::Needed,
    "Density and elasticity of a material.",
    "rigid parts get their inertia from MASS and IP",
    &[
        text("NAME"),
        number("DENSITY"),
        number("YOUNGS_MODULUS"),
        number("POISSONS_RATIO"),
    ],
);

#[cfg(test)]
mod tests {
    use crate::adm::read_text;

    #[test]
    fn a_note_says_so() {
        for statement in [
            "DEBUG/EPRINT",
            "IC/ERROR=1",
            "KINEMATICS/MAXIT=3",
            "LSOLVER/AUTO",
            "MATERIAL/1, NAME=rubber",
        ] {
            let deck = format!("t\nPART/1, GROUND\n{statement}\nEND\n");
            let (model, d) = read_text("t.adm", deck);
            assert!(!d.has_errors());
            assert_eq!(
                d.iter()
                    .filter(|d| d.name == "adm-ignored-statement")
                    .count(),
                1
            );
            assert!(model.expect("read").unsupported.is_empty());
        }
    }
}
