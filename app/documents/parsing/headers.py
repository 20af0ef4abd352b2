"""Title and employer from the header of an entry, in whatever order and layout a CV writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.documents.parsing.header_parts import STRONG, Part, part_hyphened_place, pieces_of, split_header
from app.documents.parsing.places import is_city, is_country_or_region
from app.documents.parsing.wording import names_organisation, names_position, plain

Order = Literal["title", "organisation", ""]
"""Which of the two comes first in the other entries of this CV."""

_LEGAL_FORM = re.compile(
    r"^(?:(?i:Inc|Ltd|LLC|LLP|Corp|PLC|GmbH|Limited)|DDS|DMD|DVM|CPA|Co|AG|S\.?A|"
    r"S\.?L|B\.?V|(?i:Pvt\.? Ltd|Pty Ltd)|N\.?A|"
    r"P\.?C)\.?(?:\s*\([^)]*\))?$"
)
_PARTNERS = re.compile(r"(?:&|\band\b).*\b(?:LLP|LLC|PC|Partners|Co|Sons|Associates)\b\.?$|\bLLP$")
_EMPLOYMENT = re.compile(
    r"\s*\((?:self[- ]employed|freelance|part[- ]time|full[- ]time|contract|temporary|permanent|internship|"
    r"remote|hybrid|fixed[- ]term|maternity cover|seasonal|voluntary|contractor)\)",
    re.IGNORECASE,
)
_DEPARTMENT = re.compile(
    r"\b(?:unit|ward|division|department|dept\.?|team|section|branch|faculty|programme|abteilung|bereich|"
    r"service de|directorate|desk|practice area)$|"
    r"^(?:department|division|faculty|section|service|abteilung|school) (?:of|für|de)\b",
    re.IGNORECASE,
)
_FACULTY = re.compile(r"(?:department|faculty|school|institute|division) of\b", re.IGNORECASE)
_TICKER = re.compile(r"\s*\([^()]*:[^()]*\)")
"""``Prairie Oat Company (NASDAQ: POAT)``"""
_REMARK = re.compile(r"\s+\([a-z][^()]*\)$")
"""``Lantern & Loom (design studio)``: what the employer does."""
_PLURAL_TRADE = re.compile(
    r"(?:engineers|architects|accountants|cpas|lawyers|solicitors|designers|builders|consultants|advisors|"
    r"advisers|dentists|physicians|surgeons|opticians|caterers|electricians|plumbers|bakers|butchers|chemists|associates|partners)$"
)


_LIKELY = 0.3
"""A name in capitals, and nothing that speaks against an employer."""


@dataclass(frozen=True, slots=True)
class Named:
    title: str
    organisation: str
    score: float
    """How much the header reads like one; for choosing between layouts."""
    order: Order
    """Which came first, where both are beyond doubt."""


def name_header(lines: list[str], *, prior: Order = "") -> Named:
    """Title and organisation of the header ``lines`` (dates taken out); blank where nothing tells."""
    lines = [_TICKER.sub("", line) for line in lines]
    lines = [_part_title(part_hyphened_place(line), lines) for line in lines]
    parts = [part for part in split_header(lines) if part.text]
    candidates = [part for part in parts if not part.is_place]
    # "Simple Software, Inc. - CEO": the legal form belongs to the name before it.
    candidates = [part for part in candidates if not _LEGAL_FORM.match(part.text)]
    best: tuple[float, Part | None, Part | None] = (-1.0, None, None)
    for title in [None, *candidates]:
        for organisation in [None, *candidates]:
            if title is organisation and title is not None:
                continue
            score = _pair_score(title, organisation, parts, prior)
            if score > best[0] + 1e-9:
                best = (score, title, organisation)
    score, title, organisation = best
    used = {id(part) for part in (title, organisation) if part}
    spare = [p for p in candidates if id(p) not in used and (title is None or p.line != title.line)]
    score -= 0.4 * len(spare) + 0.7 * sum(_title_score(p) >= 2 for p in spare)
    score -= sum(1.5 for line in lines if _is_prose(line))
    order: Order = ""
    if (
        title
        and organisation
        and _title_score(title) >= 2
        and _organisation_score(organisation, parts) >= _LIKELY
    ):
        order = "title" if parts.index(title) < parts.index(organisation) else "organisation"
    return Named(
        _title_text(title, organisation, parts, lines) if title else "",
        _organisation_text(organisation, parts, lines) if organisation else "",
        score,
        order,
    )


def _part_title(line: str, lines: list[str]) -> str:
    """``SITE ENGINEER TERRA NOVA D.O.O.``: title and employer in one run, as forms in columns leave them,
    parted behind the position. Only where no other line names an employer."""
    if any(other is not line and names_organisation(other) for other in lines):
        return line
    words = line.split()
    if not 3 <= len(words) <= 9 or len(pieces_of(STRONG, line, 0, len(line))) > 1 or "," in line:
        return line
    for cut in range(len(words) - 1, 0, -1):
        before, after = " ".join(words[:cut]), " ".join(words[cut:])
        if not names_position(words[cut - 1]) or names_position(after) or not after[:1].isupper():
            continue
        has_form = re.search(r"(?:^|\s)(?:(?:[A-Z]\.){2,}|Inc\.?|Ltd\.?|LLC|GmbH|INC\.?|LTD\.?)$", after)
        changes_case = after.isupper() and not before.isupper() and len(after) > 5
        is_employer = has_form or changes_case or (cut >= 2 and _is_named_employer(after))
        return f"{before}  {after}" if is_employer and len(after.split()) > 1 else line
    return line


def _pair_score(title: Part | None, organisation: Part | None, parts: list[Part], prior: Order) -> float:
    score = (_title_score(title) if title else 0.0) + (
        _organisation_score(organisation, parts) if organisation else 0.0
    )
    if title is None or organisation is None:
        return score
    title_first = parts.index(title) < parts.index(organisation)
    if prior:
        score += 0.5 if title_first == (prior == "title") else -0.5
    elif title_first and title.line == organisation.line:
        score += 0.1  # where nothing tells, the title stands first more often than not
    others = {p.segment for p in parts if p.line == title.line and not p.is_place} - {title.segment}
    if title_first and organisation.segment == title.segment and others and " " not in organisation.text:
        score -= 1.6  # "Kiosk24 — Working Student, Analytics"
    gap = abs(parts.index(title) - parts.index(organisation))
    return score + (0.5 if title.line != organisation.line else 0.1) - 0.05 * gap


def _title_score(part: Part) -> float:
    words = part.text.split()
    if len(words) > 12 or not re.search(r"[^\W\d_]{2}", part.text):
        return -3.0
    if names_position(part.text):
        bare = plain(re.sub(r"\([^)]*\)", "", part.text))
        if _PLURAL_TRADE.search(bare) and not re.match(r"(?:head|team lead|leader|manager|director)\b", bare):
            return 0.5
        return 3.0 - 0.6 * (names_organisation(part.text) and _is_named_employer(part.text))
    return -1.0 if names_organisation(part.text) else 0.45


def _is_named_employer(text: str) -> bool:
    """``Hospital``, ``GmbH``, ``University`` and the like at the end of the text."""
    last = text.rpartition(" ")[2]
    return names_organisation(last) and not names_position(last)


def _organisation_score(part: Part, parts: list[Part]) -> float:
    words = part.text.split()
    if len(words) > 10 or not re.search(r"[^\W\d_]{2}", part.text):
        return -3.0
    if re.search(r"[$€£%]", part.text):
        return -3.0
    score = 0.5 if part.text[:1].isupper() or part.text[:1].isdigit() else -0.6
    if _is_told(words):
        score -= 2.0
    if _has_legal_form(part, parts):
        score += 2.0
    if names_organisation(part.text):
        score += 1.6
    if _DEPARTMENT.search(part.text):
        score -= 1.8
    if names_position(part.text):
        bare = plain(re.sub(r"\([^)]*\)", "", part.text))
        if _PLURAL_TRADE.search(bare) and len(words) > 1:
            score += 1.0
        else:
            score -= 2.2 if not _is_named_employer(part.text) else 0.8
    # "R.O.K Cyber Command, MND": what comes first in a run is the name, the rest tells more of it.
    score -= 0.15 * sum(p.segment == part.segment and p.start < part.start for p in parts)
    following = [p for p in parts if p.segment == part.segment and p.start > part.start]
    alone = [p for p in parts if p.segment == part.segment and p.start < part.start] == []
    if alone and following and following[0].is_place and is_country_or_region(following[0].text):
        # "Dübendorf, Switzerland" may be a town, "Nimbus Ledger San Diego, CA" is not.
        score += 0.3 if _without_city(part.text) != part.text else -0.7
    return score


def _is_told(words: list[str]) -> bool:
    """``Opening and closing the store``: half of the words that count are small, as in no name."""
    counting = [word for word in words if len(word) > 3 and word.isalpha()]
    small = [word for word in counting if word.islower()]
    return len(words) >= 3 and len(small) >= 2 and 2 * len(small) >= len(counting)


def _has_legal_form(part: Part, parts: list[Part]) -> bool:
    after = [p for p in parts if p.line == part.line and p.start >= part.end]
    return bool(after) and bool(_LEGAL_FORM.match(after[0].text))


def _is_prose(line: str) -> bool:
    """A line that reads like a sentence and not like the header of an entry."""
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    if len(words) < 4:
        return False
    capitals = sum(word[:1].isupper() for word in words)
    return capitals / len(words) < 0.4 and (not names_position(line) or len(words) > 8)


def _title_text(title: Part, organisation: Part | None, parts: list[Part], lines: list[str]) -> str:
    """The title with what qualifies it: ``Staff Nurse, Acute Medical Unit``."""
    line = lines[title.line]
    after = [p for p in parts if p.line == title.line and p.start > title.start]
    end = title.end
    joined = [
        p for p in after if re.fullmatch(r"\s*/\s*", line[title.end : p.start]) and names_position(p.text)
    ]
    if joined:
        end = joined[0].end  # "CEO / Founder"
    elif organisation is None or organisation.line != title.line:
        for part in after:
            is_employer = names_organisation(part.text) and not _DEPARTMENT.search(part.text)
            # With the employer on a line of its own, "Manager, Software Engineering" is all title.
            is_employer = is_employer and (
                organisation is None
                or (_is_named_employer(part.text) and not names_organisation(organisation.text))
            )
            if part.segment != title.segment or part.is_place or is_employer:
                break
            end = part.end
    elif organisation.start > title.start:
        between = [p for p in after if p.start < organisation.start and not _FACULTY.match(p.text)]
        joined_by_dash = re.search(r"\s[–—-]\s", line[title.end : organisation.start])
        is_sure = names_organisation(organisation.text) or _has_legal_form(organisation, parts)
        if between and (is_sure or joined_by_dash) and not any(p.is_place for p in between):
            end = between[-1].end
    elif organisation.segment != title.segment:
        # "Aire Valley Hospital  Staff Nurse, Band 5"
        for part in after:
            is_employer = names_organisation(part.text) and " " in part.text
            if part.segment != title.segment or part.is_place or is_employer:
                break
            end = part.end
    text = _EMPLOYMENT.sub("", line[title.start : end])
    text = re.sub(r"\s{2,}", " ", text).strip(" ,|–—-:")
    if text.count("(") > text.count(")"):
        text = text.partition("(")[0].strip()
    return text


def _without_city(text: str) -> str:
    """``Nimbus Ledger San Diego`` (before ``, CA``) as ``Nimbus Ledger``; ``City of Austin`` is one name."""
    words = text.split()
    for count in (3, 2, 1):
        before = words[:-count]
        if before and is_city(" ".join(words[-count:])) and not re.fullmatch(r"of|de|in|at|the", before[-1]):
            return " ".join(before)
    return text


def _organisation_text(organisation: Part, parts: list[Part], lines: list[str]) -> str:
    line = lines[organisation.line]
    start, end = organisation.start, organisation.end
    before = [
        p
        for p in parts
        if p.line == organisation.line and p.end <= start and p.segment == organisation.segment
    ]
    if (
        before
        and _PARTNERS.search(organisation.text)
        and len(before[-1].text.split()) == 1
        and not before[-1].is_place
    ):
        start = before[-1].start  # "Harlan, Webb & Stone LLP"
    after = [p for p in parts if p.line == organisation.line and p.start >= end]
    if after and _LEGAL_FORM.match(after[0].text):
        end = after[0].end
    text = _EMPLOYMENT.sub("", re.sub(r"\s{2,}", " ", line[start:end])).strip(" ,|–—-:")
    text = _REMARK.sub("", text)
    if after and after[0].segment == organisation.segment and is_country_or_region(after[0].text):
        text = _without_city(text)
    first, _, last = text.rpartition(" ")
    if first and is_city(last) and names_organisation(first) and not re.search(r"\b(?:of|de|in)$", first):
        # "Acme Ltd London": the town is not part of the name; "University of Bergen" is one name.
        is_school = re.search(
            r"\b(?:university|universitat|college|school|hospital|klinik|city|bank)\b", plain(first)
        )
        text = text if is_school or not re.search(r"(?:Ltd|Inc|GmbH|LLC|plc|AG)\.?$", first) else first
    return text.strip("()") if text.count("(") != text.count(")") else text
