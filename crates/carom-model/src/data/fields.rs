//! The values that fields are made of.

use super::field::{Field, Listed};
use super::node::{Entries, Node, Value, is_nothing};
use super::reading::Reading;
use super::scaling::{Of, Scaling};
use super::table_fields::Flag;
use crate::constraint::{Freedom, Function, UserFunction};
use crate::table::Id;
use crate::{JointId, MarkerId, Model, PartId};
use carom_base::dimension::symbols::{L, ONE, T};
use carom_base::{Mat3, Span, Vec3};
use carom_expr::spline::{Beyond, SplineTable};
use carom_expr::{Expression, Input};
use carom_geometry::{Faceted, Mesh};
use carom_laws::friction::{Effect, LuGre, StickSlip};
use std::sync::Arc;

impl Field for f64 {
    fn write(&self, _: &Model) -> Option<Value> {
        Some(Value::Number(*self))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let x = match node.value {
            Value::Number(x) => x,
            // Whole numbers below 2⁵³ are numbers, too.
            Value::Integer(n) => n as f64,
            _ => return reading.wrong(node, "a number"),
        };
        if !x.is_finite() {
            let what = format!("{x} is no finite number");
            reading.error("toml-bad-value", node.span, what);
            return None;
        }
        Some(x)
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        by.number(self, of);
    }
}

impl Field for bool {
    fn write(&self, _: &Model) -> Option<Value> {
        self.then_some(Value::Flag(true))
    }
    fn item(&self, _: &Model) -> Value {
        Value::Flag(*self)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        Flag::read(node, reading).map(|f| f.0)
    }
    fn absent() -> Option<Self> {
        Some(false)
    }
}

macro_rules! whole {
    ($($t:ty),+) => {$(
        impl Field for $t {
            fn write(&self, _: &Model) -> Option<Value> {
                Some(Value::Integer(*self as i64))
            }
            fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
                let n = match node.value {
                    Value::Integer(n) => Self::try_from(n).ok(),
                    _ => return reading.wrong(node, "a whole number"),
                };
                if n.is_none() {
                    reading.error("toml-bad-value", node.span, "the number is out of range");
                }
                n
            }
        }
    )+};
}
whole!(u32, usize);

impl Field for String {
    fn write(&self, _: &Model) -> Option<Value> {
        (!self.is_empty()).then(|| Value::text(self))
    }
    fn item(&self, _: &Model) -> Value {
        Value::text(self)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        reading.text(node).map(str::to_owned)
    }
    fn absent() -> Option<Self> {
        Some(String::new())
    }
}

/// Places belong to the text that was read.
impl Field for Span {
    fn write(&self, _: &Model) -> Option<Value> {
        None
    }
    fn read(node: &Node, _: &mut Reading) -> Option<Self> {
        Some(node.span)
    }
    fn absent() -> Option<Self> {
        Some(Self::NONE)
    }
}

impl<F: Field> Field for Option<F> {
    fn write(&self, model: &Model) -> Option<Value> {
        self.as_ref().map(|f| f.item(model))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        match is_nothing(node) {
            true => Some(None),
            false => F::read(node, reading).map(Some),
        }
    }
    fn absent() -> Option<Self> {
        Some(None)
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        if let Some(f) = self {
            f.scale(by, of);
        }
    }
}

impl<F: Field> Field for Box<F> {
    fn write(&self, model: &Model) -> Option<Value> {
        F::write(self, model)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        F::read(node, reading).map(Box::new)
    }
    fn absent() -> Option<Self> {
        F::absent().map(Box::new)
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        F::scale(self, by, of);
    }
}

fn scale_list<F: Field>(list: &mut [F], by: &mut Scaling, of: &Of) {
    let n = list.len();
    for (k, f) in list.iter_mut().enumerate() {
        f.scale(by, &of.at(k, n));
    }
}

fn write_list<F: Field>(list: &[F], model: &Model) -> Value {
    Value::list(list.iter().map(|f| Some(f.item(model))))
}

fn read_list<F: Field>(node: &Node, reading: &mut Reading) -> Option<Vec<F>> {
    let items = reading.list(node)?;
    // All of them are read, so that all that is wrong is told.
    let read: Vec<Option<F>> = items.iter().map(|item| F::read(item, reading)).collect();
    read.into_iter().collect()
}

impl<F: Field> Field for Vec<F> {
    fn write(&self, model: &Model) -> Option<Value> {
        (!self.is_empty()).then(|| write_list(self, model))
    }
    fn item(&self, model: &Model) -> Value {
        write_list(self, model)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        read_list(node, reading)
    }
    fn absent() -> Option<Self> {
        Some(Self::new())
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        scale_list(self, by, of);
    }
}

impl<F: Field, const N: usize> Field for [F; N] {
    fn write(&self, model: &Model) -> Option<Value> {
        let said = self.iter().any(|f| f.write(model).is_some());
        said.then(|| write_list(self, model))
    }
    fn item(&self, model: &Model) -> Value {
        write_list(self, model)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let list = read_list(node, reading)?;
        let count = list.len();
        let array = Self::try_from(list).ok();
        if array.is_none() {
            let what = format!("the list has {count} items in place of {N}");
            reading.error("toml-wrong-count", node.span, what);
        }
        array
    }
    fn absent() -> Option<Self> {
        let list: Option<Vec<F>> = (0..N).map(|_| F::absent()).collect();
        Self::try_from(list?).ok()
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        scale_list(self, by, of);
    }
}

impl Field for Vec3 {
    fn write(&self, model: &Model) -> Option<Value> {
        <[f64; 3]>::from(*self).write(model)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        <[f64; 3]>::read(node, reading).map(Self::from)
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        let mut list = <[f64; 3]>::from(*self);
        list.scale(by, of);
        *self = Self::from(list);
    }
}

/// Rows.
impl Field for Mat3 {
    fn write(&self, model: &Model) -> Option<Value> {
        let rows: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| self[(i, j)]));
        rows.write(model)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let [a, b, c] = <[[f64; 3]; 3]>::read(node, reading)?;
        Some(Self::new(
            a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2],
        ))
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        for i in 0..3 {
            for j in 0..3 {
                by.number(&mut self[(i, j)], of);
            }
        }
    }
}

/// The label; where another element of the table has it, too, `STATEMENT/label`.
impl<E: Listed> Field for Id<E> {
    fn write(&self, model: &Model) -> Option<Value> {
        let table = E::table(model);
        let tag = table[*self].tag();
        Some(match table.find(tag.label) == Some(*self) {
            true => Value::Integer(tag.label.into()),
            false => Value::text(tag.to_string()),
        })
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        reading.find(E::ROW, node).map(|k| Self::new(k as usize))
    }
}

impl Field for Expression {
    fn write(&self, _: &Model) -> Option<Value> {
        Some(Value::text(self.text().trim()))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let text = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Number(_) | Value::Integer(_) => {
                return f64::read(node, reading).map(Self::constant);
            }
            _ => return reading.wrong(node, "an expression"),
        };
        let e = Self::parse(text, reading.dialect, &mut reading.diagnostics)?;
        let who = reading.who.clone();
        reading.expressions.push((who, e.clone()));
        Some(e)
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        let dimension = match of {
            Of::Each(dimension) => *dimension,
            _ => self.dimension(),
        };
        match self.in_units(dimension, &by.scale) {
            Ok(e) => *self = e,
            Err(d) => {
                by.refuse(d.name, d.span, &d.message);
            }
        }
    }
}

const USER: &str = "user";

/// An expression is its text; a call of user-written code is `{ user = [1, 2], routine = "library::routine" }`.
impl Field for Function {
    fn write(&self, model: &Model) -> Option<Value> {
        match self {
            Self::Expression(e) => e.write(model),
            Self::User(user) => user.write(model),
        }
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        match &node.value {
            Value::Table(_) => UserFunction::read(node, reading).map(Self::User),
            _ => Expression::read(node, reading).map(Self::Expression),
        }
    }
    fn scale(&mut self, by: &mut Scaling, of: &Of) {
        match self {
            Self::Expression(e) => e.scale(by, of),
            Self::User(user) => user.scale(by, of),
        }
    }
}

impl Field for UserFunction {
    fn write(&self, model: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        entries.put(USER, Some(self.parameters.item(model)));
        entries.put("routine", self.routine.write(model));
        Some(entries.into())
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mut table = reading.table(node)?;
        let parameters = table.field_or(USER, Vec::new, reading);
        let routine = table.field("routine", reading);
        table.end(reading);
        Some(Self {
            parameters: parameters?,
            routine: routine?,
            span: node.span,
        })
    }
    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        let what = "user-written code computes in its own units";
        by.refuse("convert-user-code", self.span, what);
    }
}

/// A joint, which of its displacements, and the factor of that: `[3, "translation", 1.0]`.
impl Field for (JointId, Freedom, f64) {
    fn write(&self, model: &Model) -> Option<Value> {
        let (joint, freedom, factor) = self;
        Some(Value::list([
            joint.write(model),
            freedom.write(model),
            factor.write(model),
        ]))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let [joint, freedom, factor] = reading.list(node)? else {
            return reading.wrong(node, "a joint, translation or rotation, and a factor");
        };
        let joint = JointId::read(joint, reading);
        let freedom = Freedom::read(freedom, reading);
        let factor = f64::read(factor, reading);
        Some((joint?, freedom?, factor?))
    }
    /// A sum of translations and rotations is a number.
    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        if self.1 == Freedom::Translation {
            by.number(&mut self.2, &(ONE / L).into());
        }
    }
}

/// The part that takes a reaction, and the floating marker that names it: `[1, 15]`, `[1, "none"]`.
impl Field for (PartId, Option<MarkerId>) {
    fn write(&self, model: &Model) -> Option<Value> {
        Some(Value::list([self.0.write(model), self.1.write(model)]))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let [part, marker] = reading.list(node)? else {
            return reading.wrong(node, "a part and a marker");
        };
        let part = PartId::read(part, reading);
        let marker = Option::<MarkerId>::read(marker, reading);
        Some((part?, marker?))
    }
}

/// Abscissas and curves keep their numbers: what functions of the model make of a spline has the old units.
impl Field for Arc<SplineTable> {
    fn write(&self, model: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        entries.put("x", self.x.write(model));
        let single = self.curves.len() == 1 && self.curves[0].0 == 0.0;
        if single {
            entries.put("y", self.curves[0].1.write(model));
        } else {
            let z: Vec<f64> = self.curves.iter().map(|(z, _)| *z).collect();
            let y: Vec<Vec<f64>> = self.curves.iter().map(|(_, y)| y.clone()).collect();
            entries.put("z", z.write(model));
            entries.put("y", y.write(model));
        }
        entries.put(
            "linear_extrapolation",
            (self.beyond == Beyond::Line).write(model),
        );
        if self.beyond == Beyond::Level {
            entries.put("level_extrapolation", true.write(model));
        }
        Some(entries.into())
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mut table = reading.table(node)?;
        let x = table.field::<Vec<f64>>("x", reading);
        let z = table.field::<Vec<f64>>("z", reading)?;
        let curves = if z.is_empty() {
            table
                .field::<Vec<f64>>("y", reading)
                .map(|y| vec![(0.0, y)])
        } else {
            let y = table.field::<Vec<Vec<f64>>>("y", reading)?;
            if y.len() != z.len() {
                let what = format!("there are {} z and {} curves y", z.len(), y.len());
                reading.error("toml-wrong-count", node.span, what);
                return None;
            }
            Some(z.into_iter().zip(y).collect())
        };
        let line = table.field::<bool>("linear_extrapolation", reading);
        let level = table.field_or("level_extrapolation", || false, reading);
        table.end(reading);
        let beyond = match (line?, level?) {
            (true, true) => {
                let what = "a spline goes on as a line or level, not both";
                reading.error("toml-bad-value", node.span, what);
                return None;
            }
            (false, true) => Beyond::Level,
            (line, false) => Beyond::line_if(line),
        };
        let table = SplineTable {
            x: x?,
            curves: curves?,
            beyond,
        };
        if let Some(problem) = table.problem() {
            reading.error("toml-bad-value", node.span, problem);
            return None;
        }
        Some(Self::new(table))
    }
}

impl Field for Arc<Mesh> {
    fn write(&self, model: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        entries.put("vertices", self.vertices.write(model));
        entries.put("triangles", self.triangles.write(model));
        Some(entries.into())
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mut table = reading.table(node)?;
        let vertices = table.field::<Vec<Vec3>>("vertices", reading);
        let triangles = table.field::<Vec<[u32; 3]>>("triangles", reading);
        table.end(reading);
        let (vertices, triangles) = (vertices?, triangles?);
        if let Some(bad) = triangles
            .iter()
            .flatten()
            .find(|k| **k as usize >= vertices.len())
        {
            let what = format!("a triangle names vertex {bad} of {}", vertices.len());
            reading.error("toml-bad-value", node.span, what);
            return None;
        }
        Some(Self::new(Mesh {
            vertices,
            triangles,
        }))
    }
    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        let mesh = Self::make_mut(self);
        mesh.vertices.scale(by, &L.into());
    }
}

/// A model file holds the triangles; the faces behind them are in the CAD file.
impl Field for Arc<Faceted> {
    fn write(&self, model: &Model) -> Option<Value> {
        self.facets.mesh.write(model)
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let mesh = Arc::<Mesh>::read(node, reading)?;
        Some(Self::new(Faceted::of_triangles(mesh)))
    }
    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        let mut factor = 1.0;
        factor.scale(by, &L.into());
        *self = Self::new(self.scaled(factor));
    }
}

/// As a function asks for it: `"JOINT(3,0,1,0)"`.
impl Field for Input {
    fn write(&self, _: &Model) -> Option<Value> {
        Some(Value::text(self.to_string()))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let e = Expression::read(node, reading)?;
        let [(input, _)] = &e.uses().inputs[..] else {
            return reading.wrong(node, "the function of an element's force");
        };
        Some(input.clone())
    }
}

/// The effect of joint friction.
const EFFECTS: [(Effect, &str); 3] = [
    (Effect::All, "all"),
    (Effect::Stiction, "stiction"),
    (Effect::Sliding, "sliding"),
];

impl Field for Effect {
    fn write(&self, _: &Model) -> Option<Value> {
        let named = EFFECTS.iter().find(|(e, _)| e == self);
        named.map(|(_, name)| Value::text(*name))
    }
    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let (name, body) = reading.choice(node, &EFFECTS.map(|(_, name)| name))?;
        reading.alone(name, body)?;
        EFFECTS.iter().find(|(_, n)| *n == name).map(|(e, _)| *e)
    }
}

/// [`Field`] for a struct of another crate: keys and dimensions of its fields.
macro_rules! foreign {
    ($name:ident { $($field:ident: $dimension:expr),+ }) => {
        impl Field for $name {
            fn write(&self, model: &Model) -> Option<Value> {
                let Self { $($field),+ } = self;
                let mut entries = Entries::default();
                $(entries.put(stringify!($field), $field.write(model));)+
                Some(entries.into())
            }
            fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
                let mut table = reading.table(node)?;
                $(let $field = table.field(stringify!($field), reading);)+
                table.end(reading);
                Some(Self { $($field: $field?),+ })
            }
            fn scale(&mut self, by: &mut Scaling, _: &Of) {
                let Self { $($field),+ } = self;
                $($field.scale(by, &$dimension.into());)+
            }
        }
    };
}

foreign!(StickSlip {
    mu_static: ONE,
    mu_dynamic: ONE,
    vs: L / T,
    vd: L / T,
    creep: L,
    effect: ONE
});
// The bristles' deflection is a length; what they give is a coefficient.
foreign!(LuGre {
    mu_static: ONE,
    mu_dynamic: ONE,
    vs: L / T,
    stiffness: ONE / L,
    damping: T / L,
    viscous: T / L
});
