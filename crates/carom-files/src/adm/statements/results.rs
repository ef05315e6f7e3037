//! RESULTS: the results file.

use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, integer, text};
use crate::common::coverage::Status;
use crate::common::labels::Built;

const XML: &str = "the XML form is written";
const WHOLE: &str = "the file holds all results";

/// RESULTS
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "RESULTS",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("always the XML form with all results"),
        text: "Asks for the results file.",
        source: "Adams Solver help, RESULTS",
        arguments: &[
            flag("XRF"),
            flag("FORMATTED").ignored(XML),
            text("COMMENT").ignored("the title of the dataset is written"),
            integer("DECIMALPLACES").ignored("all digits are written"),
            flag("NOACCELERATIONS").ignored(WHOLE),
            flag("NOAPPLIEDFORCES").ignored(WHOLE),
            flag("NOCONTACTS").ignored(WHOLE),
            flag("NODATASTRUCTURES").ignored(WHOLE),
            flag("NODISPLACEMENTS").ignored(WHOLE),
            flag("NOFLOATINGMARKERS").ignored(WHOLE),
            flag("NOLINEAR").ignored(WHOLE),
            flag("NOREACTIONFORCES").ignored(WHOLE),
            flag("NOREQUESTS").ignored(WHOLE),
            flag("NOSYSTEMELEMENTS").ignored(WHOLE),
            flag("NOTIRES").ignored(WHOLE),
            flag("NOVELOCITIES").ignored(WHOLE),
        ],
    },
    SETTINGS,
    build,
)
.motionless();

fn build(_: &Record, b: &mut Builder) -> Built {
    b.model.output.res = true;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, refuse};

    #[test]
    fn any_form_asks_for_the_file() {
        assert!(accept("RESULTS/XRF").output.res);
        assert!(accept("RESULTS/\n, FORMATTED, NOREQ").output.res);
        assert!(accept("RESULTS/XRF, NOCONTACTS").output.res);
        assert!(!accept("OUTPUT/REQSAVE").output.res);
    }

    #[test]
    fn refused() {
        refuse("RESULTS/NO", &["adm-ambiguous-argument"]);
    }
}
