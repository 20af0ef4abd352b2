"""Title and employer from the header of a CV entry, in any order and layout."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from app.documents.parsing.header_parts import (
    LEGAL_FORM,
    STRONG,
    TERMS,
    Part,
    part_hyphened_place,
    split_header,
    split_pieces,
)
from app.documents.parsing.header_scores import (
    DEPARTMENT,
    LIKELY_ORGANIZATION,
    SURE_TITLE,
    WEIGHTS,
    Order,
    Slot,
    Slots,
    begins_like_employer,
    has_legal_form,
    is_named_employer,
    knows_a_part,
    score_organization,
    score_pair,
    score_title,
    without_city,
)
from app.documents.parsing.line_reader import lean, read_part
from app.documents.parsing.places import is_city, is_country_or_region
from app.documents.parsing.wording import names_organization, names_position, word_lists
from app.text.folding import plain

_PARTNERS = re.compile(r"^(?=.*?(?:&|\band\b)).*\b(?:LLP|LLC|PC|Partners|Co|Sons|Associates)\b\.?$|\bLLP$")
_REMARKS = re.compile(r"(?<!\s)\s*\(([^()]*)\)")
_WORKLOAD = re.compile(
    r"\d{1,3}(?:[.,]\d)?\s?(?:%|std\.?|stunden|h|hrs?|hours?|uur|ore|timer|heures)(?:[ /][^()\s]{1,12}){0,2}|"
    r"(?:\d{1,2}|one|two|three|four|five|half) (?:shifts?|days?|hours?|evenings?|nights?|mornings?)"
    r" (?:a|per|each) (?:week|month|year)|"
    r"(?:\d{1,2}|one|two|three|four|five|six|nine|twelve|eighteen)[- ]months?"
    r"(?:[- ](?:contract|fixed[- ]term|cover|project))?",
    re.IGNORECASE,
)
_TERMS_AFTER_DOT = re.compile(rf"\s·\s(?:{TERMS.pattern})$", re.IGNORECASE)
"""``Harbour Freight · Paid internship``"""
_TRADING_AS = re.compile(r"(?:,\s*+|(?<![\s,])\s++)\(?(?:trading as|t/a|d/b/a|dba)\s++", re.IGNORECASE)
"""``Self-employed, trading as Greaves Heating``"""
_VIA = re.compile(r"^via\s+")
"""``via Harbour Staffing``, in any language"""
_AT = re.compile(r"(?<!\s)\s++(?:en|em|na|no|hos|ved|på|i|w|v|u|la|στο|в|у|bij|in)\s++(?=[^\W\d_])")
_MAX_WORDS = 12
_SURE_AT = 1.0
"""Sum of two probabilities."""
_STOP = re.compile(r"(?<=[^\W\d_]{3})\.\s+(?=[^\W\d_a-z])")
_MAX_TITLE_BEFORE_STOP = 6
_LIKELY_TITLE = 0.5
"""Share as a title from which a remark names the position again."""
_NAMED_DEPARTMENT = re.compile(r"(?:department|dept\.?|faculty|abteilung)$", re.IGNORECASE)
_UNIT = re.compile(rf"{_NAMED_DEPARTMENT.pattern}|(?:unit|ward)$", re.IGNORECASE)
_FACULTY = re.compile(
    r"(?:department|faculty|school|institute?|division|chair|cent(?:re|er)) (?:of|for|für)\b",
    re.IGNORECASE,
)
_TICKER = re.compile(r"(?:(?<!\s)\s+)?\([^():]*:[^()]*\)")
"""``Prairie Oat Company (NASDAQ: POAT)``"""
_REMARK = re.compile(r"(?<!\s)\s+\((?![A-Z]{2,5}\)$)([^()]*)\)$")
"""``Lantern & Loom (design studio)``, ``Big Bay Interiors (Boston)``; not an acronym of the employer."""
_NUMBERS = re.compile(r"\b\d+\b")
"""``Teilzeit 50 %`` is on terms as ``Teilzeit`` is."""
_COUNTED_REMARK = re.compile(r"\d+ [a-z]")
"""``(3 days)``, ``(18 months, all departments)``; ``(1st Level)`` is part of a title."""


@dataclass(frozen=True, slots=True)
class Named:
    title: str
    organization: str
    score: float
    """Score of how much the lines read like a header; layouts are chosen by it."""
    order: Order
    """Which of the two comes first; blank if either is uncertain."""
    slot_scores: Mapping[Slots, float] = field(default_factory=dict)
    """Score of each pair of parts as title and employer, by where they are."""


def name_header(
    lines: list[str],
    *,
    prior: Order = "",
    usual: Slots | None = None,
    hints: Mapping[str, str] | None = None,
) -> Named:
    """Title and organization of the header ``lines``, without their dates; blank if not found.

    ``prior`` and ``usual`` are order and slots in the other entries; ``hints`` are those of ``split_header``.
    """
    lines = [_TRADING_AS.sub("  ", _TICKER.sub("", line)) for line in lines]
    if len(lines) > 1:
        lines = [_TERMS_AFTER_DOT.sub("", line) for line in lines]
    lines = [_separate_title(part_hyphened_place(_separate_stop(line)), lines) for line in lines]
    lines = [line if line in (hints or {}) else _separate_at(line, lines) for line in lines]
    parts = [part for part in split_header(lines, hints) if part.text]
    candidates = [part for part in parts if not part.is_place]
    # "Simple Software, Inc. - CEO": the legal form belongs to the name before it.
    candidates = [part for part in candidates if not LEGAL_FORM.match(part.text)]
    is_known = knows_a_part(parts)
    slots = _list_slots(parts)
    slot_scores: dict[Slots, float] = {}
    best: tuple[float, Part | None, Part | None] = (-1.0, None, None)
    for title in [None, *candidates]:
        for organization in [None, *candidates]:
            if title is organization and title is not None:
                continue
            score = score_pair(title, organization, parts, prior, is_known=is_known)
            if title is not None and organization is not None:
                pair = slots[id(title)], slots[id(organization)]
                slot_scores[pair] = score
                is_unit = DEPARTMENT.search(organization.text) is not None
                may_be_usual = begins_like_employer(organization.text) and not is_unit
                score += WEIGHTS.usual_slots * (pair == usual and may_be_usual)
            if score > best[0] + 1e-9:
                best = (score, title, organization)
    score, title, organization = best
    used = {id(part) for part in (title, organization) if part}
    spare = [p for p in candidates if id(p) not in used and (title is None or p.line != title.line)]
    score += WEIGHTS.spare_part * len(spare)
    score += WEIGHTS.spare_position * sum(
        score_title(part, is_known=is_known) >= SURE_TITLE for part in spare
    )
    score += WEIGHTS.prose * sum(map(_is_prose, lines))
    order: Order = ""
    is_sure = title is not None and score_title(title, is_known=is_known) >= SURE_TITLE
    is_likely = (
        organization is not None
        and score_organization(organization, parts, is_known=is_known) >= LIKELY_ORGANIZATION
    )
    if title and organization and is_sure and is_likely:
        order = "title" if parts.index(title) < parts.index(organization) else "organization"
    return Named(
        _title_text(title, organization, parts, lines) if title else _title_in_remark(organization, lines),
        _organization_text(organization, title, parts, lines) if organization else "",
        score,
        order,
        slot_scores,
    )


def _list_slots(parts: list[Part]) -> dict[int, Slot]:
    """The slot of each part, by the part's identity."""
    slots: dict[int, Slot] = {}
    before: Part | None = None
    line, segment, number = 0, 0, -1
    for part in parts:
        if before is None or part.line != before.line:
            line, segment, number = part.line, 0, 0
        elif part.segment != before.segment:
            segment, number = segment + 1, 0
        else:
            number += 1
        slots[id(part)] = line, segment, number
        before = part
    return slots


def _separate_title(line: str, lines: list[str]) -> str:
    """Separate title and employer in one run, as in ``SITE ENGINEER TERRA NOVA D.O.O.``

    Forms in columns leave such lines. Used only if no other line names an employer.
    """
    if any(other is not line and names_organization(other) for other in lines):
        return line
    words = line.split()
    if not 3 <= len(words) <= 9 or len(split_pieces(STRONG, line, 0, len(line))) > 1 or "," in line:
        return line
    for cut in range(len(words) - 1, 0, -1):
        before, after = " ".join(words[:cut]), " ".join(words[cut:])
        if not names_position(words[cut - 1]) or names_position(after) or not after[:1].isupper():
            continue
        has_form = re.search(r"(?:^|\s)(?:(?:[A-Z]\.){2,}|Inc\.?|Ltd\.?|LLC|GmbH|INC\.?|LTD\.?)$", after)
        changes_case = after.isupper() and not before.isupper() and len(after) > 5
        is_employer = has_form or changes_case or (cut >= 2 and is_named_employer(after))
        return f"{before}  {after}" if is_employer and len(after.split()) > 1 else line
    return line


def _separate_stop(line: str) -> str:
    """Title and employer with a full stop between them, as in ``Receptionist. Hotel Bahia, Cadiz``."""
    match = _STOP.search(line)
    if match is None or len(line[: match.start()].split()) > _MAX_TITLE_BEFORE_STOP:
        return line
    if "," in line[: match.start()]:
        return line
    before, after = line[: match.start()], line[match.end() :]
    is_employer = not names_position(after) or names_organization(after)
    return f"{before}  {after}" if _title_share(before) > _LIKELY_TITLE and is_employer else line


def _separate_at(line: str, lines: list[str]) -> str:
    """Title and employer with a word for "at" between them, as in ``Camarera en Bar Sol``.

    In most languages the word also belongs to titles, so the two sides must read like a title and an
    employer, and no other line may name an employer.
    """
    others = [other for other in lines if other is not line]
    if any(names_organization(other) or lean(other.partition(",")[0], "employer") > 0 for other in others):
        return line
    if "," in line or len(line.split()) > _MAX_WORDS or len(split_pieces(STRONG, line, 0, len(line))) > 1:
        return line
    best, cut = _SURE_AT, None
    for match in _AT.finditer(line):
        score = _title_share(line[: match.start()]) + _employer_share(line[match.end() :])
        if score > best:
            best, cut = score, match
    return line if cut is None else f"{line[: cut.start()]}  {line[cut.end() :]}"


def _title_share(text: str) -> float:
    return 1.0 if names_position(text) and not names_organization(text) else read_part(text)["title"]


def _employer_share(text: str) -> float:
    return 1.0 if names_organization(text) and not names_position(text) else read_part(text)["employer"]


def _is_prose(line: str) -> bool:
    """Whether a line reads like a sentence and not like the header of an entry."""
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    if len(words) < 4:
        return False
    capitals = sum(word[:1].isupper() for word in words)
    return capitals / len(words) < 0.4 and (not names_position(line) or len(words) > 8)


def _title_text(title: Part, organization: Part | None, parts: list[Part], lines: list[str]) -> str:
    """The title with its qualifiers: ``Manager, Software Engineering``. A department or ward is left out."""
    line = lines[title.line]
    after = [p for p in parts if p.line == title.line and p.start > title.start]
    end = title.end
    is_alone = organization is None or organization.line != title.line
    joined = [
        p
        for p in after
        if re.fullmatch(r"\s*/\s*", line[title.end : p.start])
        and (names_position(p.text) or (is_alone and p.text.isalpha() and p.text.islower()))
    ]
    if joined:
        end = joined[0].end  # "CEO / Founder"
    elif organization is None or organization.line != title.line:
        for part in after:
            is_employer = names_organization(part.text) and not DEPARTMENT.search(part.text)
            # If the employer is on another line, all of "Manager, Software Engineering" is the title.
            is_employer = is_employer and (
                organization is None
                or (is_named_employer(part.text) and not names_organization(organization.text))
            )
            # "Deputy Manager – Group Reporting" below the employer is one title.
            is_joined = (
                organization is not None
                and names_organization(organization.text)
                and part.text[:1].isupper()
                and re.fullmatch(r"\s[–—-]\s", line[end : part.start]) is not None
            )
            is_apart = part.segment != title.segment and not is_joined
            unit = DEPARTMENT if organization is not None else _UNIT
            if is_apart or part.is_place or is_employer or unit.search(without_remark(part.text)):
                break
            end = part.end
    elif organization.start > title.start:
        between = [p for p in after if p.start < organization.start and not _FACULTY.match(p.text)]
        other = _UNIT if organization.segment == title.segment else DEPARTMENT
        between = list(takewhile(lambda p: not other.search(p.text), between))
        joined_by_dash = re.search(r"\s[–—-]\s", line[title.end : organization.start])
        is_sure = names_organization(organization.text) or has_legal_form(organization, parts)
        if between and (is_sure or joined_by_dash) and not any(p.is_place for p in between):
            end = between[-1].end
    elif organization.segment != title.segment:
        # "Aire Valley Hospital  Staff Nurse, Band 5"
        for part in after:
            is_employer = names_organization(part.text) and " " in part.text
            is_employer = is_employer or _NAMED_DEPARTMENT.search(part.text) is not None
            if part.segment != title.segment or part.is_place or is_employer:
                break
            end = part.end
    text = without_terms(line[title.start : end])
    text = re.sub(r"\s{2,}", " ", text).strip(" ,|–—-:#")
    if text.count("(") > text.count(")"):
        text = text.partition("(")[0].strip()
    return text


def _title_in_remark(organization: Part | None, lines: list[str]) -> str:
    """``owner`` of ``Quintanar Drywall & Paint (owner)``; blank if the remark names no position."""
    text = lines[organization.line][organization.start : organization.end] if organization else ""
    remark = _REMARK.search(text)
    return remark.group(1) if remark is not None and names_position(remark.group(1)) else ""


def without_terms(text: str) -> str:
    """``text`` without remarks on terms of employment and hours: ``(part-time)``, ``(paid, 20 hours)``.

    In small letters, a remark is on terms, unless it names the position again, as in
    ``Loodgieter (plumber)``, or lists words, as in ``Forklift Operator (counterbalance, reach)``.
    """
    return _REMARKS.sub(lambda match: "" if _names_terms(match.group(1)) else match.group(), text)


def _names_terms(remark: str) -> bool:
    terms = _terms_of_employment()
    pieces = [piece.strip() for piece in re.split(r"[,;/]", remark)]
    if _WORKLOAD.fullmatch(remark.strip()) or any(
        _NUMBERS.sub("", plain(piece).replace("-", " ")).strip() in terms or _WORKLOAD.fullmatch(piece)
        for piece in pieces
    ):
        return True
    if _COUNTED_REMARK.match(remark):
        return True
    lists_words = len(pieces) > 1 and not any(" " in piece for piece in pieces)
    return remark[:1].islower() and not lists_words and _title_share(remark) <= _LIKELY_TITLE


@lru_cache(maxsize=1)
def _terms_of_employment() -> frozenset[str]:
    return frozenset(plain(term).replace("-", " ") for term in word_lists()["words"]["employment_terms"])


def without_remark(employer: str) -> str:
    """``Lantern & Loom (design studio)`` as ``Lantern & Loom``."""
    return _REMARK.sub("", employer)


def _organization_text(organization: Part, title: Part | None, parts: list[Part], lines: list[str]) -> str:
    line = lines[organization.line]
    start, end = organization.start, organization.end
    before = [
        p
        for p in parts
        if p.line == organization.line and p.end <= start and p.segment == organization.segment
    ]
    if (
        before
        and _PARTNERS.search(organization.text)
        and len(before[-1].text.split()) == 1
        and not (before[-1].is_place or before[-1] is title)
    ):
        start = before[-1].start  # "Harlan, Webb & Stone LLP"
    after = [p for p in parts if p.line == organization.line and p.start >= end]
    if after and LEGAL_FORM.match(after[0].text):
        end = after[0].end
    text = _VIA.sub("", without_terms(re.sub(r"\s{2,}", " ", line[start:end])).strip(" ,|–—-:"))
    text = without_remark(text)
    if after and after[0].segment == organization.segment and is_country_or_region(after[0].text):
        text = without_city(text)
    first, _, last = text.rpartition(" ")
    if first and is_city(last) and names_organization(first) and not re.search(r"\b(?:of|de|in)$", first):
        # "Acme Ltd London": the town is not part of the name; "University of Bergen" is one name.
        is_school = re.search(
            r"\b(?:university|universitat|college|school|hospital|klinik|city|bank)\b", plain(first)
        )
        text = text if is_school or not re.search(r"(?:Ltd|Inc|GmbH|LLC|plc|AG)\.?$", first) else first
    return text.strip("()") if text.count("(") != text.count(")") else text
