//! The force of one element: NAME(id, jflag, comp, rm).

use super::argument::{Argument, argument, optional};
use super::call::Call;
use super::entry::{Function, Lower, entry, refused, usage};
use crate::input::{ElementForce, FrictionQuantity, Input};
use crate::tape::{Builder, Value};
use carom_base::Dialect;

const SOURCE: &str = "Adams Solver and MotionSolve help, element force functions";

const ARGUMENTS: &[Argument] = &[
    argument("id", "label of the element", "id", ""),
    argument("jflag", "end: 0 acting at I, 1 acting at J", "1", "0 or 1"),
    argument(
        "comp",
        "component: 1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ",
        "1",
        "1 to 8",
    ),
    optional(
        "rm",
        "marker of the axes, the global frame if omitted or 0",
        "id",
        "",
    ),
];

const fn force(
    name: &'static str,
    text: &'static str,
    example: &'static str,
    lower: Lower,
) -> Function {
    Function {
        arguments: ARGUMENTS,
        text,
        details: "F or F·L, by the component.",
        example: usage(example),
        source: SOURCE,
        ..entry(name, lower)
    }
}

const fn unsupported(
    name: &'static str,
    text: &'static str,
    example: &'static str,
    reason: &'static str,
) -> Function {
    Function {
        arguments: ARGUMENTS,
        text,
        example: usage(example),
        source: SOURCE,
        ..refused(name, reason)
    }
}

fn lower(b: &mut Builder<'_>, call: &Call, element: ElementForce) -> Option<Value> {
    let id = call.label(b, 0);
    let jflag = call.whole(b, 1, 0, 1);
    let component = call.whole(b, 2, 1, 8);
    let rm = call.optional_label(b, 3);
    let input = Input::ElementForce {
        element,
        id: id?,
        at_j: jflag?? == 1,
        component: component?? as u8,
        rm: rm?,
    };
    Some(b.input(input, call.place))
}

pub(super) const BEAM: Function = force("BEAM", "Force of a beam", "BEAM(1,0,2,0)", |b, call| {
    lower(b, call, ElementForce::Beam)
});

pub(super) const BUSH: Function =
    force("BUSH", "Force of a bushing", "BUSH(1,0,2,0)", |b, call| {
        lower(b, call, ElementForce::Bush)
    });

pub(super) const SFORCE: Function = force(
    "SFORCE",
    "Force or torque of a single-component force",
    "SFORCE(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Sforce),
);

pub(super) const VFORCE: Function = force(
    "VFORCE",
    "Force of a vector force",
    "VFORCE(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Vforce),
);

pub(super) const VTORQ: Function = force(
    "VTORQ",
    "Torque of a vector torque",
    "VTORQ(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Vtorq),
);

pub(super) const GFORCE: Function = force(
    "GFORCE",
    "Force of a general force",
    "GFORCE(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Gforce),
);

pub(super) const SPDP: Function = force(
    "SPDP",
    "Force of a spring-damper",
    "SPDP(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Spdp),
);

pub(super) const FIELD: Function = force(
    "FIELD",
    "Force of a field element",
    "FIELD(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Field),
);

pub(super) const JOINT: Function = force(
    "JOINT",
    "Reaction of a joint",
    "JOINT(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Joint),
);

pub(super) const JPRIM: Function = force(
    "JPRIM",
    "Reaction of a joint primitive",
    "JPRIM(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Jprim),
);

pub(super) const MOTION: Function = force(
    "MOTION",
    "Reaction of a motion",
    "MOTION(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Motion),
);

pub(super) const NFORCE: Function = Function {
    motionsolve: false,
    arguments: &[
        ARGUMENTS[0],
        argument(
            "at",
            "marker of the element on which the force acts, one of I or J",
            "id",
            "",
        ),
        ARGUMENTS[2],
        ARGUMENTS[3],
    ],
    text: "Force of a multi-point force on one of its markers",
    details: "F or F·L, by the component. On J it is minus the sum of those on the I markers, moved to J.",
    example: usage("NFORCE(1,21,2,0)"),
    source: "Adams Solver help, function NFORCE",
    ..entry("NFORCE", |b, call| {
        let (id, at) = (call.label(b, 0), call.label(b, 1));
        let (component, rm) = (call.whole(b, 2, 1, 8), call.optional_label(b, 3));
        let input = Input::MultiPoint {
            id: id?,
            at: at?,
            component: component?? as u8,
            rm: rm?,
        };
        Some(b.input(input, call.place))
    })
};

pub(super) const NFORCE_OF_MOTIONSOLVE: Function = Function {
    adams: false,
    ..unsupported(
        "NFORCE",
        "Force of a multi-point force",
        "NFORCE(1,0,2,0)",
        "which marker its second argument means is not published; a Post_Request tells the forces of the element",
    )
};

pub(super) const CONTACT: Function = Function {
    details: "F or F·L, by the component. Torques are about the centre of mass of the side's body, about the global origin on ground, as MotionSolve says; Adams does not say about which point.",
    ..force(
        "CONTACT",
        "Force of a contact of solids, summed over its volumes",
        "CONTACT(1,0,2,0)",
        |b, call| lower(b, call, ElementForce::Contact),
    )
};

const FRICTION_ID: Argument = argument("id", "label of the friction", "id", "");

pub(super) const FRICTION: Function = Function {
    motionsolve: false,
    arguments: &[
        FRICTION_ID,
        argument(
            "index",
            "x, y, z of force (from 1), torque (4), coefficients along (7) and about (10), coefficient while sticking (13), x, y, z of velocity (14), \
             angular velocity (17), creep (20)",
            "1",
            "1 to 22",
        ),
    ],
    text: "A quantity of the friction of a joint, on the axes of its J marker",
    details: "Force and torque are those on I, at its origin. Velocities are those of I against J in what the joint leaves free, coefficients have the sign of them: \
         the friction is minus coefficient times load. Creep is the deformation of sticking surfaces along z of a translational or cylindrical joint. What a joint \
         has not is zero.",
    example: usage("FRICTION(1, 3)"),
    source: "Adams Solver help, function FRICTION",
    ..entry("FRICTION", lower_friction)
};

pub(super) const FRICTION_OF_MOTIONSOLVE: Function = Function {
    adams: false,
    motionsolve: true,
    arguments: &[
        FRICTION_ID,
        argument(
            "comp",
            "x, y, z of force (from 1), torque (4), coefficients along (7) and about (10), velocity (13), angular velocity (16)",
            "1",
            "1 to 18",
        ),
        optional(
            "rm",
            "marker of the axes, the J marker of the joint if omitted",
            "id",
            "",
        ),
    ],
    text: "A quantity of the friction of a joint",
    details: "As in Adams, but for the numbers from 13 on and the axes.",
    example: usage("FRICTION(39, 6)"),
    source: "MotionSolve help, function FRICTION",
    ..entry("FRICTION", lower_friction)
};

fn lower_friction(b: &mut Builder<'_>, call: &Call) -> Option<Value> {
    let list = FrictionQuantity::of(b.dialect);
    let most = if b.dialect == Dialect::Adams { 22 } else { 18 };
    let (id, index) = (call.label(b, 0), call.whole(b, 1, 1, most));
    let rm = call.optional_label(b, 2);
    let (id, index, rm) = (id?, index??, rm?);
    let (first, quantity) = *list.iter().rev().find(|(first, _)| *first <= index)?;
    let input = Input::Friction {
        id,
        quantity,
        axis: (index - first) as u8,
        rm,
    };
    Some(b.input(input, call.place))
}

pub(super) const PTCV: Function = force(
    "PTCV",
    "Reaction of a point-curve constraint, at the contact",
    "PTCV(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Ptcv),
);

pub(super) const CVCV: Function = force(
    "CVCV",
    "Reaction of a curve-curve constraint, at the contact",
    "CVCV(1,0,2,0)",
    |b, call| lower(b, call, ElementForce::Cvcv),
);

pub(super) const ABUSH: Function = Function {
    adams: false,
    ..unsupported(
        "ABUSH",
        "Force of an advanced bushing",
        "ABUSH(1,0,2,0)",
        "advanced bushings are not supported",
    )
};

pub(super) const UCON: Function = Function {
    adams: false,
    ..unsupported(
        "UCON",
        "Reaction of a user constraint",
        "UCON(1,0,2,0)",
        "user constraints are not supported",
    )
};

pub(super) const PTSF: Function = Function {
    adams: false,
    ..unsupported(
        "PTSF",
        "Reaction of a point-surface constraint",
        "PTSF(1,0,2,0)",
        "surface constraints are not supported",
    )
};

pub(super) const CVSF: Function = Function {
    adams: false,
    ..unsupported(
        "CVSF",
        "Reaction of a curve-surface constraint",
        "CVSF(1,0,2,0)",
        "surface constraints are not supported",
    )
};
