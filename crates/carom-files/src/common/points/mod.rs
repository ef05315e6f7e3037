//! Points of a spline from a file: columns of a CSV text, channels of an RPC III time history.
//!
//! Adams reads RPC III and DAC (with CHANNEL; time is the abscissa; beyond its ends the value stays); MotionSolve's ready-made
//! SPLINE_READ reads CSV, RPC III and DAC (`block_name` names the headers, `[2D::][x,]y`, or `3D::` for the one family of curves of a CSV). DAC has no
//! public description and is refused.
//!
//! Sources: Adams Solver help, SPLINE; Adams View help, Data Element Create Spline and RPC III Format; MotionView help, User Spline
//! Subroutine and SetSpline3D.

mod columns;
mod csv;
mod rpc;

pub use columns::Points;

use super::text::LARGEST_FILE;
use super::{beside, special};
use carom_expr::spline::SplineTable;
use std::path::{Path, PathBuf};

/// Stands for points that could not be read, so that what looks at them is not told that there are none. A model with an error does not run.
pub fn stand_in() -> SplineTable {
    SplineTable {
        x: vec![0.0, 1.0, 2.0, 3.0],
        curves: vec![(0.0, vec![0.0; 4])],
        ..SplineTable::default()
    }
}

/// A file that a model names.
#[derive(Debug)]
pub struct File {
    /// Where it was found.
    pub path: PathBuf,
    bytes: Vec<u8>,
}

/// The kinds of files.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Csv,
    Rpc,
}

impl File {
    /// Opens the file with a name, seen from the folder of the file `from`.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn open(from: &Path, named: &str) -> Result<Self, String> {
        let Some(path) = beside::find(from, &[named]) else {
            let folder = match beside::shown_folder(from).as_str() {
                "." => "the folder of the model".to_owned(),
                other => other.to_owned(),
            };
            return Err(format!("the file {named} is not in {folder}"));
        };
        match special::read(&path, LARGEST_FILE) {
            Ok(bytes) => Ok(Self { path, bytes }),
            Err(e) => Err(format!("{} cannot be read: {e}", path.display())),
        }
    }

    /// Stands for the bytes of the file where the texts of a model are compared.
    pub fn mark(&self) -> String {
        // FNV-1a
        let mix = |hash: u64, b: &u8| (hash ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        let hash = self.bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
        format!("{} bytes, {hash:016x}\n", self.bytes.len())
    }

    fn form(&self) -> Result<Form, String> {
        let ending = self.path.extension().and_then(|e| e.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "csv" => Ok(Form::Csv),
            "rpc" | "rsp" | "tim" | "drv" => Ok(Form::Rpc),
            "dac" => Err("files of the form DAC are not read, as it has no public description; RPC III files are".into()),
            _ if rpc::is_one(&self.bytes) => Ok(Form::Rpc),
            _ => Err("it is neither a CSV text (.csv) nor an RPC III time history (.rpc, .rsp)".into()),
        }
    }

    fn told<T>(&self, read: Result<T, String>) -> Result<T, String> {
        read.map_err(|e| format!("{}: {e}", self.path.display()))
    }

    /// A channel over time, as Adams takes it: RPC III files only.
    ///
    /// # Errors
    /// What is wrong with the file, or that the channel is not in it.
    pub fn channel(&self, channel: Option<u32>) -> Result<Points, String> {
        let read = || {
            if self.form()? != Form::Rpc {
                return Err("Adams takes RPC III time histories; other files are read by a user-written SPLINE_READ, named by FUNCTION or ROUTINE".into());
            }
            let file = rpc::File::new(&self.bytes)?;
            let Some(channel) = channel else {
                return Err(format!(
                    "CHANNEL has to say which of its {} channels is meant",
                    file.channels()
                ));
            };
            file.over_time(channel)
        };
        self.told(read())
    }

    /// What the name of a block says, as MotionSolve takes it.
    ///
    /// # Errors
    /// What is wrong with the file, or that no column has such a name.
    pub fn block(&self, block: &str) -> Result<Points, String> {
        let read = || {
            let (dimensions, names) = match block.trim().split_once("::") {
                Some((d, rest)) => (d.trim(), rest),
                None => ("2D", block),
            };
            let names: Vec<&str> = names
                .split(',')
                .map(str::trim)
                .filter(|n| !n.is_empty())
                .collect();
            let form = self.form()?;
            match (dimensions.to_ascii_uppercase().as_str(), form) {
                ("2D", Form::Csv) => csv::curve(&self.bytes, &names),
                ("2D", Form::Rpc) => rpc::File::new(&self.bytes)?.named(&names),
                ("3D", Form::Csv) => csv::family(&self.bytes),
                ("3D", Form::Rpc) => {
                    Err("a family of curves (3D) comes from a CSV text only".into())
                }
                _ => Err(format!(
                    "a block begins with 2D:: or 3D::, not {dimensions}::"
                )),
            }
        };
        self.told(read())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> File {
        File {
            path: name.into(),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn blocks_name_columns() {
        let text = b"Time, \"Fx, left\",Fy\n0,1,10\n1,2,20\n2,3,30\n3,5,50\n";
        let f = file("a.csv", text);
        let p = f.block("Fy").unwrap();
        assert_eq!(
            (p.x, &p.curves[0].1),
            (vec![0.0, 1.0, 2.0, 3.0], &vec![10.0, 20.0, 30.0, 50.0])
        );
        let p = f.block("2d::fy,time").unwrap();
        assert_eq!(p.x, [10.0, 20.0, 30.0, 50.0]);
        for (block, why) in [
            ("Fz", "nothing in it is called Fz; there is Fy"),
            ("", "a block names the header"),
            ("4D::Fy", "begins with 2D:: or 3D::"),
            ("Time,Fy,Fy", "a block names"),
        ] {
            let told = f.block(block).unwrap_err();
            assert!(told.starts_with("a.csv: ") && told.contains(why), "{told}");
        }
        assert!(f.channel(Some(1)).unwrap_err().contains("RPC III"));
        assert!(file("a.dac", b"").block("Fy").unwrap_err().contains("DAC"));
        assert!(
            file("a.txt", b"x")
                .block("Fy")
                .unwrap_err()
                .contains("neither")
        );
    }

    #[test]
    fn what_does_not_increase_ends_it() {
        let p = file("a.csv", b"t,y\n0,1\n1,2\n1,3\n2,4\n")
            .block("y")
            .unwrap();
        assert_eq!((p.x.len(), p.left_aside), (2, 2));
    }

    #[test]
    fn marks_tell_bytes_apart() {
        assert_ne!(file("a.csv", b"1").mark(), file("a.csv", b"2").mark());
    }
}
