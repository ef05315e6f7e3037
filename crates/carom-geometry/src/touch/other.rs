//! What a circle comes next to: a part of another solid.
#![allow(non_snake_case)]

use super::circle::{Circle, Cone, Curve, Line};
use super::ellipsoid::Placed;
use carom_base::{Number, Vec3};

/// What a circle comes next to.
#[derive(Clone, Copy)]
pub(super) enum Other<T: Number> {
    Face(Plane<T>),
    Edge(Line<T>),
    Wall(Cone<T>),
    Corner(Vec3<T>),
    Rim(Circle<T>),
    Ellipsoid(Placed<T>),
}

/// A plane.
#[derive(Clone, Copy)]
pub(super) struct Plane<T: Number> {
    pub point: Vec3<T>,
    /// Of length one.
    pub normal: Vec3<T>,
}

impl<T: Number> Curve<T> for Other<T> {
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2] {
        match self {
            Other::Face(plane) => plane.foot(at, along),
            Other::Edge(line) => line.foot(at, along),
            Other::Wall(cone) => cone.foot(at, along),
            Other::Corner(corner) => [*corner, Vec3::zeros()],
            Other::Rim(circle) => circle.foot(at, along),
            Other::Ellipsoid(placed) => placed.foot(at, along),
        }
    }
    fn distance(&self, at: &Vec3<T>) -> T {
        match self {
            Other::Face(plane) => plane.distance(at),
            Other::Edge(line) => line.distance(at),
            Other::Wall(cone) => cone.distance(at),
            Other::Corner(corner) => (*at - *corner).norm(),
            Other::Rim(circle) => circle.distance(at),
            Other::Ellipsoid(placed) => placed.distance(at),
        }
    }
}

impl<T: Number> Curve<T> for Plane<T> {
    /// That of a plane which is a unit of length below: the way to it is along the normal on both sides of the plane.
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2] {
        [*at - self.normal, *along]
    }
    /// Below zero behind it.
    fn distance(&self, at: &Vec3<T>) -> T {
        (*at - self.point).dot(&self.normal)
    }
}

impl<T: Number> Placed<T> {
    /// The ellipsoid seen from a point, which is known within bounds if the point is.
    pub fn seen_from(&self, at: &Vec3<T>) -> Self {
        Self {
            centre: self.centre - *at,
            ..*self
        }
    }
}

impl<T: Number> Curve<T> for Placed<T> {
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2] {
        let (here, seen) = (Vec3::zeros(), self.seen_from(at));
        let start = seen.still().multiplier(&Vec3::zeros());
        let foot = start.and_then(|start| seen.foot_at(&here, start, along));
        match foot {
            Some(foot) => [*at + foot.at, foot.moves],
            None => [Vec3::from_fn(|_| T::undefined()); 2],
        }
    }
    /// No plane that touches the ellipsoid is farther: that of its point next to the middle.
    fn distance(&self, at: &Vec3<T>) -> T {
        let seen = self.seen_from(at);
        let still = seen.still();
        let out = still.multiplier(&Vec3::zeros());
        let out = out.and_then(|start| still.foot_at(&Vec3::zeros(), start, &Vec3::zeros()));
        let Some(out) = out.map(|foot| foot.out.map(T::constant)) else {
            return T::undefined();
        };
        -out.dot(&seen.centre) - seen.reach(&out)
    }
}
