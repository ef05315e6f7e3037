//! Curves as pictures: a [`Figure`] of panels with axes, curves and marks becomes SVG or PNG.
//!
//! ```
//! use carom_plot::{Axis, Curve, Figure, Panel};
//!
//! let points = (0..=100).map(|k| 0.1 * f64::from(k)).map(|t| [t, t.sin()]).collect();
//! let panel = Panel {
//!     title: "height, m".into(),
//!     x: Axis::named("time, s"),
//!     curves: vec![Curve::line("a < b", points)],
//!     ..Panel::default()
//! };
//! let text = Figure::of(vec![panel], "A swing").svg();
//! assert!(text.starts_with("<svg") && text.contains("height, m"));
//! ```

mod canvas;
mod figure;
mod font;
mod layout;
mod png;
mod svg;
mod thin;
mod ticks;

pub use figure::{AREAS, Area, Axis, Cells, Curve, Figure, Mark, PALETTE, Panel, Scale, Style};
pub use png::PngError;
pub use svg::escape;
