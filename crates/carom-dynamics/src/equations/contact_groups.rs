//! Contacts of groups in a run: which pairs are near, which touch, what they exert.

use super::solids::{inside, no_answer};
use super::{Equations, accumulate, power_on};
use crate::elements::contact_group::{ContactGroup, Kind};
use crate::elements::solid::{Contact, Grip, Incident, SolidOn, Touch};
use crate::equations::contact_groups::state::ContactGroups;
use crate::equations::contact_groups::state::Motion;
use crate::equations::contact_groups::state::Run;
use crate::equations::contact_groups::state::above;
use crate::mechanism::kinematics::{Body, Carrier};
use crate::output::ContactRow;
use crate::system::System;
use carom_base::{Mat3, Vec3};
use carom_geometry::overlap::{Memory, Options, Workspace};
use carom_laws::Piece;
use carom_laws::contact::solids::{AnyLaw, Branches};
use carom_solve::Fault;
use std::sync::Arc;

pub(in crate::equations) mod state;

/// Two balls, if they overlap: direction of the force on the first, depth, point.
#[inline]
fn between_balls(a: &Vec3, r: f64, b: &Vec3, s: f64) -> Option<(Vec3, f64, Vec3)> {
    let way = a - b;
    let square = way.norm_squared();
    if square >= (r + s) * (r + s) {
        return None;
    }
    let distance = square.sqrt();
    // of two in one place none knows where to go
    let n = if distance > 0.0 { way / distance } else { way };
    // half way between the two surfaces
    let x = b + n * (0.5 * (distance + s - r));
    Some((n, r + s - distance, x))
}

/// A ball on a plane likewise, for the force on the ball.
#[inline]
fn on_floor(plane: &SolidOn, centre: &Vec3, radius: f64) -> Option<(Vec3, f64, Vec3)> {
    let height = above(plane, centre);
    if height >= radius {
        return None;
    }
    let up = plane.pose.rotation.column(2);
    let x = centre - up * (0.5 * (height + radius));
    Some((up, radius - height, x))
}

/// The bodies as they move, and where forces on them are summed.
struct Scene<'a> {
    system: &'a System,
    contact: &'a Contact,
    bodies: &'a [Body<f64>],
    spins: &'a [Vec3],
    pushes: &'a mut [[Vec3; 2]],
    sum: Vec3,
}

/// A place where a pair touches.
struct Acting {
    at: Incident<f64>,
    normal: f64,
    friction: Vec3,
}

impl Scene<'_> {
    #[inline]
    fn velocity(&self, carrier: Carrier, x: &Vec3) -> Vec3 {
        match carrier {
            Carrier::Ground => Vec3::zeros(),
            Carrier::Body(b) => {
                let body = &self.bodies[b as usize];
                body.v + self.spins[b as usize].cross(&(x - body.r))
            }
        }
    }

    /// The law at a place.
    #[inline]
    fn acting(&self, carriers: [Carrier; 2], n: Vec3, depth: f64, x: Vec3) -> Acting {
        let v = self.velocity(carriers[0], &x) - self.velocity(carriers[1], &x);
        let parting = n.dot(&v);
        let at = Incident {
            normal: n,
            point: x,
            depth,
            gap_rate: parting,
            slip: v - n * parting,
            lever: Vec3::zeros(),
            overlap: [0.0; 2],
            formula: 0.0,
            press: 0.0,
            drag: 0.0,
            axes: Mat3::identity(),
        };
        let normal = self.contact.law(&at).value();
        let friction = match (self.contact.coulomb(), &self.contact.friction) {
            (Some(law), Some(Grip::Slip([_, _, vs, vd]))) => {
                let square = at.slip.norm_squared();
                let piece = 2 + u8::from(square > vs * vs) + u8::from(square > vd * vd);
                at.slip * -(law.drag(square, Piece(piece)) * normal)
            }
            _ => Vec3::zeros(),
        };
        Acting {
            at,
            normal,
            friction,
        }
    }

    /// Adds the forces of a place.
    fn push(&mut self, carriers: [Carrier; 2], (n, depth, x): (Vec3, f64, Vec3)) {
        let acting = self.acting(carriers, n, depth, x);
        let force = n * acting.normal + acting.friction;
        self.sum += force;
        for (carrier, f) in carriers.into_iter().zip([force, -force]) {
            if let Carrier::Body(b) = carrier {
                let [forces, torques] = &mut self.pushes[b as usize];
                *forces += f;
                *torques += (x - self.bodies[b as usize].r).cross(&f);
            }
        }
    }
}

/// How a pair of which at least one is no ball, or no floor, touches: calls `each` with every place.
fn overlaps(
    contact: &Contact,
    solids: [&SolidOn; 2],
    bodies: &[Body<f64>],
    (space, memory): (&mut Workspace, &mut Memory),
    mut each: impl FnMut(&Touch),
) -> Result<(), Fault> {
    let [a, b] = solids;
    if let (Some((c, r)), Some((d, s))) = (&a.ball, &b.ball)
        && between_balls(&a.place(c, bodies), *r, &b.place(d, bodies), *s).is_none()
    {
        return Ok(());
    }
    let poses = [a, b].map(|s| s.pose(bodies));
    let relative = poses[0].inverse() * poses[1];
    let options = Options::default();
    let apart = space
        .stand(&a.solid, &b.solid, &relative, memory, &options)
        .map_err(|e| no_answer(&contact.label, [a, b], &e))?;
    if apart.is_none() {
        for volume in space.volumes() {
            each(&inside(volume, None, &poses[0], contact));
        }
    }
    Ok(())
}

impl Equations {
    /// Adds the forces of groups to the generalized forces, for the bodies in the arrays; their power.
    pub(super) fn push_contact_groups(&mut self) -> Result<f64, Fault> {
        let system = &*self.system;
        if system.solid_contacts.contact_groups.is_empty() {
            return Ok(0.0);
        }
        let ContactGroups {
            runs,
            pushes,
            spins,
            space,
            ..
        } = &mut self.touching.contact_groups;
        let bodies = &self.now.bodies;
        for (spin, body) in spins.iter_mut().zip(bodies) {
            *spin = body.R * body.w;
        }
        pushes.fill([Vec3::zeros(); 2]);
        for (k, (contact_group, run)) in system
            .solid_contacts
            .contact_groups
            .iter()
            .zip(runs.iter_mut())
            .enumerate()
        {
            run.follow(system, contact_group, bodies);
            let mut scene = Scene {
                system,
                contact: &system.solid_contacts.contacts[contact_group.contact],
                bodies,
                spins,
                pushes,
                sum: Vec3::zeros(),
            };
            run.push(contact_group, &mut scene, space)?;
            self.now.contact_groups[k] = run.sum;
        }
        let mut power = 0.0;
        for ((push, body), data) in pushes.iter().zip(bodies).zip(&system.mechanism.bodies) {
            let [f, t] = push;
            let t = body.R.tr_mul(t);
            let q = [f.x, f.y, f.z, t.x, t.y, t.z];
            if q == [0.0; 6] {
                continue;
            }
            accumulate(&mut self.loads.force, data, &q, 1.0);
            power += power_on(body, &q);
        }
        Ok(power)
    }

    /// Rows of results, one for each place where solids of groups touch.
    pub(crate) fn report_contact_groups(&mut self) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let ContactGroups {
            runs,
            pushes,
            spins,
            space,
            rows,
        } = &mut self.touching.contact_groups;
        rows.clear();
        for (contact_group, run) in system.solid_contacts.contact_groups.iter().zip(runs) {
            let scene = Scene {
                system: &system,
                contact: &system.solid_contacts.contacts[contact_group.contact],
                bodies: &self.now.bodies,
                spins,
                pushes,
                sum: Vec3::zeros(),
            };
            run.tell(contact_group, &scene, space, rows)?;
        }
        Ok(())
    }

    /// Rows of [`Equations::report_contact_groups`].
    pub(crate) fn group_rows(&self) -> &[ContactRow] {
        &self.touching.contact_groups.rows
    }

    /// Searches for near pairs so far: a count of work.
    pub fn group_searches(&self) -> u64 {
        self.touching.contact_groups.searches()
    }

    /// The longest step in which no solids of groups go deep into each other.
    pub(super) fn group_bound(&mut self, rates: &[f64]) -> f64 {
        let system = Arc::clone(&self.system);
        let mut bound = f64::INFINITY;
        for (contact_group, run) in system
            .solid_contacts
            .contact_groups
            .iter()
            .zip(&mut self.touching.contact_groups.runs)
        {
            run.follow(&system, contact_group, &self.now.bodies);
            bound = bound.min(run.bound(&system, contact_group, &self.now.bodies, rates));
        }
        bound
    }
}

impl Run {
    fn push(
        &mut self,
        contact_group: &ContactGroup,
        scene: &mut Scene<'_>,
        space: &mut Workspace,
    ) -> Result<(), Fault> {
        let solids = &scene.system.solid_contacts.solids[contact_group.solids.clone()];
        let of = |k: u32| &solids[k as usize];
        for &[i, j] in &self.balls {
            let (a, b) = (i as usize, j as usize);
            let (r, s) = (self.bounded[a].radius, self.bounded[b].radius);
            if let Some(touch) = between_balls(&self.centres[a], r, &self.centres[b], s) {
                scene.push([self.carriers[a], self.carriers[b]], touch);
            }
        }
        for &[i, j] in &self.floors {
            // planes are behind what has bounds
            let flipped = i > j;
            let (ball, plane) = if flipped { (j, i) } else { (i, j) };
            let (centre, ball) = (&self.centres[ball as usize], &self.bounded[ball as usize]);
            if let Some((up, depth, point)) = on_floor(of(plane), centre, ball.radius) {
                let n = if flipped { -up } else { up };
                let carriers = [self.carriers[i as usize], self.carriers[j as usize]];
                scene.push(carriers, (n, depth, point));
            }
        }
        for (&[i, j], memory) in self.others.iter().zip(&mut self.memories) {
            let pair = [of(i), of(j)];
            let (bodies, contact) = (scene.bodies, scene.contact);
            overlaps(contact, pair, bodies, (space, memory), |touch| {
                let place = (touch.normal, touch.depth, touch.point);
                scene.push(pair.map(|s| s.carrier), place);
            })?;
        }
        self.sum = scene.sum;
        Ok(())
    }

    /// Rows of results: with the volumes, which forces of balls do without.
    fn tell(
        &mut self,
        contact_group: &ContactGroup,
        scene: &Scene<'_>,
        space: &mut Workspace,
        rows: &mut Vec<ContactRow>,
    ) -> Result<(), Fault> {
        let solids = &scene.system.solid_contacts.solids[contact_group.solids.clone()];
        let mut memory = Memory::default();
        let lists = [&self.balls, &self.floors, &self.others];
        for &[i, j] in lists.into_iter().flatten() {
            let pair = [i, j].map(|k| &solids[k as usize]);
            let mut incident = 0;
            overlaps(
                scene.contact,
                pair,
                scene.bodies,
                (space, &mut memory),
                |touch| {
                    let Touch {
                        normal: n,
                        depth,
                        point,
                        ..
                    } = *touch;
                    let acting = scene.acting(pair.map(|s| s.carrier), n, depth, point);
                    incident += 1;
                    rows.push(ContactRow {
                        contact: scene.contact.element,
                        incident,
                        solids: pair.map(|s| s.id),
                        volume: touch.volume,
                        centroid: touch.centroid.into(),
                        depth,
                        rate: -acting.at.gap_rate,
                        point: point.into(),
                        normal: n.into(),
                        force: acting.normal,
                        friction: acting.friction.into(),
                        slip: acting.at.slip.into(),
                    });
                },
            )?;
        }
        Ok(())
    }

    /// The longest step in which no pair goes deeper than a part of the depth at which the contact would stop it. An estimate of the error says nothing where a stage is so
    /// deep that forces are beyond all measure. Pairs in sight go by their gap; others by the largest speeds of all, two that move by twice that against the mean.
    fn bound(
        &mut self,
        system: &System,
        contact_group: &ContactGroup,
        bodies: &[Body<f64>],
        rates: &[f64],
    ) -> f64 {
        let solids = &system.solid_contacts.solids[contact_group.solids.clone()];
        let contact = &system.solid_contacts.contacts[contact_group.contact];
        self.motions.clear();
        let all = solids.iter();
        let all = all.map(|s| Motion::of(s, system, bodies, rates));
        self.motions.extend(all);
        let sight = self.neighbours.list_radius();
        let mut bound = self.bound_of_far_pairs(sight);
        let balls = self.balls.iter().map(|p| (p, Kind::Ball));
        let floors = self.floors.iter().map(|p| (p, Kind::Floor));
        let others = self.others.iter().map(|p| (p, Kind::Bounded));
        for (&[i, j], kind) in balls.chain(floors).chain(others) {
            let (i, j) = (i as usize, j as usize);
            let (gap, out) = self.apart(solids, [i, j], kind);
            if gap > sight {
                continue;
            }
            let relative = self.motions[i].against(&self.motions[j]);
            let (speed, growth) = match out {
                Some(n) => (
                    relative.speed - n.dot(&relative.velocity),
                    relative.growth - n.dot(&relative.acceleration),
                ),
                None => (relative.most_speed(), relative.most_growth()),
            };
            let mass = 1.0 / relative.lightness;
            let approach = (speed.max(0.0), growth.max(0.0));
            bound = bound.min(time_to_touch(contact, mass, gap.max(0.0), approach));
        }
        bound
    }

    /// Of pairs with a gap of `sight` at least.
    fn bound_of_far_pairs(&self, sight: f64) -> f64 {
        let still = Motion::default();
        let moving = || {
            let all = self.motions.iter().zip(&self.carriers);
            all.filter(|(_, c)| **c != Carrier::Ground).map(|(m, _)| m)
        };
        let part = 1.0 / moving().count().max(1) as f64;
        let mut mean = still;
        for own in moving() {
            mean.velocity += own.velocity * part;
            mean.acceleration += own.acceleration * part;
        }
        let is_fixed = self.carriers.contains(&Carrier::Ground);
        let fixed = if is_fixed { 1.0 } else { 0.0 };
        let mut most = still;
        for own in moving() {
            for (motion, times) in [(own, fixed), (&own.against(&mean), 2.0)] {
                most.speed = most.speed.max(times * motion.most_speed());
                most.growth = most.growth.max(times * motion.most_growth());
            }
        }
        first_time(sight, most.speed, most.growth)
    }

    /// The gap of a pair, or less, and the direction in which the first goes away from the second, if there is one.
    fn apart(&self, solids: &[SolidOn], [i, j]: [usize; 2], kind: Kind) -> (f64, Option<Vec3>) {
        match kind {
            Kind::Floor => {
                let (ball, plane, sign) = if i < j { (i, j, 1.0) } else { (j, i, -1.0) };
                let up = solids[plane].pose.rotation.column(2);
                let height = above(&solids[plane], &self.centres[ball]);
                (height - self.bounded[ball].radius, Some(up * sign))
            }
            _ if i.max(j) < self.bounded.len() => {
                let way = self.centres[i] - self.centres[j];
                let distance = way.norm();
                let gap = distance - self.bounded[i].radius - self.bounded[j].radius;
                let is_ball = kind == Kind::Ball && distance > 0.0;
                (gap, is_ball.then(|| way / distance))
            }
            _ => (0.0, None),
        }
    }
}

/// In a step a pair goes no deeper than this part of the depth at which its contact would stop it.
const SHALLOW: f64 = 0.5;

/// When two solids with a gap, of a mass against each other, come as deep as [`SHALLOW`] says: with the depth at which a spring `k·pᵉ` takes the speed at touch, or carries what presses them.
fn time_to_touch(contact: &Contact, mass: f64, gap: f64, (speed, growth): (f64, f64)) -> f64 {
    let Some([k, e]) = contact.normal.parametric().and_then(AnyLaw::spring) else {
        return f64::INFINITY; // refused at assembly
    };
    let energy = 0.5 * mass * (speed * speed + 2.0 * growth * gap);
    let stops = ((e + 1.0) * energy / k).powf(1.0 / (e + 1.0));
    let carries = (mass * growth / k).powf(1.0 / e);
    first_time(gap + SHALLOW * stops.max(carries), speed, growth)
}

/// The first root of speed·h + growth·h²/2 = room; never, if nothing moves.
fn first_time(room: f64, speed: f64, growth: f64) -> f64 {
    if !room.is_finite() || (speed == 0.0 && growth == 0.0) {
        return f64::INFINITY;
    }
    2.0 * room / (speed + (speed * speed + 2.0 * growth * room).sqrt())
}
