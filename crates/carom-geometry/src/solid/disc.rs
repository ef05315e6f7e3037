//! A disc around a piece of a surface.
//!
//! A box around a piece that leans is as thick as the piece is wide; a disc across its mean normal is as thick as the piece is bent: for a piece of width w
//! on a ball of radius R about w²/(8R). Where two surfaces come close, discs tell apart most pairs of pieces that boxes do not.

use carom_base::Vec3;

/// What rounding leaves of 1 − cos² of two unit vectors.
const ROUNDING: f64 = 4e-15;

/// All points within `thick` of a plane and within `radius` of an axis across it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub middle: Vec3,
    /// Of length one.
    pub normal: Vec3,
    pub thick: f64,
    pub radius: f64,
}

impl Disc {
    /// Around triangles in a box with this centre and these half lengths.
    pub(super) fn around(
        triangles: impl Iterator<Item = [Vec3; 3]> + Clone,
        centre: &Vec3,
        half: &Vec3,
    ) -> Self {
        let area = (triangles.clone()).fold(Vec3::zeros(), |sum, [a, b, c]| {
            sum + (b - a).cross(&(c - a))
        });
        // a surface that closes has none: any normal does
        let normal = (area.try_normalize(1e-12 * half.norm_squared())).unwrap_or_else(Vec3::z);
        let points = triangles.flatten();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for p in points.clone() {
            let height = (p - centre).dot(&normal);
            low = low.min(height);
            high = high.max(height);
        }
        let middle = centre + normal * (0.5 * (low + high));
        let off_axis = |p: Vec3| {
            let d = p - middle;
            (d - normal * d.dot(&normal)).norm()
        };
        Self {
            middle,
            normal,
            thick: 0.5 * (high - low),
            radius: points.map(off_axis).fold(0.0, f64::max),
        }
    }

    /// Whether another disc, at another place, lies more than `room` away along one of the two normals. Seen along a direction at an angle with cosine c and
    /// sine s to its normal, a disc reaches thick·|c| + radius·s.
    #[inline]
    pub(crate) fn is_apart(&self, o: &Self, middle: &Vec3, normal: &Vec3, room: f64) -> bool {
        let between = middle - self.middle;
        let c = self.normal.dot(normal).abs();
        let s = ((1.0 - c * c).max(0.0) + ROUNDING).sqrt();
        let room = room + self.thick + o.thick;
        // c ≤ 1: each reaches thick at most
        let one = self.normal.dot(&between).abs() > room + s * o.radius;
        let other = normal.dot(&between).abs() > room + s * self.radius;
        one | other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangles() -> Vec<[Vec3; 3]> {
        let at = |i: u32, j: u32| {
            let (x, y) = (0.1 * f64::from(i), 0.1 * f64::from(j));
            Vec3::new(x, y, 0.5 * x - 0.2 * y + 0.3 * x * x)
        };
        (0..5)
            .flat_map(|i| (0..4).map(move |j| (i, j)))
            .map(|(i, j)| [at(i, j), at(i + 1, j), at(i, j + 1)])
            .collect()
    }

    fn disc(list: &[[Vec3; 3]]) -> Disc {
        let centre = list.iter().flatten().fold(Vec3::zeros(), |s, p| s + p) / 60.0;
        Disc::around(list.iter().copied(), &centre, &Vec3::repeat(0.3))
    }

    #[test]
    fn a_disc_holds_its_triangles_and_is_as_thick_as_they_are_bent() {
        let list = triangles();
        let d = disc(&list);
        for p in list.iter().flatten() {
            let r = p - d.middle;
            let height = r.dot(&d.normal);
            assert!(height.abs() <= d.thick + 1e-15);
            assert!((r - d.normal * height).norm() <= d.radius + 1e-15);
        }
        // 0.3 x² over a width of 0.5 bends by 0.3·0.25²
        assert!(d.thick < 0.02 && d.radius > 0.3, "{d:?}");
    }

    /// Discs apart by more than the room have no two points nearer than that.
    #[test]
    fn nothing_near_is_called_apart() {
        let (mut apart, mut near) = (0, 0);
        let list = triangles();
        let d = disc(&list);
        for k in 0..400u32 {
            let x = |m: u32| f64::from(k * m % 101) / 50.0 - 1.0;
            let turn = carom_base::space::rotation_x(3.0 * x(37))
                * carom_base::space::rotation_z(3.0 * x(59));
            let position = Vec3::new(x(13), x(29), x(71)) * 0.8;
            let seen = (turn * d.middle + position, turn * d.normal);
            let distance = list
                .iter()
                .flatten()
                .flat_map(|p| list.iter().flatten().map(move |q| (p, q)))
                .map(|(p, q)| (turn * q + position - p).norm())
                .fold(f64::INFINITY, f64::min);
            if d.is_apart(&d, &seen.0, &seen.1, 0.05) {
                apart += 1;
                assert!(distance > 0.05, "{k}: {distance}");
            } else {
                near += 1;
            }
        }
        assert!(apart > 100 && near > 50, "{apart} {near}");
    }
}
