//! User-written constraints (UCON, Constraint_UserConstr): UCOSUB names the coordinates of parts that it is about (UCOVAR), and gets their values
//! at each call.

use crate::assemble::builder::Builder;
use crate::assemble::caller::Caller;
use crate::elements::constraint::Equations;
use carom_model::{MarkerId, Part, UserConstraint};
use carom_user::{Ask, Element, Host, Kind, MOST_COORDINATES};

/// Hears which coordinates a routine names: label of a part, code.
#[derive(Default)]
struct Named(Vec<(i32, i32)>);

impl Host for Named {
    fn coordinates(&mut self, parts: &[i32], codes: &[i32]) {
        self.0 = parts.iter().copied().zip(codes.iter().copied()).collect();
    }
}

impl Builder<'_> {
    pub(super) fn user_constraints(&mut self) {
        let model = self.model;
        for c in &model.user_constraints {
            if self.resting_constraint(&c.tag).is_some() {
                continue;
            }
            self.user_constraint(c);
        }
    }

    fn user_constraint(&mut self, c: &UserConstraint) -> Option<()> {
        let owner = c.tag.to_string();
        let caller = Caller {
            owner: owner.clone(),
            label: c.tag.label,
            kind: Kind::Ucosub,
            element: Element::Constraint,
        };
        let callee = self.callee(&caller, &c.user)?;
        let mut named = Named::default();
        let stop = callee.call(Ask::Declare, 0.0, &[], &mut named).stop;
        let named = match (stop, named.0) {
            (Some(why), _) => Err(why),
            (None, list) if list.is_empty() => {
                Err("it names no coordinates (UCOVAR) when it is called with iflag".into())
            }
            (None, list) if list.len() > MOST_COORDINATES => Err(format!(
                "it names {} coordinates; {MOST_COORDINATES} is the most",
                list.len()
            )),
            (None, list) => list
                .into_iter()
                .map(|(part, code)| self.coordinate_text(part, code))
                .collect(),
        };
        let given: Vec<String> = match named {
            Ok(given) => given,
            Err(why) => {
                self.error(
                    "user-coordinates",
                    c.user.span,
                    format!("{owner}: {}: {why}", callee.found),
                    None,
                );
                return None;
            }
        };
        let functions = self.routine_of(caller, &c.user, &given, Vec::new())?;
        let f = *functions.first()?;
        let ground = 0;
        let j = self.partner(f, ground);
        self.push_constraint(owner, c.tag.span, (ground, j), Equations::Expression(f));
        Some(())
    }

    /// Whether the axes that the inertia of a part is given on are its principal ones at the centre of mass.
    fn has_principal_axes(&self, part: &Part) -> bool {
        let origin =
            |m: Option<MarkerId>| m.map(|m| self.model.markers[m].pose.position.to_array());
        let i = &part.inertia;
        let off = [(0, 1), (0, 2), (1, 2)];
        (part.im.is_none() || origin(part.im) == origin(part.cm))
            && off.iter().all(|(r, c)| i[(*r, *c)] == 0.0)
    }

    /// A coordinate as an expression. Codes 11 to 13: x, y, z of the centre of mass; 21 to 23: their rates (Adams Solver help, UCOVAR, in words). 111 to
    /// 113, 211 to 213, 311 to 313: components on ground of the first, second and third principal axis (MotionSolve help, UCOVAR).
    fn coordinate_text(&self, label: i32, code: i32) -> Result<String, String> {
        let found = u32::try_from(label)
            .ok()
            .and_then(|l| self.model.parts.find(l));
        let part = found.map(|id| &self.model.parts[id]);
        let part =
            part.ok_or_else(|| format!("UCOVAR names the part {label}, which is not there"))?;
        let tag = &part.tag;
        let marker = |m: Option<MarkerId>, what: &str| {
            let marker = m.map(|m| self.model.markers[m].tag.label);
            marker.ok_or_else(|| format!("UCOVAR names a coordinate of {tag}, which has no {what}"))
        };
        let axis = |code: i32| ["X", "Y", "Z"][(code % 10 - 1) as usize];
        match code {
            11..=13 => Ok(format!(
                "D{}({})",
                axis(code),
                marker(part.cm, "centre of mass marker (CM)")?
            )),
            21..=23 => Ok(format!(
                "V{}({})",
                axis(code),
                marker(part.cm, "centre of mass marker (CM)")?
            )),
            111..=113 | 211..=213 | 311..=313 => {
                if !self.has_principal_axes(part) {
                    return Err(format!(
                        "UCOVAR names a principal axis of {tag}, whose axes of inertia are not principal ones at the centre of mass: in which order these come, no public text says"
                    ));
                }
                let n = 3 * (code / 100 - 1) + code % 10;
                Ok(format!(
                    "ORIENT(29,{n},{})",
                    marker(part.im.or(part.cm), "marker of its inertia (IM, CM)")?
                ))
            }
            14..=16 | 24..=26 => Err(format!(
                "UCOVAR names the coordinate {code} of {tag}: which of the three angles it is, no public text says; a routine of a COUPLER gets angles of joints"
            )),
            _ => Err(format!(
                "UCOVAR names the coordinate {code} of {tag}; there are 11 to 13, 21 to 23, 111 to 113, 211 to 213 and 311 to 313"
            )),
        }
    }
}
