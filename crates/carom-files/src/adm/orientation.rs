//! Poses of parts and markers: Euler angles, points on axes, chains of relative markers.
//!
//! Source: Adams Solver help, MARKER and PART; where a point is missing, the rules for the part's XG and ZG.

use super::build::{Builder, Built};
use super::record::Record;
use carom_base::{Diagnostic, Pose, Span, Vec3};
use carom_model::placement::points_along_x;
use carom_model::{MarkerId, Orientation, Placement};
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

/// Angles of more than a turn are seldom meant: degrees have the suffix D.
fn radians(record: &Record, b: &mut Builder) {
    let angles = record.args.placed_numbers("REULER");
    let Some((angle, span)) = angles.iter().find(|(x, _)| x.abs() > TURN) else {
        return;
    };
    // The numbers of a literal with D are radians by now.
    let turns = angle.abs() / std::f64::consts::TAU;
    let message = format!(
        "{}: the angle {angle} of REULER is in radians, {turns:.1} turns",
        record.who
    );
    let d = Diagnostic::note("adm-radians", *span, message);
    b.reading.push(d.help("degrees are written with D: 90D"));
}

/// The most of an angle that passes, a turn and rounding of the digits printed.
const TURN: f64 = std::f64::consts::TAU * 1.01;

/// The pose that the arguments of a record give, in the frame in which they are given, and as they give it.
///
/// Errors: `adm-conflicting-arguments`, `adm-degenerate-orientation`, `adm-missing-argument`.
pub fn pose(record: &Record, names: &Names, b: &mut Builder) -> Built<(Pose, Placement)> {
    let args = &record.args;
    b.exclusive(record, &[("REULER", names.z), ("REULER", names.x)])?;
    let position: [f64; 3] = args.array(names.origin).unwrap_or_default();
    let x_first = names.x_first.is_some_and(|n| args.has(n));
    if x_first && !args.has(names.x) {
        let what = "USEXP needs XP";
        return Err(b.error(record, "adm-missing-argument", record.span, what));
    }
    let orientation = match (
        args.array("REULER"),
        args.array(names.z),
        args.array(names.x),
    ) {
        (Some(angles), _, _) => Orientation::Angles(angles),
        (None, None, None) => Orientation::Aligned,
        (None, z, x) => Orientation::Points { z, x, x_first },
    };
    radians(record, b);
    let span = args.span(names.x).unwrap_or(record.place(names.z));
    if let Orientation::Points {
        z: Some(z),
        x: None,
        ..
    } = orientation
        && points_along_x(&(Vec3::from(z) - Vec3::from(position)))
    {
        let what = "the z axis lies along the x axis of its frame: a turn about y brings it there";
        b.warning(record, "adm-default-x-axis", span, what);
    }
    let given = Placement {
        position,
        orientation,
        frame: None,
    };
    match given.local() {
        Some(pose) => Ok((pose, given)),
        None => {
            let Names { origin, z, x, .. } = names;
            let what = format!("{origin}, {z} and {x} do not span a plane");
            Err(b.error(record, "adm-degenerate-orientation", span, &what))
        }
    }
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
