//! What the model and the run are, apart from the state.

use super::going::host;
use std::ffi::c_int;

/// Names of units in two characters, by size in SI.
fn name(sizes: &[(f64, &'static str)], size: f64) -> &'static str {
    let same = |(known, _): &&(f64, &str)| (size / known - 1.0).abs() < 1e-9;
    sizes.iter().find(same).map_or("NO", |(_, name)| name)
}

/// GTUNTS: sizes of the units of time, length, force and mass in SI, and two characters for each. The characters of the help page are a picture;
/// these are the usual abbreviations.
pub fn units() -> Option<([f64; 4], [u8; 8])> {
    let sizes = host(|h| h.units())??;
    let names = [
        name(
            &[(1.0, "SE"), (1e-3, "MS"), (60.0, "MI"), (3600.0, "HR")],
            sizes[0],
        ),
        name(
            &[
                (1.0, "ME"),
                (1e-3, "MM"),
                (1e-2, "CM"),
                (1e3, "KM"),
                (0.0254, "IN"),
                (0.3048, "FT"),
            ],
            sizes[1],
        ),
        name(
            &[
                (1.0, "NE"),
                (1e3, "KN"),
                (9.80665, "KG"),
                (4.448_221_615_260_5, "PO"),
                (1e-5, "DY"),
            ],
            sizes[2],
        ),
        name(
            &[
                (1.0, "KG"),
                (1e-3, "GR"),
                (1e3, "ME"),
                (0.453_592_37, "PO"),
                (14.593_902_937, "SL"),
            ],
            sizes[3],
        ),
    ];
    let mut text = [b' '; 8];
    for (k, n) in names.iter().enumerate() {
        text[2 * k..2 * k + 2].copy_from_slice(n.as_bytes());
    }
    Some((sizes, text))
}

/// GETMOD and ANLMOD.
pub fn mode() -> c_int {
    host(|h| h.mode()).unwrap_or(0)
}

/// AKISPL and CUBSPL.
pub fn spline(how: crate::Spline, x: f64, z: f64, id: c_int, order: c_int) -> Option<[f64; 3]> {
    if !(0..3).contains(&order) || !x.is_finite() || !z.is_finite() {
        return None;
    }
    host(|h| h.spline(how, id, x, z, order))??.into()
}

/// GTCURV.
pub fn curve(id: c_int, parameter: f64, order: c_int) -> Option<[f64; 3]> {
    host(|h| h.curve(id, parameter, order))??.into()
}

/// PUT_SPLINE: whether the points were taken.
pub fn put_spline(id: c_int, x: Option<&[f64]>, y: Option<&[f64]>, z: Option<&[f64]>) -> bool {
    match (x, y, z) {
        (Some(x), Some(y), Some(z)) => host(|h| h.put_spline(id, x, y, z)).unwrap_or(false),
        _ => false,
    }
}

/// UCOVAR: coordinates of parts, as many codes as parts.
pub fn coordinates(parts: Option<&[c_int]>, codes: Option<&[c_int]>) {
    match (parts, codes) {
        (Some(parts), Some(codes)) if parts.len() == codes.len() => {
            host(|h| h.coordinates(parts, codes));
        }
        _ => super::ask_for_stop("it called UCOVAR with other than one code for each part".into()),
    }
}

/// GTARAY: the numbers of an array.
pub fn array(id: c_int) -> Option<Vec<f64>> {
    host(|h| h.array(id).map(<[f64]>::to_vec))?
}

/// GTSTRG: the text of a STRING.
pub fn string(id: c_int) -> Option<String> {
    host(|h| h.string(id).map(str::to_owned))?
}

/// The first number that is not finite among `values`, from 1: NANINF.
pub fn not_finite(values: &[f64]) -> Option<usize> {
    values.iter().position(|x| !x.is_finite()).map(|k| k + 1)
}
