from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import anyio.to_thread
from sqlalchemy.orm import Session

from app.billing import service as billing
from app.billing.rules import BillingMode
from app.candidates import repository as candidates
from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.core.errors import AppError, from_engine_error
from app.core.ids import new_id
from app.core.operations import Operation
from app.core.state import AppState
from app.documents import repository
from app.documents.parsing.kind import DetectedType, detect_type
from app.documents.reading import ReadDocument, read_document
from app.documents.schemas import DetectedTypeView, DocumentView, ProcessedDocument
from app.documents.storage import StoredFile, display_name, store_upload
from app.documents.tables import Document, DocumentType, ProcessingStatus
from app.documents.understanding import understand_cover_letter, understand_cv, understand_job
from app.interviews import repository as interviews
from app.interviews import service as interview_service
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts
from app.job_descriptions.tables import JobDescription
from models.ports import EngineError

STOPPED = "The processing was stopped before it was done. Please upload the document again."


@dataclass(frozen=True, slots=True)
class Upload:
    """What a caller sends: the bytes, their name, and where they belong."""

    file: BinaryIO
    name: str | None
    interview_id: str | None = None
    stated_type: DocumentType | None = None
    """For pasted text: what the recruiter says it is."""


async def process_upload(
    state: AppState, *, owner_id: str, upload: Upload, operation: Operation
) -> ProcessedDocument:
    """Keep, read and understand one document; one unit of the allowance is used when all of it succeeded.

    Raises DocumentsLimitReached, InterviewNotFound, FileTooLarge, UnsupportedFile, UnreadableDocument
    and what the engines raise; the stored document then says failed, and why.
    """
    operation.report(stage="Uploading and processing...", share=0.1)
    # Somebody else's interview or a used-up allowance is told before anything is kept.
    interview_id = await state.database.read(
        _admit, mode=state.settings.billing_mode, owner_id=owner_id, interview_id=upload.interview_id
    )
    document_id = new_id()
    stored = await anyio.to_thread.run_sync(
        lambda: store_upload(
            upload.file,
            folder=state.settings.documents_dir,
            document_id=document_id,
            max_bytes=state.settings.max_upload_bytes,
        )
    )
    await state.database.run(
        _create,
        owner_id=owner_id,
        document_id=document_id,
        interview_id=interview_id,
        upload=upload,
        stored=stored,
    )
    sentence = STOPPED
    try:
        return await _process(
            state,
            owner_id=owner_id,
            document_id=document_id,
            path=stored.path,
            upload=upload,
            operation=operation,
        )
    except AppError as error:
        sentence = error.message
        raise
    except EngineError as error:
        sentence = from_engine_error(error).message
        raise
    finally:
        # Also when the caller went away: nothing says "processing" that nobody works on.
        await state.database.run(repository.fail_processing, document_id=document_id, sentence=sentence)


def _admit(session: Session, *, mode: BillingMode, owner_id: str, interview_id: str | None) -> str | None:
    billing.require_document_allowance(session, mode=mode, user_id=owner_id)
    if not interview_id:
        return None
    return interviews.get_owned(session, owner_id=owner_id, interview_id=interview_id).id


def _create(
    session: Session,
    *,
    owner_id: str,
    document_id: str,
    interview_id: str | None,
    upload: Upload,
    stored: StoredFile,
) -> None:
    session.add(
        Document(
            id=document_id,
            owner_id=owner_id,
            interview_id=interview_id,
            original_name=display_name(upload.name),
            file_size_bytes=stored.size_bytes,
            sha256=stored.sha256,
            processing_status=ProcessingStatus.PROCESSING,
        )
    )


async def _process(
    state: AppState,
    *,
    owner_id: str,
    document_id: str,
    path: Path,
    upload: Upload,
    operation: Operation,
) -> ProcessedDocument:
    read = await read_document(path)
    operation.report(stage="Processing document...", share=0.2)
    detected = await anyio.to_thread.run_sync(detect_type, read.text)
    if upload.stated_type is not None:
        detected = DetectedType(upload.stated_type, 1.0)
    candidate_facts, job_facts = await _understand(
        state, detected.type, read.text, document_id=document_id, operation=operation
    )
    operation.report(stage="Finalizing...", share=0.95)
    return await state.database.run(
        _finish,
        mode=state.settings.billing_mode,
        owner_id=owner_id,
        document_id=document_id,
        read=read,
        detected=detected,
        candidate_facts=candidate_facts,
        job_facts=job_facts,
    )


async def _understand(
    state: AppState, kind: DocumentType, text: str, *, document_id: str, operation: Operation
) -> tuple[CandidateFacts | None, JobFacts | None]:
    def on_stage(stage: str, share: float) -> None:
        operation.report(stage=stage, share=share)

    def on_queue(ahead: int) -> None:
        operation.report(queue_position=ahead)

    now: datetime = state.now()
    if kind == DocumentType.CV:
        facts = await understand_cv(
            state.engines.llm, text, today=now.date(), on_stage=on_stage, on_queue=on_queue
        )
        return facts, None
    if kind == DocumentType.COVER_LETTER:
        return understand_cover_letter(text), None
    if kind == DocumentType.JOB_DESCRIPTION:
        job = await understand_job(
            state.engines.llm, text, document_id=document_id, on_stage=on_stage, on_queue=on_queue
        )
        return None, job
    return None, None


def _finish(
    session: Session,
    *,
    mode: BillingMode,
    owner_id: str,
    document_id: str,
    read: ReadDocument,
    detected: DetectedType,
    candidate_facts: CandidateFacts | None,
    job_facts: JobFacts | None,
) -> ProcessedDocument:
    """One transaction: profile, link, allowance and status stand together or not at all."""
    document = repository.get_owned(session, owner_id=owner_id, document_id=document_id)
    document.raw_text = read.text
    document.mime_type = read.mime_type
    document.type = detected.type
    document.type_confidence = detected.confidence
    candidate = job = None
    if detected.type != DocumentType.UNSUPPORTED:
        billing.use_document_allowance(session, mode=mode, user_id=owner_id, document_id=document_id)
    if candidate_facts is not None:
        candidate = _save_candidate(session, document=document, facts=candidate_facts)
    if job_facts is not None:
        job = job_service.save_job_description(session, owner_id=owner_id, facts=job_facts)
        document.parsed_data = job_facts.parsed
        document.generation = job_facts.generation
        document.job_description_id = job.id
    if document.interview_id:
        interview = interviews.get_owned(session, owner_id=owner_id, interview_id=document.interview_id)
        if candidate is not None:
            interview_service.attach_candidate(session, interview=interview, candidate=candidate)
        if job is not None:
            interview_service.attach_job_description(session, interview=interview, job_description=job)
    document.processing_status = ProcessingStatus.COMPLETED
    session.flush()
    return _answer(document, detected, candidate, job)


def _save_candidate(session: Session, *, document: Document, facts: CandidateFacts) -> Candidate | None:
    is_letter = facts.cv_parsed is None
    linked: Candidate | None = None
    if is_letter and document.interview_id:
        interview = interviews.get_owned(
            session, owner_id=document.owner_id, interview_id=document.interview_id
        )
        if interview.candidate_id:
            linked = candidates.get_owned(
                session, owner_id=document.owner_id, candidate_id=interview.candidate_id
            )
    document.parsed_data = facts.cv_parsed or {
        "name": facts.name, "email": facts.email, "phone": facts.phone, "linkedin": facts.linkedin,
    }  # fmt: skip
    document.generation = facts.generation
    if linked is not None:
        # A letter uploaded for an interview belongs to its candidate, whatever its letterhead says.
        candidate_service.fill_blanks(linked, facts)
        candidate = linked
    elif is_letter and not (facts.name or facts.email):
        return None
    else:
        candidate = candidate_service.save_candidate(session, owner_id=document.owner_id, facts=facts)
    document.candidate_id = candidate.id
    return candidate


def _answer(
    document: Document, detected: DetectedType, candidate: Candidate | None, job: JobDescription | None
) -> ProcessedDocument:
    from app.candidates.schemas import CandidateProfile
    from app.job_descriptions.schemas import JobDescriptionView

    return ProcessedDocument(
        document=DocumentView.of(document),
        detected_type=DetectedTypeView(type=detected.type, confidence=detected.confidence),
        candidate_profile=CandidateProfile.model_validate(candidate) if candidate else None,
        job_description=JobDescriptionView.model_validate(job) if job else None,
    )
