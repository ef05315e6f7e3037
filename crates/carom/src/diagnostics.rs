//! All diagnostics of all crates, by name, with what they mean and what helps.

use carom_files::{adm, motionsolve, native};

/// Diagnostics of the session: opening a model, options of a run, results, studies, pictures.
#[rustfmt::skip]
pub const DIAGNOSTICS: &[(&str, &str)] = &[
    ("advice-damping", "A contact law without damping takes no energy, so that what drops bounces for ever. That may be meant. A usual first guess is a damping of about 1 % of the stiffness, in the model's own numbers; what is wanted is the rebound that a measurement shows."),
    ("advice-exchanged", "The exponent of a contact law is large and its stiffness small, as where the two numbers are exchanged: IMPACT(x, xdot, x1, k, e, cmax, d) has the stiffness k before the exponent e. Exponents of contacts are from 1 to 3."),
    ("advice-exponent", "The exponent of a contact law is below 1, where the stiffness is infinite at first touch and errors of the integration become energy; or it is near 1, where the force has a corner at first touch. Manuals advise exponents above 1: 1.5 for spheres of metal (the law of Hertz), 1.1 for rubber, 2.2 as a first guess."),
    ("advice-gravity", "The number of gravity is that of the earth in another unit of length than the model has, as 9806.65 in metres or 9.81 in millimetres."),
    ("advice-penetration", "The damping of a contact law grows from nothing at first touch to its full value at a depth (d of IMPACT and BISTOP, DMAX of CONTACT). At rest under its own weight the body sinks in by less than a hundredth of this depth, so that most of the damping may never act, not even in moderate impacts. Manuals advise a depth that is smaller than the penetration, such as 0.01 mm. Or the depth is less than a millionth of that at rest, so that the force jumps at first touch."),
    ("python-bad-name", "A name given to an element of a model that is built in Python cannot be one: names are letters, digits and underscores, with dots between, begin with a letter, and are none of the constants of functions."),
    ("python-callback-in-study", "A model with a function of Python cannot be the model of a study: such functions have no derivatives, and stay in their process."),
    ("python-language", "A method that writes statements of Adams datasets is called on a model of MotionSolve. Give the element itself with `statement`."),
    ("python-name-taken", "An element of this name is there already. Elements of a model that is built in Python are named once, whatever their kind."),
    ("python-no-frame", "A part of a model that was read is placed in a way from which the place of a new marker or solid cannot be computed here. Give markers in place of at."),
    ("python-no-marker", "A solid or force that is to sit at the centre of mass of a part needs a marker there, and this part has none. Name another marker."),
    ("python-unknown-name", "No element of the model has this name, or the element of this name is of another kind than is needed here."),
    ("python-unknown-place", "A parameter is to have the value of a place of the model, and there is no such place, or no number stands there."),
    ("python-xml", "The file of a model of MotionSolve is no well-formed XML, or has no section Model: it may run, but cannot be changed in Python."),
    ("session-bad-option", "A number given on the command line or in a request is out of its range."),
    ("session-cannot-resume", "--resume finds no run that was interrupted, or one that cannot go on bit by bit: of another model, other commands or options, another version of Carom, or with a checkpoint or journal whose checksum tells of damage. Run it from the start without --resume; what is there is moved aside."),
    ("session-commands-beside", "A dataset has no commands of its own. The command file of the same name in the same folder was found and is used; --commands FILE.acf chooses another one."),
    ("session-date-told", "The environment variable SOURCE_DATE_EPOCH tells the time that result files carry in the place of the clock's, in whole seconds since 1970-01-01 UTC, so that a run repeated gives the same bytes. It is set to something else. Set it to a number of seconds, or unset it."),
    ("session-format-left-out", "The model asks for a kind of result file that Carom does not write. The run goes on; the tables carry the same results."),
    ("session-format-refused", "The kind of result file that was asked for is not written by Carom. The message says why; carom explain formats lists the kinds that are."),
    ("session-journal-damaged", "The journal of a study that is resumed ends in the middle of a row, as a program that is killed or a full disk leaves it, or a checksum tells of damage. The rows before are kept, all other runs are done again, to the same bytes."),
    ("session-needs-model", "An expression evaluated by itself has no markers, variables or other elements to ask. Put a name in the place of the function and give it a value with --let."),
    ("session-needs-time", "An expression evaluated by itself has no time. Give it one: --let TIME=0.5."),
    ("session-example", "carom examples NAME writes an example to a folder of its name where none of its files is there yet; carom examples lists the names."),
    ("session-new-model", "carom new writes a model only where no file is, in the language that the ending of the name asks for: .adm for Adams, .xml for MotionSolve."),
    ("session-no-end", "Nothing says how long to run: the model has no SIMULATE or Simulate command, and no end was given. Give --end T, or a command file with --commands FILE.acf."),
    ("session-not-finite", "The value of the expression is not a finite number at the given values: a division by zero, a root or a logarithm outside its domain. The marked operation is the first one at fault."),
    ("session-nothing-to-resume", "--resume finds no checkpoint in the folder of the results, so the run begins at the start. A run that is killed within its first half minute has none; one that is interrupted by Ctrl-C has one after its first thousand steps."),
    ("session-output-in-use", "Another process is writing into the folder of the results; the message has its number. The lock is the system's and ends with that process, however it ends. Wait for it, or choose another folder with --out."),
    ("session-output-interrupted", "The folder holds the same run or study, interrupted before its end: it can go on to the same bits. --resume goes on, --overwrite begins again. Nothing was run, and nothing is lost."),
    ("session-output-kept", "The folder held an earlier result, which was moved aside: ball.carom to ball.1.carom, then ball.2.carom, a higher number being a later result. The newest result is always in the folder itself. --overwrite replaces the earlier one; where it cannot be moved, that or another folder has to be chosen."),
    ("session-output-folder", "The folder of the results cannot be made, read or written. The message carries the reason of the system. --out chooses another folder."),
    ("session-output-not-ours", "The folder of the results exists and was not made by Carom, or belongs to something else. Results replace only results. --out chooses another folder."),
    ("session-no-step", "The integrator that was asked for takes steps of one length, and none was given: --hmax 1e-4 on the command line, or HMAX of INTEGRATOR in the model."),
    ("session-run-stops", "A run of the model would stop at this command: it is not supported, what it makes of the model cannot be assembled, or the model does not have the analysis that it asks for. carom run refuses the model if that shows before its first analysis, else it goes as far as it can."),
    ("session-too-many-outputs", "An analysis asks for more output times than anyone could look at. Ask for fewer steps or a longer interval."),
    ("session-unknown-ending", "A model is known by the ending of its file: .adm and .acf for Adams, .xml for MotionSolve, .carom.toml for Carom's own model files."),
    ("session-unknown-format", "No kind of result file has this name. carom explain formats lists them."),
    ("session-unknown-integrator", "No integrator has this name. carom explain integrators lists them; the names of decks, such as gstiff, are accepted too."),
    ("study-bad-name", "A parameter or response cannot have this name: names have letters, digits and _, begin with a letter, stand once, and mean nothing else in formulas or in the table of rows. Upper and lower case are the same."),
    ("study-bad-value", "The value of a key is of another kind, or outside its range. The message says what it has to be."),
    ("study-conflict", "Keys of the study exclude each other, or one has no meaning without another that is not there."),
    ("study-formula", "A formula of a study asks for something that is known in a run only. Formulas know the parameters and responses that stand before them."),
    ("study-missing-key", "The study does not say something that it has to say. The message names the key."),
    ("study-other-value", "The deck does not have the number that `was` expects at the place of a parameter: the deck has changed since, or the path means another number."),
    ("study-parameter-by-formula", "The parameter follows from others by a formula, so that nothing can vary it by itself. Ask for the derivative with respect to those that the formula looks at."),
    ("study-points-file", "The table of points of a design of kind file cannot be read, has no such column, or holds something that is no finite number. Tables are .csv, with the names of the columns in the first line, or .parquet."),
    ("study-same-place", "Two parameters take the place of the same number of the deck, or of a number inside an expression that another one replaces."),
    ("study-syntax", "The study file is not TOML. The message is that of the reader of TOML files."),
    ("study-too-large", "The design has more points or parameters than Carom takes."),
    ("study-unknown-column", "The results have no such column: PART/2.z, REQUEST/1.f2, JOINT/3.fx, SFORCE/1.fz, VARIABLE/4.value, DIFF/1.rate, with the elements of the model; events have time, gap, rate_before, rate_after, impulse, force."),
    ("study-unknown-key", "The study file has no such key in this place."),
    ("study-unknown-parameter", "The study has no parameter of this name."),
    ("study-unknown-place", "The deck has no number of this path: element, argument, and which of its numbers, as in PART/2.mass, PART/2.qg.z, SFORCE/1.function.IMPACT.k, SFORCE/1.function#3. carom sweep --places MODEL lists them all."),
    ("study-unknown-response", "The study has no response of this name."),
    ("view-bad-option", "A number or a combination of options for a picture is out of its range. The message says which."),
    ("view-bad-table", "A result table cannot be read: the file is damaged, or was not written by this version of Carom. Run the model again."),
    ("view-file", "A file cannot be written or read. The message carries the reason of the system."),
    ("view-interpolated", "A Poincaré section asks for times between two outputs. Values there are those of the cubic through the four nearest outputs; outputs whose interval divides the period make the points exact."),
    ("view-left-out", "Not all that could be drawn was drawn. Choose curves with --y; --list shows what there is."),
    ("view-no-motion", "The run has nothing that moves, or its folder has no scene.json: run the model again."),
    ("view-no-tables", "The folder is a result of Carom and has no tables: the run wrote other formats only. Run the model with --format parquet or --format csv."),
    ("view-not-a-run", "The folder is not one that carom run has written: it has no run.json of Carom."),
    ("view-nothing-to-plot", "No row of the results is in what was asked for: the elements have no rows, or none between --from and --to."),
    ("view-port", "The port on the loopback interface is taken, or may not be used. --port chooses another one, --out writes a file."),
    ("view-unknown-column", "The table has no column of this name. A column without its x, y, z is the length of the vector; columns of requests may be named by their titles."),
    ("view-unknown-element", "The table has no rows of this element. Labels (2), names (ball) and elements (SFORCE/1) are known; --list shows them."),
    ("view-unknown-ending", "A picture is written as its ending says: .svg or .png; an animation as .glb."),
    ("view-unknown-event", "No event is of this kind. The kinds are those of the table of events."),
    ("view-unknown-table", "The run has no table of this name. A curve is TABLE.COLUMN[ID], such as bodies.z[2]; --list shows the tables."),
];

/// Name and explanation of every diagnostic, sorted by name.
pub fn all() -> Vec<(&'static str, &'static str)> {
    let mut list: Vec<_> = DIAGNOSTICS.to_vec();
    list.extend(adm::DIAGNOSTICS.iter().map(|d| (d.name, d.text)));
    list.extend(motionsolve::DIAGNOSTICS.iter().map(|d| (d.name, d.text)));
    list.extend(native::DIAGNOSTICS.iter().map(|d| (d.name, d.text)));
    list.extend(carom_expr::DIAGNOSTICS);
    list.extend(carom_dynamics::DIAGNOSTICS);
    list.sort_unstable();
    list
}
