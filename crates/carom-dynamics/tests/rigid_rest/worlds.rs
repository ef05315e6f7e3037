//! Models in several frames and units, and what is asked of them.

use super::*;
use carom_laws::restitution::NEWTON;

/// A model whose frame, marker 1 on ground, is somewhere, and whose units are some; all numbers of its parts are given in SI units in that frame.
pub struct World {
    pub deck: Deck,
    pub frame: Pose,
    pub units: Units,
}

/// SI units in the global frame; millimetres and tonnes; inches, pounds and pounds of force. The last two are turned and moved.
pub fn worlds() -> Vec<World> {
    let names = [
        ["newton", "kilogram", "meter"],
        ["newton", "tonne", "millimeter"],
        ["pound_force", "pound_mass", "inch"],
    ];
    let frames = [
        Pose::identity(),
        turned(310.0, -170.0, 90.0, [40.0, 25.0, -70.0]),
        turned(-7.0, 3.0, 12.0, [-15.0, 160.0, 33.0]),
    ];
    let each = names.into_iter().zip(frames);
    each.map(|([force, mass, length], frame)| {
        let units = Units::from_names(force, mass, length, "second").expect("names of units");
        let mut deck = Deck::new(0.0);
        let down = frame.rotation.column(2) * (-G / units.length.si);
        deck.0.gravity = down.to_array();
        deck.0.units = units.clone();
        let id = deck.marker_id(1);
        deck.0.markers[id].pose = frame;
        World { deck, frame, units }
    })
    .collect()
}

impl World {
    pub fn length(&self, x: f64) -> f64 {
        x / self.units.length.si
    }

    pub fn force(&self, f: f64) -> f64 {
        f / self.units.force.si
    }

    pub fn stiffness(&self, k: f64) -> f64 {
        k * self.units.length.si / self.units.force.si
    }

    fn pose(&self, p: [f64; 3], rotation: Mat3) -> Pose {
        let position = Vec3::from(p.map(|x| self.length(x)));
        self.frame * Pose { position, rotation }
    }

    pub fn ground(&mut self, label: u32, p: [f64; 3], rotation: Mat3) {
        let pose = self.pose(p, rotation);
        self.deck.marker(label, 1, pose);
    }

    /// A body with its mass and its inertia about its centre.
    pub fn body(&mut self, label: u32, mass: f64, inertia: [f64; 3], p: [f64; 3], rotation: Mat3) {
        let (m, l) = (self.units.mass.si, self.units.length.si);
        let pose = self.pose(p, rotation);
        let inertia = inertia.map(|i| i / (m * l * l));
        self.deck.body(label, mass / m, inertia, pose);
    }

    /// A marker of a part.
    pub fn marker(&mut self, label: u32, part: u32, p: [f64; 3], rotation: Mat3) {
        let position = Vec3::from(p.map(|x| self.length(x)));
        self.deck.marker(label, part, Pose { position, rotation });
    }

    pub fn ball(&mut self, label: u32, marker: u32, radius: f64) {
        let radius = self.length(radius);
        shape(&mut self.deck, label, marker, ball(radius), false);
    }

    pub fn plane(&mut self, label: u32, marker: u32) {
        shape(&mut self.deck, label, marker, PLANE, false);
    }

    pub fn contact(&mut self, label: u32, (i, j): (u32, u32), mu: Option<f64>) {
        let friction = mu.map(|mu| carom_model::force::Friction {
            mu_static: mu,
            mu_dynamic: 0.8 * mu,
            stiction_velocity: 0.01,
            friction_velocity: 0.1,
            dynamics_only: false,
            max_stiction_deformation: None,
        });
        connect(&mut self.deck, label, (&[i], &[j]), LAW, friction);
    }

    pub fn rigid(&mut self) {
        rigid(&mut self.deck, Some(0.4), NEWTON);
    }

    pub fn assemble(&self) -> Simulation {
        support::assemble(&self.deck)
    }

    /// One equilibrium from the start.
    pub fn equilibrium(&self) -> Record {
        let mut record = Record::default();
        let found = simulate(&mut self.assemble(), &mut record, Analysis::Static, None);
        found.unwrap_or_else(|why| panic!("{}: {why}", self.units.length.name));
        record
    }

    /// Place of a body in the frame, SI.
    pub fn place(&self, frame: &Frame, body: usize) -> Vec3 {
        let p = Vec3::from(frame.bodies[body].position) - self.frame.position;
        self.frame.rotation.tr_mul(&p) * self.units.length.si
    }

    /// Force of an element in the frame, SI.
    pub fn pressing(&self, frame: &Frame, element: usize) -> Vec3 {
        let [x, y, z, ..] = frame.forces[element];
        self.frame.rotation.tr_mul(&Vec3::new(x, y, z)) * self.units.force.si
    }

    pub fn expect(&self, what: &str, value: f64, exact: f64, bound: f64) {
        let name = format!("{}: {what}", self.units.length.name);
        close(&name, value, exact, bound);
    }

    pub fn expect_all(&self, what: &str, value: Vec3, exact: [f64; 3], bound: f64) {
        let miss = (value - Vec3::from(exact)).norm();
        let name = &self.units.length.name;
        assert!(
            miss <= bound,
            "{name}: {what}: {value:?} instead of {exact:?}"
        );
    }
}

pub fn upright() -> Mat3 {
    Mat3::identity()
}

/// One analysis; `end` with the number of its outputs.
pub fn simulate(
    simulation: &mut Simulation,
    observer: &mut dyn Observer,
    analysis: Analysis,
    end: Option<(f64, u32)>,
) -> Result<(), RunError> {
    let command = Command::Simulate {
        analysis,
        end: end.map(|(t, _)| End::Time(t)),
        output: end.map(|(_, n)| OutputGrid::Steps(n)),
        span: Span::NONE,
    };
    simulation.execute(&command, &options("dop853", 1e-9), observer)
}

/// Keeps linear equations.
#[derive(Default)]
struct Linear(Vec<Linearization>);

impl Observer for Linear {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, _: &carom_dynamics::EventRow) {}
    fn linear(&mut self, l: &Linearization) {
        self.0.push(l.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, _: &Statistics) {}
}

pub fn linearize(simulation: &mut Simulation) -> Result<Linearization, RunError> {
    let mut found = Linear::default();
    let command = Command::Linear(LinearSettings::default(), Span::NONE);
    simulation.execute(&command, &RunOptions::default(), &mut found)?;
    Ok(found.0.remove(0))
}

/// Frequencies, rad/s, of the eigenvalues with a positive imaginary part, ascending.
pub fn frequencies(l: &Linearization) -> Vec<f64> {
    let mut list: Vec<f64> = l
        .eigenvalues
        .iter()
        .map(|v| v[1])
        .filter(|w| *w > 1e-4)
        .collect();
    list.sort_by(f64::total_cmp);
    list
}
