//! Statements that are known and not supported.

use crate::adm::statement::Statement;
use crate::adm::syntax::{
    Argument, Label, Syntax, function, id, ids, number, numbers, some_numbers, text, word,
};
use crate::common::coverage::Status;

/// `changes_motion`: whether a run without the statement would move differently.
const fn refused(
    name: &'static str,
    changes_motion: bool,
    text: &'static str,
    why: &'static str,
    arguments: &'static [Argument],
) -> Statement {
    let syntax = Syntax {
        name,
        aliases: &[],
        label: Label::Needed,
        status: Status::Refused(why),
        text,
        source: "Adams Solver help",
        arguments,
    };
    Statement::without_element(syntax, changes_motion)
}

const FLEXIBLE: &str = "flexible bodies are not supported";
const SURFACES: &str =
    "constraints on surfaces are not supported; PTCV and CVCV keep points and curves on curves";
const ANY: usize = usize::MAX;

/// CBKSUB
pub const CBKSUB: Statement = refused(
    "CBKSUB",
    true,
    "A routine that is called at events of the run.",
    "user-written code is not called at events of the run (CBKSUB), and forces may rest on what it keeps; let the force ask the state itself (SYSFNC, SYSARY)",
    &[number("PRIORITY"), function("FUNCTION"), text("ROUTINE")],
);

/// CLEARANCE
pub const CLEARANCE: Statement = refused(
    "CLEARANCE",
    false,
    "The smallest distance between two shapes, for results.",
    "distances of shapes are not computed for results; the table of contacts holds their depth",
    &[],
);

/// CVSF
pub const CVSF: Statement = refused(
    "CVSF",
    true,
    "A curve that touches a surface.",
    SURFACES,
    &[],
);

/// EXTERNAL_SYSTEM
pub const EXTERNAL_SYSTEM: Statement = refused(
    "EXTERNAL_SYSTEM",
    true,
    "A body that another program computes.",
    "other programs are not run beside Carom",
    &[],
);

/// FE_LOAD
pub const FE_LOAD: Statement = refused(
    "FE_LOAD",
    true,
    "A load along a geometrically nonlinear beam.",
    FLEXIBLE,
    &[],
);

/// FE_NODE
pub const FE_NODE: Statement = refused(
    "FE_NODE",
    false,
    "A node of a geometrically nonlinear beam.",
    FLEXIBLE,
    &[
        id("FE_PART"),
        id("LABEL"),
        number("S"),
        number("ANGLE"),
        id("SECTION_NODE"),
        numbers("QG", 3),
        numbers("REULER", 3),
    ],
);

/// FE_PART
pub const FE_PART: Statement = refused(
    "FE_PART",
    true,
    "A geometrically nonlinear beam.",
    FLEXIBLE,
    &[
        word("TYPE", &[]),
        ids("NODE_LABELS", 1, ANY),
        some_numbers("COORDINATES", 1, ANY),
        some_numbers("SECTION", 1, ANY),
        id("MATERIAL"),
        number("CRATIOK"),
    ],
);

/// FLEX_BODY
pub const FLEX_BODY: Statement =
    refused("FLEX_BODY", true, "A modal flexible body.", FLEXIBLE, &[]);

/// MFORCE
pub const MFORCE: Statement = refused(
    "MFORCE",
    true,
    "Modal forces on a flexible body.",
    FLEXIBLE,
    &[],
);

/// NODE
pub const NODE: Statement = refused("NODE", false, "A node of a flexible body.", FLEXIBLE, &[]);

/// PTSF
pub const PTSF: Statement = refused(
    "PTSF",
    true,
    "A point that stays on a surface.",
    SURFACES,
    &[],
);

/// SECTION
pub const SECTION: Statement = refused(
    "SECTION",
    false,
    "The cross section of a beam.",
    FLEXIBLE,
    &[
        word("TYPE", &[]),
        number("RECT_BASE"),
        number("RECT_HEIGHT"),
        number("IYY"),
        number("IZZ"),
        number("IYZ"),
        number("JXX"),
        number("AREA"),
    ],
);

/// SFSF
pub const SFSF: Statement = refused("SFSF", true, "Two surfaces that touch.", SURFACES, &[]);

/// SURFACE
pub const SURFACE: Statement = refused(
    "SURFACE",
    false,
    "A surface in space, for constraints.",
    SURFACES,
    &[],
);

/// TIRE
pub const TIRE: Statement = refused("TIRE", true, "A tire.", "tires are not supported", &[]);

#[cfg(test)]
mod tests {
    use crate::adm::statements::STATEMENTS;
    use crate::adm::testing::{refuse, unsupported};
    use crate::common::coverage::Status;

    #[test]
    fn each_is_reported_once() {
        let mut count = 0;
        for s in STATEMENTS {
            if let Status::Refused(reason) = s.syntax.status {
                count += 1;
                let label = format!("{}/7", s.syntax.name);
                let m = unsupported(&format!("{label}, ANYTHING=1, X"), &[&label]);
                assert_eq!(m.unsupported[0].reason, reason);
                assert_eq!(m.unsupported[0].changes_motion, s.changes_motion);
            }
        }
        assert_eq!(count, 15);
    }

    #[test]
    fn users_of_them_are_not_supported_either() {
        refuse("MFORCE/1\nMFORCE/1", &["adm-duplicate-id"]);
    }
}
