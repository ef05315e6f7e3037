use carom_report::faceting::{By, cam, gears};
use carom_report::repository;
fn main() -> Result<(), String> {
    let root = repository();
    for p in [0.2, 0.02] {
    for r in [30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0] {
        for by in [By::Triangles, By::Faces, By::Default] {
            let t = std::time::Instant::now();
            let mut pair = cam::pair(&root, r, by)?;
            let mut worst = 0.0f64;
            for k in 0..500 {
                let f = cam::force(&mut pair, p, 0.0123 * k as f64)?;
                worst = worst.max((f - 1.0).abs());
            }
            println!("cam p {p} R {r} {by:?}: e {:.3e} worst {worst:.3e} {:?}", pair.tolerance, t.elapsed());
        }
    }
    }
    for p in [0.02, 0.003] {
    for r in [100.0, 300.0, 1000.0, 3000.0, 10000.0] {
        for by in [By::Triangles, By::Faces, By::Default] {
            let t = std::time::Instant::now();
            let mut pair = gears::pair(&root, r, by)?;
            let mut worst = 0.0f64;
            let mut all = vec![];
            for k in 0..200 {
                let f = gears::moment(&mut pair, p, gears::TOOTH * k as f64 / 200.0)?;
                all.push(f);
            }
            println!("gears p {p} R {r} {by:?}: e {:.3e} {:?}", pair.tolerance, t.elapsed());
            for row in all.chunks(20) { println!("   {}", row.iter().map(|x| format!("{x:.4}")).collect::<Vec<_>>().join(" ")); }
        }
    }
    }
    Ok(())
}
