//! The names of the diagnostics of assembly, for the manual and `carom explain`.

/// Name and meaning of each diagnostic that assembling a model can give, sorted by name.
#[rustfmt::skip]
pub const DIAGNOSTICS: &[(&str, &str)] = &[
    ("algebraic-loop", "A force, motion or constraint looks at an acceleration or a reaction. These follow from the forces, so the function would depend on itself. Requests, and variables that no force uses, may look at them."),
    ("array-entry", "A function asks for an entry that the array does not have; entries count from 1."),
    ("cannot-assemble", "No positions of the parts meet all constraints, starting from where the deck puts them. Two constraints may ask for different positions, a motion may start elsewhere, or the parts may start too far away."),
    ("cannot-start", "The forces, motions or switches of the model cannot be computed at the start: a division by zero, a root of a negative number, markers that coincide where a direction is needed."),
    ("constraint-bodies", "A constraint written as a function looks at markers of more than eight parts."),
    ("constraint-input", "A constraint written as a function may look at displacements of markers and at TIME, and at nothing else."),
    ("cyclic-functions", "Variables or other functions depend on each other in a circle. A DIFF with a short time constant breaks the circle."),
    ("floating-marker", "A floating marker has no place of its own: it sits where the force that uses it puts it. Functions may not measure it yet; the I marker of the force stands at the same place."),
    ("implicit-diff", "An implicit differential equation gives a residual instead of its rate. Solve it for the rate and leave IMPLICIT out."),
    ("friction-joint", "Friction is given to a joint of a type that has none. Translational, revolute, cylindrical, spherical, universal and Hooke joints have friction."),
    ("friction-parameter", "A parameter of friction is out of its range; the message has the range."),
    ("friction-redundant", "Some constraints of the joint are redundant, so that rigid parts do not tell how it shares the load with other joints, and its friction hangs on that load. The result holds for the constraints that were kept."),
    ("impossible-inertia", "No body has this inertia tensor: a principal moment about the centre of mass is negative. Check IP, the marker IM that it refers to, and the signs of the products of inertia."),
    ("inconsistent-velocities", "No velocities meet all constraints and motions at the start. A motion that another constraint already decides must agree with it."),
    ("integrator-formulation", "The model asks for a formulation of index 1 (SI1) of a method that has none. It runs in the stabilized formulation of index 2 (SI2), which solves the same equations."),
    ("missing-element", "A function asks for an element that the model does not have."),
    ("negative-mass", "A mass is negative or not a number."),
    ("same-part", "A joint connects two markers of one part, so there is nothing that it could hold."),
    ("too-many-switches", "One function has more than 256 places where its formula changes. Split it over several variables."),
    ("shared-array", "Two system elements have the same array of states or outputs. Each needs arrays of its own."),
    ("unknown-name", "A function uses a name that is neither a function nor a constant of the language."),
    ("unused-array", "A function asks for an entry of an array of states or outputs, and no system element fills this array."),
    ("unsupported-input", "A function asks for something that belongs to an element which is not supported yet, or that is not available in functions."),
    ("unsupported-statement", "The model has an element that is not supported, and without it would move differently. Such a model is refused."),
    ("user-code", "A function calls user-written code. In a force, motion or constraint this refuses the model; the columns of a request are left empty."),
];
