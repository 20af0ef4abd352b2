"""Where the sections of a CV or a job description begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from app.documents.parsing.wording import is_bullet, plain, word_lists

Scheme = Literal["cv", "job"]


@dataclass(slots=True)
class Section:
    kind: str
    """A key of ``[<scheme>.headings]``; ``head`` for what stands before the first heading."""
    heading: str
    lines: list[str] = field(default_factory=list)


@lru_cache(maxsize=2)
def _headings(scheme: Scheme) -> dict[str, str]:
    return {
        plain(heading): kind
        for kind, headings in word_lists()[scheme]["headings"].items()
        for heading in headings
    }


_CAPITALS_THEN_TEXT = re.compile(r"^([A-Z][A-Z&/ ]{4,40}[A-Z])[:\s]\s*(?=[A-Z][a-z])(.+)$")
_DECORATION = re.compile(r"^[#*_=\s]+|[#*_=:\s]+$")
_ABOUT_SOMEBODY = re.compile(r"^(?:about|why|working at|life at) [\w&' ]{2,40}$")


def heading_kind(line: str, *, scheme: Scheme) -> str | None:
    """The kind of section that ``line`` heads, or None when it is no heading."""
    text = _DECORATION.sub("", line)
    if not text or len(text) > 60 or is_bullet(line):
        return None
    words = plain(text)
    kind = _headings(scheme).get(words) or _headings(scheme).get(words.replace(" & ", " and "))
    if kind is None and scheme == "job" and _ABOUT_SOMEBODY.match(words) and not text.endswith("."):
        return "about"
    if kind is None and line.lstrip().startswith("#"):
        return "other"
    return kind


def split_sections(text: str, *, scheme: Scheme, name: str = "") -> list[Section]:
    """The sections in order; lines keep their text, blank lines stay as empty strings.

    The line with the ``name`` of the person begins the head anew: in a page with a margin it comes
    after the sections of the margin.
    """
    sections = [Section("head", "")]
    for line in text.split("\n"):
        kind = heading_kind(line, scheme=scheme)
        if name and sections[-1].kind != "head" and plain(line) == plain(name):
            sections.append(Section("head", "", [line]))
            continue
        # A title line (# …) before anything else names the document, it heads no section.
        if kind == "other" and line.startswith("# ") and len(sections) == 1:
            kind = None
        if kind is not None:
            sections.append(Section(kind, _DECORATION.sub("", line)))
            continue
        inline = _CAPITALS_THEN_TEXT.match(line) or re.match(r"^([^:]{3,40}):\s+(\S.*)$", line)
        if inline is not None:
            kind = heading_kind(inline.group(1), scheme=scheme)
            if kind is not None and kind != "other" and not is_bullet(line):
                sections.append(Section(kind, inline.group(1), [inline.group(2)]))
                continue
        if re.fullmatch(r"[-=_*\s]{3,}", line):
            continue
        sections[-1].lines.append(line)
    return [section for section in sections if section.kind == "head" or section.heading]


def lines_of(sections: list[Section], *kinds: str) -> list[str]:
    """The lines of every section of these kinds, in order."""
    return [line for section in sections if section.kind in kinds for line in [*section.lines, ""]]
