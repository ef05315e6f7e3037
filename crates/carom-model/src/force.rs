//! Force elements.

use crate::constraint::{Function, UserFunction};
use crate::graphics::Graphic;
use crate::table::{Id, Tag, tagged};
use crate::{MarkerId, PartId};
use carom_base::Dimension;
use carom_base::dimension::symbols::{F, L, ONE};
use carom_derive::Field;
use carom_expr::Expression;
use carom_laws::contact::solids::AnyLaw;

/// Translation or rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum Kind {
    /// A force.
    Translation,
    /// A torque.
    Rotation,
}

impl Kind {
    /// Of the force or torque.
    pub fn force(self) -> Dimension {
        match self {
            Self::Translation => F,
            Self::Rotation => F * L,
        }
    }

    /// Of the distance or angle.
    pub fn displacement(self) -> Dimension {
        match self {
            Self::Translation => L,
            Self::Rotation => ONE,
        }
    }
}

/// SFORCE, Force_Scalar_TwoBody: one component.
///
/// Action-reaction: a force along the line from J to I, positive repels; a torque about z of J.
/// Action only: on I, along z of J or about z of J.
#[derive(Clone, Debug, Field)]
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
    #[dimension(kind.force())]
    pub function: Function,
}

/// VFORCE, VTORQUE, GFORCE, Force_Vector_*: up to six components on I, on the axes of RM; the reaction
/// acts on another part at the place where I is.
#[derive(Clone, Debug, Field)]
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
    #[dimension(Of::Sixes(F, F * L))]
    pub components: [Option<Function>; 6],
    /// One user-written function for all components (`FUNCTION=USER(...)`).
    pub user: Option<crate::constraint::UserFunction>,
}

/// SPRINGDAMPER: `F = preload − k·(q − length) − c·q̇`, positive repels; q is the distance of I and J, or the angle about z of J.
#[derive(Clone, Debug, Field)]
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
    #[dimension(kind.force() / kind.displacement())]
    pub stiffness: f64,
    /// F·T·L⁻¹, or F·L·T per radian.
    #[dimension(kind.force() * T / kind.displacement())]
    pub damping: f64,
    /// Force at the reference length.
    #[dimension(kind.force())]
    #[absent(0.0)]
    pub preload: f64,
    /// Reference length, or angle in radians.
    #[dimension(kind.displacement())]
    #[absent(0.0)]
    pub length: f64,
}

/// BUSHING: linear spring and damper in three translations and three small rotations, on the axes of J.
#[derive(Clone, Debug, Field)]
pub struct Bushing {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// Kx Ky Kz Ktx Kty Ktz.
    #[dimension(Of::Sixes(F / L, F * L))]
    pub stiffness: [f64; 6],
    /// Cx Cy Cz Ctx Cty Ctz.
    #[dimension(Of::Sixes(F * T / L, F * L * T))]
    pub damping: [f64; 6],
    /// Constant force and torque on I.
    #[dimension(Of::Sixes(F, F * L))]
    #[absent([0.0; 6])]
    pub preload: [f64; 6],
}

/// How the damping of a beam or field is given.
// A model has few of them: room for the matrix costs less than a pointer to chase.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Field)]
pub enum Damping {
    /// C = ratio · K, ratio in T.
    Ratio(#[dimension(T)] f64),
    /// The symmetric or full matrix (6, 6), row major.
    Matrix(#[dimension(Of::damping())] [f64; 36]),
}

/// The theory that the forces of a beam follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Field)]
pub enum BeamTheory {
    /// Small deflections, with shear deformation (Timoshenko).
    #[default]
    Linear,
    /// The beam stretches as it bends, and its tension stiffens it; no shear deformation, and bending and torsion do
    /// not couple.
    String,
}

/// BEAM: massless elastic beam along x of J.
#[derive(Clone, Debug, Field)]
pub struct Beam {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I, the far end.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// Undeformed length, L.
    #[dimension(L)]
    pub length: f64,
    /// Cross-section area, L².
    #[dimension(L * L)]
    pub area: f64,
    /// Torsion constant, L⁴.
    #[dimension(L.power(4.0))]
    pub ixx: f64,
    /// Second moment of area about y, L⁴.
    #[dimension(L.power(4.0))]
    pub iyy: f64,
    /// Second moment of area about z, L⁴.
    #[dimension(L.power(4.0))]
    pub izz: f64,
    /// Young's modulus, F·L⁻².
    #[dimension(F / L / L)]
    pub e: f64,
    /// Shear modulus, F·L⁻².
    #[dimension(F / L / L)]
    pub g: f64,
    /// Shear area ratio in y; 0: no shear deformation.
    #[dimension(ONE)]
    #[absent(0.0)]
    pub asy: f64,
    /// Shear area ratio in z; 0: no shear deformation.
    #[dimension(ONE)]
    #[absent(0.0)]
    pub asz: f64,
    /// Damping.
    pub damping: Damping,
    /// Which theory.
    #[absent(BeamTheory::Linear)]
    pub theory: BeamTheory,
}

/// FIELD: `F = preload − K·(q − length) − C·q̇` on I, on the axes of J, q = [x y z a b c].
#[derive(Clone, Debug, Field)]
pub struct Field {
    /// Label, name, place.
    pub tag: Tag,
    /// Marker I.
    pub i: MarkerId,
    /// Marker J.
    pub j: MarkerId,
    /// K, shape (6, 6), row major.
    #[dimension(Of::stiffness())]
    pub stiffness: [f64; 36],
    /// Damping.
    pub damping: Damping,
    /// Displacement at which the force is `preload`.
    #[dimension(Of::Sixes(L, ONE))]
    #[absent([0.0; 6])]
    pub length: [f64; 6],
    /// Force and torque on I at `length`.
    #[dimension(Of::Sixes(F, F * L))]
    #[absent([0.0; 6])]
    pub preload: [f64; 6],
    /// User-written code that gives all six instead, FIESUB.
    pub user: Option<UserFunction>,
}

/// NFORCE, Force_MultiPoint: `F = preload − K·(q − length) − C·q̇` on several I markers, on the axes of J, with q = [x y z a b c] of each of
/// them in turn; the part of J takes the reactions.
#[derive(Clone, Debug, Field)]
pub struct MultiPoint {
    /// Label, name, place.
    pub tag: Tag,
    /// The I markers, n of them.
    pub markers: Vec<MarkerId>,
    /// Marker J.
    pub j: MarkerId,
    /// K, shape (6·n, 6·n), row major.
    #[dimension(Of::stiffness())]
    pub stiffness: Vec<f64>,
    /// C, likewise.
    #[dimension(Of::damping())]
    pub damping: Vec<f64>,
    /// Displacements at which the forces are `preload`, 6·n.
    #[dimension(Of::Sixes(L, ONE))]
    pub length: Vec<f64>,
    /// Forces and torques at `length`, 6·n.
    #[dimension(Of::Sixes(F, F * L))]
    pub preload: Vec<f64>,
}

/// Force_Penalty: `−(stiffness·Φ + damping·Φ')·∂Φ/∂q` on all coordinates q that an expression Φ looks at: a constraint that gives way.
#[derive(Clone, Debug, Field)]
pub struct Penalty {
    /// Label, name, place.
    pub tag: Tag,
    /// Φ, of displacements of markers and of time.
    #[dimension(function.dimension())]
    pub function: Expression,
    /// Twice the energy of a unit of Φ.
    #[dimension(F * L / function.dimension() / function.dimension())]
    pub stiffness: f64,
    /// Power lost at a unit of Φ'.
    #[dimension(F * L * T / function.dimension() / function.dimension())]
    pub damping: f64,
}

/// Normal force law of a contact.
#[derive(Clone, Debug, PartialEq, Field)]
pub enum NormalLaw {
    /// A law with parameters: IMPACT and its family.
    #[list]
    Parametric(AnyLaw),
    /// A function of DEPTH, DEPTHDOT, VOLUME, AREA and all else that functions know, clipped at 0.
    Function(#[dimension(F)] Expression),
    /// User-written code, CNFSUB.
    User(UserFunction),
}

impl NormalLaw {
    /// A law with parameters.
    pub fn of(law: impl Into<AnyLaw>) -> Self {
        Self::Parametric(law.into())
    }
}

/// Coulomb friction of a contact, in the velocity form.
#[derive(Clone, Debug, PartialEq, Field)]
pub struct Friction {
    /// Static coefficient.
    #[dimension(ONE)]
    pub mu_static: f64,
    /// Dynamic coefficient.
    #[dimension(ONE)]
    pub mu_dynamic: f64,
    /// Slip speed of the static coefficient, L·T⁻¹.
    #[dimension(L / T)]
    pub stiction_velocity: f64,
    /// Slip speed from which the dynamic coefficient holds, L·T⁻¹.
    #[dimension(L / T)]
    pub friction_velocity: f64,
    /// Off in statics.
    pub dynamics_only: bool,
    /// Bristle creep limit (`STICTION=ON`), L.
    #[dimension(L)]
    pub max_stiction_deformation: Option<f64>,
}

/// CONTACT, Force_Contact.
#[derive(Clone, Debug, Field)]
pub struct Contact {
    /// Label, name, place.
    pub tag: Tag,
    /// Solids of side I: all on one part, or a group of several.
    pub i: Vec<Id<Graphic>>,
    /// Solids of side J, likewise. One may be on both sides; solids of one part do not meet.
    pub j: Vec<Id<Graphic>>,
    /// Those of them that are turned inside out here.
    #[absent(Vec::new())]
    pub flipped: Vec<Id<Graphic>>,
    /// Normal force.
    pub normal: NormalLaw,
    /// Friction, if any.
    pub friction: Option<Friction>,
    /// Friction by user-written code, CFFSUB; then there is no other.
    #[absent(None)]
    pub friction_routine: Option<UserFunction>,
}

impl Contact {
    /// Whether a side has shapes on several parts. Those that are drawings on no part do not count.
    pub fn is_of_groups(&self, model: &crate::Model) -> bool {
        let part = |id: &Id<Graphic>| Some(model.markers[model.graphics[*id].marker?].part);
        [&self.i, &self.j].into_iter().any(|side| {
            let mut parts = side.iter().filter_map(part);
            let first = parts.next();
            parts.any(|p| Some(p) != first)
        })
    }
}

tagged!(
    ScalarForce,
    VectorForce,
    SpringDamper,
    Bushing,
    Beam,
    Field,
    MultiPoint,
    Penalty,
    Contact
);
