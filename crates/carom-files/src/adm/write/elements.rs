//! Statements of a dataset, the reverse of what [`crate::adm::statements`] read.

use super::{Statement, Writer, labels};
use crate::common::curve;
use carom_base::Diagnostic;
use carom_expr::Input;
use carom_expr::spline::Beyond;
use carom_laws::friction::{Effect, LuGre, StickSlip};
use carom_model::analysis::StaticSettings;
use carom_model::constraint::{Freedom, Function, MotionDirection, MotionLevel, MotionTarget};
use carom_model::control::{ArrayKind, Comparison};
use carom_model::curve::StartPoint;
use carom_model::force::{BeamTheory, Damping, Kind, NormalLaw};
use carom_model::friction::{FrictionInputs, FrictionLaw, Yokes};
use carom_model::graphics::Shape;
use carom_model::output::{RequestKind, Standard};
use carom_model::*;

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

    /// Settings of statics, if there are any.
    pub(super) fn equilibrium(&mut self, settings: &StaticSettings) {
        if *settings == StaticSettings::default() {
            return;
        }
        let mut s = self.begin("EQUILIBRIUM");
        s.optional("IMBALANCE", settings.imbalance);
        s.optional("ERROR", settings.error);
        s.optional("TLIMIT", settings.translation_limit);
        s.optional("ALIMIT", settings.rotation_limit);
        if let Some(n) = settings.max_iterations {
            s.integer("MAXIT", n);
        }
        s.flag_if("DYNAMIC", settings.by_motion);
        self.put(s);
    }

    /// An element that can rest: a dataset has no such word.
    fn active(&mut self, tag: &Tag) {
        if !tag.active {
            self.refuse(tag, "a dataset has no elements that rest from the start");
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
        let at = match &g.shape {
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
            Shape::BoxFromCenter(_)
            | Shape::Extrusion { .. }
            | Shape::Revolution { .. }
            | Shape::Mesh(_)
            | Shape::Solid(_)
            | Shape::Other(_) => {
                let what = "a shape that is not written";
                return match used {
                    true => self.refuse(&g.tag, what),
                    false => self.leave_out(&g.tag, what),
                };
            }
        };
        let Some(marker) = g.marker else {
            return self.refuse(&g.tag, "a shape without a marker");
        };
        s.integer(at, self.marker(marker));
        self.put(s);
    }

    fn a_matrix(&mut self, m: &Matrix) {
        let mut s = self.element("MATRIX", &m.tag);
        s.word("FULL", "RORDER");
        s.integer("ROWS", m.rows as u32);
        s.integer("COLUMNS", m.columns as u32);
        s.numbers("VALUES", &m.values);
        self.put(s);
    }

    /// A MATRIX with these values: one of the model, or a new one.
    fn matrix_of(&mut self, rows: usize, columns: usize, values: &[f64]) -> u32 {
        let same = |m: &&Matrix| m.rows == rows && m.columns == columns && m.values == values;
        match self.model.matrices.iter().find(same) {
            Some(m) => m.tag.label,
            None => self.matrix(rows, columns, values),
        }
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

    fn variable(&mut self, v: &Variable) {
        let mut s = self.element("VARIABLE", &v.tag);
        s.number_if("IC", v.initial);
        s.function("FUNCTION", &v.function, "ROUTINE");
        self.put(s);
    }

    fn diff(&mut self, d: &Diff) {
        let mut s = self.element("DIFF", &d.tag);
        match d.implicit {
            true => s.numbers_if("IC", &[d.initial, d.initial_rate]),
            false => s.number_if("IC", d.initial),
        }
        s.flag_if("IMPLICIT", d.implicit);
        s.flag_if("STATIC_HOLD", d.static_hold);
        s.function("FUNCTION", &d.function, "ROUTINE");
        self.put(s);
    }

    fn array(&mut self, array: &Array) {
        let mut s = self.element("ARRAY", &array.tag);
        match &array.kind {
            ArrayKind::Constants(list) => {
                s.flag("IC");
                s.numbers("NUMBERS", list);
            }
            ArrayKind::Inputs(list) => {
                s.flag("U");
                s.integers("VARIABLES", &labels(&self.model.variables, list));
            }
            ArrayKind::States(n) => {
                s.flag("X");
                s.size(*n);
            }
            ArrayKind::Outputs(n) => {
                s.flag("Y");
                s.size(*n);
            }
        }
        self.put(s);
    }

    fn plant(&mut self, name: &str, plant: &Plant) {
        let mut s = self.element(name, &plant.tag);
        let variables = labels(&self.model.variables, &plant.variables);
        s.integers("VARIABLES", &variables);
        self.put(s);
    }

    fn linear_system(&mut self, system: &LinearSystem) {
        let mut s = self.element("LSE", &system.tag);
        let m = self.model;
        for (name, array) in [
            ("X", system.states),
            ("U", system.inputs),
            ("Y", system.outputs),
        ] {
            if let Some(array) = array {
                s.integer(name, m.arrays[array].tag.label);
            }
        }
        if !system.initial.is_empty() {
            let is_it = |a: &&Array| matches!(&a.kind, ArrayKind::Constants(list) if *list == system.initial);
            match m.arrays.iter().find(is_it) {
                Some(array) => s.integer("IC", array.tag.label),
                None => {
                    let what = "initial states need an ARRAY that holds them";
                    return self.refuse(&system.tag, what);
                }
            }
        }
        for (name, rows) in [
            ("A", &system.a),
            ("B", &system.b),
            ("C", &system.c),
            ("D", &system.d),
        ] {
            if let Some(first) = rows.first() {
                let label = self.matrix_of(rows.len(), first.len(), &rows.concat());
                s.integer(name, label);
            }
        }
        s.flag_if("STATIC_HOLD", system.static_hold);
        self.put(s);
    }

    fn general_system(&mut self, system: &GeneralSystem) {
        let mut s = self.element("GSE", &system.tag);
        let m = self.model;
        let size = |array: Option<carom_model::Id<Array>>| match array.map(|a| &m.arrays[a].kind) {
            Some(ArrayKind::States(n) | ArrayKind::Outputs(n)) => *n as u32,
            _ => 0,
        };
        for (name, array) in [
            ("NS", system.states),
            ("NO", system.outputs),
            ("ND", system.discrete),
        ] {
            if array.is_some() {
                s.integer(name, size(array));
            }
        }
        for (name, array) in [
            ("X", system.states),
            ("U", system.inputs),
            ("Y", system.outputs),
            ("XD", system.discrete),
            ("IC", system.start),
            ("ICD", system.discrete_start),
        ] {
            if let Some(array) = array {
                s.integer(name, m.arrays[array].tag.label);
            }
        }
        s.flag_if("IMPLICIT", system.implicit);
        s.flag_if("STATIC_HOLD", system.static_hold);
        s.number_if("SAMPLE_OFFSET", system.sample_offset);
        if let Some(period) = &system.sample_period {
            s.function("SAMPLE_PERIOD", period, "SAMPLE_ROUTINE");
        }
        s.user("FUNCTION", &system.function, "ROUTINE");
        self.put(s);
    }

    fn transfer_function(&mut self, system: &LinearSystem) {
        let mut s = self.element("TFSISO", &system.tag);
        let Some([numerator, denominator]) = system.coefficients() else {
            let what = "no coefficients come to these matrices to the bit";
            return self.refuse(&system.tag, what);
        };
        let m = self.model;
        for (name, array) in [
            ("X", system.states),
            ("U", system.inputs),
            ("Y", system.outputs),
        ] {
            if let Some(array) = array {
                s.integer(name, m.arrays[array].tag.label);
            }
        }
        s.numbers("NUMERATOR", &numerator);
        s.numbers("DENOMINATOR", &denominator);
        s.flag_if("STATIC_HOLD", system.static_hold);
        self.put(s);
    }

    fn pair(&self, s: &mut Statement, i: MarkerId, j: MarkerId) {
        s.integer("I", self.marker(i));
        s.integer("J", self.marker(j));
    }

    fn joint(&mut self, joint: &Joint) {
        self.active(&joint.tag);
        let mut s = self.element("JOINT", &joint.tag);
        let (name, size) = match joint.kind {
            JointKind::Fixed => ("FIXED", None),
            JointKind::Revolute => ("REVOLUTE", None),
            JointKind::Translational => ("TRANSLATIONAL", None),
            JointKind::Cylindrical => ("CYLINDRICAL", None),
            JointKind::Spherical => ("SPHERICAL", None),
            JointKind::Universal => ("UNIVERSAL", None),
            JointKind::Hooke => ("HOOKE", None),
            JointKind::ConstantVelocity => ("CONVEL", None),
            JointKind::Planar => ("PLANAR", None),
            JointKind::Screw { pitch } => ("SCREW", Some(("PITCH", pitch))),
            JointKind::RackPinion { diameter } => ("RACKPIN", Some(("PD", diameter))),
            _ => return self.refuse(&joint.tag, "a joint of a dataset is not of this kind"),
        };
        s.flag(name);
        self.pair(&mut s, joint.i, joint.j);
        if let Some((name, x)) = size {
            s.number(name, x);
        }
        for (name, initial) in [
            ("ICTRAN", joint.initial_translation),
            ("ICROT", joint.initial_rotation),
        ] {
            match initial {
                [None, None] => {}
                [Some(x), None] => s.number(name, x),
                [Some(x), Some(v)] => s.numbers(name, &[x, v]),
                [None, Some(_)] => {
                    let what = "an initial rate goes with an initial displacement";
                    self.refuse(&joint.tag, what);
                }
            }
        }
        self.put(s);
    }

    fn primitive(&mut self, joint: &Joint) {
        self.active(&joint.tag);
        let mut s = self.element("JPRIM", &joint.tag);
        s.flag(match joint.kind {
            JointKind::AtPoint => "ATPOINT",
            JointKind::InLine => "INLINE",
            JointKind::InPlane => "INPLANE",
            JointKind::Orientation => "ORIENTATION",
            JointKind::ParallelAxes => "PARALLEL_AXES",
            JointKind::Perpendicular => "PERPENDICULAR",
            _ => return self.refuse(&joint.tag, "a primitive of a dataset is not of this kind"),
        });
        self.pair(&mut s, joint.i, joint.j);
        self.put(s);
    }

    fn coupler(&mut self, c: &Coupler) {
        self.active(&c.tag);
        let mut s = self.element("COUPLER", &c.tag);
        let joints: Vec<JointId> = c.terms.iter().map(|t| t.0).collect();
        s.integers("JOINTS", &labels(&self.model.joints, &joints));
        let types: Vec<&str> = c.terms.iter().map(|t| freedom(t.1, "T", "R")).collect();
        s.word("TYPE", &types.join(":"));
        if let Some(user) = &c.user {
            s.user("FUNCTION", user, "ROUTINE");
            return self.put(s);
        }
        let scales: Vec<f64> = c.terms.iter().map(|t| t.2).collect();
        s.numbers("SCALES", &scales);
        self.put(s);
    }

    fn gear(&mut self, gear: &Gear) {
        self.active(&gear.tag);
        let mut s = self.element("GEAR", &gear.tag);
        s.integers("JOINTS", &labels(&self.model.joints, &gear.joints));
        s.integer("CV", self.marker(gear.cv));
        self.put(s);
    }

    fn curve(&mut self, c: &Curve) {
        if let Some(routine) = &c.routine {
            let mut s = self.element("CURVE", &c.tag);
            s.flag_if("CLOSED", c.closed);
            s.integer("ORDER", routine.order);
            s.number("MINPAR", routine.range[0]);
            s.number("MAXPAR", routine.range[1]);
            s.user("FUNCTION", &routine.user, "ROUTINE");
            return self.put(s);
        }
        let same =
            |m: &&Matrix| curve::points(m, c.closed, c.straight).is_ok_and(|p| p == c.points);
        let found = self.model.matrices.iter().find(same).map(|m| m.tag.label);
        let label = found.unwrap_or_else(|| self.matrix(c.points.len(), 3, &c.points.concat()));
        let mut s = self.element("CURVE", &c.tag);
        s.integer("MATRIX", label);
        s.flag("CURVE_POINTS");
        s.flag_if("CLOSED", c.closed);
        if c.straight {
            s.integer("ORDER", 2);
        }
        self.put(s);
    }

    /// Where a contact on a curve starts. The frame is said unless it is that of the curve.
    fn start(
        &mut self,
        s: &mut Statement,
        (point, frame): (&str, &str),
        start: Option<&StartPoint>,
        (rm, exact): (MarkerId, bool),
        tag: &Tag,
    ) {
        let Some(start) = start else { return };
        match start.frame {
            Some(marker) if start.exact == exact => {
                s.numbers(point, &start.point);
                if marker != rm {
                    s.integer(frame, self.marker(marker));
                }
            }
            _ => self.refuse(
                tag,
                "a dataset does not give the start of the contact in this way",
            ),
        }
    }

    fn point_on_curve(&mut self, p: &PointOnCurve) {
        self.active(&p.tag);
        let mut s = self.element("PTCV", &p.tag);
        s.integer("I", self.marker(p.i));
        s.integer("CURVE", self.model.curves[p.curve].tag.label);
        s.integer("RM", self.marker(p.rm));
        if let Some(jfloat) = p.jfloat {
            s.integer("JFLOAT", self.marker(jfloat));
        }
        self.start(
            &mut s,
            ("DISP", "ICM"),
            p.start.as_ref(),
            (p.rm, true),
            &p.tag,
        );
        s.optional("VEL", p.velocity);
        self.put(s);
    }

    fn curve_on_curve(&mut self, c: &CurveOnCurve) {
        self.active(&c.tag);
        let mut s = self.element("CVCV", &c.tag);
        for (k, side) in ["I", "J"].into_iter().enumerate() {
            let curve = self.model.curves[c.curves[k]].tag.label;
            s.integer(&format!("{side}CURVE"), curve);
            s.integer(&format!("{side}RM"), self.marker(c.rm[k]));
            if let Some(float) = c.floats[k] {
                s.integer(&format!("{side}FLOAT"), self.marker(float));
            }
            let names = (&*format!("{side}DISP"), &*format!("{side}CM"));
            self.start(&mut s, names, c.start[k].as_ref(), (c.rm[k], false), &c.tag);
        }
        self.put(s);
    }

    fn general_constraint(&mut self, g: &GeneralConstraint) {
        self.active(&g.tag);
        let mut s = self.element("GCON", &g.tag);
        if let Some(i) = g.i {
            s.integer("I", self.marker(i));
        }
        match &g.function {
            Function::Expression(e) => s.word("FUNCTION", e.text().trim()),
            Function::User(_) => {
                return self.refuse(&g.tag, "GCON takes an expression, no user-written code");
            }
        }
        self.put(s);
    }

    fn user_constraint(&mut self, c: &UserConstraint) {
        self.active(&c.tag);
        let mut s = self.element("UCON", &c.tag);
        s.user("FUNCTION", &c.user, "ROUTINE");
        self.put(s);
    }

    fn motion(&mut self, m: &Motion) {
        self.active(&m.tag);
        let mut s = self.element("MOTION", &m.tag);
        match m.target {
            MotionTarget::Joint(joint, which) => {
                s.integer("JOINT", self.model.joints[joint].tag.label);
                s.flag(freedom(which, "TRANSLATION", "ROTATION"));
            }
            MotionTarget::Markers(i, j, direction) => {
                self.pair(&mut s, i, j);
                s.flag(match direction {
                    MotionDirection::X => "X",
                    MotionDirection::Y => "Y",
                    MotionDirection::Z => "Z",
                    MotionDirection::B1 => "B1",
                    MotionDirection::B2 => "B2",
                    MotionDirection::B3 => "B3",
                });
            }
        }
        match m.level {
            MotionLevel::Displacement => {}
            MotionLevel::Velocity => s.flag("VELOCITY"),
            MotionLevel::Acceleration => s.flag("ACCELERATION"),
        }
        s.optional("ICDISP", m.initial_displacement);
        s.optional("ICVEL", m.initial_velocity);
        s.function("FUNCTION", &m.function, "ROUTINE");
        self.put(s);
    }

    fn scalar_force(&mut self, f: &ScalarForce) {
        self.active(&f.tag);
        let mut s = self.element("SFORCE", &f.tag);
        s.flag(kind(f.kind));
        self.pair(&mut s, f.i, f.j);
        s.flag_if("ACTIONONLY", f.action_only);
        s.function("FUNCTION", &f.function, "ROUTINE");
        self.put(s);
    }

    fn vector_force(&mut self, name: &str, own: std::ops::Range<usize>, f: &VectorForce) {
        self.active(&f.tag);
        let mut s = self.element(name, &f.tag);
        let Some((_, Some(jfloat))) = f.reaction else {
            let what = "a force of a dataset has a floating marker for its reaction";
            return self.refuse(&f.tag, what);
        };
        s.integer("I", self.marker(f.i));
        s.integer("JFLOAT", self.marker(jfloat));
        if let Some(rm) = f.rm {
            s.integer("RM", self.marker(rm));
        }
        let names = ["FX", "FY", "FZ", "TX", "TY", "TZ"];
        for (k, name) in names.into_iter().enumerate() {
            match &f.components[k] {
                Some(function) if own.contains(&k) => s.function(name, function, "ROUTINE"),
                Some(_) => self.refuse(&f.tag, &format!("it has no component {name}")),
                None => {}
            }
        }
        match &f.user {
            Some(user) => s.user("FUNCTION", user, "ROUTINE"),
            None if f.components.iter().all(Option::is_none) => s.word(names[own.start], "0"),
            None => {}
        }
        self.put(s);
    }

    fn spring_damper(&mut self, e: &SpringDamper) {
        self.active(&e.tag);
        let mut s = self.element("SPRINGDAMPER", &e.tag);
        s.flag(kind(e.kind));
        self.pair(&mut s, e.i, e.j);
        let names = match e.kind {
            Kind::Translation => ["K", "C", "FORCE", "LENGTH"],
            Kind::Rotation => ["KT", "CT", "TORQUE", "ANGLE"],
        };
        let values = [e.stiffness, e.damping, e.preload, e.length];
        for (name, x) in names.into_iter().zip(values) {
            s.number_if(name, x);
        }
        self.put(s);
    }

    fn bushing(&mut self, e: &Bushing) {
        self.active(&e.tag);
        let mut s = self.element("BUSHING", &e.tag);
        self.pair(&mut s, e.i, e.j);
        for (first, second, six) in [
            ("K", "KT", &e.stiffness),
            ("C", "CT", &e.damping),
            ("FORCE", "TORQUE", &e.preload),
        ] {
            s.numbers_if(first, &six[..3]);
            s.numbers_if(second, &six[3..]);
        }
        self.put(s);
    }

    fn beam(&mut self, e: &Beam) {
        self.active(&e.tag);
        let mut s = self.element("BEAM", &e.tag);
        self.pair(&mut s, e.i, e.j);
        for (name, x) in [
            ("LENGTH", e.length),
            ("AREA", e.area),
            ("IXX", e.ixx),
            ("IYY", e.iyy),
            ("IZZ", e.izz),
            ("EMODULUS", e.e),
            ("GMODULUS", e.g),
        ] {
            s.number(name, x);
        }
        s.number_if("ASY", e.asy);
        s.number_if("ASZ", e.asz);
        if e.theory == BeamTheory::String {
            s.word("FORMULATION", "STRING");
        }
        match &e.damping {
            Damping::Ratio(ratio) => s.number_if("CRATIO", *ratio),
            Damping::Matrix(full) => {
                let symmetric = (0..36).all(|k| full[k] == full[6 * (k % 6) + k / 6]);
                if !symmetric {
                    self.refuse(&e.tag, "the damping matrix of a beam is symmetric");
                }
                let lower = (0..6).flat_map(|c| (c..6).map(move |r| full[6 * r + c]));
                let lower: Vec<f64> = lower.collect();
                s.numbers("CMATRIX", &lower);
            }
        }
        self.put(s);
    }

    fn field(&mut self, e: &Field) {
        self.active(&e.tag);
        let mut s = self.element("FIELD", &e.tag);
        self.pair(&mut s, e.i, e.j);
        if let Some(user) = &e.user {
            s.user("FUNCTION", user, "ROUTINE");
            return self.put(s);
        }
        s.numbers("KMATRIX", &by_columns(&e.stiffness));
        match &e.damping {
            Damping::Ratio(ratio) => s.number_if("CRATIO", *ratio),
            Damping::Matrix(full) => s.numbers("CMATRIX", &by_columns(full)),
        }
        s.numbers_if("FORCE", &e.preload);
        s.numbers_if("LENGTH", &e.length);
        self.put(s);
    }

    fn multi_point(&mut self, e: &MultiPoint) {
        self.active(&e.tag);
        let n = 6 * e.markers.len();
        let mut s = self.element("NFORCE", &e.tag);
        s.integers("IMARKERS", &labels(&self.model.markers, &e.markers));
        s.integer("J", self.marker(e.j));
        for (name, columns, values) in [
            ("KMATRIX", n, &e.stiffness),
            ("CMATRIX", n, &e.damping),
            ("FORCE", 1, &e.preload),
            ("LENGTH", 1, &e.length),
        ] {
            if values.iter().any(|x| *x != 0.0) {
                let label = self.matrix_of(n, columns, values);
                s.integer(name, label);
            }
        }
        self.put(s);
    }

    fn contact(&mut self, c: &Contact) {
        self.active(&c.tag);
        let mut s = self.element("CONTACT", &c.tag);
        s.integers("IGEOM", &labels(&self.model.graphics, &c.i));
        s.integers("JGEOM", &labels(&self.model.graphics, &c.j));
        for (name, side) in [("I_FLIP_GEOM", &c.i), ("J_FLIP_GEOM", &c.j)] {
            let turned = |id: &Id<Graphic>| {
                // a dataset says of a contact what a model may say of a shape
                c.flipped.contains(id) != self.model.graphics[*id].cavity
            };
            let flipped: Vec<Id<Graphic>> = side.iter().copied().filter(turned).collect();
            if !flipped.is_empty() {
                s.integers(name, &labels(&self.model.graphics, &flipped));
            }
        }
        match c.normal {
            NormalLaw::Volume { .. } | NormalLaw::Layers { .. } => {
                let what = "CONTACT has no word for a normal force by the volume of the overlap";
                return self.refuse(&c.tag, what);
            }
            NormalLaw::Function(_) => {
                let what = "CONTACT takes no expression for its normal force; --to toml writes it";
                return self.refuse(&c.tag, what);
            }
            NormalLaw::Impact {
                stiffness,
                exponent,
                damping,
                dmax,
            } => {
                s.flag("IMPACT");
                s.number("STIFFNESS", stiffness);
                s.number("EXPONENT", exponent);
                s.number("DAMPING", damping);
                s.number("DMAX", dmax);
            }
            NormalLaw::Poisson {
                transition_velocity: Some(_),
                ..
            } => {
                return self.refuse(
                    &c.tag,
                    "CONTACT has no word for a transition velocity of POISSON",
                );
            }
            NormalLaw::Poisson {
                penalty,
                restitution,
                transition_velocity: None,
            } => {
                s.flag("POISSON");
                s.number("PENALTY", penalty);
                s.number("RESTITUTION_COEFFICIENT", restitution);
            }
            NormalLaw::User(ref user) => s.user("NORMAL_FUNCTION", user, "NORMAL_ROUTINE"),
        }
        if let Some(user) = &c.friction_routine {
            s.user("FRICTION_FUNCTION", user, "FRICTION_ROUTINE");
        }
        if let Some(f) = &c.friction {
            let word = if f.dynamics_only {
                "DYNAMICS_ONLY"
            } else {
                "ON"
            };
            s.word("COULOMB_FRICTION", word);
            s.number("MU_STATIC", f.mu_static);
            s.number("MU_DYNAMIC", f.mu_dynamic);
            s.number("STICTION_TRANSITION_VELOCITY", f.stiction_velocity);
            s.number("FRICTION_TRANSITION_VELOCITY", f.friction_velocity);
            if let Some(creep) = f.max_stiction_deformation {
                s.word("STICTION", "ON");
                s.number("MAX_STICTION_DEFORMATION", creep);
            }
        }
        self.put(s);
    }

    fn friction(&mut self, f: &JointFriction) {
        self.active(&f.tag);
        let mut s = self.element("FRICTION", &f.tag);
        s.integer("JOINT", self.model.joints[f.joint].tag.label);
        match f.law {
            FrictionLaw::StickSlip(law) => {
                let StickSlip {
                    mu_static,
                    mu_dynamic,
                    vs,
                    vd,
                    creep,
                    effect,
                } = law;
                s.number("MU_STATIC", mu_static);
                s.number("MU_DYNAMIC", mu_dynamic);
                s.number("STICTION_TRANSITION_VELOCITY", vs);
                s.number("TRANSITION_VELOCITY_COEFFICIENT", quotient(vd, vs));
                s.number("MAX_STICTION_DEFORMATION", creep);
                match effect {
                    Effect::All => {}
                    Effect::Stiction => s.word("EFFECT", "STICTION"),
                    Effect::Sliding => s.word("EFFECT", "SLIDING"),
                }
            }
            FrictionLaw::LuGre(law) => {
                let LuGre {
                    mu_static,
                    mu_dynamic,
                    vs,
                    stiffness,
                    damping,
                    viscous,
                } = law;
                s.word("FORMULATION", "LUGRE");
                s.number("MU_STATIC", mu_static);
                s.number("MU_DYNAMIC", mu_dynamic);
                s.number("BRISTLE_STIFFNESS_COEFFICIENT", stiffness);
                s.number("DAMPING_COEFFICIENT", damping);
                s.number("VISCOUS_FRICTION_COEFFICIENT", viscous);
                s.number("VELOCITY_THRESHOLD_STRIBECK", vs);
            }
        }
        s.word("INPUTS", &inputs(f.inputs));
        s.number_if("FRICTION_FORCE_PRELOAD", f.force_preload);
        s.number_if("FRICTION_TORQUE_PRELOAD", f.torque_preload);
        for (name, x) in [
            ("REACTION_ARM", f.size.reaction_arm),
            ("FRICTION_ARM", f.size.friction_arm),
            ("BENDING_REACTION_ARM", f.size.bending_arm),
            ("PIN_RADIUS", f.size.pin_radius),
            ("BALL_RADIUS", f.size.ball_radius),
            ("INITIAL_OVERLAP", f.size.overlap),
        ] {
            s.number(name, x);
        }
        match f.size.overlap_rate {
            0.0 => {}
            1.0 => s.word("OVERLAP_DELTA", "INCREASE"),
            -1.0 => s.word("OVERLAP_DELTA", "DECREASE"),
            _ => self.refuse(&f.tag, "an overlap grows by 1, by −1, or stays"),
        }
        s.optional("MAX_FRICTION_FORCE", f.largest_force);
        s.optional("MAX_FRICTION_TORQUE", f.largest_torque);
        let crossed = matches!(
            self.model.joints[f.joint].kind,
            JointKind::Universal | JointKind::Hooke
        );
        match f.yokes {
            Yokes::I => s.word("YOKE", "I"),
            Yokes::J => s.word("YOKE", "J"),
            Yokes::Both if crossed => self.refuse(&f.tag, "a dataset has friction on one yoke"),
            Yokes::Both => {}
        }
        if f.inactive_in_statics {
            s.word("INACTIVE", "STATIC");
        }
        self.put(s);
    }

    fn sensor(&mut self, e: &Sensor) {
        self.active(&e.tag);
        let mut s = self.element("SENSOR", &e.tag);
        s.number("VALUE", e.value);
        s.number("ERROR", e.error);
        s.flag(match e.comparison {
            Comparison::Equal => "EQ",
            Comparison::GreaterOrEqual => "GE",
            Comparison::LessOrEqual => "LE",
        });
        s.flag_if("HALT", e.halt);
        s.flag_if("RETURN", e.ends_command);
        s.flag_if("RESTART", e.restart);
        s.flag_if("PRINT", e.print);
        s.optional("DT", e.output_interval);
        s.optional("STEPSIZE", e.step_size);
        if e.step_limit.is_some() {
            self.refuse(&e.tag, "a sensor of a dataset does not limit the steps");
        }
        if let Some(evaluate) = &e.evaluate {
            s.function("EVALUATE", evaluate, "EVALUATE_ROUTINE");
        }
        s.function("FUNCTION", &e.function, "ROUTINE");
        self.put(s);
    }

    fn request(&mut self, r: &Request) {
        let mut s = self.element("REQUEST", &r.tag);
        if !r.titles.is_empty() {
            let plain = |t: &String| format!("\"{}\"", t.replace(['"', '\n'], " "));
            let titles: Vec<String> = r.titles.iter().map(plain).collect();
            s.word("TITLE", &titles.join(":"));
        }
        if !r.comment.is_empty() {
            s.text("COMMENT", &r.comment);
        }
        match &r.kind {
            RequestKind::Standard { which, i, j, rm } => {
                s.flag(match which {
                    Standard::Displacement => "DISPLACEMENT",
                    Standard::Velocity => "VELOCITY",
                    Standard::Acceleration => "ACCELERATION",
                    Standard::Force => "FORCE",
                });
                s.integer("I", self.marker(*i));
                for (name, marker) in [("J", j), ("RM", rm)] {
                    if let Some(marker) = marker {
                        s.integer(name, self.marker(*marker));
                    }
                }
            }
            RequestKind::Functions(functions) => {
                let given = functions.iter().enumerate();
                let given = given.filter_map(|(k, f)| Some((k, f.as_ref()?)));
                for (k, f) in given {
                    s.function(&format!("F{}", k + 1), f, "ROUTINE");
                }
            }
            RequestKind::Element(Input::ElementForce {
                element,
                id,
                at_j,
                rm,
                ..
            }) => {
                let name = format!("{element:?}").to_uppercase();
                for k in 1..=8 {
                    let (j, rm) = (u8::from(*at_j), rm.unwrap_or(0));
                    s.word(&format!("F{k}"), &format!("{name}({id},{j},{k},{rm})\\"));
                }
            }
            RequestKind::Element(_) => {
                return self.refuse(&r.tag, "a request of a dataset asks by functions");
            }
            RequestKind::User(user) => s.user("FUNCTION", user, "ROUTINE"),
        }
        self.put(s);
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Translation => "TRANSLATION",
        Kind::Rotation => "ROTATION",
    }
}

fn freedom(freedom: Freedom, translation: &'static str, rotation: &'static str) -> &'static str {
    match freedom {
        Freedom::Translation => translation,
        Freedom::Rotation => rotation,
    }
}

/// Rows as columns.
fn by_columns(rows: &[f64; 36]) -> [f64; 36] {
    std::array::from_fn(|k| rows[6 * (k % 6) + k / 6])
}

/// The q with `q·b = a` to the bit, if there is one: `a/b` or a neighbour.
fn quotient(a: f64, b: f64) -> f64 {
    let q = a / b;
    let near = [q, q.next_up(), q.next_down()];
    near.into_iter().find(|q| q * b == a).unwrap_or(q)
}

fn inputs(inputs: FrictionInputs) -> String {
    let FrictionInputs {
        preload,
        reaction_force,
        bending_moment,
        torsional_moment,
    } = inputs;
    let words: Vec<&str> = [
        ("PRELOAD", preload),
        ("REACTION_FORCE", reaction_force),
        ("BENDING_MOMENT", bending_moment),
        ("TORSIONAL_MOMENT", torsional_moment),
    ]
    .into_iter()
    .filter_map(|(word, counts)| counts.then_some(word))
    .collect();
    match words.len() {
        0 => "NONE".into(),
        4 => "ALL".into(),
        _ => words.join(":"),
    }
}
