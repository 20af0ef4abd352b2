"""Requests, responses and socket payloads of documents."""

from __future__ import annotations

from typing import Any, Literal

from app.candidates.schemas import CandidateProfile, CvParsed, CvProfile
from app.core.schemas import ApiSchema, Identified, Success, UtcTime
from app.documents.tables import AssessmentStatus, Document, DocumentType, ProcessingStatus
from app.documents.unreadable import is_retryable
from app.job_descriptions.schemas import JobDescriptionView, JobParsed

Stage = Literal["queued", "reading", "understanding", "assessing", "finalizing", "done"]


def can_be_retried(row: Document) -> bool:
    """Whether processing or the assessment has failed and another attempt may succeed."""
    if row.processing_status == ProcessingStatus.FAILED:
        return is_retryable(row.error_code)
    return row.assessment_status == AssessmentStatus.FAILED


class DetectedTypeView(ApiSchema):
    type: DocumentType
    confidence: float

    @classmethod
    def of(cls, row: Document) -> DetectedTypeView | None:
        if row.type is None:
            return None
        return cls(type=row.type, confidence=row.type_confidence or 0.0)


class ProgressView(ApiSchema):
    stage: Stage
    share: float
    """0 to 1, never decreasing."""
    queue_position: int | None
    """While queued: the number of documents before this one. While the model has it: requests before its
    own."""
    elapsed_seconds: float


class FlagView(ApiSchema):
    """A warning for the recruiter: hidden text, instructions to an AI, or a second CV."""

    kind: str
    excerpt: str
    start: int
    """Offset in ``rawText``, in characters."""
    end: int


class FieldEvidence(ApiSchema):
    """The place in ``rawText`` of the value at ``path`` of ``parsedData``."""

    path: str
    start: int
    end: int


class DocumentView(Identified):
    original_name: str
    mime_type: str
    file_size: int
    """Bytes."""
    type: DocumentType | None
    detected_type: DetectedTypeView | None
    processing_status: ProcessingStatus
    processing_error: str | None
    error: str | None
    """The same as ``processingError``."""
    error_code: str | None
    is_retryable: bool
    """Processing or the assessment has failed and another attempt may succeed."""
    progress: ProgressView | None
    """None if nothing is in progress."""
    batch_id: str | None
    interview_id: str | None
    candidate_profile_id: str | None
    job_description_id: str | None
    same_as_id: str | None
    """The earlier document with the same bytes whose result was reused."""
    is_temporary: bool
    """It produced no candidate or job description, so it is deleted with its interview or after some time."""
    assessment_status: AssessmentStatus
    flags: list[FlagView]
    created_at: UtcTime
    updated_at: UtcTime

    @classmethod
    def _shared_fields(cls, row: Document) -> dict[str, Any]:
        return {
            "id": row.id,
            "original_name": row.original_name,
            "mime_type": row.mime_type,
            "file_size": row.file_size_bytes,
            "type": row.type,
            "detected_type": DetectedTypeView.of(row),
            "processing_status": row.processing_status,
            "processing_error": row.processing_error,
            "error": row.processing_error,
            "error_code": row.error_code,
            "is_retryable": can_be_retried(row),
            "batch_id": row.batch_id,
            "interview_id": row.interview_id,
            "candidate_profile_id": row.candidate_id,
            "job_description_id": row.job_description_id,
            "same_as_id": row.same_as_id,
            "is_temporary": row.candidate_id is None and row.job_description_id is None,
            "assessment_status": row.assessment_status,
            "flags": row.flags or [],
            "created_at": row.created_at,
            "updated_at": row.updated_at,
        }

    @classmethod
    def of(cls, row: Document, progress: ProgressView | None = None) -> DocumentView:
        return cls(**cls._shared_fields(row), progress=progress)


class DocumentContent(DocumentView):
    raw_text: str
    parsed_data: dict[str, Any] | None
    evidence: list[FieldEvidence]

    @classmethod
    def of(cls, row: Document, progress: ProgressView | None = None) -> DocumentContent:
        return cls(
            **cls._shared_fields(row),
            progress=progress,
            raw_text=row.raw_text,
            parsed_data=row.parsed_data,
            evidence=[FieldEvidence.model_validate(entry) for entry in row.evidence or []],
        )


class ProcessedDocument(ApiSchema):
    document: DocumentView
    detected_type: DetectedTypeView
    candidate_profile: CandidateProfile | None
    job_description: JobDescriptionView | None


class DocumentList(Success):
    data: list[DocumentView]
    count: int


class DocumentProgress(ApiSchema):
    """Payload of the socket event ``document-progress``."""

    document_id: str
    batch_id: str | None
    interview_id: str | None
    candidate_profile_id: str | None
    job_description_id: str | None
    processing_status: ProcessingStatus
    stage: Stage
    share: float
    queue_position: int | None
    error: str | None
    error_code: str | None
    is_retryable: bool
    detected_type: DetectedTypeView | None
    assessment_status: AssessmentStatus


class ConvertedDocument(ApiSchema):
    text: str
    mime_type: str
    pages: int
    flags: list[FlagView]


class PageView(ApiSchema):
    """Size of a page in points."""

    number: int
    width: float
    height: float


class ParsedCandidate(ApiSchema):
    """The fields that patterns find for a person. They are not stored."""

    name: str
    email: str | None
    phone: str | None
    linkedin: str | None
    current_position: str
    cv_parsed: CvParsed | None
    cv_profile: CvProfile | None


class ParsedDocument(ApiSchema):
    type: DocumentType
    candidate_profile: ParsedCandidate | None
    job_description: JobParsed | None
