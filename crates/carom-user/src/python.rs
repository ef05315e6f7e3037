//! Routines in Python scripts, as MotionSolve models name them (`script_name`).
//!
//! An interpreter of its own runs them: `python3` of the search path, or what `CAROM_PYTHON` names, one for all scripts of a run. Calls and what the routines
//! ask go by pipes, in a format that the head of `python/runner.py` describes. So nothing is linked to Python, and a script that ends its
//! interpreter ends no run without words. A call costs some tens of microseconds: two changes of the process for the call, and two for each
//! question that the routine asks.

use crate::host::Order;
use crate::utilities::laws::{self, Series, of_order};
use crate::utilities::{
    accepted_time, ask_for_stop, control, data, host, messages, rotations, state,
};
use std::cell::Cell;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The program that serves calls.
const RUNNER: &str = include_str!("../python/runner.py");

/// A value of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// `i`
    Whole(i32),
    /// `d`
    Number(f64),
    /// `D`
    List(Vec<f64>),
    /// `s`
    Text(String),
}

use Value::{List, Number, Text, Whole};

/// An interpreter that runs.
struct Interpreter {
    child: Child,
    calls: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// One for all scripts.
static RUNNING: Mutex<Option<Interpreter>> = Mutex::new(None);

/// One thread talks to it at a time. While a routine waits for what it has asked for, as CONSUB for an analysis, its thread may call others.
static TALKING: Mutex<()> = Mutex::new(());
thread_local! {
    static IS_TALKING: Cell<bool> = const { Cell::new(false) };
}

/// The most bytes of a frame.
const MOST: usize = 1 << 26;

fn pack(values: &[Value]) -> Vec<u8> {
    let mut out = vec![0; 4];
    for value in values {
        match value {
            Whole(i) => {
                out.push(b'i');
                out.extend(i.to_le_bytes());
            }
            Number(x) => {
                out.push(b'd');
                out.extend(x.to_le_bytes());
            }
            List(list) => {
                out.push(b'D');
                out.extend((list.len() as u32).to_le_bytes());
                list.iter().for_each(|x| out.extend(x.to_le_bytes()));
            }
            Text(text) => {
                out.push(b's');
                out.extend((text.len() as u32).to_le_bytes());
                out.extend(text.bytes());
            }
        }
    }
    let length = (out.len() - 4) as u32;
    out[..4].copy_from_slice(&length.to_le_bytes());
    out
}

fn unpack(mut bytes: &[u8]) -> Option<Vec<Value>> {
    fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
        let (head, rest) = bytes.split_first_chunk::<N>()?;
        *bytes = rest;
        Some(*head)
    }
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let [kind] = take::<1>(&mut bytes)?;
        values.push(match kind {
            b'i' => Whole(i32::from_le_bytes(take(&mut bytes)?)),
            b'd' => Number(f64::from_le_bytes(take(&mut bytes)?)),
            _ => {
                let count = u32::from_le_bytes(take(&mut bytes)?) as usize;
                let size = if kind == b's' {
                    count
                } else {
                    count.checked_mul(8)?
                };
                let (body, rest) = bytes.split_at_checked(size)?;
                bytes = rest;
                match kind {
                    b's' => Text(String::from_utf8_lossy(body).into_owned()),
                    b'D' => List(
                        body.as_chunks::<8>()
                            .0
                            .iter()
                            .map(|x| f64::from_le_bytes(*x))
                            .collect(),
                    ),
                    _ => return None,
                }
            }
        });
    }
    Some(values)
}

impl Interpreter {
    fn start() -> Result<Self, String> {
        let program = std::env::var_os("CAROM_PYTHON").unwrap_or_else(|| "python3".into());
        let mut child = Command::new(&program)
            .args(["-B", "-c", RUNNER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{} cannot be started: {e}", program.to_string_lossy()))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(calls), Some(answers)) => Ok(Self {
                child,
                calls,
                answers: BufReader::new(answers),
            }),
            _ => Err("its interpreter has no pipes".into()),
        }
    }

    fn send(&mut self, values: &[Value]) -> Option<()> {
        self.calls.write_all(&pack(values)).ok()
    }

    fn receive(&mut self) -> Option<Vec<Value>> {
        let mut head = [0; 4];
        self.answers.read_exact(&mut head).ok()?;
        let length = u32::from_le_bytes(head) as usize;
        if length > MOST {
            return None;
        }
        let mut body = vec![0; length];
        self.answers.read_exact(&mut body).ok()?;
        unpack(&body)
    }
}

/// Hands a call over, answers what is asked meanwhile, and gives what comes back.
fn serve(call: &[Value]) -> Result<Vec<Value>, String> {
    if IS_TALKING.get() {
        return talk(call);
    }
    let _alone = TALKING.lock().unwrap_or_else(PoisonError::into_inner);
    IS_TALKING.set(true);
    let result = talk(call);
    IS_TALKING.set(false);
    result
}

fn talk(call: &[Value]) -> Result<Vec<Value>, String> {
    let lock = || RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let lost = || {
        let ended = lock().take().map(|mut i| {
            // It has closed its pipe, so it ends or has ended.
            let _ = i.child.kill();
            i.child.wait().map(|s| s.to_string()).unwrap_or_default()
        });
        format!("its interpreter has ended ({})", ended.unwrap_or_default())
    };
    {
        let mut running = lock();
        if running.is_none() {
            *running = Some(Interpreter::start()?);
        }
    }
    let exchange = |values: &[Value]| {
        let mut running = lock();
        let interpreter = running.as_mut()?;
        interpreter.send(values)?;
        interpreter.receive()
    };
    let mut answer = exchange(call).ok_or_else(lost)?;
    loop {
        match &answer[..] {
            [Text(what), Text(name), arguments @ ..] if what == "ask" => {
                let mut found = vec![Text("answer".into())];
                found.extend(asked(name, arguments));
                answer = exchange(&found).ok_or_else(lost)?;
            }
            [Text(what), rest @ ..] if what == "done" || what == "names" => {
                return Ok(rest.to_vec());
            }
            [Text(what), Text(why), ..] if what == "failed" => return Err(why.clone()),
            _ => return Err(lost()),
        }
    }
}

/// The functions of a script, which is run for that.
///
/// # Errors
/// Why it cannot be.
pub(crate) fn load(path: &Path) -> Result<Vec<String>, String> {
    let names = serve(&[
        Text("load".into()),
        Text(path.to_string_lossy().into_owned()),
    ])?;
    Ok(names
        .into_iter()
        .filter_map(|v| match v {
            Text(name) => Some(name),
            _ => None,
        })
        .collect())
}

/// Calls a function of a script; its numbers in a row. None after an end that was asked for.
pub(crate) fn call(path: &Path, name: &str, controls: bool, arguments: &[Value]) -> Vec<f64> {
    let mut all = vec![
        Text("call".into()),
        Text(path.to_string_lossy().into_owned()),
        Text(name.to_owned()),
        Whole(i32::from(controls)),
    ];
    all.extend_from_slice(arguments);
    match serve(&all) {
        Ok(values) => match values.into_iter().next() {
            Some(List(list)) => list,
            _ => Vec::new(),
        },
        Err(why) => {
            ask_for_stop(format!("its script fails: {why}"));
            Vec::new()
        }
    }
}

fn whole(list: &[f64]) -> Vec<i32> {
    list.iter().map(|x| x.round() as i32).collect()
}

fn flag(bad: bool) -> Value {
    Whole(i32::from(bad))
}

/// Numbers, zeros where there are none, and the flag.
fn numbers<const N: usize>(found: Option<[f64; N]>) -> Vec<Value> {
    vec![
        List(found.unwrap_or([0.0; N]).to_vec()),
        flag(found.is_none()),
    ]
}

fn law(name: &str, a: &[f64], order: i32) -> Option<Vec<Value>> {
    Some(match name {
        "impact" => numbers(of_order(order, laws::impact(a.try_into().ok()?))),
        "bistop" => numbers(of_order(order, laws::bistop(a.try_into().ok()?))),
        "step" => numbers(of_order(order, laws::step(a.try_into().ok()?))),
        "step5" => numbers(of_order(order, laws::step5(a.try_into().ok()?))),
        "havsin" => numbers(of_order(order, laws::havsin(a.try_into().ok()?))),
        "shf" => numbers(of_order(order, laws::of_shf(a.try_into().ok()?))),
        _ => return None,
    })
}

/// What a utility answers.
fn asked(name: &str, arguments: &[Value]) -> Vec<Value> {
    answered(name, arguments).unwrap_or_else(|| {
        ask_for_stop(format!(
            "it called py_{name} with arguments that it does not take"
        ));
        vec![Number(0.0), Whole(1)]
    })
}

fn answered(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    let all = [of_state, of_data, of_curves, of_run, of_functions];
    all.into_iter().find_map(|of| of(name, arguments))
}

/// What utilities say of the motion, and what the routine reads of it.
fn of_state(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    Some(match (name, arguments) {
        ("sysfnc", [Text(f), List(ids)]) => {
            let found = state::sysfnc(f, &whole(ids));
            vec![Number(found.unwrap_or(0.0)), flag(found.is_none())]
        }
        ("sysary", [Text(f), List(ids)]) => {
            let mut room = vec![0.0; state::MOST];
            let found = state::sysary(f, &whole(ids), &mut room);
            room.truncate(found.unwrap_or(0));
            vec![List(room), flag(found.is_none())]
        }
        ("syspar", [Text(f), List(ids), List(partials)]) => {
            vec![flag(!state::syspar(f, &whole(ids), Some(partials)))]
        }
        ("needs_partials", []) => vec![flag(host(|h| h.wants_partials()).unwrap_or(false))],
        ("timget", []) => vec![Number(accepted_time())],
        ("ucovar", [Whole(_), List(parts), List(codes)]) => {
            data::coordinates(Some(&whole(parts)), Some(&whole(codes)));
            Vec::new()
        }
        _ => return None,
    })
}

/// What they say of the model.
fn of_data(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    Some(match (name, arguments) {
        ("getmod", []) => vec![Whole(data::mode())],
        ("gtaray", [Whole(id)]) => {
            let found = data::array(*id);
            let bad = found.is_none();
            vec![List(found.unwrap_or_default()), flag(bad)]
        }
        ("gtstrg", [Whole(id)]) => {
            let found = data::string(*id);
            let bad = found.is_none();
            vec![Text(found.unwrap_or_default()), flag(bad)]
        }
        ("gtunts", []) => {
            let found = data::units();
            let names = found.map_or([b' '; 8], |(_, names)| names);
            vec![
                flag(found.is_some()),
                List(found.map_or([1.0; 4], |(sizes, _)| sizes).to_vec()),
                Text(String::from_utf8_lossy(&names).into_owned()),
            ]
        }
        ("get_gravity", []) => vec![List(host(|h| h.gravity()).unwrap_or([0.0; 3]).to_vec())],
        _ => return None,
    })
}

/// Points of its splines and curves, and new points.
fn of_curves(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    Some(match (name, arguments) {
        ("akispl" | "cubspl", [Number(x), Number(z), Whole(id), Whole(order)]) => {
            let how = match name {
                "akispl" => crate::Spline::Akima,
                _ => crate::Spline::Cubic,
            };
            numbers(data::spline(how, *x, *z, *id, *order))
        }
        ("gtcurv", [Whole(id), Number(parameter), Whole(order)]) => {
            numbers(data::curve(*id, *parameter, *order))
        }
        ("put_spline", [Whole(id), List(x), List(y), List(z)]) => {
            let z = if z.len() > 1 { &z[..] } else { &[] };
            vec![flag(!data::put_spline(*id, Some(x), Some(y), Some(z)))]
        }
        _ => return None,
    })
}

/// Messages to the user, and orders to the run.
fn of_run(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    Some(match (name, arguments) {
        ("errmes", [Whole(raised), Text(text), Whole(id), Text(end)]) => {
            messages::errmes(*raised != 0, text, *id, end);
            vec![Whole(0)]
        }
        ("usrmes", [Whole(raised), Text(text), Whole(id), Text(kind)]) => {
            messages::usrmes(*raised != 0, text, *id, kind);
            vec![Whole(0)]
        }
        ("analys", [Text(kind), Number(begin), Number(end)]) => {
            let (begin, end) = (*begin, *end);
            vec![Whole(control::order(
                "ANALYS",
                Order::Analysis { kind, begin, end },
            ))]
        }
        ("modify", [Text(text)]) => vec![Whole(control::order("MODIFY", Order::Modify(text)))],
        ("datout", []) => vec![Whole(control::order("DATOUT", Order::Output))],
        _ => return None,
    })
}

/// What needs no model: laws, series, and rotations in other words.
fn of_functions(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    Some(match (name, arguments) {
        ("rcnvrt", [Text(from), List(a), Text(to)]) => {
            let read = |count: usize| {
                let mut a = a.clone();
                a.resize(count, f64::NAN);
                a
            };
            let (found, status) = rotations::convert(from, read, to);
            vec![
                List(found.map_or_else(Vec::new, |f| f.to_vec())),
                Whole(status),
            ]
        }
        ("carom_switch", [Number(x)]) => vec![Whole(i32::from(laws::switch(*x)))],
        ("poly" | "cheby" | "forcos" | "forsin", [List(a), List(par), Whole(order)]) => {
            let (which, count) = match name {
                "poly" => (Series::Poly, 2),
                "cheby" => (Series::Cheby, 2),
                "forcos" => (Series::Forcos, 3),
                _ => (Series::Forsin, 3),
            };
            let a: [f64; 3] = match (count, &a[..]) {
                (2, [x, x0]) => [*x, *x0, 0.0],
                (3, [x, x0, w]) => [*x, *x0, *w],
                _ => return None,
            };
            numbers(of_order(*order, laws::series(which, a, Some(par))))
        }
        (_, [List(a), Whole(order)]) => return law(name, a, *order),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        let values = [
            Whole(-3),
            Number(0.1),
            List(vec![1.0, f64::MIN_POSITIVE]),
            Text("Grüße".into()),
            List(Vec::new()),
        ];
        let frame = pack(&values);
        assert_eq!(unpack(&frame[4..]), Some(values.to_vec()));
        for cut in 5..frame.len() {
            // A cut within a value is noticed, one between values is a shorter frame.
            let read = unpack(&frame[4..cut]);
            assert!(read.is_none_or(|r| values.starts_with(&r)));
        }
    }
}
