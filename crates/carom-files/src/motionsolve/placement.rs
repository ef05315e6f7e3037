//! Where markers stand.
//!
//! In a MotionSolve model the position and orientation of a marker are those in the **global frame** at the
//! input configuration, or in the frame of the marker that `rm_id` names, on whatever body that is. Our model
//! holds poses in the part frame; which frame that is, `body_rigid` says.
//!
//! `psi`, `theta`, `phi` are body-fixed 3-1-3 angles, `yaw`, `pitch`, `roll` body-fixed 3-2-1 angles, each about the
//! positive axis. The help says of the *function* PITCH that it counts about −y, and nothing of the attribute.

use super::build::{Builder, Built, Placement, Stop};
use super::record::Record;
use carom_base::space::{rotation_313, rotation_321};
use carom_base::{Diagnostic, Mat3, Pose, Quaternion, Span, Vec3};
use std::collections::HashMap;

/// Below this sine of an angle, two directions count as one: it leaves half of the digits of a plane.
const ALIGNED: f64 = 1e-8;

/// Beyond this cosine of the angle between two axes they are not perpendicular: exported decks have eight digits.
const ORTHOGONAL: f64 = 1e-6;

/// Places all markers, following `rm_id`.
///
/// Errors: `xml-marker-cycle` and those of [`local_pose`].
pub fn place(records: &[&Record], b: &mut Builder) {
    let markers: HashMap<u32, &Record> = records
        .iter()
        .copied()
        .filter(|r| r.syntax.name == "Reference_Marker")
        .map(|r| (r.label, r))
        .collect();
    for &record in records {
        if record.syntax.name != "Reference_Marker" {
            continue;
        }
        // From the marker to one that is placed or stands in the global frame.
        let mut path: Vec<&Record> = Vec::new();
        let mut on_path: HashMap<u32, usize> = HashMap::new();
        let mut at = Some(record);
        while let Some(r) = at.filter(|r| !b.placements.contains_key(&r.label)) {
            if let Some(first) = on_path.insert(r.label, path.len()) {
                report_cycle(b, &path[first..]);
                break;
            }
            path.push(r);
            at = r.id("rm_id").and_then(|(rm, _)| markers.get(&rm).copied());
        }
        for r in path.iter().rev() {
            if !b.placements.contains_key(&r.label) {
                let placement = place_one(r, b);
                b.placements.insert(r.label, placement);
            }
        }
    }
}

fn place_one(record: &Record, b: &mut Builder) -> Placement {
    // What is wrong or missing in the attributes is reported when the marker is built.
    if let Some((name, reason, span)) = record.refused.first() {
        return Err(Stop::Unsupported(format!("{name}: {reason}"), *span));
    }
    if !record.sound && !record.is_usable() {
        return Err(Stop::Reported);
    }
    let local = local_pose(record, b)?;
    let Some((rm, span)) = record.id("rm_id") else {
        return Ok(local);
    };
    match b.placements.get(&rm) {
        Some(Ok(frame)) => Ok(*frame * local),
        Some(Err(Stop::Unsupported(reason, _))) => {
            let what = format!("Reference_Marker/{rm} is not supported ({reason})");
            Err(Stop::Unsupported(what, span))
        }
        Some(Err(Stop::Reported)) | None => Err(Stop::Reported),
    }
}

fn report_cycle(b: &mut Builder, cycle: &[&Record]) {
    let tags: Vec<&str> = cycle
        .iter()
        .chain(cycle.first())
        .map(|r| r.who.as_str())
        .collect();
    // A circle of a thousand markers is told by its beginning.
    let shown = tags.len().min(6);
    let more = if tags.len() > shown { " -> ..." } else { "" };
    let message = format!(
        "{}: rm_id leads back to it: {}{more}",
        tags[0],
        tags[..shown].join(" -> ")
    );
    let mut d = Diagnostic::error("xml-marker-cycle", cycle[0].place("rm_id"), message);
    for r in cycle.iter().skip(1).take(shown) {
        d = d.related(r.place("rm_id"), "and this one");
    }
    b.reading.push(d);
    for r in cycle {
        b.placements.insert(r.label, Err(Stop::Reported));
    }
}

/// The forms of an orientation: names of the attributes of each.
pub const MATRIX: [&str; 9] = [
    "a00", "a10", "a20", "a01", "a11", "a21", "a02", "a12", "a22",
];
pub const FORMS: [&[&str]; 4] = [
    &MATRIX,
    &["psi", "theta", "phi"],
    &["yaw", "pitch", "roll"],
    &["e0", "e1", "e2", "e3"],
];

/// The pose that the attributes of a marker give, in the frame in which they are given.
///
/// Errors: `xml-conflicting-attributes`, `xml-degenerate-orientation`, `xml-missing-attribute`.
/// Warnings: `xml-rotation-not-orthogonal`.
fn local_pose(record: &Record, b: &mut Builder) -> Built<Pose> {
    if b.user_code(record).is_some() {
        let what = "user-written code that places a marker is not run".into();
        return Err(Stop::Unsupported(what, record.span));
    }
    let position = Vec3::from(record.numbers_of(["pos_x", "pos_y", "pos_z"]));
    let first = |form: &[&'static str]| form.iter().copied().find(|n| record.has(n));
    let given: Vec<&str> = FORMS.iter().filter_map(|f| first(f)).collect();
    if let [a, c, ..] = given[..] {
        b.exclusive(record, &[(a, c)])?;
    }
    let rotation = match given.first() {
        None => Mat3::identity(),
        Some(name) if MATRIX.contains(name) => matrix(record, b)?,
        Some(name) if name.starts_with('e') => {
            let e = record.numbers_of(["e0", "e1", "e2", "e3"]);
            if e.iter().all(|x| *x == 0.0) {
                return Err(degenerate(record, b, "Euler parameters are all 0"));
            }
            Quaternion(e).normalized().matrix()
        }
        Some(name) if FORMS[1].contains(name) => {
            let [psi, theta, phi] = record.numbers_of(["psi", "theta", "phi"]);
            rotation_313(psi, theta, phi)
        }
        Some(_) => {
            let [yaw, pitch, roll] = record.numbers_of(["yaw", "pitch", "roll"]);
            rotation_321(yaw, pitch, roll)
        }
    };
    Ok(Pose { position, rotation })
}

/// The rotation of which the attributes `aij` give two or three columns, each an axis of the marker.
///
/// The digits of a deck are few, so the axes are made perpendicular and of length one again: z keeps its
/// direction, x the plane that it spans with z. Where only z and y are given, y takes the place of x.
fn matrix(record: &Record, b: &mut Builder) -> Built<Mat3> {
    let mut axes = [None; 3];
    for (k, names) in MATRIX.chunks(3).enumerate() {
        let given = names.iter().filter(|n| record.has(n)).count();
        if given == 0 {
            continue;
        }
        if let Some(missing) = names.iter().find(|n| !record.has(n)) {
            let what = format!("{missing} is needed: an axis has three components");
            return Err(b.error(record, "xml-missing-attribute", record.span, &what));
        }
        let v = Vec3::from_fn(|k| record.number(names[k]).unwrap_or(0.0));
        let Some(unit) = v.try_normalize(0.0) else {
            return Err(degenerate(record, b, "an axis has the length 0"));
        };
        axes[k] = Some(unit);
    }
    let place = MATRIX
        .iter()
        .find_map(|n| record.get(n))
        .map_or(record.span, |g| g.span);
    let rotation = from_axes(axes).map_err(|why| degenerate(record, b, why))?;
    if let Some(why) = distortion(axes, &rotation) {
        b.warning(record, "xml-rotation-not-orthogonal", place, why);
    }
    Ok(rotation)
}

/// A right-handed frame whose z axis is the given one and whose x axis lies as near to the given one as it can.
fn from_axes(axes: [Option<Vec3>; 3]) -> Result<Mat3, &'static str> {
    let (z, x) = match axes {
        [Some(x), _, Some(z)] => (z, x),
        [None, Some(y), Some(z)] => (z, y.cross(&z)),
        [Some(x), Some(y), None] => (x.cross(&y), x),
        _ => return Err("two axes are needed"),
    };
    let z = z.try_normalize(ALIGNED).ok_or("two axes are in line")?;
    let across = x - z * z.dot(&x);
    let x = across
        .try_normalize(ALIGNED)
        .ok_or("two axes are in line")?;
    Ok(Mat3::from_columns([x, z.cross(&x), z]))
}

/// What is wrong with axes that do not agree with the frame made of them.
fn distortion(axes: [Option<Vec3>; 3], rotation: &Mat3) -> Option<&'static str> {
    let far = |k: usize| axes[k].is_some_and(|a| (a - rotation.column(k)).norm() > ORTHOGONAL);
    if axes[1].is_some_and(|y| y.dot(&rotation.column(1)) < 0.0) {
        return Some("the axes form a left-handed frame; y is turned around");
    }
    (far(0) || far(1) || far(2)).then_some("the axes are not perpendicular; they are made so")
}

fn degenerate(record: &Record, b: &mut Builder, why: &str) -> Stop {
    let span: Span = FORMS
        .iter()
        .flat_map(|f| f.iter())
        .find_map(|n| record.get(n))
        .map_or(record.span, |g| g.span);
    b.error(record, "xml-degenerate-orientation", span, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_from_two_axes() {
        let v = Vec3::new;
        // x and z as MotionView writes them
        let r = from_axes([Some(v(0.0, 0.0, 1.0)), None, Some(v(0.0, 1.0, 0.0))]).expect("a frame");
        assert_eq!(r, Mat3::new(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0));
        assert!((r.determinant() - 1.0).abs() < 1e-15);
        // y and z
        let r = from_axes([None, Some(v(0.0, 1.0, 0.0)), Some(v(0.0, 0.0, 1.0))]).expect("a frame");
        assert_eq!(r, Mat3::identity());
        // x and y
        let r = from_axes([Some(v(1.0, 0.0, 0.0)), Some(v(0.0, 1.0, 0.0)), None]).expect("a frame");
        assert_eq!(r, Mat3::identity());
        assert!(from_axes([Some(v(1.0, 0.0, 0.0)), None, None]).is_err());
        assert!(from_axes([Some(v(1.0, 0.0, 0.0)), None, Some(v(-1.0, 0.0, 0.0))]).is_err());
    }

    #[test]
    fn eight_digits_become_a_rotation() {
        let (x, z) = (
            Vec3::new(-0.951_056_52, 0.0, -0.309_016_99),
            Vec3::new(0.309_016_99, 0.0, -0.951_056_52),
        );
        let axes = [x.try_normalize(0.0), None, z.try_normalize(0.0)];
        let r = from_axes(axes).expect("a frame");
        // 1e-15: a few roundings
        assert!((r.transpose() * r - Mat3::identity()).amax() < 1e-15);
        assert_eq!(distortion(axes, &r), None);
        let skew = [
            Some(Vec3::x()),
            None,
            Vec3::new(0.1, 0.0, 1.0).try_normalize(0.0),
        ];
        assert!(distortion(skew, &from_axes(skew).expect("a frame")).is_some());
        let left = [Some(Vec3::x()), Some(-Vec3::y()), Some(Vec3::z())];
        assert!(
            distortion(left, &from_axes(left).expect("a frame"))
                .expect("left")
                .contains("left-handed")
        );
    }
}
