//! A coefficient of restitution that depends on the speed of an impact.

/// The coefficient of restitution of bodies that yield where they are struck faster than a speed: e₀ below it, and beyond
///
/// ```text
/// e(v) = e₀·(v_y/v)^¼
/// ```
///
/// `speed`: with which the bodies approach, L·T⁻¹, ≥ 0; `yield_speed`: v_y, L·T⁻¹, > 0. What elastic bodies with a plastic zone give back falls with this power: the
/// fully plastic contact of a sphere takes the work of its mean pressure over the indented volume, and gives back the elastic work of that pressure.
///
/// Source: K. L. Johnson, Contact Mechanics (1985), section 11.5(c), e ∝ v^(−1/4), found in experiments with metals over three decades of speed.
pub fn yielding_restitution(e0: f64, yield_speed: f64, speed: f64) -> f64 {
    if speed <= yield_speed {
        return e0;
    }
    e0 * (yield_speed / speed).sqrt().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_whole_below_and_falls_by_the_fourth_root() {
        assert_eq!(yielding_restitution(0.8, 0.1, 0.0), 0.8);
        assert_eq!(yielding_restitution(0.8, 0.1, 0.1), 0.8);
        // 16 times as fast: half of it; 1e-15: roundings
        assert!((yielding_restitution(0.8, 0.1, 1.6) - 0.4).abs() < 1e-15);
        assert_eq!(yielding_restitution(0.0, 0.1, 5.0), 0.0);
    }
}
