//! An operation whose code is not ours: a user's routine.
//!
//! The routine is a function of the measures that it reads. Nothing is known of it but what it answers: its slopes are differences, and
//! over a range of its arguments nothing at all is known, so that no guard that looks at it can be proved to stay away from zero.
//!
//! Where it calls a law with branches (IMPACT, STEP, ...), the branches are those of the tape: the law stands in it as a switch whose arguments are
//! those of the call, and the routine gets its mode. So events are found as if the law stood in an expression.

use super::op::Reg;
use carom_base::Number;
use carom_laws::Branched;
use std::fmt::Debug;
use std::sync::Arc;

/// A function of several numbers with several components, whose code is not ours. The first argument is time.
pub trait External: Debug + Send + Sync {
    /// A component; not a number after a fault.
    fn value(&self, component: usize, arguments: &[f64]) -> f64;
    /// A component, and its slopes by all arguments.
    fn slopes(&self, component: usize, arguments: &[f64], slopes: &mut [f64]) -> f64;
    /// By how many of its first arguments it has second derivatives; those by the others are taken for zero.
    fn curved(&self) -> usize {
        0
    }
    /// The second derivative by two of these arguments.
    fn curvature(&self, _component: usize, _arguments: &[f64], _by: [usize; 2]) -> f64 {
        0.0
    }
    /// Why it has no value.
    fn fault(&self) -> Option<String>;
}

/// Where an argument of a law comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wire {
    /// It is this argument of the routine.
    Argument(usize),
    /// It is this number.
    Constant(f64),
    /// The routine computes it: this component of [`External`].
    Component(usize),
}

/// A law whose branches are guards of the tape.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// Which.
    pub law: Branched,
    /// Its arguments in their order.
    pub arguments: Vec<Wire>,
}

/// A routine as an operation: its code, a component, and the laws in it that are watched.
#[derive(Debug)]
pub struct Part<'a> {
    /// The code. Behind the arguments of the routine it gets the mode of each of the laws.
    pub code: Arc<dyn External>,
    /// The component.
    pub component: usize,
    /// The laws. They have an argument that varies.
    pub laws: &'a [Watched],
}

/// The operation of a tape that is not ours.
#[derive(Clone, Debug)]
pub(super) struct Routine {
    pub code: Arc<dyn External>,
    pub component: usize,
    pub arguments: Vec<Reg>,
}

/// Arguments that need no memory of their own.
const FEW: usize = 64;

/// Whether these numbers stand for ranges.
fn is_range<T: Number>() -> bool {
    let [low, high] = T::undefined().bounds();
    low < high
}

impl Routine {
    /// The value for any kind of number.
    pub fn run<T: Number>(&self, r: &[T]) -> T {
        if is_range::<T>() {
            return T::undefined();
        }
        let n = self.arguments.len();
        let (mut few, mut many) = ([0.0; 2 * FEW], Vec::new());
        let room = if n <= FEW {
            &mut few[..2 * n]
        } else {
            many.resize(2 * n, 0.0);
            &mut many[..]
        };
        let (arguments, slopes) = room.split_at_mut(n);
        for (a, &from) in arguments.iter_mut().zip(&self.arguments) {
            *a = r[from as usize].value();
        }
        if std::mem::size_of::<T>() == std::mem::size_of::<f64>() {
            return T::constant(self.code.value(self.component, arguments));
        }
        let mut y = T::constant(self.code.slopes(self.component, arguments, slopes));
        for (k, &from) in self.arguments.iter().enumerate() {
            let x = r[from as usize];
            let moved = x - x.value();
            y += moved * slopes[k];
        }
        if std::mem::size_of::<T>() > 2 * std::mem::size_of::<f64>() {
            let moved = |k: usize| {
                let x = r[self.arguments[k] as usize];
                x - x.value()
            };
            for k in 0..self.code.curved().min(n) {
                for l in 0..=k {
                    let c = self.code.curvature(self.component, arguments, [k, l]);
                    let half = if k == l { 0.5 } else { 1.0 };
                    y += moved(k) * moved(l) * (half * c);
                }
            }
        }
        y
    }

    /// The value; its slopes go into the registers from `slot` on.
    pub fn partials(&self, slot: usize, r: &mut [f64]) -> f64 {
        let n = self.arguments.len();
        let arguments: Vec<f64> = self.arguments.iter().map(|&a| r[a as usize]).collect();
        self.code
            .slopes(self.component, &arguments, &mut r[slot..slot + n])
    }
}
