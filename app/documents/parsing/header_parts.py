"""Parts of an entry's header: the text between separators, with places marked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.documents.parsing.places import is_country_or_region, is_place
from app.documents.parsing.wording import names_organization, names_position

STRONG = re.compile(
    r"\s{2,}|\u3000|\s*[|;]\s*|\s+[•·∙⋄/]\s*|\s+(?:[–—-]|--)\s+|\s+at\s+(?=[A-Z])|\s*\s@\s*|\s+(?:bei|chez|presso)\s+(?=[A-Z])|:\s+(?=[A-Z])"
)
_COMMA = re.compile(r",\s+(?![^()]*\))")
_NAMES_OF_PARTNERS = re.compile(
    r"[A-Z][\w'’-]+(?:,\s[A-Z][\w'’-]+)+,?\s(?:&|and)\s[A-Z][\w'’-]+(?:\s(?:LLP|LLC|PC|Inc\.?|Ltd\.?))?"
)
_HYPHENED_PLACE = re.compile(r"^(.*\w[)’']?)\s?[-–]\s?([A-Z][\w .'’]+,\s[A-Z]{2})$")
"""``Buckeye Insurance-Columbus, OH``, as a large job board prints it."""


@dataclass(frozen=True, slots=True)
class Part:
    """The text between two separators of a header."""

    text: str
    line: int
    segment: int
    start: int
    end: int
    is_place: bool
    hint: str = ""
    """What the trained reader takes the line for: ``title`` or ``employer`` on its first part.

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
        for start, end in split_pieces(STRONG, line, 0, len(line)):
            commas = split_pieces(_COMMA, line, start, end)
            if _NAMES_OF_PARTNERS.fullmatch(line[start:end].strip()):
                commas = [(commas[0][0], commas[-1][1])]
            texts = [line[a:b] for a, b in commas]
            places = _places(texts)
            for (a, b), place in zip(commas, places, strict=True):
                parts.append(Part(line[a:b], number, segment, a, b, place, hint))
                hint = "rest" if hint in ("employer", "rest") else ""
            segment += 1
    return parts


def part_hyphened_place(line: str) -> str:
    """Turn the hyphen between an employer and its town into a comma; ``Winston-Salem, NC`` stays."""
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
    flags = [is_place(text) for text in texts]
    for number in range(len(texts) - 2, -1, -1):
        text = texts[number]
        if flags[number] or not flags[number + 1] or not is_country_or_region(texts[number + 1]):
            continue
        unmarked = not names_position(text) and not names_organization(text) and len(text.split()) <= 3
        # The first part before a region may also be an employer: "Google, USA". Alone with the region in its
        # segment it stays open; behind another part it is a town.
        flags[number] = unmarked and number > 0
    return flags
