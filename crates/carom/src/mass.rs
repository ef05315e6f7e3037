//! Volume, area, centre and inertia of the solids in a CAD file.

use carom_base::units::{self, Unit};
use carom_base::{Mat3, Vec3};
use carom_cad::brep::{Body, Placement};
use carom_cad::file::Format;
use carom_files::common::solids;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Units and density of a table.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// kg/m³; without it there are no masses, and inertias are those at density one.
    pub density: Option<f64>,
    /// Of masses; kilogram without it.
    pub mass: Option<Unit>,
    /// Of lengths; that of the file without it.
    pub length: Option<Unit>,
}

impl Options {
    /// Reads `MASS,LENGTH`, such as `kilogram,millimeter`.
    ///
    /// # Errors
    /// Which unit is not known, or that there are not two.
    pub fn with_units(mut self, text: &str) -> Result<Self, String> {
        let [mass, length] = text.split(',').collect::<Vec<_>>()[..] else {
            return Err(format!(
                "`{text}` is not MASS,LENGTH, such as kilogram,millimeter"
            ));
        };
        let find = |list, name: &str, kind| {
            units::find(list, name).ok_or_else(|| format!("`{name}` is no unit of {kind}"))
        };
        self.mass = Some(find(units::MASS, mass, "mass")?);
        self.length = Some(find(units::LENGTH, length, "length")?);
        Ok(self)
    }
}

/// The solids of a file.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name of the length unit, or its size in metre.
    pub length: String,
    /// Name of the mass unit.
    pub mass: String,
    /// One for each place of each body.
    pub rows: Vec<Row>,
    /// Names of bodies that have no row, and why.
    pub refused: Vec<(String, String)>,
}

/// A solid, in the units of its table, on the axes of the file.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name of the body.
    pub name: String,
    /// Where an assembly has it.
    pub path: String,
    /// Number of its faces.
    pub faces: usize,
    /// L³.
    pub volume: f64,
    /// Estimate of the error of the volume, relative to it.
    pub error: f64,
    /// Whether volume, area, centre and inertia are integrals over the exact faces; else from meshes, extrapolated.
    pub exact: bool,
    /// L².
    pub area: f64,
    /// L.
    pub centre: Vec3,
    /// M, with a density.
    pub mass: Option<f64>,
    /// About the centre: M·L² with a density, else L⁵.
    pub inertia: Mat3,
}

/// The solids of a file of Parasolid (`.x_t`, `.xmt_txt`) or STEP (`.step`, `.stp`).
///
/// # Errors
/// The file as a whole cannot be read, or its ending is not that of a CAD format.
pub fn table(path: &Path, options: &Options) -> Result<Table, String> {
    let Some(format) = path.to_str().and_then(Format::of) else {
        return Err(format!(
            "{}: the ending is not that of a file of solids (.x_t, .xmt_txt, .step, .stp)",
            path.display()
        ));
    };
    if let Some(density) = options.density
        && !(density > 0.0 && density.is_finite())
    {
        return Err(format!("the density {density} must be greater than 0"));
    }
    let file = solids::read(path, format)?;
    let mut table = Table {
        length: String::new(),
        mass: options
            .mass
            .as_ref()
            .map_or("kilogram".to_owned(), |u| u.name.clone()),
        rows: Vec::new(),
        refused: file
            .refused
            .iter()
            .map(|r| (r.name.clone(), r.error.to_string()))
            .collect(),
    };
    let mut length = options.length.clone();
    for (index, body) in file.solids.bodies.iter().enumerate() {
        // one unit for all rows: that of the first body
        let unit = length.get_or_insert_with(|| named(body.metres));
        match measured(body) {
            Err(e) => table.refused.push((solids::label(body), e)),
            Ok(row) => {
                let places = file.solids.placements.iter().filter(|p| p.body == index);
                table
                    .rows
                    .extend(places.map(|p| placed(&row, p, body.metres, unit, options)));
            }
        }
    }
    table.length = length.map(|u| u.name).unwrap_or_default();
    Ok(table)
}

/// All digits; very small and very large numbers with an exponent.
fn shown(x: f64) -> String {
    match x == 0.0 || (1e-4..1e15).contains(&x.abs()) {
        true => x.to_string(),
        false => format!("{x:e}"),
    }
}

/// The unit of this size.
fn named(metres: f64) -> Unit {
    let same = units::LENGTH
        .iter()
        .find(|(_, si)| (si / metres - 1.0).abs() < 1e-12);
    match same {
        Some((name, si)) => Unit {
            name: (*name).to_owned(),
            si: *si,
        },
        None => Unit {
            name: format!("{metres} meter"),
            si: metres,
        },
    }
}

/// In the unit and on the axes of the body, at density one.
fn measured(body: &Body) -> Result<Row, String> {
    let mass = carom_cad::mass_properties(body).map_err(|e| e.to_string())?;
    Ok(Row {
        name: solids::label(body),
        path: String::new(),
        faces: body.faces.len(),
        volume: mass.properties.volume,
        error: mass.error,
        exact: mass.exact,
        area: mass.area,
        centre: mass.properties.centroid,
        mass: None,
        inertia: mass.properties.inertia,
    })
}

/// Where an assembly has it, in the units of the table: `x' = A·x + t`, `A` a rotation or reflection times a scale `s`, and lengths
/// times `k`. Then V' = (s·k)³·V and I' = (s·k)⁵·Q·I·Qᵀ.
fn placed(row: &Row, place: &Placement, metres: f64, unit: &Unit, options: &Options) -> Row {
    let k = metres / unit.si;
    let s = place.rotation.determinant().abs().cbrt();
    let q = place.rotation * (1.0 / s);
    let f = s * k;
    let volume = row.volume * f.powi(3);
    let at_one = q * row.inertia * q.transpose() * f.powi(5);
    // density in mass units per cubic length unit
    let density = options
        .density
        .map(|d| d * unit.si.powi(3) / options.mass.as_ref().map_or(1.0, |u| u.si));
    Row {
        path: place.path.clone(),
        volume,
        area: row.area * f.powi(2),
        centre: (place.rotation * row.centre + place.translation) * k,
        mass: density.map(|d| d * volume),
        inertia: at_one * density.unwrap_or(1.0),
        ..row.clone()
    }
}

impl Table {
    /// For machines.
    pub fn json(&self) -> Value {
        let row = |r: &Row| {
            let rows: Vec<[f64; 3]> = (0..3).map(|k| r.inertia.row(k).into()).collect();
            json!({
                "name": r.name,
                "path": r.path,
                "faces": r.faces,
                "volume": r.volume,
                "relative_error": r.error,
                "exact": r.exact,
                "area": r.area,
                "centre": <[f64; 3]>::from(r.centre),
                "mass": r.mass,
                "inertia": rows,
            })
        };
        let refused = |(name, why): &(String, String)| json!({ "name": name, "error": why });
        json!({
            "length_unit": self.length,
            "mass_unit": self.mass,
            "bodies": self.rows.iter().map(row).collect::<Vec<_>>(),
            "refused": self.refused.iter().map(refused).collect::<Vec<_>>(),
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let (l, m) = (&self.length, &self.mass);
        for r in &self.rows {
            let at = if r.path.is_empty() {
                String::new()
            } else {
                format!(" at {}", r.path)
            };
            let _ = writeln!(text, "{}{at}", r.name);
            let how = if r.exact {
                "exact faces"
            } else {
                "meshes, extrapolated"
            };
            let mut line = |name: &str, value: String| {
                let _ = writeln!(text, "  {name:9}{value}");
            };
            let list = |v: &[f64]| v.iter().map(|x| shown(*x)).collect::<Vec<_>>().join(" ");
            line("faces", r.faces.to_string());
            line(
                "volume",
                format!(
                    "{} {l}³ ({how}, relative error {:.1e})",
                    shown(r.volume),
                    r.error
                ),
            );
            line("area", format!("{} {l}²", shown(r.area)));
            line(
                "centre",
                format!("{} {l}", list(&<[f64; 3]>::from(r.centre))),
            );
            if let Some(mass) = r.mass {
                line("mass", format!("{} {m}", shown(mass)));
            }
            let i = &r.inertia;
            let six = [
                i[(0, 0)],
                i[(1, 1)],
                i[(2, 2)],
                i[(0, 1)],
                i[(1, 2)],
                i[(2, 0)],
            ];
            let of = if r.mass.is_some() {
                format!("{m}·{l}²")
            } else {
                format!("{l}⁵, at density one")
            };
            line(
                "inertia",
                format!("{} {of} (xx yy zz xy yz zx, about the centre)", list(&six)),
            );
        }
        for (name, why) in &self.refused {
            let _ = writeln!(text, "{name}\n  refused  {why}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_density() {
        let options = Options::default().with_units("gram,inch").unwrap();
        assert_eq!(options.length.as_ref().map(|u| u.si), Some(0.0254));
        for (text, expected) in [
            ("kilogram", "is not MASS,LENGTH"),
            ("stone,meter", "`stone` is no unit of mass"),
            ("gram,cubit", "`cubit` is no unit of length"),
        ] {
            let e = Options::default().with_units(text).unwrap_err();
            assert!(e.contains(expected), "{e}");
        }
        assert_eq!(
            (named(1e-3).name.as_str(), named(0.5).name.as_str()),
            ("millimeter", "0.5 meter")
        );
    }

    /// A cuboid 1 × 2 × 3 (metre) turned by 90° about z and seen in inch at 2000 kg/m³.
    #[test]
    fn a_row_at_its_place() {
        let row = Row {
            name: "box".into(),
            path: String::new(),
            faces: 6,
            volume: 6.0,
            error: 0.0,
            exact: true,
            area: 22.0,
            centre: Vec3::new(0.5, 1.0, 1.5),
            mass: None,
            inertia: Mat3::from_diagonal(&Vec3::new(6.5, 5.0, 2.5)),
        };
        let place = Placement {
            body: 0,
            path: "a/b".into(),
            rotation: Mat3::from_columns([Vec3::y(), -Vec3::x(), Vec3::z()]),
            translation: Vec3::new(10.0, 0.0, 0.0),
        };
        let options = Options {
            density: Some(2000.0),
            ..Options::default()
        };
        let inch = units::find(units::LENGTH, "inch").unwrap();
        let r = placed(&row, &place, 1.0, &inch, &options);
        let k = 1.0 / 0.0254;
        // rounding of a handful of products
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-14;
        assert!(close(r.volume, 6.0 * k * k * k) && close(r.area, 22.0 * k * k));
        assert!(r.mass.is_some_and(|m| close(m, 12_000.0)));
        assert!(
            close(r.centre.x, 9.0 * k) && close(r.centre.y, 0.5 * k) && close(r.centre.z, 1.5 * k)
        );
        assert!(
            close(r.inertia[(0, 0)], 2000.0 * 5.0 * k * k)
                && close(r.inertia[(1, 1)], 2000.0 * 6.5 * k * k)
        );
    }
}
