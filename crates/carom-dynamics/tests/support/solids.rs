//! Models with contacts of solids, and what their runs are asked.

use super::{Deck, Record};
use carom_base::Vec3;
use carom_dynamics::{EventKind, EventRow};
use carom_geometry::named::Named;
use carom_geometry::overlap::Form;
use carom_geometry::shapes::Cuboid;
use carom_geometry::{Faceted, Refinement, Solid as _};
use carom_laws::contact::solids::{AnyLaw, ImpactParameters};
use carom_laws::restitution::RestitutionLaw;
use carom_model::analysis::RigidContact;
use carom_model::force::{Friction, NormalLaw};
use carom_model::graphics::{Graphic, Shape};
use carom_model::{Contact, Tag};
use std::sync::Arc;

pub const G: f64 = 9.80665;

/// Of a compliant contact; a rigid one takes none of its numbers.
pub const LAW: NormalLaw = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
    stiffness: 1e5,
    exponent: 1.5,
    damping: 50.0,
    dmax: 1e-4,
}));

pub const PLANE: Shape = Shape::Plane([-1.0, 1.0, -1.0, 1.0]);

pub fn ball(radius: f64) -> Shape {
    Shape::Ellipsoid([radius; 3])
}

/// A capsule along z of its marker, as a CAD file has it.
pub fn capsule(length: f64, radius: f64) -> Shape {
    let form = Form::Capsule { length, radius };
    let brick = Cuboid::new([radius; 3]).expect("a brick");
    let solid = Faceted::of_triangles(Arc::new(brick.mesh(Refinement::COARSE)));
    Shape::Solid(Arc::new(Faceted {
        primitive: Some((form, super::at(0.0, 0.0, 0.0))),
        ..solid
    }))
}

/// A box with round edges and corners.
pub fn rounded_box([x, y, z]: [f64; 3], radius: f64) -> Shape {
    let kind = Named::shape("rounded_box").expect("a shape");
    Shape::Named(Named::new(kind, &[x, y, z, radius]).expect("a box"))
}

/// A shape on a marker; `cavity`: its material is outside.
pub fn shape(deck: &mut Deck, label: u32, marker: u32, shape: Shape, cavity: bool) {
    let graphic = Graphic {
        tag: Tag::new("GRAPHICS", label),
        marker: Some(deck.marker_id(marker)),
        shape,
        cavity,
    };
    deck.0.graphics.insert(graphic).expect("a new label");
}

/// A contact of the shapes of side I with those of side J.
pub fn connect(
    deck: &mut Deck,
    label: u32,
    (i, j): (&[u32], &[u32]),
    normal: NormalLaw,
    friction: Option<Friction>,
) {
    let find = |list: &[u32]| {
        let of = |l: &u32| deck.0.graphics.find(*l).expect("made before");
        list.iter().map(of).collect()
    };
    let contact = Contact {
        tag: Tag::new("CONTACT", label),
        i: find(i),
        j: find(j),
        flipped: Vec::new(),
        normal,
        friction,
        friction_routine: None,
    };
    deck.0.contacts.insert(contact).expect("a new label");
}

/// CONTACT/1 of two shapes, with static and dynamic coefficient of friction or without.
pub fn contact(deck: &mut Deck, [i, j]: [u32; 2], normal: NormalLaw, mu: Option<[f64; 2]>) {
    connect(deck, 1, (&[i], &[j]), normal, mu.map(coulomb));
}

/// Friction with a static and a dynamic coefficient.
pub fn coulomb([mu_static, mu_dynamic]: [f64; 2]) -> Friction {
    Friction {
        mu_static,
        mu_dynamic,
        stiction_velocity: 0.01,
        friction_velocity: 0.1,
        dynamics_only: false,
        max_stiction_deformation: None,
    }
}

pub fn rigid(deck: &mut Deck, restitution: Option<f64>, law: RestitutionLaw) {
    deck.0.settings.rigid = Some(RigidContact {
        restitution,
        law,
        ..RigidContact::default()
    });
}

/// Velocity of the centre of mass and angular velocity of a part at the start, ground axes.
pub fn speed(deck: &mut Deck, part: u32, v: Vec3, w: Vec3) {
    let id = deck.part_id(part);
    deck.0.parts[id].velocity = v.to_array().map(Some);
    deck.0.parts[id].angular_velocity = w.to_array().map(Some);
    deck.0.parts[id].angular_velocity_axes = Some(deck.marker_id(1));
}

pub fn close(name: &str, value: f64, exact: f64, bound: f64) {
    let miss = (value - exact).abs();
    assert!(
        miss <= bound,
        "{name}: {value} instead of {exact}: {miss:e}"
    );
}

pub fn of_kind(record: &Record, kind: EventKind) -> Vec<&EventRow> {
    record.events.iter().filter(|e| e.kind == kind).collect()
}

/// Energy that is missing at the end, relative to the largest there was.
pub fn imbalance(record: &Record) -> f64 {
    let [miss, scale] = record.statistics[0].energy_balance.expect("dynamic");
    miss.abs() / scale.max(f64::MIN_POSITIVE)
}
