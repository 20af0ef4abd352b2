from __future__ import annotations

from typing import Any

from app.candidates.schemas import CandidateProfile
from app.core.schemas import ApiSchema, Identified, Success, UtcTime
from app.documents.tables import Document, DocumentType, ProcessingStatus
from app.job_descriptions.schemas import JobDescriptionView


class DetectedTypeView(ApiSchema):
    type: DocumentType
    confidence: float


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
    interview_id: str | None
    candidate_profile_id: str | None
    job_description_id: str | None
    created_at: UtcTime
    updated_at: UtcTime

    @classmethod
    def fields_of(cls, row: Document) -> dict[str, Any]:
        detected = None
        if row.type is not None:
            detected = DetectedTypeView(type=row.type, confidence=row.type_confidence or 0.0)
        return {
            "id": row.id,
            "original_name": row.original_name,
            "mime_type": row.mime_type,
            "file_size": row.file_size_bytes,
            "type": row.type,
            "detected_type": detected,
            "processing_status": row.processing_status,
            "processing_error": row.processing_error,
            "error": row.processing_error,
            "interview_id": row.interview_id,
            "candidate_profile_id": row.candidate_id,
            "job_description_id": row.job_description_id,
            "created_at": row.created_at,
            "updated_at": row.updated_at,
        }

    @classmethod
    def of(cls, row: Document) -> DocumentView:
        return cls(**cls.fields_of(row))


class DocumentContent(DocumentView):
    raw_text: str
    parsed_data: dict[str, Any] | None

    @classmethod
    def of(cls, row: Document) -> DocumentContent:
        return cls(**cls.fields_of(row), raw_text=row.raw_text, parsed_data=row.parsed_data)


class ProcessedDocument(ApiSchema):
    document: DocumentView
    detected_type: DetectedTypeView
    candidate_profile: CandidateProfile | None
    job_description: JobDescriptionView | None


class DocumentList(Success):
    data: list[DocumentView]
    count: int
