//! What an expression asks of the model: its inputs.

use crate::measure::Measure;
use carom_base::Dialect;
use std::fmt;

/// One input of a tape. Ids are the labels of the model; the host resolves them when it assembles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// TIME.
    Time,
    /// MODE, the kind of analysis: 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, 6 quasi-statics, 7 linear.
    Mode,
    /// Statistics of the run such as CPU, HSIZE, NJAC, NRHS, ORDER; legal in requests only.
    Statistic(&'static str),
    /// A displacement, velocity or acceleration of markers. `markers` = i, j, k, l in the order of the
    /// function's own arguments; `None` (omitted or 0) is the global frame.
    Measure {
        /// Which function.
        measure: Measure,
        /// Marker labels.
        markers: [Option<u32>; 4],
    },
    /// FX, FY, ... FM, TM of a pair of markers.
    GenericForce {
        /// Which component.
        force: GenericForce,
        /// Marker on which the force acts.
        i: u32,
        /// The other marker; `None` if omitted or 0.
        j: Option<u32>,
        /// Axes; `None` for ground.
        k: Option<u32>,
    },
    /// Component `component` (1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ) of what a multi-point force exerts on
    /// one of its markers, on the axes of marker `rm`.
    MultiPoint {
        /// Label of the element.
        id: u32,
        /// Label of the marker.
        at: u32,
        /// From 1 to 8.
        component: u8,
        /// Label of the marker of the axes; none: the global frame.
        rm: Option<u32>,
    },
    /// NAME(id, jflag, comp, rm) of one element.
    ElementForce {
        /// Which kind of element.
        element: ElementForce,
        /// Its label.
        id: u32,
        /// `false`: acting at I, `true`: acting at J.
        at_j: bool,
        /// 1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ.
        component: u8,
        /// Axes; `None` for ground.
        rm: Option<u32>,
    },
    /// FRICTION(id, index): a quantity of the friction of a joint, on axes of a marker.
    Friction {
        /// Its label.
        id: u32,
        /// Which quantity.
        quantity: FrictionQuantity,
        /// Its component: 0 x, 1 y, 2 z.
        axis: u8,
        /// Axes; `None` for those of the joint's J marker.
        rm: Option<u32>,
    },
    /// VARVAL(id).
    Variable(u32),
    /// ARYVAL(id, n), `n` from 1.
    Array(u32, u32),
    /// DIF(id).
    Diff(u32),
    /// DIF1(id).
    DiffRate(u32),
    /// PINVAL(id, n).
    PlantInput(u32, u32),
    /// POUVAL(id, n).
    PlantOutput(u32, u32),
    /// SENVAL(id).
    Sensor(u32),
    /// KE(body), MotionSolve.
    KineticEnergy(u32),
    /// What a DELAY delays, by its number in the tape: see [`crate::Tape::delayed`].
    Delayed(u32),
    /// DEPTH and its companions: of the place for which the normal law of a contact is computed.
    Incident(Incident),
    /// A name given from outside (`carom eval --let x=1`).
    Named(String),
}

/// What FRICTION tells of the friction of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrictionQuantity {
    /// Force on I.
    Force,
    /// Torque on I at its origin.
    Torque,
    /// Coefficient along an axis, with the sign of the slip.
    Coefficient,
    /// Coefficient about an axis, likewise.
    TurningCoefficient,
    /// Size of the coefficient where the surfaces stick, zero where they slide; it has no component.
    Sticking,
    /// Velocity of I against J along an axis that the joint leaves free.
    Slip,
    /// Angular velocity likewise.
    Spin,
    /// Deformation of sticking surfaces along an axis.
    Creep,
}

impl FrictionQuantity {
    /// By the first index in the list of a language.
    pub const fn of(dialect: Dialect) -> &'static [(u32, FrictionQuantity)] {
        use FrictionQuantity::*;
        match dialect {
            Dialect::Adams => &[
                (1, Force),
                (4, Torque),
                (7, Coefficient),
                (10, TurningCoefficient),
                (13, Sticking),
                (14, Slip),
                (17, Spin),
                (20, Creep),
            ],
            Dialect::MotionSolve => &[
                (1, Force),
                (4, Torque),
                (7, Coefficient),
                (10, TurningCoefficient),
                (13, Slip),
                (16, Spin),
            ],
        }
    }
}

/// What a normal law asks of the place where two solids overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incident {
    /// DEPTH.
    Depth,
    /// DEPTHDOT, positive while it grows.
    DepthRate,
    /// VOLUME of the overlap.
    Volume,
    /// AREA, the size of its vector area.
    Area,
}

impl Incident {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "DEPTH",
            Self::DepthRate => "DEPTHDOT",
            Self::Volume => "VOLUME",
            Self::Area => "AREA",
        }
    }
}

/// Component of the force that acts between two markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GenericForce {
    /// Magnitude of the force.
    FM,
    /// x of the force.
    FX,
    /// y of the force.
    FY,
    /// z of the force.
    FZ,
    /// Magnitude of the torque.
    TM,
    /// x of the torque.
    TX,
    /// y of the torque.
    TY,
    /// z of the torque.
    TZ,
}

/// Elements whose force can be asked for by id. Spelled as the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementForce {
    /// Joint reaction.
    Joint,
    /// Joint primitive reaction.
    Jprim,
    /// Motion reaction.
    Motion,
    /// Single-component force.
    Sforce,
    /// Vector force.
    Vforce,
    /// Vector torque (`VTORQ`).
    Vtorq,
    /// General force.
    Gforce,
    /// Spring-damper (`SPDP`).
    Spdp,
    /// Bushing (`BUSH`).
    Bush,
    /// Beam.
    Beam,
    /// Field.
    Field,
    /// Multi-point force.
    Nforce,
    /// Contact.
    Contact,
    /// Joint friction.
    Friction,
    /// Point-curve constraint.
    Ptcv,
    /// Curve-curve constraint.
    Cvcv,
}

/// The first two arguments of ORIENT, of the measures that only this function has.
fn orient(measure: Measure) -> Option<(u32, u32)> {
    Some(match measure {
        Measure::E0 => (27, 1),
        Measure::E1 => (27, 2),
        Measure::E2 => (27, 3),
        Measure::E3 => (27, 4),
        Measure::Euler(angle) => (angle.kind(), angle.component()),
        Measure::Cosine { of_i, on_j } => (29, u32::from(3 * of_i + on_j + 1)),
        _ => return None,
    })
}

/// As the function is written: `DZ(11,21,21)`, `VARVAL(3)`.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Time => f.write_str("TIME"),
            Input::Mode => f.write_str("MODE"),
            Input::Statistic(name) => f.write_str(name),
            Input::Measure { measure, markers } => {
                match orient(*measure) {
                    Some((kind, component)) => write!(f, "ORIENT({kind},{component},")?,
                    None => write!(f, "{measure:?}(")?,
                }
                write_markers(f, markers)
            }
            Input::GenericForce { force, i, j, k } => {
                write!(f, "{force:?}(")?;
                write_markers(f, &[Some(*i), *j, *k])
            }
            Input::ElementForce {
                element,
                id,
                at_j,
                component,
                rm,
            } => {
                let name = format!("{element:?}").to_uppercase();
                let (end, rm) = (u8::from(*at_j), rm.unwrap_or(0));
                write!(f, "{name}({id},{end},{component},{rm})")
            }
            Input::MultiPoint {
                id,
                at,
                component,
                rm,
            } => write!(f, "NFORCE({id},{at},{component},{})", rm.unwrap_or(0)),
            Input::Friction {
                id,
                quantity,
                axis,
                rm,
            } => {
                let adams = FrictionQuantity::of(Dialect::Adams).iter();
                let first = adams.clone().find(|(_, q)| q == quantity);
                let index = first.map_or(0, |(first, _)| *first) + u32::from(*axis);
                match rm {
                    Some(rm) => write!(f, "FRICTION({id},{index},{rm})"),
                    None => write!(f, "FRICTION({id},{index})"),
                }
            }
            Input::Variable(id) => write!(f, "VARVAL({id})"),
            Input::Array(id, n) => write!(f, "ARYVAL({id},{n})"),
            Input::Diff(id) => write!(f, "DIF({id})"),
            Input::DiffRate(id) => write!(f, "DIF1({id})"),
            Input::PlantInput(id, n) => write!(f, "PINVAL({id},{n})"),
            Input::PlantOutput(id, n) => write!(f, "POUVAL({id},{n})"),
            Input::Sensor(id) => write!(f, "SENVAL({id})"),
            Input::KineticEnergy(id) => write!(f, "KE({id})"),
            Input::Delayed(_) => f.write_str("DELAY"),
            Input::Incident(what) => f.write_str(what.name()),
            Input::Named(name) => f.write_str(name),
        }
    }
}

/// Markers up to the last one that is given, and the closing parenthesis.
fn write_markers(f: &mut fmt::Formatter<'_>, markers: &[Option<u32>]) -> fmt::Result {
    let count = markers
        .iter()
        .rposition(Option::is_some)
        .map_or(1, |k| k + 1);
    let labels: Vec<String> = markers[..count]
        .iter()
        .map(|m| m.unwrap_or(0).to_string())
        .collect();
    write!(f, "{})", labels.join(","))
}
