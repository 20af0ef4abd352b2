"""Places: cities, regions and countries, so that ``Oslo, Norway`` is not taken for an employer."""

from __future__ import annotations

import re
from functools import lru_cache

from app.documents.parsing.wording import word_lists
from app.text.folding import plain

_POSTCODE = re.compile(
    r"\b(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]{0,2}-?\d{4,6}(?:-\d{4})?|\d{4} ?[A-Z]{2})\b"
)
_LEGAL_FORMS = frozenset({"AB", "AG", "AS", "BV", "CO", "KG", "NV", "OY", "PC", "SA", "SE", "SL"})
"""``NordBio AB`` is a company, although AB is a province."""
_ARRANGEMENT = re.compile(
    r"^(?:remote|hybrid|on-?site|home ?office|worldwide|nationwide|various locations)$", re.I
)
_COUNTY = re.compile(
    r"^(?:(?:Co\.?|County)\s[A-Z][a-z]{3,}|[A-Z][a-z]{2,} (?:State|Province|Prefecture|Oblast|Governorate))$"
)
_PIECES = re.compile(r"\s{2,}|\s*[|•·⋄/]\s*|\s+[–—]\s+|\t")
_LABEL = re.compile(
    r"^(?:current )?(?:location|address|home address|based in|city|residence|anschrift|adresse|wohnort|ort|"
    r"direccion|dirección|ubicacion|ubicación|domicilio|indirizzo|lieu|ville)\s*:\s*(.+)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _names() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    places = word_lists()["places"]
    return frozenset(places["countries"]), frozenset(places["regions"]), frozenset(places["cities"])


def is_country_or_region(text: str) -> bool:
    """Whether ``text`` is a country or region: ``Norway``, ``Ontario``, ``CA`` (two letters only in
    capitals)."""
    countries, regions, _ = _names()
    words = plain(text.strip(" ()."))
    if len(words) <= 3 and words in regions:
        return text.strip(" ().").isupper()
    return words in countries or words in regions


def is_city(text: str) -> bool:
    return plain(_without_postcode(text)) in _names()[2]


def _without_postcode(text: str) -> str:
    return re.sub(r"\s{2,}", " ", _POSTCODE.sub(" ", text)).strip(" ,.()")


def is_place(text: str) -> bool:
    """Whether ``text`` is a city, region, country, work arrangement (``Remote``), or a series of them."""
    text = text.strip(" ,()")
    if not text:
        return False
    if _COUNTY.match(text):
        return True
    if _ARRANGEMENT.match(text) or is_country_or_region(text) or is_city(text):
        return True
    parts = [part for part in re.split(r",\s*", text) if part.strip()]
    if len(parts) == 1:
        # "Springfield IL", "Paris France", "Seoul S.Korea"
        first, _, last = text.rpartition(" ")
        return (
            bool(first)
            and is_country_or_region(last)
            and (
                is_city(first)
                or (len(first.split()) <= 2 and last.isupper() and last.rstrip(".") not in _LEGAL_FORMS)
            )
        )
    if is_country_or_region(parts[-1]) or is_city(parts[-1]):
        return all(is_place(part) or len(part.split()) <= 3 for part in parts[:-1]) and len(parts) <= 4
    return False


def find_location(lines: list[str]) -> str:
    """The person's place of residence, from the lines at the head of a CV, or an empty string."""
    for line in lines:
        label = _LABEL.match(line.strip())
        if label:
            found = _extract_place(label.group(1)) or ""
            return found or label.group(1).strip(" ,.")
    for line in lines:
        for piece in _PIECES.split(line):
            found = _extract_place(piece)
            if found:
                return found
    return ""


def _extract_place(piece: str) -> str:
    """The place within an address or contact line: the city and the rest, without street and postcode."""
    if "@" in piece and "," not in piece:
        return ""
    parts = [_without_postcode(part) for part in re.split(r",\s*", piece)]
    for number, part in enumerate(parts):
        following = parts[number + 1] if number + 1 < len(parts) else ""
        is_known = is_city(part)
        is_named = (
            bool(following)
            and is_country_or_region(following)
            and bool(re.fullmatch(r"[^\W\d_][\w .'’-]{2,30}", part))
        )
        if not (is_known or is_named) or not part[:1].isupper():
            continue
        end = number + 1
        while end < len(parts) and is_country_or_region(parts[end]):
            end += 1
        return ", ".join(parts[number:end])
    return ""
