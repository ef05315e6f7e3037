"""Writes THIRD-PARTY.md: the licences of all crates that are in what is shipped, from the files in the crates themselves.

    python3 dist/notices.py            writes the file
    python3 dist/notices.py --check    fails if it is not what would be written

A crate whose licence is not among those accepted below, or whose package has no text of a licence that it names, stops it with its name.
The page of `carom view` has its notices in crates/carom-view/assets/LICENSES.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHIPPED = ["carom-cli", "carom-c", "carom-python"]
# In the order in which one is taken where a crate leaves the choice: what each asks for is its text and its copyright lines.
ACCEPTED = [
    "MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-3-Clause", "BSD-2-Clause", "ISC", "Zlib", "Unicode-3.0",
    "CC0-1.0", "0BSD", "Unlicense", "MPL-2.0",
]
# Words by which a text is known.
MARKS = {
    "MIT": "permission is hereby granted, free of charge",
    "Apache-2.0": "apache license",
    "Apache-2.0 WITH LLVM-exception": "apache license",
    "BSD-3-Clause": "redistribution and use in source and binary forms",
    "BSD-2-Clause": "redistribution and use in source and binary forms",
    "ISC": "permission to use, copy, modify, and",
    "Zlib": "this software is provided 'as-is'",
    "Unicode-3.0": "unicode license v3",
    "CC0-1.0": "cc0 1.0 universal",
    "0BSD": "permission to use, copy, modify, and",
    "Unlicense": "unencumbered software released into the public domain",
    "MPL-2.0": "mozilla public license",
}


def metadata():
    out = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked"], cwd=ROOT, check=True, capture_output=True
    )
    return json.loads(out.stdout)


def shipped(data):
    """All crates that are linked into what is shipped, on any platform, our own left out."""
    packages = {p["id"]: p for p in data["packages"]}
    nodes = {n["id"]: n for n in data["resolve"]["nodes"]}
    own = set(data["workspace_members"])
    left = [i for i in own if packages[i]["name"] in SHIPPED]
    found = set()
    while left:
        at = left.pop()
        if at in found:
            continue
        found.add(at)
        for dep in nodes[at]["deps"]:
            if any(kind["kind"] is None for kind in dep["dep_kinds"]):
                left.append(dep["pkg"])
    return sorted((packages[i] for i in found - own), key=lambda p: (p["name"], p["version"]))


def terms(expression):
    """The licences that have to be kept, one choice after the other: AND binds more tightly than OR."""
    expression = expression.replace("/", " OR ")
    both = re.fullmatch(r"\((.*)\) AND (.*)", expression)
    if both:
        return [[*first, both[2]] for first in terms(both[1])]
    return [[t.strip() for t in choice.split(" AND ")] for choice in expression.split(" OR ")]


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    names = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.I)
    files = [f for f in sorted(folder.rglob("*")) if f.is_file() and names.search(f.name) and f.suffix in ("", ".md", ".txt", ".MIT")]
    files += [f for f in sorted(folder.glob("*")) if f.is_file() and names.match(f.name) and f not in files]
    return {f: f.read_text(errors="replace").strip().replace("\r\n", "\n") for f in files}


def chosen(package, files):
    """The licences taken, each with its text; a text may be missing from the package."""
    choices = [c for c in terms(package["license"] or "") if all(t in ACCEPTED for t in c)]
    if not choices:
        sys.exit(f"{package['name']} {package['version']}: the licence {package['license']} is not among those accepted")

    def with_texts(choice):
        found = [(t, next((x for x in files.values() if MARKS[t] in " ".join(x.lower().split())), None)) for t in choice]
        return sum(x is None for _, x in found), max(ACCEPTED.index(t) for t in choice), found

    missing, _, found = min((with_texts(c) for c in choices), key=lambda c: c[:2])
    return missing, found


def page():
    rows, bodies, without = [], {}, []
    for package in shipped(metadata()):
        files = texts(package)
        missing, found = chosen(package, files)
        name = f"{package['name']} {package['version']}"
        taken = " and ".join(t for t, _ in found)
        rows.append(f"| {name} | {package['license']} | {taken} |")
        if missing:
            without.append(name)
        for term, text in found:
            if text:
                bodies.setdefault((term, text), []).append(name)
    out = [
        "# Notices of other people's work\n",
        "The programs and libraries of Carom hold these crates. `dist/notices.py` wrote this page from the files in the crates; where they leave the choice, the",
        "licence in the last column is taken.\n",
        "| crate | its licence | taken |",
        "|---|---|---|",
        *rows,
    ]
    if without:
        out += ["\nThe packages of these crates hold no text of their licence; that of the same name below applies: " + ", ".join(without) + "."]
    for (term, text), names in sorted(bodies.items(), key=lambda b: (ACCEPTED.index(b[0][0]), b[1])):
        fence = "~~~~"
        out += [f"\n## {term}: {', '.join(names)}\n", fence + "text", text, fence]
    return "\n".join(out) + "\n"


def main():
    path = ROOT / "THIRD-PARTY.md"
    text = page()
    if "--check" in sys.argv:
        if not path.exists() or path.read_text() != text:
            sys.exit("THIRD-PARTY.md is not up to date: python3 dist/notices.py")
        return
    path.write_text(text)


main()
