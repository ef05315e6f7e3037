//! Displacement, velocity and acceleration measures of markers, generic over the number so that their
//! gradients are exact.
#![allow(non_snake_case)]

mod angles;
mod gradient;
mod sequence;

pub use gradient::MarkerGradient;
pub use sequence::EulerAngle;

use angles::{angle_313, angle_321, defined, euler_parameters};
use carom_base::{Mat3, Number, Vec3};

/// How a marker stands and moves in ground at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerState<T> {
    /// `p_GM_G`, origin.
    pub p: Vec3<T>,
    /// `R_GM`, axes as columns.
    pub R: Mat3<T>,
    /// Velocity of the origin in ground.
    pub v: Vec3<T>,
    /// Angular velocity, ground axes.
    pub w: Vec3<T>,
    /// Acceleration of the origin in ground; zero where the host does not know it.
    pub a: Vec3<T>,
    /// Angular acceleration, ground axes; zero where the host does not know it.
    pub wdot: Vec3<T>,
}

impl<T: Number> MarkerState<T> {
    /// The global frame at rest: what `0` or an omitted marker means.
    pub fn ground() -> Self {
        let z = Vec3::zeros();
        Self {
            p: z,
            R: Mat3::identity(),
            v: z,
            w: z,
            a: z,
            wdot: z,
        }
    }
}

/// Which measure.
///
/// The markers of a measure stand in the order of the arguments of its function, see [`Measure::roles`]. All angles in
/// radians. Where a magnitude is zero its gradient is taken as zero; what has no value there is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `DX(i, j, k)`: x of the displacement of i from j on the axes of k.
    DX,
    /// y of it.
    DY,
    /// z of it.
    DZ,
    /// `DM(i, j)`: its magnitude.
    DM,
    /// `AX(i, j)`: rotation about x of j, in (-π, π]; the host counts full turns, see [`Measure::unwraps`].
    AX,
    /// Rotation about y of j.
    AY,
    /// Rotation about z of j.
    AZ,
    /// As AX, which MotionSolve also calls so.
    AXU,
    /// As AY, which MotionSolve also calls so.
    AYU,
    /// As AZ, which MotionSolve also calls so.
    AZU,
    /// `PSI(i, j)`: ψ of `R = Rz(ψ)·Rx(θ)·Rz(φ)`, the orientation of i in j.
    PSI,
    /// θ, in [0, π].
    THETA,
    /// φ; 0 where θ is 0 or π.
    PHI,
    /// `YAW(i, j)`: y of `R = Rz(y)·Ry(p)·Rx(r)`.
    YAW,
    /// Minus p.
    PITCH,
    /// r.
    ROLL,
    /// `INCANG(i, j, k)`: angle at j between the lines to i and k.
    INCANG,
    /// `ORIENT(27, 1, i, j)`: scalar Euler parameter of i in j; all four have the sign that the 3-1-3 angles give.
    E0,
    /// `ORIENT(27, 2, i, j)`: its x.
    E1,
    /// `ORIENT(27, 3, i, j)`: its y.
    E2,
    /// `ORIENT(27, 4, i, j)`: its z.
    E3,
    /// `ORIENT(1, 1, i, j)` to `ORIENT(24, 3, i, j)`: an angle of a sequence of three rotations that turn j into i.
    Euler(EulerAngle),
    /// `ORIENT(29, n, i, j)`: cosine of the angle between an axis of i and one of j.
    Cosine {
        /// Axis of i, 0 to 2.
        of_i: u8,
        /// Axis of j, 0 to 2.
        on_j: u8,
    },
    /// `VX(i, j, k, l)`: x of the velocity of i against j, seen from l, on the axes of k.
    VX,
    /// y of it.
    VY,
    /// z of it.
    VZ,
    /// `VM(i, j, l)`: its magnitude.
    VM,
    /// `VR(i, j, l)`: its component along the line from j to i, positive when they separate.
    VR,
    /// `WX(i, j, k)`: x of the angular velocity of i against j on the axes of k.
    WX,
    /// y of it.
    WY,
    /// z of it.
    WZ,
    /// `WM(i, j)`: its magnitude.
    WM,
    /// `ACCX(i, j, k, l)`: x of the acceleration of i against j, seen from l, on the axes of k.
    ACCX,
    /// y of it.
    ACCY,
    /// z of it.
    ACCZ,
    /// `ACCM(i, j, l)`: its magnitude.
    ACCM,
    /// `WDTX(i, j, k, l)`: x of the angular acceleration of i against j, seen from l, on the axes of k.
    WDTX,
    /// y of it.
    WDTY,
    /// z of it.
    WDTZ,
    /// `WDTM(i, j, l)`: its magnitude.
    WDTM,
}

/// What a marker is to a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The marker that is looked at.
    I,
    /// The marker it is compared with.
    J,
    /// Its axes resolve the vector.
    K,
    /// Time derivatives are taken in it.
    L,
    /// The end of the second leg of INCANG.
    End,
}

use Measure::*;

impl Measure {
    /// All measures, but those of ORIENT that have parameters.
    pub const ALL: [Measure; 38] = [
        DX, DY, DZ, DM, AX, AY, AZ, AXU, AYU, AZU, PSI, THETA, PHI, YAW, PITCH, ROLL, INCANG, E0,
        E1, E2, E3, VX, VY, VZ, VM, VR, WX, WY, WZ, WM, ACCX, ACCY, ACCZ, ACCM, WDTX, WDTY, WDTZ,
        WDTM,
    ];

    /// What its markers are, in order.
    pub fn roles(self) -> &'static [Role] {
        use Role::{End, I, J, K, L};
        match self {
            DX | DY | DZ | WX | WY | WZ => &[I, J, K],
            INCANG => &[I, J, End],
            VX | VY | VZ | ACCX | ACCY | ACCZ | WDTX | WDTY | WDTZ => &[I, J, K, L],
            VM | VR | ACCM | WDTM => &[I, J, L],
            _ => &[I, J],
        }
    }

    /// Whether it is an angle in (−π, π] that jumps there, unless the host counts its turns.
    pub fn is_cut(self) -> bool {
        match self {
            AX | AY | AZ | AXU | AYU | AZU | PSI | PHI | YAW | ROLL => true,
            Euler(angle) => !angle.is_second(),
            _ => false,
        }
    }

    /// Which of several components of a kind it is, from 0.
    const fn component(self) -> usize {
        match self {
            DY | VY | WY | ACCY | WDTY | E1 | THETA | PITCH => 1,
            DZ | VZ | WZ | ACCZ | WDTZ | E2 | PHI | ROLL => 2,
            E3 => 3,
            _ => 0,
        }
    }

    /// Whether it looks at places alone, but for the axes on which it resolves them.
    pub fn is_displacement(self) -> bool {
        matches!(self, DX | DY | DZ | DM | INCANG)
    }

    /// Whether it is a velocity.
    pub fn is_velocity(self) -> bool {
        matches!(self, VX | VY | VZ | VM | VR | WX | WY | WZ | WM)
    }

    /// Whether it looks at velocities of markers.
    pub fn needs_velocity(self) -> bool {
        self.is_velocity() || self.needs_acceleration()
    }

    /// Whether it is an Euler parameter.
    pub fn is_euler_parameter(self) -> bool {
        matches!(self, E0 | E1 | E2 | E3)
    }

    /// Whether it looks at accelerations of markers.
    pub fn needs_acceleration(self) -> bool {
        matches!(self, ACCX | ACCY | ACCZ | ACCM | WDTX | WDTY | WDTZ | WDTM)
    }

    /// Whether full turns of this angle are counted. [`Measure::eval`] gives it in (-π, π]; the host adds the turns.
    ///
    /// In both languages AX, AY and AZ count. The pages of MotionSolve (2021 to 2022) say for each of the three that the
    /// angle takes the total number of revolutions into account; those of AXU, AYU and AZU say no more than "the same,
    /// but unwrapped", which would mean that AX wraps. The sentence that defines AX outweighs the one that refers to it;
    /// MotionSolve reads decks of Adams, whose AX counts; and a wrapped angle would make the torsion springs of its own
    /// examples jump after half a turn.
    pub fn unwraps(self) -> bool {
        matches!(self, AX | AY | AZ | AXU | AYU | AZU)
    }

    /// The value at markers in the order of [`Measure::roles`]; the rest are not looked at.
    pub fn eval<T: Number>(self, m: [&MarkerState<T>; 4]) -> T {
        let [i, j, k, l] = m;
        match self {
            DX | DY | DZ => axis(k, self.component()).dot(&(i.p - j.p)),
            DM => magnitude(&(i.p - j.p)),
            AX | AXU => turn(0, i, j),
            AY | AYU => turn(1, i, j),
            AZ | AZU => turn(2, i, j),
            PSI | THETA | PHI => angle_313(self.component(), &(j.R.transpose() * i.R)),
            YAW | PITCH | ROLL => angle_321(self.component(), &(j.R.transpose() * i.R)),
            INCANG => angle_between(&(i.p - j.p), &(k.p - j.p)),
            E0 | E1 | E2 | E3 => {
                let q = euler_parameters(&(j.R.transpose() * i.R));
                q[self.component()]
            }
            Euler(angle) => angle.of(&(j.R.transpose() * i.R)),
            Cosine { of_i, on_j } => axis(i, of_i.into()).dot(&axis(j, on_j.into())),
            VX | VY | VZ => axis(k, self.component()).dot(&velocity(i, j, l)),
            VM => magnitude(&velocity(i, j, k)),
            VR => {
                let r = i.p - j.p;
                r.dot(&velocity(i, j, k)) / r.norm()
            }
            WX | WY | WZ => axis(k, self.component()).dot(&(i.w - j.w)),
            WM => magnitude(&(i.w - j.w)),
            ACCX | ACCY | ACCZ => axis(k, self.component()).dot(&acceleration(i, j, l)),
            ACCM => magnitude(&acceleration(i, j, k)),
            WDTX | WDTY | WDTZ => axis(k, self.component()).dot(&angular_acceleration(i, j, l)),
            WDTM => magnitude(&angular_acceleration(i, j, k)),
        }
    }
}

fn axis<T: Number>(marker: &MarkerState<T>, number: usize) -> Vec3<T> {
    marker.R.column(number)
}

/// |v|; at zero its gradient is taken as zero, the mean of all directions.
fn magnitude<T: Number>(v: &Vec3<T>) -> T {
    let square = v.norm_squared();
    if square.vanishes() {
        T::zero()
    } else {
        square.sqrt()
    }
}

/// Angle about an axis of j, of an axis of i in the plane of the other two of j.
///
/// The pages of Adams and MotionSolve name the axes: AX: atan2(-zᵢ·yⱼ, zᵢ·zⱼ); AY: atan2(zᵢ·xⱼ, zᵢ·zⱼ);
/// AZ: atan2(xᵢ·yⱼ, xᵢ·xⱼ). Which axis of i is taken matters where i turns about more than one axis.
fn turn<T: Number>(about: usize, i: &MarkerState<T>, j: &MarkerState<T>) -> T {
    let cosine = |of_i: usize, of_j: usize| axis(i, of_i).dot(&axis(j, of_j));
    match about {
        0 => defined(-cosine(2, 1), cosine(2, 2)),
        1 => defined(cosine(2, 0), cosine(2, 2)),
        _ => defined(cosine(0, 1), cosine(0, 0)),
    }
}

fn angle_between<T: Number>(a: &Vec3<T>, b: &Vec3<T>) -> T {
    if a.iter().all(|c| c.vanishes()) || b.iter().all(|c| c.vanishes()) {
        return T::undefined();
    }
    magnitude(&a.cross(b)).atan2(a.dot(b))
}

/// `d(rᵢ - rⱼ)/dt` in l: (vᵢ - vⱼ) - ωₗ × (rᵢ - rⱼ)
fn velocity<T: Number>(i: &MarkerState<T>, j: &MarkerState<T>, l: &MarkerState<T>) -> Vec3<T> {
    i.v - j.v - l.w.cross(&(i.p - j.p))
}

/// Its derivative in l: a - ω̇ₗ × r - 2ωₗ × v + ωₗ × (ωₗ × r)
fn acceleration<T: Number>(i: &MarkerState<T>, j: &MarkerState<T>, l: &MarkerState<T>) -> Vec3<T> {
    let (r, v, a) = (i.p - j.p, i.v - j.v, i.a - j.a);
    let turned = l.w.cross(&r);
    a - l.wdot.cross(&r) - l.w.cross(&(v + v - turned))
}

/// `d(ωᵢ - ωⱼ)/dt` in l: ω̇ᵢ - ω̇ⱼ - ωₗ × (ωᵢ - ωⱼ)
fn angular_acceleration<T: Number>(
    i: &MarkerState<T>,
    j: &MarkerState<T>,
    l: &MarkerState<T>,
) -> Vec3<T> {
    i.wdot - j.wdot - l.w.cross(&(i.w - j.w))
}
