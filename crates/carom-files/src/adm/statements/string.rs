//! STRING: a text for user-written code.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Syntax, rest};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Text;

/// STRING
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "STRING",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A text, up to the end of the statement.",
        source: "Adams Solver help, STRING; datasets of the FAST-to-ADAMS writer",
        arguments: &[rest("STRING").required()],
    },
    SETTINGS,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    let string = Text {
        tag: r.tag(),
        text: r.args.text("STRING").to_string(),
    };
    insert(&mut b.model.strings, string)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    #[test]
    fn texts_keep_their_case_and_commas() {
        let m = accept(
            "STRING/1\n, STRING =  .\\Test16, aero.ipt  \nSTRING/2, STRING =\nSTR/3, S=a\n, b",
        );
        let text = |l| m.strings[find(&m.strings, l)].text.as_str();
        assert_eq!(text(1), ".\\Test16, aero.ipt");
        assert_eq!(text(2), "");
        assert_eq!(text(3), "a b");
    }

    #[test]
    fn refused() {
        refuse("STRING/1", &["adm-missing-argument"]);
        refuse("STRING/1, TEXT=a", &["adm-unknown-argument"]);
    }
}
