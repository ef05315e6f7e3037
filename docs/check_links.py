#!/usr/bin/env python3
"""Checks the links of a site: docs/check_links.py FOLDER

Each href and src of each HTML page has to lead to a file of the folder, and each #fragment to an id of the page that it names. Paths from the root of a
server and out of the folder are errors, as the site would not work elsewhere. Links to other sites are counted, and not fetched.
Exit status: 0 if all links are right, 1 if not.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Lines of a source page of rustdoc, which its script marks: 12, 12-20.
LINES = re.compile(r"(\d+)(-\d+)?")
# Pages of traits ask for implementations in other crates, and rustdoc writes such a file only if there are any.
OPTIONAL = re.compile(r"(.*/)?trait\.impl/.*\.js")
REFRESH = re.compile(r"\d+;\s*URL=(.*)", re.IGNORECASE)


class Page(HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.links, self.ids = set(), set()
        # Where a page that is only a sign sends its readers, with the fragment.
        self.moved = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "meta" and (given.get("http-equiv") or "").lower() == "refresh":
            to = REFRESH.fullmatch(given.get("content") or "")
            if to:
                self.moved = to[1]
                self.links.add(to[1])
        for name, value in attrs:
            if not value:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.ids.add(value)
            # A base says where a server has the page: that of an error, which is shown at any address.
            elif name in ("href", "src") and tag != "base":
                self.links.add(value)


def check(site):
    """Faults as lines of text, and how many pages, links and links to other sites there are."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    faults, links, outside = [], 0, 0
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                continue
            links += 1
            place = f"{path.relative_to(site)}: {link}"
            if parts.path.startswith("/"):
                faults.append(f"{place} begins at the root of the server")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_relative_to(site):
                faults.append(f"{place} leaves the site")
            elif not target.is_file():
                if OPTIONAL.fullmatch(parts.path):
                    continue
                faults.append(f"{place} leads nowhere")
            elif parts.fragment and target in pages:
                if pages[target].moved:
                    target = (target.parent / unquote(urlsplit(pages[target].moved).path)).resolve()
                    if target not in pages:
                        continue
                lines = LINES.fullmatch(parts.fragment)
                # Browsers take a fragment as it is written, and then decoded.
                names = {parts.fragment, unquote(parts.fragment), lines[1] if lines else parts.fragment}
                if not names & pages[target].ids:
                    faults.append(f"{place}: {target.relative_to(site)} has no such id")
    return faults, len(pages), links, outside


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print("usage: docs/check_links.py FOLDER", file=sys.stderr)
        return 2
    faults, pages, links, outside = check(Path(sys.argv[1]).resolve())
    for fault in faults:
        print(fault)
    print(f"{pages} pages, {links} links, {outside} to other sites (not fetched): {len(faults)} broken")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
