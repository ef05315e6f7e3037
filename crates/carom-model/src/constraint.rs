//! Joints, motions and other constraints.

use crate::table::{Tag, tagged};
use crate::{JointId, MarkerId};
use carom_base::dimension::symbols;
use carom_base::{Dimension, Span};
use carom_derive::Field;
use carom_expr::Expression;

/// What a joint or joint primitive holds. Frames: I and J; d = p_JI, z the axis.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub enum JointKind {
    /// Identical poses; removes 6.
    Fixed,
    /// Common origin, common z; removes 5.
    Revolute,
    /// Slides along z, no rotation; removes 5.
    Translational,
    /// Slides along and turns about z; removes 4.
    Cylindrical,
    /// Common origin; removes 3.
    Spherical,
    /// Common origin, z axes (the cross arms) perpendicular; removes 4.
    Universal,
    /// As universal, with the shafts along z and the cross arms along x_I and y_J; removes 4.
    Hooke,
    /// Common origin, equal spin about the z axes, opposite spin where these start on opposite sides; removes 4.
    ConstantVelocity,
    /// Stays in the xy plane of J, common z; removes 3.
    Planar,
    /// Couples translation along z with rotation about it; removes 1.
    Screw {
        /// Translation per revolution, L.
        #[dimension(L)]
        pitch: f64,
    },
    /// Couples the rotation of I (pinion) about its z with the translation of J (rack) along its z; removes 1.
    RackPinion {
        /// Pitch diameter of the pinion, L: a turn by θ moves the rack by θ·diameter/2 along z of J. A negative one
        /// turns the other way.
        #[dimension(L)]
        diameter: f64,
    },
    /// Common origin; removes 3 (primitive).
    AtPoint,
    /// I on the z axis of J; removes 2 (primitive).
    InLine,
    /// I in the xy plane of J; removes 1 (primitive).
    InPlane,
    /// Identical orientation; removes 3 (primitive).
    Orientation,
    /// Common z direction; removes 2 (primitive).
    ParallelAxes,
    /// Perpendicular z axes; removes 1 (primitive).
    Perpendicular,
    /// Holds nothing; keeps two markers together for other elements (MotionSolve).
    Free,
}

/// JOINT, JPRIM, Constraint_Joint, Constraint_Jprim.
#[derive(Clone, Debug, Field)]
pub struct Joint {
    /// Label, name, place.
    pub tag: Tag,
    /// What it holds.
    pub kind: JointKind,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J, on another part.
    pub j: MarkerId,
    /// Exact initial translation along z (displacement, velocity), L, L·T⁻¹.
    #[dimension(Of::Pair(L, L / T))]
    pub initial_translation: [Option<f64>; 2],
    /// Exact initial rotation about z (angle, rate), radians.
    #[dimension(Of::Pair(ONE, ONE / T))]
    pub initial_rotation: [Option<f64>; 2],
}

/// Translation or rotation along the z axis of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum Freedom {
    /// Translation of I along z of J.
    Translation,
    /// Rotation of I about z of J.
    Rotation,
}

/// COUPLER: Σ scaleₖ · qₖ = 0 over two or three joint displacements.
#[derive(Clone, Debug, Field)]
pub struct Coupler {
    /// Label, name, place.
    pub tag: Tag,
    /// Joint, which displacement, factor.
    #[dimension(ONE / L)]
    pub terms: Vec<(JointId, Freedom, f64)>,
    /// User-written code that says what stays zero, COUSUB; then the factors count for nothing.
    #[absent(None)]
    pub user: Option<UserFunction>,
}

/// GCON: an expression kept at zero.
#[derive(Clone, Debug, Field)]
pub struct GeneralConstraint {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker at which the reaction is reported; `None`: none is.
    pub i: Option<MarkerId>,
    /// What stays zero.
    #[dimension(function.dimension())]
    pub function: Function,
}

/// UCON, Constraint_UserConstr: user-written code, UCOSUB, keeps something at zero that depends on coordinates of parts, which it names itself.
#[derive(Clone, Debug, Field)]
pub struct UserConstraint {
    /// Label, name, place.
    pub tag: Tag,
    /// The routine.
    pub user: UserFunction,
}

/// What a motion drives.
#[derive(Clone, Copy, Debug, PartialEq, Field)]
pub enum MotionTarget {
    /// The displacement of a joint.
    Joint(JointId, Freedom),
    /// One direction between two markers.
    Markers(MarkerId, MarkerId, MotionDirection),
}

impl MotionTarget {
    /// Of the displacement that is driven.
    pub fn dimension(&self) -> Dimension {
        use MotionDirection::{X, Y, Z};
        match self {
            Self::Joint(_, Freedom::Translation) | Self::Markers(_, _, X | Y | Z) => symbols::L,
            _ => symbols::ONE,
        }
    }
}

/// Direction of a motion between markers: translation of I along an axis of J, or a body-fixed 1-2-3 angle of I in J.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
#[allow(missing_docs)]
pub enum MotionDirection {
    X,
    Y,
    Z,
    B1,
    B2,
    B3,
}

/// Which derivative the function of a motion gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum MotionLevel {
    /// The displacement.
    Displacement,
    /// Its rate.
    Velocity,
    /// Its second derivative.
    Acceleration,
}

impl MotionLevel {
    /// How often the displacement is derived.
    pub fn order(self) -> f64 {
        match self {
            Self::Displacement => 0.0,
            Self::Velocity => 1.0,
            Self::Acceleration => 2.0,
        }
    }
}

/// A function of a deck: an expression, or a call of user-written code.
#[derive(Clone, Debug)]
pub enum Function {
    /// `FUNCTION = e`
    Expression(Expression),
    /// `FUNCTION = USER(...)`
    User(UserFunction),
}

impl Function {
    /// Of its value, as far as it can be told from what it is made of; see [`Expression::dimension`].
    pub fn dimension(&self) -> Dimension {
        match self {
            Self::Expression(e) => e.dimension(),
            Self::User(_) => symbols::ONE,
        }
    }
}

/// `USER(p1, p2, ...)` with the routine that it calls.
#[derive(Clone, Debug, PartialEq)]
pub struct UserFunction {
    /// The constants handed over.
    pub parameters: Vec<f64>,
    /// `library::routine`, empty if none is named.
    pub routine: String,
    /// Where it stands.
    pub span: Span,
}

/// MOTION, Motion_Joint, Motion_Marker.
#[derive(Clone, Debug, Field)]
pub struct Motion {
    /// Label, name, place.
    pub tag: Tag,
    /// What it drives.
    pub target: MotionTarget,
    /// What `function` gives.
    pub level: MotionLevel,
    /// Start of the displacement for [`MotionLevel::Velocity`] and [`MotionLevel::Acceleration`]; `None`: as assembled.
    #[dimension(target.dimension())]
    pub initial_displacement: Option<f64>,
    /// Start of the rate for [`MotionLevel::Acceleration`]; `None`: as assembled.
    #[dimension(target.dimension() / T)]
    pub initial_velocity: Option<f64>,
    /// Depends on time only.
    #[dimension(target.dimension() / T.power(level.order()))]
    pub function: Function,
}

tagged!(Joint, Coupler, GeneralConstraint, UserConstraint, Motion);
