"""Scores of the parts of an entry's header: how much each reads like a job title or like an employer.

All weights are in one table. They were set by hand on the project's own corpora; only their order and
rough distances matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.documents.parsing.header_parts import LEGAL_FORM, Part
from app.documents.parsing.line_reader import lean
from app.documents.parsing.places import is_city, is_country_or_region
from app.documents.parsing.wording import names_organization, names_position
from app.text.folding import plain

Order = Literal["title", "organization", ""]
"""Whether title or employer comes first in the other entries of this CV."""
Slot = tuple[int, int, int]
"""Line of a part, number of its segment in the line, and number of the part in the segment."""
Slots = tuple[Slot, Slot]
"""Where the title is, and where the employer is."""

DEPARTMENT = re.compile(
    r"\b(?:unit|ward|division|department|dept\.?|team|section|branch|faculty|programme|abteilung|bereich|"
    r"service de|directorate|desk|practice area)$|"
    r"^(?:department|division|faculty|section|service|abteilung|school) (?:of|für|de)\b",
    re.IGNORECASE,
)
_UNIT_OF_SCHOOL = re.compile(r"(?:institut|cent(?:re|er)|laborator|cha?ir|lehrstuhl)", re.IGNORECASE)
_SCHOOL = re.compile(r"(?:universi|hochschule|college)", re.IGNORECASE)
"""``Institute for Earth Dynamics, University of Vesterland``: the employer is the university."""
_INITIALS = re.compile(r"(?:[a-z]\.){2,4}\s?[^\W\d_a-z]")
"""``v.v. Noordwijk``"""
_COUNTED = re.compile(r"\d+\s")
"""``42 employees at two sites`` is not a title."""
_PLURAL_TRADE = re.compile(r"(?:cpas|associates|partners|advisors|advisers)$")
"""Plurals of firms' names whose singular is no position, or an ending of one."""
_HEADS_PEOPLE = re.compile(r"(?:head|team lead|leader|manager|director)\b")
_QUOTED_NAME = re.compile(r"[«„“\"](?=[^\W_a-z])[^«»„“”\"]{2,40}[»“”\"]")
SELF_EMPLOYED = re.compile(
    r"(?:self[- ]employed|freelance|selbst(?:st)?ändig|freiberuflich|à son compte|indépendante?|"
    r"autónom[oa]|por c(?:uenta|onta) pr[oó]pri?a|libero professionista|in proprio|zzp|egen företagare|"
    r"selvstendig)",
    re.IGNORECASE,
)
_MAX_PARTS = 8
_MIN_NAMED_UNIT = 4
"""In words: a unit with a shorter name belongs to an employer."""
_MAX_TITLE_WORDS, _MAX_ORGANIZATION_WORDS = 12, 10


@dataclass(frozen=True, slots=True)
class _Weights:
    impossible: float = -3.0
    """Too many words, no letters, or a sum of money where an employer should be."""

    # As a title.
    position: float = 3.0
    """Names a position: 'Staff Nurse'."""
    position_with_employer: float = -0.6
    """The same text ends like an employer: 'Nurse, Halden Hospital'."""
    read_as_employer: float = -1.5
    """The trained reader takes the line for an employer: 'Harbour Youth Orchestra'."""
    plural_trade: float = 0.5
    """'Reed Architects' names a firm and a position."""
    organization_as_title: float = -1.0
    unknown_title: float = 0.45
    reader: float = 1.2
    """Multiplied by the trained reader's rating, -1 to 1, if no part of the header is in the lists."""
    reader_beside_known: float = 0.75
    """The same for a part that is not in the lists, if another part of the header is."""

    # As an employer.
    capital: float = 0.5
    """Begins like a name: with a capital or a digit."""
    small_letter: float = -0.6
    statement: float = -2.0
    """Reads like something that was done: 'Opening and closing the store'."""
    legal_form: float = 2.0
    quoted_name: float = 1.2
    """``кафе «Якорь»``"""
    organization: float = 1.6
    department: float = -2.4
    only_department: float = -0.3
    """'North Wick Harbour Department': a long name, and the only one beside the title."""
    trade_as_name: float = 1.0
    """'Reed Architects' as an employer."""
    position_as_organization: float = -2.2
    position_in_name: float = -0.8
    """'Nursing Hospital': names a position, and ends like an employer."""
    later_in_segment: float = -0.15
    """Per part before it: in 'Cyber Command, MND' the name comes first."""
    last_in_segment: float = -0.3
    """Per part before it after the first: 'Brukarz, Trzy Dęby, Zawidz' ends with the place."""
    ends_with_city: float = 0.3
    """'Nimbus Ledger San Diego' before ', CA'."""
    before_region: float = -0.7
    """'Dübendorf' before ', Switzerland' may be a town."""

    # As a pair.
    usual_order: float = 0.5
    """The order of the other entries, or minus this for the other order."""
    usual_slots: float = 1.0
    """Title and employer are where they are in the other entries."""
    title_first: float = 0.1
    """If nothing else decides: the title comes first more often than not."""
    split_word: float = -1.6
    """'Kiosk24 — Working Student, Analytics': 'Analytics' is not an employer."""
    on_two_lines: float = 0.5
    on_one_line: float = 0.1
    title_after_other: float = -1.0
    """'Kağıt Fabrikası, Manisa' below the employer: what follows a comma there is a place."""
    title_after_title: float = -0.2
    """'Doctoral Researcher, Chair of Chemistry, Halden University': the first position is the title."""
    distance: float = -0.05
    """Per part between the two."""

    # As a whole header.
    spare_part: float = -0.4
    """Per part that is neither title nor employer."""
    spare_position: float = -0.7
    prose: float = -1.5
    """Per line that reads like a sentence."""


WEIGHTS = _Weights()
SURE_TITLE = 2.0
"""Minimum score of a part that is certainly a title."""
LIKELY_ORGANIZATION = 0.3
"""A capitalized name, and nothing that rules out an employer."""


def score_title(part: Part, *, is_known: bool) -> float:
    """``is_known``: a part of this header is in the word lists."""
    words = part.text.split()
    if len(words) > _MAX_TITLE_WORDS or not _has_word(part.text):
        return WEIGHTS.impossible
    if SELF_EMPLOYED.fullmatch(part.text):
        # The title only if nothing else is.
        return WEIGHTS.unknown_title
    if names_position(part.text) and not _COUNTED.match(part.text):
        bare = _without_parentheses(part.text)
        if names_trades(bare) and not _HEADS_PEOPLE.match(bare):
            return WEIGHTS.plural_trade
        has_employer = names_organization(part.text) and is_named_employer(part.text)
        score = WEIGHTS.position + WEIGHTS.position_with_employer * has_employer
        return score + WEIGHTS.read_as_employer * (part.hint == "employer")
    if names_organization(part.text):
        return WEIGHTS.organization_as_title
    return WEIGHTS.unknown_title + _reader_weight(is_known) * _lean(part, "title")


def score_organization(part: Part, parts: list[Part], *, is_known: bool) -> float:
    """``parts`` are all parts of the header, in order; ``is_known``: word lists know one of them."""
    words = part.text.split()
    is_possible = len(words) <= _MAX_ORGANIZATION_WORDS and _has_word(part.text)
    if not is_possible or re.search(r"[$€£%]", part.text):
        return WEIGHTS.impossible
    # Letters of a script without capitals count as capitals.
    is_capital = part.text[:1].isalnum() and not part.text[:1].islower()
    is_capital = is_capital or _INITIALS.match(part.text) is not None
    is_quoted = has_quoted_name(part.text)
    score = WEIGHTS.capital if is_capital or is_quoted else WEIGHTS.small_letter
    score += WEIGHTS.quoted_name * is_quoted
    if _is_statement(words):
        score += WEIGHTS.statement
    if has_legal_form(part, parts):
        score += WEIGHTS.legal_form
    if names_organization(part.text):
        score += WEIGHTS.organization
    if names_position(part.text) and not SELF_EMPLOYED.fullmatch(part.text):
        if names_trades(_without_parentheses(part.text)) and len(words) > 1:
            score += WEIGHTS.trade_as_name
        elif is_named_employer(part.text):
            score += WEIGHTS.position_in_name
        else:
            score += WEIGHTS.position_as_organization - WEIGHTS.read_as_employer * (part.hint == "employer")
    if not names_organization(part.text) and not names_position(part.text):
        score += _reader_weight(is_known) * _lean(part, "employer")
    before = [p for p in parts if p.segment == part.segment and p.start < part.start]
    after = [p for p in parts if p.segment == part.segment and p.start > part.start]
    is_unit = _UNIT_OF_SCHOOL.match(part.text) is not None and any(_SCHOOL.search(p.text) for p in after)
    if is_unit or DEPARTMENT.search(part.text):
        others = [p for p in parts if p is not part and not (p.is_place or names_position(p.text))]
        is_only = not any(names_organization(p.text) or _lean(p, "employer") > 0 for p in others)
        is_only = is_only and not is_unit and len(words) >= _MIN_NAMED_UNIT
        score += WEIGHTS.only_department if is_only else WEIGHTS.department
    score += WEIGHTS.later_in_segment * len(before) + WEIGHTS.last_in_segment * max(0, len(before) - 1)
    if not before and after and after[0].is_place and is_country_or_region(after[0].text):
        ends_with_city = without_city(part.text) != part.text
        score += WEIGHTS.ends_with_city if ends_with_city else WEIGHTS.before_region
    return score


def score_pair(
    title: Part | None, organization: Part | None, parts: list[Part], prior: Order, *, is_known: bool
) -> float:
    """Score of a title and an employer as a pair; either may be missing.

    ``is_known``: word lists know one of ``parts``.
    """
    score = score_title(title, is_known=is_known) if title else 0.0
    score += score_organization(organization, parts, is_known=is_known) if organization else 0.0
    if title is None or organization is None:
        return score
    is_title_first = parts.index(title) < parts.index(organization)
    if prior:
        score += WEIGHTS.usual_order if is_title_first == (prior == "title") else -WEIGHTS.usual_order
    elif is_title_first and title.line == organization.line:
        score += WEIGHTS.title_first
    others = {p.segment for p in parts if p.line == title.line and not p.is_place} - {title.segment}
    is_in_title = is_title_first and organization.segment == title.segment
    if is_in_title and others and " " not in organization.text:
        score += WEIGHTS.split_word
    first = next(part for part in parts if part.segment == title.segment)
    begins_segment = title is first
    score += WEIGHTS.title_after_title * (not begins_segment and names_position(first.text))
    score += WEIGHTS.title_after_other * (not begins_segment and organization.segment != title.segment)
    score += WEIGHTS.on_two_lines if title.line != organization.line else WEIGHTS.on_one_line
    return score + WEIGHTS.distance * abs(parts.index(title) - parts.index(organization))


def names_trades(text: str) -> bool:
    """Whether plain ``text`` ends with the plural of a position, as firms do: ``reed architects``."""
    last = text.rpartition(" ")[2]
    is_plural = last.endswith("s") and not last.endswith("ss") and names_position(last[:-1])
    return is_plural or _PLURAL_TRADE.search(last) is not None


def _reader_weight(is_known: bool) -> float:
    return WEIGHTS.reader_beside_known if is_known else WEIGHTS.reader


def _lean(part: Part, label: str) -> float:
    """-1 to 1: how much more likely ``part`` is a ``label`` than anything else, by the trained reader.

    The line counts first, because the reader sees it with its neighbors.
    """
    if part.hint:
        return 1.0 if part.hint == label else -1.0
    return lean(part.text, label)


def knows_a_part(parts: list[Part]) -> bool:
    """Whether word lists know any of ``parts`` as a position or employer, or there are too many parts."""
    return len(parts) > _MAX_PARTS or any(
        names_position(part.text) or names_organization(part.text) or has_legal_form(part, parts)
        for part in parts
    )


def is_named_employer(text: str) -> bool:
    """Whether the text ends like an employer: ``Hospital``, ``GmbH``, ``University``."""
    last = text.rpartition(" ")[2]
    return names_organization(last) and not names_position(last)


def has_legal_form(part: Part, parts: list[Part]) -> bool:
    """Whether the next part of the line is a legal form: ``Simple Software, Inc.``"""
    after = [p for p in parts if p.line == part.line and p.start >= part.end]
    return bool(after) and bool(LEGAL_FORM.match(after[0].text))


def begins_like_employer(text: str) -> bool:
    """Whether an employer may be written like this: not in small letters, as in ``Farm worker, seasonal``."""
    return (
        not text[:1].islower()
        or _INITIALS.match(text) is not None
        or has_quoted_name(text)
        or SELF_EMPLOYED.fullmatch(text) is not None
    )


def has_quoted_name(text: str) -> bool:
    return _QUOTED_NAME.search(text) is not None


def without_city(text: str) -> str:
    """``Nimbus Ledger San Diego`` (before ``, CA``) as ``Nimbus Ledger``; ``City of Austin`` is one name."""
    words = text.split()
    for count in (3, 2, 1):
        before = words[:-count]
        if before and is_city(" ".join(words[-count:])) and not re.fullmatch(r"of|de|in|at|the", before[-1]):
            return " ".join(before)
    return text


def _is_statement(words: list[str]) -> bool:
    """``Opening and closing the store``: unlike in a name, half of the longer words are lower case."""
    longer = [word for word in words if len(word) > 3 and word.isalpha()]
    small = [word for word in longer if word.islower()]
    return len(words) >= 3 and len(small) >= 2 and 2 * len(small) >= len(longer)


def _has_word(text: str) -> bool:
    return re.search(r"[^\W\d_]{2}", text) is not None


def _without_parentheses(text: str) -> str:
    return plain(re.sub(r"\([^()]*\)", "", text))
