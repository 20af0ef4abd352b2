"""Transactions of document processing: how an attempt begins and how it ends.

Every outcome is written under the claim of the attempt, so that a document that was deleted or claimed again
in the meantime is not touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.billing.port import Billing
from app.billing.service import choose_billing
from app.core.settings import Settings
from app.documents import repository
from app.documents.facts import can_be_assessed, facts_from_wire, facts_to_wire
from app.documents.importing import import_document
from app.documents.other_person import flag_other_person
from app.documents.pipeline.progress import describe
from app.documents.pipeline.stages import DocumentResult
from app.documents.schemas import DocumentProgress
from app.documents.tables import AssessmentStatus, Document, DocumentType, ProcessingStatus
from app.work_queue.items import Claim


@dataclass(frozen=True, slots=True)
class DocumentAttempt:
    """One claimed document at the start of an attempt."""

    document_id: str
    name: str
    """The uploaded name."""
    owner_id: str
    attempt: int
    is_waited_for: bool
    stated_type: DocumentType | None
    progress: DocumentProgress
    copy_result: DocumentResult | None
    """The result of an earlier document with the same bytes, if there is one."""


def begin(session: Session, *, claim: Claim, billing: Billing) -> DocumentAttempt | None:
    """Begin an attempt: load what it needs; None if the document was deleted.

    Raises DocumentsLimitReached before any time is spent on the document.
    """
    document = repository.find_by_id(session, claim.key)
    if document is None or document.claim_id != claim.claim_id:
        return None
    copy = repository.find_reusable_copy(session, document)
    if copy is None:
        billing.require_document_allowance(session, user_id=document.owner_id)
    return DocumentAttempt(
        document_id=document.id,
        name=document.original_name,
        owner_id=document.owner_id,
        attempt=claim.attempt,
        is_waited_for=document.is_waited_for,
        stated_type=None if document.stated_type is None else DocumentType(document.stated_type),
        progress=describe(document),
        copy_result=None if copy is None else _load_result(copy),
    )


def _load_result(copy: Document) -> DocumentResult:
    assert copy.type is not None, "a completed document has a type"
    return DocumentResult(
        mime_type=copy.mime_type,
        raw_text=copy.raw_text,
        type=DocumentType(copy.type),
        type_confidence=copy.type_confidence or 0.0,
        facts=facts_from_wire(copy.facts),
        is_assessed=copy.assessment_status == AssessmentStatus.WRITTEN,
        flags=list(copy.flags or []),
        evidence=list(copy.evidence or []),
        same_as_id=copy.same_as_id or copy.id,
    )


def finish(
    session: Session, *, claim: Claim, result: DocumentResult, settings: Settings, now: datetime
) -> DocumentProgress | None:
    """Store facts, record, links, allowance and status in one transaction.

    None if the document was deleted in the meantime. Raises DocumentsLimitReached, and NotOfCandidate or
    NotOfJob for a document of the wrong kind.
    """
    is_held = repository.DOCUMENT_ITEMS.end(
        session,
        claim,
        now=now,
        **_to_values(result),
        processing_status=ProcessingStatus.COMPLETED,
        processing_error=None,
        error_code=None,
        attempts=0,
        not_before_at=None,
        is_waited_for=False,
    )
    if not is_held:
        return None
    document = repository.find_by_id(session, claim.key)
    assert document is not None, "it was just written"
    if result.type != DocumentType.UNSUPPORTED and result.same_as_id is None:
        choose_billing(settings).charge_document(session, user_id=document.owner_id, document_id=document.id)
    if not document.awaits_commit and not flag_other_person(session, document):
        import_document(session, document=document, actor_id=document.owner_id)
    session.flush()
    return describe(document)


def _to_values(result: DocumentResult) -> dict[str, Any]:
    is_written = result.is_assessed and result.facts is not None and can_be_assessed(result.facts)
    return {
        "mime_type": result.mime_type,
        "raw_text": result.raw_text,
        "type": result.type,
        "type_confidence": result.type_confidence,
        "facts": None if result.facts is None else facts_to_wire(result.facts),
        "parsed_data": result.parsed_data,
        "generation": result.generation,
        "flags": result.flags,
        "evidence": result.evidence,
        "same_as_id": result.same_as_id,
        "assessment_status": AssessmentStatus.WRITTEN if is_written else AssessmentStatus.NONE,
    }


def fail(
    session: Session, *, claim: Claim, sentence: str, code: str, now: datetime
) -> tuple[str, DocumentProgress] | None:
    """Fail the document with one sentence for the recruiter.

    Returns its owner and its progress; None if it was deleted in the meantime.
    """
    is_held = repository.DOCUMENT_ITEMS.end(
        session,
        claim,
        now=now,
        processing_status=ProcessingStatus.FAILED,
        processing_error=sentence,
        error_code=code,
        is_waited_for=False,
    )
    document = repository.find_by_id(session, claim.key) if is_held else None
    return None if document is None else (document.owner_id, describe(document))
