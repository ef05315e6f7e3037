//! Small models built in code, and an observer that keeps everything.
#![allow(dead_code)]

pub mod meshes;
pub mod random;
pub mod solids;

use carom_base::{Diagnostics, Dialect, Mat3, Pose, SpannedText, Units, Vec3};
use carom_dynamics::{
    EventRow, Frame, Layout, Observer, Progress, RunError, RunOptions, Simulation, Statistics,
};
use carom_expr::Expression;
use carom_model::analysis::{Analysis, Command, End, OutputGrid};
use carom_model::constraint::Function;
use carom_model::force::Kind;
use carom_model::friction::{FrictionInputs, FrictionLaw, FrictionSize, Yokes};
use carom_model::*;

/// A model under construction; labels are chosen by the caller.
pub struct Deck(pub Model);

impl Deck {
    /// SI units, ground is part 1 with marker 1 on the global frame, gravity along −z.
    pub fn new(g: f64) -> Self {
        let mut model = Model::new(Dialect::Adams);
        model.units = Units::si();
        model.gravity = [0.0, 0.0, -g];
        let mut deck = Deck(model);
        let ground = Part::new(Tag::new("PART", 1), PartKind::Ground);
        deck.0.parts.insert(ground).expect("first part");
        deck.marker(1, 1, Pose::identity());
        deck
    }

    pub fn part_id(&self, label: u32) -> PartId {
        self.0.parts.find(label).expect("part exists")
    }

    pub fn marker_id(&self, label: u32) -> MarkerId {
        self.0.markers.find(label).expect("marker exists")
    }

    pub fn marker(&mut self, label: u32, part: u32, pose: Pose) {
        let part = self.part_id(part);
        self.0
            .markers
            .insert(Marker {
                tag: Tag::new("MARKER", label),
                part,
                pose,
                given: None,
                floating: false,
            })
            .expect("a new label");
    }

    /// A body with its centre of mass marker (label · 100) at the origin of the part frame.
    pub fn body(&mut self, label: u32, mass: f64, inertia: [f64; 3], pose: Pose) {
        let mut part = Part::new(Tag::new("PART", label), PartKind::Rigid);
        part.mass = mass;
        part.inertia = Mat3::from_diagonal(&Vec3::from(inertia));
        part.pose = pose;
        let id = self.0.parts.insert(part).expect("a new label");
        self.marker(label * 100, label, Pose::identity());
        self.0.parts[id].cm = self.0.markers.find(label * 100);
    }

    pub fn joint(&mut self, label: u32, kind: JointKind, i: u32, j: u32) {
        let joint = Joint {
            tag: Tag::new("JOINT", label),
            kind,
            i: self.marker_id(i),
            j: self.marker_id(j),
            initial_translation: [None; 2],
            initial_rotation: [None; 2],
        };
        self.0.joints.insert(joint).expect("a new label");
    }

    pub fn sforce(&mut self, label: u32, kind: Kind, action_only: bool, ij: (u32, u32), f: &str) {
        let force = ScalarForce {
            tag: Tag::new("SFORCE", label),
            kind,
            i: self.marker_id(ij.0),
            j: self.marker_id(ij.1),
            action_only,
            function: Function::Expression(expression(f)),
        };
        self.0.scalar_forces.insert(force).expect("a new label");
    }

    /// A force on I with these components on ground axes; ground takes the reaction.
    pub fn vforce(&mut self, label: u32, i: u32, components: [Option<Function>; 6]) {
        let force = VectorForce {
            tag: Tag::new("VFORCE", label),
            i: self.marker_id(i),
            reaction: Some((self.part_id(1), None)),
            rm: None,
            components,
            user: None,
        };
        self.0.vector_forces.insert(force).expect("a new label");
    }

    pub fn variable(&mut self, label: u32, f: &str) {
        let variable = Variable {
            tag: Tag::new("VARIABLE", label),
            initial: 0.0,
            function: Function::Expression(expression(f)),
        };
        self.0.variables.insert(variable).expect("a new label");
    }

    /// Friction of joint `label` by its reaction alone.
    pub fn friction(
        &mut self,
        label: u32,
        law: FrictionLaw,
        change: impl FnOnce(&mut JointFriction),
    ) {
        let mut f = JointFriction {
            tag: Tag::new("FRICTION", label),
            joint: self.0.joints.find(label).expect("made before"),
            law,
            inputs: FrictionInputs {
                preload: false,
                reaction_force: true,
                bending_moment: false,
                torsional_moment: false,
            },
            force_preload: 0.0,
            torque_preload: 0.0,
            largest_force: None,
            largest_torque: None,
            size: FrictionSize::default(),
            yokes: Yokes::Both,
            inactive_in_statics: false,
        };
        change(&mut f);
        self.0.frictions.insert(f).expect("a new label");
    }
}

/// Parses, or says why not.
pub fn expression(text: &str) -> Expression {
    let mut d = Diagnostics::default();
    let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
    e.unwrap_or_else(|| panic!("{text}: {d:?}"))
}

/// A pose by its origin.
pub fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        position: Vec3::new(x, y, z),
        rotation: Mat3::identity(),
    }
}

/// A pose by its origin and 3-1-3 angles in degrees.
pub fn turned(x: f64, y: f64, z: f64, angles: [f64; 3]) -> Pose {
    let [a, b, c] = angles.map(f64::to_radians);
    Pose {
        position: Vec3::new(x, y, z),
        rotation: carom_base::space::rotation_313(a, b, c),
    }
}

/// Keeps what a run tells.
#[derive(Default)]
pub struct Record {
    pub frames: Vec<Frame>,
    pub events: Vec<EventRow>,
    pub statistics: Vec<Statistics>,
}

impl Observer for Record {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, frame: &Frame) {
        self.frames.push(frame.clone());
    }
    fn event(&mut self, event: &EventRow) {
        self.events.push(event.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, statistics: &Statistics) {
        self.statistics.push(statistics.clone());
    }
}

/// Assembles, or says why not.
pub fn assemble(deck: &Deck) -> Simulation {
    let mut d = Diagnostics::default();
    let s = Simulation::assemble(&deck.0, &mut d);
    s.unwrap_or_else(|| panic!("{d:#?}"))
}

/// One analysis from the start.
pub fn run(deck: &Deck, analysis: Analysis, end: f64, steps: u32, options: &RunOptions) -> Record {
    try_run(deck, analysis, end, steps, options).expect("the run goes to its end")
}

/// The same, where it may fail.
pub fn try_run(
    deck: &Deck,
    analysis: Analysis,
    end: f64,
    steps: u32,
    options: &RunOptions,
) -> Result<Record, RunError> {
    let mut record = Record::default();
    let command = Command::Simulate {
        analysis,
        end: Some(End::Time(end)),
        output: Some(OutputGrid::Steps(steps)),
        span: carom_base::Span::NONE,
    };
    assemble(deck).execute(&command, options, &mut record)?;
    Ok(record)
}

/// Options with an error tolerance and an integrator.
pub fn options(integrator: &str, error: f64) -> RunOptions {
    RunOptions {
        integrator: Some(integrator.into()),
        error: Some(error),
        ..RunOptions::default()
    }
}
