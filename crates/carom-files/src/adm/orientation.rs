//! Poses of parts and markers: Euler angles, points on axes, chains of relative markers.
//!
//! Source: Adams Solver help, MARKER and PART; where a point is missing, the rules for the part's XG and ZG.

use super::build::{Builder, Built, Record};
use carom_base::space::rotation_313;
use carom_base::{Diagnostic, Mat3, Pose, Span, Vec3};
use carom_model::MarkerId;
use std::collections::HashMap;

/// The names of the arguments that give a pose.
pub struct Names {
    /// Origin.
    pub origin: &'static str,
    /// A point on the z axis.
    pub z: &'static str,
    /// A point in the xz plane, or on the x axis.
    pub x: &'static str,
    /// The flag that makes x the first axis.
    pub x_first: Option<&'static str>,
}

/// Of PART and POINT_MASS.
pub const OF_PART: Names = Names {
    origin: "QG",
    z: "ZG",
    x: "XG",
    x_first: None,
};

/// Of MARKER.
pub const OF_MARKER: Names = Names {
    origin: "QP",
    z: "ZP",
    x: "XP",
    x_first: Some("USEXP"),
};

/// The pose that the arguments of a record give, in the frame in which they are given.
///
/// Errors: `adm-conflicting-arguments`, `adm-degenerate-orientation`, `adm-missing-argument`.
pub fn pose(record: &Record, names: &Names, b: &mut Builder) -> Built<Pose> {
    let args = &record.args;
    b.exclusive(record, &[("REULER", names.z), ("REULER", names.x)])?;
    let position = Vec3::from(args.array(names.origin).unwrap_or_default());
    let x_first = names.x_first.is_some_and(|n| args.has(n));
    if x_first && !args.has(names.x) {
        let what = "USEXP needs XP";
        return Err(b.error(record, "adm-missing-argument", record.span, what));
    }
    if let Some([psi, theta, phi]) = args.array("REULER") {
        let rotation = rotation_313(psi, theta, phi);
        return Ok(Pose { position, rotation });
    }
    let direction = |name| args.array::<3>(name).map(|p| Vec3::from(p) - position);
    let (z, x) = (direction(names.z), direction(names.x));
    if z.is_none() && x.is_none() {
        let rotation = Mat3::identity();
        return Ok(Pose { position, rotation });
    }
    let span = args.span(names.x).unwrap_or(record.place(names.z));
    if let (Some(z), None) = (z, x)
        && points_along_x(&z)
    {
        let what = "the z axis lies along the x axis of its frame: a turn about y brings it there";
        b.warning(record, "adm-default-x-axis", span, what);
    }
    rotation_from_points(z, x, x_first)
        .map(|rotation| Pose { position, rotation })
        .ok_or_else(|| {
            let Names { origin, z, x, .. } = names;
            let what = format!("{origin}, {z} and {x} do not span a plane");
            b.error(record, "adm-degenerate-orientation", span, &what)
        })
}

/// Below this sine of an angle, two directions count as one: it leaves half of the digits of a plane.
const ALIGNED: f64 = 1e-8;

fn points_along_x(z: &Vec3) -> bool {
    z.x != 0.0 && z.y.hypot(z.z) <= ALIGNED * z.norm()
}

/// The axes (as columns) from a direction to a point on z and one to a point in the half plane of z and +x; with
/// `x_first`, a point on x and one in the half plane of x and +z. A missing z is the z of the frame, a missing x
/// the one nearest to the x of the frame. `None` if the directions are zero or aligned.
pub fn rotation_from_points(z: Option<Vec3>, x: Option<Vec3>, x_first: bool) -> Option<Mat3> {
    let z_given = z.unwrap_or_else(Vec3::z);
    let x_given = match (z, x) {
        (Some(z), None) if points_along_x(&z) => -Vec3::z() * z.x.signum(),
        (_, None) => Vec3::x(),
        (_, Some(x)) => x,
    };
    let (first, second) = if x_first {
        (x_given, z_given)
    } else {
        (z_given, x_given)
    };
    let a = first.try_normalize(0.0)?;
    let second = second.try_normalize(0.0)?;
    let across = second - a * a.dot(&second);
    if across.norm() <= ALIGNED {
        return None;
    }
    let c = across.normalize();
    let (x, z) = if x_first { (a, c) } else { (c, a) };
    Some(Mat3::from_columns([x, z.cross(&x), z]))
}

/// What is known of a relative marker while chains are followed.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Waiting,
    OnPath,
    Done,
}

/// Places the markers that are given in the frame of another marker on the same part.
///
/// Errors: `adm-marker-cycle`.
pub fn resolve_chains(b: &mut Builder) {
    let relative: HashMap<MarkerId, (MarkerId, Span)> = b
        .relative
        .iter()
        .map(|&(marker, rm, span)| (marker, (rm, span)))
        .collect();
    let mut marks: HashMap<MarkerId, Mark> = relative.keys().map(|&m| (m, Mark::Waiting)).collect();
    for (start, _, _) in b.relative.clone() {
        let mut path = Vec::new();
        let mut at = start;
        // A marker without mark stands directly on its part.
        while let Some(mark) = marks.get_mut(&at) {
            match mark {
                Mark::Waiting => *mark = Mark::OnPath,
                Mark::OnPath => {
                    report_cycle(b, &path, at, &relative);
                    break;
                }
                Mark::Done => break,
            }
            path.push(at);
            at = relative[&at].0;
        }
        // From the marker that is placed outwards.
        for &marker in path.iter().rev() {
            let frame = b.model.markers[relative[&marker].0].pose;
            let pose = &mut b.model.markers[marker].pose;
            *pose = frame * *pose;
            marks.insert(marker, Mark::Done);
        }
    }
}

fn report_cycle(
    b: &mut Builder,
    path: &[MarkerId],
    at: MarkerId,
    relative: &HashMap<MarkerId, (MarkerId, Span)>,
) {
    let first = path.iter().position(|&m| m == at).unwrap_or(0);
    let cycle = &path[first..];
    let tags: Vec<String> = cycle
        .iter()
        .chain([&at])
        .map(|&m| b.model.markers[m].tag.to_string())
        .collect();
    // A circle of a thousand markers is told by its beginning.
    let shown = tags.len().min(6);
    let more = if tags.len() > shown { " -> ..." } else { "" };
    let message = format!(
        "{}: RM leads back to it: {}{more}",
        tags[0],
        tags[..shown].join(" -> ")
    );
    let mut d = Diagnostic::error("adm-marker-cycle", relative[&at].1, message);
    for m in cycle.iter().skip(1).take(shown) {
        d = d.related(relative[m].1, "and this one");
    }
    b.reading.push(d);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(r: Option<Mat3>) -> [[f64; 3]; 3] {
        let r = r.expect("the points span a plane");
        std::array::from_fn(|k| r.column(k).into())
    }

    #[test]
    fn points_on_axes() {
        let v = Vec3::new;
        // z along y, XP anywhere above: x turns into the plane, perpendicular to z
        let r = rotation_from_points(Some(v(0.0, 2.0, 0.0)), Some(v(3.0, 5.0, 0.0)), false);
        assert_eq!(
            columns(r),
            [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
        );
        // USEXP: x along y, z in the plane of x and ZP
        let r = rotation_from_points(Some(v(3.0, 5.0, 0.0)), Some(v(0.0, 2.0, 0.0)), true);
        assert_eq!(
            columns(r),
            [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
        );
        // XP alone: z stays
        let r = rotation_from_points(None, Some(v(0.0, 2.0, 7.0)), false);
        assert_eq!(
            columns(r),
            [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
        );
        // ZP alone: x as near to the old x as it can be
        let [x, _, _] = columns(rotation_from_points(Some(v(1.0, 0.0, 1.0)), None, false));
        let h = 0.5_f64.sqrt();
        assert!((Vec3::from(x) - v(h, 0.0, -h)).norm() < 1e-15);
        // ZP alone along x: a turn about y
        let r = rotation_from_points(Some(v(2.0, 0.0, 0.0)), None, false);
        assert_eq!(
            columns(r),
            [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
        );
        let r = rotation_from_points(Some(v(-2.0, 0.0, 0.0)), None, false);
        assert_eq!(r.map(|r| r.determinant()), Some(1.0));
    }

    #[test]
    fn no_plane() {
        let v = Vec3::new;
        let none = |z, x| rotation_from_points(z, x, false).is_none();
        assert!(none(Some(v(0.0, 0.0, 0.0)), None));
        assert!(none(Some(v(1.0, 2.0, 3.0)), Some(v(-2.0, -4.0, -6.0))));
        assert!(none(None, Some(v(0.0, 0.0, 5.0))));
    }
}
