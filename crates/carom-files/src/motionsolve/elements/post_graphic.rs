//! Post_Graphic: shapes for contact and for the view.

use crate::common::coverage::Status;
use crate::common::solids::{RESOLUTION, Trouble, Wanted};
use crate::common::{circle, mesh};
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Content, LABELLED, Range, boolean, id, integer, marker, number, text, word,
};
use carom_base::Diagnostic;
use carom_model::Graphic;
use carom_model::graphics::Shape;
use std::path::Path;

const DRAWING: &str = "a detail of the drawing";

/// Post_Graphic
///
/// Cylinder and frustum begin at their marker and extend along its z axis, although it is called their center;
/// for the frustum exported models show it, the cylinder is taken alike. A shape of any type that names a file of
/// triangles or of CAD solids is those triangles, on the axes of its center marker. Others are kept by the name of their type, TriaMesh among them: how its nodes and faces stand in a
/// file is not published. The published pages do not show the attributes of arcs, curves and points either: they are taken to be those of the Python classes, `rangle` (in the
/// unit of angles, from the x axis), `curve_id` and `ref_marker_id`, and of planes `xmin` to `ymax`, with the normal
/// along z of `ref_marker_id`. Ellipsoids have the whole lengths `xscale` to `zscale` of the Python class, or the half ones `radius_x` to
/// `radius_z` of MotionView.
pub const ELEMENT: Element = Element {
    status: Status::Partial(
        "boxes, cylinders, frusta, spheres, ellipsoids, planes, points, circles, arcs by their radius, curves and triangles of files; the others are kept by name",
    ),
    attributes: &[
        LABELLED,
        &[
            text("type").required(),
            marker("corner_marker_id"),
            marker("center_marker_id"),
            number("length_x").dim("L").range(Range::NonZero),
            number("length_y").dim("L").range(Range::NonZero),
            number("length_z").dim("L").range(Range::NonZero),
            number("length").dim("L").range(Range::NonZero),
            marker("ref_marker_id").alias(&["rm_id", "marker_id"]),
            number("radius").dim("L").range(Range::Positive),
            number("xscale").dim("L").range(Range::Positive),
            number("yscale").dim("L").range(Range::Positive),
            number("zscale").dim("L").range(Range::Positive),
            number("radius_x").dim("L").range(Range::Positive),
            number("radius_y").dim("L").range(Range::Positive),
            number("radius_z").dim("L").range(Range::Positive),
            number("xmin").dim("L"),
            number("xmax").dim("L"),
            number("ymin").dim("L"),
            number("ymax").dim("L"),
            number("rangle")
                .alias(&["angle"])
                .dim("θ")
                .default("a whole turn"),
            id("curve_id", &["Reference_ParamCurve"]),
            integer("num_segments").alias(&["seg"]).ignored(DRAWING),
            number("top_radius").dim("L").range(Range::NonNegative),
            number("bottom_radius").dim("L").range(Range::NonNegative),
            word("ends_type", &["OPEN", "CLOSED", "TOP_ONLY", "BOTTOM_ONLY"])
                .default("CLOSED")
                .partial("a solid is taken closed"),
            boolean("is_material_inside").default("TRUE"),
            integer("refinement_level").ignored("shapes are exact here, and solids of files are divided as finely as contacts need"),
            text("color").ignored(DRAWING),
            boolean("hidden").ignored(DRAWING),
            text("file_name").partial(
                "Parasolid text (.x_t, .xmt_txt) and STEP (.step, .stp); STL, OBJ and PLY in the length unit of the model; other files are not read",
            ),
            text("element")
                .partial("names of bodies of a CAD file, separated by commas; files of triangles have one solid"),
        ],
    ],
    content: Content::Anything,
    // Contacts need it.
    phase: 5,
    changes_motion: false,
    build: Some(build),
    ..Element::new(
        "Post_Graphic",
        "A shape on a marker, for contact and for the view.",
        "MotionSolve help, xml-format_82; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let kind = r.text("type");
    let is = |name: &str| kind.eq_ignore_ascii_case(name);
    let marker = if is("BoxDefinedFromCorner") {
        "corner_marker_id"
    } else if is("ParamCurve") || is("Point") || is("Plane") {
        "ref_marker_id"
    } else {
        "center_marker_id"
    };
    let shape = if is("BoxDefinedFromCorner") {
        Shape::BoxFromCorner(extents(r, b)?)
    } else if is("BoxDefinedFromCenter") {
        let lengths = extents(r, b)?;
        if let Some(k) = lengths.iter().position(|x| *x < 0.0) {
            let what = format!("a box about its center has no length {}", lengths[k]);
            let place = r.place(["length_x", "length_y", "length_z"][k]);
            return Err(b.error(r, "xml-out-of-range", place, &what));
        }
        Shape::BoxFromCenter(lengths)
    } else if is("Cylinder") {
        Shape::Cylinder {
            length: value(r, b, "length")?,
            radius: value(r, b, "radius")?,
        }
    } else if is("Frustum") {
        frustum(r, b)?
    } else if is("Sphere") {
        Shape::Ellipsoid([value(r, b, "radius")?; 3])
    } else if is("Ellipsoid") {
        ellipsoid(r, b)?
    } else if is("CircleFromRadius") {
        Shape::Circle {
            radius: value(r, b, "radius")?,
        }
    } else if is("CircleFromMarker") {
        through(r, b)?
    } else if is("ArcFromRadius") {
        arc(r, b)?
    } else if is("ParamCurve") {
        let curve = b.find(r, "curve_id", |m| &m.curves)?;
        Shape::Curve(b.needs(r, curve, "curve_id")?)
    } else if is("Point") {
        Shape::Point
    } else if let (true, Some(ends)) = (is("Plane"), plane(r)) {
        Shape::Plane(ends)
    } else {
        match triangles(r, b) {
            Some(Ok(shape)) => shape,
            found => return other(r, b, found.and_then(Result::err)),
        }
    };
    let marker = b.needed_marker(r, marker)?;
    let graphic = Graphic {
        tag: r.tag(),
        marker: Some(marker),
        shape,
        cavity: r.flag("is_material_inside") == Some(false),
    };
    b.insert(|m| &mut m.graphics, graphic)
}

/// The ends of a plane; one without them is a drawing, which is kept by name.
fn plane(r: &Record) -> Option<[f64; 4]> {
    let [a, b, c, d] = ["xmin", "xmax", "ymin", "ymax"].map(|name| r.number(name));
    Some([a?, b?, c?, d?])
}

fn value(r: &Record, b: &mut Builder, name: &str) -> Built<f64> {
    b.needs(r, r.number(name), name)
}

fn extents(r: &Record, b: &mut Builder) -> Built<[f64; 3]> {
    Ok([
        value(r, b, "length_x")?,
        value(r, b, "length_y")?,
        value(r, b, "length_z")?,
    ])
}

/// Half of the lengths `xscale` to `zscale`, or the half ones `radius_x` to `radius_z`.
fn ellipsoid(r: &Record, b: &mut Builder) -> Built<Shape> {
    const WHOLE: [&str; 3] = ["xscale", "yscale", "zscale"];
    const HALF: [&str; 3] = ["radius_x", "radius_y", "radius_z"];
    let pairs = WHOLE.into_iter().flat_map(|w| HALF.map(|h| (w, h)));
    b.exclusive(r, &pairs.collect::<Vec<_>>())?;
    let by_radii = HALF.iter().any(|h| r.number(h).is_some());
    let (names, part) = if by_radii { (HALF, 1.0) } else { (WHOLE, 0.5) };
    let mut axes = [0.0; 3];
    for (axis, name) in axes.iter_mut().zip(names) {
        *axis = part * value(r, b, name)?;
    }
    Ok(Shape::Ellipsoid(axes))
}

fn frustum(r: &Record, b: &mut Builder) -> Built<Shape> {
    let (bottom, top) = (value(r, b, "bottom_radius")?, value(r, b, "top_radius")?);
    if bottom == 0.0 && top == 0.0 {
        let what = "top_radius and bottom_radius are both 0";
        return Err(b.error(r, "xml-out-of-range", r.place("top_radius"), what));
    }
    Ok(Shape::Frustum {
        length: value(r, b, "length")?,
        bottom,
        top,
    })
}

/// A circle about the center marker through the reference marker.
fn through(r: &Record, b: &mut Builder) -> Built<Shape> {
    let centre = b.needed_marker(r, "center_marker_id")?;
    let through = b.needed_marker(r, "ref_marker_id")?;
    match circle::radius(&b.model, centre, through) {
        Some(radius) => Ok(Shape::Circle { radius }),
        None => {
            let what = "the two markers are no centre and no point of a circle on one body";
            Err(b.error(r, "xml-out-of-range", r.place("ref_marker_id"), what))
        }
    }
}

/// An arc from the x axis; a whole turn is a circle.
fn arc(r: &Record, b: &mut Builder) -> Built<Shape> {
    const TURN: f64 = std::f64::consts::TAU;
    let radius = value(r, b, "radius")?;
    let angle = r.number("rangle").unwrap_or(TURN);
    if angle == 0.0 || angle.abs() > TURN * (1.0 + 1e-6) {
        let what = "an arc is a part of a turn, and not none of it";
        return Err(b.error(r, "xml-out-of-range", r.place("rangle"), what));
    }
    Ok(match angle.abs() > TURN * (1.0 - 1e-6) {
        true => Shape::Circle { radius },
        false => Shape::Arc { radius, angle },
    })
}

/// Triangles of a file, or those of bodies of a CAD file. One that cannot be read is said, and refused by the contact that needs it.
fn triangles(r: &Record, b: &mut Builder) -> Option<Result<Shape, String>> {
    let model = b.model.sources.get(r.span.source).map(|s| s.path.clone());
    let (model, file) = (model.unwrap_or_default(), r.text("file_name"));
    if let Some(found) = solids(r, b, &model, file) {
        return Some(found);
    }
    let found = mesh::read(&model, file)?;
    if let Err(what) = &found {
        b.warning(r, "xml-mesh-file", r.place("file_name"), what);
    }
    Some(found.map(Shape::Mesh))
}

/// Bodies of a CAD file; none if the file has another ending.
fn solids(r: &Record, b: &mut Builder, model: &Path, file: &str) -> Option<Result<Shape, String>> {
    let names = r.text("element").split(',').map(str::trim);
    let wanted = Wanted {
        elements: names.filter(|e| !e.is_empty()).collect(),
        part: None,
        part_name: "",
        resolution: RESOLUTION,
    };
    let answer = b
        .solids
        .solid(model, file, &wanted, Some(&b.model.units.length))?;
    if let Some(list) = answer.list {
        let d = Diagnostic::note("xml-cad-file", r.place("file_name"), list);
        b.reading.push(d);
    }
    Some(match answer.solid {
        Ok(found) => {
            let message = format!("{}: {}", r.who, found.text);
            let d = Diagnostic::note("xml-cad-solid", r.place("file_name"), message);
            b.reading.push(d);
            Ok(Shape::Solid(found.solid))
        }
        Err(trouble) => {
            // models are often published without their files: a note says that the shape is kept by name
            if let Trouble::Unusable(what) = &trouble {
                b.warning(r, "xml-mesh-file", r.place("file_name"), what);
            }
            Err(trouble.text().to_owned())
        }
    })
}

/// A shape that is kept by name, and why its file gives none.
fn other(r: &Record, b: &mut Builder, why: Option<String>) -> Built {
    let kind = r.text("type").to_string();
    if kind.is_empty() {
        let what = "type is empty";
        return Err(b.error(r, "xml-bad-value", r.place("type"), what));
    }
    let message = match &why {
        Some(why) => format!(
            "{}: a shape of the type {kind} is kept by name only: {why}",
            r.who
        ),
        None => format!("{}: a shape of the type {kind} is kept by name only", r.who),
    };
    let d = Diagnostic::note("xml-ignored-element", r.place("type"), message);
    let help = mesh::foreign(r.text("file_name"));
    let help = help.unwrap_or_else(|| "it can be drawn by nothing and touch nothing".into());
    b.reading.push(d.help(help));
    let marker = match b.marker(r, "center_marker_id") {
        Err(Stop::Reported) => return Err(Stop::Reported),
        found => found?.or(b.marker(r, "corner_marker_id")?),
    };
    let graphic = Graphic {
        tag: r.tag(),
        marker,
        shape: Shape::Other(match why {
            Some(why) => format!("{kind} ({why})"),
            None => kind,
        }),
        cavity: r.flag("is_material_inside") == Some(false),
    };
    b.insert(|m| &mut m.graphics, graphic)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};
    use carom_model::graphics::{Graphic, Shape};

    const CURVE: &str = "<Reference_ParamCurve id='7' is_curve_points='TRUE'>0 0 0 1 0 0 2 1 0 3 1 0</Reference_ParamCurve>";

    fn with(attributes: &str) -> String {
        format!("{BODY}<Post_Graphic id='5' {attributes}/>")
    }

    fn graphic(attributes: &str) -> Graphic {
        let m = model_of(&with(attributes));
        find(&m.graphics, 5).clone()
    }

    #[test]
    fn shapes() {
        let box_ = "length_x='1' length_y='2' length_z='3'";
        let g = graphic(&format!(
            "type='BoxDefinedFromCorner' corner_marker_id='20' {box_} color='1:2:3' hidden='FALSE'"
        ));
        assert_eq!(g.shape, Shape::BoxFromCorner([1.0, 2.0, 3.0]));
        assert!(!g.cavity);
        let g = graphic(&format!(
            "type='boxdefinedfromcenter' center_marker_id='20' {box_} is_material_inside='FALSE'"
        ));
        assert_eq!(g.shape, Shape::BoxFromCenter([1.0, 2.0, 3.0]));
        assert!(g.cavity);
        let g = graphic(
            "type='Cylinder' center_marker_id='20' length='-2' radius='3' ends_type='OPEN'",
        );
        let cylinder = Shape::Cylinder {
            length: -2.0,
            radius: 3.0,
        };
        assert_eq!(g.shape, cylinder);
        let g = graphic(
            "type='Frustum' center_marker_id='20' length='2' top_radius='3' bottom_radius='4'",
        );
        let frustum = Shape::Frustum {
            length: 2.0,
            bottom: 4.0,
            top: 3.0,
        };
        assert_eq!(g.shape, frustum);
        let g = graphic("type='CircleFromRadius' center_marker_id='20' radius='0.5'");
        assert_eq!(g.shape, Shape::Circle { radius: 0.5 });
        let g = graphic("type='CircleFromMarker' center_marker_id='20' ref_marker_id='21'");
        assert_eq!(g.shape, Shape::Circle { radius: 1.0 });
        let g = graphic("type='ArcFromRadius' center_marker_id='20' radius='0.5' rangle='-1.5'");
        let arc = Shape::Arc {
            radius: 0.5,
            angle: -1.5,
        };
        assert_eq!(g.shape, arc);
        let g = graphic("type='Point' ref_marker_id='20'");
        assert_eq!(g.shape, Shape::Point);
        let ends = "xmin='-1.' xmax='2.' ymin='-3.' ymax='4.'";
        let g = graphic(&format!("type='Plane' ref_marker_id='20' {ends}"));
        assert_eq!(g.shape, Shape::Plane([-1.0, 2.0, -3.0, 4.0]));
        let m = model_of(
            &(CURVE.to_string() + &with("type='ParamCurve' ref_marker_id='20' curve_id='7'")),
        );
        assert!(matches!(find(&m.graphics, 5).shape, Shape::Curve(_)));
        let m = model_of(&with("type='SPHERE' center_marker_id='21' radius='2.'"));
        let g = find(&m.graphics, 5);
        assert_eq!(g.shape, Shape::Ellipsoid([2.0; 3]));
        assert_eq!(g.marker.map(|k| label(&m.markers, k)), Some(21));
        for sizes in [
            "xscale='2' yscale='4' zscale='6.'",
            "radius_x='1' radius_y='2' radius_z='3'",
        ] {
            let g = graphic(&format!("type='Ellipsoid' center_marker_id='20' {sizes}"));
            assert_eq!(g.shape, Shape::Ellipsoid([1.0, 2.0, 3.0]));
        }
    }

    #[test]
    fn others_are_kept_by_name() {
        let g = graphic("type='Parasolid' file_name='a.x_t'");
        let missing = "Parasolid (the file a.x_t is not in the folder of the model)";
        assert_eq!((g.shape, g.marker), (Shape::Other(missing.into()), None));
        let g = graphic("type='Plane'");
        assert_eq!((g.shape, g.marker), (Shape::Other("Plane".into()), None));
        let mesh = "<Post_Graphic id='5' type='TriaMesh'>1 2 3</Post_Graphic>";
        let m = model_of(mesh);
        assert_eq!(find(&m.graphics, 5).shape, Shape::Other("TriaMesh".into()));
    }

    /// A plate of 40·30·5 with four holes, of a STEP file: one solid with its faces, whose element may be named.
    #[test]
    fn a_solid_of_a_cad_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../carom-cad/tests/data");
        let plate = |more: &str| {
            let units = "<Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>";
            let plate = with(&format!(
                "type='Parasolid' center_marker_id='20' file_name='{folder}/plate.step' refinement_level='3' {more}"
            ));
            let m = model_of(&format!("{units}{plate}"));
            find(&m.graphics, 5).clone()
        };
        let Shape::Solid(solid) = plate("").shape else {
            panic!("the file has one body")
        };
        assert!(solid.primitive.is_none() && solid.facets.tolerance > 0.0);
        // within the tolerance around the holes; of the model's unit, a metre
        let volume = solid.facets.mesh.mass_properties().volume;
        assert!((volume / 5.434_513_322e-6 - 1.0).abs() < 1e-2, "{volume}");
        let Shape::Other(kind) = plate("element='lid'").shape else {
            panic!("there is no such body")
        };
        assert!(kind.contains("plate.step has no body lid"), "{kind}");
    }

    #[test]
    fn triangles_of_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("plate.obj");
        std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("written");
        let file =
            |name: &str| format!("type='Parasolid' center_marker_id='20' file_name='{name}'");
        let found = graphic(&file(&path.display().to_string()));
        let Shape::Mesh(mesh) = found.shape else {
            panic!("{:?}", found.shape)
        };
        assert_eq!(mesh.triangles.len(), 1);
        assert!(found.marker.is_some());
        assert_eq!(names_of(&with(&file("nowhere.stl"))), ["xml-mesh-file"]);
        // a contact that needs it says so, too
        let Shape::Other(kind) = graphic(&file("nowhere.stl")).shape else {
            panic!("there is no such file")
        };
        assert!(
            kind.starts_with("Parasolid (the file nowhere.stl is not in "),
            "{kind}"
        );
        std::fs::write(&path, "v 0 0\n").expect("written");
        let broken = names_of(&with(&file(&path.display().to_string())));
        assert_eq!(broken, ["xml-mesh-file"]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(
            &names("center_marker_id='20' radius='1'"),
            "xml-missing-attribute",
        );
        refused(
            &names("type='Sphere' center_marker_id='20'"),
            "xml-missing-attribute",
        );
        refused(&names("type='Sphere' radius='1'"), "xml-missing-attribute");
        refused(
            &names("type='Sphere' center_marker_id='20' radius='0'"),
            "xml-out-of-range",
        );
        let box_ = "length_x='1' length_y='-2' length_z='3'";
        refused(
            &names(&format!(
                "type='BoxDefinedFromCenter' center_marker_id='20' {box_}"
            )),
            "xml-out-of-range",
        );
        refused(
            &names(
                "type='Frustum' center_marker_id='20' length='2' top_radius='0' bottom_radius='0'",
            ),
            "xml-out-of-range",
        );
        refused(&names("type=''"), "xml-bad-value");
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("post_graphic").graphics.iter().count(), 5);
    }
}
