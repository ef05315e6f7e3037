//! All names of utilities: a library that refers to each of them is opened, and those that are not available say so in their flag.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::Request;
use carom::user::{FLAGGED, OFFERED, REFUSED, compile};
use std::path::{Path, PathBuf};

/// The names of the interface of Adams of 2023, without `c_`: 127, of which 31 are of external systems.
const ADAMS: &str = "adams_declare_threadsafe adams_needs_partials adams_serialize_characters adams_serialize_doubles
adams_serialize_integers adams_smp_group adams_unserialize_characters adams_unserialize_doubles adams_unserialize_integers add_mass_property
akispl analys anlmod bistop body_mass_property cheby cubspl datout errmes extsys_corr_conv extsys_get_x_ics extsys_get_x_type
extsys_ids_active extsys_marker extsys_nactive extsys_nd extsys_newtimestep extsys_ni extsys_no extsys_ns extsys_set_rebased_states
extsys_set_x_ics extsys_set_x_type extsys_u extsys_update_cputime extsys_x extsys_xd extsys_xdot extsysmap_marker_x extsysmap_marker_x2
extsysmap_marker_xdot extsysmap_u extsysmap_x extsysmap_xdot extsyspar_marker_x extsyspar_marker_x2 extsyspar_marker_xdot extsyspar_u extsyspar_x
extsyspar_xdot forcos forsin get_HHT_parameters get_full_matrix_data get_gravity get_integrator_details get_linear_mat_states
get_matrix_info get_n_contact_incidents get_nthread get_numdif_info get_rt_end_of_warmup_period get_rt_process_mode get_solver
get_solver_data get_sparse_matrix_data get_thread_index get_tinu getcpu getinm getint getmod getslv getstm getver gse_nd gse_ni gse_no
gse_ns gse_output_ics gse_u gse_x gse_xd gse_xdot gsemap_u gsemap_x gsemap_xdot gsepar_u gsepar_x gsepar_xdot gtaray gtcmat gtcurv gtstrg
gtunts havsin impact istrng modify modinf naninf nmodes poly put_spline rcnvrt realtime rstrng set_dgse_type set_gse_state_tolerance
set_partial_method setvelic shf simsta step step5 subtract_mass_property sysary sysfn2 sysfnc syspar system_kinetic_energy
system_momentum tcnvrt timget tirary ucovar usrmes";

fn model(folder: &Path, statements: &str) -> carom::Loaded {
    let deck = folder.join("deck.adm");
    let text = format!(
        "a part
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3
MARKER/20, PART=2
{statements}
END
"
    );
    std::fs::write(&deck, text).unwrap();
    let mut loaded = carom::open(&deck, None);
    loaded.allow_user_code(None);
    loaded
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("work")).unwrap();
    folder
}

fn built(folder: &Path, source: &str) {
    let file = folder.join("all.c");
    std::fs::write(&file, source).unwrap();
    compile::build(&[file], &folder.join("all.so"), &folder.join("work"))
        .unwrap_or_else(|e| panic!("gcc is needed: {e}"));
}

const CALL: &str =
    "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(1)\\, ROUTINE=all::Sfosub";

/// Data that refer to functions are filled in when a library is opened: one name that nobody has would keep it shut.
#[test]
fn a_library_may_refer_to_every_name() {
    let ours = [OFFERED, FLAGGED, REFUSED].concat();
    let theirs: Vec<&str> = ADAMS.split_whitespace().collect();
    assert_eq!(theirs.len(), 127);
    for name in &theirs {
        assert!(ours.contains(name), "{name}");
    }
    let mut once = ours.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ours.len(), "no name twice");
    let symbols: Vec<String> = ours
        .iter()
        .flat_map(|n| [format!("c_{n}"), format!("{}_", n.to_lowercase())])
        .collect();
    let declared: String = symbols
        .iter()
        .map(|s| format!("extern int {s}();\n"))
        .collect();
    let table: String = symbols.iter().map(|s| format!("(void*){s},\n")).collect();
    let source = format!(
        "{declared}const volatile void* all[] = {{ {table} }};
void Sfosub(const void* e, double t, int d, int i, double* v)
{{
    int k;
    *v = 1;
    for (k = 0; k < {}; ++k) if (!all[k]) *v = 0;
}}
",
        symbols.len()
    );
    let folder = folder("user_every_name");
    built(&folder, &source);
    let loaded = model(&folder, CALL);
    let request = Request {
        end: Some(1.0),
        ..Request::default()
    };
    let results = carom::simulate(loaded.model.as_ref().unwrap(), &request).unwrap();
    assert!(results.error.is_none(), "{:?}", results.error);
    // x'' = 1/2 for a second
    let x = results.frames.last().unwrap().bodies[0].position[2];
    assert!((x - 0.25).abs() < 1e-12, "{x}");
}

/// The flag is raised at each call, the run goes on, and the report says once for each what is not available.
#[test]
fn what_is_not_available_raises_its_flag() {
    let source = r#"
#include "carom_adams.h"
extern void gtcmat_(); extern void tcnvrt_(); extern void realtime_(); extern void setvelic_();
void Sfosub(const struct sAdamsSforce* e, double t, int d, int i, double* v)
{
    int flag[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7}, n = 3, k;
    double x[40];
    c_nmodes(1, &n, &flag[0]);
    c_modinf(1, &n, x, &flag[1]);
    c_setvelic(1, 2, x, x, x, 3, x, &n, &n, &flag[2]);
    c_set_gse_state_tolerance(1, 2, 0.5, &flag[3]);
    c_realtime("A", 1, x, &n, &flag[4]);
    gtcmat_(&n, &n, &n, x, &flag[5]);
    tcnvrt_("CARTESIAN", x, "SPHERICAL", x, &flag[6], 9L, 9L);
    realtime_("A", &n, x, &n, &flag[7], 1L);
    setvelic_(&n, &n, x, x, x, &n, x, &n, &n, &flag[8]);
    *v = n == 3;
    for (k = 0; k < 9; ++k) if (flag[k] != 1) *v = 0;
}
"#;
    let folder = folder("user_flags");
    built(&folder, source);
    let loaded = model(&folder, CALL);
    let request = Request {
        end: Some(1.0),
        ..Request::default()
    };
    let results = carom::simulate(loaded.model.as_ref().unwrap(), &request).unwrap();
    assert!(results.error.is_none(), "{:?}", results.error);
    let x = results.frames.last().unwrap().bodies[0].position[2];
    assert!(
        (x - 0.25).abs() < 1e-12,
        "every flag is 1 at every call: {x}"
    );
    let said: Vec<String> = carom::dynamics::elements::user::said()
        .into_iter()
        .map(|d| d.message)
        .collect();
    for name in [
        "NMODES",
        "MODINF",
        "SETVELIC",
        "SET_GSE_STATE_TOLERANCE",
        "REALTIME",
        "GTCMAT",
        "TCNVRT",
    ] {
        let of = said
            .iter()
            .filter(|m| m.contains(&format!("SFORCE/1: {name} is not available")));
        assert_eq!(of.count(), 1, "{name}: {said:?}");
    }
}

/// The axes of a marker on those of another, one by one and all together by columns, are the direction cosines of expressions: what differs is the force.
#[test]
fn axes_of_markers() {
    let source = r#"
#include "carom_adams.h"
void Sfosub(const struct sAdamsSforce* e, double t, int d, int i, double* v)
{
    const char* names[3] = {"UVX", "UVY", "UVZ"};
    int ids[2] = {21, 10}, n, flag, k, j, bad = 0;
    double all[9], axis[3];
    c_sysary("DC", ids, 2, all, &n, &flag);
    bad += flag || n != 9;
    for (k = 0; k < 3; ++k) {
        c_sysary(names[k], ids, 2, axis, &n, &flag);
        bad += flag || n != 3;
        for (j = 0; j < 3; ++j) bad += axis[j] != all[3 * k + j];
    }
    /* Component y of the axis x, once for all. */
    *v = bad ? 1e3 : all[1];
}
"#;
    let folder = folder("user_axes");
    built(&folder, source);
    let run = |function: &str| {
        let loaded = model(
            &folder,
            &format!(
                "MARKER/21, PART=2, REULER=0.5,0.3,0.2\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION={function}"
            ),
        );
        let request = Request {
            end: Some(1.0),
            ..Request::default()
        };
        let results = carom::simulate(loaded.model.as_ref().unwrap(), &request).unwrap();
        assert!(results.error.is_none(), "{:?}", results.error);
        results.frames.last().unwrap().bodies[0].position[2].to_bits()
    };
    let routine = run("USER(1)\\, ROUTINE=all::Sfosub");
    assert_eq!(routine, run("ORIENT(29,2,21,10)"));
    assert_ne!(routine, run("0"));
}
