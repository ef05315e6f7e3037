//! What a linear analysis found, as it stands in the journal of a run.

use carom_base::pack::{Packer, Unpacker};
use carom_model::run::{Linearization, ModeShape};

/// Numbers of a body in a mode.
const NUMBERS: usize = 12;

/// Writes all of it.
pub(crate) fn pack(l: &Linearization, p: &mut Packer) {
    p.number(l.time);
    p.number(l.largest_velocity);
    p.number(l.largest_acceleration);
    for names in [&l.states, &l.inputs, &l.outputs] {
        p.whole(names.len() as u64);
        names.iter().for_each(|name| p.text(name));
    }
    for matrix in [&l.a, &l.b, &l.c, &l.d] {
        p.whole(matrix.len() as u64);
        matrix.iter().for_each(|row| p.numbers(row));
    }
    p.numbers(l.eigenvalues.as_flattened());
    p.whole(l.modes.len() as u64);
    for mode in &l.modes {
        p.numbers(mode.bodies.as_flattened().as_flattened());
    }
    p.flag(l.matrices);
    p.flag(l.file.is_some());
    p.text(l.file.as_deref().unwrap_or_default());
}

/// Reads what [`pack`] has written; `None` if it is cut off.
pub(crate) fn unpack(u: &mut Unpacker<'_>) -> Option<Linearization> {
    Some(Linearization {
        time: u.number()?,
        largest_velocity: u.number()?,
        largest_acceleration: u.number()?,
        states: list(u, name)?,
        inputs: list(u, name)?,
        outputs: list(u, name)?,
        a: list(u, Unpacker::numbers)?,
        b: list(u, Unpacker::numbers)?,
        c: list(u, Unpacker::numbers)?,
        d: list(u, Unpacker::numbers)?,
        eigenvalues: tuples::<2>(u)?,
        modes: list(u, shape)?,
        matrices: u.flag()?,
        file: {
            let is_given = u.flag()?;
            let name = u.text()?.to_owned();
            is_given.then_some(name)
        },
    })
}

fn list<'a, T>(
    u: &mut Unpacker<'a>,
    read: impl Fn(&mut Unpacker<'a>) -> Option<T>,
) -> Option<Vec<T>> {
    let count = u.whole()?;
    (0..count).map(|_| read(u)).collect()
}

fn name(u: &mut Unpacker<'_>) -> Option<String> {
    u.text().map(str::to_owned)
}

fn tuples<const N: usize>(u: &mut Unpacker<'_>) -> Option<Vec<[f64; N]>> {
    let numbers = u.numbers()?;
    let (tuples, rest) = numbers.as_chunks::<N>();
    rest.is_empty().then(|| tuples.to_vec())
}

fn shape(u: &mut Unpacker<'_>) -> Option<ModeShape> {
    let bodies = tuples::<NUMBERS>(u)?;
    let pairs = |of: &[f64; NUMBERS]| std::array::from_fn(|k| [of[2 * k], of[2 * k + 1]]);
    Some(ModeShape {
        bodies: bodies.iter().map(pairs).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_returns() {
        let shape = |x: f64| ModeShape {
            bodies: vec![[[x, -x]; 6], [[0.0, x]; 6]],
        };
        let all = Linearization {
            time: 1.5,
            states: vec!["x".into(), "rate of x".into()],
            inputs: vec!["PINPUT/1 [1]".into()],
            outputs: vec!["POUTPUT/1 [1]".into()],
            a: vec![vec![0.0, 1.0], vec![-0.1 - 0.2, -1e-17]],
            b: vec![vec![0.0], vec![1.0]],
            c: vec![vec![1.0, 0.0]],
            d: vec![vec![0.0]],
            eigenvalues: vec![[-0.0, 0.5], [-0.0, -0.5]],
            modes: vec![shape(0.25), shape(1.0)],
            largest_velocity: 1e-300,
            largest_acceleration: 3.0,
            matrices: true,
            file: Some("plant.mat".into()),
        };
        for l in [all, Linearization::default()] {
            let mut p = Packer::new();
            pack(&l, &mut p);
            let bytes = p.finish();
            let mut u = Unpacker::new(&bytes);
            assert_eq!(unpack(&mut u), Some(l));
            assert!(u.is_empty());
            let cut = &bytes[..bytes.len() - 1];
            assert_eq!(unpack(&mut Unpacker::new(cut)), None);
        }
    }
}
