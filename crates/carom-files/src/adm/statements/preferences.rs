//! PREFERENCES: how closely solids of CAD files are divided into facets.

use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Argument, Label, Range, Syntax, number, words};
use crate::common::coverage::Status;
use crate::common::labels::Built;

const ARGUMENTS: &[Argument] = &[
    words(
        "CONTACT_GEOMETRY_LIBRARY",
        &["DEFAULT_LIBRARY", "PARASOLIDS"],
    )
    .ignored("there is one geometry engine"),
    number("CONTACT_FACETING_TOLERANCE")
        .range(Range::Positive)
        .default("300"),
];

/// PREFERENCES
///
/// The smallest side of the box around a body, divided by `CONTACT_FACETING_TOLERANCE`, is the distance of its facets from its faces:
/// a larger number is finer.
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "PREFERENCES",
        aliases: &[],
        label: Label::None,
        status: Status::Partial(
            "CONTACT_FACETING_TOLERANCE; there is one solver and one geometry engine",
        ),
        text: "Choices between solvers, libraries and geometry engines.",
        source: "Adams Solver help",
        arguments: ARGUMENTS,
    },
    SETTINGS,
    build,
)
.motionless()
.leaving_aside();

fn build(r: &Record, b: &mut Builder) -> Built {
    b.faceting = r.args.number("CONTACT_FACETING_TOLERANCE").or(b.faceting);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adm::read_text;

    fn said(preferences: &str) -> Vec<&'static str> {
        let deck = format!("t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\n{preferences}\nEND\n");
        let (_, d) = read_text("t.adm", deck);
        d.iter().map(|d| d.name).collect()
    }

    #[test]
    fn what_is_not_known_is_left_aside() {
        for text in [
            "PREF/CONTACT=PARASOLIDS",
            "PREFERENCES/SOLVER=CXX, CONTACT_FACETING_TOLERANCE=300.0028",
            "PREFERENCES/LIBRARY=a b c",
        ] {
            assert_eq!(said(text), ["adm-ignored-statement"], "{text}");
        }
        assert_eq!(said("PREFERENCES/CONTACT_FACETING_TOLERANCE=900"), [""; 0]);
        let library = "PREFERENCES/\n, CONTACT_GEOMETRY_LIBRARY = Parasolids";
        assert_eq!(said(library), ["adm-ignored-argument"]);
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for text in ["-1", "0", "fine"] {
            let names = said(&format!("PREFERENCES/CONTACT_FACETING_TOLERANCE={text}"));
            assert!(
                names.iter().any(|n| *n != "adm-ignored-statement"),
                "{text}: {names:?}"
            );
        }
    }
}
