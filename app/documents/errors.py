from __future__ import annotations

from app.core.errors import AppError, NotFound


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
