//! Deviation and velocity of one marker from another, on the axes of the second.

use carom_base::Number;
use carom_expr::{MarkerState, Measure};

/// [x y z a b c]: displacement of I against J and its projected small angles, on the axes of J.
pub(crate) fn deviation<T: Number>(i: &MarkerState<T>, j: &MarkerState<T>) -> [T; 6] {
    let ground = MarkerState::ground();
    let angle = |m: Measure| m.eval([i, j, &ground, &ground]);
    let p = j.R.tr_mul(&(i.p - j.p));
    let [a, b, c] = [Measure::AX, Measure::AY, Measure::AZ].map(angle);
    [p.x, p.y, p.z, a, b, c]
}

/// Velocity and angular velocity of I as seen from J, on the axes of J.
pub(crate) fn velocity<T: Number>(i: &MarkerState<T>, j: &MarkerState<T>) -> [T; 6] {
    let v = j.R.tr_mul(&(i.v - j.v - j.w.cross(&(i.p - j.p))));
    let w = j.R.tr_mul(&(i.w - j.w));
    [v.x, v.y, v.z, w.x, w.y, w.z]
}
