//! VFORCE: a force of three components; and what it shares with VTORQUE and GFORCE.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, function, id, routine, vector};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use carom_base::Diagnostic;
use carom_model::VectorForce;
use carom_model::constraint::Function;

/// VFORCE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "VFORCE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A force of three components on marker I; the reaction acts on the part of JFLOAT.",
        source: "Adams Solver help, VFORCE",
        arguments: &[
            id("I").required(),
            id("JFLOAT").required(),
            id("RM").default("ground"),
            function("FX").dim("F").default("0"),
            function("FY").dim("F").default("0"),
            function("FZ").dim("F").default("0"),
            vector("FXYZ").dim("F"),
            function("FUNCTION"),
            routine("ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let force = read(r, b, &["FX", "FY", "FZ"])?;
    insert(&mut b.model.vector_forces, force)
}

/// The element that VFORCE, VTORQUE and GFORCE become; `names` are the components that the statement has.
pub(super) fn read(r: &Record, b: &mut Builder, names: &[&'static str]) -> Built<VectorForce> {
    let (i, jfloat) = (b.marker(r, "I"), b.any_marker(r, "JFLOAT"));
    let rm = b.marker(r, "RM");
    let (i, jfloat, rm) = (i?, jfloat?, rm?);
    let i = b.needs(r, i, "I")?;
    let jfloat = b.needs(r, jfloat, "JFLOAT")?;
    if !b.model.markers[jfloat].floating {
        let d = Diagnostic::error(
            "adm-floating-marker",
            r.place("JFLOAT"),
            format!(
                "{}: JFLOAT needs a floating marker, and {} is fixed",
                r.who, b.model.markers[jfloat].tag
            ),
        )
        .related(b.model.markers[jfloat].tag.span, "add FLOATING here");
        b.reading.push(d);
        return Err(Stop::Reported);
    }
    b.different_parts(r, (i, "I"), (jfloat, "JFLOAT"))?;
    const VECTORS: [(&str, [&str; 3]); 2] =
        [("FXYZ", ["FX", "FY", "FZ"]), ("TXYZ", ["TX", "TY", "TZ"])];
    for name in names {
        b.exclusive(r, &[("FUNCTION", name)])?;
    }
    let vectors = VECTORS.map(|(vector, components)| {
        let of_it = components.iter().all(|c| names.contains(c));
        of_it.then_some((vector, components))
    });
    for (vector, components) in vectors.into_iter().flatten() {
        b.exclusive(r, &[("FUNCTION", vector)])?;
        for name in components {
            b.exclusive(r, &[(vector, name)])?;
        }
    }
    let user = match r.args.function("FUNCTION", Some("ROUTINE")) {
        Some(Function::User(user)) => Some(user),
        Some(Function::Expression(_)) => {
            let what = format!(
                "FUNCTION has to be USER(...); expressions are {}",
                names.join(", ")
            );
            return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), &what));
        }
        None => None,
    };
    let of_vectors = vectors.iter().flatten().map(|(vector, _)| vector);
    if user.is_none() && !names.iter().chain(of_vectors).any(|n| r.args.has(n)) {
        let what = format!("a component is needed: {}", names.join(", "));
        return Err(b.error(r, "adm-missing-argument", r.span, &what));
    }
    let component = |name: &str| {
        names
            .contains(&name)
            .then(|| r.args.function(name, Some("ROUTINE")))
            .flatten()
    };
    let mut components = ["FX", "FY", "FZ", "TX", "TY", "TZ"].map(component);
    for (k, vector) in vectors.iter().enumerate() {
        if let Some(given) = vector.and_then(|(vector, _)| r.args.vector(vector)) {
            components[3 * k..3 * k + 3].clone_from_slice(&given.map(Some));
        }
    }
    Ok(VectorForce {
        tag: r.tag(),
        i,
        reaction: Some((b.model.markers[jfloat].part, Some(jfloat))),
        rm,
        components,
        user,
    })
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};
    use carom_model::constraint::Function;

    const TWO: &str =
        "PART/2\nMARKER/2, PART=2\nMARKER/9, PART=1, FLOATING\nMARKER/8, PART=2, FLOATING\n";

    #[test]
    fn components() {
        let m = accept(&format!(
            "{TWO}VFORCE/5, I=2, JFLOAT=9, RM=1, FX=1\\ FZ=TIME\\"
        ));
        let f = &m.vector_forces[find(&m.vector_forces, 5)];
        let given: Vec<bool> = f.components.iter().map(Option::is_some).collect();
        assert_eq!(given, [true, false, true, false, false, false]);
        let (part, jfloat) = f.reaction.expect("JFLOAT");
        assert_eq!(m.parts[part].tag.label, 1);
        assert_eq!(jfloat.map(|j| m.markers[j].tag.label), Some(9));
        let m = accept(&format!(
            "{TWO}VFORCE/5\n, I=2, JFLOAT=9\n, FX=1\\\n, FY=2*\n, 3\\\n, FZ=0"
        ));
        let f = &m.vector_forces[find(&m.vector_forces, 5)];
        assert!(f.rm.is_none() && f.components[..3].iter().all(Option::is_some));
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}VFORCE/5, {text}"), names);
        refuse("I=2, JFLOAT=9", &["adm-missing-argument"]);
        refuse("I=2, JFLOAT=1, FX=1", &["adm-floating-marker"]);
        refuse("I=8, JFLOAT=9, FX=1", &["adm-floating-marker"]);
        refuse("I=2, JFLOAT=8, FX=1", &["adm-same-part"]);
        refuse("I=2, JFLOAT=9, TX=1", &["adm-unknown-argument"]);
        refuse("I=2, JFLOAT=9, FUNCTION=TIME", &["adm-bad-value"]);
        refuse(
            "I=2, JFLOAT=9, FX=1\\ FUNCTION=USER(1)",
            &["adm-conflicting-arguments"],
        );
        refuse("I=2, JFLOAT=77, FX=1", &["adm-unknown-element"]);
    }

    #[test]
    fn one_vector_expression() {
        let force =
            format!("{TWO}VFORCE/5, RM=1, FXYZ=-2*DXYZ(2,1)\n, + [TIME, 0, 1]\\, I=2, JFLOAT=9");
        let m = accept(&force);
        let f = &m.vector_forces[find(&m.vector_forces, 5)];
        let text = |k: usize| match &f.components[k] {
            Some(Function::Expression(e)) => e.text().to_string(),
            other => panic!("an expression, not {other:?}"),
        };
        assert_eq!(text(0), "-2*DX(2, 1) + TIME");
        assert_eq!(text(2), "-2*DZ(2, 1) + 1");
        assert!(f.components[3..].iter().all(Option::is_none));
        let refuse = |text: &str, name: &str| {
            refuse(&format!("{TWO}VFORCE/5, I=2, JFLOAT=9, {text}"), &[name]);
        };
        refuse("FXYZ=DXYZ(2,77)+2*DXYZ(2,1)", "adm-unknown-element");
        refuse("FXYZ=TIME", "expr-vector");
        refuse("FXYZ=[1, 2]", "expr-vector");
        refuse("FXYZ=[1, 2, 3", "expr-vector");
        refuse("FX=DXYZ(2,1)", "expr-vector");
        refuse("FXYZ=USER(1)", "adm-bad-value");
        refuse("FXYZ=[0,0,0]\\ FY=1", "adm-conflicting-arguments");
    }

    #[test]
    fn user_code() {
        let m = accept(&format!(
            "{TWO}VFORCE/5, I=2, JFLOAT=9, FUNCTION=USER(1, 2)"
        ));
        let f = &m.vector_forces[find(&m.vector_forces, 5)];
        assert_eq!(f.user.as_ref().map(|u| u.parameters.len()), Some(2));
    }
}
