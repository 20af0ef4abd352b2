"""Errors of uploads and document processing."""

from __future__ import annotations

from typing import ClassVar

from app.core.errors import AppError, InvalidState, NotFound
from app.documents.rules import TIMED_OUT
from app.documents.unreadable import REASONS, Reason


class DocumentNotFound(NotFound):
    code = "DOCUMENT_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This document was not found. It may have been deleted.")


class FileTooLarge(AppError):
    code = "FILE_TOO_LARGE"
    status = 413

    def __init__(self, max_bytes: int) -> None:
        super().__init__(f"File size must be less than {max_bytes / 1024**2:g}MB")


class UnsupportedFile(AppError):
    """A kind of file that is never accepted."""

    status = 415

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence, code=reason.code)


class UnreadableDocument(AppError):
    """A file of an accepted kind that cannot be read."""

    status = 422

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence, code=reason.code)


class DiskFull(AppError):
    code = "DISK_FULL"
    status = 507

    def __init__(self) -> None:
        super().__init__("The server's disk is full. Nothing was changed. Please contact your administrator.")


class UploadQuotaReached(AppError):
    """Unreadable files are kept for a while, so their total size is limited."""

    code = "UPLOAD_QUOTA_REACHED"
    status = 429

    def __init__(self) -> None:
        super().__init__(
            "Too many of your uploads could not be read today. Delete those documents, or try again "
            "tomorrow.",
            headers={"Retry-After": "3600"},
        )


class ProcessingTimeout(AppError):
    """The caller has waited too long. Processing continues."""

    code = "PROCESSING_TIMEOUT"
    status = 504

    def __init__(self) -> None:
        super().__init__(TIMED_OUT)


class FileMissing(NotFound):
    def __init__(self) -> None:
        super().__init__("The file of this document is no longer on the server.")


class NotRetryable(InvalidState):
    def __init__(self) -> None:
        super().__init__(
            "This document cannot be processed again: it has not failed, or the file itself is the reason."
        )


class NothingToMerge(InvalidState):
    def __init__(self) -> None:
        super().__init__("This document was not kept out of the profile: there is nothing to add.")


class NotOfCandidate(AppError):
    """A job description that was added to a candidate."""

    code = "NOT_OF_CANDIDATE"
    status = 422

    def __init__(self) -> None:
        super().__init__(
            "This is a job description, so it was not added to the candidate. Add it to a job instead."
        )


class NotOfJob(AppError):
    """A CV or cover letter that was added to a job description."""

    code = "NOT_OF_JOB"
    status = 422

    def __init__(self) -> None:
        super().__init__(
            "This is a CV or cover letter, so it was not added to the job. Add it to a candidate instead."
        )


class DocumentInUse(InvalidState):
    def __init__(self) -> None:
        super().__init__(
            "This document belongs to a candidate or job description and is deleted together with it."
        )


class ProcessingFailed(AppError):
    """The error of a failed document, for the caller who waited for it."""

    _STATUS: ClassVar[dict[str, int]] = {
        **{reason.code: 422 if reason.is_accepted_kind else 415 for reason in REASONS.values()},
        "UNREADABLE_DOCUMENT": 422,  # Stored before each reason had its own code.
        "CONTEXT_TOO_LONG": 422,
        NotOfCandidate.code: NotOfCandidate.status,
        NotOfJob.code: NotOfJob.status,
        "DOCUMENTS_LIMIT": 402,
        "ENGINE_BUSY": 503,
        "ENGINE_UNAVAILABLE": 503,
        "ENGINE_FAILED": 502,
    }
    code = "PROCESSING_FAILED"
    status = 500

    def __init__(self, *, sentence: str, code: str) -> None:
        super().__init__(sentence, code=code, status=self._STATUS.get(code, self.status))
