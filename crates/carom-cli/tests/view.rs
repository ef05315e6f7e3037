//! `carom view`: the page in a real browser. Chromium is driven through its WebDriver, on this machine only.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn carom(folder: &Path, args: &[&str]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    let output = c.args(args).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    output
}

/// A run of a deck, in a folder of its own.
fn run(folder: &Path, deck: &str, more: &[&str]) {
    std::fs::write(folder.join("m.adm"), deck).unwrap();
    carom(folder, &[&["run", "m.adm", "--quiet"], more].concat());
}

/// Ends a program when the test ends, however it ends.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An answer to a request over HTTP: status and body.
fn http(port: u16, method: &str, path: &str, host: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(120)))
        .unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap().parse().unwrap();
    let mut size = None;
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some(n) = line.to_lowercase().strip_prefix("content-length:") {
            size = Some(n.trim().parse::<usize>().unwrap());
        }
    }
    let mut text = vec![0; size.unwrap_or(0)];
    match size {
        Some(_) => reader.read_exact(&mut text).unwrap(),
        None => drop(reader.read_to_end(&mut text).unwrap()),
    }
    (status, String::from_utf8(text).unwrap())
}

/// A browser with one page.
struct Browser {
    port: u16,
    session: String,
    _driver: Program,
    /// What it says; kept open as long as it runs.
    _output: BufReader<ChildStdout>,
    _place: tempfile::TempDir,
}

/// Where a program is, if it is installed.
fn which(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths)
        .map(|p| p.join(name))
        .find(|p| p.exists())
}

impl Browser {
    /// None where Chromium is not installed: the test is not run then.
    fn start(test: &str) -> Option<Self> {
        let (Some(driver), Some(chromium)) = (which("chromedriver"), which("chromium")) else {
            assert!(
                std::env::var_os("CAROM_REQUIRE_TOOLS").is_none(),
                "chromium and chromedriver are required"
            );
            println!("not run: {test} (chromium and chromedriver are not installed)");
            return None;
        };
        let place = tempfile::tempdir().unwrap();
        let mut child = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let driver = Program(child);
        // ChromeDriver was started successfully on port 39077.
        let mut line = String::new();
        let port = loop {
            line.clear();
            let read = output.read_line(&mut line).unwrap();
            let port = line.split_once("successfully on port ");
            if read == 0 || port.is_some() {
                break port.and_then(|(_, p)| p.trim().trim_end_matches('.').parse().ok());
            }
        };
        let port = port.expect("the driver says its port");
        let profile = format!("--user-data-dir={}", place.path().join("profile").display());
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--window-size=1280,960",
            "--force-device-scale-factor=1",
            "--hide-scrollbars",
            &profile,
        ];
        let wish = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": chromium, "args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let (status, body) = http(port, "POST", "/session", "localhost", &wish.to_string());
        assert_eq!(status, 200, "{body}");
        let answer: Value = serde_json::from_str(&body).unwrap();
        let session = answer["value"]["sessionId"].as_str().unwrap().to_owned();
        let browser = Self {
            port,
            session,
            _driver: driver,
            _output: output,
            _place: place,
        };
        // what the window leaves to the page depends on the version
        let size = json!({"width": 1280, "height": 817, "deviceScaleFactor": 1, "mobile": false});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size});
        browser.ask("POST", "goog/cdp/execute", &command);
        Some(browser)
    }

    fn ask(&self, method: &str, command: &str, body: &Value) -> Value {
        let path = format!("/session/{}/{command}", self.session);
        let body = if method == "GET" {
            String::new()
        } else {
            body.to_string()
        };
        let (status, answer) = http(self.port, method, &path, "localhost", &body);
        assert_eq!(status, 200, "{command}: {answer}");
        serde_json::from_str::<Value>(&answer).unwrap()["value"].clone()
    }

    /// Opens a page and waits until it says that it is ready.
    fn open(&self, address: &str) {
        self.ask("POST", "url", &json!({"url": address}));
        let since = Instant::now();
        while self.script("return document.body.dataset.ready || ''") != "yes" {
            // generous: the machine may have much else to do
            assert!(
                since.elapsed() < Duration::from_secs(100),
                "{:?}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn script(&self, text: &str) -> Value {
        self.ask("POST", "execute/sync", &json!({"script": text, "args": []}))
    }

    fn number(&self, text: &str) -> f64 {
        self.script(text).as_f64().unwrap()
    }

    /// Waits until something is true.
    fn wait(&self, text: &str) {
        let since = Instant::now();
        while self.script(text) != true {
            assert!(since.elapsed() < Duration::from_secs(60), "{text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Errors and warnings of the console.
    fn log(&self) -> Vec<String> {
        let all = self.ask("POST", "se/log", &json!({"type": "browser"}));
        let list = all.as_array().unwrap().iter();
        let text = |e: &Value| format!("{} {}", e["level"], e["message"]);
        // How a computer without graphics draws is of no concern to the page.
        let own = |t: &String| !t.contains("GL Driver Message") && !t.contains("WebGL-");
        list.map(text).filter(own).collect()
    }

    fn screenshot(&self) -> Vec<u8> {
        use base64::Engine;
        let text = self.ask("GET", "screenshot", &Value::Null);
        let text = text.as_str().unwrap();
        base64::engine::general_purpose::STANDARD
            .decode(text)
            .unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let path = format!("/session/{}", self.session);
        if let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)) {
            drop(stream);
            let _ = http(self.port, "DELETE", &path, "localhost", "");
        }
    }
}

const BALL: &str = include_str!("../../../examples/bouncing_ball/ball.adm");

#[test]
fn the_ball_plays_scrubs_and_jumps() {
    let Some(browser) = Browser::start("the_ball_plays_scrubs_and_jumps") else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    run(place, BALL, &["--end", "1", "--dt", "0.005"]);
    carom(place, &["view", "m.carom", "--out", "m.html"]);
    browser.open(&format!("file://{}", place.join("m.html").display()));
    let z = "return carom.stage.groups[1].position.z";
    // begins where the deck puts the ball
    assert!((browser.number(z) - 1.1).abs() < 1e-6);
    // free fall: z = 1.1 − g·t²/2 up to the resolution of single precision
    browser.script("carom.seek(0.3)");
    assert!((browser.number(z) - (1.1 - 0.5 * 9.80665 * 0.09)).abs() < 1e-6);
    // the slider
    browser.script("const s = document.getElementById('time'); s.value = 0.2e6; s.dispatchEvent(new Event('input'))");
    assert!((browser.number("return carom.state.time") - 0.2).abs() < 1e-9);
    // the list of events jumps to the exact moment
    assert_eq!(
        browser.script(
            "return document.querySelector('.event').textContent.includes('contact-begin')"
        ),
        true
    );
    browser.script("document.querySelector('.event').click()");
    // the closed form √(2h/g) of a fall by 1 m
    let touch = (2.0_f64 / 9.80665).sqrt();
    assert!((browser.number("return carom.state.time") - touch).abs() < 1e-5);
    // the force of the contact is an arrow while it pushes, and none while it does not
    browser.script("carom.seek(0.3)");
    assert_eq!(
        browser.script("return carom.stage.loads[0].arrow.group.visible"),
        false
    );
    browser.script("carom.seek(0.46)");
    assert_eq!(
        browser.script("return carom.stage.loads[0].arrow.group.visible"),
        true
    );
    // plays to the end and stops there
    browser.script("carom.seek(0.9); carom.play(true)");
    browser.wait("return carom.state.time === 1 && !carom.state.playing");
    // keys
    browser.script("window.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home'}))");
    assert_eq!(browser.number("return carom.state.time"), 0.0);
    browser.script("window.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))");
    assert!((browser.number("return carom.state.time") - 0.005).abs() < 1e-12);
    // three curves: height, velocity, force
    assert_eq!(
        browser.number("return document.querySelectorAll('.panel').length"),
        3.0
    );
    // a part can be hidden
    browser.script("document.querySelectorAll('.part input')[1].click()");
    assert_eq!(
        browser.script("return carom.stage.groups[1].visible"),
        false
    );
    assert_eq!(browser.log(), Vec::<String>::new());
}

#[test]
fn names_of_a_model_stay_text_in_the_page() {
    let Some(browser) = Browser::start("names_of_a_model_stay_text_in_the_page") else {
        return;
    };
    let deck = "\
</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=2>
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
! adams_view_name='<img src=x onerror=hacked()>'
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
REQUEST/1, F2 = DZ(20,10)\\TITLE = unused:<b onclick=x>height</b><script>window.hacked=4</script>
END
";
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    run(place, deck, &["--end", "1", "--steps", "9"]);
    carom(place, &["view", "m.carom", "--out", "m.html"]);
    browser.open(&format!("file://{}", place.join("m.html").display()));
    assert_eq!(browser.script("return window.hacked === undefined"), true);
    for tag in ["img", "b"] {
        let count = browser.number(&format!("return document.querySelectorAll('{tag}').length"));
        assert_eq!(count, 0.0, "{tag}");
    }
    let title = browser.script("return document.getElementById('title').textContent");
    assert!(title.as_str().unwrap().starts_with("</script><script>"));
    let part = browser.script("return document.querySelectorAll('.part')[1].textContent");
    assert!(part.as_str().unwrap().contains("<img src=x"), "{part}");
    let curve = browser.script("return document.querySelector('h3').textContent");
    assert!(curve.as_str().unwrap().contains("<b onclick=x>"), "{curve}");
    // a script that gets into the page does not run
    browser.script("const s = document.createElement('script'); s.textContent = 'window.hacked = 5'; document.body.append(s)");
    assert_eq!(browser.script("return window.hacked === undefined"), true);
}

/// The share of pixels that differ visibly, and the share that is not background.
fn compare(ours: &[u8], stored: &[u8]) -> (f64, f64) {
    let read = |bytes: &[u8]| -> (Vec<[u8; 3]>, [u32; 2]) {
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes.to_vec()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let each = info.color_type.samples();
        let pixels = pixels[..info.buffer_size()].chunks(each);
        (
            pixels.map(|p| [p[0], p[1], p[2]]).collect(),
            [info.width, info.height],
        )
    };
    let ((a, size), (b, other)) = (read(ours), read(stored));
    assert_eq!(size, other);
    let far = |p: &[u8; 3], q: &[u8; 3]| (0..3).any(|k| p[k].abs_diff(q[k]) > 40);
    let differ = a.iter().zip(&b).filter(|(p, q)| far(p, q)).count();
    let first = a[a.len() / 2];
    let ink = a.iter().filter(|p| far(p, &first)).count();
    (differ as f64 / a.len() as f64, ink as f64 / a.len() as f64)
}

/// Pages that are compared: model, options of its run, moment, name of the picture.
const PAGES: &[(&str, &[&str], f64, &str)] = &[
    (
        "bouncing_ball/ball.adm",
        &["--end", "1", "--dt", "0.002"],
        0.462,
        "view_ball",
    ),
    (
        "andrews/andrews.adm",
        &["--end", "0.03", "--steps", "300"],
        0.012,
        "view_andrews",
    ),
    (
        "solid_contact/ball_in_groove.adm",
        &["--end", "0.3", "--steps", "150"],
        0.1381,
        "view_groove",
    ),
    (
        "solid_contact/ball_on_plate.adm",
        &["--end", "0.6", "--steps", "300"],
        0.462,
        "view_plate",
    ),
    (
        "solid_contact/incline.adm",
        &["--end", "1", "--steps", "20"],
        0.5,
        "view_incline",
    ),
    (
        "solid_contact/box_stack.adm",
        &["--end", "0.2", "--steps", "40"],
        0.2,
        "view_stack",
    ),
    (
        "solid_contact/wedge_and_block.adm",
        &["--end", "0.25", "--steps", "50"],
        0.2,
        "view_wedge",
    ),
    (
        "chain/chain.adm",
        &["--end", "2", "--steps", "400"],
        0.37,
        "view_chain",
    ),
    (
        "spheres/spheres.adm",
        &["--end", "0.16", "--steps", "16", "--error", "1e-3"],
        0.16,
        "view_spheres",
    ),
];

/// What is shown looks as it did when it was looked at last. Letters of other fonts and edges of other renderers differ in few pixels; a body that is
/// missing or elsewhere does in many. CAROM_BLESS=1 stores the pictures anew.
#[test]
fn pages_look_as_they_did() {
    let Some(browser) = Browser::start("pages_look_as_they_did") else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for &(model, options, moment, name) in PAGES {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        let model = root.join("examples").join(model);
        let deck = std::fs::read_to_string(model).unwrap();
        run(place, &deck, options);
        carom(place, &["view", "m.carom", "--out", "m.html"]);
        browser.open(&format!("file://{}", place.join("m.html").display()));
        browser.script(&format!("carom.theme('light'); carom.seek({moment})"));
        // two frames: the second one is drawn with the final size
        browser.ask(
            "POST",
            "execute/async",
            &json!({"script": "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200)))", "args": []}),
        );
        let ours = browser.screenshot();
        let stored = root.join("docs/images").join(name).with_extension("png");
        if std::env::var_os("CAROM_BLESS").is_some() {
            std::fs::write(&stored, &ours).unwrap();
        }
        let (differ, ink) = compare(&ours, &std::fs::read(&stored).unwrap());
        assert!(ink > 0.02, "{name}: blank");
        // text is some 3 % of a page
        assert!(
            differ < 0.05,
            "{name}: {:.1} % of the pixels differ",
            100.0 * differ
        );
        assert_eq!(browser.log(), Vec::<String>::new(), "{name}");
    }
}

/// Pixels with a colour in each panel: all but the curves is grey.
const PAINTED: &str = "return carom.curves.plots.map(({ plot }) => {
    const c = plot.ctx.canvas, p = plot.ctx.getImageData(0, 0, c.width, c.height).data;
    let n = 0;
    for (let k = 0; k < p.length; k += 4) n += p[k + 3] > 60 && Math.max(p[k], p[k + 1], p[k + 2]) - Math.min(p[k], p[k + 1], p[k + 2]) > 60;
    return n;
})";

/// The force of a contact has no value between touches: its curve breaks there, and the rest of it is drawn.
#[test]
fn curves_of_contacts_are_drawn_read_found_and_zoomed() {
    let Some(browser) = Browser::start("curves_of_contacts_are_drawn_read_found_and_zoomed") else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let deck = include_str!("../../../examples/solid_contact/ball_on_plate.adm");
    run(place, deck, &["--end", "1.2", "--dt", "0.002"]);
    // another run beside it, with other outputs
    carom(
        place,
        &[
            "run",
            "m.adm",
            "--quiet",
            "--end",
            "1.2",
            "--dt",
            "0.003",
            "--out",
            "coarse.carom",
        ],
    );
    for more in [&[][..], &["--with", "coarse.carom"]] {
        carom(
            place,
            &[&["view", "m.carom", "--out", "m.html"], more].concat(),
        );
        browser.open(&format!("file://{}", place.join("m.html").display()));
        browser.script("carom.theme('light')");
        browser.wait("return carom.curves.plots.every((p) => p.plot.status === 1)");
        let titles = browser.script("return carom.curves.plots.map((p) => p.panel.title)");
        let titles: Vec<String> = serde_json::from_value(titles).unwrap();
        assert!(
            titles.iter().any(|t| t.starts_with("normal force")),
            "{titles:?}"
        );
        let painted: Vec<u64> = serde_json::from_value(browser.script(PAINTED)).unwrap();
        for (title, painted) in titles.iter().zip(&painted) {
            // two touches of some 25 ms in 1.2 s, over 300 pixels in width, up to 100 in height and down again
            assert!(*painted > 100, "{title}: {painted} pixels");
        }
    }
    // the value beside the title is that of the present moment: the ball falls from 1.1
    let value = |time: f64| {
        browser.script(&format!("carom.seek({time})"));
        browser.number("return Number(carom.curves.plots[0].entries[0].value.textContent)")
    };
    for t in [0.0, 0.2, 0.4] {
        // six digits, at an output
        assert!(
            (value(t) - (1.1 - 0.5 * 9.80665 * t * t)).abs() < 1e-5,
            "{t}: {}",
            value(t)
        );
    }
    // a stretch of time in one panel is that of all
    browser.script("carom.curves.plots[1].plot.setScale('x', { min: 0.4, max: 0.6 })");
    browser.wait("return carom.curves.plots.every(({ plot }) => plot.scales.x.min === 0.4 && plot.scales.x.max === 0.6)");
    browser.script("carom.curves.plots[0].plot.over.dispatchEvent(new MouseEvent('dblclick'))");
    browser.wait("return carom.curves.plots.every(({ plot }) => plot.scales.x.min === 0)");
    // by their names
    let shown = "return carom.curves.plots.filter((p) => !p.box.hidden).map((p) => p.panel.title).join('; ')";
    browser.script("const f = document.getElementById('find-curve'); f.value = 'Normal'; f.dispatchEvent(new Event('input'))");
    let found = browser.script(shown);
    assert!(
        found.as_str().unwrap().starts_with("normal force")
            && !found.as_str().unwrap().contains(';'),
        "{found}"
    );
    assert_eq!(browser.log(), Vec::<String>::new());
}

/// A ball that falls from 1.1 to a table: v² = 2·g·(1.1 − z) as long as it falls.
#[test]
fn one_curve_is_drawn_over_another() {
    let Some(browser) = Browser::start("one_curve_is_drawn_over_another") else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let deck = include_str!("../../../examples/bouncing_ball/ball.adm");
    run(place, deck, &["--end", "1.2", "--dt", "0.004"]);
    carom(place, &["view", "m.carom", "--out", "m.html"]);
    browser.open(&format!("file://{}", place.join("m.html").display()));
    browser.script("carom.theme('light'); document.getElementById('phase').open = true");
    browser.wait("return (carom.phase.points || []).length > 300");
    let names = browser.script("return carom.phase.curves.map((c) => c.name).join(', ')");
    assert_eq!(names, "height, velocity");
    let fall = "return carom.phase.points.filter(([t]) => t < 0.45)";
    let fall: Vec<[f64; 3]> = serde_json::from_value(browser.script(fall)).unwrap();
    assert!(fall.len() > 100);
    for [t, z, v] in fall {
        // the page keeps single precision
        let off = v * v - 2.0 * 9.80665 * (1.1 - z);
        assert!(off.abs() < 2e-5, "{t}: {off}");
    }
    browser.script("carom.seek(0.3)");
    let dot = "const [[x, y], place] = [carom.phase.now, carom.phase.place(1.1 - 0.5 * 9.80665 * 0.09, -9.80665 * 0.3)]; return Math.hypot(x - place[0], y - place[1])";
    // pixels; between two outputs on a straight line
    assert!(browser.number(dot) < 0.1);
    let painted = "const c = carom.phase.canvas, p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0; for (let k = 0; k < p.length; k += 4) n += p[k + 3] > 60 && Math.max(p[k], p[k + 1], p[k + 2]) - Math.min(p[k], p[k + 1], p[k + 2]) > 60; return n";
    assert!(browser.number(painted) > 500.0);
    // the stretch of time of the curves is that of the phase plot
    browser.script("carom.curves.plots[1].plot.setScale('x', { min: 0.1, max: 0.2 })");
    browser.wait("return carom.phase.stretch && carom.phase.stretch[1] === 0.2");
    // the axes may be changed over
    browser.script("const [x, y] = carom.phase.choices; x.value = 1; y.value = 0; x.dispatchEvent(new Event('change'))");
    let names = browser.script("return carom.phase.curves.map((c) => c.name).join(', ')");
    assert_eq!(names, "velocity, height");
    assert_eq!(browser.log(), Vec::<String>::new());
}

/// On a narrow screen nothing stands beside it.
#[test]
fn a_page_fits_a_narrow_screen() {
    let Some(browser) = Browser::start("a_page_fits_a_narrow_screen") else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    run(place, BALL, &["--end", "0.5", "--dt", "0.01"]);
    carom(place, &["view", "m.carom", "--out", "m.html"]);
    let size = json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true});
    let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size});
    browser.ask("POST", "goog/cdp/execute", &command);
    browser.open(&format!("file://{}", place.join("m.html").display()));
    assert_eq!(
        browser.number("return document.documentElement.scrollWidth"),
        390.0
    );
    let over = "return [...document.querySelectorAll('button, canvas, select, input')].filter((e) => e.offsetParent && e.getBoundingClientRect().right > 391).length";
    assert_eq!(browser.number(over), 0.0);
    assert_eq!(browser.log(), Vec::<String>::new());
}

/// What is saved is a picture with something on it, and a film.
#[test]
fn pictures_and_films_are_saved() {
    let Some(browser) = Browser::start("pictures_and_films_are_saved") else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    run(place, BALL, &["--end", "0.5", "--dt", "0.01"]);
    carom(place, &["view", "m.carom", "--out", "m.html"]);
    browser.open(&format!("file://{}", place.join("m.html").display()));
    let first_bytes = "blob.slice(0, 4).arrayBuffer().then((b) => { window.saved = [blob.size, ...new Uint8Array(b)]; })";
    browser.script(&format!("carom.picture().then((blob) => {first_bytes})"));
    browser.wait("return Array.isArray(window.saved)");
    let saved: Vec<u64> = serde_json::from_value(browser.script("return window.saved")).unwrap();
    // the signature of PNG
    assert!(
        saved[0] > 2000 && saved[1..] == [0x89, 0x50, 0x4e, 0x47],
        "{saved:?}"
    );
    browser.script(&format!(
        "window.saved = 0; carom.record(true).then((blob) => {first_bytes})"
    ));
    browser.wait("return Array.isArray(window.saved)");
    let saved: Vec<u64> = serde_json::from_value(browser.script("return window.saved")).unwrap();
    // that of EBML, the container of WebM
    assert!(
        saved[0] > 1000 && saved[1..] == [0x1a, 0x45, 0xdf, 0xa3],
        "{saved:?}"
    );
    // it ends with the run
    assert_eq!(
        browser.script("return carom.state.time === carom.state.last && !carom.state.playing"),
        true
    );
    assert_eq!(browser.log(), Vec::<String>::new());
}

/// Many balls that are alike are drawn at one go, each in its colour where its part is.
#[test]
fn many_balls_are_one_drawing() {
    let Some(browser) = Browser::start("many_balls_are_one_drawing") else {
        return;
    };
    let mut deck = "Balls\nPART/1, GROUND\nACCGRAV/KGRAV = -10\n".to_owned();
    for k in 2..102 {
        deck += &format!(
            "PART/{k}, MASS = 1, CM = {k}, IP = 1, 1, 1, QG = {k}, 0, 0\nMARKER/{k}, PART = {k}\n\
             MARKER/{}, PART = {k}, QP = 0, 0.5, 0\nGRAPHICS/{k}, ELLIPSOID, CM = {}, XSCALE = 1, YSCALE = 1, ZSCALE = 1\n",
            k + 1000,
            k + 1000
        );
    }
    deck += "END\n";
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    run(place, &deck, &["--end", "1", "--steps", "10"]);
    carom(place, &["view", "m.carom", "--out", "m.html"]);
    browser.open(&format!("file://{}", place.join("m.html").display()));
    // one surface: a sphere of 32 facets around is some 25 kB
    let length = std::fs::metadata(place.join("m.html")).unwrap().len();
    let script = include_str!("../../carom-view/assets/page.js").len() as u64;
    assert!(length < script + 250_000, "{length}");
    browser.script("carom.seek(1); carom.stage.render()");
    let calls = browser.number("return carom.stage.renderer.info.render.calls");
    assert!(calls < 10.0, "{calls}");
    // PART/9 is the ninth of the parts, and the eighth ball: it fell by 10/2, its ball sits at 0.5 beside its centre
    let at = |k: usize| {
        let place = format!("return carom.stage.crowds[0].bodies.instanceMatrix.array[16*7 + {k}]");
        browser.number(&place)
    };
    for (k, expected) in [(0, 1.0), (12, 9.0), (13, 0.5), (14, -5.0)] {
        // single precision
        assert!((at(k) - expected).abs() < 1e-5, "{k}: {}", at(k));
    }
    let colour = |k: usize| {
        let blue = format!("return carom.stage.crowds[0].bodies.instanceColor.array[3*{k} + 2]");
        browser.number(&blue)
    };
    assert!(colour(0) != colour(1) && colour(0) == colour(8));
    // a hidden part has no size
    browser.script("document.querySelectorAll('.part input')[8].click()");
    assert_eq!(at(0), 0.0);
    browser.script("document.querySelectorAll('.part input')[8].click()");
    assert!((at(0) - 1.0).abs() < 1e-5);
    // axes at markers are made when they are asked for
    let markers = "return (carom.stage.layers.markers || []).length";
    assert_eq!(browser.number(markers), 0.0);
    browser.script("document.querySelector('[data-layer=markers]').click()");
    assert_eq!(browser.number(markers), 200.0);
    assert_eq!(browser.log(), Vec::<String>::new());
}

#[test]
fn the_server_answers_to_its_own_name_only() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    run(place, BALL, &["--end", "0.1", "--steps", "5"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["view", "m.carom", "--no-open", "--port", "0", "--quiet"])
        .current_dir(place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let _server = Program(child);
    output.read_line(&mut line).unwrap();
    let port = line.trim().strip_prefix("http://127.0.0.1:").unwrap();
    let port: u16 = port.trim_end_matches('/').parse().unwrap();
    let own = format!("127.0.0.1:{port}");
    let (status, page) = http(port, "GET", "/", &own, "");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert_eq!(http(port, "GET", "/../run.json", &own, "").0, 404);
    assert_eq!(http(port, "POST", "/", &own, "").0, 405);
    assert_eq!(http(port, "GET", "/", "evil.example", "").0, 403);
    // nothing in the page is fetched from elsewhere
    let (_, after) = page.split_once("<style>").unwrap();
    assert!(
        !after.contains("src=\"http")
            && !after.contains("href=\"http")
            && !after.contains("@import")
    );
}
