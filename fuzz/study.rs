//! What the fuzz target of studies does with bytes; a file of its own, as the replay of its corpus stands in another crate.

use carom::base::diagnostic::render_plain;
use carom::files::Texts;
use carom_study::Study;
use std::path::Path;

/// The model of all studies.
const DECK: &str = "studies
PART/1, GROUND
MARKER/10, PART=1
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,1,0.3
MARKER/30, PART=3
SFORCE/2, TRANS, ACTIONONLY, I=30, J=10
, FUNCTION=IMPACT(DZ(30,10,10), VZ(30,10,10,10), 0.1, 1E4, 1.5, 0, 0.01)
REQUEST/1, F1=DZ(30,10)
ACCGRAV/KGRAV=-9.80665
END
";

/// A study of a small model `b.adm`, and all that is said of it.
pub fn study(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let texts = Texts::default().with(Path::new("b.adm"), DECK.to_owned());
    if let Err(refused) = Study::read_text(Path::new("fuzz.toml"), text, &texts, None) {
        for d in &refused.diagnostics {
            render_plain(d, &refused.sources);
        }
    }
}
