//! The formulation of the constraints, and states of the past seen from the chart of today.

use super::Equations;
use crate::mechanism::kinematics::chart_rate;
use carom_base::{Quaternion, Vec3};
use carom_solve::Formulation;
use std::sync::OnceLock;

impl Equations {
    /// Takes the constraints in this formulation; without constraints there is nothing to formulate. From the first time that index 3
    /// is asked for, the pattern has room for both, so that a method may go from one to the other.
    pub(super) fn take_formulation(&mut self, formulation: Formulation) {
        if self.system.rows.is_empty() || formulation == self.form.formulation {
            return;
        }
        self.form.formulation = formulation;
        let (nd, m) = (self.system.differential(), self.system.rows.len());
        // Velocities have index 2 in the second, and yet count as they are: what Newton's iteration leaves in positions is divided by the
        // step in them, and adds up from step to step.
        let (lambda, mu) = match formulation {
            Formulation::Stabilized => (2, 2),
            Formulation::Positions => (3, 1),
        };
        self.form.index[nd..nd + m].fill(lambda);
        self.form.index[nd + m..].fill(mu);
        if !self.form.has_both_formulations {
            self.form.has_both_formulations = true;
            self.form.jacobian_layout = OnceLock::new();
        }
    }

    /// Are the velocities among the constraints?
    pub(super) fn is_stabilized(&self) -> bool {
        self.form.formulation == Formulation::Stabilized
    }

    /// Rewrites the rotations of an earlier state, and their rates, in the chart whose origin is `end`:
    /// `exp(θ_new) = exp(θ_end)ᵀ·exp(θ_old)`.
    pub(super) fn carry_rotations(&self, end: &[f64], y: &mut [f64], dy: &mut [f64]) {
        let n = self.system.mechanism.positions;
        for data in self.system.mechanism.bodies.iter().filter(|b| b.turns) {
            let k = data.first + 3;
            let vector = |y: &[f64], k: usize| Vec3::new(y[k], y[k + 1], y[k + 2]);
            let (from, to) = (vector(end, k), vector(y, k));
            let turn = rotation_between(&from, &to);
            y[k..k + 3].copy_from_slice(&turn.to_array());
            let rate = chart_rate(&turn, &vector(y, n + k));
            dy[k..k + 3].copy_from_slice(&rate.to_array());
        }
    }
}

/// The rotation vector of `exp(from)ᵀ·exp(to)`, counted through whole turns so that it lies nearest to `to − from`: a body that spins
/// about a fixed axis has turned by just that.
pub(super) fn rotation_between(from: &Vec3, to: &Vec3) -> Vec3 {
    let back = Quaternion::from_rotation_vector(&-from);
    let [w, x, y, z] = (back * Quaternion::from_rotation_vector(to)).0;
    let (half, guess) = (Vec3::new(x, y, z), to - from);
    let sine = half.norm();
    // The angle over the sine of its half, also where both vanish.
    let turn = if sine < 1e-8 && w > 0.0 {
        half * 2.0
    } else if sine < 1e-8 {
        Vec3::zeros()
    } else {
        half * (2.0 * sine.atan2(w) / sine)
    };
    let angle = turn.norm();
    let axis = if angle > 1e-6 {
        turn / angle
    } else if guess.norm() > std::f64::consts::PI {
        guess.normalize()
    } else {
        return turn;
    };
    let turns = ((axis.dot(&guess) - angle) / std::f64::consts::TAU).round();
    turn + axis * (turns * std::f64::consts::TAU)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::space::exp_so3;

    #[test]
    fn rotations_between_charts() {
        let near = Vec3::new(0.3, -0.2, 0.1);
        for (from, to) in [
            (near, near),
            (near, Vec3::new(0.301, -0.21, 0.1)),
            (near, -near * 3.0),
            (Vec3::zeros(), near * 1e-9),
            (near, Vec3::new(2.0, 1.0, -1.5)),
        ] {
            let between = rotation_between(&from, &to);
            let miss = exp_so3(&from).transpose() * exp_so3(&to) - exp_so3(&between);
            // Rounding of sines and square roots.
            assert!(miss.amax() < 1e-15 * 8.0, "{miss:?}");
        }
        // About one axis, whole turns are counted.
        let axis = Vec3::new(0.0, 0.6, 0.8);
        for angle in [-9.0, -6.3, -3.0, 0.5, 3.2, 6.2, 7.0, 12.5] {
            let between = rotation_between(&(axis * 0.4), &(axis * (0.4 + angle)));
            assert!(
                (between - axis * angle).amax() < 1e-13,
                "{angle}: {between}"
            );
        }
    }
}
