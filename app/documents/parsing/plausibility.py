"""How plausible the positions of a CV are, to choose among several readings of its experience."""

from __future__ import annotations

from app.documents.parsing.entry import CvEntry
from app.documents.parsing.line_reader import read_part
from app.documents.parsing.wording import names_organization, names_position

_EXPECTED = 0.8
"""Of a title and an employer, each up to 1: an entry below this makes the reading less plausible."""
_MAX_WORDS = 9
_MAX_LINK = 3
"""Maximum length of a last word, such as ``of`` or ``the``, after which a sentence continues."""
NOT_A_NAME = -0.5
_WRONG_KIND = -0.3
_UNKNOWN = 0.3


def rate_entries(entries: list[CvEntry]) -> float:
    """The sum over all entries: above 0 for one with title and employer, below 0 for one with neither."""
    return sum(_rate_title(e.title) + _rate_employer(e.organization) - _EXPECTED for e in entries)


def count_complete(entries: list[CvEntry], *, at_least: float = 0.0) -> int:
    """How many entries have a title and an employer that are both rated more than ``at_least``."""
    return sum(
        min(_rate_title(entry.title), _rate_employer(entry.organization)) > at_least
        for entry in entries
        if entry.title and entry.organization
    )


def _rate_title(title: str) -> float:
    if not title:
        return 0.0
    if _is_text(title):
        return NOT_A_NAME
    if names_position(title):
        return 1.0
    return _WRONG_KIND if names_organization(title) else read_part(title)["title"]


def _rate_employer(employer: str) -> float:
    if not employer:
        return 0.0
    if _is_text(employer):
        return NOT_A_NAME
    if names_organization(employer):
        return 1.0
    if names_position(employer):
        return _WRONG_KIND
    part = read_part(employer)
    return max(_UNKNOWN, part["employer"] + part["school"])


def _is_text(value: str) -> bool:
    """Whether a title or an employer reads like a piece of a sentence."""
    words = value.split()
    breaks_off = len(words) > 2 and words[-1].islower() and len(words[-1]) <= _MAX_LINK
    return len(words) > _MAX_WORDS or breaks_off or (value[:1].islower() and value.endswith("."))
