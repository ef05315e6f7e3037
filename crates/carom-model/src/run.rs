//! What a run tells: one [`Frame`] per output time, one [`EventRow`] per event. Model units, radians.
//!
//! These words stand here, below both sides that speak them: `carom-dynamics` fills them, `carom-files` writes them.

use crate::PartId;

/// The order of the rows of a [`Frame`]; fixed for a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Parts that move, in the order of the model.
    pub bodies: Vec<PartId>,
    /// Labels of the requests.
    pub requests: Vec<u32>,
    /// Constraints with reactions: `JOINT/1`, `JPRIM/2`, `MOTION/1`, `GCON/3`.
    pub joints: Vec<String>,
    /// Force elements: `SFORCE/3`.
    pub forces: Vec<String>,
    /// Variables, by label.
    pub variables: Vec<u32>,
    /// Differential equations, by label.
    pub diffs: Vec<u32>,
    /// Contacts of solids, by label.
    pub contacts: Vec<u32>,
}

/// One volume in which the solids of a contact overlap, at one time; ground axes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ContactRow {
    /// Which contact, in [`Layout::contacts`].
    pub contact: u32,
    /// Which of its volumes, from 1; in contacts of groups which of those of this pair of solids.
    pub incident: u32,
    /// Labels of the solids, that of side I first.
    pub solids: [u32; 2],
    /// Volume, L³.
    pub volume: f64,
    /// Centroid of the volume.
    pub centroid: [f64; 3],
    /// Depth of penetration, L.
    pub depth: f64,
    /// Its rate by the velocities of the solids at the point; positive while it grows.
    pub rate: f64,
    /// Where the force acts on both solids.
    pub point: [f64; 3],
    /// Unit direction of the normal force on side I.
    pub normal: [f64; 3],
    /// Normal force, F.
    pub force: f64,
    /// Friction on side I.
    pub friction: [f64; 3],
    /// Velocity of side I against side J at the point, across the normal.
    pub slip: [f64; 3],
}

/// One part at one time.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct BodyRow {
    /// Centre of mass, ground axes.
    pub position: [f64; 3],
    /// Part frame in ground, scalar first.
    pub orientation: [f64; 4],
    /// Velocity of the centre of mass, ground axes.
    pub velocity: [f64; 3],
    /// Angular velocity, ground axes.
    pub angular_velocity: [f64; 3],
    /// Acceleration of the centre of mass, ground axes.
    pub acceleration: [f64; 3],
    /// Angular acceleration, ground axes.
    pub angular_acceleration: [f64; 3],
}

/// Everything at one output time, in the order of the [`Layout`].
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Frame {
    /// Time.
    pub time: f64,
    /// Parts.
    pub bodies: Vec<BodyRow>,
    /// Requests, F1 ... F8.
    pub requests: Vec<[f64; 8]>,
    /// Reactions on the I marker, at I, ground axes: force, torque.
    pub joints: Vec<[f64; 6]>,
    /// Applied forces on the I marker, at I, ground axes: force, torque.
    pub forces: Vec<[f64; 6]>,
    /// Values of variables.
    pub variables: Vec<f64>,
    /// Value and rate of each differential equation.
    pub diffs: Vec<[f64; 2]>,
    /// The volumes of contacts: as many as there are at this time.
    pub contacts: Vec<ContactRow>,
}

/// How one mode moves the bodies: for each (in the order of [`Layout::bodies`]) the translation of the centre of mass
/// and the rotation, both on ground axes, real and imaginary part. The largest translation, or rotation times radius of
/// gyration, is one; all are zero in a mode of extra states alone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ModeShape {
    /// x, y, z, rotation about x, y, z.
    pub bodies: Vec<[[f64; 2]; 6]>,
}

/// The linear equations of small deviations from one state: `x' = A·x + B·u`, `y = C·x + D·u`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Linearization {
    /// Time of the state.
    pub time: f64,
    /// Names of the states x: coordinates, their rates, extra states.
    pub states: Vec<String>,
    /// Names of the inputs u.
    pub inputs: Vec<String>,
    /// Names of the outputs y.
    pub outputs: Vec<String>,
    /// A, rows by columns (states, states).
    pub a: Vec<Vec<f64>>,
    /// B (states, inputs).
    pub b: Vec<Vec<f64>>,
    /// C (outputs, states).
    pub c: Vec<Vec<f64>>,
    /// D (outputs, inputs).
    pub d: Vec<Vec<f64>>,
    /// Eigenvalues of A, real and imaginary part, radians per time; empty if they were not asked for.
    pub eigenvalues: Vec<[f64; 2]>,
    /// Shape of each eigenvalue; may be left out.
    pub modes: Vec<ModeShape>,
    /// Largest component of the velocities of the bodies: zero at rest.
    pub largest_velocity: f64,
    /// Largest component of their accelerations: zero in equilibrium.
    pub largest_acceleration: f64,
    /// Whether the matrices are asked for as files of their own.
    pub matrices: bool,
    /// Name that the command gives these files.
    pub file: Option<String>,
}

impl Linearization {
    /// Natural frequency of an eigenvalue, |λ|/2π: cycles per time.
    pub fn frequency([re, im]: [f64; 2]) -> f64 {
        re.hypot(im) / std::f64::consts::TAU
    }

    /// Damping ratio of an eigenvalue, −Re λ/|λ|; not a number for zero.
    pub fn damping([re, im]: [f64; 2]) -> f64 {
        -re / re.hypot(im)
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The gap closes.
    ContactBegin,
    /// Penetration reaches the depth of full damping.
    FullDamping,
    /// The force falls to zero while the bodies still overlap.
    ForceOff,
    /// It rises from there.
    ForceOn,
    /// The gap opens.
    ContactEnd,
    /// Rigid parts hit each other.
    Impact,
    /// Rigid parts stay in touch.
    Closure,
    /// The force between rigid parts in touch falls to zero: they part.
    Separation,
    /// Impacts follow each other ever faster and come to an end, at this time.
    Accumulation,
    /// Coulomb's friction draws a contact in that slides: its forces have no answer, or more than one (Painlevé's paradox).
    Painleve,
    /// The law of an impact would have put energy into the motion: a softer one answered it.
    Softened,
    /// A SENSOR fired.
    Sensor,
    /// Surfaces with friction slow down to stiction.
    Stick,
    /// They leave it.
    Slip,
    /// What drives a constraint jumps, and velocities with it.
    Jump,
    /// Any other switch.
    Switch,
}

impl EventKind {
    /// All kinds, in their order.
    pub const ALL: [Self; 16] = [
        Self::ContactBegin,
        Self::FullDamping,
        Self::ForceOff,
        Self::ForceOn,
        Self::ContactEnd,
        Self::Impact,
        Self::Closure,
        Self::Separation,
        Self::Accumulation,
        Self::Painleve,
        Self::Softened,
        Self::Sensor,
        Self::Stick,
        Self::Slip,
        Self::Jump,
        Self::Switch,
    ];

    /// As tables and messages spell it: `contact-begin`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ContactBegin => "contact-begin",
            Self::FullDamping => "full-damping",
            Self::ForceOff => "force-off",
            Self::ForceOn => "force-on",
            Self::ContactEnd => "contact-end",
            Self::Impact => "impact",
            Self::Closure => "closure",
            Self::Separation => "separation",
            Self::Accumulation => "accumulation",
            Self::Painleve => "painleve",
            Self::Softened => "softened",
            Self::Sensor => "sensor",
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Jump => "jump",
            Self::Switch => "switch",
        }
    }

    /// What happens at such an event, in one or two sentences.
    pub fn text(self) -> &'static str {
        match self {
            Self::ContactBegin => "The gap of a contact closes: its force begins.",
            Self::FullDamping => {
                "The penetration passes the depth d from which IMPACT and BISTOP have their full damping, in either direction."
            }
            Self::ForceOff => {
                "The force of a contact falls to zero while the bodies still overlap: damping would pull, and the law never pulls."
            }
            Self::ForceOn => "The force of a contact rises from zero again, after `force-off`.",
            Self::ContactEnd => "The gap of a contact opens.",
            Self::Impact => {
                "Rigid parts hit each other. `rate_before` and `rate_after` are the rates of the gap on both sides of it, `impulse` its normal impulse."
            }
            Self::Closure => "A rigid contact stays closed from here on.",
            Self::Separation => {
                "The force between rigid parts in contact falls to zero: they part without an impact."
            }
            Self::Accumulation => {
                "Infinitely many impacts, each sooner than the last, come to an end at this time (a Zeno point)."
            }
            Self::Painleve => {
                "Coulomb friction draws a sliding contact in, so that its forces have no answer, or more than one (Painlevé's paradox); an impact without collision or an opening follows."
            }
            Self::Softened => {
                "The law of restitution would have put energy into the motion: a softer law answered this impact."
            }
            Self::Sensor => "A SENSOR fired.",
            Self::Stick => "Surfaces with friction come to rest against each other.",
            Self::Slip => {
                "Surfaces with friction begin to slide, or slide on in another direction."
            }
            Self::Jump => {
                "The velocity that a MOTION or another constraint asks for jumps, as at a kink of its displacement. `rate_before` and `rate_after` are that velocity on both sides, `impulse` that of the constraint."
            }
            Self::Switch => {
                "A condition in a function changes its branch (IF, MAX, MIN, SIGN, ABS, STEP, a knot of a spline); listed with --verbose-events."
            }
        }
    }
}

/// One event, at its exact time.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRow {
    /// Time.
    pub time: f64,
    /// What happened.
    pub kind: EventKind,
    /// `SFORCE/3`.
    pub element: String,
    /// Gap (negative: penetration); not a number where the event has none.
    pub gap: f64,
    /// Rate of the gap, before and after.
    pub rate: [f64; 2],
    /// Impulse of an impact; zero for other events.
    pub impulse: f64,
    /// Size of the force just after.
    pub force: f64,
}

#[cfg(test)]
mod tests {
    use super::EventKind;

    #[test]
    fn all_kinds_are_all() {
        for (k, kind) in EventKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, k);
        }
        assert_eq!(
            EventKind::Switch as usize + 1,
            EventKind::ALL.len(),
            "the last one"
        );
    }
}
