//! The `StepMap`: entities, their components and the numbers of these.

use crate::results::unit_names::xrf;
use carom_base::Units;
use carom_model::output::{Request, RequestKind, Standard};
use carom_model::run::Layout;
use carom_model::{Element, Model, PartKind, Table, Tag};

/// One `Entity` of the map.
pub struct Entity {
    /// Name of the result set.
    pub name: String,
    /// What it belongs to; time belongs to nothing.
    pub object: Option<Object>,
    /// Its components.
    pub components: Vec<Component>,
}

/// The element behind an entity.
pub struct Object {
    /// Its name.
    pub name: String,
    /// Type as result files spell it.
    pub kind: &'static str,
    /// Its label.
    pub label: u32,
}

/// One `Component` of an entity.
pub struct Component {
    /// `X`, `FX`, `Q`.
    pub name: String,
    /// Empty where the component has no unit.
    pub unit: String,
    /// Its number, from 1.
    pub id: usize,
}

/// The map with what the writer of steps needs.
pub struct Map {
    /// In the order of the file.
    pub entities: Vec<Entity>,
    /// How the values after time are grouped into lines.
    pub lines: Vec<usize>,
}

/// Dimension of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Time,
    Length,
    Angle,
    Velocity,
    Rate,
    Acceleration,
    RateOfRate,
    Force,
    Torque,
    Unknown,
}

use Quantity::{
    Acceleration, Angle, Force, Length, Rate, RateOfRate, Time, Torque, Unknown, Velocity,
};

/// A compound unit of the model: `inch/sec**2`, `newton-meter`.
fn unit(units: &Units, kind: Quantity) -> String {
    let (l, t, f) = (xrf(&units.length), xrf(&units.time), xrf(&units.force));
    match kind {
        Time => t.to_owned(),
        Length => l.to_owned(),
        Angle => "rad".to_owned(),
        Velocity => format!("{l}/{t}"),
        Rate => format!("rad/{t}"),
        Acceleration => format!("{l}/{t}**2"),
        RateOfRate => format!("rad/{t}**2"),
        Force => f.to_owned(),
        Torque => format!("{f}-{l}"),
        Unknown => String::new(),
    }
}

const PART: [[(&str, Quantity); 6]; 3] = [
    [
        ("X", Length),
        ("Y", Length),
        ("Z", Length),
        ("PSI", Angle),
        ("THETA", Angle),
        ("PHI", Angle),
    ],
    [
        ("VX", Velocity),
        ("VY", Velocity),
        ("VZ", Velocity),
        ("WX", Rate),
        ("WY", Rate),
        ("WZ", Rate),
    ],
    [
        ("ACCX", Acceleration),
        ("ACCY", Acceleration),
        ("ACCZ", Acceleration),
        ("WDX", RateOfRate),
        ("WDY", RateOfRate),
        ("WDZ", RateOfRate),
    ],
];

const FORCE: [(&str, Quantity); 6] = [
    ("FX", Force),
    ("FY", Force),
    ("FZ", Force),
    ("TX", Torque),
    ("TY", Torque),
    ("TZ", Torque),
];

/// Builds the map of a model.
pub fn entities(model: &Model, layout: &Layout) -> Map {
    let mut b = Builder {
        model,
        next: 1,
        map: Map {
            entities: Vec::new(),
            lines: Vec::new(),
        },
    };
    b.add("time", None, &[("TIME", Time)]);
    b.map.lines.clear(); // the line of time comes by itself
    b.parts(layout);
    for name in layout.joints.iter().chain(&layout.forces) {
        b.force(name);
    }
    for &label in &layout.contacts {
        let name = find_name(&model.contacts, label, "CONTACT");
        b.plain(name, "Contact", label, &FORCE[..3]);
    }
    for &label in &layout.variables {
        let name = find_name(&model.variables, label, "VARIABLE");
        b.plain(name, "ADAMS_Variable", label, &[("Q", Unknown)]);
    }
    for &label in &layout.diffs {
        let name = find_name(&model.diffs, label, "DIFF");
        let components = [("Q", Unknown), ("QDOT", Unknown)];
        b.plain(name, "ADAMS_Differential_Equation", label, &components);
    }
    for &label in &layout.requests {
        b.request(label);
    }
    b.map
}

struct Builder<'a> {
    model: &'a Model,
    next: usize,
    map: Map,
}

impl Builder<'_> {
    fn component(&mut self, name: &str, quantity: Quantity) -> Component {
        self.next += 1;
        Component {
            name: name.to_owned(),
            unit: unit(&self.model.units, quantity),
            id: self.next - 1,
        }
    }

    fn add(&mut self, name: &str, object: Option<Object>, components: &[(&str, Quantity)]) {
        let components: Vec<_> = components
            .iter()
            .map(|(n, q)| self.component(n, *q))
            .collect();
        self.map.lines.push(components.len());
        self.map.entities.push(Entity {
            name: name.to_owned(),
            object,
            components,
        });
    }

    fn plain(&mut self, name: String, kind: &'static str, label: u32, c: &[(&str, Quantity)]) {
        let object = Object {
            name: name.clone(),
            kind,
            label,
        };
        self.add(&name, Some(object), c);
    }

    /// Positions of all parts come first, then velocities, then accelerations.
    fn parts(&mut self, layout: &Layout) {
        let first = self.map.entities.len();
        for &p in &layout.bodies {
            let part = &self.model.parts[p];
            let name = name_of(&part.tag, "PART");
            let kind = match part.kind {
                PartKind::Point => "Point_Mass",
                PartKind::Ground | PartKind::Rigid => "Part",
            };
            self.map.entities.push(Entity {
                name: format!("{name}_XFORM"),
                object: Some(Object {
                    name,
                    kind,
                    label: part.tag.label,
                }),
                components: Vec::new(),
            });
        }
        for quantity in PART {
            for k in 0..layout.bodies.len() {
                for (name, q) in quantity {
                    let c = self.component(name, q);
                    self.map.entities[first + k].components.push(c);
                }
                self.map.lines.push(quantity.len());
            }
        }
    }

    /// `full` is `JOINT/3`.
    fn force(&mut self, full: &str) {
        // A force with several places says at which: `NFORCE/3 at MARKER/21`.
        let (full, place) = full.split_once(" at ").unwrap_or((full, ""));
        let (statement, label) = full.split_once('/').unwrap_or((full, "0"));
        let label = label.parse().unwrap_or(0);
        let kind = match statement {
            "JOINT" | "Constraint_Joint" => "Joint",
            "JPRIM" | "Constraint_Jprim" => "Joint_Primitive",
            "MOTION" | "Motion_Joint" | "Motion_Marker" => "Motion",
            "SFORCE" | "Force_Scalar_TwoBody" => "Single_Component_Force",
            "VFORCE" => "Vector_Force",
            "VTORQUE" => "Vector_Torque",
            "GFORCE" => "General_Force",
            "SPRINGDAMPER" | "Force_SpringDamper" => "Spring_Damper",
            "BUSHING" | "Force_Bushing" => "Bushing",
            "BEAM" | "Force_Beam" => "Beam",
            "FIELD" | "Force_Field" => "Field",
            "CONTACT" | "Force_Contact" => "Contact",
            "FRICTION" | "Force_JointFriction" => "Friction",
            "GCON" => "General_Constraint",
            "COUPLER" | "Constraint_Coupler" => "Coupler",
            "GEAR" | "Constraint_Gear" => "Gear",
            "PTCV" | "Constraint_PTCV" => "Point_Curve",
            "CVCV" | "Constraint_CVCV" => "Curve_Curve",
            _ => "Force",
        };
        let name = find_tag(self.model, full).map_or_else(
            || format!("{statement}_{label}"),
            |tag| name_of(tag, tag.statement),
        );
        let name = match place {
            "" => name,
            _ => format!("{name}_{}", place.replace('/', "_")),
        };
        self.plain(name, kind, label, &FORCE);
    }

    fn request(&mut self, label: u32) {
        // The type word is spelled so in the files themselves.
        let name = find_name(&self.model.requests, label, "REQUST");
        let request = self.model.requests.find(label);
        let columns = titles(request.map(|id| &self.model.requests[id]));
        let components: Vec<_> = columns.iter().map(|(n, q)| (n.as_str(), *q)).collect();
        self.plain(name, "Request", label, &components);
    }
}

/// The eight columns of a request: titles of the deck, else `MAG X Y Z RMAG R1 R2 R3`, `U1` ... `U8` for functions.
fn titles(request: Option<&Request>) -> Vec<(String, Quantity)> {
    let quantities = match request.map(|r| &r.kind) {
        Some(RequestKind::Standard { which, .. }) => match which {
            Standard::Displacement => [Length, Angle],
            Standard::Velocity => [Velocity, Rate],
            Standard::Acceleration => [Acceleration, RateOfRate],
            Standard::Force => [Force, Torque],
        },
        Some(RequestKind::Element(_)) => [Force, Torque],
        Some(RequestKind::Functions(_) | RequestKind::User(_)) | None => [Unknown, Unknown],
    };
    let given = |k: usize| {
        let title = request.and_then(|r| r.titles.get(k));
        title.filter(|t| !t.is_empty()).cloned()
    };
    let standard = ["MAG", "X", "Y", "Z", "RMAG", "R1", "R2", "R3"];
    (0..8)
        .map(|k| {
            let name = given(k).unwrap_or_else(|| match quantities[0] {
                Unknown => format!("U{}", k + 1),
                _ => standard[k].to_owned(),
            });
            (name, quantities[k / 4])
        })
        .collect()
}

fn name_of(tag: &Tag, statement: &str) -> String {
    if tag.name.is_empty() {
        format!("{statement}_{}", tag.label)
    } else {
        tag.name.clone()
    }
}

fn find_name<T: Element>(table: &Table<T>, label: u32, statement: &str) -> String {
    table.find(label).map_or_else(
        || format!("{statement}_{label}"),
        |id| name_of(table[id].tag(), statement),
    )
}

/// The tag of a constraint or force that prints as `full`.
fn find_tag<'a>(m: &'a Model, full: &str) -> Option<&'a Tag> {
    fn among<'a, T: Element>(table: &'a Table<T>, full: &str) -> Option<&'a Tag> {
        let mut tags = table.iter().map(Element::tag);
        tags.find(|tag| tag.to_string() == full)
    }
    None.or_else(|| among(&m.joints, full))
        .or_else(|| among(&m.primitives, full))
        .or_else(|| among(&m.motions, full))
        .or_else(|| among(&m.general_constraints, full))
        .or_else(|| among(&m.user_constraints, full))
        .or_else(|| among(&m.couplers, full))
        .or_else(|| among(&m.gears, full))
        .or_else(|| among(&m.points_on_curves, full))
        .or_else(|| among(&m.curves_on_curves, full))
        .or_else(|| among(&m.scalar_forces, full))
        .or_else(|| among(&m.vector_forces, full))
        .or_else(|| among(&m.vector_torques, full))
        .or_else(|| among(&m.general_forces, full))
        .or_else(|| among(&m.spring_dampers, full))
        .or_else(|| among(&m.bushings, full))
        .or_else(|| among(&m.beams, full))
        .or_else(|| among(&m.fields, full))
        .or_else(|| among(&m.multi_points, full))
        .or_else(|| among(&m.penalties, full))
        .or_else(|| among(&m.contacts, full))
        .or_else(|| among(&m.frictions, full))
}
