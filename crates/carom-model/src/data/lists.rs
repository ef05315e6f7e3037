//! Fields that are one of a list of another crate: normal laws of contacts (`{ impact = { stiffness = ..., ... } }`), shapes
//! (`{ capsule = { length = ..., ... } }`) and laws of restitution. Their names, dimensions and ranges are those of the list.

use super::field::{Field, List};
use super::node::{Entries, Node, Value};
use super::reading::Reading;
use super::scaling::{Of, Scaling};
use crate::Model;
use carom_base::dimension::symbols::L;
use carom_geometry::named::{NAMED_SHAPES, Named};
use carom_laws::contact::solids::{AnyLaw, Parameter};
use carom_laws::{RESTITUTION_LAWS, RestitutionLaw};

/// Whether a value is what holds if nothing is said; one that is not said is NaN.
fn is_absent(parameter: &Parameter, x: f64) -> bool {
    let absent = parameter.absent;
    absent.is_some_and(|a| a == x || (a.is_nan() && x.is_nan()))
}

impl List for AnyLaw {
    fn keys() -> Vec<&'static str> {
        Self::KEYS.to_vec()
    }
}

impl Field for AnyLaw {
    fn write(&self, _: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        let parameters = Self::parameters(self.key()).unwrap_or_default();
        for (p, x) in parameters.iter().zip(self.values()) {
            entries.put(p.name, (!is_absent(p, x)).then_some(Value::Number(x)));
        }
        Some(Value::variant(self.key(), entries.into()))
    }

    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let (key, body) = reading.choice(node, Self::KEYS)?;
        let mut keys = reading.body(key, body, node)?;
        let mut read = |p: &Parameter| match p.absent {
            Some(absent) => keys.field_or(p.name, || absent, reading),
            None => keys.field::<f64>(p.name, reading),
        };
        let parameters = Self::parameters(key)?;
        let values: Vec<Option<f64>> = parameters.iter().map(&mut read).collect();
        keys.end(reading);
        let values: Option<Vec<f64>> = values.into_iter().collect();
        Self::make(key, &values?)
    }

    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        let (key, exponent) = (self.key(), self.exponent());
        let mut values = self.values();
        let parameters = Self::parameters(key).unwrap_or_default();
        for (p, x) in parameters.iter().zip(&mut values) {
            by.number(x, &(p.dimension)(exponent).into());
        }
        if let Some(law) = Self::make(key, &values) {
            *self = law;
        }
    }
}

impl List for Named {
    fn keys() -> Vec<&'static str> {
        NAMED_SHAPES.iter().map(|shape| shape.name()).collect()
    }
}

impl Field for Named {
    fn write(&self, _: &Model) -> Option<Value> {
        let mut entries = Entries::default();
        for (name, x) in self.dimensions() {
            entries.put(name, Some(Value::Number(x)));
        }
        Some(Value::variant(self.name(), entries.into()))
    }

    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let (name, body) = reading.choice(node, &Self::keys())?;
        let shape = Self::shape(name)?;
        let mut keys = reading.body(name, body, node)?;
        let names = shape.dimensions().iter();
        let read: Vec<Option<f64>> = names.map(|key| keys.field(key, reading)).collect();
        keys.end(reading);
        let dimensions: Option<Vec<f64>> = read.into_iter().collect();
        match Self::new(shape, &dimensions?) {
            Ok(named) => Some(named),
            Err(e) => {
                reading.error("toml-bad-value", node.span, e);
                None
            }
        }
    }

    fn scale(&mut self, by: &mut Scaling, _: &Of) {
        *self = self.scaled(by.scale.factor(L));
    }
}

impl List for RestitutionLaw {
    fn keys() -> Vec<&'static str> {
        RESTITUTION_LAWS.iter().map(|law| law.name).collect()
    }
}

impl Field for RestitutionLaw {
    fn write(&self, _: &Model) -> Option<Value> {
        Some(Value::text(self.name))
    }

    fn read(node: &Node, reading: &mut Reading) -> Option<Self> {
        let (name, body) = reading.choice(node, &Self::keys())?;
        reading.alone(name, body)?;
        Self::named(name)
    }
}
