//! Commands of a command file.

use super::writer::Writer;
use carom_base::{Diagnostic, Span};
use carom_model::Command;
use carom_model::analysis::{
    Analysis, End, IntegratorSettings, LinearSettings, OutputGrid, ReloadScope, StaticSettings,
    Store,
};

impl Writer<'_> {
    pub(super) fn commands(&mut self) {
        let model = self.model;
        for command in &model.commands {
            self.command(command);
        }
        if !model.commands.contains(&Command::Stop) {
            self.out += "STOP\n";
        }
    }

    fn refuse_command(&mut self, span: Span, what: &str) {
        self.diagnostics
            .push(Diagnostic::error("convert-not-in-adams", span, what));
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simulate {
                analysis,
                end,
                output,
                span,
            } => self.simulate(*analysis, *end, *output, *span),
            Command::SetActive {
                statements,
                labels,
                active,
                ..
            } => {
                let name = if *active { "ACTIVATE" } else { "DEACTIVATE" };
                for statement in statements {
                    let mut s = self.begin(name);
                    s.flag(statement);
                    s.integers("ID", labels);
                    self.put(s);
                }
            }
            Command::Linear(settings, span) => self.linear(settings, *span),
            Command::Revise { what, span, .. } => {
                let what = format!("other data for {what} between analyses are not written");
                self.refuse_command(*span, &what);
            }
            Command::Save { to, .. } => self.store("SAVE", to, ReloadScope::System),
            Command::Reload { from, scope, .. } => self.store("RELOAD", from, *scope),
            Command::Integrator(settings, _) => self.integrator(settings),
            Command::Equilibrium(settings, _) => self.equilibrium(settings),
            Command::Control { user, .. } => {
                let mut s = self.begin("CONTROL");
                s.user("FUNCTION", user, "ROUTINE");
                self.put(s);
            }
            Command::Stop => self.out += "STOP\n",
            Command::Unsupported { name, span } => {
                let what = format!("{name} is not supported, so it is not written");
                self.refuse_command(*span, &what);
            }
        }
    }

    fn simulate(
        &mut self,
        analysis: Analysis,
        end: Option<End>,
        output: Option<OutputGrid>,
        span: Span,
    ) {
        let mut s = self.begin("SIMULATE");
        s.flag(match analysis {
            Analysis::Dynamic => "DYNAMICS",
            Analysis::Kinematic => "KINEMATICS",
            Analysis::Static => "STATICS",
            Analysis::Transient => "TRANSIENT",
            Analysis::InitialConditions => "INITIAL_CONDITIONS",
            Analysis::Linear => {
                return self.refuse_command(span, "SIMULATE has no linear analysis");
            }
        });
        match end {
            Some(End::Time(t)) => s.number("END", t),
            Some(End::Duration(t)) => s.number("DURATION", t),
            None => {}
        }
        match output {
            Some(OutputGrid::Steps(n)) => s.integer("STEPS", n),
            Some(OutputGrid::Interval(dt)) => s.number("DTOUT", dt),
            None => {}
        }
        self.put(s);
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

    pub(super) fn integrator(&mut self, settings: &IntegratorSettings) {
        let mut s = self.begin("INTEGRATOR");
        for word in [&settings.name, &settings.formulation]
            .into_iter()
            .flatten()
        {
            s.flag(&word.to_uppercase());
        }
        s.optional("ERROR", settings.error);
        s.optional("HMAX", settings.hmax);
        s.optional("HMIN", settings.hmin);
        s.optional("HINIT", settings.hinit);
        if let Some(k) = settings.max_order {
            s.integer("KMAX", k);
        }
        self.put(s);
    }

    fn linear(&mut self, settings: &LinearSettings, span: Span) {
        let mut s = self.begin("LINEAR");
        match (settings.eigenvalues, settings.matrices) {
            (true, false) => s.flag("EIGENSOL"),
            (false, true) => s.flag("STATEMAT"),
            _ => {
                let what = "a LINEAR command gives eigenvalues or matrices, not both";
                return self.refuse_command(span, what);
            }
        }
        s.flag_if("NODAMPIN", !settings.damping);
        s.flag_if("NOVECTOR", settings.eigenvalues && !settings.shapes);
        let m = self.model;
        for (name, ids, table) in [
            ("PINPUT", &settings.inputs, &m.plant_inputs),
            ("POUTPUT", &settings.outputs, &m.plant_outputs),
            ("PSTATE", &settings.states, &m.plant_states),
        ] {
            match ids[..] {
                [] => {}
                [one] => s.integer(name, table[one].tag.label),
                _ => {
                    let what = format!("a LINEAR command has one {name}");
                    return self.refuse_command(span, &what);
                }
            }
        }
        if let Some(file) = &settings.file {
            s.text("FILE", file);
        }
        self.put(s);
    }

    fn store(&mut self, name: &str, store: &Store, scope: ReloadScope) {
        let mut s = self.begin(name);
        s.flag(match scope {
            ReloadScope::System => "SYSTEM",
            ReloadScope::States => "STATES",
        });
        match store {
            Store::File(file) => s.text("FILE", file),
            Store::Memory(buffer) => s.text("BUFFER", buffer),
        }
        self.put(s);
    }
}
