//! What DELAY looks back at: the past of some expressions, as the steps of a dynamic analysis have made it.
//!
//! Over each step an expression is kept as a polynomial through its values on the dense output of the step, at Chebyshev points; where its last
//! coefficients are not small, over halves of the step. So the past is as accurate as the method is within its steps, and smooth between its breaks: the times of
//! events, where a derivative may have jumped. A break is an event again when a delay has gone by; then the right-hand side changes over from one smooth part
//! of the past to the next. A jump of a derivative goes through the equations of motion to a higher one, so that breaks are forgotten after some delays.
//!
//! No step is longer than a delay: what a step asks for is past when it begins. A delay that varies is an expression of its own; a step that asks for
//! what is not past yet is tried again, shorter. The times at which a break comes back follow from the motion then, as those of other events. Source: Bellen, Zennaro, Numerical Methods for Delay Differential
//! Equations (2003), the method of steps and the propagation of discontinuities in section 2.2.

use crate::mechanism::frames::FunctionId;
use carom_base::pack::{Packer, Unpacker};
use carom_base::{Dual, Number};
use std::collections::VecDeque;

/// Degree of the polynomials.
pub(crate) const DEGREE: usize = 10;
/// Points of a polynomial.
const POINTS: usize = DEGREE + 1;
/// The last two coefficients of a polynomial that is good enough, relative to the largest: far below any tolerance.
const SMALL: f64 = 1e-12;
/// How often the part of a step for one polynomial is halved at most.
const HALVINGS: u32 = 4;
/// After so many delays a break is one of a derivative that no method sees.
const DELAYS_MAX: u8 = 9;
/// How far beyond an end of what is known it goes on, relative to the delay: methods look a little beyond an event, and at both sides of a state.
const REACH: f64 = 0.5;
/// Rounding of a time that an expression gives, relative to it.
const AHEAD: f64 = 1e-13;
/// Breaks nearer to each other than this part of the delay are one.
const SAME: f64 = 1e-12;

/// An expression whose past is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Delay {
    /// The expression.
    pub function: FunctionId,
    /// How long ago its value is wanted.
    pub lag: Lag,
    /// It looks at no other delay at the same instant: a jump in it that comes from one goes through the equations of motion first.
    pub smooths: bool,
}

/// How long ago a value is wanted, T, > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lag {
    /// Always as long.
    Constant(f64),
    /// As long as the value of a function.
    Varies(FunctionId),
}

impl Lag {
    /// The function that says how long, if one does.
    pub const fn function(self) -> Option<FunctionId> {
        match self {
            Self::Constant(_) => None,
            Self::Varies(f) => Some(f),
        }
    }

    /// How long, where that does not vary.
    pub const fn constant(self) -> Option<f64> {
        match self {
            Self::Constant(time) => Some(time),
            Self::Varies(_) => None,
        }
    }

    /// How far beyond a break, and beyond an end of what is known about a time, the smooth part in force goes on.
    fn reach(self, end: f64) -> [f64; 2] {
        match self {
            Self::Constant(time) => [REACH * time; 2],
            // A break is only found by a look beyond it; what is not past yet has to be missed.
            Self::Varies(_) => [f64::INFINITY, AHEAD * (1.0 + end.abs())],
        }
    }

    /// Breaks at most so far from each other are one.
    fn same(self, time: f64) -> f64 {
        SAME * self.constant().unwrap_or(time.abs())
    }
}

/// A polynomial over a part of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    ends: [f64; 2],
    /// Coefficients of Chebyshev polynomials on −1 to 1.
    c: [f64; POINTS],
}

impl Piece {
    /// Clenshaw's recurrence.
    fn at<T: Number>(&self, t: T) -> T {
        let [a, b] = self.ends;
        let u = (t - 0.5 * (a + b)) * (2.0 / (b - a));
        let (mut next, mut after) = (T::zero(), T::zero());
        for &c in self.c[1..].iter().rev() {
            (next, after) = (u * next * 2.0 - after + c, next);
        }
        u * next - after + self.c[0]
    }
}

/// A time at which a derivative of an expression may have jumped.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Break {
    time: f64,
    /// How many delays it has gone through.
    delays: u8,
}

/// The past of one expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    pieces: VecDeque<Piece>,
    /// The last break that a delay has gone by since, and those to come.
    passed: f64,
    breaks: VecDeque<Break>,
}

impl Past {
    /// The value at an earlier time, as the smooth part of the past in force has it; not a number where nothing has been kept.
    pub fn at<T: Number>(&self, t: T, lag: Lag) -> T {
        let s = t.value();
        let after = self.pieces.partition_point(|p| p.ends[1] <= s);
        let end = self.breaks.front().map_or(f64::INFINITY, |b| b.time);
        let is_within = |p: &&Piece| p.ends[0] >= self.passed && p.ends[1] <= end;
        let here = self.pieces.get(after).filter(is_within);
        let found = match here {
            Some(piece) => Some(piece),
            // On the other side of a break, or at the end of what is known: the part in force goes on.
            None if s < self.passed || after == 0 => self.pieces.range(after..).find(is_within),
            None => self.pieces.range(..after).rev().find(is_within),
        };
        found.map_or(T::undefined(), |piece| {
            let [across, beyond] = lag.reach(s);
            // What is in force ends with a break that is still to come; else with what is known.
            let reach = if s > piece.ends[1] && piece.ends[1] >= end {
                across
            } else {
                beyond
            };
            piece.near(t, reach)
        })
    }

    /// Goes on at a time, or begins anew there if what is known does not come up to it.
    pub fn begin(&mut self, t: f64) {
        if self.pieces.back().is_some_and(|p| p.ends[1] != t) {
            self.pieces.clear();
            self.breaks.clear();
            self.passed = t;
        }
    }

    /// Forgets what is earlier than a time that nobody asks for any more.
    fn forget(&mut self, before: f64) {
        while self.pieces.front().is_some_and(|p| p.ends[1] < before) {
            self.pieces.pop_front();
        }
    }

    /// When a break is an event, the delay being `delay`: infinite for none.
    pub fn next_event(&self, delay: f64) -> f64 {
        self.next_break().map_or(f64::INFINITY, |time| time + delay)
    }

    /// The next break that a delay has not gone by since.
    pub fn next_break(&self) -> Option<f64> {
        self.breaks.front().map(|b| b.time)
    }

    /// The last break that a delay has gone by since.
    pub const fn passed(&self) -> f64 {
        self.passed
    }

    /// The latest time that is known.
    pub fn end(&self) -> Option<f64> {
        self.pieces.back().map(|piece| piece.ends[1])
    }

    /// The next break has become an event: the right-hand side goes over to what is behind it. How many delays it has gone through now.
    pub fn pass(&mut self) -> u8 {
        match self.breaks.pop_front() {
            Some(passed) => {
                self.passed = passed.time;
                passed.delays.saturating_add(1)
            }
            None => 0,
        }
    }

    /// A derivative may jump at a time.
    pub fn break_at(&mut self, time: f64, delays: u8, lag: Lag) {
        // Where the past begins, the history before it ends: a switch of the function that looks back.
        if delays > DELAYS_MAX || self.pieces.is_empty() {
            return;
        }
        match self.breaks.back_mut() {
            Some(last) if time - last.time <= lag.same(time) => {
                last.delays = last.delays.min(delays)
            }
            _ => self.breaks.push_back(Break { time, delays }),
        }
    }

    /// Writes it.
    pub fn pack(&self, p: &mut Packer) {
        p.number(self.passed);
        p.whole(self.pieces.len() as u64);
        for piece in &self.pieces {
            piece.ends.iter().chain(&piece.c).for_each(|x| p.number(*x));
        }
        p.whole(self.breaks.len() as u64);
        for b in &self.breaks {
            p.number(b.time);
            p.whole(u64::from(b.delays));
        }
    }

    /// Reads it; `None` if it is cut off.
    pub fn unpack(u: &mut Unpacker<'_>) -> Option<Self> {
        let mut past = Self {
            passed: u.number()?,
            ..Self::default()
        };
        for _ in 0..u.whole()? {
            let mut piece = Piece {
                ends: [u.number()?, u.number()?],
                c: [0.0; POINTS],
            };
            for c in &mut piece.c {
                *c = u.number()?;
            }
            past.pieces.push_back(piece);
        }
        for _ in 0..u.whole()? {
            past.breaks.push_back(Break {
                time: u.number()?,
                delays: u8::try_from(u.whole()?).ok()?,
            });
        }
        Some(past)
    }
}

impl Piece {
    /// The value at a time, beyond its ends along the tangent; not a number farther than `reach` from them.
    fn near<T: Number>(&self, t: T, reach: f64) -> T {
        let [a, b] = self.ends;
        let s = t.value();
        let end = s.clamp(a, b);
        if s == end {
            return self.at(t);
        }
        if (s - end).abs() > reach {
            return T::undefined();
        }
        let tangent = self.at(Dual::<f64, 1>::variable(end, 0));
        (t - end) * tangent.eps[0] + tangent.re
    }
}

/// The values of all expressions at a time.
pub(crate) type Values<'a, E> = &'a mut dyn FnMut(f64, &mut [f64]) -> Result<(), E>;

/// Room for what is kept of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    values: Vec<f64>,
    /// Of all expressions, part after part of the step.
    pieces: Vec<Piece>,
}

impl Room {
    /// Takes in `n` expressions over a step from `t0` to `t1`.
    pub fn take<E>(&mut self, n: usize, ends: [f64; 2], values: Values<'_, E>) -> Result<(), E> {
        self.values.resize(n * POINTS, 0.0);
        self.pieces.clear();
        take_part(self, n, ends, HALVINGS, values)
    }

    /// Adds what was taken in to the past, and forgets what nobody asks for any more.
    pub fn keep(&self, pasts: &mut [Past], delays: &[Delay]) {
        let n = pasts.len();
        for (k, piece) in self.pieces.iter().enumerate() {
            pasts[k % n].pieces.push_back(*piece);
        }
        for (past, delay) in pasts.iter_mut().zip(delays) {
            // The next step looks back by one delay; how far one that varies looks back is not known.
            if let Lag::Constant(time) = delay.lag {
                let end = past.pieces.back().map_or(f64::NAN, |p| p.ends[1]);
                past.forget(end - 1.5 * time);
            }
        }
    }
}

fn take_part<E>(
    all: &mut Room,
    n: usize,
    ends: [f64; 2],
    halvings: u32,
    values: Values<'_, E>,
) -> Result<(), E> {
    let [a, b] = ends;
    let room = &mut all.values;
    let middle = a + 0.5 * (b - a);
    for k in 0..POINTS {
        // The ends exactly.
        let t = match k {
            0 => b,
            DEGREE => a,
            _ => middle + 0.5 * (b - a) * cosine(k),
        };
        values(t, &mut room[k * n..(k + 1) * n])?;
    }
    let coefficients = |f: usize| {
        let mut c = [0.0; POINTS];
        for (j, c) in c.iter_mut().enumerate() {
            let mut sum = 0.0;
            for k in 0..POINTS {
                let weight = if k == 0 || k == DEGREE { 0.5 } else { 1.0 };
                sum += weight * room[k * n + f] * cosine(j * k);
            }
            let share = if j == 0 || j == DEGREE { 1.0 } else { 2.0 };
            *c = share * sum / DEGREE as f64;
        }
        c
    };
    let is_good = |f: usize| {
        let c = coefficients(f);
        let size = c.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let last = c[DEGREE].abs().max(c[DEGREE - 1].abs());
        // Neither where it is no number.
        last <= SMALL * size || size == 0.0
    };
    let splits = halvings > 0 && middle > a && middle < b && !(0..n).all(is_good);
    if !splits {
        let piece = |f| Piece {
            ends,
            c: coefficients(f),
        };
        all.pieces.extend((0..n).map(piece));
        return Ok(());
    }
    take_part(all, n, [a, middle], halvings - 1, values)?;
    take_part(all, n, [middle, b], halvings - 1, values)
}

/// `cos(k·π/DEGREE)`
fn cosine(k: usize) -> f64 {
    let k = k % (2 * DEGREE);
    // Symmetric to the last bit.
    let k = if k > DEGREE { 2 * DEGREE - k } else { k };
    match 2 * k {
        DEGREE => 0.0,
        m if m > DEGREE => -(std::f64::consts::PI * (DEGREE - k) as f64 / DEGREE as f64).cos(),
        _ => (std::f64::consts::PI * k as f64 / DEGREE as f64).cos(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    const DELAYS: [Delay; 1] = [Delay {
        function: 0,
        lag: Lag::Constant(10.0),
        smooths: true,
    }];

    fn kept(past: &mut Past, ends: [f64; 2], f: fn(f64) -> f64) {
        let mut values = |t: f64, out: &mut [f64]| {
            out[0] = f(t);
            Ok::<(), Infallible>(())
        };
        let mut room = Room::default();
        let Ok(()) = room.take(1, ends, &mut values);
        room.keep(std::slice::from_mut(past), &DELAYS);
    }

    #[test]
    fn a_wave_is_kept_with_its_rate() {
        let mut past = Past::default();
        // the second one is halved
        for ends in [[0.0, 1.0], [1.0, 7.0]] {
            kept(&mut past, ends, |t| (2.0 * t).sin());
        }
        for k in 0..=700 {
            let t = f64::from(k) / 100.0;
            let x = past.at(Dual::<f64, 1>::variable(t, 0), Lag::Constant(1.0));
            // the coefficients left out are below 1e-12 of the largest; a rate is 100 times as sensitive over a part of length 0.375
            assert!((x.re - (2.0 * t).sin()).abs() < 1e-11, "{t} {x:?}");
            assert!((x.eps[0] - 2.0 * (2.0 * t).cos()).abs() < 1e-9, "{t} {x:?}");
        }
        assert!(past.at(-2.0f64, Lag::Constant(1.0)).is_nan());
        kept(&mut past, [7.0, 40.0], |_| 1.0);
        assert!(past.at(0.5f64, Lag::Constant(1.0)).is_nan(), "forgotten");
    }

    #[test]
    fn the_part_in_force_goes_on_beyond_a_break() {
        let mut past = Past::default();
        kept(&mut past, [0.0, 1.0], |t| t);
        past.break_at(1.0, 0, Lag::Constant(10.0));
        past.break_at(1.0, 0, Lag::Constant(10.0));
        kept(&mut past, [1.0, 2.0], |t| 5.0 - t);
        assert_eq!(past.next_event(10.0), 11.0);
        for (t, x) in [(0.25, 0.25), (1.0, 1.0), (1.125, 1.125)] {
            assert!(
                (past.at(t, Lag::Constant(10.0)) - x).abs() < 1e-14,
                "{t} {}",
                past.at(t, Lag::Constant(10.0))
            );
        }
        assert_eq!(past.pass(), 1);
        assert_eq!(past.next_event(10.0), f64::INFINITY);
        for (t, x) in [(0.875, 4.125), (1.0, 4.0), (2.0, 3.0)] {
            assert!(
                (past.at(t, Lag::Constant(10.0)) - x).abs() < 1e-14,
                "{t} {}",
                past.at(t, Lag::Constant(10.0))
            );
        }
        past.begin(2.0);
        assert_eq!(past.at(1.0, Lag::Constant(10.0)), 4.0);
        past.break_at(3.0, DELAYS_MAX + 1, Lag::Constant(10.0));
        assert_eq!(past.next_event(10.0), f64::INFINITY);
        past.begin(2.5);
        assert!(
            past.at(1.0f64, Lag::Constant(10.0)).is_nan(),
            "it has a gap"
        );
    }

    #[test]
    fn packed_and_unpacked_it_is_the_same() {
        let mut past = Past::default();
        kept(&mut past, [0.0, 1.0], |t| t.exp());
        past.break_at(1.0, 3, Lag::Constant(10.0));
        let mut p = Packer::new();
        past.pack(&mut p);
        let bytes = p.finish();
        assert_eq!(Past::unpack(&mut Unpacker::new(&bytes)), Some(past));
    }
}
