"""Duplicate detection in a batch: which documents are about the same person, position or stored record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from app.candidates.rules import PersonIndex, PersonKeys, contacts_differ
from app.candidates.service import CandidateFacts
from app.documents.facts import Facts
from app.job_descriptions.rules import PositionIndex
from app.job_descriptions.service import JobFacts, make_position_keys

MAX_DOCUMENTS = 1_000
"""Maximum per batch: as many as a recruiter can review."""

FactsT = TypeVar("FactsT", bound=Facts)
FactsT_contra = TypeVar("FactsT_contra", bound=Facts, contravariant=True)


class DuplicateKind(StrEnum):
    EXISTING = "existing"
    """Duplicates a stored record."""
    BATCH = "batch"
    """Duplicates an earlier document of the same batch."""


@dataclass(frozen=True, slots=True)
class ParsedDocument(Generic[FactsT]):
    """A document of a batch whose text was parsed, with its facts."""

    document_id: str
    sha256: str
    facts: FactsT


@dataclass(frozen=True, slots=True)
class Duplicate:
    of: str
    """The id of the record, or of the earlier document."""
    kind: DuplicateKind


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A stored candidate by the keys that duplicates are found with."""

    candidate_id: str
    keys: PersonKeys


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A stored job description by the keys that duplicates are found with."""

    job_description_id: str
    title_key: str
    company_key: str


class RecordIndex(Protocol[FactsT_contra]):
    """Records and earlier documents by their keys."""

    records: set[str]
    """Ids of the stored records; all other ids are documents of the batch."""

    def find(self, facts: FactsT_contra) -> str | None: ...

    def find_writer(self, facts: FactsT_contra) -> str | None:
        """Of a cover letter: its likely writer."""

    def add(self, document_id: str, facts: FactsT_contra) -> None: ...

    def learn(self, found_id: str, facts: FactsT_contra) -> None:
        """Add the keys of a duplicate to those of the record or document that it duplicates."""


class KnownPeople:
    """Index of candidates by email, phone and LinkedIn, and of the batch's CVs by name."""

    def __init__(self, known: Sequence[KnownPerson]) -> None:
        self.records = {person.candidate_id for person in known}
        self._index = PersonIndex()
        for person in known:
            self._index.add(person.candidate_id, person.keys)
        self._named_in_cvs: dict[str, set[str]] = {}

    def find(self, facts: CandidateFacts) -> str | None:
        return self._index.find(person_keys(facts))

    def find_writer(self, facts: CandidateFacts) -> str | None:
        """The only person of this full name with a CV in the batch, unless a contact differs.

        Cover letters often have a name and no contacts, and are uploaded together with the CV.
        """
        keys = person_keys(facts)
        people = self._named_in_cvs.get(keys.name, set())
        if facts.cv_parsed is not None or len(people) != 1 or len(keys.name.split()) < 2:
            return None
        (person_id,) = people
        return None if contacts_differ(keys, self._index.get_keys(person_id)) else person_id

    def add(self, document_id: str, facts: CandidateFacts) -> None:
        self._index.add(document_id, person_keys(facts))
        self._note_cv(document_id, facts)

    def learn(self, found_id: str, facts: CandidateFacts) -> None:
        self._index.merge_keys(found_id, person_keys(facts))
        self._note_cv(found_id, facts)

    def _note_cv(self, person_id: str, facts: CandidateFacts) -> None:
        if facts.cv_parsed is not None:
            self._named_in_cvs.setdefault(person_keys(facts).name, set()).add(person_id)


class KnownPositions:
    """Index of job descriptions by title and company."""

    def __init__(self, known: Sequence[KnownPosition]) -> None:
        self.records = {position.job_description_id for position in known}
        self._index = PositionIndex()
        for position in known:
            self._index.add(
                position.job_description_id, title=position.title_key, company=position.company_key
            )

    def find(self, facts: JobFacts) -> str | None:
        title, company = make_position_keys(facts.parsed)
        return self._index.find(title=title, company=company)

    def find_writer(self, facts: JobFacts) -> None:
        """Nobody: positions have no cover letters."""

    def add(self, document_id: str, facts: JobFacts) -> None:
        title, company = make_position_keys(facts.parsed)
        self._index.add(document_id, title=title, company=company)

    def learn(self, found_id: str, facts: JobFacts) -> None:
        """Nothing to add: title and company of a duplicate are the same."""


def sort_for_import(people: Iterable[ParsedDocument[CandidateFacts]]) -> list[ParsedDocument[CandidateFacts]]:
    """CVs in the order of upload, then cover letters, so that a letter is matched with its writer's CV."""
    return sorted(people, key=lambda entry: entry.facts.cv_parsed is None)


def person_keys(facts: CandidateFacts) -> PersonKeys:
    return PersonKeys.of(name=facts.name, email=facts.email, phone=facts.phone, linkedin=facts.linkedin)


def find_duplicates(
    entries: Sequence[ParsedDocument[FactsT]], *, index: RecordIndex[FactsT], copies: Mapping[str, str]
) -> dict[str, Duplicate]:
    """Find the duplicates among ``entries`` (in the order of import), by document id, without unique ones.

    ``copies`` gives by ``sha256`` the record that the very same file was imported into before. Keys decide
    first. Otherwise, the same file means the same record, whatever could be parsed from it. A cover letter
    without contacts belongs to the CV with its name.
    """
    by_file = {sha256: record for sha256, record in copies.items() if record in index.records}
    found: dict[str, Duplicate] = {}
    for entry in entries:
        same = index.find(entry.facts) or by_file.get(entry.sha256) or index.find_writer(entry.facts)
        if same is None:
            index.add(entry.document_id, entry.facts)
        else:
            index.learn(same, entry.facts)
            is_stored = same in index.records
            found[entry.document_id] = Duplicate(
                same, DuplicateKind.EXISTING if is_stored else DuplicateKind.BATCH
            )
        by_file.setdefault(entry.sha256, same or entry.document_id)
    return found
