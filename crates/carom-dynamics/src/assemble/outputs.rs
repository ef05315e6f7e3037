//! Sensors and requests.

use crate::assemble::builder::Builder;
use crate::mechanism::function::{FunctionId, Source};
use crate::system::{Column, SensorActions, SensorData};
use carom_base::{Diagnostics, Severity, Span};
use carom_expr::{GenericForce, Input, Measure};
use carom_model::constraint::Function as Written;
use carom_model::output::{RequestKind, Standard};
use carom_model::{MarkerId, Request};
use carom_user::Kind;

const FORCES: [GenericForce; 8] = [
    GenericForce::FM,
    GenericForce::FX,
    GenericForce::FY,
    GenericForce::FZ,
    GenericForce::TM,
    GenericForce::TX,
    GenericForce::TY,
    GenericForce::TZ,
];

impl Builder<'_> {
    pub(super) fn sensors(&mut self) {
        let working = self.model.sensors.iter().enumerate();
        for (number, s) in working.filter(|(_, s)| s.tag.active) {
            let label = s.tag.to_string();
            let caller = Self::of_sensor(s, Kind::Sensub);
            let Some(function) = self.written(&s.function, caller) else {
                continue;
            };
            let evaluate = s
                .evaluate
                .as_ref()
                .and_then(|e| self.written(e, Self::of_sensor(s, Kind::Sevsub)));
            self.system.sensing.sensors.push(SensorData {
                label,
                number,
                function,
                value: s.value,
                comparison: s.comparison,
                actions: SensorActions {
                    halt: s.halt,
                    ends_analysis: s.ends_command,
                    restart: s.restart,
                    output_interval: s.output_interval,
                    step_size: s.step_size,
                    step_limit: s.step_limit,
                },
                prints: s.print,
                evaluate,
                sampler: None,
                watches_solution: false,
                after_solution: Vec::new(),
                guard: 0,
            });
        }
    }

    pub(super) fn outputs(&mut self) {
        for r in &self.model.requests {
            self.system.outputs.layout.requests.push(r.tag.label);
            let columns = self.request(r);
            self.system.outputs.requests.push(columns);
        }
    }

    fn request(&mut self, r: &Request) -> [Column; 8] {
        const MISSING: Column = Column::Missing;
        match &r.kind {
            RequestKind::Standard { which, i, j, rm } => {
                self.standard(*which, [Some(*i), *j, *rm], r.tag.span)
            }
            RequestKind::Functions(list) => {
                let mut columns = [const { Column::Zero }; 8];
                for (k, f) in list.iter().enumerate() {
                    if let Some(f) = f {
                        columns[k] = self.request_function(&format!("{} F{}", r.tag, k + 1), f);
                    }
                }
                columns
            }
            RequestKind::Element(input) => {
                let mut columns = [const { Column::Zero }; 8];
                for (k, column) in columns.iter_mut().enumerate() {
                    if let Input::ElementForce {
                        element,
                        id,
                        at_j,
                        rm,
                        ..
                    } = input
                    {
                        let one = Input::ElementForce {
                            element: *element,
                            id: *id,
                            at_j: *at_j,
                            component: k as u8 + 1,
                            rm: *rm,
                        };
                        *column = self
                            .of_request(|b| b.source(&one, r.tag.span))
                            .map_or(Column::Missing, Column::Source);
                    }
                }
                columns
            }
            RequestKind::User(user) => {
                let caller = Self::of_request_code(r);
                let found = self.of_request(|b| b.routine(caller, user));
                found.map_or([MISSING; 8], |all| {
                    std::array::from_fn(|k| Column::Function(all[k]))
                })
            }
        }
    }

    /// What an input of a function is. What is not supported leaves the column of a request empty; elsewhere it is an error.
    pub(super) fn source_of(&mut self, f: FunctionId, input: &Input, span: Span) -> Source {
        let tells = |c: &Column| matches!(c, Column::Function(g) if *g == f);
        let nothing = Source::Constant(0.0);
        if !self.system.outputs.requests.iter().flatten().any(tells) {
            return self.source(input, span).unwrap_or(nothing);
        }
        let found = self.of_request_but(&["missing-element"], |b| b.source(input, span));
        found.unwrap_or_else(|| {
            let columns = self.system.outputs.requests.iter_mut().flatten();
            columns
                .filter(|c| tells(c))
                .for_each(|c| *c = Column::Missing);
            nothing
        })
    }

    fn request_function(&mut self, owner: &str, f: &Written) -> Column {
        Self::column(self.of_request(|b| b.function(owner, f)))
    }

    /// A request does not change the motion: what cannot be computed is told as missing, with a warning, once for all its columns.
    fn of_request<T>(&mut self, find: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.of_request_but(&[], find)
    }

    /// The same where errors of these names stay errors.
    fn of_request_but<T>(
        &mut self,
        errors: &[&str],
        find: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let mut own = Diagnostics::default();
        std::mem::swap(self.diagnostics, &mut own);
        let found = find(self);
        std::mem::swap(self.diagnostics, &mut own);
        for mut d in own {
            let by_reader = |told: &carom_base::Diagnostic| {
                told.name.ends_with("user-subroutine") && told.span == d.span
            };
            if d.name == "user-code" && self.diagnostics.iter().any(by_reader) {
                continue;
            }
            let stays = errors.contains(&d.name);
            if found.is_none() && d.severity == Severity::Error && !stays {
                d.severity = Severity::Warning;
                d.help
                    .get_or_insert_with(|| "this column is left empty".into());
            }
            if !self.diagnostics.iter().any(|told| *told == d) {
                self.diagnostics.push(d);
            }
        }
        found
    }

    fn standard(
        &mut self,
        which: Standard,
        markers: [Option<MarkerId>; 3],
        span: Span,
    ) -> [Column; 8] {
        let of_model = &self.model.markers;
        let floats = markers.iter().flatten().any(|m| of_model[*m].floating);
        let labels = markers.map(|m| m.map(|m| of_model[m].tag.label));
        let [i, j, axes] = markers.map(|m| m.map_or(0, |m| self.marker(m)));
        if let (Standard::Force, [Some(on), by, _]) = (which, markers) {
            return FORCES.map(|f| Column::Source(self.sum_of_forces(f, on, by, axes)));
        }
        use Measure::*;
        // With components on the axes of RM, derivatives taken in ground.
        let [size, x, y, z] = match which {
            Standard::Displacement => [DM, DX, DY, DZ],
            Standard::Velocity => [VM, VX, VY, VZ],
            _ => [ACCM, ACCX, ACCY, ACCZ],
        };
        let turning = match which {
            Standard::Displacement if self.model.output.yaw_pitch_roll => {
                [None, Some(YAW), Some(PITCH), Some(ROLL)]
            }
            Standard::Displacement => [None, Some(PSI), Some(THETA), Some(PHI)],
            Standard::Velocity => [WM, WX, WY, WZ].map(Some),
            _ => [WDTM, WDTX, WDTY, WDTZ].map(Some),
        };
        let turns_on_axes = which != Standard::Displacement;
        let [a, b, c, d] = turning;
        let columns = [
            (Some(size), false),
            (Some(x), true),
            (Some(y), true),
            (Some(z), true),
            (a, false),
            (b, turns_on_axes),
            (c, turns_on_axes),
            (d, turns_on_axes),
        ];
        columns.map(|(measure, on_axes)| {
            let Some(measure) = measure else {
                return Column::Zero;
            };
            if floats {
                // It has a place, and nothing else.
                let rm = labels[2].filter(|_| on_axes);
                let labels = [labels[0], labels[1], rm, None];
                let found = self.of_request(|b| b.measure(measure, &labels, span));
                return found.map_or(Column::Missing, Column::Source);
            }
            let rm = if on_axes { axes } else { 0 };
            Column::Source(Source::Measure {
                measure,
                markers: [i, j, rm, 0],
                slot: None,
            })
        })
    }
}
