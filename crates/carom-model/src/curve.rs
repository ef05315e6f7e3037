//! Curves, what stays on them, and gears: CURVE, PTCV, CVCV, GEAR and their MotionSolve kin.

use crate::constraint::UserFunction;
use crate::table::{Id, Tag, tagged};
use crate::{JointId, MarkerId};
use carom_derive::Field;

/// CURVE, Reference_ParamCurve: a curve through points, smooth or of straight lines.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct Curve {
    /// Label, name, place.
    pub tag: Tag,
    /// Points of the curve in the frame that its user gives, L; four or more.
    #[dimension(L)]
    pub points: Vec<[f64; 3]>,
    /// Whether it ends where it begins; then the first and the last point are the same.
    pub closed: bool,
    /// Straight lines go from point to point (ORDER=2): then it can be drawn and looked up, and nothing can stay on it.
    pub straight: bool,
    /// User-written code that gives its points; those above are empty then.
    #[absent(None)]
    pub routine: Option<CurveRoutine>,
}

/// CURSUB: a point of a curve for a parameter.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct CurveRoutine {
    /// The routine.
    pub user: UserFunction,
    /// The first and the last parameter.
    #[dimension(ONE)]
    pub range: [f64; 2],
    /// ORDER, as the routine is told of it.
    pub order: u32,
}

/// Where on a curve an assembly starts.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub struct StartPoint {
    /// A point on or near the curve, L.
    #[dimension(L)]
    pub point: [f64; 3],
    /// Marker in whose frame it is given; `None`: the global frame.
    pub frame: Option<MarkerId>,
    /// Whether the assembled mechanism has the contact there; else the assembly begins there.
    pub exact: bool,
}

/// PTCV, Constraint_PTCV: the origin of marker I stays on a curve; removes 2.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct PointOnCurve {
    /// Label, name, place.
    pub tag: Tag,
    /// Its origin is the point.
    pub i: MarkerId,
    /// The curve.
    pub curve: Id<Curve>,
    /// Frame of the curve's points, on another part than I.
    pub rm: MarkerId,
    /// Floating marker at the contact, on the part of the curve, by which requests name it.
    pub jfloat: Option<MarkerId>,
    /// Where it starts.
    pub start: Option<StartPoint>,
    /// Exact initial velocity of I along the tangent as seen from the curve, L·T⁻¹.
    #[dimension(L / T)]
    pub velocity: Option<f64>,
}

/// CVCV, Constraint_CVCV: two plane curves touch; removes 2.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct CurveOnCurve {
    /// Label, name, place.
    pub tag: Tag,
    /// The curves on I and J.
    pub curves: [Id<Curve>; 2],
    /// Frames of their points, on different parts.
    pub rm: [MarkerId; 2],
    /// Floating markers at the contact, on these parts, by which requests name it.
    pub floats: [Option<MarkerId>; 2],
    /// Where the contact starts on each.
    pub start: [Option<StartPoint>; 2],
}

/// GEAR, Constraint_Gear: two bodies on one carrier have the same velocity at their pitch point; removes 1.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct Gear {
    /// Label, name, place.
    pub tag: Tag,
    /// The joints of the two bodies with the carrier.
    pub joints: [JointId; 2],
    /// On the carrier: its origin is the pitch point, its z the direction of the common velocity.
    pub cv: MarkerId,
}

tagged!(Curve, PointOnCurve, CurveOnCurve, Gear);
