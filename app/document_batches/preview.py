"""Import preview: the records a batch would create, and which documents duplicate a record or each other."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from app.candidates.service import CandidateFacts
from app.document_batches.contents import BatchContents, load_contents
from app.document_batches.rules import ParsedDocument
from app.document_batches.schemas import BatchPreview, PreviewCandidate, PreviewJob
from app.documents.schemas import FlagView
from app.documents.tables import DocumentType
from app.job_descriptions.service import JobFacts


def preview_batch(session: Session, *, owner_id: str, batch_id: str) -> BatchPreview:
    """Everything that could be imported now."""
    contents = load_contents(session, owner_id=owner_id, batch_id=batch_id)
    return BatchPreview(
        candidates=[_preview_candidate(contents, entry) for entry in contents.people],
        jobs=[_preview_job(contents, entry) for entry in contents.positions],
        pending=contents.pending,
    )


def _preview_candidate(contents: BatchContents, entry: ParsedDocument[CandidateFacts]) -> PreviewCandidate:
    return PreviewCandidate(
        **_common_fields(contents, entry.document_id),
        type=contents.documents[entry.document_id].type or DocumentType.CV,
        name=entry.facts.name,
        email=entry.facts.email,
        phone=entry.facts.phone,
        current_position=entry.facts.current_position,
    )


def _preview_job(contents: BatchContents, entry: ParsedDocument[JobFacts]) -> PreviewJob:
    parsed = entry.facts.parsed
    return PreviewJob(
        **_common_fields(contents, entry.document_id),
        title=contents.names[entry.document_id],
        company=str((parsed.get("company") or {}).get("name") or ""),
        level=parsed.get("level"),
    )


def _common_fields(contents: BatchContents, document_id: str) -> dict[str, Any]:
    document = contents.documents[document_id]
    duplicate = contents.duplicates.get(document_id)
    return {
        "source_document_id": document_id,
        "file_name": document.original_name,
        "duplicate_of": duplicate.of if duplicate else None,
        "duplicate_kind": duplicate.kind if duplicate else None,
        "duplicate_name": contents.names[duplicate.of] if duplicate else None,
        "flags": [FlagView.model_validate(flag) for flag in document.flags or []],
    }
