//! The ball on a compliant floor against the reference of validation/values/impact_ball.json.

mod suite;

use carom_solve::{Driver, End, INTEGRATORS, Settings};
use suite::ball::Ball;

const REFERENCE: [(&str, f64); 4] = [
    ("contact-begin", 0.451_600_755_751_787_5),
    ("full-damping", 0.451_623_339_051_328_8),
    ("force-off", 0.473_072_367_269_029_4),
    ("contact-end", 0.477_774_924_851_584_3),
];

#[test]
fn event_times_at_1e_10() {
    for integrator in INTEGRATORS {
        let mut ball = Ball::new(0);
        let settings = Settings {
            rtol: 1e-10,
            atol: 1e-10,
            ..Settings::default()
        };
        let mut driver = Driver::new(*integrator, &ball, settings);
        let y = ball.start();
        driver.start(&mut ball, 0.0, &y).unwrap();
        assert_eq!(
            driver.advance(&mut ball, 2.0, &[], &mut ()).unwrap(),
            End::Reached
        );
        println!("{} {:?}", integrator.name(), driver.statistics());
        for (event, expected) in ball.log.iter().zip(REFERENCE) {
            println!("{event:?} {:e}", event.0 - expected.1);
        }
        for (event, expected) in ball.log.iter().zip(REFERENCE) {
            assert_eq!(event.1, expected.0);
            assert!((event.0 - expected.1).abs() < 1e-9);
        }
    }
}
