"""Requests and responses of bulk imports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from app.core.schemas import ApiSchema, Identified, UtcTime
from app.document_batches.rules import MAX_DOCUMENTS, DuplicateKind
from app.document_batches.tables import BatchStatus
from app.documents.schemas import DetectedTypeView, DocumentView, FlagView
from app.documents.tables import DocumentType
from app.job_descriptions.schemas import JobLevel
from app.record_history.tables import RecordKind


class NamedCandidate(Identified):
    name: str


class NamedJob(Identified):
    title: str


class CommitResult(ApiSchema):
    created_candidates: list[NamedCandidate]
    updated_candidates: list[NamedCandidate]
    created_jobs: list[NamedJob]
    updated_jobs: list[NamedJob]
    skipped: int
    """Documents that were still being processed, had no allowance left, or were processed after the preview.
    They are moved to a new open batch."""
    open_batch_id: str | None
    """The new batch; null if nothing was skipped."""


class BatchRow(ApiSchema):
    batch_id: str
    status: BatchStatus
    created_at: UtcTime
    document_count: int


class BatchView(ApiSchema):
    batch_id: str
    status: BatchStatus
    created_at: UtcTime
    documents: list[DocumentView]
    """In the order of upload."""
    result: CommitResult | None


class AddedDocument(ApiSchema):
    document: DocumentView
    detected_type: DetectedTypeView | None
    """Null while the document is being processed."""


class PreviewCandidate(ApiSchema):
    source_document_id: str
    file_name: str
    type: DocumentType
    name: str
    email: str | None
    phone: str | None
    current_position: str
    duplicate_of: str | None
    """The id of the existing candidate or of the earlier document of this batch."""
    duplicate_kind: DuplicateKind | None
    duplicate_name: str | None
    flags: list[FlagView]


class PreviewJob(ApiSchema):
    source_document_id: str
    file_name: str
    title: str
    company: str
    level: JobLevel | None
    duplicate_of: str | None
    duplicate_kind: DuplicateKind | None
    duplicate_name: str | None
    flags: list[FlagView]


class BatchPreview(ApiSchema):
    candidates: list[PreviewCandidate]
    jobs: list[PreviewJob]
    pending: int
    """Documents that are still queued or being processed."""


class MergeChange(ApiSchema):
    path: str
    current: Any
    incoming: Any
    merged: Any
    effect: Literal["filled", "united", "kept"]
    """``filled``: the record had no value. ``united``: merged from both, or recalculated from merged values.
    ``kept``: the document has another value, and the record keeps its own."""
    added_count: int | None
    """For lists: the number of new entries."""


class MergePreview(ApiSchema):
    record_id: str
    """The same as ``duplicateOf`` in the preview."""
    record_name: str
    changes: list[MergeChange]


DocumentIds = Annotated[
    list[Annotated[str, StringConstraints(max_length=64)]], Field(max_length=MAX_DOCUMENTS)
]


class PlannedDocument(ApiSchema):
    document_id: str
    same_as: str | None
    """The record, or the earlier document, that it is merged with."""


class ImportedDocument(ApiSchema):
    document_id: str
    record_id: str = ""
    """Empty if the document was deleted in the meantime."""
    kind: RecordKind | None = None
    name: str = ""
    is_new: bool = False


class CommitPlan(ApiSchema):
    """A running import. Stored with its batch, never sent."""

    selected_candidates: list[str]
    selected_jobs: list[str]
    previewed: list[str] | None
    documents: list[PlannedDocument] = Field(default_factory=list)
    imported: list[ImportedDocument] = Field(default_factory=list)
    """The outcome of the documents imported so far."""


class CommitBatch(ApiSchema):
    """Lists of ``sourceDocumentId``."""

    selected_candidates: DocumentIds = Field(default_factory=list)
    selected_jobs: DocumentIds = Field(default_factory=list)
    previewed: DocumentIds | None = None
    """All documents that the preview showed. Documents processed since then were not rejected: they are
    skipped. If absent, everything that is not selected counts as rejected."""
