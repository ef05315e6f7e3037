//! Pages about a run: event lists, plots, the verification page
