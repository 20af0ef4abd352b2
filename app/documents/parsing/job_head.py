"""Title, employer, place and level of a position, from the head of a job description."""

from __future__ import annotations

import re

from app.documents.parsing.headings import heading_kind
from app.documents.parsing.places import find_location, is_place
from app.documents.parsing.sections import Section
from app.documents.parsing.wording import names_organization, names_position
from app.skills.levels import Level, level_by_years
from app.text.folding import plain

_LABEL = re.compile(r"^(?:[-*•]\s*)?([^\W\d_][^\W\d_ /'’.-]*(?:[ /'’-][^\W\d_]+){0,3}?)\s*:\s*(\S.*)$")
_ROW = re.compile(r"^([^\W\d_][\w /]{2,24}?)\s{2,}(\S.*)$")
"""A row of a table: ``Location  Gloucester``."""
_TITLE_LABELS = (
    "job title", "title", "position", "position title", "role", "job", "vacancy", "job description",
    "we are hiring", "were hiring", "offre d'emploi", "offre demploi", "intitule du poste", "poste", "stelle",
    "stellenbezeichnung", "puesto de trabajo", "puesto", "oferta de empleo", "vacante", "vacature",
)  # fmt: skip
_COMPANY_LABELS = (
    "company", "employer", "organisation", "organization", "company name", "client", "entreprise",
    "employeur", "societe", "unternehmen", "firma", "arbeitgeber", "empresa", "compania", "bedrijf",
)  # fmt: skip
_LEVEL_LABELS = (
    "level",
    "seniority",
    "seniority level",
    "experience level",
    "karrierestufe",
    "niveau",
    "nivel",
)
_PLACE_LABELS = (
    "location", "work location", "job location", "place of work", "place", "based in", "standort",
    "arbeitsort", "ort", "lieu", "localisation", "lieu de travail", "ubicacion", "lugar", "sede", "locatie",
)  # fmt: skip
_COMPANY_ROW = re.compile(r"^(?:employer|company|organi[sz]ation)\s+(?=[A-Z])", re.IGNORECASE)
_ROW_LABELS = frozenset({*_TITLE_LABELS, *_COMPANY_LABELS, *_LEVEL_LABELS, *_PLACE_LABELS})
_IS_A = re.compile(
    r"^(?:at\s+|bei\s+|chez\s+|en\s+)?((?:[A-ZÀ-Ý][\w&.'’-]*\s){0,4}[A-ZÀ-Ý][\w&.'’-]*)(?:,)?\s+"
    r"(?:is|are|ist|est|es|was founded|moves|makes|builds|runs|operates|provides|develops|[ée]dite|"
    r"d[ée]veloppe|entwickelt|produziert|fabrica|desarrolla|helps|serves|designs|plans)\b"
)
_AT = re.compile(
    r"\b(?:at|bei|chez|with)\s+([A-ZÀ-Ý][\w&.'’-]*(?:\s[A-ZÀ-Ý][\w&.'’-]*){0,4})"
    r"(?=[,.]|\s*$|\s+(?:we|wir|nous|you|is|are|in)\b)"
)
_AFTER_COMPANY = re.compile(
    r"(?<=\w),\s(?=[a-z\d])(?!.*(?:&|\band\b|\bund\b|\bet\b)).*$|(?<=\w)\s\([^()]*[ /,][^()]*\)$"
)
"""A remark beside an employer: words without a capital, or several of them in brackets."""
_PRONOUNS = frozenset(
    {
        "we",
        "you",
        "this",
        "it",
        "our",
        "they",
        "there",
        "who",
        "the",
        "here",
        "us",
        "a",
        "an",
        "in",
        "as",
        "if",
        "wir",
        "nous",
    }
)
_NO_EMPLOYERS = frozenset({"role", "job", "team", "position", "ward", "company", "uns", "your"})
_GENDERS_IN_BRACKETS = r"[mwfdxhi*](?:/[mwfdxhi*])+|all genders"
_BARE_GENDERS = r"[mwfdx](?:/[mwfdx]){2}"
"""How a title says that people of every gender may apply: ``(m/w/d)``, ``(H/F)``."""
_EMPLOYMENT = re.compile(
    rf"(?:(?<!\s)\s+)?[(\[](?:{_GENDERS_IN_BRACKETS}|full[- ]?time|part[- ]?time|permanent|"
    r"contract|temporary|remote|hybrid|cdi|cdd|stage|vollzeit|teilzeit|"
    r"[^()\[\]]{0,40}years?[^()\[\]]{0,60})(?:[,;/][^()\[\]]{0,60})?[)\]]?|"
    rf"(?<!\s)\s+(?:{_BARE_GENDERS})\b|(?:(?<!\s)\s+)?\([^()]*$",
    re.IGNORECASE,
)
_FOR_ALL = re.compile(rf"[(\[](?:{_GENDERS_IN_BRACKETS})[)\]]|(?<!\s)\s{_BARE_GENDERS}\b", re.IGNORECASE)
_VACANCY_WORDS = re.compile(
    r"^(?:we(?: a|')re (?:hiring|looking for|seeking)(?: an?)?:?\s+|hiring:?\s+|wanted:?\s+)|"
    r"(?<!\s)\s+(?:wanted|needed|required|gesucht|recherch[ée]e?|se busca)\b.*$|(?<!\s)\s+at\s+[A-Z].*$",
    re.IGNORECASE,
)
_SOUGHT = re.compile(
    r"\b(?:looking for|seeking|hiring|recruiting|searching for|"
    r"(?:role|position|opportunity) (?:for|of|as))\s+"
    r"(?:an?\s+|our next\s+|the\s+)?((?:[A-Z][\w/&+.-]*(?:\s+(?:of|for|and|&)\s+(?=[A-Z]))?\s?){1,7})"
)
"""``This is a full-time role for a DevOps Engineer located in …``"""
_YEARS = re.compile(
    r"(\d{1,2})\s*+(?:(?:\+|or more|plus)\s*+)?(?:(?:[-–]|to|bis|à|a)\s*+)?(?:\d{1,2}\s*+)?(?:\+\s*+)?"
    r"(?:years?|yrs?|jahre?n?|ans|ann[ée]es|años)\b"
)
_NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip


def find_labels(text: str) -> dict[str, str]:
    """``Label: value`` pairs and table rows at the head, by plain label; the first of each."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        row = _ROW.match(line.strip())
        if row and plain(row.group(1)) in _ROW_LABELS and len(row.group(2)) < 120:
            found.setdefault(plain(row.group(1)), row.group(2).strip())
        for piece in re.split(r"(?<!:)\s{2,}|\s[|]\s", line):
            match = _LABEL.match(piece.strip())
            if match and len(match.group(2)) < 120:
                found.setdefault(plain(match.group(1)), match.group(2).strip())
    return found


def is_label(line: str) -> bool:
    return _LABEL.match(line) is not None


def _labeled(labels: dict[str, str], names: tuple[str, ...], longest: int) -> str:
    values = (labels.get(name, "") for name in names)
    return next((value for value in values if value and len(value) < longest), "")


def find_title(head: list[str], labels: dict[str, str], document: str = "") -> str:
    """The title of the position without its form of employment, or an empty string."""
    for label in _TITLE_LABELS:
        value = labels.get(label, "")
        if value and len(value) < 100 and not value.endswith("."):
            return clean_title(value)
    marked = next((line for line in head if _FOR_ALL.search(line) and len(line) < 100), "")
    if marked:
        return clean_title(re.sub(r"^#+\s*", "", marked).strip(" *"))
    for line in head:
        if heading_kind(line, scheme="job") not in (None, "other"):
            continue
        text = re.sub(r"^#+\s*", "", line).strip(" *")
        is_title = names_position(text) and len(text) < 100 and len(text.split()) <= 12
        if is_title and not text.endswith((".", ":")) and not is_label(line):
            return clean_title(re.split(r"\s{2,}|\s[|]\s", text)[0])
    sought = next(
        (found.group(1) for line in document.split("\n")[:40] if (found := _SOUGHT.search(line))), ""
    )
    if sought and names_position(sought):
        return clean_title(sought)
    is_heading = bool(head) and heading_kind(head[0], scheme="job") is not None
    if (
        head
        and not (is_heading and not head[0].startswith("#"))
        and len(head[0]) < 80
        and not head[0].endswith(".")
        and not is_label(head[0])
    ):
        return clean_title(re.sub(r"^#+\s*", "", head[0]))
    return ""


def clean_title(text: str) -> str:
    """``Elektroniker (m/w/d)`` as ``Elektroniker``; ``Barista wanted at Coffee Harbour`` as ``Barista``."""
    short = _VACANCY_WORDS.sub("", _EMPLOYMENT.sub("", text)).strip(" –—-:,")
    return short or text


def find_company(
    head: list[str], sections: list[Section], labels: dict[str, str], title: str, text: str
) -> str:
    """The employer, or an empty string."""
    labeled = _labeled(labels, _COMPANY_LABELS, 80)
    if labeled:
        return _bare_company(re.split(r"\s{2,}|\s+[–—|]\s+|,\s+(?=[A-Z])", labeled)[0])
    for line in head[:6]:
        names_title = bool(plain(title)) and plain(title) in plain(line)
        if names_title and len(plain(line)) > len(plain(title)):
            # "Barista wanted at Coffee Harbour, Swansea"
            named = _AT.search(line.split(title)[-1]) if title in line else None
            if named:
                return named.group(1).strip()
        piece = re.split(r"\s{2,}|\s*[|]\s*|\s+[–—·•-]\s+|,\s+(?=[A-ZÀ-Ý])", line)[0].strip(" *#")
        piece = _bare_company(_COMPANY_ROW.sub("", piece))
        if names_title or is_label(line) or heading_kind(line, scheme="job"):
            continue
        row = _ROW.match(line)
        if row and plain(row.group(1)) in _ROW_LABELS:
            continue
        is_short = len(line) < 80 and not line.endswith(".") and piece[:1].isupper() and not is_place(piece)
        is_second = line == head[min(1, len(head) - 1)] and not line.lstrip().startswith("#")
        is_named = names_organization(piece) or (is_second and len(piece.split()) > 1)
        if is_short and (not names_position(piece) or names_organization(piece)) and is_named:
            return piece
    for section in sections:
        named = re.match(
            r"^(?:about|why|working at|life at|who is|[uü]ber)\s+([A-ZÀ-Ý][\w&'’ .-]+)$",
            section.heading,
            re.I,
        )
        if named is None or not named.group(1)[:1].isupper():
            continue
        employer = named.group(1)
        if plain(employer).partition(" ")[0] not in _PRONOUNS | _NO_EMPLOYERS:
            return employer.title() if employer.isupper() else employer
    for line in text.split("\n"):
        match = _IS_A.match(line.strip())
        name = match.group(1).strip() if match else ""
        if name and plain(name).partition(" ")[0] not in _PRONOUNS and not names_position(name):
            return name
    return ""


def _bare_company(text: str) -> str:
    """Without what follows the name: ``Bay Rail, permanent, shifts``, ``Fern Clinics (Oxford / remote)``."""
    return _AFTER_COMPANY.sub("", text.strip()) or text.strip()


def find_place(head: list[str], labels: dict[str, str]) -> str:
    """The place of work, by its label or beside title and employer."""
    return _labeled(labels, _PLACE_LABELS, 120) or find_location(head[:5])


def job_level(title: str, stated: str, requirements: list[str]) -> Level | None:
    """The level: as stated, or else from the words of the title, or else from the years required (0–2,
    3–5, 5+)."""
    for text in (plain(stated), plain(title)):
        if re.search(
            r"\b(?:junior|graduate|entry|trainee|intern|apprentice|jr|werkstudent|praktikant|stagiaire|becario)\b",
            text,
        ):
            return "junior"
        if re.search(
            r"\b(?:senior|lead|principal|staff engineer|head|director|chief|architect|sr|vp)\b",
            text,
        ):
            return "senior"
        if re.search(r"\b(?:mid|midweight|intermediate|medior)\b", text):
            return "mid"
    years = [years_asked(item) for item in [title, *requirements]]
    asked = [value for value in years if value is not None]
    if not asked:
        return None
    return level_by_years(max(asked))


def level_label(labels: dict[str, str]) -> str:
    return _labeled(labels, _LEVEL_LABELS, 60)


def years_asked(text: str) -> int | None:
    """Years of experience that ``text`` requires, or None."""
    words = plain(text)
    match = _YEARS.search(text.casefold())
    if match:
        return int(match.group(1))
    for word, number in _NUMBER_WORDS.items():
        if re.search(rf"\b{word}\b (?:or more )?years?", words):
            return number
    return None
