//! The names of what the reader of model files finds, and of what keeps a model from being converted.

use crate::common::diagnostics::{DiagnosticName, d};

/// Every name.
#[rustfmt::skip]
pub const DIAGNOSTICS: &[DiagnosticName] = &[
    d("convert-left-out", "Something that the other language does not have, and that does not change the motion, was left out: a drawing, a name, a kind of result file."),
    d("convert-no-units", "The model does not name its units, so its numbers have no size and cannot be carried into other units. Add UNITS to the dataset, or [units] to the model file."),
    d("convert-not-in-adams", "The Adams language, or what Carom writes of it, has no words for this element as it is. Write a model file (--to toml) instead."),
    d("convert-not-supported", "The model has a statement that Carom reads and does not support. It would be missing from what is written, so nothing is."),
    d("convert-rounded", "The orientation is given by nothing that the Adams language has words for. The angles that are written come to the same axes up to a rounding."),
    d("convert-user-code", "A user-written subroutine computes in units that only it knows, so the element cannot be carried into other units."),
    d("toml-bad-pose", "A pose has a position and axes: by angles (3-1-3, radians), by points (z_point, x_point; x_first makes x the first axis), or as a matrix of rows (axes). All of it may be given in the frame of a marker of the same part."),
    d("toml-bad-value", "A value is outside its range, or is none of the words that may stand here. The message says which there are."),
    d("toml-duplicate-id", "Two elements of one table have the same id."),
    d("toml-floating-marker", "A floating marker follows a force and has no place of its own; the element needs a marker that is fixed on a part."),
    d("toml-marker-cycle", "Markers are placed in the frames of each other in a circle."),
    d("toml-missing-key", "A table does not say something that it has to say. The message names the key."),
    d("toml-no-ground", "A model has one part of the kind ground."),
    d("toml-syntax", "The file is not TOML. The message is that of the reader of TOML files."),
    d("toml-unknown-element", "An element names another one that is not there. Elements are named by id; a point mass whose id belongs to a part, too, by \"POINT_MASS/id\"."),
    d("toml-unknown-key", "There is no such key in this place."),
    d("toml-wrong-count", "A list has more or fewer items than it has to have."),
    d("toml-wrong-part", "A marker is on another part than the element needs."),
    d("toml-wrong-type", "A value is of another kind than the key needs: a number, a text, a list, a table."),
    d("toml-wrong-version", "The file is of another version than this program reads."),
];
