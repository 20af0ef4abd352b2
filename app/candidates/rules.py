"""Duplicate detection: when two profiles describe the same person.

They do if the email addresses are equal. If either profile has none, the names must be equal, and
the phone numbers or the LinkedIn profiles.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from app.text.folding import fold
from app.text.titles import TITLES

_TITLES = TITLES | {"dipl", "ing", "mba", "phd"}


def email_key(email: str | None) -> str | None:
    """Email addresses are compared without case."""
    text = (email or "").strip().casefold()
    return text or None


def name_key(name: str | None) -> str:
    """The words of a name without accents, case, punctuation and academic titles."""
    words = [word for word in re.split(r"[^\w]+", fold(name or "")) if word and word not in _TITLES]
    return " ".join(words)[:300]


def phone_key(phone: str | None) -> str | None:
    """The last seven digits: the same with a country code, ``0``, ``(0)`` or none of them.

    More digits would make ``+47 22 55 01 42`` and ``22 55 01 42`` differ. Seven are enough because the
    name is compared as well. Extensions and second numbers are ignored.
    """
    text = unicodedata.normalize("NFKC", phone or "")
    text = re.split(r"(?i)(?:;|\bext|\bx\s?\d|#|\bdurchwahl\b|\bposte\b)", text, maxsplit=1)[0]
    for part in re.split(r"[/,|]|\s(?:or|oder|ou)\s", text):
        digits = re.sub(r"\D", "", part)
        if len(digits) >= 7:
            return digits[-7:]
    digits = re.sub(r"\D", "", text)
    return digits[-7:] if len(digits) >= 7 else None


def linkedin_key(linkedin: str | None) -> str | None:
    """The profile name after ``/in/``, without case."""
    text = (linkedin or "").strip().casefold()
    match = re.search(r"linkedin\.com/(?:in|pub)/([^/?#\s]+)", text)
    return match.group(1)[:300] if match else None


@dataclass(frozen=True, slots=True)
class PersonKeys:
    """Keys that identify a person."""

    email: str | None
    name: str
    phone: str | None
    linkedin: str | None

    @classmethod
    def of(
        cls, *, name: str | None, email: str | None, phone: str | None, linkedin: str | None
    ) -> PersonKeys:
        return cls(email_key(email), name_key(name), phone_key(phone), linkedin_key(linkedin))

    def filled_by(self, other: PersonKeys) -> PersonKeys:
        """The keys after a merge with ``other``: blanks filled, the rest unchanged."""
        return PersonKeys(
            self.email or other.email,
            self.name or other.name,
            self.phone or other.phone,
            self.linkedin or other.linkedin,
        )


def are_different_people(one: PersonKeys, other: PersonKeys) -> bool:
    """Whether two profiles certainly describe two people: no common word in the names, different addresses.

    An equal telephone number or LinkedIn profile rules it out, and so does a value that one of them lacks.
    """
    if not (one.name and other.name and one.email and other.email) or one.email == other.email:
        return False
    if set(one.name.split()) & set(other.name.split()):
        return False
    return not (
        (one.phone is not None and one.phone == other.phone)
        or (one.linkedin is not None and one.linkedin == other.linkedin)
    )


def contacts_differ(one: PersonKeys, other: PersonKeys) -> bool:
    """Whether both state an email address, a phone number or a LinkedIn profile, and not the same."""
    pairs = ((one.email, other.email), (one.phone, other.phone), (one.linkedin, other.linkedin))
    return any(first and second and first != second for first, second in pairs)


class PersonIndex:
    """People by their keys: same results as ``repository.find_duplicate``, for many lookups at once."""

    def __init__(self) -> None:
        self._people: list[tuple[str, PersonKeys]] = []
        self._positions: dict[str, int] = {}
        self._by_email: dict[str, set[int]] = {}
        self._by_name: dict[str, set[int]] = {}

    def add(self, person_id: str, keys: PersonKeys) -> None:
        """Add a person. If several match, the one added first is found."""
        self._positions[person_id] = len(self._people)
        self._people.append((person_id, keys))
        self._enter(self._positions[person_id], keys)

    def merge_keys(self, person_id: str, keys: PersonKeys) -> None:
        """Add the keys of a document that was merged into a known person."""
        position = self._positions[person_id]
        filled = self._people[position][1].filled_by(keys)
        self._people[position] = (person_id, filled)
        self._enter(position, filled)

    def get_keys(self, person_id: str) -> PersonKeys:
        return self._people[self._positions[person_id]][1]

    def find(self, keys: PersonKeys) -> str | None:
        """Id of the same person, or None."""
        if keys.email and keys.email in self._by_email:
            return self._people[min(self._by_email[keys.email])][0]
        if not keys.name:
            return None
        for position in sorted(self._by_name.get(keys.name, ())):
            person_id, known = self._people[position]
            has_same_contact = (keys.phone is not None and keys.phone == known.phone) or (
                keys.linkedin is not None and keys.linkedin == known.linkedin
            )
            if has_same_contact and not (keys.email and known.email):
                return person_id
        return None

    def _enter(self, position: int, keys: PersonKeys) -> None:
        if keys.email:
            self._by_email.setdefault(keys.email, set()).add(position)
        if keys.name:
            self._by_name.setdefault(keys.name, set()).add(position)
