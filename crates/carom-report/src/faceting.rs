//! What triangles leave in the forces of CAD solids: a cam on its follower and a pair of gears of `examples/cad_contact`, held at depths that are known.
//!
//! At a place of contact of depth d the force is `K·d^1.5`. Forces are given relative to that at the depth p at which the closed form holds the pair.

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_cad::brep::Placement;
use carom_cad::file::Format;
use carom_cad::{MeshOptions, faceted};
use carom_geometry::overlap::{Memory, Options, Prepared, Volume, Workspace};
use carom_geometry::{CONTACT_TRIANGLES, ClosedMesh, MeshError};
use std::path::Path;
use std::sync::Arc;

/// What a contact goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The triangles that were asked for.
    Triangles,
    /// Exact faces, found by the triangles that were asked for.
    Faces,
    /// Exact faces, found by triangles that are made finer than those that were asked for: as contacts of models go.
    Default,
}

/// Two bodies of STEP files.
pub struct Pair {
    sides: [Prepared; 2],
    /// The larger distance of triangles from faces, mm.
    pub tolerance: f64,
    space: Workspace,
    memory: Memory,
}

impl Pair {
    /// Two files of `examples/cad_contact`; `resolution` is the faceting tolerance.
    ///
    /// # Errors
    /// A file that cannot be read or divided.
    pub fn read(root: &Path, names: [&str; 2], resolution: f64, by: By) -> Result<Self, String> {
        let mut tolerance: f64 = 0.0;
        let mut side = |name: &str| -> Result<Prepared, String> {
            let path = root.join(format!("examples/cad_contact/{name}.step"));
            let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let file = Format::Step.read(&bytes).map_err(|e| e.to_string())?;
            let body = file.solids.bodies.into_iter().next();
            let body = Arc::new(body.ok_or_else(|| format!("{name} has no body"))?);
            let options = MeshOptions::by_resolution(&body, resolution);
            let options = options.map_err(|e| e.to_string())?;
            let place = Placement {
                body: 0,
                path: String::new(),
                rotation: Mat3::identity(),
                translation: Vec3::zeros(),
            };
            let solid = faceted(&[(body, &place, options)], 1.0).map_err(|e| e.to_string())?;
            tolerance = tolerance.max(solid.facets.tolerance);
            let closed: Result<ClosedMesh, MeshError> = match by {
                By::Triangles => ClosedMesh::new(&solid.facets.mesh),
                By::Faces => solid.closed(&solid.facets),
                By::Default => solid.solid(CONTACT_TRIANGLES),
            };
            Ok(Prepared::facets(closed.map_err(|e| e.to_string())?))
        };
        Ok(Self {
            sides: [side(names[0])?, side(names[1])?],
            tolerance,
            space: Workspace::default(),
            memory: Memory::default(),
        })
    }

    fn volumes(&mut self, pose: &Pose) -> Result<&[Volume], String> {
        let [a, b] = &self.sides;
        let options = Options::default();
        let found = self.space.overlap(a, b, pose, &mut self.memory, &options);
        found.map_err(|e| e.to_string())
    }
}

/// The cam: its cylinder, 40 mm, has its axis at (10, 0), the ball of the follower 10 mm.
pub mod cam {
    use super::{By, Pair, Path, Pose, Vec3, exp_so3};

    /// Cam and follower.
    ///
    /// # Errors
    /// Those of [`Pair::read`].
    pub fn pair(root: &Path, resolution: f64, by: By) -> Result<Pair, String> {
        Pair::read(root, ["cam", "follower"], resolution, by)
    }

    /// The force at an angle of the cam, with both circles p deep in each other: 1 without facets.
    ///
    /// # Errors
    /// A contact that cannot be solved.
    pub fn force(pair: &mut Pair, p: f64, angle: f64) -> Result<f64, String> {
        let turn = exp_so3(&Vec3::new(0.0, 0.0, angle));
        let axis = turn * Vec3::new(10.0, 0.0, 0.0);
        let reach: f64 = 40.0 + 10.0 - p;
        let y = axis.y + (reach * reach - axis.x * axis.x).sqrt();
        let pose = Pose {
            position: turn.tr_mul(&Vec3::new(0.0, y, 0.0)),
            rotation: turn.transpose(),
        };
        let forces = pair.volumes(&pose)?.iter();
        Ok(forces.map(|v| (v.distance() / p).powf(1.5)).sum())
    }
}

/// Involute gears of 18 and 27 teeth of module 4 mm, pressure angle 20°, with a play of 0.1 mm.
pub mod gears {
    use super::{By, Pair, Path, Pose, Vec3, exp_so3};

    /// Radius of the pitch circle of the wheel, mm.
    const PITCH: f64 = 54.0;
    /// The pitch of the pinion, radians.
    pub const TOOTH: f64 = std::f64::consts::TAU / 18.0;

    /// Pinion and wheel.
    ///
    /// # Errors
    /// Those of [`Pair::read`].
    pub fn pair(root: &Path, resolution: f64, by: By) -> Result<Pair, String> {
        Pair::read(root, ["pinion", "gear"], resolution, by)
    }

    /// The moment on the wheel at an angle of the pinion, with the wheel held back so that flanks are p deep in each other, over that of one pair of
    /// involutes, `K·p^1.5·r_b`: without facets it is the number of pairs of teeth, and rises and falls evenly where a tip comes in or goes out.
    ///
    /// # Errors
    /// A contact that cannot be solved.
    pub fn moment(pair: &mut Pair, p: f64, angle: f64) -> Result<f64, String> {
        let base = PITCH * 20f64.to_radians().cos();
        let play = 0.05 / PITCH;
        let turn = exp_so3(&Vec3::new(0.0, 0.0, angle));
        let wheel = -angle * 18.0 / 27.0 + play + p / base;
        let pose = Pose {
            position: turn.tr_mul(&Vec3::new(90.0, 0.0, 0.0)),
            rotation: turn.transpose() * exp_so3(&Vec3::new(0.0, 0.0, wheel)),
        };
        let mut sum = 0.0;
        for v in pair.volumes(&pose)? {
            let u = v.direction().ok_or("a contact without a direction")?;
            let arm = (v.nearest[0] + v.nearest[1]) * 0.5 - pose.position;
            sum += (v.distance() / p).powf(1.5) * arm.cross(&u).z / base;
        }
        Ok(sum)
    }
}
