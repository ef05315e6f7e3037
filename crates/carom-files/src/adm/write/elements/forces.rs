//! Forces between parts, contacts and friction in joints.

use super::constraints::by_columns;
use super::control::inputs;
use super::shared::{kind, quotient};
use crate::adm::write::writer::{Writer, labels};
use carom_laws::contact::solids::AnyLaw;
use carom_laws::friction::{Effect, LuGre, StickSlip};
use carom_model::force::{BeamTheory, Damping, Kind, NormalLaw};
use carom_model::friction::{FrictionLaw, Yokes};
use carom_model::*;

impl Writer<'_> {
    pub(super) fn scalar_force(&mut self, f: &ScalarForce) {
        self.active(&f.tag);
        let mut s = self.element("SFORCE", &f.tag);
        s.flag(kind(f.kind));
        self.pair(&mut s, f.i, f.j);
        s.flag_if("ACTIONONLY", f.action_only);
        s.function("FUNCTION", &f.function, "ROUTINE");
        self.put(s);
    }

    pub(super) fn vector_force(
        &mut self,
        name: &str,
        own: std::ops::Range<usize>,
        f: &VectorForce,
    ) {
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

    pub(super) fn spring_damper(&mut self, e: &SpringDamper) {
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

    pub(super) fn bushing(&mut self, e: &Bushing) {
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

    pub(super) fn beam(&mut self, e: &Beam) {
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

    pub(super) fn field(&mut self, e: &Field) {
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

    pub(super) fn multi_point(&mut self, e: &MultiPoint) {
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

    pub(super) fn contact(&mut self, c: &Contact) {
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
            NormalLaw::Function(_) => {
                let what = "CONTACT takes no expression for its normal force; --to toml writes it";
                return self.refuse(&c.tag, what);
            }
            NormalLaw::Parametric(AnyLaw::Impact(law)) => {
                s.flag("IMPACT");
                s.number("STIFFNESS", law.stiffness);
                s.number("EXPONENT", law.exponent);
                s.number("DAMPING", law.damping);
                s.number("DMAX", law.dmax);
            }
            NormalLaw::Parametric(AnyLaw::Poisson(law)) => {
                if law.transition_velocity.is_some() {
                    let what = "CONTACT has no word for a transition velocity of POISSON";
                    return self.refuse(&c.tag, what);
                }
                s.flag("POISSON");
                s.number("PENALTY", law.penalty);
                s.number("RESTITUTION_COEFFICIENT", law.restitution);
            }
            NormalLaw::Parametric(law) => {
                let what = format!(
                    "CONTACT has no word for the normal force {}; --to toml writes it",
                    law.key()
                );
                return self.refuse(&c.tag, &what);
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

    pub(super) fn friction(&mut self, f: &JointFriction) {
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
}
