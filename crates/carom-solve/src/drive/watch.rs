//! Which guards are armed, and where along a step the first of them falls.

use super::cubic::Cubic;
use crate::problem::{Guard, Jump};

/// A guard within this many tolerances of zero at a start counts as lying at zero.
const BAND: f64 = 4.0;
/// A guard at zero since a restart fires when it has sunk by this many tolerances.
const SINK: f64 = 2.0;
/// A guard that fired and is no deeper than this many tolerances afterwards still lies at zero.
const DEPTH: f64 = 1e3;
/// A minimum of the cubic below this part of the smaller end is looked at more closely.
const SUSPICIOUS: f64 = 0.5;
/// A minimum of the dense output below this part of the smaller end is stepped to, and judged there.
const GRAZE: f64 = 1e-2;
/// Minima this close to an end of the step are judged by that end.
const EDGE: f64 = 1e-3;
/// A guard so many tolerances below zero after the event of another one has jumped, or one that was so many above zero.
const JUMPED: f64 = 1e3;
/// Interior points at which the dense output is sampled: Chebyshev's on [0, 1].
pub const SAMPLES: [f64; 4] = [
    0.038_060_233_744_356_62,
    0.308_658_283_817_455_1,
    0.691_341_716_182_544_9,
    0.961_939_766_255_643_4,
];

/// What a slot is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Not watched in this mode.
    Idle,
    /// Fires when it falls through zero.
    Armed,
    /// At zero since the restart: rises first, or fires when it has clearly fallen.
    Near,
    /// Negative, or it fired already: must rise first.
    Disarmed,
}

/// What a look at a step's guards says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing falls.
    Clean,
    /// Something falls exactly at the end.
    AtEnd,
    /// Slot `slot` falls first, near the part `x` of the step.
    Fall { slot: usize, x: f64 },
    /// Slot `slot` may touch zero at its minimum near the part `x` of the step.
    Graze { slot: usize, x: f64 },
    /// Minima need samples of the dense output.
    Suspicious,
}

/// Where a guard is expected to fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    pub slot: usize,
    pub t: f64,
}

impl Watch {
    /// After a restart with this value.
    pub fn at_start(guard: &Guard) -> Watch {
        if guard.value == f64::INFINITY {
            Watch::Idle
        } else if guard.value.abs() <= BAND * guard.tolerance {
            Watch::Near
        } else if guard.value > 0.0 {
            Watch::Armed
        } else {
            Watch::Disarmed
        }
    }

    /// After a restart of a guard that fired, with what it was `before`; `renewed`: the switch may have made another guard of it. If it is the same one,
    /// and the switch left its fall as it was, it has had its say; else it still lies at zero, and nothing may fall through. Another one that is far
    /// below zero has jumped, and the mode that it is of does not hold: it fires again as soon as it sinks further. How far it goes in the `moment` that the rounding
    /// of the time of its event is, that is zero too: a function as a velocity of its own may be known far better than that.
    pub fn after_firing((guard, before): (&Guard, &Guard), renewed: bool, moment: f64) -> Watch {
        let as_before = (guard.rate - before.rate).abs() <= 1e-6 * before.rate.abs();
        let zero = (DEPTH * guard.tolerance).max(moment * guard.rate.abs());
        let at_zero = guard.value.abs() <= zero;
        let had_its_say = as_before && !renewed && at_zero && guard.rate < 0.0;
        match Watch::at_start(guard) {
            Watch::Near | Watch::Disarmed if had_its_say => Watch::Disarmed,
            Watch::Disarmed if at_zero || !as_before => Watch::Near,
            other => other,
        }
    }

    /// Lies at zero and falls: fires without a step. `h` is the step that would come.
    pub fn falls_at_once(self, guard: &Guard, h: f64) -> bool {
        self == Watch::Near && guard.rate * h < -BAND * guard.tolerance
    }

    /// After a step that ended with this value and did not fire it.
    pub fn after_step(self, guard: &Guard) -> Watch {
        match self {
            _ if guard.value == f64::INFINITY => Watch::Idle,
            Watch::Idle => Watch::at_start(guard),
            Watch::Armed => Watch::Armed,
            _ if guard.value > guard.tolerance => Watch::Armed,
            same => same,
        }
    }
}

/// The guard along a step of length `h`, as its watch sees it.
fn cubic(watch: Watch, a: &Guard, b: &Guard, h: f64) -> Cubic {
    let mut p = Cubic {
        v0: a.value,
        m0: a.rate * h,
        v1: b.value,
        m1: b.rate * h,
    };
    if watch == Watch::Armed {
        return p;
    }
    let rises = p.maximum() > BAND * a.tolerance;
    if watch == Watch::Near && !rises {
        // It never leaves zero upwards: it fires once it has clearly sunk.
        let lift = SINK * a.tolerance - a.value.min(0.0);
        p.v0 += lift;
        p.v1 += lift;
    } else if rises {
        // What it starts with is rounding; only a fall after the rise counts.
        p.v0 = p.v0.min(0.0);
    } else {
        (p.v0, p.v1, p.m0, p.m1) = (-1.0, -1.0, 0.0, 0.0);
    }
    p
}

/// By how much the zero of this guard is lowered: more than nothing when it lies at zero since the restart and would fire
/// because it sinks, not because it falls after a rise.
pub fn lift(watch: Watch, a: &Guard, b: &Guard, h: f64) -> f64 {
    if watch == Watch::Near {
        (cubic(watch, a, b, h).v0 - a.value).max(0.0)
    } else {
        0.0
    }
}

/// Whether a guard, `before` and `after` the event of another one, has fallen by a jump.
pub fn falls_by_jump(watch: Watch, (before, after): (&Guard, &Guard), jump: Jump) -> bool {
    if watch == Watch::Idle || before.value == f64::INFINITY {
        return false;
    }
    let was_up = watch == Watch::Armed && before.value > before.tolerance;
    let was_at_zero = jump.from_zero && before.value.abs() <= BAND * before.tolerance;
    let is_down = after.value < -JUMPED * after.tolerance;
    let came_to_zero = jump.onto_zero
        && before.value > JUMPED * before.tolerance
        && after.value <= BAND * after.tolerance;
    (was_up || was_at_zero) && is_down || was_up && came_to_zero
}

/// Whether a guard that lies at zero rises clearly before it falls, as a parabola with this second rate.
pub fn leaves_zero(guard: &Guard, second: f64) -> bool {
    guard.rate > 0.0 && 0.5 * guard.rate * guard.rate > BAND * guard.tolerance * second.abs()
}

/// Is this guard falling through zero right at the end of the step?
pub fn falls_at_end(watch: Watch, a: &Guard, b: &Guard, h: f64) -> bool {
    if watch == Watch::Idle || a.value == f64::INFINITY || b.value == f64::INFINITY {
        return false;
    }
    let p = cubic(watch, a, b, h);
    let was_up = p.v0 > 0.0 || p.maximum() > a.tolerance;
    was_up && p.v1.abs() <= b.tolerance && (b.rate <= 0.0 || p.v1 <= 0.0)
}

/// Looks at all guards between a start and an end. Only a guard that is not positive at the end surely falls; what the
/// cubic says about the inside is a suspicion, and none of those that are `known` by their bounds.
pub fn judge(watch: &[Watch], start: &[Guard], end: &[Guard], h: f64, known: &[bool]) -> Verdict {
    let (mut verdict, mut first) = (Verdict::Clean, f64::INFINITY);
    let mut suspicious = false;
    for slot in 0..watch.len() {
        let (a, b) = (&start[slot], &end[slot]);
        if watch[slot] == Watch::Idle || a.value == f64::INFINITY || b.value == f64::INFINITY {
            continue;
        }
        let mut p = cubic(watch[slot], a, b, h);
        if falls_at_end(watch[slot], a, b, h) {
            // Below only what falls before the end is of interest.
            p.v1 = b.tolerance;
            if verdict == Verdict::Clean {
                verdict = Verdict::AtEnd;
            }
        }
        match p.first_fall() {
            Some(x) if p.v1 <= 0.0 && x < first => {
                (verdict, first) = (Verdict::Fall { slot, x }, x);
            }
            Some(_) if p.v1 > 0.0 => suspicious |= !known[slot],
            None => suspicious |= !known[slot] && is_suspicious(&p),
            _ => {}
        }
    }
    if suspicious && !matches!(verdict, Verdict::Fall { .. }) {
        Verdict::Suspicious
    } else {
        verdict
    }
}

fn is_suspicious(p: &Cubic) -> bool {
    let lowest_end = p.v0.min(p.v1);
    p.interior_minimum()
        .is_some_and(|(x, v)| x > EDGE && x < 1.0 - EDGE && v < SUSPICIOUS * lowest_end)
}

/// The same look with the guards at [`SAMPLES`] in between (slot by slot within each sample). Whatever falls or may fall
/// inside is to be stepped to, and judged there.
pub fn judge_samples(
    watch: &[Watch],
    start: &[Guard],
    samples: &[Guard],
    end: &[Guard],
    h: f64,
) -> Verdict {
    let slots = watch.len();
    let (mut verdict, mut first) = (Verdict::Clean, f64::INFINITY);
    for slot in 0..slots {
        let (a, b) = (&start[slot], &end[slot]);
        if watch[slot] == Watch::Idle || a.value == f64::INFINITY || b.value == f64::INFINITY {
            continue;
        }
        let at_end = falls_at_end(watch[slot], a, b, h);
        if at_end && verdict == Verdict::Clean {
            verdict = Verdict::AtEnd;
        }
        let points: [&Guard; 6] = std::array::from_fn(|k| match k {
            0 => a,
            5 => b,
            _ => &samples[(k - 1) * slots + slot],
        });
        if let Some(x) = first_dip(watch[slot] == Watch::Armed, points, at_end, h)
            && x < first
        {
            (verdict, first) = (Verdict::Graze { slot, x }, x);
        }
    }
    verdict
}

/// The first place inside the step where a guard is not positive, or where its minimum comes close to zero.
fn first_dip(armed: bool, points: [&Guard; 6], at_end: bool, h: f64) -> Option<f64> {
    let edges = [0.0, SAMPLES[0], SAMPLES[1], SAMPLES[2], SAMPLES[3], 1.0];
    let lowest_end = points[0].value.min(points[5].value).max(0.0);
    let mut up = armed;
    for k in 0..5 {
        let (a, b) = (points[k], points[k + 1]);
        if up && k < 4 && b.value <= 0.0 {
            return Some(edges[k + 1]);
        }
        if up {
            let width = edges[k + 1] - edges[k];
            let mut p = cubic(Watch::Armed, a, b, h * width);
            if k == 4 && at_end {
                p.v1 = b.tolerance;
            }
            if let Some((x, v)) = p.interior_minimum() {
                let place = edges[k] + width * x;
                let close = v <= 0.0 || v < GRAZE * lowest_end;
                if close && place > EDGE && place < 1.0 - EDGE {
                    return Some(place);
                }
            }
        }
        up |= b.value > b.tolerance;
    }
    None
}
