"""What an import of a batch would do, looked over before it is done."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import inspect
from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.document_batches import repository
from app.document_batches.errors import NotADuplicate
from app.document_batches.repository import PENDING
from app.document_batches.rules import (
    Duplicate,
    DuplicateKind,
    Entry,
    find_person_duplicates,
    find_position_duplicates,
    in_order_of_import,
    person_keys,
)
from app.document_batches.schemas import (
    BatchPreview,
    MergeChange,
    MergePreview,
    PreviewCandidate,
    PreviewJob,
)
from app.documents.errors import DocumentNotFound
from app.documents.facts import facts_from_wire
from app.documents.schemas import FlagView
from app.documents.tables import Document, DocumentType
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts, make_position_keys
from app.job_descriptions.tables import JobDescription
from app.record_history.rules import flatten, is_blank

Row = TypeVar("Row", Candidate, JobDescription)


@dataclass(slots=True)
class LookOver:
    """The documents of a batch that can be imported, in the order of import."""

    documents: dict[str, Document]
    people: list[Entry] = field(default_factory=list)
    positions: list[Entry] = field(default_factory=list)
    duplicates: dict[str, Duplicate] = field(default_factory=dict)
    """By document id; what duplicates nothing is missing."""
    record_names: dict[str, str] = field(default_factory=dict)
    """Of the existing records that duplicates name."""
    pending: int = 0

    def entry(self, document_id: str) -> Entry | None:
        return next((e for e in [*self.people, *self.positions] if e.document_id == document_id), None)

    def name_of(self, duplicate: Duplicate | None) -> str | None:
        if duplicate is None:
            return None
        if duplicate.kind == DuplicateKind.EXISTING:
            return self.record_names[duplicate.of]
        entry = self.entry(duplicate.of)
        return name_of(entry) if entry else None


def name_of(entry: Entry) -> str:
    if isinstance(entry.facts, JobFacts):
        return str(entry.facts.parsed.get("title") or "")
    return entry.facts.name


def look_over(
    session: Session, *, owner_id: str, batch_id: str, only: Collection[str] | None = None
) -> LookOver:
    """Read the batch (of it ``only`` these documents) and find its duplicates, with one query for each kind
    of record, however many documents there are."""
    rows = repository.list_documents(session, batch_id=batch_id, with_facts=True)
    result = LookOver({row.id: row for row in rows})
    result.pending = sum(row.processing_status in PENDING for row in rows)
    entries = []
    for row in rows:
        facts = facts_from_wire(row.facts)
        if facts is not None and (only is None or row.id in only):
            entries.append(Entry(row.id, row.sha256, facts))
    entries = in_order_of_import(entries)
    result.people = [entry for entry in entries if isinstance(entry.facts, CandidateFacts)]
    result.positions = [entry for entry in entries if isinstance(entry.facts, JobFacts)]
    people_copies, position_copies = repository.list_imported_copies(
        session, owner_id=owner_id, hashes={entry.sha256 for entry in entries}
    )
    _find_people(session, result, owner_id=owner_id, copies=people_copies)
    _find_positions(session, result, owner_id=owner_id, copies=position_copies)
    return result


def _find_people(session: Session, result: LookOver, *, owner_id: str, copies: Mapping[str, str]) -> None:
    if not result.people:
        return
    keys = [person_keys(entry.facts) for entry in result.people if isinstance(entry.facts, CandidateFacts)]
    known = repository.list_known_people(
        session, owner_id=owner_id, keys=keys, candidate_ids=set(copies.values())
    )
    result.record_names |= {person.candidate_id: name for person, name in known}
    result.duplicates |= find_person_duplicates(
        result.people, known=[person for person, _ in known], copies=copies
    )


def _find_positions(session: Session, result: LookOver, *, owner_id: str, copies: Mapping[str, str]) -> None:
    if not result.positions:
        return
    titles = {
        make_position_keys(entry.facts.parsed)[0]
        for entry in result.positions
        if isinstance(entry.facts, JobFacts)
    }
    known = repository.list_known_positions(
        session, owner_id=owner_id, title_keys=titles - {""}, job_description_ids=set(copies.values())
    )
    result.record_names |= {position.job_description_id: title for position, title in known}
    result.duplicates |= find_position_duplicates(
        result.positions, known=[position for position, _ in known], copies=copies
    )


def preview(session: Session, *, owner_id: str, batch_id: str) -> BatchPreview:
    """Everything that could be imported now."""
    seen = look_over(session, owner_id=owner_id, batch_id=batch_id)
    return BatchPreview(
        candidates=[_preview_candidate(seen, entry) for entry in seen.people],
        jobs=[_preview_job(seen, entry) for entry in seen.positions],
        pending=seen.pending,
    )


def _preview_candidate(seen: LookOver, entry: Entry) -> PreviewCandidate:
    facts = entry.facts
    assert isinstance(facts, CandidateFacts), "only of persons"
    return PreviewCandidate(
        **_common(seen, entry),
        type=seen.documents[entry.document_id].type or DocumentType.CV,
        name=facts.name,
        email=facts.email,
        phone=facts.phone,
        current_position=facts.current_position,
    )


def _preview_job(seen: LookOver, entry: Entry) -> PreviewJob:
    facts = entry.facts
    assert isinstance(facts, JobFacts), "only of positions"
    return PreviewJob(
        **_common(seen, entry),
        title=name_of(entry),
        company=str((facts.parsed.get("company") or {}).get("name") or ""),
        level=facts.parsed.get("level"),
    )


def _common(seen: LookOver, entry: Entry) -> dict[str, Any]:
    document = seen.documents[entry.document_id]
    duplicate = seen.duplicates.get(entry.document_id)
    return {
        "source_document_id": entry.document_id,
        "file_name": document.original_name,
        "duplicate_of": duplicate.of if duplicate else None,
        "duplicate_kind": duplicate.kind if duplicate else None,
        "duplicate_name": seen.name_of(duplicate),
        "flags": [FlagView.model_validate(flag) for flag in document.flags or []],
    }


def preview_merge(session: Session, *, owner_id: str, batch_id: str, document_id: str) -> MergePreview:
    """What an import of one document would change, told by the very code that merges, on a copy.

    Raises DocumentNotFound for one that is not in the batch or told nothing, NotADuplicate.
    """
    seen = look_over(session, owner_id=owner_id, batch_id=batch_id)
    entry = seen.entry(document_id)
    if entry is None:
        raise DocumentNotFound
    duplicate = seen.duplicates.get(document_id)
    if duplicate is None:
        raise NotADuplicate
    if isinstance(entry.facts, CandidateFacts):
        current, incoming, merged = _merged_candidate(session, owner_id, seen, duplicate, entry.facts)
    else:
        current, incoming, merged = _merged_job(session, owner_id, seen, duplicate, entry.facts)
    return MergePreview(
        record_id=duplicate.of,
        record_name=seen.name_of(duplicate) or "",
        changes=compare(current, incoming, merged),
    )


Records = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
"""The record as it is, what the document tells, and what comes of it; in wire spelling."""


def _merged_candidate(
    session: Session, owner_id: str, seen: LookOver, duplicate: Duplicate, facts: CandidateFacts
) -> Records:
    incoming = Candidate(name="", current_position="", cv_text="")
    candidate_service.fill_blanks(incoming, facts)
    if duplicate.kind == DuplicateKind.EXISTING:
        copy = _copy_of(candidates.get_owned(session, owner_id=owner_id, candidate_id=duplicate.of))
    else:
        copy = Candidate(name="", current_position="", cv_text="")
        original = seen.entry(duplicate.of)
        assert original is not None, "it was found among the entries"
        assert isinstance(original.facts, CandidateFacts), "found among persons"
        candidate_service.fill_blanks(copy, original.facts)
    current = candidate_service.candidate_to_wire(copy)
    candidate_service.fill_blanks(copy, facts)
    return current, candidate_service.candidate_to_wire(incoming), candidate_service.candidate_to_wire(copy)


def _merged_job(
    session: Session, owner_id: str, seen: LookOver, duplicate: Duplicate, facts: JobFacts
) -> Records:
    if duplicate.kind == DuplicateKind.EXISTING:
        copy = _copy_of(
            job_descriptions.get_owned(session, owner_id=owner_id, job_description_id=duplicate.of)
        )
    else:
        copy = JobDescription(raw_text="", parsed=None)
        original = seen.entry(duplicate.of)
        assert original is not None, "it was found among the entries"
        assert isinstance(original.facts, JobFacts), "found among positions"
        job_service.fill_blanks(copy, original.facts)
    current = {"parsed": copy.parsed}
    job_service.fill_blanks(copy, facts)
    return current, {"parsed": facts.parsed}, {"parsed": copy.parsed}


def _copy_of(row: Row) -> Row:
    """A copy that no session knows: nothing of what is done to it is ever stored."""
    kind = type(row)
    return kind(**{column.key: getattr(row, column.key) for column in inspect(kind).column_attrs})


def compare(
    current: Mapping[str, Any], incoming: Mapping[str, Any], merged: Mapping[str, Any]
) -> list[MergeChange]:
    """Field by field what a merge does with what the document tells; what makes no difference is left out."""
    old, told, new = flatten(current), flatten(incoming), flatten(merged)
    changes = []
    for path in dict.fromkeys([*new, *told]):
        was, says, becomes = old.get(path), told.get(path), new.get(path)
        if was == becomes and (is_blank(says) or _is_alike(was, says)):
            continue
        if is_blank(was) and is_blank(becomes):
            continue
        effect = "filled" if is_blank(was) else "kept" if was == becomes else "united"
        is_list = isinstance(was or becomes, list)
        added = len(becomes or []) - len(was or []) if is_list else None
        changes.append(
            MergeChange.model_validate(
                {
                    "path": path,
                    "current": was,
                    "incoming": says,
                    "merged": becomes,
                    "effect": effect,
                    "added_count": added,
                }
            )
        )
    return changes


def _is_alike(held: Any, told: Any) -> bool:
    """Whether a list adds nothing, or a text differs in nothing that counts."""
    if isinstance(held, list) and isinstance(told, Sequence):
        return True
    if isinstance(held, str) and isinstance(told, str):
        return held.casefold().split() == told.casefold().split()
    return bool(held == told)
