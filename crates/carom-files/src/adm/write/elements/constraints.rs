//! Joints, primitives, couplers, gears, curves, constraints and motions.

use crate::adm::write::statement::Statement;
use crate::adm::write::writer::{Writer, labels};
use crate::common::curve;
use carom_model::constraint::{Freedom, Function, MotionDirection, MotionLevel, MotionTarget};
use carom_model::curve::StartPoint;
use carom_model::*;

fn freedom(freedom: Freedom, translation: &'static str, rotation: &'static str) -> &'static str {
    match freedom {
        Freedom::Translation => translation,
        Freedom::Rotation => rotation,
    }
}

/// Rows as columns.
pub(super) fn by_columns(rows: &[f64; 36]) -> [f64; 36] {
    std::array::from_fn(|k| rows[6 * (k % 6) + k / 6])
}

impl Writer<'_> {
    pub(super) fn joint(&mut self, joint: &Joint) {
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

    pub(super) fn primitive(&mut self, joint: &Joint) {
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

    pub(super) fn coupler(&mut self, c: &Coupler) {
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

    pub(super) fn gear(&mut self, gear: &Gear) {
        self.active(&gear.tag);
        let mut s = self.element("GEAR", &gear.tag);
        s.integers("JOINTS", &labels(&self.model.joints, &gear.joints));
        s.integer("CV", self.marker(gear.cv));
        self.put(s);
    }

    pub(super) fn curve(&mut self, c: &Curve) {
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
    pub(super) fn start(
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

    pub(super) fn point_on_curve(&mut self, p: &PointOnCurve) {
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

    pub(super) fn curve_on_curve(&mut self, c: &CurveOnCurve) {
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

    pub(super) fn general_constraint(&mut self, g: &GeneralConstraint) {
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

    pub(super) fn user_constraint(&mut self, c: &UserConstraint) {
        self.active(&c.tag);
        let mut s = self.element("UCON", &c.tag);
        s.user("FUNCTION", &c.user, "ROUTINE");
        self.put(s);
    }

    pub(super) fn motion(&mut self, m: &Motion) {
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
}
