//! Points of curves and surfaces, with derivatives by their parameters.

use carom_base::Vec3;

/// A point of a curve with the derivatives of `C(t)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// `C`
    pub point: Vec3,
    /// `dC/dt`
    pub first: Vec3,
    /// `d²C/dt²`
    pub second: Vec3,
}

/// A point of a surface with the derivatives of `P(u, v)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// `P`
    pub point: Vec3,
    /// `∂P/∂u`
    pub du: Vec3,
    /// `∂P/∂v`
    pub dv: Vec3,
    /// `∂²P/∂u²`
    pub duu: Vec3,
    /// `∂²P/∂u∂v`
    pub duv: Vec3,
    /// `∂²P/∂v²`
    pub dvv: Vec3,
}

impl SurfacePoint {
    /// `∂P/∂u × ∂P/∂v`, the natural normal times the area per (u, v).
    pub fn normal(&self) -> Vec3 {
        self.du.cross(&self.dv)
    }

    /// The natural unit normal; not finite where the derivatives are parallel (poles).
    pub fn unit_normal(&self) -> Vec3 {
        self.normal().normalize()
    }
}

/// Second derivatives as central differences of the first ones.
pub(crate) fn differences(
    first: impl Fn(f64, f64) -> [Vec3; 3],
    domain: [[f64; 2]; 2],
    u: f64,
    v: f64,
) -> SurfacePoint {
    let [point, du, dv] = first(u, v);
    let step = |i: usize, x: f64| {
        let [low, high] = domain[i];
        let range = if (high - low).is_finite() {
            high - low
        } else {
            1.0 + x.abs()
        };
        6e-6 * range
    };
    let (hu, hv) = (step(0, u), step(1, v));
    let [_, right_u, right_v] = first(u + hu, v);
    let [_, left_u, left_v] = first(u - hu, v);
    let [_, _, up] = first(u, v + hv);
    let [_, _, down] = first(u, v - hv);
    SurfacePoint {
        point,
        du,
        dv,
        duu: (right_u - left_u) * (0.5 / hu),
        duv: (right_v - left_v) * (0.5 / hu),
        dvv: (up - down) * (0.5 / hv),
    }
}
