"""The model's sentences about imported documents, written when there is nothing to read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.core.ids import new_id
from app.core.state import AppState
from app.documents import repository, rules
from app.documents.facts import Facts, facts_from_wire, facts_to_wire, parsed_data_of
from app.documents.pipeline.progress import ProgressBoard, describe
from app.documents.pipeline.stages import Reader, text_of
from app.documents.schemas import DocumentProgress
from app.documents.tables import AssessmentStatus, Document
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts
from app.job_descriptions.tables import JobDescription
from app.record_history.service import Origin, record_change
from app.record_history.tables import ChangeCause, RecordKind
from models.ports import EngineError, Priority

log = logging.getLogger("greenroom.documents")

_JOB_WRITING = ("summary", "responsibilities", "requirements", "requiredSkills")
"""What the model writes of a position where no pattern read it, beside the company's industry."""


@dataclass(frozen=True, slots=True)
class Claimed:
    document_id: str
    owner_id: str
    claim_id: str
    attempts: int
    facts: Facts | None
    """None where there is nothing left to write: a person, or another document, did it meanwhile."""
    progress: DocumentProgress


class Assessor:
    """Claims one queued assessment after the other, as the runner asks."""

    def __init__(self, state: AppState, board: ProgressBoard, *, backoff_seconds: tuple[float, ...]) -> None:
        self._state = state
        self._board = board
        self._backoff_seconds = backoff_seconds

    async def requeue_interrupted(self) -> None:
        await self._state.database.run(requeue_interrupted)

    async def claim_next(self) -> Claimed | None:
        """The next that is due, or None."""
        database = self._state.database
        for document_id in await database.read(repository.list_due_assessments, now=self._state.now()):
            claimed = await database.run(
                claim, document_id=document_id, claim_id=new_id(), now=self._state.now()
            )
            if claimed is not None:
                return claimed
        return None

    async def run(self, claimed: Claimed) -> None:
        """Write the sentences and add them to the record, or queue them again for later.

        Raises OperationalError while the database cannot be written; then ``put_back``.
        """
        try:
            await self._attempt(claimed)
        except asyncio.CancelledError:
            await asyncio.shield(self.put_back(claimed))
            raise

    async def give_up(self, claimed: Claimed) -> None:
        """An error that nobody foresaw: the record has its facts, and that is all."""
        await self._end(claimed, AssessmentStatus.FAILED)

    async def put_back(self, claimed: Claimed) -> None:
        """Queue it again; the attempt was no fault of it."""
        await self._end(claimed, AssessmentStatus.QUEUED, is_counted=False)

    async def _attempt(self, claimed: Claimed) -> None:
        if claimed.facts is None:
            await self._end(claimed, AssessmentStatus.NONE)
            return
        self._board.show(claimed.owner_id, claimed.progress)
        document_id = claimed.document_id
        reader = Reader(
            llm=self._state.engines.llm,
            today=self._state.now().date(),
            priority=Priority.BACKGROUND,
            on_stage=lambda stage, share: self._board.report(document_id, stage=stage, share=share),
            on_queue=lambda ahead: self._board.report(document_id, queue_position=ahead),
        )
        try:
            facts = await reader.assess(claimed.facts, text_of(claimed.facts))
        except EngineError as error:
            await self._after_engine_error(claimed, error)
            return
        await self._end(claimed, AssessmentStatus.WRITTEN, facts=facts)
        log.info("assessment_written document_id=%s", document_id)

    async def _after_engine_error(self, claimed: Claimed, error: EngineError) -> None:
        kind = type(error).__name__
        log.warning("assessment_engine_error document_id=%s kind=%s", claimed.document_id, kind)
        if not error.retryable or claimed.attempts >= rules.MOST_ASSESSMENTS:
            await self._end(claimed, AssessmentStatus.FAILED)
            return
        wait = rules.backoff_seconds(claimed.attempts, self._backoff_seconds)
        await self._end(claimed, AssessmentStatus.QUEUED, wait_seconds=wait)

    async def _end(
        self,
        claimed: Claimed,
        status: AssessmentStatus,
        *,
        facts: Facts | None = None,
        wait_seconds: float = 0.0,
        is_counted: bool = True,
    ) -> None:
        outcome = await self._state.database.run(
            end,
            claimed=claimed,
            status=status,
            facts=facts,
            not_before_at=self._state.now() + timedelta(seconds=wait_seconds) if wait_seconds else None,
            is_counted=is_counted,
        )
        if outcome is None:
            self._board.remove(claimed.document_id)
        else:
            self._board.end(claimed.owner_id, outcome)


# --- transactions -------------------------------------------------------------------------------


def claim(session: Session, *, document_id: str, claim_id: str, now: datetime) -> Claimed | None:
    """Take one queued assessment; None when somebody else has it."""
    if not repository.claim_assessment(session, document_id=document_id, claim_id=claim_id, now=now):
        return None
    document = repository.find_by_id(session, document_id)
    assert document is not None, "it was just claimed"
    record = _record_of(session, document)
    is_needed = record is not None and not _has_sentences(record)
    progress = describe(document, stage="assessing").model_copy(update={"share": 0.0})
    return Claimed(
        document_id=document.id,
        owner_id=document.owner_id,
        claim_id=claim_id,
        attempts=document.attempts,
        facts=facts_from_wire(document.facts) if is_needed else None,
        progress=progress,
    )


def end(
    session: Session,
    *,
    claimed: Claimed,
    status: AssessmentStatus,
    facts: Facts | None,
    not_before_at: datetime | None,
    is_counted: bool,
) -> DocumentProgress | None:
    """Store how an attempt ended, and what it wrote; None when the document was deleted meanwhile."""
    is_held = repository.write_claimed_assessment(
        session,
        claimed.claim_id,
        assessment_status=status,
        claim_id=None,
        attempts=Document.attempts if is_counted else Document.attempts - 1,
        not_before_at=not_before_at,
    )
    document = repository.find_by_id(session, claimed.document_id) if is_held else None
    if document is None:
        return None
    record = _record_of(session, document)
    if facts is not None:
        document.facts = facts_to_wire(facts)
        document.parsed_data = parsed_data_of(facts)
        document.generation = facts.generation
        if record is not None:
            _add_sentences(session, record, facts, document)
    session.flush()
    if record is not None:
        _settle_pending(session, record)
    return describe(document)


def _add_sentences(
    session: Session, record: Candidate | JobDescription, facts: Facts, document: Document
) -> None:
    """Put what the model wrote where the record has nothing: what a person wrote meanwhile stays."""
    if isinstance(record, Candidate) and isinstance(facts, CandidateFacts):
        kind, before = RecordKind.CANDIDATE, candidate_service.candidate_to_wire(record)
        written = _blank_in(record.cv_profile, facts.cv_profile, ("summary", "keyStrengths"))
        only_written = replace(facts, cv_parsed=None, cv_profile=written, cv_text="")
        candidate_service.fill_blanks(record, only_written)
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


def requeue_interrupted(session: Session) -> None:
    """At start-up: what a dead server left running is queued again, unless it died there too often."""
    for document in repository.list_interrupted_assessments(session):
        is_given_up = document.attempts >= rules.MOST_ASSESSMENTS
        document.assessment_status = AssessmentStatus.FAILED if is_given_up else AssessmentStatus.QUEUED
        document.claim_id = None
        session.flush()
        record = _record_of(session, document)
        if record is not None:
            _settle_pending(session, record)


def queue_again(session: Session, document: Document) -> None:
    """Have an assessment that failed for good written after all."""
    document.assessment_status = AssessmentStatus.QUEUED
    document.attempts = 0
    document.not_before_at = None
    session.flush()
    record = _record_of(session, document)
    if record is not None:
        _settle_pending(session, record)


def _settle_pending(session: Session, record: Candidate | JobDescription) -> None:
    is_candidate = isinstance(record, Candidate)
    record.is_assessment_pending = repository.has_pending_assessment(
        session,
        candidate_id=record.id if is_candidate else None,
        job_description_id=None if is_candidate else record.id,
    )


def _record_of(session: Session, document: Document) -> Candidate | JobDescription | None:
    if document.candidate_id:
        return session.get(Candidate, document.candidate_id)
    if document.job_description_id:
        return session.get(JobDescription, document.job_description_id)
    return None


def _has_sentences(record: Candidate | JobDescription) -> bool:
    held = record.cv_profile if isinstance(record, Candidate) else record.parsed
    return bool((held or {}).get("summary"))
