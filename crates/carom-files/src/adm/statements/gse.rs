//! GSE: a general system of equations in user-written code.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{SYSTEMS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, function, id, integer, number, routine, routines};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use crate::common::system;
use carom_model::GeneralSystem;
use carom_model::constraint::Function;

/// GSE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "GSE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A general system of equations in user-written code: states, discrete states that are sampled, outputs.",
        source: "Adams Solver help, GSE; datasets of the FAST-to-ADAMS writer",
        arguments: &[
            integer("NS"),
            integer("NI"),
            integer("NO"),
            integer("ND"),
            id("X"),
            id("U"),
            id("Y"),
            id("XD"),
            id("IC"),
            id("ICD"),
            flag("IMPLICIT"),
            flag("STATIC_HOLD"),
            flag("STATICS_ONLY").ignored("the states are part of all analyses"),
            function("SAMPLE_PERIOD"),
            routine("SAMPLE_ROUTINE"),
            number("SAMPLE_OFFSET").default("0"),
            function("FUNCTION").required(),
            routines("ROUTINE"),
        ],
    },
    SYSTEMS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let function = r.args.function("FUNCTION", None);
    let Function::User(mut function) = b.needs(r, function, "FUNCTION")? else {
        let what =
            "the equations are user-written code: FUNCTION=USER(...); an LSE takes a linear system";
        return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what));
    };
    let routines = r.args.words("ROUTINE").iter().map(|(w, _)| w.as_str());
    function.routine = routines.collect::<Vec<_>>().join(", ");
    let system = GeneralSystem {
        tag: r.tag(),
        states: b.find(r, "X", "ARRAY", |m| &m.arrays)?,
        inputs: b.find(r, "U", "ARRAY", |m| &m.arrays)?,
        outputs: b.find(r, "Y", "ARRAY", |m| &m.arrays)?,
        discrete: b.find(r, "XD", "ARRAY", |m| &m.arrays)?,
        start: b.find(r, "IC", "ARRAY", |m| &m.arrays)?,
        discrete_start: b.find(r, "ICD", "ARRAY", |m| &m.arrays)?,
        implicit: r.args.has("IMPLICIT"),
        static_hold: r.args.has("STATIC_HOLD"),
        sample_period: r.args.function("SAMPLE_PERIOD", Some("SAMPLE_ROUTINE")),
        sample_offset: r.args.number("SAMPLE_OFFSET").unwrap_or(0.0),
        function,
    };
    let count = |name: &str| r.args.number(name).map(|n| n as usize);
    if let Some((name, kind, what)) = system::size_general(
        &mut b.model,
        &system,
        [count("NS"), count("NO"), count("ND")],
    ) {
        let diagnostic = if kind {
            "adm-array-type"
        } else {
            "adm-array-size"
        };
        return Err(b.error(r, diagnostic, r.place(name), &what));
    }
    if system.discrete.is_some() {
        b.needs(r, system.sample_period.as_ref(), "SAMPLE_PERIOD")?;
    }
    if system.states.is_none() && system.outputs.is_none() && system.discrete.is_none() {
        b.needs(r, None::<()>, "X")?;
    }
    insert(&mut b.model.general_systems, system)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};
    use carom_model::control::ArrayKind;

    const DATA: &str = "ARRAY/1, X\nARRAY/2, U, VARIABLES=7\nARRAY/3, Y\nARRAY/4, IC, NUMBERS=2,0\nVARIABLE/7, FUNCTION=1\n\
        ARRAY/5, X, SIZE=2\n";

    #[test]
    fn arrays_and_routines() {
        let m = accept(&format!(
            "{DATA}GSE/5, NS=2, NO=1, NI=1, X=1, U=2, Y=3, IC=4, IMPLICIT, FUNCTION=USER(1,2)\\, ROUTINE=a::d, b::o, STATIC_HOLD"
        ));
        let s = &m.general_systems[find(&m.general_systems, 5)];
        assert_eq!(s.function.routine, "a::d, b::o");
        assert_eq!((s.implicit, s.static_hold), (true, true));
        assert!(matches!(
            m.arrays[find(&m.arrays, 1)].kind,
            ArrayKind::States(2)
        ));
        assert!(matches!(
            m.arrays[find(&m.arrays, 3)].kind,
            ArrayKind::Outputs(1)
        ));
        let m = accept(&format!(
            "{DATA}GSE/5, ND=2, XD=5, ICD=4, SAMPLE_PERIOD=0.1\\, SAMPLE_OFFSET=1, FUNCTION=USER(1)\\, ROUTINE=lib::"
        ));
        let s = &m.general_systems[find(&m.general_systems, 5)];
        assert_eq!(
            (s.sample_offset, s.function.routine.as_str()),
            (1.0, "lib::")
        );
    }

    #[test]
    fn refused() {
        let one = |text: &str, name: &str| refuse(&format!("{DATA}{text}"), &[name]);
        one("GSE/5, NS=1, X=1", "adm-missing-argument");
        one("GSE/5, NS=1, X=1, FUNCTION=TIME", "adm-bad-value");
        one("GSE/5, NS=1, FUNCTION=USER(1)", "adm-array-size");
        one("GSE/5, NS=3, X=5, FUNCTION=USER(1)", "adm-array-size");
        one("GSE/5, NS=1, X=1, IC=4, FUNCTION=USER(1)", "adm-array-size");
        one("GSE/5, NS=1, X=2, FUNCTION=USER(1)", "adm-array-type");
        one(
            "GSE/5, ND=2, XD=5, FUNCTION=USER(1)",
            "adm-missing-argument",
        );
        one("GSE/5, FUNCTION=USER(1)", "adm-missing-argument");
    }
}
