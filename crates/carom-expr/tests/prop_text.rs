//! Whatever is written: no panic, and what is printed reads back as the same.

use crate::common;

use carom_base::{Diagnostics, Dialect, SpannedText};
use carom_expr::{Expression, FUNCTIONS, Tape};
use common::{Random, World};
use proptest::prelude::*;

fn parse(text: &str, dialect: Dialect) -> Option<Expression> {
    Expression::parse(
        SpannedText::bare(text),
        dialect,
        &mut Diagnostics::default(),
    )
}

/// A random expression of the grammar, legal or not in its meaning.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0u32..1000).prop_map(|n| n.to_string()),
        any::<f64>().prop_filter_map("finite", |x| x
            .is_finite()
            .then(|| format!("{:?}", x.abs()))),
        (-180i32..180).prop_map(|d| format!("({d}D)")),
        prop::sample::select(vec!["TIME", "pi", "X", "Rtod"]).prop_map(String::from),
        Just("DX(1,2,,4)".to_string()),
    ];
    leaf.prop_recursive(6, 64, 4, |inner| {
        let names: Vec<&str> = FUNCTIONS
            .iter()
            // What has to do with vectors is written out as it is read.
            .filter(|f| f.called && f.name != "IF" && !f.is_of_vectors())
            .map(|f| f.name)
            .collect();
        prop_oneof![
            (
                inner.clone(),
                prop::sample::select(vec!["+", " - ", "*", "/", "**", "*-", "**-"]),
                inner.clone()
            )
                .prop_map(|(a, op, b)| format!("{a}{op}{b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("-{a}")),
            inner.clone().prop_map(|a| format!("+{a}")),
            (
                prop::sample::select(names),
                prop::collection::vec(inner.clone(), 1..5)
            )
                .prop_map(|(f, a)| format!("{f}({})", a.join(", "))),
            (inner.clone(), inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c, d)| format!("IF({a}: {b}, {c}, {d})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(text in expression()) {
        let first = parse(&text, Dialect::Adams).expect("the generator follows the grammar");
        let printed = first.to_string();
        let second = parse(&printed, Dialect::MotionSolve).expect("canonical form");
        prop_assert_eq!(&second.to_string(), &printed);
        // the same meaning, where it has one
        let world = World::with_names(&["X"]);
        let tapes = [first, second].map(|e| Tape::compile(&e, &world, &mut Diagnostics::default()));
        if let [Some(a), Some(b)] = &tapes {
            prop_assert_eq!(a.inputs(), b.inputs());
            let inputs: Vec<f64> = (0..a.inputs().len()).map(|k| 0.3 + k as f64).collect();
            let value = |t: &Tape| t.eval_live(&inputs, &mut vec![0.0; t.registers()]);
            let (x, y) = (value(a), value(b));
            prop_assert!(x == y || (x.is_nan() && y.is_nan()), "{} {}", x, y);
        }
    }

    #[test]
    fn anything_may_be_typed(text in "[ -~\n\t°é]{0,60}") {
        for dialect in [Dialect::Adams, Dialect::MotionSolve] {
            let mut d = Diagnostics::default();
            match Expression::parse(SpannedText::bare(text.as_str()), dialect, &mut d) {
                None => prop_assert!(d.has_errors()),
                Some(e) => {
                    let tape = Tape::compile(&e, &World::default(), &mut d);
                    prop_assert_eq!(tape.is_none(), d.has_errors());
                }
            }
        }
    }
}

/// Good expressions with characters changed, removed and added: an answer or a diagnostic, and every tape runs.
#[test]
fn broken_expressions_are_answered() {
    let mut random = Random(11);
    let seeds: Vec<&str> = FUNCTIONS
        .iter()
        .map(|f| f.example.text)
        .chain([
            "IF(TIME-1: MAX(TIME,2), -3**2, SIGN(1,TIME)) + STEP(TIME,0,0,1,1)*AKISPL(TIME,0,1,1)",
        ])
        .collect();
    let alphabet: Vec<char> = "0123456789.,:()+-*/ DEeXTIMEL\n\\%[]^<>=\u{e9}"
        .chars()
        .collect();
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut text: Vec<char> = seeds[random.below(seeds.len())].chars().collect();
        for _ in 0..1 + random.below(3) {
            let at = random
                .below(text.len().max(1))
                .min(text.len().saturating_sub(1));
            let c = alphabet[random.below(alphabet.len())];
            match random.below(3) {
                0 if !text.is_empty() => text[at] = c,
                1 if !text.is_empty() => {
                    text.remove(at);
                }
                _ => text.insert(at, c),
            }
        }
        let text: String = text.into_iter().collect();
        let mut d = Diagnostics::default();
        let dialect = [Dialect::Adams, Dialect::MotionSolve][random.below(2)];
        let tape = Expression::parse(SpannedText::bare(text.as_str()), dialect, &mut d)
            .and_then(|e| Tape::compile(&e, &World::default(), &mut d));
        assert_eq!(tape.is_none(), d.has_errors(), "{text}");
        let Some(tape) = tape else {
            refused += 1;
            continue;
        };
        sound += 1;
        let mut run = common::Run::new(tape);
        let inputs: Vec<f64> = run
            .tape
            .inputs()
            .iter()
            .map(|_| random.between(-3.0, 3.0))
            .collect();
        let rates = vec![0.1; inputs.len()];
        run.settle(&inputs, &rates);
        let (live, frozen) = (run.live(&inputs), run.eval(&inputs));
        // with rates that are not zero, only on an edge may the two differ
        let on_edge = run.guards(&inputs, &rates).iter().any(|g| g.0.abs() <= g.2);
        assert!(
            on_edge || live == frozen || (live.is_nan() && frozen.is_nan()),
            "{text}: {live} {frozen}"
        );
        let (value, _) = run.gradient(&inputs);
        assert!(
            (value - frozen).abs() <= 1e-12 * frozen.abs() || !frozen.is_finite(),
            "{text}: {value} {frozen}"
        );
        let fault = run
            .tape
            .fault(&inputs, &run.modes, &mut run.registers.clone());
        assert_eq!(fault.is_some(), !frozen.is_finite(), "{text}: {fault:?}");
    }
    // the corpus exercises both answers
    assert!(sound > 1000 && refused > 1000, "{sound} {refused}");
}

#[test]
fn a_million_parentheses() {
    for text in [
        "(".repeat(1_000_000),
        "-".repeat(1_000_000),
        "SIN(".repeat(1_000_000),
        "2**".repeat(1_000_000),
        "1+(".repeat(300_000),
    ] {
        let mut d = Diagnostics::default();
        assert!(Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d).is_none());
        assert_eq!(
            d.iter().map(|d| d.name).collect::<Vec<_>>(),
            ["expr-too-deep"]
        );
    }
    let mut d = Diagnostics::default();
    let long = SpannedText::bare("1+".repeat(2_000_000));
    assert!(Expression::parse(long, Dialect::Adams, &mut d).is_none());
    assert_eq!(
        d.iter().map(|d| d.name).collect::<Vec<_>>(),
        ["expr-too-long"]
    );
}

#[test]
fn long_words_and_many_mistakes() {
    let size = 1_000_000;
    for text in [
        "A".repeat(size),
        "1".repeat(size),
        "1.".repeat(size / 2),
        "9".repeat(size) + "D1",
        " ".repeat(size),
        "MAX(1".to_string() + &",".repeat(size / 2) + "2)",
    ] {
        let mut d = Diagnostics::default();
        let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
        let _ = e.and_then(|e| Tape::compile(&e, &World::default(), &mut d));
        assert!(d.count(carom_base::Severity::Error) <= 1);
        assert!(d.iter().all(|d| d.message.len() < 200));
    }
    let mut d = Diagnostics::default();
    let e = Expression::parse(
        SpannedText::bare("FOO(1)+".repeat(100_000) + "1"),
        Dialect::Adams,
        &mut d,
    );
    assert!(Tape::compile(&e.expect("sound"), &World::default(), &mut d).is_none());
    assert_eq!(d.count(carom_base::Severity::Error), 50);
}

/// Everything that recurses, at the greatest depth, on the small stack of a test.
#[test]
fn the_deepest_expressions_run() {
    use carom_base::{Dual, Number};
    type Jet = Dual<Dual<f64, 2>, 2>;
    let n = carom_expr::DEEPEST - 1;
    for text in [
        "IF(TIME: 0, 0, ".repeat(n) + "TIME*2" + &")".repeat(n),
        "IF(".repeat(n) + "TIME" + &": -1, 0, TIME)".repeat(n),
        "SIN(".repeat(n) + "TIME" + &")".repeat(n),
        "MAX(TIME, ".repeat(n) + "0" + &")".repeat(n),
        "(1+".repeat(n) + "TIME" + &")".repeat(n),
        "-".repeat(n) + "TIME",
        "POLY(TIME, 0, IF(TIME: 0, 0, ".repeat(n / 2) + "1" + &"), 1)".repeat(n / 2),
    ] {
        let e = parse(&text, Dialect::Adams).expect("deep, but not too deep");
        assert_eq!(
            parse(&e.to_string(), Dialect::Adams).map(|e| e.to_string()),
            Some(e.to_string())
        );
        let tape = Tape::compile(&e, &World::default(), &mut Diagnostics::default());
        let mut run = common::Run::new(tape.expect("sound"));
        run.settle(&[0.7], &[1.0]);
        let value = run.eval(&[0.7]);
        assert!(value.is_finite());
        assert_eq!(run.gradient(&[0.7]).0, value);
        assert_eq!(run.live(&[0.7]), value);
        assert!(run.guards(&[0.7], &[1.0]).iter().all(|g| g.0 >= 0.0));
        let mut registers = vec![Jet::constant(0.0); run.tape.registers()];
        let jet = run
            .tape
            .eval(&[Jet::constant(0.7)], &run.modes, &mut registers);
        assert_eq!(jet.re.re, value);
        assert_eq!(
            run.tape
                .fault(&[0.7], &run.modes, &mut run.registers.clone()),
            None
        );
    }
}
