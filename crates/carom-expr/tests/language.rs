//! What the language says: precedence, numbers, lines, names, and the worked examples of the manuals.

use crate::common;

use carom_base::{Diagnostics, Dialect, SpannedText};
use carom_expr::{ElementForce, Expression, GenericForce, Input, Measure, NoTables};
use common::{World, compile, spanned, try_compile, value};

fn near(text: &str, want: f64) {
    let got = value(text, &[]);
    // 1e-13: rounding of a few operations
    assert!(
        (got - want).abs() <= 1e-13 * want.abs().max(1.0),
        "{text}: {got} {want}"
    );
}

#[test]
fn precedence() {
    near("2 + 3*4", 14.0);
    near("2 - 3 - 4", -5.0);
    near("24/4/3", 2.0);
    near("2*3**2", 18.0);
    near("2**3**2", 512.0);
    near("-2**2", -4.0);
    near("(-2)**2", 4.0);
    near("2**-1", 0.5);
    // -A**-B = -(A**(-B)), -A**-B**-C = -(A**(-(B**(-C))))
    near("-2**-2", -0.25);
    near("-2**-2**-2", -(2f64.powf(-(0.25))));
    near("2*-3", -6.0);
    near("2--3", 5.0);
    near("2 - +3", -1.0);
    near("-2*-3", 6.0);
    near("- -3", 3.0);
    near("2+-3**2*2", -16.0);
}

#[test]
fn numbers() {
    for (text, want) in [
        ("1", 1.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("7.801E-006", 7.801e-6),
        ("2.1E+006", 2.1e6),
        ("1e3", 1e3),
        ("1.e-2", 0.01),
        ("0304", 304.0),
        ("1E300", 1e300),
        ("1e-400", 0.0),
    ] {
        near(text, want);
    }
    near("90D", std::f64::consts::FRAC_PI_2);
    near("30.0d * 2", 60f64.to_radians());
    near("350.27D", 350.27f64.to_radians());
    near("0D", 0.0);
    near("1E2D", 100f64.to_radians());
    near(
        "SHF(1, 25D, PI, 360D, 0, 5)",
        std::f64::consts::PI * (std::f64::consts::TAU * (1.0 - 25f64.to_radians())).sin() + 5.0,
    );
    near("2.5*DTOR*RTOD", 2.5);
}

#[test]
fn mathematics_as_in_fortran() {
    near("ABS(-2)", 2.0);
    near("AINT(2.7) + 10*AINT(-2.7)", -18.0);
    near("ANINT(2.5) + 10*ANINT(-2.5) + 100*ANINT(0.49)", -27.0);
    near("ANINT(-1.2)", -1.0);
    near("MOD(7, 3) + 10*MOD(-7, 3) + 100*MOD(7, -3)", 91.0);
    near("SIGN(3, -2) + 10*SIGN(-3, 0) + 100*SIGN(-3, 5)", 327.0);
    near("DIM(3, 5) + DIM(5, 3)", 2.0);
    near("MAX(1, 3, 2) + 10*MIN(4, 2, 3)", 23.0);
    near("ATAN2(0, -1)", std::f64::consts::PI);
    near("ATAN2(-1, 0)", -std::f64::consts::FRAC_PI_2);
    near("LOG10(1E-3) + LOG(EXP(2))", -1.0);
    near("(-8)**3", -512.0);
    near("(-2)**-3", -0.125);
    near("4**0.5 + 8**(1/3)", 4.0);
    near("0**2 + 0**0.5", 0.0);
    near("AINT(3E12/7)", (3e12f64 / 7.0).trunc());
}

#[test]
fn the_sign_decides_in_if() {
    near("IF(-1: 10, 20, 30)", 10.0);
    near("IF(0: 10, 20, 30)", 20.0);
    near("IF(1: 10, 20, 30)", 30.0);
    near("if(-1:1,2,3)+IF(IF(1: 0, 0, -1): 7, 8, 9)", 8.0);
    // only the branch taken is computed
    near("IF(1: SQRT(-1), 1/0, 5)", 5.0);
    for (x, want) in [(-1.0, 0.0), (0.0, 0.0), (4.0, 2.0)] {
        assert_eq!(value("IF(X: 0, 0, SQRT(X))", &[x]), want);
        assert_eq!(
            value("IF(-X: SQRT(X), 0, LOG(X)*0)", &[x]).is_nan(),
            x < 0.0
        );
    }
    // the deck of a wind turbine
    let t = "IF( ABS(X) - 0.1: 0, 0,\n, -SIGN( 5*(ABS(X)-0.1), X ) )";
    assert_eq!(value(t, &[0.05]), 0.0);
    assert!((value(t, &[0.3]) + 1.0).abs() < 1e-15);
    assert!((value(t, &[-0.3]) - 1.0).abs() < 1e-15);
}

#[test]
fn lines_continue() {
    // trailing comma and the mark of continuation: one separator
    near("MAX(1,\n, 3)", 3.0);
    near("MAX(1,\r\n, 3)", 3.0);
    near("1 +\n, 2", 3.0);
    near("(1\n+ 2)\n", 3.0);
    // the comma of the mark alone: white space, a separator only where nothing else would be legal
    let (tape, d) = try_compile("MAX(1\n, 3)", Dialect::Adams, &World::default());
    assert_eq!(tape.unwrap().as_constant(), Some(3.0));
    assert_eq!(
        d.iter().map(|d| d.name).collect::<Vec<_>>(),
        ["expr-missing-comma"]
    );
    near("MAX(1, 2\n, +3)", 5.0);
    // in MotionSolve a comma is a comma
    let (tape, d) = try_compile("MAX(1\n, 3)", Dialect::MotionSolve, &World::default());
    assert_eq!(tape.unwrap().as_constant(), Some(3.0));
    assert!(d.is_empty());
    let (tape, _) = try_compile(
        "max( 1 , 2\n , +3 )",
        Dialect::MotionSolve,
        &World::default(),
    );
    assert_eq!(tape.unwrap().as_constant(), Some(3.0));
}

#[test]
fn the_doubled_comma_of_the_manual() {
    let text = "IMPACT(DZ(11,21,21),, VZ(11,21,21,21),1.0, 100, 1.5, 25, 0.1)";
    let (tape, d) = try_compile(text, Dialect::Adams, &World::default());
    let tape = tape.unwrap();
    assert_eq!(
        d.iter().map(|d| d.name).collect::<Vec<_>>(),
        ["expr-doubled-comma"]
    );
    let measure = |measure, k: &[u32]| Input::Measure {
        measure,
        markers: std::array::from_fn(|i| k.get(i).copied()),
    };
    assert_eq!(
        tape.inputs(),
        [
            measure(Measure::DZ, &[11, 21, 21]),
            measure(Measure::VZ, &[11, 21, 21, 21])
        ]
    );
    let mut r = vec![0.0; tape.registers()];
    // worked examples of the manual
    assert!((tape.eval_live(&[0.95, -2.0], &mut r) - 26.118_033_988_749_9).abs() < 1e-12);
    assert!((tape.eval_live(&[0.85, -2.0], &mut r) - 55.809_475_019_311_13).abs() < 1e-12);
    assert_eq!(tape.eval_live(&[1.0, -2.0], &mut r), 0.0);
    // with optional arguments two commas leave one out
    let (tape, d) = try_compile("DX(11,,21)", Dialect::Adams, &World::default());
    assert!(d.is_empty());
    let inputs = tape.unwrap().inputs().to_vec();
    let markers = [Some(11), None, Some(21), None];
    assert_eq!(
        inputs,
        [Input::Measure {
            measure: Measure::DX,
            markers
        }]
    );
}

/// Fortran's exponent is no number of this language, with a sign as without one; what only looks like it is a difference.
#[test]
fn degrees_are_no_exponent() {
    for text in ["1.0D-3", "1D+3", "1D3", "2*1.0d-03+TIME", "90D-3*TIME"] {
        let (tape, d) = try_compile(text, Dialect::Adams, &World::default());
        assert!(tape.is_none(), "{text}");
        let names: Vec<_> = d.iter().map(|d| d.name).collect();
        assert_eq!(names, ["expr-double-exponent"], "{text}");
    }
    let (_, d) = try_compile("1.0D-3", Dialect::Adams, &World::default());
    let help = d.iter().next().and_then(|d| d.help.clone());
    assert_eq!(
        help.as_deref(),
        Some("write 1.0E-3, or 1.0D - 3 for degrees")
    );
    let degree = std::f64::consts::PI / 180.0;
    near("90D-30D", 60.0 * degree);
    near("90D-0.5", 90.0 * degree - 0.5);
    near("90D-.5", 90.0 * degree - 0.5);
    near("90D - 3", 90.0 * degree - 3.0);
    near("90D -3", 90.0 * degree - 3.0);
    near("90D-PI", 90.0 * degree - std::f64::consts::PI);
    near("90D-(3)", 90.0 * degree - 3.0);
    near("90D\n, -3", 90.0 * degree - 3.0);
    // What is written out is read again.
    let text = "90D - 3 + 1D - 2";
    let e = Expression::parse(
        SpannedText::bare(text),
        Dialect::Adams,
        &mut Diagnostics::default(),
    );
    assert_eq!(e.expect("an expression").to_string(), text);
}

#[test]
fn a_power_may_have_a_blank_between_its_stars() {
    near("3 * * 2", 9.0);
    near("-3* *2", -9.0);
    near("2 * *3* * 2", 512.0);
    near("2 *\n, * 3", 8.0);
    near("3 * 2", 6.0);
    near("3 *\n, 2", 6.0);
    let (tape, _) = try_compile("3 * / 2", Dialect::Adams, &World::default());
    assert!(tape.is_none());
}

#[test]
fn markers_and_elements_become_inputs() {
    let text = "vm(3,0,7) + fx(1,2)*FM(4) + MOTION(1,0,8,0) + JOINT(2,1,3) + DIF1(6) + DIF(6) + VARVAL(7) \
                + aryval(1,2) + PINVAL(1,3) + POUVAL(2,4) + SENVAL(5) + ORIENT(27,2,0201,0101) + TIME + MODE";
    let tape = compile(text, &World::default());
    let names: Vec<String> = tape.inputs().iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "VM(3,0,7)",
            "FX(1,2)",
            "FM(4)",
            "MOTION(1,0,8,0)",
            "JOINT(2,1,3,0)",
            "DIF1(6)",
            "DIF(6)",
            "VARVAL(7)",
            "ARYVAL(1,2)",
            "PINVAL(1,3)",
            "POUVAL(2,4)",
            "SENVAL(5)",
            "ORIENT(27,2,201,101)",
            "TIME",
            "MODE"
        ]
    );
    assert_eq!(
        tape.inputs()[4],
        Input::ElementForce {
            element: ElementForce::Joint,
            id: 2,
            at_j: true,
            component: 3,
            rm: None
        }
    );
    assert_eq!(
        tape.inputs()[1],
        Input::GenericForce {
            force: GenericForce::FX,
            i: 1,
            j: Some(2),
            k: None
        }
    );
    let place = tape.input_span(2);
    assert_eq!(&text[place.start as usize..place.end as usize], "FM(4)");
    // the global frame as the first marker is a right of MotionSolve
    let (tape, _) = try_compile("dz(0, 5) + KE(2)", Dialect::MotionSolve, &World::default());
    assert_eq!(tape.unwrap().inputs()[0].to_string(), "DZ(0,5)");
    assert!(
        try_compile("DZ(0, 5)", Dialect::Adams, &World::default())
            .0
            .is_none()
    );
}

#[test]
fn expressions_tell_about_themselves() {
    let e = |t: &str| {
        let mut d = carom_base::Diagnostics::default();
        Expression::parse(spanned(t), Dialect::Adams, &mut d).expect("sound")
    };
    assert_eq!(e(" -2.5E0 ").number(), Some(-2.5));
    assert_eq!(e("90D").number(), Some(90f64.to_radians()));
    assert_eq!((e("1+1").number(), e("TIME").number()), (None, None));
    assert_eq!(Expression::constant(-0.1).number(), Some(-0.1));
    assert_eq!(Expression::constant(-0.1).to_string(), "-0.1");
    assert_eq!(
        e("USER(1, -2.5, 2*3, PI)").as_user(),
        Some(&[1.0, -2.5, 6.0, std::f64::consts::PI][..])
    );
    assert_eq!(e("user(7,\n, 8)").as_user(), Some(&[7.0, 8.0][..]));
    assert_eq!(
        (e("USER(TIME)").as_user(), e("2*USER(1)").as_user()),
        (None, None)
    );
    let names: Vec<String> =
        e("IF(TIME-1: DX(1,2), NOSUCH(3), SQRT(-1)) + DX(1,2)*AKISPL(VARVAL(9),0,4)")
            .uses()
            .inputs
            .iter()
            .map(|(i, _)| i.to_string())
            .collect();
    assert_eq!(names, ["TIME", "DX(1,2)", "VARVAL(9)"]);
    let call = e("IMPACT(DZ(1,2)+1, VZ(1,2),, 1, 2, 3, 4, 5)");
    let (sign, name, arguments) = call.as_call().expect("one call");
    let texts: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    assert_eq!(
        (sign, name, texts.join("|")),
        (1.0, "IMPACT", "DZ(1, 2) + 1|VZ(1, 2)|1|2|3|4|5".into())
    );
    assert_eq!(e("-ABS(2)").as_call().map(|c| c.0), Some(-1.0));
    assert!(e("1 + ABS(2)").as_call().is_none());
    assert_eq!(e("a*(b+c)").text(), "a*(b+c)");
}

#[test]
fn the_canonical_form() {
    for (text, want) in [
        ("a+(b-c)-(d+e)", "A + (B - C) - (D + E)"),
        ("((a*b))/(c*d)", "A*B/(C*D)"),
        ("(-a)**2 + -a**2", "(-A)**2 + -A**2"),
        ("a**(-b)**c", "A**(-B)**C"),
        ("a**-b**c", "A**-B**C"),
        ("(a**b)**c", "(A**B)**C"),
        ("-(a+b)*c", "-(A + B)*C"),
        ("-(a*b)", "-(A*B)"),
        ("if(x:1,2.50,90d)", "IF(X: 1, 2.5, 90D)"),
        ("1e-7*1E22", "1e-7*1e22"),
        ("dx(1,,2)", "DX(1, , 2)"),
    ] {
        let mut d = carom_base::Diagnostics::default();
        let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d).expect("sound");
        assert_eq!(e.to_string(), want);
    }
}

#[test]
fn equal_parts_are_computed_once() {
    let once = compile("SIN(TIME*3)", &World::default()).registers();
    let twice = compile("SIN(TIME*3) + SIN(3*TIME)", &World::default()).registers();
    assert_eq!(twice, once + 1);
    // a switch is one switch
    assert_eq!(
        compile("ABS(TIME) + 2*ABS(TIME)", &World::default()).switches(),
        1
    );
    // known in a branch, but not outside of it
    let t = compile("IF(TIME: SIN(TIME), 0, 1) + SIN(TIME)", &World::default());
    let mut r = vec![0.0; t.registers()];
    assert!((t.eval_live(&[-1.0], &mut r) - 2.0 * (-1f64).sin()).abs() < 1e-15);
    assert!((t.eval_live(&[1.0], &mut r) - 1.0 - 1f64.sin()).abs() < 1e-15);
    // constants
    assert_eq!(
        compile("2*PI/PI + SQRT(4)", &World::default()).as_constant(),
        Some(4.0)
    );
    assert!(compile("TIME", &World::default()).only_time());
    assert!(!compile("TIME*VARVAL(1)", &World::default()).only_time());
}

#[test]
fn sums_of_a_hundred_thousand_terms() {
    let text = "1+".repeat(100_000) + "1";
    near(&text, 100_001.0);
    let text = "(".repeat(300) + "1" + &")".repeat(300);
    near(&text, 1.0);
    let mut d = carom_base::Diagnostics::default();
    let long = "TIME*".repeat(50_000) + "1";
    let e =
        Expression::parse(SpannedText::bare(long.clone()), Dialect::Adams, &mut d).expect("sound");
    assert_eq!(e.to_string().len(), long.len());
    assert!(carom_expr::Tape::compile(&e, &NoTables, &mut d).is_some());
}

/// Every word of the function language, as the help of either solver lists them, is known: it works, or is refused
/// with its reason.
#[test]
fn no_word_of_the_language_is_left() {
    const OF_ADAMS: &[&str] = &[
        "TIME", "MODE", "PI", "RTOD", "DTOR", "CPU", "HSIZE", "NJAC", "NRHS", "ORDER", "ABS",
        "ACOS", "AINT", "ANINT", "ASIN", "ATAN", "ATAN2", "COS", "COSH", "DIM", "EXP", "IF", "LOG",
        "LOG10", "MAX", "MIN", "MOD", "SIGN", "SIN", "SINH", "SQRT", "TAN", "TANH", "DX", "DY",
        "DZ", "DM", "AX", "AY", "AZ", "PSI", "THETA", "PHI", "YAW", "PITCH", "ROLL", "INCANG",
        "ORIENT", "VX", "VY", "VZ", "VM", "VR", "WX", "WY", "WZ", "WM", "ACCX", "ACCY", "ACCZ",
        "ACCM", "WDTX", "WDTY", "WDTZ", "WDTM", "FX", "FY", "FZ", "FM", "TX", "TY", "TZ", "TM",
        "BEAM", "BUSH", "FIELD", "SFORCE", "VFORCE", "VTORQ", "GFORCE", "SPDP", "NFORCE", "JOINT",
        "JPRIM", "MOTION", "PTCV", "CVCV", "CONTACT", "FRICTION", "VARVAL", "ARYVAL", "DIF",
        "DIF1", "PINVAL", "POUVAL", "SENVAL", "USER", "AKISPL", "CUBSPL", "CURVE", "INTERP",
        "STEP", "STEP5", "HAVSIN", "POLY", "CHEBY", "FORCOS", "FORSIN", "SHF", "SWEEP", "INVPSD",
        "DELAY", "BISTOP", "IMPACT", "DXYZ", "VXYZ", "WXYZ", "ACCXYZ", "WDTXYZ", "FXYZ", "TXYZ",
        "UV", "UVX", "UVY", "UVZ", "MAG", "TRANS",
    ];
    for (dialect, also, without) in [
        (Dialect::Adams, &[][..], &[][..]),
        (
            Dialect::MotionSolve,
            &[
                "AXU", "AYU", "AZU", "ABUSH", "UCON", "PTSF", "CVSF", "KE", "LINSPL", "QUISPL",
            ][..],
            &[
                "CPU", "HSIZE", "NJAC", "NRHS", "ORDER", "INCANG", "ORIENT", "INTERP", "DXYZ",
                "VXYZ", "WXYZ", "ACCXYZ", "WDTXYZ", "FXYZ", "TXYZ", "UV", "UVX", "UVY", "UVZ",
                "MAG", "TRANS",
            ][..],
        ),
    ] {
        let words = OF_ADAMS.iter().chain(also).filter(|w| !without.contains(w));
        for word in words {
            let known: Vec<_> = carom_expr::FUNCTIONS
                .iter()
                .filter(|f| f.is_in(dialect) && f.name == *word)
                .collect();
            assert_eq!(known.len(), 1, "{word} in {dialect:?}");
        }
    }
}
