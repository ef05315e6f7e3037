//! Force_Field: full stiffness and damping matrices between two markers.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Range, Section, USERSUB, marker, number};
use carom_base::Diagnostic;
use carom_model::Field;
use carom_model::force::Damping;

/// The stiffness row by row.
#[rustfmt::skip]
const STIFFNESS: [&str; 36] = [
    "k11", "k12", "k13", "k14", "k15", "k16",
    "k21", "k22", "k23", "k24", "k25", "k26",
    "k31", "k32", "k33", "k34", "k35", "k36",
    "k41", "k42", "k43", "k44", "k45", "k46",
    "k51", "k52", "k53", "k54", "k55", "k56",
    "k61", "k62", "k63", "k64", "k65", "k66",
];

/// The damping row by row.
#[rustfmt::skip]
const DAMPING: [&str; 36] = [
    "c11", "c12", "c13", "c14", "c15", "c16",
    "c21", "c22", "c23", "c24", "c25", "c26",
    "c31", "c32", "c33", "c34", "c35", "c36",
    "c41", "c42", "c43", "c44", "c45", "c46",
    "c51", "c52", "c53", "c54", "c55", "c56",
    "c61", "c62", "c63", "c64", "c65", "c66",
];

const LENGTH: [&str; 6] = [
    "length_x",
    "length_y",
    "length_z",
    "length_tx",
    "length_ty",
    "length_tz",
];

const PRELOAD: [&str; 6] = [
    "preload_x",
    "preload_y",
    "preload_z",
    "preload_tx",
    "preload_ty",
    "preload_tz",
];

/// Force_Field
///
/// F = preload − K·(q − length) − C·q̇ on I, on the axes of J, with q the displacement and rotation of I in J. `kij`
/// is row i, column j. The damping is C, or `cratio`·K.
pub const ELEMENT: Element = Element {
    status: Status::Partial("the linear form, and FIESUB where --allow-user-code is given"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            marker("i_marker_id").required(),
            marker("j_marker_id").required(),
            number("length_x").dim("L").default("0"),
            number("length_y").dim("L").default("0"),
            number("length_z").dim("L").default("0"),
            number("length_tx").dim("θ").default("0"),
            number("length_ty").dim("θ").default("0"),
            number("length_tz").dim("θ").default("0"),
            number("preload_x").dim("F").default("0"),
            number("preload_y").dim("F").default("0"),
            number("preload_z").dim("F").default("0"),
            number("preload_tx").dim("F·L").default("0"),
            number("preload_ty").dim("F·L").default("0"),
            number("preload_tz").dim("F·L").default("0"),
            number("k11").dim("F·L⁻¹").default("0"),
            number("k12").dim("F·L⁻¹").default("0"),
            number("k13").dim("F·L⁻¹").default("0"),
            number("k14").dim("F·θ⁻¹").default("0"),
            number("k15").dim("F·θ⁻¹").default("0"),
            number("k16").dim("F·θ⁻¹").default("0"),
            number("k21").dim("F·L⁻¹").default("0"),
            number("k22").dim("F·L⁻¹").default("0"),
            number("k23").dim("F·L⁻¹").default("0"),
            number("k24").dim("F·θ⁻¹").default("0"),
            number("k25").dim("F·θ⁻¹").default("0"),
            number("k26").dim("F·θ⁻¹").default("0"),
            number("k31").dim("F·L⁻¹").default("0"),
            number("k32").dim("F·L⁻¹").default("0"),
            number("k33").dim("F·L⁻¹").default("0"),
            number("k34").dim("F·θ⁻¹").default("0"),
            number("k35").dim("F·θ⁻¹").default("0"),
            number("k36").dim("F·θ⁻¹").default("0"),
            number("k41").dim("F").default("0"),
            number("k42").dim("F").default("0"),
            number("k43").dim("F").default("0"),
            number("k44").dim("F·L·θ⁻¹").default("0"),
            number("k45").dim("F·L·θ⁻¹").default("0"),
            number("k46").dim("F·L·θ⁻¹").default("0"),
            number("k51").dim("F").default("0"),
            number("k52").dim("F").default("0"),
            number("k53").dim("F").default("0"),
            number("k54").dim("F·L·θ⁻¹").default("0"),
            number("k55").dim("F·L·θ⁻¹").default("0"),
            number("k56").dim("F·L·θ⁻¹").default("0"),
            number("k61").dim("F").default("0"),
            number("k62").dim("F").default("0"),
            number("k63").dim("F").default("0"),
            number("k64").dim("F·L·θ⁻¹").default("0"),
            number("k65").dim("F·L·θ⁻¹").default("0"),
            number("k66").dim("F·L·θ⁻¹").default("0"),
            number("cratio")
                .dim("T")
                .range(Range::NonNegative)
                .default("0"),
            number("c11").dim("F·T·L⁻¹").default("0"),
            number("c12").dim("F·T·L⁻¹").default("0"),
            number("c13").dim("F·T·L⁻¹").default("0"),
            number("c14").dim("F·T·θ⁻¹").default("0"),
            number("c15").dim("F·T·θ⁻¹").default("0"),
            number("c16").dim("F·T·θ⁻¹").default("0"),
            number("c21").dim("F·T·L⁻¹").default("0"),
            number("c22").dim("F·T·L⁻¹").default("0"),
            number("c23").dim("F·T·L⁻¹").default("0"),
            number("c24").dim("F·T·θ⁻¹").default("0"),
            number("c25").dim("F·T·θ⁻¹").default("0"),
            number("c26").dim("F·T·θ⁻¹").default("0"),
            number("c31").dim("F·T·L⁻¹").default("0"),
            number("c32").dim("F·T·L⁻¹").default("0"),
            number("c33").dim("F·T·L⁻¹").default("0"),
            number("c34").dim("F·T·θ⁻¹").default("0"),
            number("c35").dim("F·T·θ⁻¹").default("0"),
            number("c36").dim("F·T·θ⁻¹").default("0"),
            number("c41").dim("F·T").default("0"),
            number("c42").dim("F·T").default("0"),
            number("c43").dim("F·T").default("0"),
            number("c44").dim("F·L·T·θ⁻¹").default("0"),
            number("c45").dim("F·L·T·θ⁻¹").default("0"),
            number("c46").dim("F·L·T·θ⁻¹").default("0"),
            number("c51").dim("F·T").default("0"),
            number("c52").dim("F·T").default("0"),
            number("c53").dim("F·T").default("0"),
            number("c54").dim("F·L·T·θ⁻¹").default("0"),
            number("c55").dim("F·L·T·θ⁻¹").default("0"),
            number("c56").dim("F·L·T·θ⁻¹").default("0"),
            number("c61").dim("F·T").default("0"),
            number("c62").dim("F·T").default("0"),
            number("c63").dim("F·T").default("0"),
            number("c64").dim("F·L·T·θ⁻¹").default("0"),
            number("c65").dim("F·L·T·θ⁻¹").default("0"),
            number("c66").dim("F·L·T·θ⁻¹").default("0"),
        ],
        USERSUB,
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_Field",
        "Force and torque by stiffness and damping matrices (6, 6), on the axes of J.",
        "MotionSolve help, xml-format_58",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, j) = b.pair_of_bodies(r)?;
    let lists = [&STIFFNESS[..], &DAMPING, &PRELOAD];
    let given = lists.iter().any(|list| list.iter().any(|n| r.has(n)));
    let user = b.user_code(r).filter(|_| !given);
    if let Some(user) = &user {
        b.report_user_code(r, user);
    }
    if !given && user.is_none() {
        let d = format!("{}: a stiffness, a damping or a preload is needed", r.who);
        let d = Diagnostic::error("xml-missing-attribute", r.span, d)
            .help("K11 ... K66, C11 ... C66, PRELOAD_X ...; those that are not given are 0");
        b.reading.push(d);
        return Err(Stop::Reported);
    }
    let matrix = DAMPING.iter().copied().find(|n| r.has(n));
    if let Some(name) = matrix {
        b.exclusive(r, &[("cratio", name)])?;
    }
    let field = Field {
        tag: r.tag(),
        i,
        j,
        stiffness: r.numbers_of(STIFFNESS),
        damping: match matrix {
            Some(_) => Damping::Matrix(r.numbers_of(DAMPING)),
            None => Damping::Ratio(r.number("cratio").unwrap_or(0.0)),
        },
        length: r.numbers_of(LENGTH),
        preload: r.numbers_of(PRELOAD),
        user,
    };
    b.insert(|m| &mut m.fields, field)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, model_of, names_of, refused};
    use carom_model::force::Damping;

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Field id='5' i_marker_id='20' {attributes}/>")
    }

    /// The 36 attributes of a matrix, with the value 10·row + column.
    fn matrix(letter: &str) -> String {
        let entry = |k: usize| format!("{letter}{0}{1}='{0}{1}' ", k / 6 + 1, k % 6 + 1);
        (0..36).map(entry).collect()
    }

    #[test]
    fn matrices_lengths_preloads() {
        let (k, c) = (matrix("K"), matrix("C"));
        let m = model_of(&with(&format!(
            "j_marker_id='10' {k} {c} length_x='1' length_y='2' length_z='3' length_tx='4' length_ty='5'
             length_tz='6' preload_x='6' preload_y='5' preload_z='4' preload_tx='3' preload_ty='2' preload_tz='1'"
        )));
        let f = find(&m.fields, 5);
        for row in 0..6 {
            for column in 0..6 {
                let expected = (10 * (row + 1) + column + 1) as f64;
                assert_eq!(f.stiffness[6 * row + column], expected);
            }
        }
        assert_eq!(f.damping, Damping::Matrix(f.stiffness));
        assert_eq!(f.length, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(f.preload, [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
        let m = model_of(&with("j_marker_id='10' K33='7' CRATIO='0.5'"));
        let f = find(&m.fields, 5);
        assert_eq!((f.stiffness[14], &f.damping), (7.0, &Damping::Ratio(0.5)));
        assert_eq!(f.stiffness.iter().sum::<f64>(), 7.0);
    }

    #[test]
    fn user_code_is_kept() {
        let text = with("j_marker_id='10' usrsub_param_string='USER(1)' usrsub_fnc_name='FIESUB'");
        let m = model_of(&text);
        let user = m.fields.iter().next().and_then(|f| f.user.as_ref());
        assert_eq!(user.map(|u| u.routine.as_str()), Some("FIESUB"));
        assert!(m.unsupported.is_empty());
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("K11='1'"), "xml-missing-attribute");
        refused(&names("j_marker_id='10'"), "xml-missing-attribute");
        refused(&names("j_marker_id='21' K11='1'"), "xml-same-body");
        refused(
            &names("j_marker_id='10' K11='1' CRATIO='1' C22='1'"),
            "xml-conflicting-attributes",
        );
        refused(
            &names("j_marker_id='10' K11='1' CRATIO='-1'"),
            "xml-out-of-range",
        );
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("force_field").fields.iter().count(), 1);
    }
}
