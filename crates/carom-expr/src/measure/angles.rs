//! Angles and Euler parameters of a rotation.

use carom_base::{Mat3, Number};

/// atan2; not a number where both are zero.
pub(super) fn defined<T: Number>(y: T, x: T) -> T {
    if y.vanishes() && x.vanishes() {
        return T::undefined();
    }
    y.atan2(x)
}

/// Below this sine of θ the 3-1-3 angles are singular: only ψ ± φ is fixed, and φ is set to zero.
const SINGULAR: f64 = 1e-12;

/// Of the angles ψ, θ and φ of a rotation the one of this number, from 0.
pub(super) fn angle_313<T: Number>(which: usize, r: &Mat3<T>) -> T {
    let s = (r[(0, 2)] * r[(0, 2)] + r[(1, 2)] * r[(1, 2)])
        .value()
        .sqrt();
    if s < SINGULAR {
        return match which {
            0 => r[(1, 0)].atan2(r[(0, 0)]),
            1 if r[(2, 2)].value() < 0.0 => T::constant(std::f64::consts::PI),
            _ => T::zero(),
        };
    }
    match which {
        0 => r[(0, 2)].atan2(-r[(1, 2)]),
        1 => {
            let s = (r[(0, 2)] * r[(0, 2)] + r[(1, 2)] * r[(1, 2)]).sqrt();
            s.atan2(r[(2, 2)])
        }
        _ => r[(2, 0)].atan2(r[(2, 1)]),
    }
}

/// Of yaw, pitch and roll of a rotation the one of this number, from 0.
pub(super) fn angle_321<T: Number>(which: usize, r: &Mat3<T>) -> T {
    match which {
        0 => defined(r[(1, 0)], r[(0, 0)]),
        2 => defined(r[(2, 1)], r[(2, 2)]),
        _ => {
            // p = atan2(-R31, ...), PITCH = -p
            let cosine = r[(0, 0)] * r[(0, 0)] + r[(1, 0)] * r[(1, 0)];
            if cosine.vanishes() {
                return T::constant(r[(2, 0)].value().signum() * std::f64::consts::FRAC_PI_2);
            }
            r[(2, 0)].atan2(cosine.sqrt())
        }
    }
}

/// Euler parameters of a rotation, scalar first; the largest is computed first.
///
/// A rotation has them with either sign. Adams takes that of its 3-1-3 angles, as its request files show:
///
/// ```text
/// e₀ = cos(θ/2)·cos((ψ+φ)/2)   e₁ = sin(θ/2)·cos((ψ−φ)/2)   e₂ = sin(θ/2)·sin((ψ−φ)/2)   e₃ = cos(θ/2)·sin((ψ+φ)/2)
/// ```
pub(super) fn euler_parameters<T: Number>(r: &Mat3<T>) -> [T; 4] {
    let d = [r[(0, 0)], r[(1, 1)], r[(2, 2)]];
    let trace = d[0] + d[1] + d[2];
    let largest = (0..3).fold(0, |best, k| {
        if d[k].value() > d[best].value() {
            k
        } else {
            best
        }
    });
    let mut q = [T::zero(); 4];
    if trace.value() >= d[largest].value() {
        q[0] = (trace + 1.0).sqrt() * 0.5;
        let f = (q[0] * 4.0).recip();
        q[1] = (r[(2, 1)] - r[(1, 2)]) * f;
        q[2] = (r[(0, 2)] - r[(2, 0)]) * f;
        q[3] = (r[(1, 0)] - r[(0, 1)]) * f;
    } else {
        let a = largest;
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        q[1 + a] = (d[a] - d[b] - d[c] + 1.0).sqrt() * 0.5;
        let f = (q[1 + a] * 4.0).recip();
        q[0] = (r[(c, b)] - r[(b, c)]) * f;
        q[1 + b] = (r[(b, a)] + r[(a, b)]) * f;
        q[1 + c] = (r[(c, a)] + r[(a, c)]) * f;
    }
    let angle = |which| angle_313(which, r).value();
    let (psi, half, phi) = (angle(0), 0.5 * angle(1), angle(2));
    let (sum, difference) = (0.5 * (psi + phi), 0.5 * (psi - phi));
    let of_angles = [
        half.cos() * sum.cos(),
        half.sin() * difference.cos(),
        half.sin() * difference.sin(),
        half.cos() * sum.sin(),
    ];
    // Both are the same rotation up to rounding, so that the sum of the products is 1 or -1.
    let product: f64 = q.iter().zip(of_angles).map(|(q, e)| q.value() * e).sum();
    if product < 0.0 { q.map(|c| -c) } else { q }
}
