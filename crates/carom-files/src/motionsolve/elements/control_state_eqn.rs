//! Control_StateEqn: a linear system of equations.

use super::control_siso::check_arrays;
use crate::common::coverage::Status;
use crate::common::system;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Range, USERSUB, boolean, id, integer, word};
use carom_model::constraint::UserFunction;
use carom_model::control::ArrayKind;
use carom_model::{GeneralSystem, LinearSystem};

const ARRAY: &[&str] = &["Reference_Array"];
const MATRIX: &[&str] = &["Reference_Matrix"];

/// Control_StateEqn
///
/// `x' = A·x + B·u`, `y = C·x + D·u` with constant matrices; one that is not given is zero. The help has the arrays both as `x_array_id` and as
/// `x_solver_array_id`; the matrices are named here as those of Force_MultiPoint are.
pub const ELEMENT: Element = Element {
    status: Status::Full,
    attributes: &[
        LABELLED,
        &[
            word("type", &["LINEAR", "USERSUB"]),
            id("x_array_id", ARRAY),
            id("y_array_id", ARRAY),
            id("u_array_id", ARRAY),
            id("ic_array_id", ARRAY),
            id("x_solver_array_id", ARRAY),
            id("y_solver_array_id", ARRAY),
            id("u_solver_array_id", ARRAY),
            id("ic_solver_array_id", ARRAY),
            id("amtx_id", MATRIX),
            id("bmtx_id", MATRIX),
            id("cmtx_id", MATRIX),
            id("dmtx_id", MATRIX),
            integer("num_state").range(Range::NonNegative),
            integer("num_output").range(Range::NonNegative),
            boolean("is_static_hold").default("FALSE"),
        ],
        USERSUB,
    ],
    phase: 5,
    build: Some(build),
    ..Element::new(
        "Control_StateEqn",
        "A linear system of equations: x' = A·x + B·u, y = C·x + D·u; a missing matrix is zero.",
        "MotionSolve help, xml-format_54; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if let Some(user) = b.user_code(r) {
        b.report_user_code(r, &user);
        return general(r, b, user);
    }
    let [states, outputs, inputs, initial] = ["x", "y", "u", "ic"].map(|role| array(r, b, role));
    let system = LinearSystem {
        tag: r.tag(),
        states: states?,
        inputs: inputs?,
        outputs: outputs?,
        a: matrix(r, b, "amtx_id")?,
        b: matrix(r, b, "bmtx_id")?,
        c: matrix(r, b, "cmtx_id")?,
        d: matrix(r, b, "dmtx_id")?,
        initial: Vec::new(),
        static_hold: r.flag("is_static_hold").unwrap_or(false),
    };
    let n = system.a.len().max(system.b.len());
    let count = system.c.len().max(system.d.len());
    if n == 0 && count == 0 {
        b.needs(r, None::<()>, "amtx_id")?;
    }
    if let Some((name, what)) = system::misfit(&system) {
        let name = format!("{}mtx_id", name.to_lowercase());
        return Err(b.error(r, "xml-matrix-size", r.place(&name), &what));
    }
    for (given, size) in [("num_state", n), ("num_output", count)] {
        if r.number(given).is_some_and(|x| x as usize != size) {
            let what = format!("its matrices have {size} of them");
            return Err(b.error(r, "xml-array-size", r.place(given), &what));
        }
    }
    if n > 0 {
        b.needs(r, system.states, "x_array_id")?;
    }
    if !(system.b.is_empty() && system.d.is_empty()) {
        b.needs(r, system.inputs, "u_array_id")?;
    }
    if count > 0 {
        b.needs(r, system.outputs, "y_array_id")?;
    }
    check_arrays(r, b, &system)?;
    let initial = match initial?.map(|id| &b.model.arrays[id]) {
        None => Vec::new(),
        Some(array) => match &array.kind {
            ArrayKind::Constants(list) if list.len() == n => list.clone(),
            ArrayKind::Constants(list) => {
                let what = format!("{} holds {} values for {n} states", array.tag, list.len());
                return Err(b.error(r, "xml-array-size", r.span, &what));
            }
            _ => {
                let what = format!("{} is no array of type IC", array.tag);
                return Err(b.error(r, "xml-array-type", r.span, &what));
            }
        },
    };
    b.insert(
        |m| &mut m.linear_systems,
        LinearSystem { initial, ..system },
    )
}

/// A system in user-written code.
fn general(r: &Record, b: &mut Builder, function: UserFunction) -> Built {
    let [states, outputs, inputs, start] = ["x", "y", "u", "ic"].map(|role| array(r, b, role));
    let system = GeneralSystem {
        tag: r.tag(),
        states: states?,
        inputs: inputs?,
        outputs: outputs?,
        discrete: None,
        start: start?,
        discrete_start: None,
        implicit: false,
        static_hold: r.flag("is_static_hold").unwrap_or(false),
        sample_period: None,
        sample_offset: 0.0,
        function,
    };
    let count = |name: &str| r.number(name).map(|n| n as usize);
    let counts = [count("num_state"), count("num_output"), None];
    if let Some((name, kind, what)) = system::size_general(&mut b.model, &system, counts) {
        let name = match name {
            "NS" => "num_state".to_owned(),
            "NO" => "num_output".to_owned(),
            role => format!("{}_array_id", role.to_lowercase()),
        };
        let diagnostic = if kind {
            "xml-array-type"
        } else {
            "xml-array-size"
        };
        return Err(b.error(r, diagnostic, r.place(&name), &what));
    }
    if system.states.is_none() && system.outputs.is_none() {
        b.needs(r, None::<()>, "x_array_id")?;
    }
    b.insert(|m| &mut m.general_systems, system)
}

/// The array of a role, by either name; 0 stands for none.
fn array(
    r: &Record,
    b: &mut Builder,
    role: &str,
) -> Built<Option<carom_model::Id<carom_model::Array>>> {
    let names = [
        format!("{role}_array_id"),
        format!("{role}_solver_array_id"),
    ];
    let given = names
        .iter()
        .find(|n| r.id(n).is_some_and(|(label, _)| label != 0));
    match given {
        Some(name) => b.find(r, name, |m| &m.arrays),
        None => Ok(None),
    }
}

/// The rows of a matrix; none if it is not given.
fn matrix(r: &Record, b: &mut Builder, name: &str) -> Built<Vec<Vec<f64>>> {
    let id = b.find(r, name, |m| &m.matrices)?;
    let rows = id.map(|id| &b.model.matrices[id]);
    Ok(rows.map_or(Vec::new(), |m| {
        (0..m.rows).map(|k| m.row(k).to_vec()).collect()
    }))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};

    const DATA: &str = "<Reference_Variable id='7' expr='TIME'/>
        <Reference_Array id='1' type='X' num_element='2'/><Reference_Array id='2' type='U' variable_id='7'/>
        <Reference_Array id='3' type='Y' num_element='1'/><Reference_Array id='4' type='IC'>2 0</Reference_Array>
        <Reference_Matrix id='1' nrow='2' ncol='2' isroworder='TRUE'>-1 2 0 -3</Reference_Matrix>
        <Reference_Matrix id='2' nrow='2' ncol='1'>0 1</Reference_Matrix>
        <Reference_Matrix id='3' nrow='1' ncol='2'>1 1</Reference_Matrix>";

    #[test]
    fn matrices_and_initial_states() {
        for names in ["array_id", "solver_array_id"] {
            let m = model_of(&format!(
                "{DATA}<Control_StateEqn id='5' type='LINEAR' x_{names}='1' u_{names}='2' y_{names}='3' ic_{names}='4'
                  amtx_id='1' bmtx_id='2' cmtx_id='3' num_state='2' num_output='1'/>"
            ));
            let s = find(&m.linear_systems, 5);
            assert_eq!(s.a, [[-1.0, 2.0], [0.0, -3.0]]);
            assert_eq!(
                (&s.b[..], &s.c[..]),
                (&[vec![0.0], vec![1.0]][..], &[vec![1.0, 1.0]][..])
            );
            assert_eq!((s.d.len(), &s.initial[..]), (0, &[2.0, 0.0][..]));
        }
    }

    #[test]
    fn user_code_is_kept() {
        let text = format!(
            "{DATA}<Control_StateEqn id='5' type='USERSUB' x_array_id='1' usrsub_param_string='USER(1,2)'/>"
        );
        let m = model_of(&text);
        assert_eq!(find(&m.general_systems, 5).function.parameters, [1.0, 2.0]);
        assert!(m.unsupported.is_empty());
    }

    #[test]
    fn refusals() {
        let names = |a: &str| {
            names_of(&format!(
                "{DATA}<Control_StateEqn id='5' type='LINEAR' {a}/>"
            ))
        };
        refused(&names("x_array_id='1'"), "xml-missing-attribute");
        refused(&names("amtx_id='1'"), "xml-missing-attribute");
        refused(&names("x_array_id='1' amtx_id='2'"), "xml-matrix-size");
        refused(
            &names("x_array_id='1' amtx_id='1' bmtx_id='2'"),
            "xml-missing-attribute",
        );
        refused(&names("x_array_id='3' amtx_id='1'"), "xml-array-type");
        refused(
            &names("x_array_id='1' amtx_id='1' num_state='3'"),
            "xml-array-size",
        );
        refused(
            &names("x_array_id='1' amtx_id='1' ic_array_id='3'"),
            "xml-array-type",
        );
    }
}
