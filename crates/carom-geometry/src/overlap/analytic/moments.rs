//! Moments of a part of a solid of revolution, and of its section.

use carom_base::Number;

/// ∫ dV, ∫ s dV, ∫ y dV, and of the section with the plane: area, ∫ s, ∫ y.
#[derive(Clone, Copy)]
pub(crate) struct Moments<T> {
    pub volume: T,
    pub along: T,
    pub across: T,
    pub area: T,
    pub area_along: T,
    pub area_across: T,
}

impl<T: Number> Moments<T> {
    pub(crate) fn zero() -> Self {
        let o = T::zero();
        Self {
            volume: o,
            along: o,
            across: o,
            area: o,
            area_along: o,
            area_across: o,
        }
    }

    pub(crate) fn add(&mut self, o: &Self) {
        self.volume += o.volume;
        self.along += o.along;
        self.across += o.across;
        self.area += o.area;
        self.area_along += o.area_along;
        self.area_across += o.area_across;
    }

    /// Of a solid so much further along the axis.
    pub(crate) fn shifted(mut self, by: f64) -> Self {
        self.along += self.volume * by;
        self.area_along += self.area * by;
        self
    }

    /// Of the mirror image at s = 0.
    pub(crate) fn mirrored(mut self) -> Self {
        self.along = -self.along;
        self.area_along = -self.area_along;
        self
    }

    #[cfg(test)]
    pub(crate) fn list(&self) -> [T; 6] {
        [
            self.volume,
            self.along,
            self.across,
            self.area,
            self.area_along,
            self.area_across,
        ]
    }

    /// Each of them in another number.
    pub(crate) fn map<U>(&self, f: impl Fn(T) -> U) -> Moments<U> {
        Moments {
            volume: f(self.volume),
            along: f(self.along),
            across: f(self.across),
            area: f(self.area),
            area_along: f(self.area_along),
            area_across: f(self.area_across),
        }
    }
}
