//! Surfaces of revolution about z.

use crate::{Mesh, Refinement};
use carom_base::Vec3;

/// Whether the profile ends where it began.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// From axis to axis.
    Open,
    /// A loop beside the axis: the last point joins the first.
    Loop,
}

/// Turns a profile of points (ρ, z) about the z axis; the solid lies to the left of the way along the profile.
/// Points on the axis (ρ = 0) become one vertex.
pub(crate) fn revolve(points: &[[f64; 2]], profile: Profile, refinement: Refinement) -> Mesh {
    revolve_sides(points, profile, refinement).0
}

/// The same with the side of the profile that each triangle belongs to: from the point of its number to the next.
pub(crate) fn revolve_sides(
    points: &[[f64; 2]],
    profile: Profile,
    refinement: Refinement,
) -> (Mesh, Vec<u32>) {
    let n = refinement.segments();
    let mut mesh = Mesh::default();
    let mut sides = Vec::new();
    // The index of the vertex of each point at each angle.
    let mut rings: Vec<Vec<u32>> = Vec::with_capacity(points.len());
    for &[rho, z] in points {
        let first = mesh.vertices.len() as u32;
        if rho == 0.0 {
            mesh.vertices.push(Vec3::new(0.0, 0.0, z));
            rings.push(vec![first; n as usize]);
            continue;
        }
        for j in 0..n {
            let (s, c) = (std::f64::consts::TAU * f64::from(j) / f64::from(n)).sin_cos();
            mesh.vertices.push(Vec3::new(rho * c, rho * s, z));
        }
        rings.push((first..first + n).collect());
    }
    let strips = match profile {
        Profile::Open => points.len() - 1,
        Profile::Loop => points.len(),
    };
    for i in 0..strips {
        let (low, high) = (&rings[i], &rings[(i + 1) % points.len()]);
        for j in 0..n as usize {
            let k = (j + 1) % n as usize;
            // Around, then along the profile: outwards by the right hand.
            for t in [[low[j], low[k], high[k]], [low[j], high[k], high[j]]] {
                if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
                    mesh.triangles.push(t);
                    sides.push(i as u32);
                }
            }
        }
    }
    (mesh, sides)
}
