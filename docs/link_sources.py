#!/usr/bin/env python3
"""Brings what a book links to in its repository into the site: docs/link_sources.py SITE

Pages of the book link to source files and examples beside docs, as they do on a page of the repository. Here each such file becomes a page in SITE/source, and
each folder a list; links lead there. So the site works wherever it stands.
"""

import html
import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
ATTRIBUTE = re.compile(r'\b(href|src)="([^"]+)"')
# Larger files, and those that are no text, are copied as they are.
MOST = 500_000
LEFT_BY_RUNS = (".carom", ".sweep")
FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>body {{ font: 15px/1.45 sans-serif; margin: 1.5em }} pre {{ font: 13px/1.45 monospace; tab-size: 4 }}</style>
</head>
<body>
<p><a href="{home}">Carom</a> / {title}</p>
{body}
</body>
</html>
"""


def escape(text):
    return html.escape(text, quote=True)


class Sources:
    def __init__(self, site):
        self.site = site
        self.made = {}

    def write(self, target, title, body):
        target.parent.mkdir(parents=True, exist_ok=True)
        home = os.path.relpath(self.site / "index.html", target.parent)
        target.write_text(FRAME.format(title=escape(title), home=home, body=body), encoding="utf-8")

    def page(self, path):
        """The file of the site that stands for a file or folder of the repository."""
        if path in self.made:
            return self.made[path]
        relative = path.relative_to(ROOT)
        if path.is_dir():
            target = self.site / "source" / relative / "index.html"
            self.made[path] = target
            names = []
            for entry in sorted(path.iterdir()):
                if entry.name.startswith((".", "__")) or entry.suffix in LEFT_BY_RUNS:
                    continue
                name = escape(entry.name + ("/" if entry.is_dir() else ""))
                if entry.is_file():
                    link = os.path.relpath(self.page(entry), target.parent)
                    name = f'<a href="{escape(link)}">{name}</a>'
                names.append(f"<li>{name}</li>")
            self.write(target, f"{relative}/", "<ul>\n" + "\n".join(names) + "\n</ul>")
            return target
        data = path.read_bytes()
        try:
            text = data.decode("utf-8") if len(data) <= MOST else None
        except UnicodeDecodeError:
            text = None
        target = self.site / "source" / (f"{relative}.html" if text is not None else relative)
        self.made[path] = target
        if text is None:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        else:
            self.write(target, str(relative), f"<pre>{html.escape(text)}</pre>")
        return target

    def rewrite(self, page):
        """Links of a page of the book to what is in the repository and not in the book."""

        def replace(match):
            attribute, link = match[1], html.unescape(match[2])
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path or parts.path.startswith("/"):
                return match[0]
            inside = os.path.normpath(os.path.join(page.parent.relative_to(self.site), unquote(parts.path)))
            if not inside.startswith("..") and (self.site / inside).exists():
                return match[0]
            # The book has the place of the folder docs.
            source = Path(os.path.normpath(ROOT / "docs" / inside))
            if not source.exists() and source.suffix == ".html":
                source = source.with_suffix(".md")
            if not source.is_relative_to(ROOT) or not source.exists():
                return match[0]
            new = os.path.relpath(self.page(source), page.parent)
            return f'{attribute}="{escape(new)}"'

        text = page.read_text(encoding="utf-8")
        page.write_text(ATTRIBUTE.sub(replace, text), encoding="utf-8")


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print("usage: docs/link_sources.py SITE", file=sys.stderr)
        return 2
    site = Path(sys.argv[1]).resolve()
    pages = sorted(site.rglob("*.html"))
    sources = Sources(site)
    for page in pages:
        sources.rewrite(page)
    print(f"{len(sources.made)} files and folders of the repository in {site / 'source'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
