"""Assessment queue: the model completes imported documents while no other document is due."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from app.candidates import service as candidate_service
from app.candidates.merging import name_positions
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.core.state import AppState
from app.documents import repository, rules
from app.documents.facts import Facts, build_parsed_data, facts_from_wire, facts_to_wire
from app.documents.pipeline.progress import ProgressBoard, describe
from app.documents.pipeline.stages import DocumentStages, get_visible_text
from app.documents.schemas import DocumentProgress
from app.documents.tables import AssessmentStatus, Document
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts
from app.job_descriptions.tables import JobDescription
from app.record_history.service import Origin, record_change
from app.record_history.tables import ChangeCause, RecordKind
from app.usage.sources import UsageSource, attribute_usage
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed, WorkQueue
from models.ports import EngineError, Priority, working_for

log = logging.getLogger("greenroom.documents")

_JOB_WRITING = ("summary", "responsibilities", "requirements", "requiredSkills")
"""Fields of a job description that the model writes if patterns found nothing, besides the industry."""


@dataclass(frozen=True, slots=True)
class AssessmentAttempt:
    """One claimed assessment at the start of an attempt."""

    owner_id: str
    facts: Facts | None
    """The facts to complete; None if a person or another document has supplied everything in the meantime."""
    progress: DocumentProgress


class AssessmentQueue(WorkQueue):
    """Assessments of imported documents that are still to be written. Keys are document ids."""

    name = "assessments"
    items = repository.ASSESSMENT_ITEMS
    max_attempts = rules.MAX_ASSESSMENT_ATTEMPTS
    interrupted_values: ClassVar[Mapping[str, Any]] = {"assessment_status": AssessmentStatus.FAILED}

    def __init__(self, state: AppState, board: ProgressBoard, *, backoff_seconds: Sequence[float]) -> None:
        super().__init__(state.database, now=state.read_clock, backoff_seconds=backoff_seconds)
        self._state = state
        self._board = board

    async def recover(self) -> None:
        interrupted = await self.database.read(repository.list_interrupted_assessments)
        await super().recover()
        await self.database.run(settle_pending_records, document_ids=interrupted)

    async def attempt(self, claim: Claim) -> None:
        document_id = claim.key
        work = await self.database.read(begin, claim=claim)
        if work is None:
            self._board.remove(document_id)
            return
        if work.facts is None:
            await self._end(claim, AssessmentStatus.NONE)
            return
        self._board.show(work.owner_id, work.progress)
        stages = DocumentStages(
            llm=self._state.engines.llm,
            today=self.now().date(),
            priority=Priority.BACKGROUND,
            on_stage=lambda stage, share: self._board.report(document_id, stage=stage, share=share),
            on_queue=lambda ahead: self._board.report(document_id, queue_position=ahead),
        )
        try:
            with working_for(work.owner_id), attribute_usage(UsageSource.DOCUMENTS):
                facts = await stages.assess(work.facts, get_visible_text(work.facts))
        except EngineError as error:
            raise AttemptFailed(error, retryable=error.retryable) from error
        await self._end(claim, AssessmentStatus.WRITTEN, facts=facts)
        log.info("assessment_written document_id=%s", document_id)

    async def give_up(self, claim: Claim, error: Exception) -> None:
        """Mark the assessment as failed: the record keeps its facts, and a user can request the sentences
        again."""
        del error
        await self._end(claim, AssessmentStatus.FAILED)

    async def retry_later(self, claim: Claim, error: Exception, *, wait_seconds: float) -> None:
        del error
        self._show(
            claim, await self.database.run(requeue, claim=claim, now=self.now(), wait_seconds=wait_seconds)
        )

    async def put_back(self, claim: Claim) -> None:
        self._show(claim, await self.database.run(requeue, claim=claim, now=self.now(), wait_seconds=None))

    async def _end(self, claim: Claim, status: AssessmentStatus, *, facts: Facts | None = None) -> None:
        self._show(
            claim, await self.database.run(end, claim=claim, status=status, facts=facts, now=self.now())
        )

    def _show(self, claim: Claim, ended: tuple[str, DocumentProgress] | None) -> None:
        if ended is None:
            self._board.remove(claim.key)
        else:
            owner_id, progress = ended
            self._board.end(owner_id, progress)


# --- transactions -------------------------------------------------------------------------------


def begin(session: Session, *, claim: Claim) -> AssessmentAttempt | None:
    """Begin an attempt: load what it needs; None if the document was deleted."""
    document = repository.find_by_id(session, claim.key)
    if document is None:
        return None
    record = _find_record(session, document)
    is_needed = record is not None and not _has_sentences(record)
    return AssessmentAttempt(
        owner_id=document.owner_id,
        facts=facts_from_wire(document.facts) if is_needed else None,
        progress=describe(document, stage="assessing").model_copy(update={"share": 0.0}),
    )


def end(
    session: Session, *, claim: Claim, status: AssessmentStatus, facts: Facts | None, now: datetime
) -> tuple[str, DocumentProgress] | None:
    """Store the outcome of an attempt and the sentences that it wrote.

    Returns the owner and the progress of the document; None if it was deleted in the meantime.
    """
    values = {"assessment_status": status, "not_before_at": None}
    if not repository.ASSESSMENT_ITEMS.end(session, claim, now=now, **values):
        return None
    document = repository.find_by_id(session, claim.key)
    assert document is not None, "it was just written"
    if facts is not None:
        read = facts_from_wire(document.facts)
        document.facts = facts_to_wire(facts)
        document.parsed_data = build_parsed_data(facts)
        document.generation = facts.generation
        record = _find_record(session, document)
        if record is not None:
            _add_sentences(session, record, facts, document, read=read)
    return _settle(session, document)


def requeue(
    session: Session, *, claim: Claim, now: datetime, wait_seconds: float | None
) -> tuple[str, DocumentProgress] | None:
    """Queue the assessment again. Without ``wait_seconds`` the attempt is not counted.

    Returns the same as ``end``.
    """
    items = repository.ASSESSMENT_ITEMS
    if wait_seconds is None:
        is_held = items.put_back(session, claim, now=now)
    else:
        is_held = items.retry_later(session, claim, now=now, wait_seconds=wait_seconds)
    document = repository.find_by_id(session, claim.key) if is_held else None
    return None if document is None else _settle(session, document)


def _settle(session: Session, document: Document) -> tuple[str, DocumentProgress]:
    session.flush()
    record = _find_record(session, document)
    if record is not None:
        _settle_pending(session, record)
    return document.owner_id, describe(document)


def _add_sentences(
    session: Session,
    record: Candidate | JobDescription,
    facts: Facts,
    document: Document,
    *,
    read: Facts | None,
) -> None:
    """Fill blanks of the record with what the model wrote about the facts that were ``read``.

    Values that people entered in the meantime are kept.
    """
    if isinstance(record, Candidate) and isinstance(facts, CandidateFacts):
        kind, before = RecordKind.CANDIDATE, candidate_service.candidate_to_wire(record)
        written = _blank_in(record.cv_profile, facts.cv_profile, ("summary", "keyStrengths"))
        only_written = replace(facts, cv_parsed=None, cv_profile=written, cv_text="")
        candidate_service.fill_blanks(record, only_written)
        if isinstance(read, CandidateFacts):
            record.cv_parsed = name_positions(record.cv_parsed, read.cv_parsed, facts.cv_parsed)
        session.flush()
        after = candidate_service.candidate_to_wire(record)
    elif isinstance(record, JobDescription) and isinstance(facts, JobFacts):
        kind, before = RecordKind.JOB_DESCRIPTION, job_service.job_description_to_wire(record)
        written = _blank_in(record.parsed, facts.parsed, _JOB_WRITING)
        written["company"] = facts.parsed.get("company")
        job_service.fill_blanks(record, replace(facts, parsed=written, raw_text="", document_id=None))
        session.flush()
        after = job_service.job_description_to_wire(record)
    else:
        return
    record_change(
        session,
        owner_id=record.owner_id,
        kind=kind,
        record_id=record.id,
        cause=ChangeCause.ASSESSED,
        before=before,
        after=after,
        at=record.updated_at,
        origin=Origin(document_id=document.id, document_name=document.original_name),
    )


def _blank_in(
    held: Mapping[str, Any] | None, offered: Mapping[str, Any] | None, keys: Sequence[str]
) -> dict[str, Any]:
    return {key: (offered or {}).get(key) for key in keys if not (held or {}).get(key)}


def settle_pending_records(session: Session, *, document_ids: Sequence[str]) -> None:
    """Update whether the records of these documents are still waiting for an assessment."""
    for document_id in document_ids:
        document = repository.find_by_id(session, document_id)
        record = _find_record(session, document) if document is not None else None
        if record is not None:
            _settle_pending(session, record)


def queue_again(session: Session, document: Document) -> None:
    """Queue an assessment again after its last attempt failed."""
    document.assessment_status = AssessmentStatus.QUEUED
    document.attempts = 0
    document.not_before_at = None
    _settle(session, document)


def _settle_pending(session: Session, record: Candidate | JobDescription) -> None:
    is_candidate = isinstance(record, Candidate)
    record.is_assessment_pending = repository.has_pending_assessment(
        session,
        candidate_id=record.id if is_candidate else None,
        job_description_id=None if is_candidate else record.id,
    )


def _find_record(session: Session, document: Document) -> Candidate | JobDescription | None:
    if document.candidate_id:
        return session.get(Candidate, document.candidate_id)
    if document.job_description_id:
        return session.get(JobDescription, document.job_description_id)
    return None


def _has_sentences(record: Candidate | JobDescription) -> bool:
    held = record.cv_profile if isinstance(record, Candidate) else record.parsed
    return bool((held or {}).get("summary"))
