//! `carom explain`.

use crate::args::{Cli, ExplainArgs};
use crate::exit::Exit;
use crate::output::{self, err, out};
use carom::explain::{Topic, explain as look_up, topics};
use clap::CommandFactory;
use serde_json::json;

pub fn explain(args: &ExplainArgs) -> Exit {
    let Some(name) = &args.name else {
        overview();
        return Exit::Done;
    };
    let mut pages = options(name);
    let near = match look_up(name) {
        Ok(found) => {
            pages.splice(0..0, found);
            None
        }
        Err(near) => near,
    };
    match pages.is_empty() {
        false => {
            if args.json {
                output::json(&pages.iter().map(machine).collect::<Vec<_>>());
            } else {
                let pages: Vec<_> = pages.iter().map(|t| t.page.as_str()).collect();
                out(&pages.join("\n"));
            }
            Exit::Done
        }
        true => {
            let hint = near.map_or_else(
                || "carom explain without a name lists what there is".to_owned(),
                |n| format!("did you mean {n}?"),
            );
            err(&format!(
                "error: nothing is called {name}\n   = help: {hint}\n"
            ));
            Exit::Refused
        }
    }
}

/// The options of this name, with or without dashes, of all commands.
fn options(name: &str) -> Vec<Topic> {
    let word = name.trim_start_matches('-');
    let program = Cli::command();
    let mut pages = Vec::new();
    for command in program.get_subcommands() {
        for arg in command.get_arguments() {
            if arg.get_long() == Some(word) && !arg.is_global_set() {
                let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let head = format!("--{word}  (option of carom {})", command.get_name());
                let mut page = format!("{head}\n\n{text}\n");
                for v in arg.get_possible_values() {
                    let help = v.get_help().map(ToString::to_string).unwrap_or_default();
                    page += &format!("  {:14}{help}\n", v.get_name());
                }
                pages.push(Topic {
                    kind: "option",
                    name: format!("--{word}"),
                    aliases: Vec::new(),
                    text,
                    page,
                });
            }
        }
    }
    pages
}

fn overview() {
    out("carom explain NAME shows the page of a name. Lists of names:\n\n");
    for t in topics().iter().filter(|t| t.kind == "list") {
        out(&format!("  {:14}{}\n", t.name, t.text));
    }
}

fn machine(t: &Topic) -> serde_json::Value {
    json!({ "kind": t.kind, "name": t.name, "text": t.text, "page": t.page })
}
