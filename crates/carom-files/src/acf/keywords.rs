//! The commands of the language.

/// The commands of the language, for the test that each is in [`COMMANDS`](super::COMMANDS): name and arguments. Commands that
/// redefine a statement have the arguments of the statement.
#[rustfmt::skip]
pub const LANGUAGE_KEYWORDS: &[(&str, &[&str])] = &[
    ("ACCGRAV", &[]), ("ARRAY", &[]), ("BEAM", &[]), ("BUSHING", &[]), ("CONTACT", &[]), ("DIFF", &[]), ("FIELD", &[]), ("FLEX_BODY", &[]), ("FRICTION", &[]),
    ("GCON", &[]), ("GFORCE", &[]), ("JOINT", &[]), ("MARKER", &[]), ("MOTION", &[]), ("OUTPUT", &[]), ("PART", &[]), ("POINT_MASS", &[]), ("REQUEST", &[]),
    ("SENSOR", &[]), ("SFORCE", &[]), ("SPLINE", &[]), ("SPRINGDAMPER", &[]), ("STRING", &[]), ("UNITS", &[]), ("VARIABLE", &[]),
    ("VFORCE", &[]), ("VTORQUE", &[]),
    ("ACTIVATE", &["BEAM", "BUSHING", "CLEARANCE", "CONTACT", "COUPLER", "JOINT", "JPRIM", "MOTION", "SFORCE", "ID", "RANGE"]),
    ("CONTROL", &["FUNCTION", "ROUTINE"]),
    ("DEACTIVATE", &["BEAM", "BUSHING", "CLEARANCE", "CONTACT", "COUPLER", "JOINT", "JPRIM", "MOTION", "SFORCE", "ID", "RANGE"]),
    ("DEBUG", &[]), ("ENVIRONMENT", &[]), ("HELP", &[]), ("IC", &[]), ("INFO", &[]), ("KINEMATICS", &[]), ("LIST", &[]), ("LSOLVER", &[]),
    ("MENU", &[]), ("PREFERENCES", &[]), ("SHOW", &[]), ("TIME", &[]),
    ("EQUILIBRIUM", &["ALIMIT", "TLIMIT", "ERROR", "IMBALANCE", "MAXIT", "STABILITY", "PATTERN", "DYNAMIC", "GLOBAL_DAMPING", "DEFAULT", "LIST"]),
    ("FILE", &["MODEL", "OUTPUT_PREFIX", "COMMAND"]),
    ("INTEGRATOR", &["GSTIFF", "WSTIFF", "HHT", "I3", "SI2", "ERROR", "HMAX", "HMIN", "HINIT", "KMAX", "INTERPOLATE", "DEFAULT", "LIST"]),
    ("LINEAR", &["EIGENSOL", "STATEMAT", "NODAMPIN", "COORDS", "FILE", "PINPUT", "POUTPUT", "PSTATE"]),
    ("RELOAD", &["SYSTEM", "FILE", "OUTPUT_PREFIX", "STATES", "BUFFER", "TITLE"]),
    ("SAVE", &["SYSTEM", "FILE", "TITLE", "STATES", "BUFFER"]),
    ("SIMULATE", &["DYNAMICS", "KINEMATICS", "STATICS", "TRANSIENT", "INITIAL_CONDITIONS", "DISPLACEMENT", "VELOCITY", "ACCELERATION", "END", "DURATION", "STEPS", "DTOUT"]),
    ("STOP", &[]),
];
