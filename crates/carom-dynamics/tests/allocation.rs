//! Nothing that an integrator asks for in its step loop allocates.

mod support;

use carom_base::{Diagnostics, Interval};
use carom_dynamics::assemble::assemble;
use carom_dynamics::equations::Equations;
use carom_dynamics::start::initial;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters};
use carom_model::JointKind;
use carom_model::force::Kind;
use carom_solve::{Guard, GuardRange, Part, Problem};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::*;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: hands everything on to the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn start(deck: &Deck) -> Equations {
    let mut d = Diagnostics::default();
    let system = assemble(&deck.0, &mut d).unwrap_or_else(|| panic!("{d:?}"));
    initial::start(&deck.0, system).expect("starts")
}

/// Allocations of one of everything, after a first round.
fn allocations(e: &mut Equations) -> u64 {
    let mut y = e.unknowns();
    e.settle(0.0, &y).expect("finite");
    let (n, nd) = (e.dimension(), e.differential());
    let mut f = vec![0.0; n];
    let mut values = vec![0.0; e.pattern().len()];
    let mut guards = vec![Guard::IDLE; e.guard_count()];
    let mut weights = vec![0.0; n];
    let mut ranges = vec![GuardRange::UNKNOWN; guards.len()];
    let wanted = vec![true; guards.len()];
    let (mut bounds, mut rates) = (vec![Interval::ENTIRE; nd], vec![Interval::ENTIRE; nd]);
    let mut round = |e: &mut Equations, y: &mut [f64]| {
        e.rhs(0.1, y, &mut f).expect("finite");
        e.jacobian(0.1, y, &mut values).expect("finite");
        e.derivative(0.1, &y[..nd], &mut f[..nd]).expect("finite");
        e.guards(0.1, y, &f, &mut guards).expect("finite");
        let near = |x: &f64| Interval::around(*x, 1e-3);
        bounds.iter_mut().zip(&*y).for_each(|(b, y)| *b = near(y));
        rates.iter_mut().zip(&f).for_each(|(b, f)| *b = near(f));
        let guard = |slot: usize| Interval::around(guards[slot].value, 1e-3);
        let part = Part {
            w: 0.01,
            bounds: &(&bounds[..], &rates[..]),
            ends: &|slot| (guard(slot), guard(slot)),
        };
        e.guard_rates(&part, &wanted, &mut ranges);
        let time = Interval::new(0.1, 0.11);
        e.guard_ranges(time, (&bounds, &rates), &wanted, &mut ranges);
        e.newton_share(0.1, y);
        e.known_decay(0.1, y);
        e.weights(y, 1e-6, 1e-6, &mut weights);
        e.project(0.1, &mut y[..nd]).expect("projects");
        e.accept(0.1, y);
        e.accept_rates(0.1, y, &mut f);
    };
    round(e, &mut y);
    let before = ALLOCATIONS.with(Cell::get);
    for _ in 0..10 {
        round(e, &mut y);
    }
    ALLOCATIONS.with(Cell::get) - before
}

/// Balls that touch each other, a plane and a plate, in one contact.
fn groups() -> Deck {
    use support::solids::{LAW, PLANE, ball, shape};
    let mut d = Deck::new(9.80665);
    shape(&mut d, 1, 1, PLANE, false);
    d.marker(50, 1, at(-1.0, -1.1, -0.5));
    let plate = carom_model::graphics::Shape::BoxFromCorner([2.0, 2.0, 0.501]);
    shape(&mut d, 2, 50, plate, false);
    for k in 3..12_u32 {
        let x = 0.0199 * f64::from(k);
        d.body(k, 0.01, [1e-6; 3], at(x, 0.0, 0.0099));
        shape(&mut d, k, 100 * k, ball(0.01), false);
    }
    let id = |l: u32| d.0.graphics.find(l).expect("there");
    let contact = carom_model::Contact {
        tag: carom_model::Tag::new("CONTACT", 1),
        i: (3..12).map(id).collect(),
        j: (1..12).map(id).collect(),
        flipped: Vec::new(),
        normal: LAW,
        friction: None,
        friction_routine: None,
    };
    d.0.contacts.insert(contact).expect("a new label");
    d
}

/// A box that leans on a plate.
fn box_on_a_plate() -> Deck {
    let mut solids = Deck::new(9.80665);
    solids.body(2, 1.0, [1e-3; 3], at(0.0, 0.0, 0.09));
    solids.marker(10, 1, at(-1.0, -1.1, -0.5));
    solids.marker(20, 2, turned(-0.1, -0.1, -0.1, [10.0, 3.0, 5.0]));
    let plate = carom_model::graphics::Shape::BoxFromCorner([2.0, 2.0, 0.5]);
    let cube = carom_model::graphics::Shape::BoxFromCorner([0.2; 3]);
    for (label, marker, shape) in [(1, 20, cube), (2, 10, plate)] {
        let marker = Some(solids.marker_id(marker));
        let tag = carom_model::Tag::new("GRAPHICS", label);
        let cavity = false;
        let graphic = carom_model::Graphic {
            tag,
            marker,
            shape,
            cavity,
        };
        solids.0.graphics.insert(graphic).expect("a new label");
    }
    let graphics = |l| solids.0.graphics.find(l).expect("made before");
    let contact = carom_model::Contact {
        tag: carom_model::Tag::new("CONTACT", 1),
        i: vec![graphics(1)],
        j: vec![graphics(2)],
        flipped: Vec::new(),
        normal: carom_model::force::NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness: 1e5,
            exponent: 1.5,
            damping: 50.0,
            dmax: 1e-4,
        })),
        friction: None,
        friction_routine: None,
    };
    solids.0.contacts.insert(contact).expect("a new label");
    solids
}

#[test]
fn none_in_what_a_step_asks_for() {
    let mut ball = Deck::new(9.80665);
    ball.body(2, 1.0, [1e-3; 3], at(0.0, 0.0, 0.09));
    let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.1, 1E5, 1.5, 50, 1E-4) + STEP(TIME,1,0,2,1)";
    ball.sforce(1, Kind::Translation, true, (200, 1), f);
    assert_eq!(allocations(&mut start(&ball)), 0, "ball");

    let mut solids = box_on_a_plate();
    assert_eq!(allocations(&mut start(&solids)), 0, "solids");
    let id = solids.0.contacts.find(1).expect("made before");
    let law = "1E5*DEPTH**1.5*(1 + 0.1*DEPTHDOT) + STEP(DEPTH, 0, 0, 1E-4, 50)*VOLUME*DX(200)";
    solids.0.contacts[id].normal = carom_model::force::NormalLaw::Function(expression(law));
    assert_eq!(allocations(&mut start(&solids)), 0, "a function");

    assert_eq!(allocations(&mut start(&groups())), 0, "groups");

    let mut pendulum = Deck::new(9.80665);
    pendulum.body(2, 1.0, [0.1, 0.04, 0.1], at(0.0, 2.0, 0.0));
    pendulum.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    pendulum.marker(20, 2, turned(0.0, -2.0, 0.0, [90.0, 90.0, 0.0]));
    pendulum.joint(1, JointKind::Revolute, 20, 10);
    pendulum.sforce(
        1,
        Kind::Rotation,
        false,
        (20, 10),
        "-0.1*WZ(20,10,10)-SIN(AZ(20,10))",
    );
    assert_eq!(allocations(&mut start(&pendulum)), 0, "pendulum");

    let law = carom_laws::friction::StickSlip {
        mu_static: 0.3,
        mu_dynamic: 0.2,
        vs: 0.01,
        vd: 0.015,
        creep: 0.001,
        effect: carom_laws::friction::Effect::All,
    };
    pendulum.friction(
        1,
        carom_model::friction::FrictionLaw::StickSlip(law),
        |_| (),
    );
    assert_eq!(allocations(&mut start(&pendulum)), 0, "friction");
    // A sensor that asks for the linear equations at each look.
    pendulum
        .0
        .sensors
        .insert(carom_model::Sensor {
            tag: carom_model::Tag::new("SENSOR", 1),
            function: carom_model::constraint::Function::Expression(expression("FM(20,10)")),
            value: 1e6,
            error: 1e-3,
            comparison: carom_model::control::Comparison::Equal,
            halt: true,
            ends_command: false,
            restart: false,
            print: false,
            output_interval: None,
            step_size: None,
            step_limit: None,
            evaluate: None,
        })
        .expect("a new label");
    assert_eq!(allocations(&mut start(&pendulum)), 0, "a watched reaction");
}

#[test]
fn none_where_forces_look_at_accelerations() {
    let mut d = Deck::new(9.80665);
    d.body(2, 1.0, [0.1, 0.04, 0.1], at(0.0, 2.0, 0.0));
    d.marker(10, 1, turned(0.0, 0.0, 0.0, [90.0, 90.0, 0.0]));
    d.marker(20, 2, turned(0.0, -2.0, 0.0, [90.0, 90.0, 0.0]));
    d.joint(1, JointKind::Revolute, 20, 10);
    d.body(3, 2.0, [0.1, 0.2, 0.3], at(1.0, 0.0, 0.0));
    // An added moment of inertia on the pendulum; on the free body two loops that feed each other, one of them a magnitude.
    d.sforce(1, Kind::Rotation, false, (20, 10), "-0.1*WDTZ(20,10,10)");
    let function = |f: &str| Some(carom_model::constraint::Function::Expression(expression(f)));
    let x = function("-0.5*ACCX(300) - 0.1*ACCY(200) + 1");
    let y = function("0.1*ACCM(300)");
    d.vforce(2, 300, [x, y, None, None, None, None]);
    assert_eq!(allocations(&mut start(&d)), 0, "accelerations");
}
