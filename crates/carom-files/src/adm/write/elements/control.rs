//! Variables, differential equations, arrays, systems in state space, sensors and requests.

use crate::adm::write::statement::Statement;
use crate::adm::write::writer::{Writer, labels};
use carom_expr::Input;
use carom_model::control::{ArrayKind, Comparison};
use carom_model::friction::FrictionInputs;
use carom_model::output::{RequestKind, Standard};
use carom_model::*;

pub(super) fn inputs(inputs: FrictionInputs) -> String {
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

impl Writer<'_> {
    pub(super) fn variable(&mut self, v: &Variable) {
        let mut s = self.element("VARIABLE", &v.tag);
        s.number_if("IC", v.initial);
        s.function("FUNCTION", &v.function, "ROUTINE");
        self.put(s);
    }

    pub(super) fn diff(&mut self, d: &Diff) {
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

    pub(super) fn array(&mut self, array: &Array) {
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

    pub(super) fn plant(&mut self, name: &str, plant: &Plant) {
        let mut s = self.element(name, &plant.tag);
        let variables = labels(&self.model.variables, &plant.variables);
        s.integers("VARIABLES", &variables);
        self.put(s);
    }

    pub(super) fn linear_system(&mut self, system: &LinearSystem) {
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

    pub(super) fn general_system(&mut self, system: &GeneralSystem) {
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

    pub(super) fn transfer_function(&mut self, system: &LinearSystem) {
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

    pub(super) fn pair(&self, s: &mut Statement, i: MarkerId, j: MarkerId) {
        s.integer("I", self.marker(i));
        s.integer("J", self.marker(j));
    }

    pub(super) fn sensor(&mut self, e: &Sensor) {
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

    pub(super) fn request(&mut self, r: &Request) {
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
