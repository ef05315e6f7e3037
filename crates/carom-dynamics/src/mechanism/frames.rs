//! How the system stands and moves, as functions, forces and constraints look at it.

use crate::mechanism::coordinate::generalized;
use crate::mechanism::kinematics::{Body, Carrier, MarkerOn};
use crate::mechanism::stand::Touch;
use carom_base::{Number, Vec3};
use carom_expr::tape::Mode;
use carom_expr::{MarkerState, Measure};
use std::borrow::Cow;
use std::ops::Range;

/// Number of a function in [`crate::mechanism::Mechanism::functions`].
pub type FunctionId = usize;

/// How the system stands and moves, in one kind of number: plain, seeded, along the motion.
///
/// The defaults serve the inner derivatives of expression constraints, which look at positions only;
/// assembly refuses such constraints on anything else.
pub trait Frames<T: Number> {
    /// Time.
    fn time(&self) -> T;
    /// A body: looked at where the frames hold it, made where they do not.
    fn body(&self, b: usize) -> Cow<'_, Body<T>>;
    /// A marker, likewise.
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<T>>;
    /// From the centre of mass of a body to a marker on it, ground axes. Bounds know it better than the difference of two places.
    fn arm(&self, m: usize, body: usize) -> Vec3<T> {
        self.marker(m).p - self.body(body).r
    }
    /// A measure of four markers.
    fn measure(&self, measure: Measure, m: &[usize; 4]) -> T {
        // Each marker that counts is made once: to make one costs more than the measure itself, and so does to move one.
        let counts = measure.roles().len();
        let first = self.marker(m[0]);
        let (second, third, fourth);
        let j: &MarkerState<T> = if counts < 2 || m[1] == m[0] {
            &first
        } else {
            second = self.marker(m[1]);
            &second
        };
        let k: &MarkerState<T> = if counts < 3 || m[2] == m[0] {
            &first
        } else if m[2] == m[1] {
            j
        } else {
            third = self.marker(m[2]);
            &third
        };
        let l: &MarkerState<T> = if counts < 4 || m[3] == m[0] {
            &first
        } else if m[3] == m[1] {
            j
        } else if m[3] == m[2] {
            k
        } else {
            fourth = self.marker(m[3]);
            &fourth
        };
        measure.eval([&first, j, k, l])
    }
    /// What carries a marker.
    fn carrier(&self, m: usize) -> Carrier;
    /// The modes of a function.
    fn modes(&self, range: &Range<usize>) -> &[Mode];
    /// What to add to a wrapped angle so that it counts turns.
    fn turns(&self, slot: usize, wrapped: f64) -> f64;
    /// The same as a number with all that it carries.
    fn turned(&self, slot: usize, wrapped: T) -> T {
        T::constant(self.turns(slot, wrapped.value()))
    }
    /// The kind of analysis.
    fn mode(&self) -> f64 {
        4.0
    }
    /// The value of a function that was computed before.
    fn value(&self, _f: FunctionId) -> T {
        T::undefined()
    }
    /// An extra state.
    fn state(&self, _k: usize) -> T {
        T::undefined()
    }
    /// What a sensor stored.
    fn sensor(&self, _k: usize) -> f64 {
        0.0
    }
    /// What an expression was at an earlier time, by its number in [`crate::system::FunctionOrder::delays`].
    fn delayed(&self, _k: usize, _time: T) -> T {
        T::undefined()
    }
    /// A number about the run, by its name; only results ask for it.
    fn statistic(&self, _name: &str) -> f64 {
        f64::NAN
    }
    /// A measure of accelerations that the motion depends on, by its number in [`crate::system::FunctionOrder::fed`].
    fn acceleration(&self, _k: usize) -> T {
        T::undefined()
    }
    /// The multiplier of a row of the constraints.
    fn multiplier(&self, _row: usize) -> T {
        T::undefined()
    }
    /// What the geometry says of a place where solids may touch, by its number in [`crate::elements::solid::SolidContacts::places`].
    fn touch(&self, _place: usize) -> Touch {
        Touch::NONE
    }
    /// Force on side I of a contact of groups, by its number in [`crate::system::System::contact groups`]; only results ask for it.
    fn contact_group(&self, _group: usize) -> Vec3<T> {
        Vec3::zeros().map(|_: T| T::undefined())
    }
    /// The reaction of a constraint.
    fn reaction(&self, _c: usize, _at_j: bool) -> (Vec3<T>, Vec3<T>) {
        let x = T::undefined();
        (Vec3::new(x, x, x), Vec3::new(x, x, x))
    }
}

/// The state of a marker from that of its carrier.
pub fn marker_of<T: Number>(
    markers: &[MarkerOn],
    frames: &dyn Frames<T>,
    m: usize,
) -> MarkerState<T> {
    let marker = &markers[m];
    match marker.carrier {
        Carrier::Ground => marker.state(&Body::rest().lift()),
        Carrier::Body(b) => marker.state(&frames.body(b as usize)),
    }
}

/// Hands over the generalized forces of a force at p on the body of marker I, and of its opposite on that of J.
pub fn push_at<T: Number>(
    markers: &[MarkerOn],
    frames: &dyn Frames<T>,
    [i, j]: [usize; 2],
    (p, force): (&Vec3<T>, Vec3<T>),
    add: &mut impl FnMut(usize, [T; 6]),
) {
    for (m, force) in [(i, force), (j, -force)] {
        if let Carrier::Body(b) = markers[m].carrier {
            let body = frames.body(b as usize);
            add(b as usize, generalized(&body, p, &force, &Vec3::zeros()));
        }
    }
}
