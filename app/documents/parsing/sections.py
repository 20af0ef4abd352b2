"""Where the sections of a CV or a job description begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from app.core.skills import is_known_skill
from app.documents.parsing.dates import find_range
from app.documents.parsing.wording import is_bullet, names_organisation, names_position, plain, word_lists

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


@lru_cache(maxsize=2)
def _squeezed_headings(scheme: Scheme) -> dict[str, str]:
    """Headings without their spaces, for letters set apart: ``E X P E R I E N C E``."""
    return {heading.replace(" ", ""): kind for heading, kind in _headings(scheme).items()}


@lru_cache(maxsize=2)
def _key_words(scheme: Scheme) -> tuple[dict[str, str], frozenset[str]]:
    """Key words of headings with their kinds, and the words that may stand around them."""
    lists = word_lists()[scheme].get("key_words", {})
    keys = {plain(word): kind for kind, words in lists.items() if kind != "filler" for word in words}
    return keys, frozenset(plain(word) for word in lists.get("filler", []))


_CAPITALS_THEN_TEXT = re.compile(r"^([A-Z][A-Z&/ ]{4,40}[A-Z])[:\s]\s*(?=[A-Z][a-z])(.+)$")
_DECORATION = re.compile(r"^[#*_=\s|•·■▪◆►–—-]+(?=\w)|[#*_=:\s|•·–—-]+$")
_ABOUT_SOMEBODY = re.compile(r"^(?:about|why|working at|life at|who is) [\w&' ]{2,40}$")
_SPACED = re.compile(r"^(?:\S\s){3,}\S$")
_PRIORITY = (
    "experience",
    "education",
    "projects",
    "certifications",
    "languages",
    "skills",
    "summary",
    "other",
)


def heading_kind(line: str, *, scheme: Scheme) -> str | None:
    """The kind of section that ``line`` heads, or None when it is no heading."""
    if len(line) > 80 or is_bullet(line):
        return None
    text = _DECORATION.sub("", line)
    if not text or len(text) > 60:
        return None
    return _kind_of(text, line.lstrip().startswith("#"), scheme)


@lru_cache(maxsize=4096)
def _kind_of(text: str, is_markdown: bool, scheme: Scheme) -> str | None:
    words = plain(text)
    headings = _headings(scheme)
    kind = headings.get(words) or headings.get(words.replace(" & ", " and "))
    if kind is None and _SPACED.match(text.replace("   ", " ").replace("  ", " ")):
        kind = _squeezed_headings(scheme).get(words.replace(" ", ""))
    if kind is None:
        kind = _kind_of_words(text, words, scheme)
    if kind is None and scheme == "job" and _ABOUT_SOMEBODY.match(words) and not text.endswith("."):
        return "about"
    if kind is None and is_markdown:
        return "other"
    return kind


def _kind_of_words(text: str, words: str, scheme: Scheme) -> str | None:
    """A heading made of known words alone, one of them a key word; set in capitals or as a title."""
    keys, filler = _key_words(scheme)
    parts = words.replace("&", " ").split()
    if not keys or not 1 <= len(parts) <= 6 or re.search(r"[\d,.]", text):
        return None
    # "Teaching and research" in small letters is part of a sentence.
    if not text[:1].isupper() or (len(parts) > 1 and text.upper() != text and not text.istitle()):
        capitals = sum(word[:1].isupper() for word in text.split())
        if not text[:1].isupper() or capitals * 2 < len(parts):
            return None
    if not all(part in keys or part in filler for part in parts):
        return None
    kinds = {keys[part] for part in parts if part in keys}
    return next((kind for kind in _PRIORITY if kind in kinds), None)


def split_sections(text: str, *, scheme: Scheme, name: str = "") -> list[Section]:
    """The sections in order; lines keep their text, blank lines stay as empty strings.

    The line with the ``name`` of the person begins the head anew: in a page with a margin it comes
    after the sections of the margin.
    """
    lines = text.split("\n")
    sections = [Section("head", "")]
    has_capital_headings = scheme == "cv" and _heads_in_capitals(lines)
    for number, raw in enumerate(lines):
        line, kind = raw, heading_kind(raw, scheme=scheme)
        if name and sections[-1].kind != "head" and _names(line, name):
            sections.append(Section("head", "", [line]))
            continue
        # A title line (# …) before anything else names the document, it heads no section.
        if kind == "other" and line.startswith("# ") and len(sections) == 1:
            kind = None
        # "### Data Engineer · Zephyr" heads an entry, not a section.
        if kind == "other" and scheme == "cv" and line.startswith("###"):
            line, kind = line.lstrip("# "), None
        if kind is None and has_capital_headings and _is_unknown_heading(lines, number):
            kind = "other"
        if kind is not None:
            sections.append(Section(kind, _DECORATION.sub("", line)))
            continue
        inline = _CAPITALS_THEN_TEXT.match(line) or re.match(r"^([^:]{3,40}):\s+(\S.*)$", line)
        if inline is not None and not is_bullet(line):
            kind = heading_kind(inline.group(1), scheme=scheme)
            # "Languages: Python, SQL" within the skills is a line of them.
            if kind == "languages" and _lists_skills(inline.group(2)):
                kind = "skills" if sections[-1].kind != "skills" else None
            if kind is not None and kind != "other":
                sections.append(Section(kind, inline.group(1), [inline.group(2)]))
                continue
        if re.fullmatch(r"[-=_*\s]{3,}", line):
            continue
        sections[-1].lines.append(line)
    return [section for section in sections if section.kind == "head" or section.heading]


def _names(line: str, name: str) -> bool:
    return plain(line) == plain(name) or plain(line).replace(" ", "") == plain(name).replace(" ", "")


def _lists_skills(text: str) -> bool:
    return any(is_known_skill(item) for item in re.split(r"[,;|]", text))


def _heads_in_capitals(lines: list[str]) -> bool:
    """Whether the CV writes its headings in capitals, as at least two that are known tell."""
    known = [line for line in lines if heading_kind(line, scheme="cv") is not None]
    capitals = [line for line in known if line.upper() == line]
    return len(capitals) >= 2 and len(capitals) >= 0.7 * len(known)


def _is_unknown_heading(lines: list[str], number: int) -> bool:
    """``AUDIT AND GOVERNANCE`` between blank line and text, in a CV with headings in capitals; no employer
    above the dates of a position."""
    line = lines[number].strip().rstrip(":")
    if not 4 <= len(line) <= 40 or line.upper() != line or not re.fullmatch(r"[^\W\d_][^\d,.|@/()]+", line):
        return False
    if len(line.split()) > 4 or number == 0 or lines[number - 1].strip():
        return False
    # The name and the title of the person stand at the head, not after a heading.
    if not any(heading_kind(before, scheme="cv") for before in lines[:number]):
        return False
    if names_position(line) or names_organisation(line):
        return False
    following = [after for after in lines[number + 1 : number + 5] if after.strip()][:3]
    return bool(following) and not any(find_range(after) for after in following[:2])


def lines_of(sections: list[Section], *kinds: str) -> list[str]:
    """The lines of every section of these kinds, in order."""
    return [line for section in sections if section.kind in kinds for line in [*section.lines, ""]]
