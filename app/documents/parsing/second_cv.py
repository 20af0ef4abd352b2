"""Finds a second CV in the same file, so that two people are not merged into one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from app.documents.parsing.contacts import find_emails, find_own_name
from app.documents.parsing.dates import find_range
from app.documents.parsing.headings import document_titles, heading_kind
from app.documents.parsing.line_reader import find_headings
from app.documents.parsing.names import looks_like_name, names_other_thing
from app.text.folding import plain

_HEAD_LINES = 8
"""Number of lines above and below the email address in which a CV names its person."""
_MAX_LINES = 2000
"""Two CVs have fewer lines."""
_CAREER = frozenset({"experience", "education", "skills"})
_MIN_CAREER = 2
_MAX_LINE = 120
"""In characters."""


@dataclass(frozen=True, slots=True)
class SecondCv:
    name: str
    start: int
    """Offset of its first line in the text."""


def find_second_cv(text: str) -> SecondCv | None:
    """The second CV in ``text``: an email address and a name that were not there before, between two careers.

    A second page has no new address.
    """
    lines = text.split("\n")
    if len(lines) > _MAX_LINES:
        return None
    emails = [find_emails(line) for line in lines]
    if len(set(chain.from_iterable(emails))) < 2:
        return None
    signs = [_career_sign(line) for line in lines]
    seen: set[str] = set()
    for number, found_here in enumerate(emails):
        new = [email for email in found_here if seen and email not in seen]
        seen.update(found_here)
        if not new or not _is_career(signs[:number]):
            continue
        first = max(0, number - _HEAD_LINES)
        found = _find_name(lines, range(first, number + _HEAD_LINES), new[0])
        if found is not None:
            name, place = found
            start = _first_line(lines, min(place, number))
            if _is_career(signs[:start]) and _heads_experience(lines[start:], signs[start:]):
                return SecondCv(name, sum(len(before) + 1 for before in lines[:start]))
    return None


def _career_sign(line: str) -> str | None:
    """The kind of section that a line heads, ``dates`` for a short line with a range of dates, or None."""
    if len(line) > _MAX_LINE:
        return None
    return heading_kind(line, scheme="cv") or ("dates" if find_range(line) else None)


def _is_career(signs: list[str | None]) -> bool:
    """Whether lines with these signs are a CV: two main sections, or one and two ranges of dates."""
    sections = len(_CAREER & set(signs))
    return sections + (signs.count("dates") >= _MIN_CAREER) >= _MIN_CAREER


def _heads_experience(lines: list[str], signs: list[str | None]) -> bool:
    """Whether another heading of positions starts here.

    A referee's email address in a position does not count.
    """
    return "experience" in signs or "experience" in find_headings("\n".join(lines)).values()


def _find_name(lines: list[str], window: range, email: str) -> tuple[str, int] | None:
    """The name of the owner of ``email`` in a window of lines, with its line; None if it was named before.

    It is a name that is in the mailbox, else the last one above the address.
    """
    above: tuple[str, int] | None = None
    for number in window[: max(0, len(lines) - window.start)]:
        name = find_own_name(lines[number], email)
        if name and not _occurs(name, lines[: window.start]):
            return name, number
        words = lines[number].strip(" #*")
        if number < window.start + _HEAD_LINES and looks_like_name(words) and not names_other_thing(words):
            above = (words, number)
    return None if above is None or _occurs(above[0], lines[: window.start]) else above


def _occurs(name: str, lines: list[str]) -> bool:
    """Whether the person was named in these lines: as the first person, or as a referee."""
    words = f" {plain(name)} "
    return any(words in f" {plain(line)} " for line in lines)


def _first_line(lines: list[str], number: int) -> int:
    """The line with the title of the document above the name, or that of the name."""
    above = number - 1
    while above > 0 and not lines[above].strip():
        above -= 1
    return above if plain(lines[above]) in document_titles() else number
