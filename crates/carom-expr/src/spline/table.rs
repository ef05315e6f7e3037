//! Tables of points and of pieces: curves, families of curves, curves in space.

/// A curve y(x), or a family of curves y(x; z).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SplineTable {
    /// Abscissas, strictly increasing.
    pub x: Vec<f64>,
    /// (z, ordinates) of each curve, z strictly increasing; a single curve has z = 0.
    pub curves: Vec<(f64, Vec<f64>)>,
    /// How the curves go on beyond their ends.
    pub beyond: Beyond,
}

/// How a curve goes on beyond its first and last point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Beyond {
    /// Along the parabola through the last three points.
    #[default]
    Parabola,
    /// Along the line through the last two points.
    Line,
    /// With the value of the last point.
    Level,
}

impl Beyond {
    /// The line where it is asked for, else the parabola.
    pub const fn line_if(asked: bool) -> Self {
        match asked {
            true => Self::Line,
            false => Self::Parabola,
        }
    }
}

/// A curve in space along its parameter.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CurveTable {
    /// Values of the parameter, strictly increasing: the ends of the pieces.
    pub x: Vec<f64>,
    /// Of x, y and z: the coefficients of each piece, those of powers of the distance from where it begins, constant first.
    pub pieces: [Vec<[f64; 4]>; 3],
    /// The pieces meet in corners.
    pub corners: bool,
}

impl SplineTable {
    /// What is wrong with the numbers of the table, in words: too few points, numbers that are not finite, that
    /// do not increase, curves of different length.
    pub fn problem(&self) -> Option<String> {
        let n = self.x.len();
        if n < 2 {
            return Some(format!("it has {n} points, at least 2 are needed"));
        }
        let numbers = self.x.iter().chain(
            self.curves
                .iter()
                .flat_map(|(z, y)| std::iter::once(z).chain(y)),
        );
        if let Some(v) = numbers.into_iter().find(|v| !v.is_finite()) {
            return Some(format!("{v} is not a finite number"));
        }
        if let Some(k) = (1..n).find(|&k| self.x[k - 1] >= self.x[k]) {
            return Some(format!(
                "x must increase, but {} is followed by {}",
                self.x[k - 1],
                self.x[k]
            ));
        }
        if self.curves.is_empty() {
            return Some("it has no curve".into());
        }
        for pair in self.curves.windows(2) {
            if pair[0].0 >= pair[1].0 {
                return Some(format!(
                    "z must increase, but {} is followed by {}",
                    pair[0].0, pair[1].0
                ));
            }
        }
        for (z, y) in &self.curves {
            if y.len() != n {
                return Some(format!(
                    "the curve at z = {z} has {} values for {n} abscissas",
                    y.len()
                ));
            }
        }
        None
    }
}
