//! Solids from a plane outline: extruded along z, or turned about it.

pub(crate) mod ears;
mod extrusion;
mod pieces;
mod revolution;
mod turn;

pub use extrusion::Extrusion;
pub use revolution::Revolution;

pub(crate) use pieces::convex_of;
pub(crate) use turn::turn;

/// An outline makes no solid. Corners are counted from 0, as given.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum OutlineError {
    /// A coordinate is infinite or not a number.
    #[error("corner {corner} of the outline at {place:?} is not finite")]
    NotFinite {
        /// Its number.
        corner: usize,
        /// Its coordinates.
        place: [f64; 2],
    },
    /// Fewer than three corners that are not on one line.
    #[error("the outline encloses no area")]
    NoArea,
    /// It crosses or touches itself.
    #[error("the outline crosses or touches itself near {place:?}")]
    Crossing {
        /// A corner near by.
        place: [f64; 2],
    },
    /// An extrusion has a length that is finite and not 0.
    #[error("the length {0} is no length of an extrusion")]
    Length(f64),
    /// An outline that is turned about its second axis lies on one side of it.
    #[error("corner {corner} of the outline is at the radius {radius}; radii are not negative")]
    Radius {
        /// Its number.
        corner: usize,
        /// Its radius.
        radius: f64,
    },
}

/// The corners of a polygon that does not cross itself: counterclockwise, none of them within a straight side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outline(Vec<[f64; 2]>);

impl Outline {
    /// Corners in either direction; the first one may stand at the end again.
    pub(crate) fn new(corners: &[[f64; 2]]) -> Result<Self, OutlineError> {
        for (corner, &place) in corners.iter().enumerate() {
            if !place.iter().all(|x| x.is_finite()) {
                return Err(OutlineError::NotFinite { corner, place });
            }
        }
        let mut kept = straightened(corners);
        if kept.len() < 3 {
            return Err(OutlineError::NoArea);
        }
        if let Some(place) = crossing(&kept) {
            return Err(OutlineError::Crossing { place });
        }
        if area(&kept) < 0.0 {
            kept.reverse();
        }
        Ok(Self(kept))
    }

    pub(crate) fn corners(&self) -> &[[f64; 2]] {
        &self.0
    }

    /// Sides: from, to.
    pub(crate) fn sides(&self) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
        sides(&self.0)
    }

    /// Convex polygons that make it up together.
    pub(crate) fn convex_pieces(&self) -> Vec<Self> {
        let piece = |corners: Vec<u32>| Self(corners.iter().map(|k| self.0[*k as usize]).collect());
        pieces::convex(&self.0).into_iter().map(piece).collect()
    }

    /// Triangles between the corners, counterclockwise.
    pub(crate) fn triangles(&self) -> Vec<[u32; 3]> {
        ears::triangles(&self.0)
    }
}

fn sides(corners: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| [*a, *b])
}

/// Without corners that repeat the one before or lie on one line with their neighbours, until none is left.
fn straightened(corners: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept = corners.to_vec();
    loop {
        let n = kept.len();
        let straight = |k: &usize| {
            let [before, here, after] = [k + n - 1, *k, k + 1].map(|i| kept[i % n]);
            turn(before, here, after) == 0
        };
        match (0..n).find(straight) {
            Some(k) if n > 0 => kept.remove(k),
            _ => return kept,
        };
    }
}

/// About the first corner: far from the origin products would cancel.
fn area(corners: &[[f64; 2]]) -> f64 {
    let o = corners[0];
    let cross =
        |[a, b]: [[f64; 2]; 2]| (a[0] - o[0]) * (b[1] - o[1]) - (b[0] - o[0]) * (a[1] - o[1]);
    0.5 * sides(corners).map(cross).sum::<f64>()
}

/// Whether a point that is on one line with a side lies within it, its ends included.
fn within([a, b]: [[f64; 2]; 2], p: [f64; 2]) -> bool {
    (0..2).all(|k| a[k].min(b[k]) <= p[k] && p[k] <= a[k].max(b[k]))
}

/// The beginning of a side that meets another one that is not its neighbour, or a corner where a side turns back onto the one before.
fn crossing(corners: &[[f64; 2]]) -> Option<[f64; 2]> {
    let all: Vec<[[f64; 2]; 2]> = sides(corners).collect();
    let n = all.len();
    let meets = |[a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]| {
        let (s, t) = (
            [turn(a, b, c), turn(a, b, d)],
            [turn(c, d, a), turn(c, d, b)],
        );
        let touches = |line, p, t: i8| t == 0 && within(line, p);
        (s[0] * s[1] < 0 && t[0] * t[1] < 0)
            || touches([a, b], c, s[0])
            || touches([a, b], d, s[1])
            || touches([c, d], a, t[0])
            || touches([c, d], b, t[1])
    };
    for i in 0..n {
        for j in i + 2..n {
            let neighbours = i == 0 && j == n - 1;
            if !neighbours && meets(all[i], all[j]) {
                return Some(all[i][0]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_on_one_line_are_left_out() {
        let square = [
            [0.0, 0.0],
            [0.5, 0.0],
            [1.0, 0.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [0.0, 1.0],
            [0.0, 0.0],
        ];
        let plain = Outline::new(&square).expect("a square");
        assert_eq!(plain.corners().len(), 4);
        let mut backwards = square;
        backwards.reverse();
        let turned = Outline::new(&backwards).expect("a square");
        assert_eq!((area(plain.corners()), area(turned.corners())), (1.0, 1.0));
    }

    #[test]
    fn what_encloses_nothing_is_refused() {
        let refused = |corners: &[[f64; 2]]| Outline::new(corners).expect_err("no outline");
        assert_eq!(refused(&[]), OutlineError::NoArea);
        assert_eq!(refused(&[[1.0, 2.0]; 4]), OutlineError::NoArea);
        let line = [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0]];
        assert_eq!(refused(&line), OutlineError::NoArea);
        let bow = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
        assert!(matches!(refused(&bow), OutlineError::Crossing { .. }));
        let pinched = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 2.0]];
        assert!(matches!(refused(&pinched), OutlineError::Crossing { .. }));
        let spike = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [2.0, 1.0], [0.0, 1.0]];
        // the spike goes back on itself and is straightened away
        assert_eq!(Outline::new(&spike).map(|o| o.0.len()), Ok(4));
        let nan = [[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]];
        assert!(matches!(
            refused(&nan),
            OutlineError::NotFinite { corner: 1, .. }
        ));
    }
}
