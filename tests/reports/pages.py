"""A page as a browser would take it in: what it would fetch, what it says, its tables and the data in it."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "link", "img", "input", "br"}
FETCHING = {"src", "href", "srcset", "data", "action", "poster", "background"}


class Page(HTMLParser):
    def __init__(self, path: Path):
        super().__init__(convert_charrefs=True)
        self.source = path.read_text(encoding="utf-8")
        self.fetched: list[str] = []  # addresses in attributes
        self.images: list[str] = []
        self.tables: list[list[list[str]]] = []  # rows of cells, the head first
        self.data: dict[str, object] = {}  # of scripts that are JSON, by id
        self.num_scripts = 0
        self.text = ""
        self._open: list[tuple[str, dict[str, str]]] = []
        self._by_class: dict[str, list[str]] = {}
        self.feed(self.source)
        self.text = _plain(self.text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.fetched += [value for key, value in attrs if key in FETCHING]
        if tag == "img":
            self.images.append(found["src"])
        if tag in VOID:
            return
        self._open.append((tag, found))
        self.num_scripts += tag == "script"
        for name in found.get("class", "").split():
            self._by_class.setdefault(name, []).append("")
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not self._open:
            return
        tag, found = self._open[-1]
        if tag == "script":
            if found.get("type") == "application/json":
                self.data[found["id"]] = json.loads(data)
            return
        if tag == "style":
            return
        self.text += data + " "
        for _, attributes in self._open:
            for name in attributes.get("class", "").split():
                self._by_class[name][-1] += data + " "
        if any(tag in ("td", "th") for tag, _ in self._open):
            self.tables[-1][-1][-1] = _plain(self.tables[-1][-1][-1] + data)

    def texts(self, name: str) -> list[str]:
        """What each element of that class says."""
        return [_plain(text) for text in self._by_class.get(name, [])]

    def check_offline(self) -> None:
        assert all(address.startswith(("data:", "#")) for address in self.fetched)
        assert not re.search(r"https?://|@import|url\(", self.source)
        assert "default-src 'none'" in self.source


def _plain(text: str) -> str:
    return " ".join(text.split())
