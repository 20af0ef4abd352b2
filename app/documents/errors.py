from __future__ import annotations

from typing import ClassVar

from app.core.errors import AppError, InvalidState, NotFound
from app.documents.rules import TIMED_OUT


class DocumentNotFound(NotFound):
    code = "DOCUMENT_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("There is no such document.")


class FileTooLarge(AppError):
    code = "FILE_TOO_LARGE"
    status = 413

    def __init__(self) -> None:
        super().__init__("File size must be less than 10MB")


class UnsupportedFile(AppError):
    """A kind of file that is never accepted."""

    code = "UNSUPPORTED_FILE"
    status = 415

    def __init__(self, message: str = "File type not supported. Please use PDF, DOCX, or TXT files.") -> None:
        super().__init__(message)


class UnreadableDocument(AppError):
    """A file of an accepted kind that cannot be read; the message says why in one sentence."""

    code = "UNREADABLE_DOCUMENT"
    status = 422


class DiskFull(AppError):
    code = "DISK_FULL"
    status = 507

    def __init__(self) -> None:
        super().__init__("The server's disk is full. Nothing was changed. Please tell your administrator.")


class ProcessingTimeout(AppError):
    """Who waits is told so; the work goes on, and the document tells its outcome."""

    code = "PROCESSING_TIMEOUT"
    status = 504

    def __init__(self) -> None:
        super().__init__(TIMED_OUT)


class NotRetryable(InvalidState):
    def __init__(self) -> None:
        super().__init__("Only a document that failed can be tried again.")


class DocumentInUse(InvalidState):
    def __init__(self) -> None:
        super().__init__(
            "This document belongs to a candidate or a job description. It is deleted together with it."
        )


class ProcessingFailed(AppError):
    """What a failed document says, told to the one who waited for it."""

    _STATUS: ClassVar[dict[str, int]] = {
        "UNSUPPORTED_FILE": 415,
        "UNREADABLE_DOCUMENT": 422,
        "CONTEXT_TOO_LONG": 422,
        "DOCUMENTS_LIMIT": 402,
        "ENGINE_BUSY": 503,
        "ENGINE_UNAVAILABLE": 503,
        "ENGINE_FAILED": 502,
    }
    code = "PROCESSING_FAILED"
    status = 500

    def __init__(self, *, sentence: str, code: str) -> None:
        super().__init__(sentence, code=code, status=self._STATUS.get(code, self.status))
