//! What listens to the steps of a segment, in both kinds of coordinates: it tells frames and events, and decides whether the run goes on.

use crate::analysis::integration::segment::Audit;
use crate::analysis::observer::{Observer, Progress};
use crate::analysis::pending_events::PendingEvents;
use crate::analysis::stall_detector::{Patience, StallDetector};
use crate::equations::Equations;
use crate::equations::InJoints;
use crate::equations::report::Reporter;
use crate::output::EventKind;
use crate::system::motion::RunNumbers;
use crate::tangent::Tangent;
use carom_solve::drive::{self, Sink};
use carom_solve::integrators::Step;
use carom_solve::{Fault, Problem, Response};
use std::time::Instant;

/// What a segment keeps between its steps.
pub(super) struct Ledger {
    /// Whether impacts accumulate.
    pub shrinks: bool,
    /// Whether the caller wants to be called back behind events, and whether there has been one.
    pub stops_at_events: bool,
    pub waits: bool,
    pub y: Vec<f64>,
    pub dy: Vec<f64>,
    pub end: f64,
    pub verbose: bool,
    pub started: f64,
    /// Events before this segment.
    pub events: u64,
    /// Steps left of this segment.
    pub left: u64,
    pub audit: Audit,
    pub pace: StallDetector,
    pub patience: Patience,
    /// Work of the segments before, and of all up to the last step.
    pub before: drive::Statistics,
    /// See `before`.
    pub work: RunNumbers,
    /// When the integration began.
    pub clock: Instant,
}

/// Turns steps into frames and events.
pub(super) struct Listener<'a> {
    pub observer: &'a mut dyn Observer,
    pub reporter: &'a mut Reporter,
    pub pending_events: &'a mut PendingEvents,
    pub ledger: &'a mut Ledger,
    pub tangent: Option<&'a mut Tangent>,
}

impl Sink<Equations> for Listener<'_> {
    fn output(&mut self, e: &mut Equations, step: &Step<'_>, t: f64) -> Result<(), Fault> {
        if t <= self.ledger.started {
            return Ok(()); // told before the first step
        }
        let mut y = std::mem::take(&mut self.ledger.y);
        step.interpolate(t, &mut y, &mut self.ledger.dy);
        if t < step.t1 {
            // The error estimate does not see what the constraints fix, so that between the ends of a long step a
            // driven mechanism would stray from them by far more than the tolerance.
            e.project(t, &mut y)?;
        }
        let told = self.tell(e, step, (t, &y));
        self.ledger.y = y;
        told
    }

    fn rough(&mut self, e: &mut Equations, step: &Step<'_>) -> Result<(), Fault> {
        self.ledger.find_work_again(e, step)
    }

    fn follows_steps(&self) -> bool {
        self.tangent.is_some()
    }

    fn step(&mut self, e: &mut Equations, step: &Step<'_>) -> Result<(), Fault> {
        let tangent = self.tangent.as_deref_mut();
        tangent.map_or(Ok(()), |x| x.step(e, None, step))
    }

    fn fired(
        &mut self,
        e: &mut Equations,
        t: f64,
        y: &[f64],
        fired: &[usize],
    ) -> Result<(), Fault> {
        let tangent = self.tangent.as_deref_mut();
        tangent.map_or(Ok(()), |x| x.fired(e, t, y, fired))
    }

    fn event(
        &mut self,
        e: &mut Equations,
        t: f64,
        y: &[f64],
        _fired: &[usize],
        response: Response,
    ) -> Result<(), Fault> {
        if let Some(x) = self.tangent.as_deref_mut() {
            x.switched(e, y, response)?;
        }
        self.tell_event(e, t, y)
    }

    fn waits(&self) -> bool {
        self.ledger.waits
    }

    fn progress(&mut self, t: f64, h: f64, statistics: &drive::Statistics) -> bool {
        self.goes_on(t, h, statistics)
    }
}

impl Sink<InJoints<'_>> for Listener<'_> {
    fn output(&mut self, p: &mut InJoints<'_>, step: &Step<'_>, t: f64) -> Result<(), Fault> {
        if t <= self.ledger.started {
            return Ok(());
        }
        step.interpolate(t, &mut self.ledger.y, &mut self.ledger.dy);
        if t < step.t1 {
            p.project(t, &mut self.ledger.y)?;
        }
        p.parts.joints.place(p.parts.equations, t, &self.ledger.y);
        let y = p.parts.equations.unknowns();
        self.tell(p.parts.equations, step, (t, &y))
    }

    fn event(
        &mut self,
        p: &mut InJoints<'_>,
        t: f64,
        y: &[f64],
        _fired: &[usize],
        response: Response,
    ) -> Result<(), Fault> {
        p.parts.joints.place(p.parts.equations, t, y);
        let y = p.parts.equations.unknowns();
        if let Some(x) = self.tangent.as_deref_mut() {
            x.switched(p.parts.equations, &y, response)?;
        }
        self.tell_event(p.parts.equations, t, &y)
    }

    fn follows_steps(&self) -> bool {
        self.tangent.is_some()
    }

    fn step(&mut self, p: &mut InJoints<'_>, step: &Step<'_>) -> Result<(), Fault> {
        let (e, joints) = (&*p.parts.equations, &*p.parts.joints);
        let tangent = self.tangent.as_deref_mut();
        tangent.map_or(Ok(()), |x| x.step(e, Some(joints), step))
    }

    fn fired(
        &mut self,
        p: &mut InJoints<'_>,
        t: f64,
        y: &[f64],
        fired: &[usize],
    ) -> Result<(), Fault> {
        let Some(x) = self.tangent.as_deref_mut() else {
            return Ok(());
        };
        p.parts.joints.place(p.parts.equations, t, y);
        let y = p.parts.equations.unknowns();
        x.fired(p.parts.equations, t, &y, fired)
    }

    fn rough(&mut self, p: &mut InJoints<'_>, step: &Step<'_>) -> Result<(), Fault> {
        self.ledger.find_work_again(p, step)
    }

    fn waits(&self) -> bool {
        self.ledger.waits
    }

    fn progress(&mut self, t: f64, h: f64, statistics: &drive::Statistics) -> bool {
        self.goes_on(t, h, statistics)
    }
}

impl Ledger {
    /// The state that holds the work of the forces errs with the motion where a method does not see a root, and the two errors would
    /// balance: the work is found again, from the power along the step. It is the last of the differential unknowns.
    fn find_work_again(&mut self, p: &mut dyn Problem, step: &Step<'_>) -> Result<(), Fault> {
        let work = p.differential() - 1;
        let found = step.y1[work] - step.y0[work];
        let (y, dy) = (&mut self.y, &mut self.dy);
        let along = crate::equations::quadrature::over(step.t0, step.t1, |t| {
            step.interpolate(t, y, dy);
            p.derivative(t, &y[..=work], &mut dy[..=work])?;
            Ok(dy[work])
        })?;
        self.audit.correct(along - found);
        Ok(())
    }
}

impl Listener<'_> {
    /// A frame of the state (t, y) inside of a step.
    fn tell(
        &mut self,
        e: &mut Equations,
        step: &Step<'_>,
        (t, y): (f64, &[f64]),
    ) -> Result<(), Fault> {
        self.pending_events.until(t, self.observer);
        e.memory.numbers = RunNumbers {
            seconds: self.ledger.clock.elapsed().as_secs_f64(),
            step: step.t1 - step.t0,
            order: step.order(),
            ..self.ledger.work
        };
        let frame = self.reporter.frame(e, t, y)?;
        self.observer.frame(frame);
        self.ledger.audit.look(e);
        Ok(())
    }

    /// What happened at an event, behind which the state is (t, y).
    fn tell_event(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault> {
        let prints = e.event.happened.iter().any(|h| h.print);
        if prints {
            let frame = self.reporter.frame(e, t, y)?;
            self.observer.frame(frame);
        }
        self.pending_events.until(t, self.observer);
        self.ledger.shrinks = e.awaits_end(t);
        for h in e.event.happened.drain(..) {
            if h.kind != EventKind::Switch || self.ledger.verbose {
                self.ledger.waits |= self.ledger.stops_at_events;
                self.pending_events.tell(t, h, self.observer);
            }
        }
        if self.observer.wants_frame() && !prints {
            let frame = self.reporter.frame(e, t, y)?;
            self.observer.frame(frame);
        }
        Ok(())
    }

    /// After a step that ends at `t`: whether the run goes on.
    fn goes_on(&mut self, t: f64, h: f64, statistics: &drive::Statistics) -> bool {
        carom_user::accepted_to(t);
        self.pending_events.until(t, self.observer);
        self.ledger.work.jacobians = self.ledger.before.jacobians + statistics.jacobians;
        self.ledger.work.evaluations =
            self.ledger.before.rhs_evaluations + statistics.rhs_evaluations;
        let wanted = self.observer.progress(Progress {
            time: t,
            end: self.ledger.end,
            step: h,
            events: self.ledger.events + statistics.events,
        });
        let end = self.ledger.end;
        let gets_on = !end.is_finite() || self.ledger.pace.gets_on(t, end);
        // Impacts that accumulate come to their end however short the steps between them become; and who is patient waits.
        let goes_on = self.ledger.shrinks || self.ledger.patience.endless;
        self.ledger.pace.crawls &= !goes_on;
        let clock = self.ledger.clock;
        let seconds = || clock.elapsed().as_secs_f64();
        let wanted = wanted
            && (gets_on || goes_on)
            && self.ledger.patience.lasts(t, self.ledger.end, seconds);
        self.ledger.left -= u64::from(wanted);
        wanted && self.ledger.left > 0
    }
}
