//! Sensitivities for other programs: JSON, tables.

use super::Sensitivities;
use super::found::EventSensitivity;
use crate::tables::Table;
use carom_study::{Column, EVENT_COLUMNS};
use serde_json::{Map, Value, json};

impl Sensitivities {
    /// Everything as JSON; what is no finite number is null.
    pub fn to_json(&self) -> Value {
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|p| json!({ "name": p.name, "value": p.value }));
        let responses = self.responses.iter().map(|r| {
            json!({
                "name": r.name,
                "value": r.value,
                "derivatives": self.by_name(|j| r.by[j].into()),
                "scaled": self.by_name(|j| r.scaled(j, self.parameters[j].value).into()),
                "valid_within": self.by_name(|j| r.valid_within[j].into()),
            })
        });
        let events = self.events.iter().enumerate();
        let events = events.map(|(k, e)| self.event(k, e));
        let flags = self
            .flags
            .iter()
            .map(|f| json!({ "output": f.output, "parameter": f.parameter, "text": f.text }));
        json!({
            "parameters": parameters.collect::<Vec<_>>(),
            "responses": responses.collect::<Vec<_>>(),
            "events": events.collect::<Vec<_>>(),
            "flags": flags.collect::<Vec<_>>(),
        })
    }

    fn by_name(&self, number: impl Fn(usize) -> Value) -> Value {
        let names = self.parameters.iter().enumerate();
        let all: Map<String, Value> = names.map(|(j, p)| (p.name.clone(), number(j))).collect();
        all.into()
    }

    fn event(&self, k: usize, e: &EventSensitivity) -> Value {
        let mut all = Map::new();
        all.insert("number".into(), (k + 1).into());
        all.insert("kind".into(), e.event.kind.name().into());
        all.insert("of".into(), e.event.element.clone().into());
        for (name, number) in EVENT_COLUMNS {
            all.insert((*name).to_owned(), number(&e.event).into());
        }
        let derivatives = self.by_name(|j| {
            let numbers = std::iter::once(e.time_by[j]).chain(e.numbers_by[j]);
            let named = EVENT_COLUMNS.iter().zip(numbers);
            let named = named.map(|((name, _), x)| ((*name).to_owned(), Value::from(x)));
            named.collect::<Map<_, _>>().into()
        });
        all.insert("derivatives".into(), derivatives);
        let within = self.by_name(|j| e.valid_within[j].into());
        all.insert("valid_within".into(), within);
        all.insert("smooth".into(), e.is_smooth.into());
        all.insert("doubt".into(), e.doubt.clone().into());
        all.into()
    }

    /// What is said about a response and a parameter.
    pub fn flags_of(&self, output: &str, parameter: &str) -> impl Iterator<Item = &str> {
        let own = self.flags.iter().filter(move |f| {
            f.output == output && f.parameter.as_ref().is_none_or(|p| p == parameter)
        });
        own.map(|f| f.text.as_str())
    }

    /// The tables `sensitivities`, a row for each response and parameter, and `event_sensitivities`, a row for each event.
    pub fn tables(&self) -> [Table; 2] {
        let finite = |x: f64| Some(x).filter(|x| x.is_finite());
        let mut texts = [Vec::new(), Vec::new(), Vec::new()];
        let mut numbers = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
        for r in &self.responses {
            for (j, p) in self.parameters.iter().enumerate() {
                let flags: Vec<&str> = self.flags_of(&r.name, &p.name).collect();
                let row = [r.name.clone(), p.name.clone(), flags.join("; ")];
                texts.iter_mut().zip(row).for_each(|(t, x)| t.push(Some(x)));
                let row = [
                    r.value,
                    finite(r.by[j]),
                    r.scaled(j, p.value),
                    finite(r.valid_within[j]),
                ];
                numbers.iter_mut().zip(row).for_each(|(t, x)| t.push(x));
            }
        }
        let [output, parameter, flags] = texts;
        let [value, derivative, scaled, within] = numbers;
        let responses = vec![
            ("output".to_owned(), Column::Text(output)),
            ("parameter".to_owned(), Column::Text(parameter)),
            ("value".to_owned(), Column::Maybe(value)),
            ("derivative".to_owned(), Column::Maybe(derivative)),
            ("scaled".to_owned(), Column::Maybe(scaled)),
            ("valid_within".to_owned(), Column::Maybe(within)),
            ("flags".to_owned(), Column::Text(flags)),
        ];
        let rows = self.events.iter();
        let whole = (1..=self.events.len() as i64).collect();
        let mut events = vec![
            ("number".to_owned(), Column::Whole(whole)),
            (
                "kind".to_owned(),
                Column::Word(rows.clone().map(|e| e.event.kind.name()).collect()),
            ),
            (
                "of".to_owned(),
                Column::Text(
                    rows.clone()
                        .map(|e| Some(e.event.element.clone()))
                        .collect(),
                ),
            ),
            (
                "time".to_owned(),
                Column::Number(rows.clone().map(|e| e.event.time).collect()),
            ),
        ];
        for (j, p) in self.parameters.iter().enumerate() {
            let by = rows.clone().map(|e| finite(e.time_by[j]));
            events.push((format!("d_time_d_{}", p.name), Column::Maybe(by.collect())));
        }
        let doubts = rows.map(|e| Some(e.doubt.clone()));
        events.push(("flags".to_owned(), Column::Text(doubts.collect())));
        [
            ("sensitivities", responses),
            ("event_sensitivities", events),
        ]
    }
}
