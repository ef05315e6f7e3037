//! Body_Rigid: a rigid body, or ground.
//!
//! **Part frame.** The coordinates of a model are global, ours belong to a part. The part frame of a body is its
//! marker `lprf_id`; without one, its marker `cg_id`; without either, the global frame at the input configuration.
//! The part frame of ground is the global frame, whatever markers it names.
//!
//! **Inertia.** `inertia_xx`, ... are given about the origin and axes of the marker `im_id` (default `cg_id`). The
//! help does not say which sign products of inertia have. As in Adams, `inertia_xy` is +∫xy dm, so that the entry
//! of the tensor is −`inertia_xy`.
//!
//! **Initial velocities.** `v_ic_*` is the velocity of the centre of mass, on global axes or those of `vm_id`;
//! `w_ic_*` the angular velocity on the axes of the marker `cg_id`, or those of `wm_id`. A flag TRUE holds the
//! value while the initial velocities are made consistent. The help of the command form says global axes for `w_ic_*`
//! as well; an exported model, in which a turned wheel is fixed to its hub, fits the axes of `cg_id` only.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Placement};
use crate::motionsolve::element::Element;

use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Attribute, LABELLED, Range, Section, boolean, marker, number};
use carom_base::{Diagnostic, Mat3, Pose};
use carom_model::{MarkerId, Part, PartKind};

/// The attributes of the initial velocity, which point masses have, too.
pub const VELOCITY: &[Attribute] = &[
    number("v_ic_x").dim("L·T⁻¹").default("0"),
    number("v_ic_y").dim("L·T⁻¹").default("0"),
    number("v_ic_z").dim("L·T⁻¹").default("0"),
    boolean("v_ic_x_flag").default("FALSE"),
    boolean("v_ic_y_flag").default("FALSE"),
    boolean("v_ic_z_flag").default("FALSE"),
];

const PRODUCT: &str = "read as in Adams, +∫ of the product dm; the help names no sign";
const SPIN: &str = "on axes of cg_id, as in Adams; one page of the help says global axes";

/// Body_Rigid
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            marker("cg_id"),
            marker("im_id").default("cg_id"),
            marker("lprf_id"),
            boolean("isground").default("FALSE"),
            number("mass")
                .dim("M")
                .range(Range::NonNegative)
                .default("0"),
            number("inertia_xx")
                .dim("M·L²")
                .range(Range::NonNegative)
                .default("0"),
            number("inertia_yy")
                .dim("M·L²")
                .range(Range::NonNegative)
                .default("0"),
            number("inertia_zz")
                .dim("M·L²")
                .range(Range::NonNegative)
                .default("0"),
            number("inertia_xy")
                .dim("M·L²")
                .default("0")
                .partial(PRODUCT),
            number("inertia_yz")
                .dim("M·L²")
                .default("0")
                .partial(PRODUCT),
            number("inertia_xz")
                .dim("M·L²")
                .default("0")
                .partial(PRODUCT),
        ],
        VELOCITY,
        &[
            number("w_ic_x").dim("θ·T⁻¹").default("0").partial(SPIN),
            number("w_ic_y").dim("θ·T⁻¹").default("0").partial(SPIN),
            number("w_ic_z").dim("θ·T⁻¹").default("0").partial(SPIN),
            boolean("w_ic_x_flag").default("FALSE"),
            boolean("w_ic_y_flag").default("FALSE"),
            boolean("w_ic_z_flag").default("FALSE"),
            marker("vm_id").default("the global frame"),
            marker("wm_id").default("cg_id"),
            boolean("is_wet_body").ignored("it belongs to a co-simulation with a flow solver"),
            number("cp_inp_id").ignored("it belongs to a co-simulation with a flow solver"),
        ],
    ],
    phase: 1,
    build: Some(build),
    link: Some(link),
    ..Element::new(
        "Body_Rigid",
        "A rigid body, or ground with IsGround=\"TRUE\".",
        "MotionSolve help, xml-format_35; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if r.flag("isground") == Some(true) {
        return ground(r, b);
    }
    let mut part = Part::new(r.tag(), PartKind::Rigid);
    part.mass = r.number("mass").unwrap_or(0.0);
    part.pose = frame(r, b)?;
    part.inertia = inertia(r, b);
    velocities(r, &mut part);
    let names = ["w_ic_x", "w_ic_y", "w_ic_z"];
    let flags = ["w_ic_x_flag", "w_ic_y_flag", "w_ic_z_flag"];
    for k in 0..3 {
        part.exact_velocity[3 + k] = r.flag(flags[k]) == Some(true);
        part.angular_velocity[k] = given(r, names[k], part.exact_velocity[3 + k]);
    }
    if part.mass > 0.0 && r.id("cg_id").is_none() {
        let what = "cg_id is needed where mass is not 0";
        b.error(r, "xml-missing-cg", r.span, what);
    }
    b.insert_body(r, part);
    Ok(())
}

fn ground(r: &Record, b: &mut Builder) -> Built {
    if let Some(first) = b.model.ground() {
        let message = format!("{} is a second ground", r.who);
        let first = b.model.parts[first].tag.span;
        let d = Diagnostic::error("xml-two-grounds", r.place("isground"), message)
            .related(first, "the first one");
        b.reading.push(d);
    }
    let meaningless = r.syntax.all().find(|a| {
        let allowed = [
            "id",
            "label",
            "full_label",
            "isground",
            "cg_id",
            "im_id",
            "lprf_id",
        ];
        !allowed.contains(&a.name) && r.has(a.name) && r.number(a.name).is_none_or(|x| x != 0.0)
    });
    if let Some(a) = meaningless.filter(|a| r.flag(a.name) != Some(false)) {
        let what = format!("ground does not move; {} has no meaning on it", a.name);
        b.warning(r, "xml-ground-attribute", r.place(a.name), &what);
    }
    b.insert_body(r, Part::new(r.tag(), PartKind::Ground));
    Ok(())
}

/// The part frame in the global frame.
pub(super) fn frame(r: &Record, b: &Builder) -> Built<Pose> {
    let placed = |name| r.id(name).and_then(|(m, _)| b.placements.get(&m));
    let placement: Option<&Placement> = placed("lprf_id").or_else(|| placed("cg_id"));
    placement.cloned().unwrap_or(Ok(Pose::identity()))
}

fn inertia(r: &Record, b: &mut Builder) -> Mat3 {
    let [xx, yy, zz] = r.numbers_of(["inertia_xx", "inertia_yy", "inertia_zz"]);
    let [xy, yz, xz] = r.numbers_of(["inertia_xy", "inertia_yz", "inertia_xz"]);
    let tensor = Mat3::new(xx, -xy, -xz, -xy, yy, -yz, -xz, -yz, zz);
    let mut moments: [f64; 3] = tensor.symmetric_eigenvalues().into();
    moments.sort_by(f64::total_cmp);
    // 1e-6: digits of a deck
    if moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-6) || moments[0] < -1e-6 * moments[2] {
        let what = format!(
            "no body has the principal moments of inertia {}, {} and {}",
            moments[0], moments[1], moments[2]
        );
        b.warning(r, "xml-inertia-triangle", r.place("inertia_xx"), &what);
    }
    tensor
}

/// The initial velocity of a body.
pub(super) fn velocities(r: &Record, part: &mut Part) {
    let names = ["v_ic_x", "v_ic_y", "v_ic_z"];
    let flags = ["v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag"];
    for k in 0..3 {
        part.exact_velocity[k] = r.flag(flags[k]) == Some(true);
        part.velocity[k] = given(r, names[k], part.exact_velocity[k]);
    }
}

/// A velocity that is held has the default 0; one that is not held may stay open.
fn given(r: &Record, name: &str, held: bool) -> Option<f64> {
    r.number(name).or(held.then_some(0.0))
}

/// Names the markers that the body uses.
pub(super) fn link(r: &Record, b: &mut Builder) -> Built {
    let own = b.own_body(r)?;
    let has = |name| r.syntax.position(name).is_some();
    let mut find = |name: &'static str, on_body: bool| -> Built<Option<MarkerId>> {
        if !has(name) {
            return Ok(None);
        }
        let marker = b.any_marker(r, name)?;
        if let Some(m) = marker
            && on_body
            && b.model.markers[m].part != own
        {
            let (marker, on) = (&b.model.markers[m].tag, b.model.markers[m].part);
            let message = format!(
                "{}: {name} has to be on this body; {marker} is on {}",
                r.who, b.model.parts[on].tag
            );
            let d = Diagnostic::error("xml-marker-on-other-body", r.place(name), message)
                .related(marker.span, "this marker");
            b.reading.push(d);
        }
        Ok(marker)
    };
    let (cm, im) = (find("cg_id", true)?, find("im_id", true)?);
    find("lprf_id", true)?;
    let (vm, wm) = (find("vm_id", false)?, find("wm_id", false)?);
    let part = &mut b.model.parts[own];
    if part.kind == PartKind::Ground {
        return Ok(());
    }
    part.cm = cm;
    part.im = im;
    part.velocity_axes = vm;
    part.angular_velocity_axes = wm;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, names_of, refused};
    use carom_base::{Mat3, Vec3};
    use carom_model::PartKind;

    #[test]
    fn frames_masses_velocities() {
        let m = model_of(
            "<Reference_Marker id='20' body_id='5' pos_z='295.' a00='0.' a10='0.' a20='1.' a02='0.' a12='1.' a22='0.'/>
             <Reference_Marker id='21' body_id='5' pos_x='1' pos_z='295'/>
             <Reference_Marker id='22' body_id='5' pos_z='300'/>
             <Body_Rigid id='5' label='wheel' cg_id='20' im_id='21' lprf_id='22' mass='36.' inertia_xx='1'
               inertia_yy='2' inertia_zz='2.5' inertia_xy='0.1' inertia_yz='0.2' inertia_xz='0.3'
               v_ic_x='5' v_ic_x_flag='TRUE' v_ic_y_flag='YES' w_ic_z='17' wm_id='21'/>",
        );
        let p = &m.parts[m.parts.find(5).expect("there")];
        assert_eq!(
            (p.kind, p.mass, p.tag.name.as_str()),
            (PartKind::Rigid, 36.0, "wheel")
        );
        assert_eq!(p.pose.position, Vec3::new(0.0, 0.0, 300.0));
        assert_eq!(p.pose.rotation, Mat3::identity());
        let tensor = Mat3::new(1.0, -0.1, -0.3, -0.1, 2.0, -0.2, -0.3, -0.2, 2.5);
        assert_eq!(p.inertia, tensor);
        assert_eq!(p.velocity, [Some(5.0), Some(0.0), None]);
        assert_eq!(p.angular_velocity, [None, None, Some(17.0)]);
        assert_eq!(p.exact_velocity, [true, true, false, false, false, false]);
        let label = |m: &carom_model::Model, id: Option<carom_model::MarkerId>| {
            id.map(|i| m.markers[i].tag.label)
        };
        assert_eq!(label(&m, p.cm), Some(20));
        assert_eq!(label(&m, p.im), Some(21));
        assert_eq!(label(&m, p.angular_velocity_axes), Some(21));
        assert_eq!(p.velocity_axes, None);
        // the marker in the part frame
        let cg = &m.markers[p.cm.expect("given")];
        assert_eq!(cg.pose.position, Vec3::new(0.0, 0.0, -5.0));
        assert_eq!(cg.pose.rotation.column(0), Vec3::z());
    }

    #[test]
    fn part_frame_is_lprf_then_cg_then_global() {
        let marker = "<Reference_Marker id='20' body_id='5' pos_x='3'/>";
        let m = model_of(&format!("{marker}<Body_Rigid id='5' cg_id='20' mass='1'/>"));
        assert_eq!(
            m.parts[m.parts.find(5).expect("there")].pose.position.x,
            3.0
        );
        let joint = "<Constraint_Joint id='1' type='FIXED' i_marker_id='20' j_marker_id='1'/>";
        let m = model_of(&format!("{marker}<Body_Rigid id='5'/>{joint}"));
        assert_eq!(
            m.parts[m.parts.find(5).expect("there")].pose.position.x,
            0.0
        );
        assert_eq!(
            m.markers[m.markers.find(20).expect("there")]
                .pose
                .position
                .x,
            3.0
        );
    }

    #[test]
    fn refusals() {
        let marker =
            "<Reference_Marker id='20' body_id='5'/><Reference_Marker id='21' body_id='1'/>";
        let names = |body: &str| names_of(&format!("{marker}{body}"));
        refused(
            &names("<Body_Rigid id='5' cg_id='20' mass='-1'/>"),
            "xml-out-of-range",
        );
        refused(&names("<Body_Rigid id='5' mass='1'/>"), "xml-missing-cg");
        refused(
            &names("<Body_Rigid id='5' cg_id='21' mass='1'/>"),
            "xml-marker-on-other-body",
        );
        refused(
            &names("<Body_Rigid id='5' cg_id='99' mass='1'/>"),
            "xml-unknown-reference",
        );
        refused(
            &names("<Body_Rigid id='5' cg_id='20'/>"),
            "xml-massless-body",
        );
        refused(
            &names("<Body_Rigid id='5' IsGround='TRUE'/>"),
            "xml-two-grounds",
        );
        let flat = "<Body_Rigid id='5' cg_id='20' mass='1' inertia_zz='1'/>";
        assert_eq!(names(flat), ["xml-inertia-triangle"]);
    }
}
