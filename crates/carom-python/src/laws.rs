//! The laws over arrays.

use carom::base::{Dialect, Dual, Number};
use carom::laws::jet::{Jet1, Jet2, jet1, jet2};
use carom::laws::{Bistop, Coulomb, Havsin, HuntCrossley, Impact, LawError, Ramp, Step, Step5};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use std::thread;

/// Fewer points than this are not worth a thread: starting one costs about as much as these.
const POINTS_PER_THREAD: usize = 1 << 15;
const MOST_THREADS: usize = 8;

/// A law at a point: `N` arguments, of which the first [`Law::VARIABLES`] vary and the others are its parameters.
trait Law<const N: usize>: Sync {
    /// 1 or 2.
    const VARIABLES: usize;
    /// Whether the parameters are in their ranges.
    fn check(at: [f64; N]) -> Result<(), LawError>;
    /// The value.
    fn value(at: [f64; N]) -> f64;
    /// First derivatives; of one variable in the first place.
    fn first(at: [f64; N]) -> [f64; 3];
    /// Second derivatives by both variables, xx, xy, yy; of one variable in the first place.
    fn second(at: [f64; N]) -> [f64; 3];
}

/// The derivatives of a law of x, ẋ and constant parameters.
macro_rules! law_of_two {
    ($law:ident, $n:literal, $check:expr) => {
        impl Law<$n> for $law<f64> {
            const VARIABLES: usize = 2;
            fn check(at: [f64; $n]) -> Result<(), LawError> {
                $check($law::from(at))
            }
            fn value(at: [f64; $n]) -> f64 {
                $law::from(at).value()
            }
            fn first(at: [f64; $n]) -> [f64; 3] {
                let mut duals = at.map(Dual::<f64, 2>::constant);
                duals[0] = Dual::variable(at[0], 0);
                duals[1] = Dual::variable(at[1], 1);
                let [x, v] = $law::from(duals).value().eps;
                [x, v, 0.0]
            }
            fn second(at: [f64; $n]) -> [f64; 3] {
                let orders = jet2(at[0], at[1], |x, v| {
                    let mut jets = at.map(Jet2::constant);
                    (jets[0], jets[1]) = (x, v);
                    $law::from(jets).value()
                });
                orders[2]
            }
        }
    };
}

/// The derivatives of a law of one variable.
macro_rules! law_of_one {
    ($law:ident, $n:literal, $make:expr, $check:expr) => {
        impl Law<$n> for $law<f64> {
            const VARIABLES: usize = 1;
            fn check(at: [f64; $n]) -> Result<(), LawError> {
                $check($make(at))
            }
            fn value(at: [f64; $n]) -> f64 {
                $make(at).value()
            }
            fn first(at: [f64; $n]) -> [f64; 3] {
                let mut duals = at.map(Dual::<f64, 1>::constant);
                duals[0] = Dual::variable(at[0], 0);
                let [slope] = $make(duals).value().eps;
                [slope, 0.0, 0.0]
            }
            fn second(at: [f64; $n]) -> [f64; 3] {
                let [.., curvature] = jet1(at[0], |x| {
                    let mut jets = at.map(Jet1::constant);
                    jets[0] = x;
                    $make(jets).value()
                });
                [curvature, 0.0, 0.0]
            }
        }
    };
}

law_of_two!(Impact, 7, |l: Impact<f64>| l.check());
law_of_two!(Bistop, 8, |l: Bistop<f64>| l.check());
law_of_two!(HuntCrossley, 6, |l: HuntCrossley<f64>| l.check());
law_of_one!(Step, 5, |a| Step(Ramp::from(a)), |l: Step<f64>| l.check());
law_of_one!(Step5, 5, |a| Step5(Ramp::from(a)), |l: Step5<f64>| l
    .check());
law_of_one!(Havsin, 5, |a| Havsin(Ramp::from(a)), |l: Havsin<f64>| l
    .check());
// MotionSolve's ranges are the wider ones
law_of_one!(Coulomb, 5, Coulomb::from, |l: Coulomb<f64>| {
    l.check(Dialect::MotionSolve)
});

type Arguments<'py> = Vec<PyReadonlyArray1<'py, f64>>;

/// A law by name. The arguments have one value or one per point; `order` 0, 1, 2 asks for the value, the first or the second
/// derivatives: their components one after the other, each with one value per point.
#[pyfunction]
pub fn law<'py>(
    py: Python<'py>,
    name: &str,
    arguments: Arguments<'py>,
    points: usize,
    order: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    match name {
        "impact" => over::<7, Impact<f64>>(py, &arguments, points, order),
        "bistop" => over::<8, Bistop<f64>>(py, &arguments, points, order),
        "hunt_crossley" => over::<6, HuntCrossley<f64>>(py, &arguments, points, order),
        "step" => over::<5, Step<f64>>(py, &arguments, points, order),
        "step5" => over::<5, Step5<f64>>(py, &arguments, points, order),
        "havsin" => over::<5, Havsin<f64>>(py, &arguments, points, order),
        "coulomb" => over::<5, Coulomb<f64>>(py, &arguments, points, order),
        _ => Err(PyKeyError::new_err(name.to_owned())),
    }
}

/// The damping `c` of HUNT_CROSSLEY with which a body of a speed comes back with a restitution.
#[pyfunction]
pub fn hunt_crossley_damping(restitution: f64, speed: f64) -> PyResult<f64> {
    carom::laws::hunt_crossley_damping(restitution, speed).ok_or_else(|| {
        PyValueError::new_err(format!(
            "restitution = {restitution} must be above 0 and at most 1, and speed = {speed} above 0: no damping takes all of the speed"
        ))
    })
}

fn over<'py, const N: usize, L: Law<N>>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    points: usize,
    order: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let mut slices: [&[f64]; N] = [&[]; N];
    for (slice, argument) in slices.iter_mut().zip(arguments) {
        *slice = argument.as_slice()?;
    }
    let fits = |s: &&[f64]| s.len() == 1 || s.len() == points;
    if arguments.len() != N || !slices.iter().all(fits) || order > 2 {
        return Err(PyValueError::new_err("arguments that do not fit the law"));
    }
    let components = if L::VARIABLES == 2 { order + 1 } else { 1 };
    let mut out = vec![0.0; points * components];
    py.detach(|| fill::<N, L>(&slices, points, order, &mut out))
        .map_err(|e| PyValueError::new_err(e.to_string()))?;
    Ok(PyArray1::from_vec(py, out))
}

/// Shares the points among threads; the first parameter out of its range is the one that is named.
fn fill<const N: usize, L: Law<N>>(
    arguments: &[&[f64]; N],
    points: usize,
    order: usize,
    out: &mut [f64],
) -> Result<(), LawError> {
    let most = thread::available_parallelism().map_or(1, usize::from);
    let threads = (points / POINTS_PER_THREAD).clamp(1, most.min(MOST_THREADS));
    let share = points.div_ceil(threads).max(1);
    // one row per component, each cut at the same points
    let mut rows: Vec<_> = out
        .chunks_mut(points.max(1))
        .map(|row| row.chunks_mut(share))
        .collect();
    let pieces: Vec<Vec<&mut [f64]>> = (0..threads)
        .map(|_| rows.iter_mut().filter_map(Iterator::next).collect())
        .collect();
    let piece = |(k, piece): (usize, Vec<&mut [f64]>)| {
        fill_piece::<N, L>(arguments, k * share, order, piece)
    };
    if threads == 1 {
        return pieces.into_iter().enumerate().try_for_each(piece);
    }
    thread::scope(|scope| {
        let running: Vec<_> = pieces
            .into_iter()
            .enumerate()
            .map(|work| scope.spawn(move || piece(work)))
            .collect();
        let mut ends = running
            .into_iter()
            .map(|t| t.join().expect("a law does not panic"));
        ends.find(Result::is_err).unwrap_or(Ok(()))
    })
}

fn fill_piece<const N: usize, L: Law<N>>(
    arguments: &[&[f64]; N],
    from: usize,
    order: usize,
    mut rows: Vec<&mut [f64]>,
) -> Result<(), LawError> {
    let points = rows.first().map_or(0, |row| row.len());
    if points == 0 {
        return Ok(());
    }
    // One value for all points, or one each.
    let here = arguments.map(|a| match a.len() {
        1 => a,
        _ => &a[from..from + points],
    });
    match (order, rows.as_mut_slice()) {
        (0, [row]) => each::<N, L>(&here, points, |k, x| row[k] = L::value(x)),
        _ => each::<N, L>(&here, points, |k, x| {
            let answer = match order {
                0 => [L::value(x), 0.0, 0.0],
                1 => L::first(x),
                _ => L::second(x),
            };
            for (row, y) in rows.iter_mut().zip(answer) {
                row[k] = y;
            }
        }),
    }
}

/// Hands over the arguments of each point. Parameters that are the same for all points are looked at once, so that what follows from
/// them alone, such as the kind of an exponent, is not asked again and again.
#[inline(always)]
fn each<const N: usize, L: Law<N>>(
    here: &[&[f64]; N],
    points: usize,
    mut put: impl FnMut(usize, [f64; N]),
) -> Result<(), LawError> {
    let strides = here.map(|a| usize::from(a.len() > 1));
    let mut at = here.map(|a| a[0]);
    let fixed = strides[L::VARIABLES..].iter().all(|s| *s == 0);
    if fixed {
        L::check(at)?;
    }
    for k in 0..points {
        if fixed {
            for i in 0..L::VARIABLES {
                at[i] = here[i][k * strides[i]];
            }
        } else {
            for i in 0..N {
                at[i] = here[i][k * strides[i]];
            }
            L::check(at)?;
        }
        put(k, at);
    }
    Ok(())
}
