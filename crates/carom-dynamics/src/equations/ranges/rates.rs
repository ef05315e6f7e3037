//! Bounds of guards by the bounds of rates of bodies and unknowns.
#![allow(non_snake_case)]

use super::known;
use crate::equations::Equations;
use crate::equations::joint_coordinates::Looks;
use crate::equations::ranges::rated::{CLAMPS, RateOf};
use crate::equations::ranges::state::Ranges;
use carom_base::{Dual, Interval, Vec3};
use carom_expr::tape::{LinearSwitch, Ranged};
use carom_geometry::touch::ranges::UNKNOWN;
use carom_solve::{GuardRange, Part};

fn of_rate(rate: Interval) -> GuardRange {
    GuardRange {
        rate,
        is_known: true,
        ..GuardRange::UNKNOWN
    }
}

impl Equations {
    /// See [`carom_solve::Problem::guard_rates`]; in the coordinates of joints by what is known of functions there.
    pub(in crate::equations) fn rates_of_guards(
        &mut self,
        looks: Option<&Looks>,
        part: &Part<'_>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) -> bool {
        let of = |r: &Ranges| looks.map_or(r.rates.is_empty(), |l| l.rates().is_empty());
        let Some(mut r) = self.watching.ranges.take_if(|r| !of(r)) else {
            return false;
        };
        // Unknowns of speeds are counted from the first velocity, or from the first of all.
        let n = looks.map_or(self.system.mechanism.positions, |_| 0);
        let (state, rates) = (part.bounds.state(), part.bounds.rates());
        let turning = r.turning.iter_mut();
        for turning in turning.filter(|_| looks.is_none()) {
            let first = turning.first;
            let longest = |of: &[Interval]| {
                let most = |c: usize| of[first + c].low.abs().max(of[first + c].high.abs());
                Vec3::from_fn(most).norm()
            };
            turning.R = self.base[turning.body];
            turning.angle = longest(state);
            (turning.rate, turning.speed) = (longest(rates), longest(&state[n..]));
            turning.growth = longest(&rates[n..]);
        }
        let mut terms = std::mem::take(&mut r.terms);
        for guards in looks.map_or(&r.rates[..], Looks::rates) {
            let mut rate = || guards.rate.rate_bound((&r.turning, &mut terms), part);
            match &guards.owner {
                RateOf::Switch {
                    function,
                    linear,
                    guard,
                } => {
                    let slots = *guard
                        ..*guard
                            + self.system.mechanism.functions[*function]
                                .tape
                                .slots_of(linear);
                    if wanted[slots.clone()].contains(&true) {
                        let rate = rate();
                        // What nobody asks for is most of the work while a stop is open.
                        let is_clamped = CLAMPS
                            .iter()
                            .any(|slot| slots.len() > *slot && wanted[slots.start + slot]);
                        let speed = guards.speed.as_ref().filter(|_| is_clamped);
                        let speed = speed.map(|s| s.speed_bound((&r.turning, &mut terms), n, part));
                        self.rates_of_switch((*function, linear), slots, (rate, speed), part, out);
                    }
                }
                RateOf::Stop(k) => {
                    let guard = self.system.rigid.stops[*k].guard;
                    if wanted[guard] && self.watched_floor(&self.system, *k).is_some() {
                        out[guard] = of_rate(rate());
                    }
                }
            }
        }
        r.terms = terms;
        self.watching.ranges = Some(r);
        true
    }

    /// The bounds of the guards `slots` of a switch by that of the rate of its x, and those of clamps by the speed that the stop is given, if they are wanted.
    fn rates_of_switch(
        &self,
        (function, linear): (usize, &LinearSwitch),
        slots: std::ops::Range<usize>,
        (rate, speed): (Interval, Option<Ranged>),
        part: &Part<'_>,
        out: &mut [GuardRange],
    ) {
        let function = &self.system.mechanism.functions[function];
        let modes = &self.memory.modes[function.modes.clone()];
        let Some(rates) = function.tape.linear_rates(linear, modes, rate) else {
            return;
        };
        for (out, rate) in out[slots.clone()].iter_mut().zip(rates) {
            if let Some(rate) = rate {
                *out = of_rate(rate);
            }
        }
        // What is watched may be another function.
        let rooms = self.watching.held.room.get(slots.clone());
        let is_own = rooms.is_none_or(|rooms| rooms.iter().all(|room| *room == 0.0));
        let Some(speed) = speed.filter(|_| is_own) else {
            return;
        };
        let guard = |slot: usize| match rates[slot] {
            Some(rate) => Dual {
                re: part.value(slots.start + slot, rate),
                eps: [rate],
            },
            None => UNKNOWN,
        };
        let ranges = function.tape.clamp_ranges(linear, modes, speed, guard);
        for (slot, range) in CLAMPS.into_iter().zip(ranges) {
            if let Some(range) = range {
                out[slots.start + slot] = known(range);
            }
        }
    }
}
