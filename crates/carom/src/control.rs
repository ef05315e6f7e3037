//! CONTROL commands: what their routines hand over as text is read here.

use carom_base::Diagnostics;
use carom_dynamics::Simulation;
use carom_files::acf;
use carom_model::Model;
use carom_model::analysis::Command;

/// Finds the routines of CONTROL commands, and lets them change the model by commands.
pub(crate) fn prepare(
    simulation: &mut Simulation,
    model: &Model,
    commands: &[Command],
    diagnostics: &mut Diagnostics,
) {
    let controls = |c: &Command| matches!(c, Command::Control { .. });
    if !commands.iter().any(controls) {
        return;
    }
    simulation.find_controllers(commands, diagnostics);
    // With the texts that it was read from.
    let model = model.clone();
    simulation.interpret_with(Box::new(move |earlier, text| {
        acf::read_change(&model, earlier, text)
    }));
}
