mod common;
use carom_stability::Family;
use common::study;
use std::f64::consts::TAU;
#[test]
fn dbg() {
    let deck = include_str!("../../../examples/two_masses/two_masses.adm");
    let study = study(
        deck,
        "[run]\ncontact = \"rigid\"\nintegrator = \"dop853\"\nerror = 1e-12\nend = 1\nrestitution = \"e\"\n[parameters]\ne = { values = [0.8] }\n[responses]\nz = { last = \"DZ(20,10)\" }\n",
    );
    let family = Family::new(&study);
    let period = TAU / 0.4;
    for e in [0.8, 0.0, 0.3] {
        let state = family.settle(&[e], 30.0 * period).unwrap();
        let mut run = family.begin(&[e], None).unwrap();
        run.take_events();
        run.set_state(&state).unwrap();
        println!("{:?}", run.take_events());
        for k in 1..4 {
            run.run_until(period * k as f64).unwrap();
            let s = run.state().unwrap();
            let ev = run.take_events();
            println!(
                "{e} {k} {:?} {:?}",
                [s[2], s[9], s[15], s[22]],
                ev.iter()
                    .map(|e| (e.kind.name(), e.time / period))
                    .collect::<Vec<_>>()
            );
        }
    }
}
