"""The importable documents of a batch, with the duplicates among them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.candidates.service import CandidateFacts
from app.document_batches import repository
from app.document_batches.repository import PENDING
from app.document_batches.rules import (
    Duplicate,
    KnownPeople,
    KnownPositions,
    ParsedDocument,
    find_duplicates,
    person_keys,
    sort_for_import,
)
from app.documents.facts import facts_from_wire
from app.documents.tables import Document
from app.job_descriptions.service import JobFacts, make_position_keys


@dataclass(slots=True)
class BatchContents:
    """Documents of a batch that can be imported, in the order of import."""

    documents: dict[str, Document]
    """All of them by id, importable or not."""
    people: list[ParsedDocument[CandidateFacts]] = field(default_factory=list)
    positions: list[ParsedDocument[JobFacts]] = field(default_factory=list)
    duplicates: dict[str, Duplicate] = field(default_factory=dict)
    """By document id; unique documents are left out."""
    names: dict[str, str] = field(default_factory=dict)
    """Names or titles of the entries and of the records that they duplicate, by id."""

    @property
    def pending(self) -> int:
        """Documents that are still queued or being processed."""
        return sum(row.processing_status in PENDING for row in self.documents.values())

    def find_person(self, document_id: str) -> ParsedDocument[CandidateFacts] | None:
        return next((entry for entry in self.people if entry.document_id == document_id), None)

    def find_position(self, document_id: str) -> ParsedDocument[JobFacts] | None:
        return next((entry for entry in self.positions if entry.document_id == document_id), None)


def load_contents(
    session: Session, *, owner_id: str, batch_id: str, only: Collection[str] | None = None
) -> BatchContents:
    """Load a batch (or ``only`` these of its documents) and find its duplicates.

    One query per kind of record, however many documents there are.
    """
    rows = repository.list_documents(session, batch_id=batch_id, with_facts=True)
    contents = BatchContents({row.id: row for row in rows})
    for row in rows:
        facts = facts_from_wire(row.facts)
        if facts is None or (only is not None and row.id not in only):
            continue
        if isinstance(facts, JobFacts):
            contents.positions.append(ParsedDocument(row.id, row.sha256, facts))
            contents.names[row.id] = str(facts.parsed.get("title") or "")
        else:
            contents.people.append(ParsedDocument(row.id, row.sha256, facts))
            contents.names[row.id] = facts.name
    contents.people = sort_for_import(contents.people)
    _find_duplicates(session, contents, owner_id=owner_id)
    return contents


def _find_duplicates(session: Session, contents: BatchContents, *, owner_id: str) -> None:
    people, positions = contents.people, contents.positions
    hashes = {person.sha256 for person in people} | {position.sha256 for position in positions}
    people_copies, position_copies = repository.list_imported_copies(
        session, owner_id=owner_id, hashes=hashes
    )
    if people:
        known_people = repository.list_known_people(
            session,
            owner_id=owner_id,
            keys=[person_keys(entry.facts) for entry in people],
            candidate_ids=set(people_copies.values()),
        )
        contents.names |= {person.candidate_id: name for person, name in known_people}
        index = KnownPeople([person for person, _ in known_people])
        contents.duplicates |= find_duplicates(people, index=index, copies=people_copies)
    if positions:
        known_positions = repository.list_known_positions(
            session,
            owner_id=owner_id,
            title_keys={make_position_keys(entry.facts.parsed)[0] for entry in positions} - {""},
            job_description_ids=set(position_copies.values()),
        )
        contents.names |= {position.job_description_id: title for position, title in known_positions}
        index_of_positions = KnownPositions([position for position, _ in known_positions])
        contents.duplicates |= find_duplicates(positions, index=index_of_positions, copies=position_copies)
