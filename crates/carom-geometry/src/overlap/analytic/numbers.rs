//! Vectors of numbers that may carry rates.

use carom_base::{Number, Vec3};

/// From 0 to 1 as s is, without a kink.
pub(super) fn smooth<T: Number>(s: T) -> T {
    match s.value() {
        x if x <= 0.0 => T::zero(),
        x if x >= 1.0 => T::one(),
        _ => s * s * (T::constant(3.0) - s * 2.0),
    }
}

pub(super) fn norm<T: Number>(v: &Vec3<T>) -> T {
    v.dot(v).sqrt()
}

pub(super) fn constant<T: Number>(v: &Vec3) -> Vec3<T> {
    v.map(T::constant)
}

pub(super) fn value<T: Number>(v: &Vec3<T>) -> Vec3 {
    v.map(Number::value)
}
