//! An integration that goes on with other rows where those that were left out hold no more.

use crate::analysis::integration::segment::Segment;
use crate::analysis::observer::RunError;
use crate::analysis::simulation::Simulation;
use crate::system::System;
use carom_base::{Diagnostic, Span};
use carom_solve::{Failure, FailureKind, Integrator, Settings};
use std::sync::Arc;

impl Simulation {
    /// Where an integration ended since rows that were left out hold no more: goes to that time all the same, and chooses the rows anew. The
    /// unknowns to go on with; `None` where that was not the reason, or no other choice does: then all is as it was.
    ///
    /// # Errors
    /// The velocities that other rows allow have much less energy.
    pub(crate) fn part_and_go_on(
        &mut self,
        segment: &Segment,
        (method, settings): (&'static dyn Integrator, Settings),
        failure: &Failure,
    ) -> Result<Option<Vec<f64>>, RunError> {
        let is_model = matches!(failure.kind, FailureKind::Model(_));
        // All other failures have the time of the last accepted step.
        let pending_events = failure.time > self.time;
        if !is_model || !pending_events || self.equations.system.left_out.dropped.is_empty() {
            return Ok(None);
        }
        let e = &self.equations;
        let (system, now, memory) = (Arc::clone(&e.system), e.now.clone(), e.memory.clone());
        let charts = e.charts().to_vec();
        let settings = Settings {
            h_start: segment.length.or(settings.h_start),
            ..settings
        };
        let went =
            self.equations
                .go_unwatched((self.time, &segment.y), failure.time, method, settings);
        let before = self.equations.energies()[0];
        let scale = segment.audit.scale.max(before);
        let mut taken = 0.0;
        if went && self.equations.choose_rows_anew() {
            // Behind a start in a singular position rows come to hold that were known to: they take what went elsewhere before them.
            let are_expected = system.left_out.independent_nearby
                > self.equations.system.left_out.independent_nearby;
            if !are_expected && scale > 0.0 {
                taken = (before - self.equations.energies()[0]) / scale;
            }
            self.equations.renew();
            if taken <= TAKES_MOST
                && let Ok(y) = self.equations.update_active_set()
            {
                self.time = failure.time;
                self.tell_what_rows_took(taken);
                return Ok(Some(y));
            }
        }
        let e = &mut self.equations;
        e.go_on_with(System::clone(&system));
        (e.now, e.memory) = (now, memory);
        e.set_charts(&charts);
        e.place(self.time, &segment.y);
        if taken <= TAKES_MOST {
            return Ok(None);
        }
        Err(RunError {
            time: failure.time,
            message: format!(
                "{}: others would take {:.1} % of the energy of the motion",
                failure.kind,
                100.0 * taken
            ),
            help: Some(MORE_DIGITS.into()),
        })
    }

    /// Says how often velocities were put on other rows, and what that took in all.
    fn tell_what_rows_took(&mut self, part: f64) {
        if part <= 0.0 {
            return;
        }
        let taken = &mut self.rows_took;
        taken.first.get_or_insert(self.time);
        taken.count += 1;
        taken.part += part;
        if taken.part <= TAKES_LITTLE {
            return;
        }
        let message = format!(
            "from time {} on the constraints that are kept in the place of redundant ones were chosen anew, {} times at the price of kinetic energy, {:.2e} of the largest so far in all",
            taken.first.unwrap_or(self.time),
            taken.count,
            taken.part
        );
        let name = "constraints-anew";
        self.remarks.retain(|d| d.name != name);
        self.remark(Diagnostic::warning(name, Span::NONE, message).help(MORE_DIGITS));
    }
}

const MORE_DIGITS: &str = "near a singular position redundant constraints hold a mechanism by the places of their markers, to all digits: give these with more of them, or leave out what is redundant";

/// Rows that are chosen anew, none of them expected, may take this part of the largest energy so far: what is kept by rows that hardly hold it comes to move
/// aside, and that motion ends;
const TAKES_MOST: f64 = 0.01;

/// from this part in all on the run says so: what a step may be off by default.
const TAKES_LITTLE: f64 = 1e-6;
