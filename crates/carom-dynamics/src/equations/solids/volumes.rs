//! A volume of overlap as a touch: depth, normal and point by the contact's rule, with their rates.

use crate::elements::solid::{Contact, Stand, Touch};
use carom_base::space::skew;
use carom_base::{Pose, Vec3};
use carom_geometry::overlap::{Flags, Rate1, Rate3, Rates, Volume};
use carom_model::analysis::ContactRule;

/// The rule that a volume can follow: one solid within the other has no vector area. Nearest points say nothing of a volume around a hole, such as
/// that of a pipe on a plate: those of its centroid are anywhere across the hole, so that depth and direction would be those of the hole.
fn rule_of(v: &Volume, rule: ContactRule) -> ContactRule {
    let all = |flags: [Flags; 2]| flags.iter().all(|f| v.flags.contains(*f));
    let is_around_a_hole =
        all([Flags::CENTROID_OUTSIDE, Flags::DIVERGING]) && !v.flags.contains(Flags::BY_DISTANCE);
    if v.vector_area.norm_squared() == 0.0 {
        ContactRule::Adams
    } else if rule == ContactRule::Adams && is_around_a_hole {
        ContactRule::Smooth
    } else {
        rule
    }
}

/// Where the force of a volume acts, in the frame of A.
pub(super) fn point_of(v: &Volume, rule: ContactRule) -> Vec3 {
    match rule_of(v, rule) {
        ContactRule::Adams => (v.nearest[0] + v.nearest[1]) * 0.5,
        ContactRule::Smooth | ContactRule::Potential => v.centroid,
    }
}

/// A volume in the frame of A as a touch on ground axes; `at` is the pose of A.
pub(in crate::equations) fn inside(
    v: &Volume,
    rates: Option<&Rates>,
    at: &Pose,
    contact: &Contact,
) -> Touch {
    let r0 = &at.rotation;
    let place = |p: &Vec3| r0 * p + at.position;
    let rule = rule_of(v, contact.rule);
    let thickness = v.mean_thickness();
    // Points nearer than this leave to rounding where the line through them goes. Between smooth surfaces the vector area has its direction up to
    // the depth over the radius of curvature; at edges, where the two differ, a depth like this carries next to no force.
    let reach = v.nearest.iter().map(Vec3::amax).fold(0.0, f64::max);
    let is_thin = v.distance() < f64::EPSILON.sqrt() * reach;
    let (direction, depth) = match rule {
        ContactRule::Adams if is_thin => (v.normal().or_else(|| v.direction()), v.distance()),
        ContactRule::Adams => (v.direction().or_else(|| v.normal()), v.distance()),
        _ => (v.normal().or_else(|| v.direction()), v.chord.max(thickness)),
    };
    let mut touch = Touch {
        stand: Stand::Inside,
        depth,
        normal: r0 * direction.unwrap_or_else(Vec3::zeros),
        point: place(&point_of(v, rule)),
        volume: v.volume,
        centroid: place(&v.centroid),
        is_merged: v.flags.contains(Flags::MERGED) && v.flags.contains(Flags::BY_DISTANCE),
        origin: at.position,
        ..Touch::NONE
    };
    if let Some(r) = rates {
        let (depth_by, normal_by, point_by) = match (rule, direction) {
            (ContactRule::Adams, Some(u)) if is_thin => (
                (r.nearest[1] - r.nearest[0]).along(&u),
                r.normal(v),
                (r.nearest[0] + r.nearest[1]) * 0.5,
            ),
            (ContactRule::Adams, _) => (
                r.distance(v),
                r.direction(v),
                (r.nearest[0] + r.nearest[1]) * 0.5,
            ),
            _ if v.chord > thickness => (r.chord, r.normal(v), r.centroid),
            _ => (r.mean_thickness(v), r.normal(v), r.centroid),
        };
        touch.depth_by = sound1(depth_by).turned(r0);
        touch.normal_by = sound3(normal_by).turned(r0);
        touch.point_by = sound3(point_by).turned(r0);
    }
    let area = v.vector_area.norm();
    if contact.measures_overlap() {
        touch.area = area;
        if let Some(r) = rates {
            touch.volume_by = sound1(r.volume).turned(r0);
            touch.area_by = sound1(area_rate(v, r)).turned(r0);
        }
    }
    // One solid within the other is at the bottom of the potential: no spring.
    if rule == ContactRule::Potential {
        push_by_volume(&mut touch, v, rates, at);
    }
    touch
}

/// Of |N|.
fn area_rate(v: &Volume, r: &Rates) -> Rate1 {
    r.vector_area.along(&(v.vector_area / v.vector_area.norm()))
}

/// What the gradient of a function of the volume needs: with the force `U'·|N|` along `−N/|N|` at c goes the torque `−U'·(M − c × N)`.
fn push_by_volume(touch: &mut Touch, v: &Volume, rates: Option<&Rates>, at: &Pose) {
    let area = v.vector_area.norm();
    let lever = -(v.moment - v.centroid.cross(&v.vector_area)) / area;
    touch.lever = at.rotation * lever;
    let Some(r) = rates else { return };
    let area_by = area_rate(v, r);
    let moment_by =
        r.moment + skew(&v.vector_area) * r.centroid - skew(&v.centroid) * r.vector_area;
    let lever_by = (moment_by + Rate3::outer(&lever, &area_by)) * (-1.0 / area);
    touch.lever_by = sound3(lever_by).turned(&at.rotation);
}

/// Where a volume is so thin that it is rounding, so are its rates: some are not finite, and none matters.
fn sound1(rate: Rate1) -> Rate1 {
    if rate.iter().all(|x| x.is_finite()) {
        rate
    } else {
        Rate1::ZERO
    }
}

/// See [`sound1`].
fn sound3(rate: Rate3) -> Rate3 {
    let mut rows = (0..3).map(|i| (0..6).all(|k| rate[(i, k)].is_finite()));
    if rows.all(|finite| finite) {
        rate
    } else {
        Rate3::ZERO
    }
}
