//! Forces of closed contacts in blocks of rows that depend on each other.
#![allow(non_snake_case)]

use crate::elements::constraint::Constraint;
use crate::mechanism::function::Source;
use crate::system::System;
use carom_base::Interval;
use std::ops::Range;

/// What a unit of a multiplier exerts on a body.
pub(in crate::equations) struct Push {
    /// The row, by its number among those that are kept.
    pub(in crate::equations) row: usize,
    pub(in crate::equations) body: usize,
    /// On its freedoms.
    pub(in crate::equations) on: [Interval; 6],
}

/// Room for the bounds.
pub(in crate::equations) struct Pressing {
    /// Functions that applied forces look at, in their order.
    pub functions: Vec<usize>,
    /// M·a − F.
    pub(in crate::equations) loads: Vec<Interval>,
    /// The columns C, by what is not zero.
    pub(in crate::equations) pushes: Vec<Push>,
    /// Rows whose columns have no bounds.
    pub(in crate::equations) unknown: Vec<usize>,
    /// Which bodies rows connect: each points to another one, or to itself.
    pub(in crate::equations) roots: Vec<usize>,
    /// The wanted ones of the kept rows with the bodies that stand for all that they are connected with, those of one body together.
    pub(in crate::equations) order: Vec<(usize, usize)>,
    /// Bounds of the multipliers of the rows that are kept; [`Interval::ENTIRE`] where none are found.
    pub(in crate::equations) lambda: Vec<Interval>,
    /// Of the rows that are kept, which say something of a wanted guard, or are connected with one that does.
    pub(in crate::equations) is_wanted: Vec<bool>,
    pub(in crate::equations) block: Block,
}

/// Rows that bodies connect, and the unknowns of these bodies.
#[derive(Default)]
pub(in crate::equations) struct Block {
    /// Its kept rows.
    pub(in crate::equations) rows: Vec<usize>,
    /// Its bodies, and where the unknowns of each begin.
    pub(in crate::equations) bodies: Vec<(usize, usize)>,
    /// M·a − F of its unknowns.
    pub(in crate::equations) loads: Vec<Interval>,
    /// One over the mass of each unknown.
    pub(in crate::equations) weights: Vec<f64>,
    /// What a unit of each multiplier does, row after row.
    pub(in crate::equations) columns: Vec<Interval>,
    /// Its left inverse, and the matrix that makes it.
    pub(in crate::equations) inverse: Vec<f64>,
    pub(in crate::equations) square: Vec<f64>,
    /// Multipliers.
    pub(in crate::equations) lambda: Vec<Interval>,
    /// Those that the loads alone would have, and room for the next ones.
    pub(in crate::equations) first: Vec<Interval>,
    pub(in crate::equations) next: Vec<Interval>,
    /// B·C − 1, with its sign turned.
    pub(in crate::equations) rest: Vec<Interval>,
}

impl Pressing {
    /// `None`: what the forces of stops follow from has no bounds. `bounded`: the functions that have some.
    pub fn new(system: &System, bounded: &[bool]) -> Option<Self> {
        let has_others = !system.frictions.is_empty()
            || !system.order.loaded.is_empty()
            || !system.order.fed.is_empty()
            || !system.solid_contacts.contact_groups.is_empty();
        if system.rigid.stops.is_empty() || has_others {
            return None;
        }
        let mut needed = vec![false; system.mechanism.functions.len()];
        let pushing = system.order.pushing.iter().map(|k| &system.forces[*k]);
        for f in pushing.flat_map(|force| force.functions.iter().flatten()) {
            needed[*f] = true;
        }
        for &f in system.order.dynamic.iter().rev().filter(|f| bounded[**f]) {
            if !needed[f] {
                continue;
            }
            for source in &system.mechanism.functions[f].sources {
                match source {
                    Source::Function(g) => needed[*g] = true,
                    Source::Applied { element, .. } => {
                        let asked = system.forces[*element].functions.iter().flatten();
                        asked.for_each(|g| needed[*g] = true);
                    }
                    _ => {}
                }
            }
        }
        let order = system.order.dynamic.iter().copied();
        let functions: Vec<usize> = order.filter(|f| needed[*f]).collect();
        let known = needed
            .iter()
            .zip(bounded)
            .all(|(needed, has)| *has || !needed);
        known.then(|| Self {
            functions,
            loads: Vec::with_capacity(system.mechanism.positions),
            pushes: Vec::new(),
            unknown: Vec::new(),
            roots: Vec::with_capacity(system.mechanism.bodies.len()),
            order: Vec::new(),
            lambda: Vec::new(),
            is_wanted: Vec::new(),
            block: Block::default(),
        })
    }

    /// The body that stands for all that are connected with one.
    pub(in crate::equations) fn root(&mut self, body: usize) -> usize {
        let mut at = body;
        while self.roots[at] != at {
            self.roots[at] = self.roots[self.roots[at]];
            at = self.roots[at];
        }
        at
    }

    /// Puts the rows that bodies connect one behind the other, those with which a wanted guard has to do; rows of no body have no bounds.
    pub(in crate::equations) fn put_in_order(&mut self, system: &System) {
        self.roots.clear();
        self.roots.extend(0..system.mechanism.bodies.len());
        let acting = || system.acting().filter(|c| !rows_kept(system, c).is_empty());
        for constraint in acting() {
            let mut bodies = constraint.bodies.iter().map(|b| *b as usize);
            let Some(first) = bodies.next() else { continue };
            let root = self.root(first);
            for body in bodies {
                let joined = self.root(body);
                self.roots[joined] = root;
            }
        }
        self.order.clear();
        for constraint in acting() {
            if let Some(first) = constraint.bodies.first() {
                let root = self.root(*first as usize);
                self.order
                    .extend(rows_kept(system, constraint).map(|row| (root, row)));
            }
        }
        self.order.sort_unstable();
        let (order, is_wanted) = (&mut self.order, &mut self.is_wanted);
        // Of a block with a row that is wanted all are.
        for rows in order.chunk_by(|a, b| a.0 == b.0) {
            let wanted = rows.iter().any(|(_, row)| is_wanted[*row]);
            rows.iter().for_each(|(_, row)| is_wanted[*row] = wanted);
        }
        order.retain(|(_, row)| is_wanted[*row]);
    }
}

/// The kept rows of a constraint, by their numbers among those that are kept.
pub(in crate::equations) fn rows_kept(system: &System, constraint: &Constraint) -> Range<usize> {
    let at = |row: usize| system.rows.partition_point(|r| *r < row);
    at(constraint.first_row)..at(constraint.first_row + constraint.rows())
}
