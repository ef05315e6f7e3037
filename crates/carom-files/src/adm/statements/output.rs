//! OUTPUT: which request and graphics files are written.

use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, number, some_numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;

const TABULAR: &str = "the tabular output file is not written";
const SCALED: &str = "results are written in full precision and unscaled";
const FORMAT: &str = "this file format is not written";

/// OUTPUT
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "OUTPUT",
        aliases: &[],
        label: Label::None,
        status: Status::Partial("which files are written; the tabular file never is"),
        text: "Asks for the request file (REQSAVE) and the graphics file (GRSAVE).",
        source: "Adams Solver help, OUTPUT",
        arguments: &[
            flag("REQSAVE"),
            flag("GRSAVE"),
            flag("YPR"),
            flag("PRINT").ignored(TABULAR),
            flag("NOPRINT").ignored(TABULAR),
            flag("FIXED").ignored(TABULAR),
            flag("SEPARATOR").ignored(TABULAR),
            flag("NOSEPARATOR").ignored(TABULAR),
            flag("TELETYPE").ignored(TABULAR),
            flag("CHART").ignored(TABULAR),
            some_numbers("DSCALE", 1, 2).ignored(SCALED),
            some_numbers("VSCALE", 1, 2).ignored(SCALED),
            some_numbers("ASCALE", 1, 2).ignored(SCALED),
            some_numbers("FSCALE", 1, 2).ignored(SCALED),
            number("DZERO").ignored(SCALED),
            number("VZERO").ignored(SCALED),
            number("AZERO").ignored(SCALED),
            number("FZERO").ignored(SCALED),
            flag("MATSAVE").ignored(FORMAT),
            flag("DACSAVE").ignored(FORMAT),
            flag("RPCSAVE").ignored(FORMAT),
            flag("CSV").ignored("tables are written anyway"),
        ],
    },
    SETTINGS,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    let output = &mut b.model.output;
    output.req |= r.args.has("REQSAVE");
    output.gra |= r.args.has("GRSAVE");
    output.yaw_pitch_roll |= r.args.has("YPR");
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, refuse};

    #[test]
    fn flags() {
        let o = accept("OUTPUT/\n, REQSAVE\n!, GRSAVE").output;
        assert!(o.req && !o.gra && !o.yaw_pitch_roll && !o.res);
        let o = accept("OUTPUT/GRSAVE, YPR, NOPRINT, DSCALE=1,2").output;
        assert!(!o.req && o.gra && o.yaw_pitch_roll);
    }

    #[test]
    fn refused() {
        refuse("OUTPUT/REQSAV3", &["adm-unknown-argument"]);
        refuse("OUTPUT/REQSAVE=ON", &["adm-unexpected-value"]);
    }
}
