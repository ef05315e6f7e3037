//! Random solids thrown at a plane, and what may be wrong with their runs.

use super::*;

/// A solid thrown at a plane, or dropped on it; numbers in SI.
pub struct Thrown {
    pub shape: Shape,
    pub mass: f64,
    /// Units of the deck.
    pub units: Units,
    /// Where its marker is on the part.
    pub place: Pose,
    pub inertia: [f64; 3],
    pub start: Pose,
    pub v: Vec3,
    pub w: Vec3,
    pub gravity: Vec3,
    pub mu: [f64; 2],
    pub restitution: f64,
    pub law: RestitutionLaw,
    pub order: ImpactOrder,
    pub method: &'static str,
    pub error: f64,
}

impl Thrown {
    pub fn random(number: u64) -> Self {
        let mut r = Random(number ^ 0x5EED);
        let mut size = || r.between(0.05, 0.3);
        let [a, b, c] = [size(), size(), size()];
        let (shape, away) = match number % 7 {
            0 => (Shape::Ellipsoid([a; 3]), Vec3::zeros()),
            1 => (Shape::Ellipsoid([a, b, c]), Vec3::zeros()),
            2 | 3 => (
                Shape::BoxFromCenter([2.0 * a, 2.0 * b, 2.0 * c]),
                Vec3::zeros(),
            ),
            4 => {
                let length = 2.0 * b;
                (
                    Shape::Cylinder { length, radius: a },
                    Vec3::new(0.0, 0.0, -b),
                )
            }
            5 => {
                let shape = Shape::Frustum {
                    length: 2.0 * b,
                    bottom: a,
                    top: 0.7 * c,
                };
                (shape, Vec3::new(0.0, 0.0, -b))
            }
            _ => {
                let minor = 0.3 * a.min(b);
                (
                    Shape::Torus {
                        major: a.max(b),
                        minor,
                    },
                    Vec3::zeros(),
                )
            }
        };
        let off = r.vector(0.02);
        let turn = |r: &mut Random| {
            [
                r.between(-180.0, 180.0),
                r.between(0.0, 180.0),
                r.between(-180.0, 180.0),
            ]
        };
        let angles = turn(&mut r);
        let tilt = r.between(0.0, 0.25);
        let one = r.between(0.008, 0.016);
        let two = r.between(one, 0.02);
        let mu = r.one_of(&[0.1, 0.3, 0.5, 0.8]);
        Self {
            shape,
            mass: 1.0,
            units: Units::si(),
            place: at(off.x + away.x, off.y + away.y, off.z + away.z),
            inertia: [one, two, r.between(two, 0.02)],
            start: turned(0.0, 0.0, 0.9, angles),
            v: r.vector(2.0),
            w: r.vector(8.0),
            gravity: Vec3::new(9.81 * tilt.sin(), 0.0, -9.81 * tilt.cos()),
            mu: [mu * r.one_of(&[1.0, 1.2]), mu],
            restitution: r.one_of(&[0.0, 0.2, 0.5, 0.8]),
            law: r.one_of(&LAWS),
            order: r.one_of(&ORDERS),
            method: r.one_of(&["auto", "dop853", "auto", "radau5"]),
            error: r.one_of(&[1e-4, 1e-6, 1e-6, 1e-9]),
        }
    }

    /// Of all kinds: each shape thrown, or dropped nearly upright; any law, coefficient, method and unit; its own inertia or another.
    pub fn of_all_kinds(number: u64) -> Self {
        let mut r = Random(number ^ 0xA11);
        let mut solid = Self::random(r.one_of(&[0, 1, 2, 4, 5, 6]) + 7 * (number + 1_000_000));
        let e = r.unit();
        solid.restitution = r.one_of(&[0.0, 1.0, e, e, e, e]);
        let mu = r.between(0.0, 1.5);
        let mu = r.one_of(&[0.0, mu, mu, mu, mu, mu]);
        solid.mu = [mu * r.one_of(&[1.0, 1.0, 1.3]), mu];
        solid.method = r.one_of(&["auto", "auto", "dop853", "rkf45", "radau5", "radau13"]);
        solid.error = r.one_of(&[1e-4, 1e-6, 1e-6, 1e-8]);
        let units = [
            ("kilogram", "meter", "second"),
            ("kilogram", "millimeter", "second"),
            ("slug", "foot", "second"),
            ("tonne", "millimeter", "millisecond"),
        ];
        let (mass, length, time) = r.one_of(&units);
        solid.units = Units::from_names("newton", mass, length, time).expect("known names");
        solid.mass = 10f64.powf(r.between(-1.0, 1.0));
        let own = solid.own_inertia();
        solid.inertia = if r.unit() < 0.6 {
            own
        } else {
            solid.inertia.map(|i| i * solid.mass)
        };
        if r.unit() < 0.6 {
            // Its own inertia is about its middle.
            solid.place = at(0.0, 0.0, -solid.middle());
        }
        if r.unit() < 0.5 {
            let tilt = 10f64.powf(r.between(-4.0, -0.3)).to_degrees();
            let upside = r.one_of(&[0.0, 180.0]);
            let angles = [
                r.between(-180.0, 180.0),
                upside + tilt,
                r.between(-180.0, 180.0),
            ];
            solid.start = turned(0.0, 0.0, 0.9, angles);
            let [fast, fall] = [r.one_of(&[0.0, 0.3]), r.one_of(&[0.0, 1e-3, 0.05])];
            (solid.v, solid.w) = (r.vector(fast), r.vector(fast));
            let low = solid.lowest_at(&solid.start);
            solid.start.position.z += fall + 1e-4 - low;
            if r.unit() < 0.7 {
                solid.gravity = Vec3::new(0.0, 0.0, -9.81);
            }
        }
        solid
    }

    /// Lets it lean upon an edge of its face, at rest a millimetre above the plane.
    pub fn lean(&mut self, shape: &Shape, tilt: f64, number: usize) {
        self.shape = shape.clone();
        self.inertia = self.own_inertia();
        self.place = at(0.0, 0.0, -self.middle());
        self.start = turned(0.0, 0.0, 0.0, [10.0, tilt.to_degrees(), 20.0]);
        self.start.position.z = 1e-3 - self.lowest_at(&self.start);
        (self.v, self.w) = (Vec3::zeros(), Vec3::zeros());
        self.gravity = Vec3::new(0.0, 0.0, -9.81);
        (self.law, self.order) = (LAWS[number % 3], ORDERS[number % 2]);
        (self.method, self.error) = ("auto", 1e-6);
    }

    /// Where its middle is along its axis.
    fn middle(&self) -> f64 {
        match self.shape {
            Shape::Cylinder { length, .. } => 0.5 * length,
            Shape::Frustum {
                length,
                bottom: a,
                top: b,
            } => length * (a * a + 2.0 * a * b + 3.0 * b * b) / (4.0 * (a * a + a * b + b * b)),
            _ => 0.0,
        }
    }

    /// Of a solid of one density, about its centre of mass.
    fn own_inertia(&self) -> [f64; 3] {
        let m = self.mass;
        match self.shape {
            Shape::Ellipsoid([a, b, c]) => {
                [b * b + c * c, a * a + c * c, a * a + b * b].map(|s| 0.2 * m * s)
            }
            Shape::BoxFromCenter([a, b, c]) => {
                [b * b + c * c, a * a + c * c, a * a + b * b].map(|s| m * s / 12.0)
            }
            Shape::Cylinder { length, radius } => {
                let across = m * (3.0 * radius * radius + length * length) / 12.0;
                [across, across, 0.5 * m * radius * radius]
            }
            Shape::Frustum {
                length,
                bottom: a,
                top: b,
            } => {
                // By 400 slices.
                let (mut volume, mut axial, mut about_base) = (0.0, 0.0, 0.0);
                for k in 0..400 {
                    let z = (k as f64 + 0.5) / 400.0;
                    let radius = a + (b - a) * z;
                    let slice = radius * radius;
                    volume += slice;
                    axial += 0.5 * slice * slice;
                    about_base += slice * (0.25 * slice + (z * length).powi(2));
                }
                let across = m * (about_base / volume - self.middle().powi(2));
                [across, across, m * axial / volume]
            }
            Shape::Torus { major, minor } => {
                let (square, tube) = (major * major, minor * minor);
                let across = m * (0.5 * square + 0.625 * tube);
                [across, across, m * (square + 0.75 * tube)]
            }
            _ => unreachable!("no such solid is made"),
        }
    }

    pub fn deck(&self) -> Deck {
        let mut deck = Deck::new(0.0);
        let units = &self.units;
        let (length, time, mass) = (units.length.si, units.time.si, units.mass.si);
        let place = |pose: Pose| Pose {
            position: pose.position / length,
            ..pose
        };
        deck.0.units = units.clone();
        deck.0.gravity = (self.gravity * (time * time / length)).to_array();
        let inertia = self.inertia.map(|i| i / (mass * length * length));
        deck.body(2, self.mass / mass, inertia, place(self.start));
        deck.marker(201, 2, place(self.place));
        shape(&mut deck, 1, 201, self.shape_in(1.0 / length), false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, Some(self.mu));
        deck.0.settings.rigid = Some(RigidContact {
            restitution: Some(self.restitution),
            law: self.law,
            order: self.order,
            ..RigidContact::default()
        });
        speed(&mut deck, 2, self.v * (time / length), self.w * time);
        deck
    }

    /// Its shape, so many times as large.
    fn shape_in(&self, by: f64) -> Shape {
        match self.shape {
            Shape::Ellipsoid(axes) => Shape::Ellipsoid(axes.map(|x| x * by)),
            Shape::BoxFromCenter(sides) => Shape::BoxFromCenter(sides.map(|x| x * by)),
            Shape::Cylinder { length, radius } => Shape::Cylinder {
                length: length * by,
                radius: radius * by,
            },
            Shape::Frustum {
                length,
                bottom,
                top,
            } => Shape::Frustum {
                length: length * by,
                bottom: bottom * by,
                top: top * by,
            },
            Shape::Torus { major, minor } => Shape::Torus {
                major: major * by,
                minor: minor * by,
            },
            _ => unreachable!("no such solid is made"),
        }
    }

    /// A row of the tables, in SI.
    fn in_si(&self, body: &BodyRow) -> BodyRow {
        let (length, time) = (self.units.length.si, self.units.time.si);
        BodyRow {
            position: body.position.map(|x| x * length),
            velocity: body.velocity.map(|x| x * length / time),
            angular_velocity: body.angular_velocity.map(|x| x / time),
            ..*body
        }
    }

    /// Height of its lowest point.
    fn lowest(&self, body: &BodyRow) -> f64 {
        self.lowest_of(
            Quaternion(body.orientation).matrix(),
            Vec3::from(body.position),
        )
    }

    fn lowest_at(&self, pose: &Pose) -> f64 {
        self.lowest_of(pose.rotation, pose.position)
    }

    fn lowest_of(&self, R: Mat3, position: Vec3) -> f64 {
        let centre = |along: f64| {
            let on = self.place.position + Vec3::new(0.0, 0.0, along);
            position.z + (R * on).z
        };
        let n = Vec3::new(R[(2, 0)], R[(2, 1)], R[(2, 2)]);
        let across = n.x.hypot(n.y);
        match self.shape {
            Shape::Ellipsoid([a, b, c]) => {
                centre(0.0) - Vec3::new(a * n.x, b * n.y, c * n.z).norm()
            }
            Shape::BoxFromCenter([a, b, c]) => {
                centre(0.0) - 0.5 * (a * n.x.abs() + b * n.y.abs() + c * n.z.abs())
            }
            Shape::Cylinder { length, radius } => centre(0.0).min(centre(length)) - radius * across,
            Shape::Frustum {
                length,
                bottom,
                top,
            } => (centre(0.0) - bottom * across).min(centre(length) - top * across),
            Shape::Torus { major, minor } => centre(0.0) - major * across - minor,
            _ => unreachable!("no such solid is made"),
        }
    }

    /// How far a rim that lies flat is from where it touches.
    fn recedes(&self) -> f64 {
        match self.shape {
            Shape::Cylinder { radius, .. } => 1e-5 * radius,
            Shape::Frustum { bottom, top, .. } => 1e-5 * bottom.max(top),
            Shape::Torus { major, .. } => 1e-5 * major,
            _ => 0.0,
        }
    }

    fn energy(&self, body: &BodyRow) -> f64 {
        let R = Quaternion(body.orientation).matrix();
        let (v, w) = (
            Vec3::from(body.velocity),
            R.tr_mul(&Vec3::from(body.angular_velocity)),
        );
        let turning: f64 = (0..3)
            .map(|k| self.inertia[k] * w.to_array()[k].powi(2))
            .sum();
        0.5 * (self.mass * v.dot(&v) + turning)
            - self.mass * self.gravity.dot(&Vec3::from(body.position))
    }

    /// How far the energy is above the least that it had before, at most, and when.
    fn growth(&self, record: &Record) -> (f64, f64) {
        let (mut least, mut most) = (f64::INFINITY, (0.0, 0.0));
        for frame in &record.frames {
            let energy = self.energy(&self.in_si(&frame.bodies[0]));
            if energy - least > most.1 {
                most = (frame.time, energy - least);
            }
            least = least.min(energy);
        }
        most
    }

    /// Whether energy that grew is what the steps of the integration leave, which adds up as a solid rolls: a hundredth of the tolerance leaves a tenth of
    /// it at most. What a contact gave would stay.
    fn is_of_the_integration(&self, growth: f64) -> bool {
        let opts = options(self.method, 0.01 * self.error);
        let (record, _) = try_run(&self.deck(), 3.0, 300, &opts);
        self.growth(&record).1 < 0.1 * growth
    }

    /// Whether a run ended where rigid surfaces have no motion: it says so, and the solid can be drawn in at all.
    ///
    /// With B = [r]ᵀ·I⁻¹·[r], a = n·B·n, b = s·B·s: `A_NN − μ·A_NT·s ≥ 1/m + a − μ·√(a·b) ≥ 1/m − μ²·b/4`, as B is positive semidefinite, and
    /// b ≤ r²/I_least. So nothing is drawn in with μ < 2·√(I_least/m)/r.
    pub fn is_drawn_in(&self, failure: &str) -> bool {
        let least = self.inertia.iter().copied().fold(f64::INFINITY, f64::min);
        failure.contains("Painlevé")
            && self.mu[0] * self.reach() >= 2.0 * (least / self.mass).sqrt()
    }

    /// No point of the solid is farther from its centre of mass.
    fn reach(&self) -> f64 {
        let at = self.place.position;
        let rim = |along: f64, radius: f64| (at.x.hypot(at.y) + radius).hypot(at.z + along);
        match self.shape {
            Shape::Ellipsoid(axes) => at.norm() + axes.iter().copied().fold(0.0, f64::max),
            Shape::BoxFromCenter([a, b, c]) => at.norm() + 0.5 * a.hypot(b).hypot(c),
            Shape::Cylinder { length, radius } => rim(0.0, radius).max(rim(length, radius)),
            Shape::Frustum {
                length,
                bottom,
                top,
            } => rim(0.0, bottom).max(rim(length, top)),
            Shape::Torus { major, minor } => at.norm() + major + minor,
            _ => unreachable!("no such solid is made"),
        }
    }

    /// What is wrong with a run.
    pub fn faults(&self, record: &Record, failure: Option<String>) -> Vec<String> {
        let mut list: Vec<String> = failure.into_iter().collect();
        if record.frames.is_empty() {
            list.push("no output".into());
            return list;
        }
        let scale = 10.0 * self.mass;
        let (force_si, length_si) = (self.units.force.si, self.units.length.si);
        // What the tolerance leaves of energies and places.
        let small = 20.0 * self.error;
        let (time, growth) = self.growth(record);
        if growth > small * scale && !self.is_of_the_integration(growth) {
            list.push(format!("at {time} energy grows by {growth:e}"));
        }
        for frame in &record.frames {
            let (body, told) = (&self.in_si(&frame.bodies[0]), frame.forces[0]);
            let [mut f, arms] = [told.map(|x| x * force_si), told.map(|x| x * length_si)];
            f[3..].copy_from_slice(&arms.map(|x| x * force_si)[3..]);
            let gap = self.lowest(body);
            if gap < -small - 1e-9 - self.recedes() {
                list.push(format!("at {} gap {gap:e}", frame.time));
            }
            // The force at the marker of the shape.
            let R = Quaternion(body.orientation).matrix();
            let (v, w) = (Vec3::from(body.velocity), Vec3::from(body.angular_velocity));
            let at_marker = v + w.cross(&(R * self.place.position));
            let (force, torque) = (Vec3::new(f[0], f[1], f[2]), Vec3::new(f[3], f[4], f[5]));
            let power = force.dot(&at_marker) + torque.dot(&w);
            if power > 1e-8 * self.mass + small * force.norm() {
                list.push(format!("at {} friction gives {power:e}", frame.time));
            }
            // Outputs lie between steps: what is there of the tolerance of the velocities is in the forces, which depend on their squares.
            let beside = w.norm() * (1.0 + w.norm());
            let rounding = 10.0 * self.error * self.mass * (1.0 + 0.3 * beside);
            let most = self.mu[0] * f[2] + rounding + 1e-9 * self.mass;
            if force.z < -1e-9 * self.mass || f[0].hypot(f[1]) > most {
                list.push(format!("at {} force {f:?}", frame.time));
            }
        }
        // The tolerance of a step is a part of the energy, and of one joule.
        let joule = 1.0 / (force_si * length_si);
        if let Some([miss, size]) = record.statistics.first().and_then(|s| s.energy_balance)
            && miss.abs() > (50.0 + record.statistics[0].steps as f64) * self.error * (size + joule)
        {
            list.push(format!("balance {:e}", miss / size));
        }
        list
    }
}
