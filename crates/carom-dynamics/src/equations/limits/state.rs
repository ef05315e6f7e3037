//! Which contacts and splines are watched, and where they were beyond their limits.

use crate::system::System;
use carom_base::Vec3;
use carom_solve::Fault;

/// What is known of one pair.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::equations) struct Limit {
    /// Since when, and how deep at most.
    pub(in crate::equations) deep: Option<[f64; 2]>,
    /// Since when two of its volumes are one.
    pub(in crate::equations) merged: Option<f64>,
    /// The direction at the end of the last step.
    pub(in crate::equations) normal: Option<Vec3>,
    pub(in crate::equations) counts: u32,
}

/// A spline of a function, and when it was beyond its points.
#[derive(Clone, Copy, Debug)]
pub(in crate::equations) struct SplineUse {
    pub(in crate::equations) function: usize,
    pub(in crate::equations) switch: usize,
    /// Whether only results need it: then it has no modes and is looked at where it is computed, at outputs.
    pub(in crate::equations) is_told: bool,
    /// First and last time, and the end of the points.
    pub(in crate::equations) seen: Option<([f64; 2], f64)>,
}

/// What is known of all pairs, and of splines.
#[derive(Default)]
pub(in crate::equations) struct Limits {
    pub(in crate::equations) pairs: Vec<Limit>,
    pub(in crate::equations) splines: Vec<SplineUse>,
    /// Why the run does not go on.
    pub fault: Option<Fault>,
}

impl Limits {
    pub fn new(system: &System) -> Self {
        let functions = system.mechanism.functions.iter().enumerate();
        let splines = functions.flat_map(|(function, f)| {
            let switches = (0..f.tape.switches()).filter(|k| f.tape.is_spline(*k));
            switches.map(move |switch| SplineUse {
                function,
                switch,
                is_told: system.order.told.contains(&function),
                seen: None,
            })
        });
        Self {
            splines: splines.collect(),
            pairs: vec![Limit::default(); system.solid_contacts.pairs.len()],
            fault: None,
        }
    }

    /// Two volumes of a pair have become one.
    pub fn merge(&mut self, pair: usize, time: f64) {
        self.pairs[pair].merged.get_or_insert(time);
    }

    /// As at the start of an analysis.
    pub fn begin(&mut self) {
        self.fault = None;
        for limit in &mut self.pairs {
            (limit.normal, limit.counts) = (None, 0);
        }
    }
}

/// A time to six digits.
pub(in crate::equations) fn short(time: f64) -> f64 {
    format!("{time:.5e}").parse().unwrap_or(time)
}
