"""Parts of an entry's header: the text between separators, with places marked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.documents.parsing.line_reader import read_part
from app.documents.parsing.places import is_country_or_region, is_place
from app.documents.parsing.wording import names_organization, names_position

STRONG = re.compile(
    r"\s{2,}|\u3000|\s*[|;]\s*|\s+[•·∙⋄/]\s*|\s+(?:[–—-]|--)\s+|\s+at\s+(?=[A-ZÀ-ÖØ-Þ])|\s*\s@\s*|\s+(?:bei|bij|chez|presso)\s+(?=[A-Z])|:\s+(?=[A-Z])"
)
TERMS = re.compile(
    # Each alternative begins with another character, so there is only one way to match a text.
    r"(?:(?:full|part)[- ]time|permanent|paid|contract|freelance|temporary|seasonal|hybrid|remote|internship|"
    r"\d{1,2} (?:yrs?|years?|mos?|months?)|[\s·•|,])+",
    re.IGNORECASE,
)
"""Text next to dates that belongs neither to title nor to employer."""
LEGAL_FORM = re.compile(
    r"^(?:(?i:Inc|Ltd|Lda|Ltda|LLC|LLP|Corp|PLC|GmbH|Limited|SARL|Kft|Oy|ApS)|SAS|AB|AS|NV|DDS|DMD|DVM|CPA|Co|AG|S\.?A|"
    r"S\.?L|B\.?V|(?i:Pvt\.? Ltd|Pty Ltd)|N\.?A|"
    r"P\.?C|(?:[A-Z]\.){2,3}[A-Z])\.?(?:\s*\([^)]*\))?$"
)
_COMMA = re.compile(r",\s+(?![^()]*\))")
_NAMES_OF_PARTNERS = re.compile(
    r"[A-Z][\w'’-]+(?:,\s[A-Z][\w'’-]+)+,?\s(?:&|and)\s[A-Z][\w'’-]+(?P<form>\.?\s[A-Z][\w.]+)?"
)
"""``Harlan, Webb & Stone LLP``"""
_TOWN = re.compile(r"[^\W\d_][\w'’.-]{2,}+(?:[ /][^\W\d_][\w'’.-]*+){0,3}(?: \([^()]{2,20}\))?")
_SMALL_REMARK = re.compile(r"(?<=[^\s(])\s*\((?=[a-zß-ÿ])[^()]*\)$")
"""``Ennis (family shop)``: the remark is neither title nor employer."""
_SURE_EMPLOYER = 0.9
_SHORT_REGION = re.compile(r"[A-Z][a-z]{2,4}\.")
_HYPHENED_PLACE = re.compile(r"^(.*\w[)’']?)\s?[-–]\s?([A-Z][\w .'’]+,\s[A-Z]{2})$")
_HYPHENED_TOWN = re.compile(r"^(.*\w[)’'.]?)-([A-Z][\w .'’]+)(,\s[A-Z][\w .'’]+)?$")
"""``Wick Harbour Works Ltd-Singapore``, the same elsewhere."""
"""``Buckeye Insurance-Columbus, OH``, the format of a large job board."""


@dataclass(frozen=True, slots=True)
class Part:
    """The text between two separators of a header."""

    text: str
    """Without a remark in small letters, which ``start`` and ``end`` include."""
    line: int
    segment: int
    start: int
    end: int
    is_place: bool
    hint: str = ""
    """Label of the line by the trained reader: ``title`` or ``employer`` on its first part.

    ``rest`` on the other parts of an employer's line, and on the parts of text.
    """


def split_header(lines: list[str], hints: Mapping[str, str] | None = None) -> list[Part]:
    """The parts of all header lines, places marked.

    ``hints`` are lines with what the trained reader takes them for: ``title``, ``employer`` or ``rest``.
    """
    parts: list[Part] = []
    segment = 0
    lines = list(map(part_hyphened_place, lines))
    for number, line in enumerate(lines):
        hint = (hints or {}).get(line.strip(), "")
        for start, end in _with_titles_whole(line, split_pieces(STRONG, line, 0, len(line))):
            commas = _with_partners_whole(line, split_pieces(_COMMA, line, start, end))
            texts = [_SMALL_REMARK.sub("", line[a:b]) for a, b in commas]
            places = _places(texts)
            for (a, b), place in zip(commas, places, strict=True):
                text = _SMALL_REMARK.sub("", line[a:b])
                parts.append(Part(text, number, segment, a, b, place, hint))
                hint = "rest" if hint in ("employer", "rest") else ""
            segment += 1
    return parts


def _with_partners_whole(line: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pieces between commas; those of one firm are joined: ``Clerk, Harlan, Webb & Stone LLP, Macon``.

    The firm has a legal form or a trade at its end, unless it is all of the pieces.
    """
    for first, (start, _) in enumerate(pieces):
        names = _NAMES_OF_PARTNERS.match(line, start, pieces[-1][1])
        if names is None or names_position(line[slice(*pieces[first])]):
            continue
        stop = next((n for n, (_, end) in enumerate(pieces) if end == names.end()), None)
        is_whole = first == 0 and stop == len(pieces) - 1
        form = (names["form"] or "").strip(". ")
        is_firm = LEGAL_FORM.match(form) or (names_position(form) and form.endswith("s"))
        if stop is not None and (is_whole or is_firm):
            return [*pieces[:first], (start, names.end()), *pieces[stop + 1 :]]
    return pieces


def _with_titles_whole(line: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pieces; those of a title that contains "at" are joined: ``Care at Home Worker``."""
    whole: list[tuple[int, int]] = []
    for start, end in pieces:
        text = line[start:end]
        if whole and line[whole[-1][1] : start].strip() == "at" and names_position(text):
            before = line[slice(*whole[-1])]
            if not names_organization(text) and not names_position(before):
                whole[-1] = (whole[-1][0], end)
                continue
        whole.append((start, end))
    return whole


def part_hyphened_place(line: str) -> str:
    """Turn the hyphen between an employer and its town into a comma; ``Winston-Salem, NC`` stays."""
    town = _HYPHENED_TOWN.match(line.strip())
    if town is not None and is_place(town.group(2)) and names_organization(town.group(1)):
        return f"{town.group(1)}, {town.group(2)}{town.group(3) or ''}"
    match = _HYPHENED_PLACE.match(line.strip())
    if match is None or not is_country_or_region(match.group(2)[-2:]):
        return line
    employer = match.group(1)
    if len(employer.split()) < 2 and not names_organization(employer):
        return line
    return f"{employer}, {match.group(2)}"


def split_pieces(separator: re.Pattern[str], line: str, start: int, end: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    position = start
    for match in [*separator.finditer(line, start, end), None]:
        stop = match.start() if match else end
        text = line[position:stop]
        a = position + len(text) - len(text.lstrip(" ,()" if not text.strip().endswith(")") else " ,"))
        b = position + len(text.rstrip(" ,"))
        if b > a:
            found.append((a, b))
        if match:
            position = match.end()
    return found


def _places(texts: list[str]) -> list[bool]:
    """Which of the comma-separated parts of one segment are places: known ones, and parts before a region."""
    flags = [is_place(text) or (number > 1 and _is_region(text)) for number, text in enumerate(texts)]
    for number in range(len(texts) - 2, -1, -1):
        text = texts[number]
        if flags[number] or not flags[number + 1] or not _is_region(texts[number + 1]):
            continue
        is_employer = names_organization(text)
        unmarked = not names_position(text) and not is_employer and len(text.split()) <= 3
        # The first part before a region may also be an employer: "Google, USA". Alone with the region in its
        # segment it remains undecided; after another part it is a town.
        flags[number] = unmarked and number > 0
    if len(texts) > 1 and not any(flags) and _is_town(texts[-1]):
        # "Acme Ltd, Smallville": what follows an employer and names neither position nor employer.
        before = texts[-2]
        is_employer = names_organization(before) or _reads_as_employer(before, texts[-1])
        flags[-1] = is_employer and not names_position(before)
    return flags


def _reads_as_employer(text: str, last: str) -> bool:
    """Whether the trained reader is sure of an employer before a town: ``Tamar Bridge Vets, Saltash``."""
    return read_part(text)["employer"] >= _SURE_EMPLOYER and read_part(last)["employer"] < 1 - _SURE_EMPLOYER


def _is_region(text: str) -> bool:
    """Whether the last part is a country or region, or short for one: ``Minn.``"""
    is_short = _SHORT_REGION.fullmatch(text) is not None and LEGAL_FORM.match(text) is None
    return is_country_or_region(text) or (is_short and not names_organization(text))


def _is_town(text: str) -> bool:
    """Whether the last part after an employer may be a town that is in no list."""
    if names_position(text) or names_organization(text) or LEGAL_FORM.match(text):
        return False
    words = [word for word in text.split() if len(word) > 3]
    return bool(_TOWN.fullmatch(text)) and all(word[0].isupper() or word[0] == "(" for word in words)
