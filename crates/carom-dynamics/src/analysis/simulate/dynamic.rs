//! Dynamic analyses of a run: where they set out, how they go on, why they end early.

use crate::analysis::integration::Integration;
use crate::analysis::integration::segment::{Arrival, Audit, Segment, Wait};
use crate::analysis::integrator_selection;
use crate::analysis::integrator_selection::{IntegratorSelection, choose};
use crate::analysis::observer::Observer;
use crate::analysis::observer::RunError;
use crate::analysis::observer::Statistics;
use crate::analysis::run_options::Coordinates;
use crate::analysis::run_options::DEFAULT_ERROR;
use crate::analysis::run_options::RunOptions;
use crate::analysis::simulation::Simulation;
use crate::analysis::stall_detector::StallDetector;
use crate::equations::Equations;
use crate::equations::JointCoordinates;
use crate::equations::drawn_in::{drawn_in, paradox};
use crate::system::GuardOwner;
use carom_model::analysis::IntegratorSettings;
use carom_solve::drive;
use carom_solve::drive::FailureKind;
use std::collections::BTreeSet;

/// What to do about a contact that its friction draws in.
const PARADOX_HELP: &str = "rigid surfaces with Coulomb's law have no motion from here on; a contact with its force law, --contact compliant, gets over this time";

/// Whether the coordinates of the joints serve where the equations stand, and why not.
fn serves_in_joints(
    equations: &mut Equations,
    method: &dyn carom_solve::Integrator,
) -> Result<(), &'static str> {
    match integrator_selection::is_explicit(method) {
        true => JointCoordinates::new(equations, None, true).map(|_| ()),
        false => Err("an implicit method"),
    }
}

impl Simulation {
    /// The method of dynamic analyses.
    pub(super) fn method_for(
        &self,
        settings: &IntegratorSettings,
        options: &RunOptions,
    ) -> Result<IntegratorSelection, RunError> {
        let chosen = choose(settings, options).map_err(|message| self.refuse(message))?;
        let chosen = self.explicit_for_groups(chosen)?;
        let no_step = options.hmax.or(settings.hmax).is_none();
        if chosen.method.profile().is_fixed && no_step {
            let name = chosen.method.name();
            let message = format!(
                "{name} takes steps of one length, and none is given ({})",
                chosen.reason
            );
            return Err(RunError {
                help: Some("--hmax 1e-4 gives it, HMAX of INTEGRATOR in a model too".into()),
                ..self.refuse(message)
            });
        }
        Ok(chosen)
    }

    pub(super) fn dynamic(
        &mut self,
        t_end: f64,
        times: &[f64],
        options: &RunOptions,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        let mut integration = self.begin_dynamic(t_end, times, options, observer, statistics)?;
        match self.integrate(&mut integration, Wait::NEVER, observer)? {
            Arrival::Over(crawls, result) => {
                self.conclude(integration, crawls, result, options, statistics)
            }
            Arrival::Waiting => unreachable!("it waits nowhere"),
        }
    }

    /// Makes a dynamic analysis ready to be integrated, and tells its first frame. Without an end (an infinite one) steps are no longer than the
    /// time scale of the model: times inside of a step that goes on for ever could not be told apart.
    pub(crate) fn begin_dynamic(
        &mut self,
        t_end: f64,
        times: &[f64],
        options: &RunOptions,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<Integration, RunError> {
        let touches = !self.equations.system.rigid.stops.is_empty();
        if self.resumed.is_none() && !touches {
            self.report_start(observer)?;
        }
        let IntegratorSelection { method, reason } = self.method_for(&self.settings, options)?;
        statistics.reason = Some(reason);
        statistics.integrator = method.name().into();
        statistics.locator = Some(options.locate);
        let error = options
            .error
            .or(self.settings.error)
            .unwrap_or(DEFAULT_ERROR);
        let longest = match t_end.is_finite() {
            true => f64::INFINITY,
            false => self.equations.system.mechanism.scale.time,
        };
        let settings = drive::Settings {
            rtol: error,
            atol: error,
            h_max: options.hmax.or(self.settings.hmax).unwrap_or(longest),
            h_start: self.settings.hinit,
            max_order: self.settings.max_order,
            locate: options.locate,
            ..drive::Settings::default()
        };
        self.equations.expect_error(error);
        if options.coordinates == Coordinates::Joint {
            serves_in_joints(&mut self.equations, method).map_err(|why| RunError {
                help: Some("--coordinates auto takes absolute ones where they do not".into()),
                ..self.refuse(format!(
                    "the coordinates of joints do not serve here: {why}"
                ))
            })?;
        }
        let segment = match self.resumed.take() {
            Some(segment) => segment,
            None => {
                let segment = self.first_segment(times, settings.h_max, observer)?;
                if touches {
                    // With the forces of the contacts that are closed from the start.
                    self.report_start(observer)?;
                }
                segment
            }
        };
        let parts = (method, settings);
        Ok(Integration::new(segment, parts, t_end, options, self.time))
    }

    /// Contacts of groups run with explicit methods only.
    fn explicit_for_groups(
        &self,
        chosen: IntegratorSelection,
    ) -> Result<IntegratorSelection, RunError> {
        let Some(label) = self.group_label() else {
            return Ok(chosen);
        };
        integrator_selection::explicit(chosen, label).map_err(|message| RunError {
            help: Some(
                "--integrator auto takes an explicit method; --contact-groups pairs runs with all, up to 5000 pairs of shapes"
                    .into(),
            ),
            ..self.refuse(message)
        })
    }

    /// Where a dynamic analysis sets out.
    pub(crate) fn first_segment(
        &mut self,
        outputs: &[f64],
        h_max: f64,
        observer: &mut dyn Observer,
    ) -> Result<Segment, RunError> {
        let mut y = self.equations.unknowns();
        self.equations
            .settle(self.time, &y)
            .map_err(|f| self.fault(f))?;
        if self.equations.sample_what_is_due() {
            self.equations
                .settle(self.time, &y)
                .map_err(|f| self.fault(f))?;
        }
        self.equations.begin_pasts(self.time);
        self.equations
            .start_contacts(self.time, &mut y)
            .map_err(|f| self.fault(f))?;
        for h in self.equations.event.happened.drain(..) {
            self.pending_events.tell(self.time, h, observer);
        }
        // Multipliers start where the accelerations put them: Newton's first guess.
        self.equations.place(self.time, &y);
        y = self
            .equations
            .update_active_set()
            .map_err(|f| self.fault(f))?;
        let started = self.equations.start_sensors(true);
        started.map_err(|f| self.fault(f))?;
        Ok(Segment {
            y,
            length: None,
            h_max,
            outputs: outputs.to_vec(),
            started: self.time,
            audit: Audit::start(&self.equations),
            pace: StallDetector::default(),
            counts: drive::Statistics::default(),
            sampled_of: BTreeSet::new(),
            changes: Vec::new(),
        })
    }

    /// A failure of the integrator in the user's words.
    pub(crate) fn failure(&mut self, f: &drive::Failure) -> RunError {
        let who = f
            .worst
            .map(|k| format!(" ({})", self.equations.system.unknown_name(k)))
            .unwrap_or_default();
        let (message, help) = match &f.kind {
            FailureKind::Model(fault) => {
                let contact = drawn_in(&mut self.equations);
                let drawn_in = contact.map(|contact| paradox(&contact));
                let help = (drawn_in.as_ref() == Some(&fault.message)).then(|| PARADOX_HELP.into());
                (fault.message.clone(), help)
            }
            FailureKind::Livelock { guards } => {
                let names: Vec<String> = guards
                    .iter()
                    .map(|g| self.equations.guard_name(*g))
                    .collect();
                let owners = &self.equations.system.arrays.guards;
                let is_any = |of: fn(&GuardOwner) -> bool| guards.iter().any(|g| of(&owners[*g]));
                let help = if is_any(GuardOwner::is_of_rigid_contact) {
                    "another --error may lead past it; so does --contact compliant"
                } else if is_any(|owner| matches!(owner, GuardOwner::Switch { .. } | GuardOwner::Delay(_))) {
                    "smooth the function there, for instance with STEP"
                } else {
                    "another --error or --integrator may lead past it"
                };
                (
                    format!("{} switches again and again without time going by", names.join(", ")),
                    Some(help.to_string()),
                )
            }
            kind => match drawn_in(&mut self.equations) {
                Some(contact) => (paradox(&contact), Some(PARADOX_HELP.into())),
                None => (
                    format!("{kind}{who}; the step was {:.3e}{}", f.step, self.while_in_contact()),
                    Some("look at the forces on it at this time; a smaller error or hmax may help over a kink".into()),
                ),
            },
        };
        let locked = self.equations.dependent_constraint().map(|name| {
            format!(
                "the mechanism stands near a singular position, where {name} is no longer independent of the other constraints: \
                 it may lock there"
            )
        });
        RunError {
            time: f.time,
            message,
            help: locked.or(help),
        }
    }
}
