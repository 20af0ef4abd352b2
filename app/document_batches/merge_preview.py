"""Merge preview: what importing a duplicate would change in the record, field by field.

The merging code itself runs on a copy, so that preview and import cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import inspect
from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.document_batches.contents import load_contents
from app.document_batches.errors import NotADuplicate
from app.document_batches.rules import Duplicate, DuplicateKind, ParsedDocument
from app.document_batches.schemas import MergeChange, MergePreview
from app.documents.errors import DocumentNotFound
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts
from app.job_descriptions.tables import JobDescription
from app.record_history.rules import flatten, is_blank

Row = TypeVar("Row", Candidate, JobDescription)
FactsT = TypeVar("FactsT", CandidateFacts, JobFacts)


@dataclass(frozen=True, slots=True)
class _Merger(Generic[Row, FactsT]):
    """Functions that load, merge and show records of one kind."""

    load: Callable[[Session, str, str], Row]
    """(session, owner id, record id)"""
    create: Callable[[], Row]
    fill_blanks: Callable[[Row, FactsT], None]
    show: Callable[[Row], dict[str, Any]]
    """Returns the record in wire spelling."""
    show_facts: Callable[[FactsT], dict[str, Any]]

    def compare(
        self,
        session: Session,
        entry: ParsedDocument[FactsT],
        *,
        owner_id: str,
        duplicate: Duplicate,
        original: ParsedDocument[FactsT] | None,
    ) -> list[MergeChange]:
        if duplicate.kind == DuplicateKind.EXISTING:
            row = _copy_row(self.load(session, owner_id, duplicate.of))
        else:
            assert original is not None, "the duplicate was found among the entries"
            row = self.create()
            self.fill_blanks(row, original.facts)
        current = self.show(row)
        self.fill_blanks(row, entry.facts)
        return compare(current, self.show_facts(entry.facts), self.show(row))


def _create_candidate() -> Candidate:
    return Candidate(name="", current_position="", cv_text="")


def _show_candidate_facts(facts: CandidateFacts) -> dict[str, Any]:
    candidate = _create_candidate()
    candidate_service.fill_blanks(candidate, facts)
    return candidate_service.candidate_to_wire(candidate)


_CANDIDATES: _Merger[Candidate, CandidateFacts] = _Merger(
    load=lambda session, owner_id, record_id: candidates.get_owned(
        session, owner_id=owner_id, candidate_id=record_id
    ),
    create=_create_candidate,
    fill_blanks=candidate_service.fill_blanks,
    show=candidate_service.candidate_to_wire,
    show_facts=_show_candidate_facts,
)
_JOB_DESCRIPTIONS: _Merger[JobDescription, JobFacts] = _Merger(
    load=lambda session, owner_id, record_id: job_descriptions.get_owned(
        session, owner_id=owner_id, job_description_id=record_id
    ),
    create=lambda: JobDescription(raw_text="", parsed=None),
    fill_blanks=job_service.fill_blanks,
    show=lambda row: {"parsed": row.parsed},
    show_facts=lambda facts: {"parsed": facts.parsed},
)


def preview_merge(session: Session, *, owner_id: str, batch_id: str, document_id: str) -> MergePreview:
    """List what importing one document would change.

    Raises DocumentNotFound for a document that is not in the batch or has no facts, and NotADuplicate.
    """
    contents = load_contents(session, owner_id=owner_id, batch_id=batch_id)
    person, position = contents.find_person(document_id), contents.find_position(document_id)
    if person is None and position is None:
        raise DocumentNotFound
    duplicate = contents.duplicates.get(document_id)
    if duplicate is None:
        raise NotADuplicate
    if person is not None:
        first_person = contents.find_person(duplicate.of)
        changes = _CANDIDATES.compare(
            session, person, owner_id=owner_id, duplicate=duplicate, original=first_person
        )
    else:
        assert position is not None, "checked above"
        first_position = contents.find_position(duplicate.of)
        changes = _JOB_DESCRIPTIONS.compare(
            session, position, owner_id=owner_id, duplicate=duplicate, original=first_position
        )
    return MergePreview(record_id=duplicate.of, record_name=contents.names[duplicate.of], changes=changes)


def _copy_row(row: Row) -> Row:
    """A copy that belongs to no session, so that changes to it are never stored."""
    kind = type(row)
    return kind(**{column.key: getattr(row, column.key) for column in inspect(kind).column_attrs})


def compare(
    current: Mapping[str, Any], incoming: Mapping[str, Any], merged: Mapping[str, Any]
) -> list[MergeChange]:
    """The effect of a merge on each incoming field; fields without a difference are left out."""
    held, offered, result = flatten(current), flatten(incoming), flatten(merged)
    changes = []
    for path in dict.fromkeys([*result, *offered]):
        before, new, after = held.get(path), offered.get(path), result.get(path)
        if before == after and (is_blank(new) or _is_same(before, new)):
            continue
        if is_blank(before) and is_blank(after):
            continue
        effect = "filled" if is_blank(before) else "kept" if before == after else "united"
        is_list = isinstance(before or after, list)
        changes.append(
            MergeChange.model_validate(
                {
                    "path": path,
                    "current": before,
                    "incoming": new,
                    "merged": after,
                    "effect": effect,
                    "added_count": len(after or []) - len(before or []) if is_list else None,
                }
            )
        )
    return changes


def _is_same(held: Any, offered: Any) -> bool:
    """Whether a list adds nothing, or a text differs only in case and white space."""
    if isinstance(held, list) and isinstance(offered, Sequence):
        return True
    if isinstance(held, str) and isinstance(offered, str):
        return held.casefold().split() == offered.casefold().split()
    return bool(held == offered)
