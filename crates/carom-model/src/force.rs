//! Force elements.

use crate::constraint::Function;
use crate::graphics::Graphic;
use crate::table::{Id, Tag, tagged};
use crate::{MarkerId, PartId};

/// Translation or rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A force.
    Translation,
    /// A torque.
    Rotation,
}

/// SFORCE, Force_Scalar_TwoBody: one component.
///
/// Action-reaction: a force along the line from J to I, positive repels; a torque about z of J.
/// Action only: on I, along z of J or about z of J.
#[derive(Clone, Debug)]
pub struct ScalarForce {
    /// Label, name, place.
    pub tag: Tag,
    /// Force or torque.
    pub kind: Kind,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// No reaction on J.
    pub action_only: bool,
    /// Its size: F, or F·L for a torque.
    pub function: Function,
}

/// VFORCE, VTORQUE, GFORCE, Force_Vector_*: up to six components on I, on the axes of RM; the reaction
/// acts on another part at the place where I is.
#[derive(Clone, Debug)]
pub struct VectorForce {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I.
    pub i: MarkerId,
    /// The part that takes the reaction, and the floating marker through which the deck names it, if any.
    pub reaction: Option<(PartId, Option<MarkerId>)>,
    /// Axes of the components; `None`: ground.
    pub rm: Option<MarkerId>,
    /// FX FY FZ TX TY TZ; a missing one is zero.
    pub components: [Option<Function>; 6],
    /// One user-written function for all components (`FUNCTION=USER(...)`).
    pub user: Option<crate::constraint::UserFunction>,
}

/// SPRINGDAMPER: `F = preload − k·(q − length) − c·q̇`, positive repels; q is the distance of I and J, or the angle about z of J.
#[derive(Clone, Debug)]
pub struct SpringDamper {
    /// Label, name, place.
    pub tag: Tag,
    /// Along the line, or about z.
    pub kind: Kind,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// F·L⁻¹, or F·L per radian.
    pub stiffness: f64,
    /// F·T·L⁻¹, or F·L·T per radian.
    pub damping: f64,
    /// Force at the reference length.
    pub preload: f64,
    /// Reference length, or angle in radians.
    pub length: f64,
}

/// BUSHING: linear spring and damper in three translations and three small rotations, on the axes of J.
#[derive(Clone, Debug)]
pub struct Bushing {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// Kx Ky Kz Ktx Kty Ktz.
    pub stiffness: [f64; 6],
    /// Cx Cy Cz Ctx Cty Ctz.
    pub damping: [f64; 6],
    /// Constant force and torque on I.
    pub preload: [f64; 6],
}

/// How the damping of a beam or field is given.
// A model has few of them: room for the matrix costs less than a pointer to chase.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum Damping {
    /// C = ratio · K, ratio in T.
    Ratio(f64),
    /// The symmetric or full matrix (6, 6), row major.
    Matrix([f64; 36]),
}

/// BEAM: massless linear Timoshenko beam along x of J.
#[derive(Clone, Debug)]
pub struct Beam {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I, the far end.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// Undeformed length, L.
    pub length: f64,
    /// Cross-section area, L².
    pub area: f64,
    /// Torsion constant, L⁴.
    pub ixx: f64,
    /// Second moment of area about y, L⁴.
    pub iyy: f64,
    /// Second moment of area about z, L⁴.
    pub izz: f64,
    /// Young's modulus, F·L⁻².
    pub e: f64,
    /// Shear modulus, F·L⁻².
    pub g: f64,
    /// Shear area ratio in y; 0: no shear deformation.
    pub asy: f64,
    /// Shear area ratio in z; 0: no shear deformation.
    pub asz: f64,
    /// Damping.
    pub damping: Damping,
}

/// FIELD: `F = preload − K·(q − length) − C·q̇` on I, on the axes of J, q = [x y z a b c].
#[derive(Clone, Debug)]
pub struct Field {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// K, shape (6, 6), row major.
    pub stiffness: [f64; 36],
    /// Damping.
    pub damping: Damping,
    /// Displacement at which the force is `preload`.
    pub length: [f64; 6],
    /// Force and torque on I at `length`.
    pub preload: [f64; 6],
}

/// NFORCE, Force_MultiPoint: `F = preload − K·(q − length) − C·q̇` on several I markers, on the axes of J, with q = [x y z a b c] of each of
/// them in turn; the part of J takes the reactions.
#[derive(Clone, Debug)]
pub struct MultiPoint {
    /// Label, name, place.
    pub tag: Tag,
    /// The I markers, n of them.
    pub markers: Vec<MarkerId>,
    /// Marker J.
    pub j: MarkerId,
    /// K, shape (6·n, 6·n), row major.
    pub stiffness: Vec<f64>,
    /// C, likewise.
    pub damping: Vec<f64>,
    /// Displacements at which the forces are `preload`, 6·n.
    pub length: Vec<f64>,
    /// Forces and torques at `length`, 6·n.
    pub preload: Vec<f64>,
}

/// Normal force law of a contact.
#[derive(Clone, Debug, PartialEq)]
pub enum NormalLaw {
    /// The IMPACT law in the penetration.
    Impact {
        /// F·L^(−exponent).
        stiffness: f64,
        /// > 0.
        exponent: f64,
        /// Damping at full penetration, F·T·L⁻¹.
        damping: f64,
        /// Penetration of full damping, L.
        dmax: f64,
    },
    /// Penalty and coefficient of restitution.
    Poisson {
        /// Penalty, F·L⁻¹ (Adams: F·T·L⁻¹).
        penalty: f64,
        /// In [0, 1].
        restitution: f64,
    },
    /// MotionSolve's volume model.
    Volume,
    /// User-written code.
    User,
}

/// Coulomb friction of a contact, in the velocity form.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// Static coefficient.
    pub mu_static: f64,
    /// Dynamic coefficient.
    pub mu_dynamic: f64,
    /// Slip speed of the static coefficient, L·T⁻¹.
    pub stiction_velocity: f64,
    /// Slip speed from which the dynamic coefficient holds, L·T⁻¹.
    pub friction_velocity: f64,
    /// Off in statics.
    pub dynamics_only: bool,
    /// Bristle creep limit (`STICTION=ON`), L.
    pub max_stiction_deformation: Option<f64>,
}

/// CONTACT, Force_Contact.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Label, name, place.
    pub tag: Tag,
    /// Solids of side I, all on one part.
    pub i: Vec<Id<Graphic>>,
    /// Solids of side J, all on another part.
    pub j: Vec<Id<Graphic>>,
    /// Normal force.
    pub normal: NormalLaw,
    /// Friction, if any.
    pub friction: Option<Friction>,
}

tagged!(
    ScalarForce,
    VectorForce,
    SpringDamper,
    Bushing,
    Beam,
    Field,
    MultiPoint,
    Contact
);
