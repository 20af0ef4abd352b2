"""Which documents of a batch are about one person or one position, and about which known one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.candidates.rules import PersonIndex, PersonKeys
from app.candidates.service import CandidateFacts
from app.documents.facts import Facts
from app.job_descriptions.rules import PositionIndex
from app.job_descriptions.service import JobFacts, make_position_keys

MAX_DOCUMENTS = 1_000
"""Of one batch: what a recruiter can look over, and one transaction can import."""


class DuplicateKind(StrEnum):
    EXISTING = "existing"
    """Of a record that stands already."""
    BATCH = "batch"
    """Of an earlier document of the same batch."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A document of a batch that was read, and what it told."""

    document_id: str
    sha256: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Duplicate:
    of: str
    """The id of the record, or of the earlier document."""
    kind: DuplicateKind


@dataclass(frozen=True, slots=True)
class KnownPerson:
    candidate_id: str
    keys: PersonKeys


@dataclass(frozen=True, slots=True)
class KnownPosition:
    job_description_id: str
    title_key: str
    company_key: str


def in_order_of_import(entries: Iterable[Entry]) -> list[Entry]:
    """CVs and jobs as they came, then the cover letters: a letter joins the CV of its writer."""
    return sorted(entries, key=lambda entry: is_letter(entry.facts))


def is_letter(facts: Facts) -> bool:
    return isinstance(facts, CandidateFacts) and facts.cv_parsed is None


def person_keys(facts: CandidateFacts) -> PersonKeys:
    return PersonKeys.of(name=facts.name, email=facts.email, phone=facts.phone, linkedin=facts.linkedin)


def find_person_duplicates(
    entries: Sequence[Entry], *, known: Sequence[KnownPerson], copies: Mapping[str, str]
) -> dict[str, Duplicate]:
    """What each of ``entries`` (in the order of import) duplicates; one that duplicates nothing is missing.

    ``known`` are records, oldest first; ``copies`` tells by ``sha256`` the record that the very same file
    was imported into before. Ruling 18 decides first; then the same file is the same person, whatever
    could be read of it.
    """
    index = PersonIndex()
    for person in known:
        index.add(person.candidate_id, person.keys)
    records = {person.candidate_id for person in known}
    of_file = {sha256: record for sha256, record in copies.items() if record in records}
    found: dict[str, Duplicate] = {}
    for entry in entries:
        assert isinstance(entry.facts, CandidateFacts), "only of persons"
        keys = person_keys(entry.facts)
        same = index.find(keys) or of_file.get(entry.sha256)
        if same is None:
            index.add(entry.document_id, keys)
        else:
            index.learn(same, keys)
            found[entry.document_id] = Duplicate(same, _kind(same, records))
        of_file.setdefault(entry.sha256, same or entry.document_id)
    return found


def find_position_duplicates(
    entries: Sequence[Entry], *, known: Sequence[KnownPosition], copies: Mapping[str, str]
) -> dict[str, Duplicate]:
    """As ``find_person_duplicates``, of job descriptions."""
    index = PositionIndex()
    for position in known:
        index.add(position.job_description_id, title=position.title_key, company=position.company_key)
    records = {position.job_description_id for position in known}
    of_file = {sha256: record for sha256, record in copies.items() if record in records}
    found: dict[str, Duplicate] = {}
    for entry in entries:
        assert isinstance(entry.facts, JobFacts), "only of positions"
        title, company = make_position_keys(entry.facts.parsed)
        same = index.find(title=title, company=company) or of_file.get(entry.sha256)
        if same is None:
            index.add(entry.document_id, title=title, company=company)
        else:
            found[entry.document_id] = Duplicate(same, _kind(same, records))
        of_file.setdefault(entry.sha256, same or entry.document_id)
    return found


def _kind(found: str, records: set[str]) -> DuplicateKind:
    return DuplicateKind.EXISTING if found in records else DuplicateKind.BATCH
