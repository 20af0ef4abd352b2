"""Where the sections of a CV or a job description begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from app.documents.parsing.dates import find_range
from app.documents.parsing.wording import is_bullet, names_organisation, names_position, plain, word_lists
from app.skills.catalogue import is_known_skill

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
_ROW = re.compile(r"^([A-Z][\w &]{2,30}?)\s{2,}(\S.*)$")
"""A row of a table: ``Languages  German, English``."""
_OF_A_POSITION = re.compile(
    r"(?:(?:key|main|selected|notable|major) )?"
    r"(?:achievements?|accomplishments?|highlights|contributions|awards?)"
)
_SPACED = re.compile(r"^(?:\S\s){3,}\S$")
_PRIORITY: dict[Scheme, tuple[str, ...]] = {
    "cv": (
        "experience",
        "education",
        "projects",
        "certifications",
        "languages",
        "skills",
        "summary",
        "other",
    ),
    "job": ("preferred", "benefits", "requirements", "responsibilities", "other", "about"),
}
_SHORT_KINDS = frozenset({"skills", "languages", "certifications", "education"})
"""What a heading with text beside it heads only as far as that text goes."""
_LEAD_INS = (
    (
        "preferred",
        r"desirable|nice to have|preferred|bonus|great if|nice if|would help|even better|ideally|"
        r"would be (?:great|nice|good|helpful)|love (?:it )?if|von vorteil|w[üu]nschenswert|un plus|deseable",
    ),
    ("benefits", r"we offer|you(?:'ll| will)? get|benefits|perks|wir bieten|nous offrons|ofrecemos"),
    (
        "requirements",
        r"criteria|requirements?|qualifications?|assess you|looking for|must have|should have|"
        r"you (?:will |must )?(?:need|bring|have)|hear from you|good (?:fit|match)|if you\b|you are\b|"
        r"you'll (?:need|have|bring)|skills|experience in|bringst du mit|"
        r"bringen sie mit|erwarten wir|nous attendons|requisitos",
    ),
    (
        "responsibilities",
        r"you will|you'll|you get to|day[- ]to[- ]day|"
        r"responsib\w+|duties|tasks|includes?|involves?|aufgaben|funciones|expected to",
    ),
)
"""What a line that ends with a colon above bullets tells about them, the first match counting."""


def heading_kind(line: str, *, scheme: Scheme) -> str | None:
    """The kind of section that ``line`` heads, or None when it is no heading."""
    if len(line) > 80 or is_bullet(line):
        return None
    text = _DECORATION.sub("", line)
    if not text or len(text) > 60 or text.count("(") != text.count(")"):
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
    if not keys or not 1 <= len(parts) <= 6 or re.search(r"[\d.]" if scheme == "job" else r"[\d,.]", text):
        return None
    if not text[:1].isupper():
        return None
    if not all(part in keys or part in filler for part in parts):
        return None
    kinds = {keys[part] for part in parts if part in keys}
    return next((kind for kind in _PRIORITY[scheme] if kind in kinds), None)


def split_sections(text: str, *, scheme: Scheme, name: str = "") -> list[Section]:
    """The sections in order; lines keep their text, blank lines stay as empty strings.

    The line with the ``name`` of the person begins the head anew: in a page with a margin it comes
    after the sections of the margin.
    """
    lines = text.split("\n")
    sections = [Section("head", "")]
    has_capital_headings = scheme == "cv" and _heads_in_capitals(lines)
    outer: Section | None = None
    for number, raw in enumerate(lines):
        # "Core skills: a, b, c" heads what stands beside it, up to the next blank line.
        # Within a position ("Technologies: a, b") it heads its own line.
        own = outer is not None and outer.kind in ("experience", "projects")
        own = own and not sections[-1].lines[-1].rstrip().endswith(",")
        if outer is not None and (own or not raw.strip()):
            sections.append(Section(outer.kind, outer.heading))
            outer = None
        if name and sections[-1].kind != "head" and _names(raw, name):
            sections.append(Section("head", "", [raw]))
            continue
        line, kind = _heading_at(lines, number, scheme, len(sections), has_capital_headings)
        # "Outreach" within a list of skills is one of them.
        if kind == "other" and sections[-1].kind == "experience" and _tells_more(lines, number, scheme):
            kind = None
        if kind is not None and sections[-1].kind == "skills" and _is_item(lines, number, scheme):
            kind = None
        if kind is not None:
            sections.append(Section(kind, _DECORATION.sub("", line)))
            outer = None
            continue
        inline = _inline_heading(line, scheme)
        if inline is not None:
            outer = (outer or sections[-1]) if inline.kind in _SHORT_KINDS else None
            sections.append(inline)
        elif not re.fullmatch(r"[-=_*\s]{3,}", line):
            sections[-1].lines.append(line)
    return [section for section in sections if section.kind == "head" or section.heading]


def _tells_more(lines: list[str], number: int, scheme: Scheme) -> bool:
    """``Achievements:`` below one position, when another position follows before the next heading."""
    if scheme != "cv" or not _OF_A_POSITION.fullmatch(plain(lines[number])):
        return False
    for after in lines[number + 1 :]:
        if find_range(after) and not is_bullet(after):
            return True
        if heading_kind(after, scheme=scheme) is not None and not _OF_A_POSITION.fullmatch(plain(after)):
            return False
    return False


def _is_item(lines: list[str], number: int, scheme: Scheme) -> bool:
    """A single word that is no heading of its own, directly below the item of a list."""
    words = plain(lines[number])
    if scheme != "cv" or number == 0 or not words or " " in words or lines[number].strip().isupper():
        return False
    above = lines[number - 1].strip()
    return bool(above) and heading_kind(above, scheme=scheme) is None and words not in _headings(scheme)


def _heading_at(
    lines: list[str], number: int, scheme: Scheme, sections: int, has_capital_headings: bool
) -> tuple[str, str | None]:
    """The line as it counts, and the kind of section that it heads, or None."""
    line = lines[number]
    kind = heading_kind(line, scheme=scheme)
    # A title line (# …) before anything else names the document, it heads no section.
    if kind == "other" and line.startswith("# ") and sections == 1:
        kind = None
    # "### Data Engineer · Zephyr" heads an entry, not a section.
    if kind == "other" and scheme == "cv" and line.startswith("###"):
        line, kind = line.lstrip("# "), None
    # The name and the title of the person stand at the head, not after a heading.
    if kind is None and has_capital_headings and sections > 1 and _is_unknown_heading(lines, number):
        kind = "other"
    if kind is None and scheme == "job":
        kind = _lead_in(lines, number)
    if kind == "other" and scheme == "job" and line.startswith("#") and sections > 1:
        kind = _told_kind(line) or kind
    is_unknown = kind is None or (kind == "other" and line.startswith("#"))
    if is_unknown and scheme == "cv" and _heads_skills(lines, number):
        kind = "skills"
    return line, kind


def _inline_heading(line: str, scheme: Scheme) -> Section | None:
    """``Skills: SQL, Excel`` or ``SUMMARY Accountant with …`` as a section that begins with the rest."""
    match = _CAPITALS_THEN_TEXT.match(line) or re.match(r"^([^:]{3,40}):\s+(\S.*)$", line)
    row = _ROW.match(line) if match is None else None
    if row is not None and plain(row.group(1)) in _headings(scheme) and find_range(line) is None:
        match = row
    if match is None or is_bullet(line):
        return None
    kind = heading_kind(match.group(1), scheme=scheme)
    if row is not None:
        if kind == "languages" and _lists_skills(match.group(2)):
            kind = "skills"
        return Section(kind, match.group(1), [match.group(2)]) if kind and scheme == "cv" else None
    # "Languages: Python, SQL" is a line of skills.
    if kind == "languages" and _lists_skills(match.group(2)):
        kind = "skills"
    if kind is None or kind == "other":
        return None
    return Section(kind, match.group(1), [match.group(2)])


def _lead_in(lines: list[str], number: int) -> str | None:
    """The kind of list that a line such as "As a user researcher you will:" leads in, or None."""
    line = lines[number].strip()
    if not line.endswith(":") or is_bullet(line) or len(line) > 400:
        return None
    following = [after for after in lines[number + 1 : number + 4] if after.strip()][:2]
    # Bullets, or items that begin small because they go on with the sentence.
    is_list = bool(following) and (is_bullet(following[0]) or all(_goes_on(after) for after in following))
    is_label = len(line) < 40 and bool(following) and len(following[0]) < 90
    is_apart = number + 1 < len(lines) and not lines[number + 1].strip()
    is_list = is_list or (
        is_label and (_goes_on(following[0]) or (is_apart and following[0][-1] not in ".:"))
    )
    if not is_list:
        return None
    return _told_kind(re.split(r"(?<=[.!?])\s+", line)[-1])


def _told_kind(sentence: str) -> str | None:
    return next((kind for kind, cue in _LEAD_INS if re.search(cue, sentence, re.IGNORECASE)), None)


def _goes_on(line: str) -> bool:
    return line.strip()[:1].islower() and len(line) < 90 and not line.rstrip().endswith((".", ","))


def _names(line: str, name: str) -> bool:
    return plain(line) == plain(name) or plain(line).replace(" ", "") == plain(name).replace(" ", "")


def _lists_skills(text: str) -> bool:
    return any(is_known_skill(item) for item in re.split(r"[,;|]", text))


def _heads_skills(lines: list[str], number: int) -> bool:
    """A short line of its own above a list of known skills heads them, whatever it is called."""
    line = lines[number].strip().lstrip("# ")
    if not 3 <= len(line) <= 30 or number == 0 or not line[:1].isupper():
        return False
    is_apart = not lines[number - 1].strip()
    if re.search(r"[\d,.|@:/]", line) or is_bullet(line) or names_position(line) or is_known_skill(line):
        return False
    following = lines[number + 1] if number + 1 < len(lines) else ""
    if not following.strip():
        following = lines[number + 2] if number + 2 < len(lines) else ""
    items = [item.strip(" .") for item in re.split(r"[,;|•·]", following) if item.strip()]
    known = sum(is_known_skill(item) for item in items)
    is_list = len(items) >= 4 and all(len(item.split()) <= 4 for item in items) and known >= 1
    if not is_apart:
        # Without a blank line above it takes more: a whole line of skills.
        return is_list and len(items) >= 5 and 2 * known >= len(items)
    return is_list or (len(items) >= 3 and 2 * known >= len(items))


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
    if names_position(line) or names_organisation(line):
        return False
    following = [after for after in lines[number + 1 : number + 5] if after.strip()][:3]
    return bool(following) and not any(find_range(after) for after in following[:2])


def lines_of(sections: list[Section], *kinds: str) -> list[str]:
    """The lines of every section of these kinds, in order."""
    return [line for section in sections if section.kind in kinds for line in [*section.lines, ""]]
