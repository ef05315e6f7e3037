//! Statements of a dataset, the reverse of what [`crate::adm::statements`] read.

use super::statement::Statement;
use super::writer::Writer;
use carom_base::Diagnostic;
use carom_expr::spline::Beyond;
use carom_model::graphics::Shape;
use carom_model::*;

mod constraints;
mod control;
mod forces;
mod shared;

const EXACT: [&str; 6] = ["X", "Y", "Z", "PSI", "THETA", "PHI"];

impl Writer<'_> {
    /// All statements. Elements of one kind keep their order.
    pub(super) fn elements(&mut self) {
        let m = self.model;
        self.settings();
        m.parts.iter().for_each(|e| self.part(e));
        m.markers.iter().for_each(|e| self.a_marker(e));
        m.graphics.iter().for_each(|e| self.graphic(e));
        m.matrices.iter().for_each(|e| self.a_matrix(e));
        m.splines.iter().for_each(|e| self.spline(e));
        m.strings.iter().for_each(|e| self.string(e));
        m.variables.iter().for_each(|e| self.variable(e));
        m.diffs.iter().for_each(|e| self.diff(e));
        m.arrays.iter().for_each(|e| self.array(e));
        m.plant_inputs.iter().for_each(|e| self.plant("PINPUT", e));
        m.plant_outputs
            .iter()
            .for_each(|e| self.plant("POUTPUT", e));
        m.plant_states.iter().for_each(|e| self.plant("PSTATE", e));
        m.linear_systems.iter().for_each(|e| self.linear_system(e));
        m.transfer_functions
            .iter()
            .for_each(|e| self.transfer_function(e));
        m.general_systems
            .iter()
            .for_each(|e| self.general_system(e));
        m.joints.iter().for_each(|e| self.joint(e));
        m.primitives.iter().for_each(|e| self.primitive(e));
        m.couplers.iter().for_each(|e| self.coupler(e));
        m.gears.iter().for_each(|e| self.gear(e));
        m.curves.iter().for_each(|e| self.curve(e));
        m.points_on_curves
            .iter()
            .for_each(|e| self.point_on_curve(e));
        m.curves_on_curves
            .iter()
            .for_each(|e| self.curve_on_curve(e));
        m.general_constraints
            .iter()
            .for_each(|e| self.general_constraint(e));
        m.user_constraints
            .iter()
            .for_each(|e| self.user_constraint(e));
        m.motions.iter().for_each(|e| self.motion(e));
        m.scalar_forces.iter().for_each(|e| self.scalar_force(e));
        m.vector_forces
            .iter()
            .for_each(|e| self.vector_force("VFORCE", 0..3, e));
        m.vector_torques
            .iter()
            .for_each(|e| self.vector_force("VTORQUE", 3..6, e));
        m.general_forces
            .iter()
            .for_each(|e| self.vector_force("GFORCE", 0..6, e));
        m.spring_dampers.iter().for_each(|e| self.spring_damper(e));
        m.bushings.iter().for_each(|e| self.bushing(e));
        m.beams.iter().for_each(|e| self.beam(e));
        m.fields.iter().for_each(|e| self.field(e));
        m.multi_points.iter().for_each(|e| self.multi_point(e));
        for e in &m.penalties {
            self.refuse(&e.tag, "the language has no forces by penalty");
        }
        m.contacts.iter().for_each(|e| self.contact(e));
        m.frictions.iter().for_each(|e| self.friction(e));
        m.sensors.iter().for_each(|e| self.sensor(e));
        m.requests.iter().for_each(|e| self.request(e));
    }

    fn settings(&mut self) {
        let m = self.model;
        let mut s = self.begin("UNITS");
        let u = &m.units;
        if u.force.name == "none" {
            s.number("UCF", u.ucf);
        } else {
            for (name, unit) in [
                ("FORCE", &u.force),
                ("MASS", &u.mass),
                ("LENGTH", &u.length),
                ("TIME", &u.time),
            ] {
                s.word(name, &unit.name.to_uppercase());
            }
        }
        // A dataset without UNITS means a factor of 1.
        if u.force.name != "none" || u.ucf != 1.0 {
            self.put(s);
        }
        if m.gravity.iter().any(|g| *g != 0.0) {
            let mut s = self.begin("ACCGRAV");
            for (name, g) in ["IGRAV", "JGRAV", "KGRAV"].into_iter().zip(m.gravity) {
                s.number_if(name, g);
            }
            self.put(s);
        }
        if m.settings.integrator != Default::default() {
            self.integrator(&m.settings.integrator);
        }
        self.equilibrium(&m.settings.statics);
        if m.settings.rigid.is_some() {
            let what =
                "a dataset does not say that contacts are rigid: run it with --contact rigid";
            let d = Diagnostic::error("convert-not-in-adams", carom_base::Span::NONE, what);
            self.diagnostics.push(d);
        }
        if m.settings.contact_rule != Default::default() {
            let what =
                "a dataset does not say how overlaps become forces: run it with --contact-rule";
            let d = Diagnostic::error("convert-not-in-adams", carom_base::Span::NONE, what);
            self.diagnostics.push(d);
        }
        if m.settings.contact_groups != Default::default() {
            let what = "a dataset does not say how contacts of groups are computed: run it with --contact-groups";
            let d = Diagnostic::error("convert-not-in-adams", carom_base::Span::NONE, what);
            self.diagnostics.push(d);
        }
        let output = &m.output;
        if output.req || output.gra || output.yaw_pitch_roll {
            let mut s = self.begin("OUTPUT");
            s.flag_if("REQSAVE", output.req);
            s.flag_if("GRSAVE", output.gra);
            s.flag_if("YPR", output.yaw_pitch_roll);
            self.put(s);
        }
        if output.res {
            self.out += "RESULTS/\n";
        }
    }

    fn part(&mut self, p: &Part) {
        let name = match p.kind {
            PartKind::Point => "POINT_MASS",
            _ => "PART",
        };
        let mut s = self.element(name, &p.tag);
        if p.kind == PartKind::Ground {
            s.flag("GROUND");
            return self.put(s);
        }
        self.pose(
            &mut s,
            ("QG", "ZG", "XG"),
            (&p.pose, p.given.as_ref()),
            &p.tag,
        );
        s.number_if("MASS", p.mass);
        let m = self.model;
        for (name, marker) in [
            ("CM", p.cm),
            ("IM", p.im),
            ("VM", p.velocity_axes),
            ("WM", p.angular_velocity_axes),
        ] {
            if let Some(marker) = marker {
                s.integer(name, m.markers[marker].tag.label);
            }
        }
        let i = |a: usize, b: usize| p.inertia[(a, b)];
        let moments = [i(0, 0), i(1, 1), i(2, 2)];
        // The products of the language are positive integrals.
        let products = [i(0, 1), i(0, 2), i(1, 2)].map(|x| 0.0 - x);
        if products.iter().any(|x| *x != 0.0) {
            let all = [moments, products].concat();
            s.numbers("IP", &all);
        } else if p.inertia.amax() > 0.0 {
            s.numbers("IP", &moments);
        }
        let names = ["VX", "VY", "VZ"].into_iter().zip(p.velocity);
        names.for_each(|(name, v)| s.optional(name, v));
        let names = ["WX", "WY", "WZ"].into_iter().zip(p.angular_velocity);
        names.for_each(|(name, v)| s.optional(name, v));
        let exact: Vec<&str> = (0..6).filter(|k| p.exact[*k]).map(|k| EXACT[k]).collect();
        if !exact.is_empty() {
            s.word("EXACT", &exact.join(":"));
        }
        if p.exact_velocity.contains(&true) {
            self.refuse(
                &p.tag,
                "a dataset does not hold initial velocities of a part exactly",
            );
        }
        self.put(s);
    }

    fn a_marker(&mut self, marker: &Marker) {
        let mut s = self.element("MARKER", &marker.tag);
        let part = &self.model.parts[marker.part];
        let owner = match part.kind {
            PartKind::Point => "POINT_MASS",
            _ => "PART",
        };
        s.integer(owner, part.tag.label);
        if marker.floating {
            s.flag("FLOATING");
        } else {
            let placed = (&marker.pose, marker.given.as_ref());
            self.pose(&mut s, ("QP", "ZP", "XP"), placed, &marker.tag);
        }
        self.put(s);
    }

    fn graphic(&mut self, g: &Graphic) {
        let mut s = self.element("GRAPHICS", &g.tag);
        let used = self.model.contacts.iter().any(|c| {
            let is_it = |id: &Id<Graphic>| self.model.graphics[*id].tag == g.tag;
            c.i.iter().chain(&c.j).any(is_it)
        });
        let Some(at) = self.shape(&mut s, &g.shape) else {
            let what = "a shape that is not written";
            return match used {
                true => self.refuse(&g.tag, what),
                false => self.leave_out(&g.tag, what),
            };
        };
        let Some(marker) = g.marker else {
            return self.refuse(&g.tag, "a shape without a marker");
        };
        s.integer(at, self.marker(marker));
        self.put(s);
    }

    /// Type and sizes of a shape, and the argument with its marker; `None` if there is no type for it.
    fn shape(&mut self, s: &mut Statement, shape: &Shape) -> Option<&'static str> {
        Some(match shape {
            Shape::BoxFromCorner([x, y, z]) => {
                s.flag("BOX");
                s.number("X", *x);
                s.number("Y", *y);
                s.number("Z", *z);
                "CORNER"
            }
            Shape::Cylinder { length, radius } => {
                s.flag("CYLINDER");
                s.number("LENGTH", *length);
                s.number("RADIUS", *radius);
                "CM"
            }
            Shape::Frustum {
                length,
                bottom,
                top,
            } => {
                s.flag("FRUSTUM");
                s.number("LENGTH", *length);
                s.number("BOTTOM", *bottom);
                s.number("TOP", *top);
                "CM"
            }
            Shape::Ellipsoid([x, y, z]) if x == y && y == z => {
                s.flag("SPHERE");
                s.number("RADIUS", *x);
                "CM"
            }
            // Scales are whole axes.
            Shape::Ellipsoid([x, y, z]) => {
                s.flag("ELLIPSOID");
                s.number("XSCALE", 2.0 * x);
                s.number("YSCALE", 2.0 * y);
                s.number("ZSCALE", 2.0 * z);
                "CM"
            }
            Shape::Torus { major, minor } => {
                s.flag("TORUS");
                s.number("MAJOR_RADIUS", *major);
                s.number("MINOR_RADIUS", *minor);
                "CM"
            }
            Shape::Plane(ends) => {
                s.flag("PLANE");
                let names = ["XMIN", "XMAX", "YMIN", "YMAX"].into_iter().zip(ends);
                names.for_each(|(name, x)| s.number(name, *x));
                "RM"
            }
            Shape::Point => {
                s.flag("POINT");
                "RM"
            }
            Shape::Circle { radius } => {
                s.flag("CIRCLE");
                s.number("RADIUS", *radius);
                "CM"
            }
            Shape::Arc { radius, angle } => {
                s.flag("ARC");
                s.number("RADIUS", *radius);
                s.number("RANGLE", *angle);
                "CM"
            }
            Shape::Curve(curve) => {
                s.flag("CURVE");
                s.integer("CID", self.model.curves[*curve].tag.label);
                "CRM"
            }
            other => return outlined(self, s, other),
        })
    }

    fn a_matrix(&mut self, m: &Matrix) {
        let mut s = self.element("MATRIX", &m.tag);
        s.word("FULL", "RORDER");
        s.integer("ROWS", m.rows as u32);
        s.integer("COLUMNS", m.columns as u32);
        s.numbers("VALUES", &m.values);
        self.put(s);
    }

    fn spline(&mut self, spline: &Spline) {
        let mut s = self.element("SPLINE", &spline.tag);
        if let Some(routine) = &spline.routine {
            if !routine.file.is_empty() {
                s.word("FILE", &routine.file);
            }
            if !routine.block.is_empty() {
                s.word("BLOCK", &routine.block);
            }
            s.flag_if("LINEAR_EXTRAPOLATE", spline.table.beyond == Beyond::Line);
            s.user("FUNCTION", &routine.user, "ROUTINE");
            return self.put(s);
        }
        let table = &spline.table;
        if table.x.len() < 4 {
            return self.refuse(&spline.tag, "a spline of a dataset has 4 points or more");
        }
        if table.beyond == Beyond::Level {
            let what =
                "points in a dataset go on as a parabola or a line, not with their last value";
            return self.refuse(&spline.tag, what);
        }
        s.numbers("X", &table.x);
        for (z, y) in &table.curves {
            let single = table.curves.len() == 1 && *z == 0.0;
            let z = if single {
                &[][..]
            } else {
                std::slice::from_ref(z)
            };
            s.numbers("Y", &[z, y].concat());
        }
        s.flag_if("LINEAR_EXTRAPOLATE", table.beyond == Beyond::Line);
        self.put(s);
    }

    fn string(&mut self, text: &Text) {
        let mut s = self.element("STRING", &text.tag);
        if text.text.contains(['!', ';', '\n', '"']) {
            return self.refuse(&text.tag, "the text has characters that end a statement");
        }
        s.word("STRING", &text.text);
        self.put(s);
    }
}

/// Type of a shape by its outline, the corners of which are rows of a MATRIX, and the argument with its marker; `None` if it has no outline.
fn outlined(w: &mut Writer, s: &mut Statement, shape: &Shape) -> Option<&'static str> {
    let mut corners = |s: &mut Statement, name: &str, rows: Vec<[f64; 3]>| {
        s.flag(name);
        s.integer("MATRIX", w.matrix_of(rows.len(), 3, &rows.concat()));
    };
    match shape {
        Shape::Extrusion { outline, length } => {
            let rows = outline.iter().map(|[x, y]| [*x, *y, 0.0]);
            corners(s, "EXTRUSION", rows.collect());
            s.number("LENGTH", *length);
        }
        Shape::Revolution { outline } => {
            let rows = outline.iter().map(|[r, z]| [*r, 0.0, *z]);
            corners(s, "REVOLUTION", rows.collect());
        }
        _ => return None,
    }
    Some("RM")
}
