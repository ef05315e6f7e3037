//! What the linear systems of both languages have in common: their arrays must fit them.

use carom_model::control::ArrayKind;
use carom_model::{Array, GeneralSystem, LinearSystem, Model};

/// What an array is to a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// States.
    X,
    /// Inputs.
    U,
    /// Outputs.
    Y,
}

/// Whether an array can play its role: the kind, and the number of its entries where the system knows it.
///
/// # Errors
/// What is wrong, for a message; `true` if its kind is.
pub fn check(array: &Array, role: Role, size: Option<usize>) -> Result<(), (bool, String)> {
    let (count, what) = match (&array.kind, role) {
        (ArrayKind::States(n), Role::X) => (*n, "states"),
        (ArrayKind::Outputs(n), Role::Y) => (*n, "outputs"),
        (ArrayKind::Inputs(list), Role::U) => (list.len(), "inputs"),
        _ => {
            let kind = match &array.kind {
                ArrayKind::Constants(_) => "IC",
                ArrayKind::Inputs(_) => "U",
                ArrayKind::States(_) => "X",
                ArrayKind::Outputs(_) => "Y",
            };
            let message = format!(
                "{} is an array of type {kind}, and {role:?} is needed",
                array.tag
            );
            return Err((true, message));
        }
    };
    match size {
        Some(size) if size != count => {
            let message = format!("{} holds {count} values for {size} {what}", array.tag);
            Err((false, message))
        }
        _ => Ok(()),
    }
}

/// The first matrix of a system that does not fit the others, by its letter, and why.
pub fn misfit(s: &LinearSystem) -> Option<(&'static str, String)> {
    let width = |m: &[Vec<f64>]| m.first().map_or(0, Vec::len);
    let n = s.a.len().max(s.b.len()).max(width(&s.c));
    let u = width(&s.b).max(width(&s.d));
    let y = s.c.len().max(s.d.len());
    let sizes = [
        ("A", &s.a, n, n),
        ("B", &s.b, n, u),
        ("C", &s.c, y, n),
        ("D", &s.d, y, u),
    ];
    let given = sizes.into_iter().filter(|(_, m, ..)| !m.is_empty());
    given
        .filter(|(_, m, rows, columns)| (m.len(), width(m)) != (*rows, *columns))
        .map(|(name, m, rows, columns)| {
            let what = format!(
                "{name} has {} rows and {} columns, and {rows} and {columns} fit the other matrices",
                m.len(),
                width(m)
            );
            (name, what)
        })
        .next()
}

/// Arrays of states and outputs that were given no size (0) take that of the system that uses them.
pub fn size_arrays(model: &mut Model, s: &LinearSystem) {
    for (_, array, size) in roles(s) {
        let Some((array, size)) = array.zip(size) else {
            continue;
        };
        let kind = &mut model.arrays[array].kind;
        if let ArrayKind::States(n) | ArrayKind::Outputs(n) = kind
            && *n == 0
        {
            *n = size;
        }
    }
}

/// The arrays of a system with their roles, and their sizes where the system knows them.
fn roles(s: &LinearSystem) -> [(Role, Option<carom_model::Id<Array>>, Option<usize>); 3] {
    let rows = |m: &[Vec<f64>], n: &[Vec<f64>]| m.len().max(n.len());
    let columns = |m: &[Vec<f64>], n: &[Vec<f64>]| {
        let count = |m: &[Vec<f64>]| m.first().map(Vec::len);
        count(m).or_else(|| count(n))
    };
    let states = columns(&s.a, &s.c).unwrap_or_else(|| rows(&s.a, &s.b));
    [
        (Role::X, s.states, Some(states)),
        (Role::U, s.inputs, columns(&s.b, &s.d)),
        (Role::Y, s.outputs, Some(rows(&s.c, &s.d))),
    ]
}

/// What does not fit in a system of user-written code: its arrays with the counts that the statement gives, if it gives
/// them, in the order states, outputs, discrete states. Arrays without a size take the count. Each problem with the
/// argument that it is about.
pub fn size_general(
    model: &mut Model,
    s: &GeneralSystem,
    counts: [Option<usize>; 3],
) -> Option<(&'static str, bool, String)> {
    let roles = [
        ("X", "NS", Role::X, s.states, s.start, "IC"),
        ("Y", "NO", Role::Y, s.outputs, None, "IC"),
        ("XD", "ND", Role::X, s.discrete, s.discrete_start, "ICD"),
    ];
    for ((name, count_name, role, array, start, start_name), count) in roles.into_iter().zip(counts)
    {
        let first = match start.map(|id| &model.arrays[id]) {
            None => None,
            Some(a) => match &a.kind {
                ArrayKind::Constants(list) => Some(list.len()),
                _ => {
                    return Some((
                        start_name,
                        true,
                        format!("{} is no array of type IC", a.tag),
                    ));
                }
            },
        };
        let Some(id) = array else {
            match count {
                None | Some(0) => continue,
                Some(n) => {
                    return Some((
                        count_name,
                        false,
                        format!("{n} values need the array {name}, which is not given"),
                    ));
                }
            }
        };
        if let ArrayKind::States(n) | ArrayKind::Outputs(n) = &mut model.arrays[id].kind
            && *n == 0
        {
            *n = count.or(first).unwrap_or(0);
        }
        if let Err((kind, what)) = check(&model.arrays[id], role, count) {
            return Some((name, kind, what));
        }
        let size = match model.arrays[id].kind {
            ArrayKind::States(n) | ArrayKind::Outputs(n) => n,
            _ => 0,
        };
        if size == 0 {
            return Some((
                name,
                false,
                format!(
                    "{} has no size: {count_name} gives it",
                    model.arrays[id].tag
                ),
            ));
        }
        if first.is_some_and(|n| n != size) {
            let what = format!(
                "its array holds {} values for {size} states",
                first.unwrap_or(0)
            );
            return Some((start_name, false, what));
        }
    }
    let inputs = s.inputs.map(|id| &model.arrays[id]);
    let (kind, what) = inputs.and_then(|a| check(a, Role::U, None).err())?;
    Some(("U", kind, what))
}

/// Checks the arrays of a system; each problem with its role.
pub fn problems(model: &Model, s: &LinearSystem) -> Vec<(Role, bool, String)> {
    let of = |(role, array, size): (Role, Option<carom_model::Id<Array>>, Option<usize>)| {
        let (kind, message) = check(&model.arrays[array?], role, size).err()?;
        Some((role, kind, message))
    };
    roles(s).into_iter().filter_map(of).collect()
}

/// Why the coefficients of a transfer function are not those of one, if they are not.
pub fn transfer_problem(numerator: &[f64], denominator: &[f64]) -> Option<&'static str> {
    if denominator.iter().all(|x| *x == 0.0) {
        return Some("the denominator is zero");
    }
    LinearSystem::transfer_function(numerator, denominator)
        .is_none()
        .then_some("the order of the numerator is higher than that of the denominator")
}
