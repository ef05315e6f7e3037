//! `carom explain`.

use crate::Exit;
use crate::args::ExplainArgs;
use crate::output::{self, err, out};
use carom::explain::{Topic, explain as look_up, topics};
use serde_json::json;

pub fn explain(args: &ExplainArgs) -> Exit {
    let Some(name) = &args.name else {
        overview();
        return Exit::Done;
    };
    match look_up(name) {
        Ok(found) => {
            if args.json {
                output::json(&found.iter().map(machine).collect::<Vec<_>>());
            } else {
                let pages: Vec<_> = found.iter().map(|t| t.page.as_str()).collect();
                out(&pages.join("\n"));
            }
            Exit::Done
        }
        Err(near) => {
            let hint = near.map_or_else(
                || "carom explain shows what there is".to_owned(),
                |n| format!("did you mean {n}?"),
            );
            err(&format!(
                "error: nothing is called {name}\n   = help: {hint}\n"
            ));
            Exit::Refused
        }
    }
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
