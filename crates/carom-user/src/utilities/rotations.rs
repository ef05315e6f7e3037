//! RCNVRT: one description of a rotation from another.
//!
//! All go by the matrix R whose columns are the turned axes. COSINES are the nine entries of R by columns; EULPAR is e0 = cos(θ/2), then
//! the vector part; RODRIGUES is that vector over e0. `Bijk` are angles about the turned axes i, j, k one after the other, `Sijk` about the axes at rest.

use carom_base::Quaternion;
use carom_base::space::{angles_313, rotation_x, rotation_y, rotation_z};
use carom_base::{Mat3, Vec3};

/// How a rotation is described.
#[derive(Clone, Copy, Debug, PartialEq)]
enum System {
    Parameters,
    Cosines,
    Rodrigues,
    /// Axes 0, 1, 2 in the order of the angles; whether they are at rest.
    Angles([usize; 3], bool),
}

fn system(name: &str) -> Option<System> {
    let name = name.trim().to_ascii_uppercase();
    Some(match name.as_str() {
        "EULPAR" | "EULER PARAMETERS" => System::Parameters,
        "COSINES" => System::Cosines,
        "RODRIGUES" | "RODPAR" => System::Rodrigues,
        "EULER" => System::Angles([2, 0, 2], false),
        "BRYAN" | "BRYANT" => System::Angles([0, 1, 2], false),
        "YPR" => System::Angles([2, 1, 0], false),
        other => {
            let at_rest = match other.chars().next()? {
                'B' => false,
                'S' => true,
                _ => return None,
            };
            let axes: Vec<usize> = other[1..]
                .chars()
                .map(|c| "123".find(c))
                .collect::<Option<_>>()?;
            let [a, b, c] = axes[..] else { return None };
            if a == b || b == c {
                return None;
            }
            System::Angles([a, b, c], at_rest)
        }
    })
}

impl System {
    const fn count(self) -> usize {
        match self {
            Self::Parameters => 4,
            Self::Cosines => 9,
            _ => 3,
        }
    }
}

fn about(axis: usize, angle: f64) -> Mat3 {
    [rotation_x, rotation_y, rotation_z][axis](angle)
}

/// The matrix of a description, or the status that says what is wrong with it; a positive status is a warning.
fn matrix(system: System, a: &[f64]) -> Result<(Mat3, i32), i32> {
    if a.iter().any(|x| !x.is_finite()) {
        return Err(-3);
    }
    Ok(match system {
        System::Parameters => {
            if a.iter().any(|x| x.abs() > 1.5) {
                return Err(-3);
            }
            let square: f64 = a.iter().map(|x| x * x).sum();
            if (square - 1.0).abs() > 0.5 {
                return Err(-4);
            }
            let q = Quaternion([a[0], a[1], a[2], a[3]]).normalized();
            (q.matrix(), i32::from((square - 1.0).abs() > 1e-6))
        }
        System::Cosines => {
            let mut columns = [0, 1, 2].map(|c| Vec3::new(a[3 * c], a[3 * c + 1], a[3 * c + 2]));
            let mut warns = false;
            for c in &mut columns {
                let length = c.norm();
                if (length - 1.0).abs() > 0.5 {
                    return Err(-5);
                }
                warns |= (length - 1.0).abs() > 1e-6;
                *c *= 1.0 / length;
            }
            let [x, y, z] = columns;
            if (x.cross(&y) - z).norm() > 1e-3 {
                return Err(-6);
            }
            let r = Mat3::from_columns([x, y, z]);
            (r, if warns { 2 } else { 0 })
        }
        System::Rodrigues => {
            let q = Quaternion([1.0, a[0], a[1], a[2]]).normalized();
            (q.matrix(), 0)
        }
        System::Angles(axes, at_rest) => {
            let [p, q, r] = [0, 1, 2].map(|k| about(axes[k], a[k]));
            (if at_rest { r * q * p } else { p * q * r }, 0)
        }
    })
}

/// Angles about turned axes. Where the second one makes the others the same turn, the last is zero.
fn angles(r: &Mat3, [i, j, k]: [usize; 3]) -> [f64; 3] {
    if [i, j, k] == [2, 0, 2] {
        return angles_313(r);
    }
    // The sign of the permutation (i, j, k'), k' the third axis.
    let third = 3 - i - j;
    let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
    let e = |a: usize, b: usize| r[(a, b)];
    if i == k {
        let sine = e(i, j).hypot(e(i, third));
        let second = sine.atan2(e(i, i));
        if sine < 1e-12 {
            let first = (sign * e(third, j)).atan2(e(j, j));
            return [first, second, 0.0];
        }
        let first = e(j, i).atan2(-sign * e(third, i));
        let last = e(i, j).atan2(sign * e(i, third));
        return [first, second, last];
    }
    let cosine = e(i, i).hypot(e(i, j));
    let second = (sign * e(i, k)).atan2(cosine);
    if cosine < 1e-12 {
        let first = (sign * e(k, j)).atan2(e(j, j));
        return [first, second, 0.0];
    }
    let first = (-sign * e(j, k)).atan2(e(k, k));
    let last = (-sign * e(i, j)).atan2(e(i, i));
    [first, second, last]
}

/// Numbers of the description `to` of the rotation that `a` describes in `from`, and the status.
pub fn convert(from: &str, a: impl Fn(usize) -> Vec<f64>, to: &str) -> (Option<Vec<f64>>, i32) {
    let (Some(from), Some(to)) = (system(from), system(to)) else {
        return (None, if system(from).is_none() { -1 } else { -2 });
    };
    let (r, status) = match matrix(from, &a(from.count())) {
        Ok(found) => found,
        Err(status) => return (None, status),
    };
    let numbers = match to {
        System::Cosines => (0..9).map(|k| r[(k % 3, k / 3)]).collect(),
        System::Parameters => Quaternion::from_matrix(&r).0.to_vec(),
        System::Rodrigues => {
            let q = Quaternion::from_matrix(&r).0;
            q[1..].iter().map(|x| x / q[0]).collect()
        }
        System::Angles([i, j, k], false) => angles(&r, [i, j, k]).to_vec(),
        System::Angles([i, j, k], true) => {
            let [c, b, a] = angles(&r, [k, j, i]);
            vec![a, b, c]
        }
    };
    (Some(numbers), status)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[&str] = &[
        "EULPAR",
        "COSINES",
        "EULER",
        "BRYANT",
        "YPR",
        "RODRIGUES",
        "B121",
        "B131",
        "B212",
        "B232",
        "B313",
        "B323",
        "B123",
        "B132",
        "B213",
        "B231",
        "B312",
        "B321",
        "S121",
        "S313",
        "S123",
        "S132",
        "S213",
        "S231",
        "S312",
        "S321",
    ];

    #[test]
    fn there_and_back_is_the_same_rotation() {
        let angles = [0.3, 0.7, -1.1];
        let (r, _) = matrix(system("B123").unwrap_or(System::Cosines), &angles).expect("sound");
        let cosines: Vec<f64> = (0..9).map(|k| r[(k % 3, k / 3)]).collect();
        for name in ALL {
            let (there, status) = convert("COSINES", |_| cosines.clone(), name);
            assert_eq!(status, 0, "{name}");
            let there = there.expect("a description");
            let (back, _) = convert(name, |_| there.clone(), "COSINES");
            for (b, c) in back.expect("a description").iter().zip(&cosines) {
                // 1e-14: some twenty operations on numbers up to 1
                assert!((b - c).abs() < 1e-14, "{name}: {there:?}");
            }
        }
        let (back, _) = convert("COSINES", |_| cosines.clone(), "B123");
        for (b, a) in back.expect("angles").iter().zip(angles) {
            assert!((b - a).abs() < 1e-14);
        }
    }

    #[test]
    fn a_turn_about_z_in_each_system() {
        let c = 0.5_f64.cos();
        let s = 0.5_f64.sin();
        let near = |to: &str, expected: &[f64]| {
            let (found, status) = convert("EULER", |_| vec![0.5, 0.0, 0.0], to);
            assert_eq!(status, 0);
            for (f, e) in found.expect("a description").iter().zip(expected) {
                assert!((f - e).abs() < 1e-15, "{to}: {f} {e}");
            }
        };
        // The columns are the turned axes: x' = (c, s, 0).
        near("COSINES", &[c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0]);
        near("EULPAR", &[0.25_f64.cos(), 0.0, 0.0, 0.25_f64.sin()]);
        near("RODRIGUES", &[0.0, 0.0, 0.25_f64.tan()]);
        near("YPR", &[0.5, 0.0, 0.0]);
        near("BRYANT", &[0.0, 0.0, 0.5]);
    }

    #[test]
    fn what_is_wrong_has_a_status() {
        let status = |from: &str, a: &[f64], to: &str| convert(from, |_| a.to_vec(), to).1;
        assert_eq!(status("NONSENSE", &[0.0; 3], "EULER"), -1);
        assert_eq!(status("EULER", &[0.0; 3], "NONSENSE"), -2);
        assert_eq!(status("EULPAR", &[2.0, 0.0, 0.0, 0.0], "EULER"), -3);
        assert_eq!(status("EULPAR", &[0.1, 0.0, 0.0, 0.0], "EULER"), -4);
        assert_eq!(status("EULPAR", &[0.9, 0.0, 0.0, 0.0], "EULER"), 1);
        assert_eq!(status("COSINES", &[0.0; 9], "EULER"), -5);
        let mirrored = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0];
        assert_eq!(status("COSINES", &mirrored, "EULER"), -6);
    }
}
