//! The shapes, one file each, and the list of them.

mod capsule;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod frustum;
mod half_space;
mod shape;
mod torus;

pub use capsule::Capsule;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use frustum::Frustum;
pub use half_space::HalfSpace;
pub use shape::{Shape, ShapeError, Solid};
pub use torus::Torus;

/// All shapes.
pub const SHAPES: &[&dyn Shape] = &[
    &cuboid::CuboidShape,
    &cylinder::CylinderShape,
    &capsule::CapsuleShape,
    &frustum::FrustumShape,
    &ellipsoid::EllipsoidShape,
    &torus::TorusShape,
    &half_space::HalfSpaceShape,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MassProperties, Refinement};
    use std::collections::HashSet;

    fn level(n: u8) -> Refinement {
        Refinement::new(n).unwrap()
    }

    /// Differences of mesh and closed form: volume, centroid, inertia, relative to the closed form's size.
    fn errors(mesh: &MassProperties, exact: &MassProperties) -> [f64; 3] {
        let size = exact.volume.cbrt();
        [
            (mesh.volume / exact.volume - 1.0).abs(),
            (mesh.centroid - exact.centroid).amax() / size,
            (mesh.inertia - exact.inertia).amax() / exact.inertia.amax(),
        ]
    }

    #[test]
    fn the_list_is_complete_in_itself() {
        let mut names = HashSet::new();
        for shape in SHAPES {
            assert!(names.insert(shape.name()) && !shape.text().is_empty());
            assert_eq!(shape.example().len(), shape.dimensions().len());
            assert!(shape.make(shape.example()).is_ok());
            let count = shape.make(&[1.0; 9]).unwrap_err();
            assert!(matches!(count, ShapeError::Count { given: 9, .. }));
        }
    }

    #[test]
    fn each_dimension_is_tested_by_its_name() {
        for shape in SHAPES {
            for (i, name) in shape.dimensions().iter().enumerate() {
                for bad in [f64::NAN, f64::INFINITY] {
                    let mut dimensions = shape.example().to_vec();
                    dimensions[i] = bad;
                    let error = shape.make(&dimensions).unwrap_err();
                    let ShapeError::Range { dimension, .. } = error else {
                        panic!("{error}")
                    };
                    assert_eq!(dimension, *name);
                }
            }
        }
    }

    /// Flat faces are exact; curved ones converge with the square of the facet size to the closed form.
    #[test]
    fn meshes_converge_to_the_closed_forms() {
        for shape in SHAPES {
            let solid = shape.make(shape.example()).unwrap();
            let Some(exact) = solid.mass_properties() else {
                continue;
            };
            let at = |n| {
                let mesh = solid.mesh(level(n));
                assert!(mesh.is_closed(), "{}", shape.name());
                errors(&mesh.mass_properties(), &exact)
            };
            let (coarse, fine) = (at(3), at(4));
            for (quantity, (a, b)) in coarse.into_iter().zip(fine).enumerate() {
                // 1e-13: rounding of a sum over some 1e4 triangles; symmetry makes some errors vanish
                if a < 1e-13 && b < 1e-13 {
                    continue;
                }
                let order = (a / b).log2();
                // the next term of the error is 4⁻³ of the leading one
                assert!(
                    (order - 2.0).abs() < 0.02,
                    "{} {quantity}: {a:e} {b:e}",
                    shape.name()
                );
                assert!(b < 2e-3, "{} {quantity}: {b:e}", shape.name());
            }
        }
    }

    /// V − E + F: 2 for a ball, 0 for a ring.
    #[test]
    fn topology() {
        for shape in SHAPES {
            let solid = shape.make(shape.example()).unwrap();
            if solid.mass_properties().is_none() {
                continue;
            }
            let mesh = solid.mesh(Refinement::COARSE);
            let edges = mesh.triangles.len() * 3 / 2;
            let euler = (mesh.vertices.len() + mesh.triangles.len()) as i64 - edges as i64;
            assert_eq!(euler, if shape.name() == "torus" { 0 } else { 2 });
        }
    }
}
