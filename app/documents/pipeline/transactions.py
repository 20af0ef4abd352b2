"""The transactions of the durable processing: what one attempt begins with, and how it ends.

Every end is written under the claim of the attempt, so that a document which was deleted, or taken
by somebody else meanwhile, is left alone.
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
from app.documents.pipeline.progress import describe
from app.documents.pipeline.stages import Reading
from app.documents.schemas import DocumentProgress
from app.documents.tables import AssessmentStatus, Document, DocumentType, ProcessingStatus
from app.interviews import repository as interviews
from app.interviews.invitations import service as invitations
from app.interviews.invitations.appointments import desk_of
from app.work_queue.items import Claim


@dataclass(frozen=True, slots=True)
class DocumentAttempt:
    """One claimed document, as an attempt begins."""

    document_id: str
    name: str
    """As it was uploaded."""
    owner_id: str
    attempt: int
    is_waited_for: bool
    stated_type: DocumentType | None
    is_of_batch: bool
    """Facts only, and nothing is imported until the batch is committed."""
    progress: DocumentProgress
    twin: Reading | None
    """The reading of the same bytes, where there is one."""


def begin(session: Session, *, claim: Claim, billing: Billing) -> DocumentAttempt | None:
    """What there is to do; None when the document was deleted.

    Raises DocumentsLimitReached before anything is read in vain.
    """
    document = repository.find_by_id(session, claim.key)
    if document is None or document.claim_id != claim.claim_id:
        return None
    twin = repository.find_read_twin(session, document)
    if twin is None:
        billing.require_document_allowance(session, user_id=document.owner_id)
    return DocumentAttempt(
        document_id=document.id,
        name=document.original_name,
        owner_id=document.owner_id,
        attempt=claim.attempt,
        is_waited_for=document.is_waited_for,
        stated_type=None if document.stated_type is None else DocumentType(document.stated_type),
        is_of_batch=document.batch_id is not None,
        progress=describe(document),
        twin=None if twin is None else _reading_of(twin),
    )


def _reading_of(twin: Document) -> Reading:
    assert twin.type is not None, "a completed document has a type"
    return Reading(
        mime_type=twin.mime_type,
        raw_text=twin.raw_text,
        type=DocumentType(twin.type),
        type_confidence=twin.type_confidence or 0.0,
        facts=facts_from_wire(twin.facts),
        is_assessed=twin.assessment_status == AssessmentStatus.WRITTEN,
        flags=list(twin.flags or []),
        evidence=list(twin.evidence or []),
        same_as_id=twin.same_as_id or twin.id,
    )


def finish(
    session: Session, *, claim: Claim, reading: Reading, settings: Settings, now: datetime
) -> DocumentProgress | None:
    """One transaction: facts, record, links, allowance and status stand together or not at all.

    None when the document was deleted meanwhile. Raises DocumentsLimitReached.
    """
    is_held = repository.DOCUMENT_ITEMS.end(
        session,
        claim,
        now=now,
        **_values_of(reading),
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
    if reading.type != DocumentType.UNSUPPORTED and reading.same_as_id is None:
        choose_billing(settings).charge_document(session, user_id=document.owner_id, document_id=document.id)
    if document.batch_id is None:
        _import(session, document, settings=settings, now=now)
    session.flush()
    return describe(document)


def _import(session: Session, document: Document, *, settings: Settings, now: datetime) -> None:
    """Whoever was invited to the interview is told when the document gives it another name or address."""
    interview = None
    if document.interview_id:
        interview = interviews.get_owned(
            session, owner_id=document.owner_id, interview_id=document.interview_id
        )
    before = invitations.Schedule.of(interview) if interview else None
    import_document(session, document=document, actor_id=document.owner_id)
    if interview is not None and before is not None:
        desk = desk_of(session, interview=interview, settings=settings, now=now)
        invitations.follow_change(session, interview=interview, before=before, desk=desk)


def _values_of(reading: Reading) -> dict[str, Any]:
    is_written = reading.is_assessed and reading.facts is not None and can_be_assessed(reading.facts)
    return {
        "mime_type": reading.mime_type,
        "raw_text": reading.raw_text,
        "type": reading.type,
        "type_confidence": reading.type_confidence,
        "facts": None if reading.facts is None else facts_to_wire(reading.facts),
        "parsed_data": reading.parsed_data,
        "generation": reading.generation,
        "flags": reading.flags,
        "evidence": reading.evidence,
        "same_as_id": reading.same_as_id,
        "assessment_status": AssessmentStatus.WRITTEN if is_written else AssessmentStatus.NONE,
    }


def fail(
    session: Session, *, claim: Claim, sentence: str, code: str, now: datetime
) -> tuple[str, DocumentProgress] | None:
    """Give the document up, with one sentence for the recruiter.

    Returns its owner and its progress; None if the document was deleted meanwhile.
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
