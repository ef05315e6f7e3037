//! The normal distribution.
//!
//! Source: M. J. Wichura, Algorithm AS 241: The percentage points of the normal distribution, Applied Statistics 37,
//! 477-484 (1988), PPND16: rational functions in three ranges, relative error about 10⁻¹⁶.

// The digits are those of the paper.
#![allow(clippy::excessive_precision)]

/// Numerator and denominator, from the constant on.
type Ratio = ([f64; 8], [f64; 8]);

/// |u − ½| ≤ 0.425, in 0.425² − (u − ½)².
#[rustfmt::skip]
const MIDDLE: Ratio = (
    [3.387_132_872_796_366_608, 1.331_416_678_917_843_774_5e2, 1.971_590_950_306_551_442_7e3, 1.373_169_376_550_946_112_5e4,
     4.592_195_393_154_987_145_7e4, 6.726_577_092_700_870_085_3e4, 3.343_057_558_358_812_810_5e4, 2.509_080_928_730_122_672_7e3],
    [1.0, 4.231_333_070_160_091_125_2e1, 6.871_870_074_920_579_083e2, 5.394_196_021_424_751_107_7e3,
     2.121_379_430_158_659_586_7e4, 3.930_789_580_009_271_061e4, 2.872_908_573_572_194_267_4e4, 5.226_495_278_852_854_561e3],
);
/// r = √(−ln min(u, 1 − u)) ≤ 5, in r − 1.6.
#[rustfmt::skip]
const SIDES: Ratio = (
    [1.423_437_110_749_683_577_34, 4.630_337_846_156_545_295_9, 5.769_497_221_460_691_405_5, 3.647_848_324_763_204_605_04,
     1.270_458_252_452_368_382_58, 2.417_807_251_774_506_117_7e-1, 2.272_384_498_926_918_458_33e-2, 7.745_450_142_783_414_076_4e-4],
    [1.0, 2.053_191_626_637_758_821_87, 1.676_384_830_183_803_849_4, 6.897_673_349_851_000_045_5e-1,
     1.481_039_764_274_800_745_9e-1, 1.519_866_656_361_645_719_66e-2, 5.475_938_084_995_344_946e-4, 1.050_750_071_644_416_843_24e-9],
);
/// r > 5, in r − 5.
#[rustfmt::skip]
const TAILS: Ratio = (
    [6.657_904_643_501_103_777_2, 5.463_784_911_164_114_369_9, 1.784_826_539_917_291_335_8, 2.965_605_718_285_048_912_3e-1,
     2.653_218_952_657_612_309_3e-2, 1.242_660_947_388_078_438_6e-3, 2.711_555_568_743_487_578_15e-5, 2.010_334_399_292_288_132_65e-7],
    [1.0, 5.998_322_065_558_879_376_9e-1, 1.369_298_809_227_358_053_1e-1, 1.487_536_129_085_061_485_25e-2,
     7.868_691_311_456_132_591e-4, 1.846_318_317_510_054_681_8e-5, 1.421_511_758_316_445_888_7e-7, 2.044_263_103_389_939_785_64e-15],
);

fn ratio((above, below): &Ratio, x: f64) -> f64 {
    let polynomial = |c: &[f64; 8]| c.iter().rev().fold(0.0, |sum, c| sum * x + c);
    polynomial(above) / polynomial(below)
}

/// The number below which the share `u` of the standard normal distribution lies, 0 < u < 1.
pub fn quantile(u: f64) -> f64 {
    let q = u - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(&MIDDLE, 0.180_625 - q * q);
    }
    let r = (-u.min(1.0 - u).ln()).sqrt();
    let x = if r <= 5.0 {
        ratio(&SIDES, r - 1.6)
    } else {
        ratio(&TAILS, r - 5.0)
    };
    x.copysign(q)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with 30 digits (mpmath, √2·erfinv(2u − 1)); tolerance: the algorithm's own relative error.
    #[test]
    fn against_many_digits() {
        for (u, x) in [
            (0.6, 0.253347103135799741),
            (0.975, 1.95996398454005386),
            (0.93, 1.4757910281791711),
            (0.999, 3.09023230616781328),
            (1e-5, -4.26489079392282461),
            (1e-9, -5.99780701500768686),
            (1e-12, -7.03448382530113193),
            (1e-20, -9.26234008979840758),
        ] {
            let y = quantile(u);
            assert!(
                (y - x).abs() <= 1e-15 * x.abs().max(1.0),
                "{u}: {y} is not {x}"
            );
        }
        assert_eq!(quantile(0.5), 0.0);
        assert_eq!(quantile(0.75), -quantile(0.25));
    }
}
