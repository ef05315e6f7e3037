//! What is known of contacts of groups from one look to the next.

use crate::elements::contact_group::{ContactGroup, Kind, kind_of};
use crate::elements::solid::SolidOn;
use crate::equations::neighbour_list::NeighbourList;
use crate::mechanism::kinematics::{Body, Carrier};
use crate::output::ContactRow;
use crate::system::System;
use carom_base::Vec3;
use carom_geometry::overlap::{Memory, Workspace};

/// A pair of solids of a group, the one on side I first, by their numbers in it.
pub(in crate::equations) type Sided = [u32; 2];

/// The ball around a solid: what all states are asked for, in little room.
pub(in crate::equations) struct Ball {
    pub(in crate::equations) carrier: Carrier,
    /// From the centre of mass (the global origin on ground), on body axes.
    pub(in crate::equations) at: Vec3,
    /// Whether that is nothing, which is common.
    pub(in crate::equations) is_central: bool,
    pub(in crate::equations) radius: f64,
}

/// What goes with one contact of groups in a run.
pub(in crate::equations) struct Run {
    /// The solids with bounds, which are the first.
    pub(in crate::equations) bounded: Vec<Ball>,
    /// What carries each solid.
    pub(in crate::equations) carriers: Vec<Carrier>,
    pub(in crate::equations) neighbours: NeighbourList,
    /// Centres of the balls around the bounded solids; ground axes.
    pub(in crate::equations) centres: Vec<Vec3>,
    /// Pairs of balls that are near.
    pub(in crate::equations) balls: Vec<Sided>,
    /// Balls near planes on ground.
    pub(in crate::equations) floors: Vec<Sided>,
    /// Pairs of other solids that are near, with what the geometry remembers of them.
    pub(in crate::equations) others: Vec<Sided>,
    pub(in crate::equations) memories: Vec<Memory>,
    /// Force on side I, of all pairs.
    pub(in crate::equations) sum: Vec3,
    /// How the solids move, for the length of a step.
    pub(in crate::equations) motions: Vec<Motion>,
}

/// What goes with all contacts of groups.
#[derive(Default)]
pub(in crate::equations) struct ContactGroups {
    pub(in crate::equations) runs: Vec<Run>,
    /// Force, and torque about the centre of mass, on each body: ground axes.
    pub(in crate::equations) pushes: Vec<[Vec3; 2]>,
    /// Angular velocities of the bodies, ground axes.
    pub(in crate::equations) spins: Vec<Vec3>,
    pub(in crate::equations) space: Workspace,
    /// Rows of results.
    pub rows: Vec<ContactRow>,
}

impl ContactGroups {
    pub fn new(system: &System) -> Self {
        if system.solid_contacts.contact_groups.is_empty() {
            return Self::default();
        }
        let n = system.mechanism.bodies.len();
        Self {
            runs: system
                .solid_contacts
                .contact_groups
                .iter()
                .map(|c| Run::new(system, c))
                .collect(),
            pushes: vec![[Vec3::zeros(); 2]; n],
            spins: vec![Vec3::zeros(); n],
            ..Self::default()
        }
    }

    /// Searches for near pairs so far, of all groups: a count of work.
    pub fn searches(&self) -> u64 {
        self.runs.iter().map(|r| r.neighbours.searches()).sum()
    }
}

impl Run {
    pub(in crate::equations) fn new(system: &System, contact_group: &ContactGroup) -> Self {
        let solids = &system.solid_contacts.solids[contact_group.solids.clone()];
        let ball = |s: &SolidOn| {
            let (at, radius) = s.ball?;
            Some(Ball {
                carrier: s.carrier,
                at,
                is_central: at == Vec3::zeros(),
                radius,
            })
        };
        let bounded: Vec<Ball> = solids.iter().map_while(ball).collect();
        Self {
            neighbours: NeighbourList::new(bounded.iter().map(|b| b.radius).collect()),
            centres: vec![Vec3::zeros(); bounded.len()],
            carriers: solids.iter().map(|s| s.carrier).collect(),
            bounded,
            balls: Vec::new(),
            floors: Vec::new(),
            others: Vec::new(),
            memories: Vec::new(),
            sum: Vec3::zeros(),
            motions: Vec::new(),
        }
    }

    /// Finds out which pairs are near, if some may have come near since it was done last.
    pub(in crate::equations) fn follow(
        &mut self,
        system: &System,
        contact_group: &ContactGroup,
        bodies: &[Body<f64>],
    ) {
        for (centre, ball) in self.centres.iter_mut().zip(&self.bounded) {
            *centre = match ball.carrier {
                Carrier::Ground => ball.at,
                Carrier::Body(b) => {
                    let body = &bodies[b as usize];
                    if ball.is_central {
                        body.r
                    } else {
                        body.r + body.R * ball.at
                    }
                }
            };
        }
        let solids = &system.solid_contacts.solids[contact_group.solids.clone()];
        let faces = |a: u32, b: u32| {
            contact_group.faces(&system.solid_contacts.solids, a as usize, b as usize)
        };
        let may = |a: u32, b: u32| faces(a, b).is_some();
        if !self.neighbours.follow(&self.centres, may) {
            return;
        }
        self.balls.clear();
        self.floors.clear();
        self.others.clear();
        let kind = |k: u32| kind_of(&solids[k as usize]);
        for &[a, b] in self.neighbours.pairs() {
            let list = match [kind(a), kind(b)] {
                [Kind::Ball, Kind::Ball] => &mut self.balls,
                _ => &mut self.others,
            };
            list.push(sided(a, b, faces(a, b) == Some(true)));
        }
        for open in self.bounded.len() as u32..solids.len() as u32 {
            for (k, (centre, ball)) in self.centres.iter().zip(&self.bounded).enumerate() {
                let k = k as u32;
                let Some(first) = faces(open, k) else {
                    continue;
                };
                // nearer than it may move before the next search
                let height = match kind(open) {
                    Kind::Floor => above(&solids[open as usize], centre) - ball.radius,
                    _ => f64::NEG_INFINITY,
                };
                if height > self.neighbours.list_radius() + self.neighbours.skin() {
                    continue;
                }
                let list = match [kind(open), kind(k)] {
                    [Kind::Floor, Kind::Ball] => &mut self.floors,
                    _ => &mut self.others,
                };
                list.push(sided(open, k, first));
            }
        }
        self.memories.clear();
        self.memories
            .resize_with(self.others.len(), Memory::default);
    }
}

/// A pair with side I first.
pub(in crate::equations) fn sided(a: u32, b: u32, first: bool) -> Sided {
    if first { [a, b] } else { [b, a] }
}

/// How high a point is above a plane on ground.
pub(in crate::equations) fn above(plane: &SolidOn, x: &Vec3) -> f64 {
    let up = plane.pose.rotation.column(2);
    up.dot(&(x - plane.pose.position))
}

/// How points of a solid move: velocity and acceleration of the centre of mass, and what turning adds at most.
#[derive(Clone, Copy, Default)]
pub(in crate::equations) struct Motion {
    pub(in crate::equations) velocity: Vec3,
    pub(in crate::equations) acceleration: Vec3,
    pub(in crate::equations) speed: f64,
    pub(in crate::equations) growth: f64,
    /// One over the mass.
    pub(in crate::equations) lightness: f64,
}

impl Motion {
    pub(in crate::equations) fn of(
        solid: &SolidOn,
        system: &System,
        bodies: &[Body<f64>],
        rates: &[f64],
    ) -> Self {
        let Carrier::Body(b) = solid.carrier else {
            return Self::default();
        };
        let mut motion = Self::of_body(b as usize, system, bodies, rates);
        let data = &system.mechanism.bodies[b as usize];
        // the surface of a ball moves as its centre does
        let reach = match (&solid.ball, kind_of(solid)) {
            (Some((c, _)), Kind::Ball) => c.norm(),
            (Some((c, r)), _) => c.norm() + r,
            (None, _) => 0.0,
        };
        motion.speed = bodies[b as usize].w.norm() * reach;
        motion.growth = data.accelerations(rates).1.norm() * reach;
        motion
    }

    pub(in crate::equations) fn of_body(
        b: usize,
        system: &System,
        bodies: &[Body<f64>],
        rates: &[f64],
    ) -> Self {
        Self {
            velocity: bodies[b].v,
            acceleration: system.mechanism.bodies[b].accelerations(rates).0,
            lightness: 1.0 / system.mechanism.bodies[b].mass,
            ..Self::default()
        }
    }

    /// The motion against another; what turning adds to either may have any direction.
    pub(in crate::equations) fn against(&self, other: &Self) -> Self {
        Self {
            velocity: self.velocity - other.velocity,
            acceleration: self.acceleration - other.acceleration,
            speed: self.speed + other.speed,
            growth: self.growth + other.growth,
            lightness: self.lightness + other.lightness,
        }
    }

    pub(in crate::equations) fn most_speed(&self) -> f64 {
        self.velocity.norm() + self.speed
    }

    pub(in crate::equations) fn most_growth(&self) -> f64 {
        self.acceleration.norm() + self.growth
    }
}
