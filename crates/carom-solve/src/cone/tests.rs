use super::reserve::ENOUGH;
use super::*;
use nalgebra::Vector2;

fn found(a: &[f64], b: &[f64], contacts: &[Contact]) -> (Vec<f64>, Vec<State>) {
    match solve(a, b, contacts) {
        Outcome::Found(z, states) => (z, states),
        other => panic!("{other:?}"),
    }
}

fn contact(k: usize, mu: f64) -> Contact {
    Contact {
        normal: 3 * k,
        tangents: [3 * k + 1, 3 * k + 2],
        tangential: TangentialLaw::Holds { mu, stuck: false },
        least: 0.0,
    }
}

/// Looks whether a solution is one, to `bound`.
fn check(a: &[f64], b: &[f64], contacts: &[Contact], z: &[f64], bound: f64) {
    let n = b.len();
    let w = |i: usize| b[i] + (0..n).map(|j| a[i * n + j] * z[j]).sum::<f64>();
    for c in contacts {
        let [s, t] = c.tangents;
        let TangentialLaw::Holds { mu, .. } = c.tangential else {
            continue;
        };
        assert!(z[c.normal] >= c.least && w(c.normal) > -bound);
        assert!(((z[c.normal] - c.least) * w(c.normal)).abs() < bound);
        let (force, speed) = (z[s].hypot(z[t]), w(s).hypot(w(t)));
        assert!(force <= mu * z[c.normal] + bound, "outside of its cone");
        // z_T·|w_T| + μ·z_N·w_T = 0
        let miss = [s, t].map(|k| z[k] * speed + mu * z[c.normal] * w(k));
        assert!(miss.iter().all(|m| m.abs() < bound), "{miss:?}");
    }
}

/// Two points of a rim that leans, nearly one, with friction that couples them to their normals: passes go in circles, and so does Newton's method from
/// where they are. There is one solution:
/// one of them sticks, and the other one slides by next to nothing.
#[test]
fn what_passes_do_not_find_is_found_from_scattered_starts() {
    #[rustfmt::skip]
    let a = [
        4.980533488386565, 4.98023539048141, -4.8857141178823635, -1.9204396807721282, -4.885715441985278, -1.920439922927894,
        4.98023539048141, 4.986329164971402, -4.783738575216473, -2.4602087067882397, -4.78374007458964, -2.4602089089943577,
        -4.8857141178823635, -4.783738575216472, 55.910995134043105, 11.168117452150906, 55.91852315337059, 11.170059297328056,
        -1.9204396807721282, -2.46020870678824, 11.168117452150906, 58.319134530703906, 11.127033485056256, 58.308531015800845,
        -4.885715441985279, -4.78374007458964, 55.91852315337059, 11.127033485056256, 55.93120863847405, 11.130305484464186,
        -1.920439922927894, -2.4602089089943577, 11.170059297328052, 58.308531015800845, 11.130305484464182, 58.29827055897329,
    ];
    let b = [
        -9.810751809490682,
        -9.809835457316009,
        1.4270369913693922e-05,
        3.467516937630742e-06,
        1.4549703698582487e-05,
        3.5863094050364122e-06,
    ];
    let contacts = [[0, 2, 3], [1, 4, 5]].map(|[normal, s, t]| Contact {
        normal,
        tangents: [s, t],
        tangential: TangentialLaw::Holds {
            mu: 1.2038881093651916,
            stuck: false,
        },
        least: 0.0,
    });
    let (z, states) = found(&a, &b, &contacts);
    // Rounding of the matrix, whose least direction answers with 3e-4 of 140.
    check(&a, &b, &contacts, &z, 1e-7);
    assert!(
        matches!(states[..], [State::Slides(_), State::Holds]),
        "{states:?}"
    );
}

/// f = s·(2 + s·d) + s⊥·(d × s) is along s for s = d, three times as long and with a part across that rises with the angle, and for s = −d.
#[test]
fn a_direction_that_lasts_is_taken_before_one_that_is_faster() {
    let d = Vector2::new(0.3_f64.cos(), 0.3_f64.sin());
    let f = |s: &Vector2<f64>| {
        let across = Vector2::new(-s.y, s.x);
        s * (2.0 + s.dot(&d)) + across * (d.x * s.y - d.y * s.x)
    };
    let s = directions(f, |s| f(s).dot(s) > 0.0).expect("two directions");
    // Bisection to rounding.
    assert!((s + d).norm() < 1e-14, "{s}");
}

/// Two contacts that nothing couples: each as alone, to the bit, whatever rows they have in the whole.
#[test]
fn what_is_not_coupled_is_solved_by_itself() {
    let block = [2.0, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1.0];
    let right = [-1.0, 0.4, -0.9];
    let alone = [contact(0, 0.3)];
    let Outcome::Found(z, states) = solve(&block, &right, &alone) else {
        panic!("a single contact has a solution");
    };
    // The second one has its rows in another order, between those of the first.
    let places = [[0, 2, 4], [5, 1, 3]];
    let (mut a, mut b) = ([0.0; 36], [0.0; 6]);
    for rows in places {
        for (i, r) in rows.into_iter().enumerate() {
            b[r] = right[i];
            for (j, s) in rows.into_iter().enumerate() {
                a[6 * r + s] = block[3 * i + j];
            }
        }
    }
    let both = places.map(|[normal, s, t]| Contact {
        normal,
        tangents: [s, t],
        ..alone[0]
    });
    assert_eq!(coupled(&a, 6, &both), [[0], [1]]);
    let (all, told) = found(&a, &b, &both);
    for (rows, state) in places.into_iter().zip(told) {
        assert_eq!(rows.map(|r| all[r]).as_slice(), z);
        assert_eq!(state, states[0]);
    }
    a[6 * 2 + 3] = 1e-3;
    a[6 * 3 + 2] = 1e-3;
    assert_eq!(coupled(&a, 6, &both), [[0, 1]]);
}

/// A mass on a plane that is pushed sideways: A = 1/m.
#[test]
fn a_mass_on_a_plane() {
    let a = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let (z, states) = found(&a, &[-10.0, 3.0, 0.0], &[contact(0, 0.5)]);
    assert_eq!((z, states), (vec![10.0, -3.0, 0.0], vec![State::Holds]));
    let (z, states) = found(&a, &[-10.0, 6.0, 0.0], &[contact(0, 0.5)]);
    assert_eq!(states, [State::Slides([1.0, 0.0])]);
    assert_eq!(z, [10.0, -5.0, 0.0]);
    let (z, states) = found(&a, &[1.0, 6.0, 0.0], &[contact(0, 0.5)]);
    assert_eq!((z, states), (vec![0.0; 3], vec![State::Open]));
    // Off the axes: against the push.
    let (z, _) = found(&a, &[-10.0, 6.0, -8.0], &[contact(0, 0.5)]);
    assert!(
        (z[1] + 3.0).abs() < 1e-14 && (z[2] - 4.0).abs() < 1e-14,
        "{z:?}"
    );
}

/// A box on an incline on four corners: twelve unknowns, rank 6. It sticks below the angle of friction and slides above.
#[test]
fn a_box_on_four_corners() {
    let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
    // Mass 1, inertias 1/2; centre of mass at height 0.3 above the corners. Rows: normal z, tangents x, y.
    let gradients: Vec<[f64; 6]> = corners
        .iter()
        .flat_map(|[x, y]| {
            let z = -0.3;
            [
                [0.0, 0.0, 1.0, *y, -x, 0.0],
                [1.0, 0.0, 0.0, 0.0, z, -y],
                [0.0, 1.0, 0.0, -z, 0.0, *x],
            ]
        })
        .collect();
    let mass = [1.0, 1.0, 1.0, 0.5, 0.5, 0.5];
    let n = gradients.len();
    let a: Vec<f64> = (0..n * n)
        .map(|at| {
            (0..6)
                .map(|k| gradients[at / n][k] * gradients[at % n][k] / mass[k])
                .sum()
        })
        .collect();
    let contacts: Vec<Contact> = (0..4).map(|k| contact(k, 0.5)).collect();
    for (slope, sticks) in [(0.4999_f64, true), (0.5001, false)] {
        let angle = slope.atan();
        let pull = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
        let b: Vec<f64> = gradients
            .iter()
            .map(|g| (0..3).map(|k| g[k] * pull[k]).sum())
            .collect();
        let (z, states) = found(&a, &b, &contacts);
        check(&a, &b, &contacts, &z, 1e-8);
        let along: f64 = (0..4).map(|k| z[3 * k + 1]).sum();
        let exact = -pull[0].min(0.5 * -pull[2]);
        assert!(
            (along - exact).abs() < 1e-10,
            "{slope}: {along} for {exact}"
        );
        assert_eq!(
            states.iter().all(|s| *s == State::Holds),
            sticks,
            "{states:?}"
        );
    }
}

/// A flat box just above its angle of friction: forces that are not determined, and contacts that only just slide.
#[test]
fn a_flat_box_that_just_slides() {
    let corners = [[-0.15, -0.1], [0.15, -0.1], [-0.15, 0.1], [0.15, 0.1]];
    let gradients: Vec<[f64; 6]> = corners
        .iter()
        .flat_map(|[x, y]| {
            let z = -0.05;
            [
                [0.0, 0.0, 1.0, *y, -x, 0.0],
                [1.0, 0.0, 0.0, 0.0, z, -y],
                [0.0, 1.0, 0.0, -z, 0.0, *x],
            ]
        })
        .collect();
    let mass = [2.0, 2.0, 2.0, 0.1, 0.2, 0.25];
    let n = gradients.len();
    let a: Vec<f64> = (0..n * n)
        .map(|at| {
            let terms = (0..6).map(|k| gradients[at / n][k] * gradients[at % n][k] / mass[k]);
            terms.sum()
        })
        .collect();
    for mu in [0.5, 0.4] {
        let contacts: Vec<Contact> = (0..4).map(|k| contact(k, mu)).collect();
        let pull = [4.386368870960267, 0.0, -8.770983545211491];
        let b: Vec<f64> = gradients
            .iter()
            .map(|g| (0..3).map(|k| g[k] * pull[k]).sum())
            .collect();
        let (z, states) = found(&a, &b, &contacts);
        check(&a, &b, &contacts, &z, 1e-9);
        let along: f64 = (0..4).map(|k| z[3 * k + 1]).sum();
        assert!((along / 2.0 - mu * pull[2]).abs() < 1e-12, "{along}");
        assert!(
            states.iter().all(|s| matches!(s, State::Slides(_))),
            "{states:?}"
        );
    }
}

#[test]
fn random_problems() {
    let mut seed = 11u64;
    let mut random = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let mut paradoxes = 0;
    for round in 0..300 {
        let count = 1 + round % 4;
        let (n, rank) = (3 * count, 3 * count.min(2));
        let g: Vec<f64> = (0..n * rank).map(|_| random()).collect();
        let a: Vec<f64> = (0..n * n)
            .map(|at| {
                (0..rank)
                    .map(|k| g[at / n * rank + k] * g[at % n * rank + k])
                    .sum()
            })
            .collect();
        let v: Vec<f64> = (0..rank).map(|_| random()).collect();
        let b: Vec<f64> = (0..n)
            .map(|i| (0..rank).map(|k| g[i * rank + k] * v[k]).sum())
            .collect();
        let contacts: Vec<Contact> = (0..count).map(|k| contact(k, 0.3)).collect();
        match solve(&a, &b, &contacts) {
            Outcome::Found(z, _) => check(&a, &b, &contacts, &z, 1e-7),
            // The tangents of such a problem may draw in as hard as a rod's.
            Outcome::Paradox(_) | Outcome::Lost => paradoxes += 1,
        }
    }
    assert!(paradoxes < 30, "{paradoxes}");
}

/// A box turns about one of its four corners, at rest, another corner is drawn away a little, and a box lies on it: three slide, one opens, and the one at
/// rest begins to slide in a direction that only the others give it.
#[test]
fn a_corner_at_rest_of_a_box_that_turns() {
    let text = include_str!("../../tests/turning_box.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.flat_map(str::split_whitespace).map(|x| x.parse());
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().expect("numbers");
    let (a, b) = numbers.split_at(15 * 15);
    let slides = |direction| TangentialLaw::Slides {
        mu: 0.24374154717570543,
        direction,
    };
    let laws = [
        TangentialLaw::Holds {
            mu: 0.27082394130633936,
            stuck: false,
        },
        slides([-0.3780792813503809, 0.9257732211581732]),
        slides([-0.4952721050162352, 0.8687379017821124]),
        slides([-0.288001830820431, 0.957629858266794]),
        slides([0.3603484569782589, -0.932817768673704]),
    ];
    let contacts = laws.into_iter().enumerate();
    let contacts = contacts.map(|(k, tangential)| Contact {
        normal: k,
        tangents: [5 + 2 * k, 6 + 2 * k],
        tangential,
        least: 0.0,
    });
    let contacts: Vec<Contact> = contacts.collect();
    let (z, states) = found(a, b, &contacts);
    check(a, b, &contacts, &z, 1e-9);
    assert_eq!(states[1], State::Open);
    // By least squares and bisection of the direction, in another language.
    assert!((z[0] - 2.25048132e-3).abs() < 1e-10, "{z:?}");
    assert!((z[2] - 18.5157747).abs() < 1e-6);
}

/// Two contacts that can squeeze each other along s: they share what they hold, the stronger one more of it.
#[test]
fn what_is_left_of_sticking() {
    let squeeze = vec![vec![0.0, 1.0, 0.0, 0.0, -1.0, 0.0]];
    let even = [[2.0, 0.3, 0.1], [2.0, 0.1, 0.1]];
    // Each holds 0.2 along s.
    let exact = 0.5 * 2.0 - f64::hypot(0.2, 0.1);
    let found = reserve(&squeeze, &even, &[0.5; 2]);
    // What the barrier leaves.
    assert!((found - exact).abs() < 1e-11, "{found} {exact}");
    // Limits 1.5 and 0.5, and 1 to hold: 0.5 is left at each where all is held by the first, and a hundredth of the largest force is enough.
    let uneven = [[3.0, 0.2, 0.0], [1.0, 0.8, 0.0]];
    let found = reserve(&squeeze, &uneven, &[0.5; 2]);
    assert!(found > ENOUGH * 3.0 && found < 0.5 + 1e-11, "{found}");
    // 1.98 to hold: less than that is left, and the most is found.
    let nearly = [[3.0, 1.18, 0.0], [1.0, 0.8, 0.0]];
    let found = reserve(&squeeze, &nearly, &[0.5; 2]);
    assert!((found - 0.01).abs() < 1e-11, "{found}");
    // More than both hold together.
    let much = [[3.0, 1.9, 0.0], [1.0, 0.5, 0.0]];
    let found = reserve(&squeeze, &much, &[0.5; 2]);
    assert!((found + 0.2).abs() < 1e-11, "{found}");
}

/// A slender rod that slides on its end: `p = 1 + 3·cos²θ − 3·μ·sinθ·cosθ` (mass 1, length 2). With μ = 1.4 it is drawn in between the
/// angles of validation/values/zoo.json.
#[test]
fn a_rod_is_drawn_in_by_its_friction() {
    for (degrees, paradox) in [(55.58, false), (55.59, true), (69.95, true), (69.96, false)] {
        let (s, c) = f64::to_radians(degrees).sin_cos();
        let a = [
            1.0 + 3.0 * c * c,
            3.0 * s * c,
            0.0,
            3.0 * s * c,
            1.0 + 3.0 * s * s,
            0.0,
            0.0,
            0.0,
            1.0,
        ];
        let slides = Contact {
            tangential: TangentialLaw::Slides {
                mu: 1.4,
                direction: [1.0, 0.0],
            },
            ..contact(0, 1.4)
        };
        let outcome = solve(&a, &[-1.0, 0.0, 0.0], &[slides]);
        assert_eq!(outcome == Outcome::Paradox(0), paradox, "{degrees}");
    }
}
