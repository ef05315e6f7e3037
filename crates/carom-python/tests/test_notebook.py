"""The tutorial on stepping as a notebook: it has the cells of the script, and Jupyter runs it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from conftest import ROOT, optional

SCRIPT = ROOT / "examples/python/stepping.py"
NOTEBOOK = ROOT / "examples/python/stepping.ipynb"


def cell(kind: str, number: int, text: str) -> dict[str, object]:
    lines = text.strip().splitlines(keepends=True)
    own = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, **own, "source": lines}


def notebook_of(script: Path) -> dict[str, object]:
    """The docstring as a first cell of text; each `# %% heading` as one of text and one of code."""
    head, *parts = re.split(r"^# %% ", script.read_text(), flags=re.MULTILINE)
    intro = head.strip().strip('"').split("\n\n")[0]
    cells = [cell("markdown", 0, f"# Stepping a mechanism\n\n{intro}")]
    for part in parts:
        heading, code = part.split("\n", 1)
        cells.append(cell("markdown", len(cells), f"## {heading}"))
        cells.append(cell("code", len(cells), code))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def test_the_notebook_has_the_cells_of_the_script() -> None:
    made = json.dumps(notebook_of(SCRIPT), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("CAROM_UPDATE"):
        NOTEBOOK.write_text(made)
    assert NOTEBOOK.read_text() == made, "CAROM_UPDATE=1 writes it anew"


@pytest.mark.filterwarnings("ignore")  # of the kernel and its sockets, not of ours
def test_the_notebook_runs(tmp_path: Path) -> None:
    nbformat, nbclient = optional("nbformat"), optional("nbclient")
    optional("ipykernel")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    # The first cell that fails raises.
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    printed = "".join(o.text for c in notebook.cells for o in c.get("outputs", []) if o.output_type == "stream")
    # x = (1 - cos 2t)/2 at t = 0.1, of the second cell
    assert "t = 0.1  x = 0.009966711" in printed
    assert "contact-begin" in printed
