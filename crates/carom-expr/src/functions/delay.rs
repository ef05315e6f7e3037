//! DELAY.

use super::argument::{argument, optional};
use super::call::Call;
use super::entry::{Function, Share, entry, usage};
use crate::tape::{Builder, Lag, Switching, Value};
use carom_base::Diagnostic;

pub(super) const DELAY: Function = Function {
    arguments: &[
        argument("e", "expression", "that of e", ""),
        argument("delay", "how long ago", "T", ""),
        argument(
            "history",
            "value before time 0, a function of TIME",
            "that of e",
            "",
        ),
        optional("id", "label of an array of settings of Adams", "id", ""),
    ],
    scaling: &[Share::Value, Share::Time, Share::Value, Share::Number],
    text: "The value of an expression some time ago",
    details: "e at TIME - delay; before time 0 history, whose TIME is TIME - delay as well. A delay of zero or below delays nothing. \
         Of a function of TIME the earlier value is computed. Of anything else it is looked up in what a dynamic analysis has kept of the expression: \
         the method's own dense output of each step. No step is longer than a delay, and every event of the run is one again after each delay, \
         until it has gone through nine of them. A delay may vary with time and state; then it has to stay above zero, as a step cannot be longer, and may not \
         grow faster than time across an event, which would come back twice. The settings of Adams (order of its interpolation, thresholds of jumps and corners) have no use here.",
    example: usage("DELAY(VARVAL(1), 0.1, 0)"),
    source: "Adams Solver help, function DELAY; MotionSolve help, function DELAY",
    ..entry("DELAY", lower)
};

fn lower(b: &mut Builder<'_>, call: &Call) -> Option<Value> {
    let settings = call.optional_label(b, 3);
    if b.is_blind() {
        // All that it asks of the model, looked at where it stands.
        let [e, delay, history] = [0, 1, 2].map(|k| call.value(b, k));
        delay?;
        return history.and(e);
    }
    let delay = call.value(b, 1)?;
    settings?;
    let size = b.known(delay);
    if size.is_some_and(|size| size <= 0.0) {
        return call.value(b, 0);
    }
    let history = b.part(call.required(2))?;
    if !history.only_time() {
        let d = Diagnostic::error(
            "expr-delay-history",
            b.span(call.place_of(b, 2)),
            "the history of DELAY may look at TIME only",
        )
        .label("what the expression was before time 0");
        return b.refuse(d);
    }
    let (e, place) = (call.required(0), call.place);
    let tape = b.part(e)?;
    if tape.only_time() {
        let zero = b.constant(0.0);
        let delay = match size {
            Some(_) => delay,
            None => b.switch(Switching::Max, &[delay, zero], true, place)?,
        };
        return b.delay(delay, call.required(2), &mut |b| b.value(e), place);
    }
    let lag = match size {
        Some(size) => Lag::Constant(size),
        None => Lag::Varies(Box::new(b.part(call.required(1))?)),
    };
    let past = b.past(tape, lag, place);
    b.delay(delay, call.required(2), &mut |_| Some(past), place)
}
