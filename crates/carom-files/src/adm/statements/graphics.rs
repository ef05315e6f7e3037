//! GRAPHICS: shapes for contact and for the view.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{SHAPES, Statement};
use crate::adm::syntax::{Argument, Label, Range, Syntax, flag, id, ids, integer, number, text};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use crate::common::solids::{RESOLUTION, Trouble, Wanted};
use crate::common::{circle, mesh};
use carom_base::Diagnostic;
use carom_geometry::Refinement;
use carom_model::Graphic;
use carom_model::graphics::Shape;
use std::path::Path;

const DRAWING: &str = "a detail of the drawing";

const TYPES: &[&str] = &[
    "ARC",
    "BOX",
    "CIRCLE",
    "CURVE",
    "CYLINDER",
    "ELLIPSOID",
    "EXTERNAL",
    "EXTRUSION",
    "FORCE",
    "FRUSTUM",
    "LINK",
    "OUTLINE",
    "PLANE",
    "PLATE",
    "POINT",
    "REVOLUTION",
    "SPDP",
    "SPHERE",
    "TORUS",
];

const ARGUMENTS: &[Argument] = &[
    flag("ARC"),
    flag("BOX"),
    flag("CIRCLE"),
    flag("CURVE"),
    flag("CYLINDER"),
    flag("ELLIPSOID"),
    flag("EXTERNAL").partial(
        "solids (Parasolid text, STEP) and triangles (STL, OBJ, PLY) are read; other files are kept by name",
    ),
    flag("EXTRUSION").partial("with its outline in a MATRIX; else kept by name"),
    flag("FORCE"),
    flag("FRUSTUM"),
    flag("LINK").partial("kept by name"),
    ids("OUTLINE", 1, usize::MAX),
    flag("PLANE"),
    flag("PLATE").partial("kept by name"),
    flag("POINT"),
    flag("REVOLUTION").partial("with its outline in a MATRIX; else kept by name"),
    flag("SPDP"),
    flag("SPHERE"),
    flag("TORUS"),
    id("CM"),
    id("RM"),
    id("CORNER"),
    number("X").dim("L"),
    number("Y").dim("L"),
    number("Z").dim("L"),
    number("XSCALE").dim("L").range(Range::NonNegative),
    number("YSCALE").dim("L").range(Range::NonNegative),
    number("ZSCALE").dim("L").range(Range::NonNegative),
    number("LENGTH").dim("L"),
    number("RADIUS").dim("L").range(Range::NonNegative),
    number("TOP").dim("L").range(Range::NonNegative),
    number("BOTTOM").dim("L").range(Range::NonNegative),
    number("MAJOR_RADIUS").dim("L").range(Range::Positive),
    number("MINOR_RADIUS").dim("L").range(Range::Positive),
    number("XMIN").dim("L"),
    number("XMAX").dim("L"),
    number("YMIN").dim("L"),
    number("YMAX").dim("L"),
    number("RANGLE")
        .dim("θ")
        .default("360D")
        .partial("a solid of less than a full turn is kept by name"),
    integer("SIDES").ignored(DRAWING),
    integer("SEG").ignored(DRAWING),
    id("CID"),
    id("CRM"),
    id("MATRIX").partial("the outline of EXTRUSION and REVOLUTION"),
    number("ANGLE")
        .dim("θ")
        .default("360D")
        .partial("a solid of less than a full turn is kept by name"),
    text("FILE").partial(
        "Parasolid text (.x_t, .xmt_txt) and STEP (.step, .stp); STL, OBJ and PLY in the length unit of the dataset; other files are not read",
    ),
    text("ELEMENT").partial("the name of a body of the file; files of triangles have one solid"),
    number("FACETING_TOLERANCE")
        .range(Range::Positive)
        .default("300")
        .partial("of solids: the smallest side of the box around the body by this is the distance of its facets; the larger of this and CONTACT_FACETING_TOLERANCE"),
    text("ETYPE").ignored(DRAWING),
    id("EID").ignored(DRAWING),
    id("EMARKER"),
    id("I"),
    id("J").ignored(DRAWING),
    integer("COILS").ignored(DRAWING),
    number("DA").ignored(DRAWING),
    number("DB").ignored(DRAWING),
    number("DC").ignored(DRAWING),
    number("LA").ignored(DRAWING),
    number("LB").ignored(DRAWING),
    number("LC").ignored(DRAWING),
    number("LD").ignored(DRAWING),
];

/// GRAPHICS
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "GRAPHICS",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial(
            "primitive solids, extrusions, revolutions, triangles of files, planes, points, circles, arcs and curves; the others are kept by name",
        ),
        text: "A shape on a marker, for contact and for the view.",
        source: "Adams Solver help, GRAPHICS; scales of ELLIPSOID as the public free-fall model has them",
        arguments: ARGUMENTS,
    },
    SHAPES,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    let name = b.one_of(r, TYPES, "a type")?;
    let shape = match name {
        "BOX" => Shape::BoxFromCorner(b.numbers(r, name, ["X", "Y", "Z"])?),
        "CYLINDER" => {
            let [length, radius] = b.numbers(r, name, ["LENGTH", "RADIUS"])?;
            Shape::Cylinder { length, radius }
        }
        // Scales are whole axes.
        "ELLIPSOID" => {
            let scales = b.numbers(r, name, ["XSCALE", "YSCALE", "ZSCALE"])?;
            Shape::Ellipsoid(scales.map(|s| 0.5 * s))
        }
        "FRUSTUM" => {
            let [length, bottom, top] = b.numbers(r, name, ["LENGTH", "BOTTOM", "TOP"])?;
            Shape::Frustum {
                length,
                bottom,
                top,
            }
        }
        "PLANE" => Shape::Plane(b.numbers(r, name, ["XMIN", "XMAX", "YMIN", "YMAX"])?),
        "POINT" => Shape::Point,
        "SPHERE" => {
            let [radius] = b.numbers(r, name, ["RADIUS"])?;
            Shape::Ellipsoid([radius; 3])
        }
        "TORUS" => {
            let [major, minor] = b.numbers(r, name, ["MAJOR_RADIUS", "MINOR_RADIUS"])?;
            Shape::Torus { major, minor }
        }
        "CIRCLE" if r.args.has("RADIUS") => {
            let [radius] = b.numbers(r, name, ["RADIUS"])?;
            Shape::Circle { radius }
        }
        "CIRCLE" => through(r, b)?,
        "ARC" if r.args.has("RADIUS") => {
            let [radius] = b.numbers(r, name, ["RADIUS"])?;
            arc(radius, r.args.number("RANGLE"))
        }
        "CURVE" => {
            let curve = b.find(r, "CID", "CURVE", |m| &m.curves)?;
            Shape::Curve(b.needs(r, curve, "CID")?)
        }
        "EXTERNAL" => external(r, b),
        "EXTRUSION" | "REVOLUTION" if r.args.has("MATRIX") => outlined(r, b, name)?,
        other => Shape::Other(other.to_string()),
    };
    // A slice of a solid of revolution is another solid.
    let whole = |turn: f64| (turn.abs() - std::f64::consts::TAU).abs() < 1e-6;
    let revolved = matches!(name, "CYLINDER" | "FRUSTUM" | "TORUS" | "REVOLUTION");
    let angle = if name == "REVOLUTION" {
        "ANGLE"
    } else {
        "RANGLE"
    };
    let shape = match r.args.number(angle) {
        Some(turn) if revolved && !whole(turn) => {
            Shape::Other(format!("{name} of a part of a turn"))
        }
        _ => shape,
    };
    let argument = marker_argument(name);
    let marker = b.marker(r, argument)?;
    // An outline lies on several markers, other drawings may have none.
    if !matches!(shape, Shape::Other(_)) {
        b.needs(r, marker, argument)?;
    }
    if name == "OUTLINE" {
        b.elements(r, "OUTLINE", "MARKER", |m| &m.markers)?;
    }
    let graphic = Graphic {
        tag: r.tag(),
        marker,
        shape,
        cavity: false,
    };
    insert(&mut b.model.graphics, graphic)
}

/// The argument with the marker that a graphic lies on.
fn marker_argument(name: &str) -> &'static str {
    match name {
        "ARC" | "CIRCLE" | "CYLINDER" | "ELLIPSOID" | "FRUSTUM" | "SPHERE" | "TORUS" => "CM",
        "BOX" => "CORNER",
        "CURVE" => "CRM",
        "FORCE" => "EMARKER",
        "SPDP" => "I",
        _ => "RM",
    }
}

/// A circle about CM through RM.
fn through(r: &Record, b: &mut Builder) -> Built<Shape> {
    let [centre, through] = ["CM", "RM"].map(|name| b.marker(r, name));
    let radius = match (centre?, through?) {
        (Some(centre), Some(through)) => circle::radius(&b.model, centre, through),
        _ => None,
    };
    Ok(match radius {
        Some(radius) => Shape::Circle { radius },
        None => Shape::Other("CIRCLE".into()),
    })
}

/// An arc; a whole turn is a circle, and no turn nothing.
fn arc(radius: f64, angle: Option<f64>) -> Shape {
    const TURN: f64 = std::f64::consts::TAU;
    match angle.unwrap_or(TURN) {
        0.0 => Shape::Other("ARC".into()),
        angle if radius == 0.0 || angle.abs() > TURN * (1.0 + 1e-6) => Shape::Other("ARC".into()),
        angle if angle.abs() > TURN * (1.0 - 1e-6) => Shape::Circle { radius },
        angle => Shape::Arc { radius, angle },
    }
}

/// A solid whose outline is the rows x, y, z of a matrix, on the axes of RM: in a plane of equal z, extruded along z; or turned about z.
/// The help says no more than that; a note tells what is made of it.
fn outlined(r: &Record, b: &mut Builder, name: &str) -> Built<Shape> {
    let matrix = b.find(r, "MATRIX", "MATRIX", |m| &m.matrices)?;
    let matrix = b.needs(r, matrix, "MATRIX")?;
    let matrix = &b.model.matrices[matrix];
    let tag = matrix.tag.to_string();
    let rows: Vec<Vec<f64>> = (0..matrix.rows).map(|k| matrix.row(k).to_vec()).collect();
    let refused =
        |b: &mut Builder, what: &str| Err(b.error(r, "adm-outline", r.place("MATRIX"), what));
    if matrix.columns != 3 {
        let what =
            format!("the corners of an outline are rows x, y, z, and {tag} has not three columns");
        return refused(b, &what);
    }
    let (shape, taken) = if name == "EXTRUSION" {
        if rows.iter().any(|p| p[2] != 0.0) {
            let what = format!(
                "the outline of an extrusion lies in the plane z = 0 of RM, and {tag} does not"
            );
            return refused(b, &what);
        }
        let length = b.needs(r, r.args.number("LENGTH"), "LENGTH")?;
        let outline = rows.iter().map(|p| [p[0], p[1]]).collect();
        (
            Shape::Extrusion { outline, length },
            "taken as extruded along z of RM",
        )
    } else {
        let outline = rows.iter().map(|p| [p[0].hypot(p[1]), p[2]]).collect();
        (
            Shape::Revolution { outline },
            "taken as turned about z of RM",
        )
    };
    if let Some(Err(e)) = shape.triangles(Refinement::COARSE) {
        return refused(b, &format!("{tag}: {e}"));
    }
    let d = Diagnostic::note(
        "adm-outline",
        r.span,
        format!("{}: the outline {tag} is {taken}", r.who),
    );
    b.reading.push(d);
    Ok(shape)
}

/// Triangles of a file, or those of a body of a CAD file. A file that cannot be read is said, and refused by the contact that needs it.
fn external(r: &Record, b: &mut Builder) -> Shape {
    let dataset = b.model.sources.get(r.span.source).map(|s| s.path.clone());
    let (dataset, file) = (dataset.unwrap_or_default(), r.args.file("FILE"));
    if let Some(shape) = solid(r, b, &dataset, file) {
        return shape;
    }
    match mesh::read(&dataset, file) {
        None => {
            if let Some(what) = mesh::foreign(file) {
                let message = format!("{}: {what}", r.who);
                let d = Diagnostic::note("adm-mesh-file", r.place("FILE"), message);
                b.reading.push(d);
            }
            Shape::Other("EXTERNAL".into())
        }
        Some(Ok(mesh)) => Shape::Mesh(mesh),
        Some(Err(what)) => {
            b.warning(r, "adm-mesh-file", r.place("FILE"), &what);
            // a contact that needs it says so, too
            Shape::Other(format!("EXTERNAL ({what})"))
        }
    }
}

/// A body of a CAD file; none if the file has another ending. Which of two tolerances Adams takes is not documented: it is the finer.
fn solid(r: &Record, b: &mut Builder, dataset: &Path, file: &str) -> Option<Shape> {
    let part = b
        .marker(r, "RM")
        .ok()
        .flatten()
        .map(|m| b.model.markers[m].part);
    let tag = part.map(|p| b.model.parts[p].tag.clone());
    let given = [r.args.number("FACETING_TOLERANCE"), b.faceting];
    let finest = given.into_iter().flatten().reduce(f64::max);
    let wanted = Wanted {
        elements: Some(r.args.text("ELEMENT"))
            .filter(|e| !e.is_empty())
            .into_iter()
            .collect(),
        part: tag.as_ref().map(|t| t.label),
        part_name: tag.as_ref().map_or("", |t| &t.name),
        resolution: finest.unwrap_or(RESOLUTION),
    };
    let answer = b
        .solids
        .solid(dataset, file, &wanted, Some(&b.model.units.length))?;
    if let Some(list) = answer.list {
        let d = Diagnostic::note("adm-cad-file", r.place("FILE"), list);
        b.reading.push(d);
    }
    Some(match answer.solid {
        Ok(found) => {
            let message = format!("{}: {}", r.who, found.text);
            let place = if r.args.has("ELEMENT") {
                r.place("ELEMENT")
            } else {
                r.place("FILE")
            };
            b.reading
                .push(Diagnostic::note("adm-cad-solid", place, message));
            Shape::Solid(found.solid)
        }
        Err(trouble) => {
            let message = format!("{}: {}", r.who, trouble.text());
            let d = match trouble {
                // decks are often published without their file
                Trouble::Missing(_) => Diagnostic::note("adm-mesh-file", r.place("FILE"), message)
                    .help("the shape can touch nothing"),
                Trouble::Unusable(_) => {
                    Diagnostic::warning("adm-mesh-file", r.place("FILE"), message)
                }
            };
            b.reading.push(d);
            Shape::Other(format!("EXTERNAL ({})", trouble.text()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse, unsupported};

    fn shape(text: &str) -> Shape {
        let m = accept(&format!("GRAPHICS/5, {text}"));
        m.graphics[find(&m.graphics, 5)].shape.clone()
    }

    #[test]
    fn solids() {
        assert_eq!(
            shape("BOX, CORNER=1, X=50, Y=-50, Z=200"),
            Shape::BoxFromCorner([50.0, -50.0, 200.0])
        );
        assert_eq!(
            shape("CYLINDER, CM=1, LENGTH=0.8, RADIUS=0.05, SIDES=12, SEG=12"),
            Shape::Cylinder {
                length: 0.8,
                radius: 0.05
            }
        );
        // XSCALE is the diameter
        assert_eq!(
            shape("ELLIPSOID, CM=1, XSCALE=1, YSCALE=2, ZSCALE=3"),
            Shape::Ellipsoid([0.5, 1.0, 1.5])
        );
        assert_eq!(shape("SPHERE, CM=1, RADIUS=2"), Shape::Ellipsoid([2.0; 3]));
        assert_eq!(
            shape("FRUSTUM, CM=1, LENGTH=1, TOP=2, BOTTOM=3"),
            Shape::Frustum {
                length: 1.0,
                bottom: 3.0,
                top: 2.0
            }
        );
        assert_eq!(
            shape("TORUS, CM=1, MAJOR=2, MINOR=1"),
            Shape::Torus {
                major: 2.0,
                minor: 1.0
            }
        );
        assert_eq!(
            shape("PLANE, RM=1, XMIN=-1, XMAX=1, YMIN=-2, YMAX=2"),
            Shape::Plane([-1.0, 1.0, -2.0, 2.0])
        );
        assert_eq!(shape("POINT, RM=1"), Shape::Point);
        assert_eq!(
            shape("CIRCLE, CM=1, RADIUS=2, SEG=12"),
            Shape::Circle { radius: 2.0 }
        );
        assert_eq!(
            shape("ARC, CM=1, RADIUS=2, RANGLE=-90D, SEG=12"),
            Shape::Arc {
                radius: 2.0,
                angle: -std::f64::consts::FRAC_PI_2
            }
        );
        let m = accept(
            "MARKER/7, PART=1, QP=1,3,4\nMARKER/8, PART=1, QP=1,0,0\nGRAPHICS/5, CIRCLE, CM=8, RM=7",
        );
        let by_marker = &m.graphics[find(&m.graphics, 5)].shape;
        assert_eq!(*by_marker, Shape::Circle { radius: 3.0 });
        assert_eq!(shape("ARC, CM=1, RADIUS=2"), Shape::Circle { radius: 2.0 });
        let curve = "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 2,1,0, 3,1,0\n\
            GRAPHICS/5, CURVE, CID=3, CRM=1, SEG=10\nCURVE/3, MATRIX=1, CURVE_POINTS";
        let m = accept(curve);
        let found = &m.graphics[find(&m.graphics, 5)];
        assert_eq!(found.shape, Shape::Curve(find(&m.curves, 3)));
    }

    #[test]
    fn drawings_are_kept_by_name() {
        for (text, name) in [
            ("FORCE, ETYPE=SFORCE, EID=1, EMARKER=1", "FORCE"),
            ("SPDP, I=1, J=1, COILS=10, DA=0.4", "SPDP"),
            ("OUTLINE = 1, 1, 1", "OUTLINE"),
            ("ARC, CM=1, RADIUS=2, RANGLE=0", "ARC"),
            // of no radius
            ("CIRCLE, CM=1, RM=1, SEG=12", "CIRCLE"),
            (
                "EXTERNAL, RM=1, FILE=a.shl, ELEMENT=S1, FACETING=300.0",
                "EXTERNAL",
            ),
        ] {
            assert_eq!(shape(text), Shape::Other(name.into()));
        }
    }

    #[test]
    fn slices_are_kept_by_name() {
        let rod = "CYLINDER, CM=1, LENGTH=1, RADIUS=1";
        let slice = shape(&format!("{rod}, RANGLE=90D"));
        assert_eq!(slice, Shape::Other("CYLINDER of a part of a turn".into()));
        assert_eq!(shape(rod), shape(&format!("{rod}, RANGLE=360D")));
    }

    #[test]
    fn outlines() {
        let noted = |matrix: &str, text: &str| {
            let deck = format!("{matrix}\nGRAPHICS/5, {text}");
            let m = accept(&deck);
            m.graphics[find(&m.graphics, 5)].shape.clone()
        };
        let matrix = "MATRIX/1, FULL=RORDER, ROWS=3, COLUMNS=3, VALUES=1,0,0, 3,0,0, 1,0,2";
        assert_eq!(
            noted(matrix, "REVOLUTION, RM=1, MATRIX=1"),
            Shape::Revolution {
                outline: vec![[1.0, 0.0], [3.0, 0.0], [1.0, 2.0]]
            }
        );
        let slice = noted(matrix, "REVOLUTION, RM=1, MATRIX=1, ANGLE=90D");
        assert_eq!(slice, Shape::Other("REVOLUTION of a part of a turn".into()));
        let flat = matrix.replace("1,0,2", "1,2,0");
        assert_eq!(
            noted(&flat, "EXTRUSION, RM=1, MATRIX=1, LENGTH=-4"),
            Shape::Extrusion {
                outline: vec![[1.0, 0.0], [3.0, 0.0], [1.0, 2.0]],
                length: -4.0
            }
        );
        // a profile in another form is not guessed
        assert_eq!(
            shape("EXTRUSION, RM=1, LENGTH=4"),
            Shape::Other("EXTRUSION".into())
        );
        let refused = |matrix: &str, text: &str| {
            refuse(&format!("{matrix}\nGRAPHICS/5, {text}"), &["adm-outline"]);
        };
        refused(matrix, "EXTRUSION, RM=1, MATRIX=1, LENGTH=4");
        refused(&flat, "EXTRUSION, RM=1, MATRIX=1, LENGTH=0");
        refused(
            &flat.replace("3,0,0", "1,1,0"),
            "EXTRUSION, RM=1, MATRIX=1, LENGTH=4",
        );
    }

    #[test]
    fn triangles_of_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("plate.stl");
        let corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]];
        let vertex = |v: &[i32; 3]| format!("vertex {} {} {}\n", v[0], v[1], v[2]);
        let loops: String = corners.iter().map(vertex).collect();
        let text = format!(
            "solid s\nfacet normal 0 0 1\nouter loop\n{loops}endloop\nendfacet\nendsolid s\n"
        );
        std::fs::write(&path, text).expect("written");
        let shape = shape(&format!("EXTERNAL, RM=1, FILE={}", path.display()));
        let Shape::Mesh(mesh) = shape else {
            panic!("{shape:?}")
        };
        assert_eq!(mesh.triangles.len(), 1);
        let foreign = "GRAPHICS/5, EXTERNAL, RM=1, FILE=gear.shl, ELEMENT=S1";
        let text = crate::adm::testing::told(foreign);
        assert!(
            text.contains("gear.shl is a shell file of Adams View, which is not read")
                && text.contains("STL, OBJ or PLY"),
            "{text}"
        );
        let missing = "GRAPHICS/5, EXTERNAL, RM=1, FILE=nowhere.stl";
        crate::adm::testing::warn(missing, &["adm-mesh-file"]);
    }

    #[test]
    fn refused() {
        refuse("GRAPHICS/5, CM=1, LENGTH=1", &["adm-missing-argument"]);
        refuse(
            "GRAPHICS/5, BOX, CORNER=1, X=1, Y=1",
            &["adm-missing-argument"],
        );
        refuse("GRAPHICS/5, BOX, X=1, Y=1, Z=1", &["adm-missing-argument"]);
        refuse(
            "GRAPHICS/5, BOX, TORUS, CM=1",
            &["adm-conflicting-arguments"],
        );
        refuse("GRAPHICS/5, POINT, RM=9", &["adm-unknown-element"]);
        refuse("GRAPHICS/5, OUTLINE=1,9", &["adm-unknown-element"]);
        refuse("GRAPHICS/5, SPHERE, CM=1, RADIUS=-1", &["adm-out-of-range"]);
        let m = unsupported(
            "MARKER/7, FE_PART=1\nGRAPHICS/5, POINT, RM=7",
            &["MARKER/7", "GRAPHICS/5"],
        );
        assert!(!m.unsupported[1].changes_motion);
    }
}
