"""Reasons why a document cannot be read: an error code and a short sentence that says what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    """Stored with the document and sent to the browser, which translates it."""
    sentence: str
    is_accepted_kind: bool = True
    """False if this kind of file is never accepted; True if this one file is at fault."""


class Unreadable(Exception):
    """The file cannot be read; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


UNSUPPORTED = Reason(
    code="UNSUPPORTED_FILE",
    sentence="File type not supported. Please use PDF, DOCX, or TXT files.",
    is_accepted_kind=False,
)
HTML_NAMED_DOC = Reason(
    code="HTML_NAMED_DOC",
    sentence="This .doc file is a web page (HTML). "
    "Please open it in a word processor and save it as DOCX or PDF.",
    is_accepted_kind=False,
)
EMPTY = Reason(code="DOCUMENT_EMPTY", sentence="The document is empty: it contains no text.")
ENCRYPTED = Reason(
    code="DOCUMENT_PROTECTED",
    sentence="The document is protected with a password. Please upload it without one.",
)
DAMAGED = Reason(
    code="DOCUMENT_DAMAGED",
    sentence="The document is damaged and cannot be read. Please save it again and upload the new file.",
)
IMAGE_ONLY = Reason(
    code="DOCUMENT_SCANNED",
    sentence="The document contains only scanned pages. Please upload one with selectable text.",
)
UNRECOGNIZED = Reason(
    code="SCAN_NOT_RECOGNIZED",
    sentence="The document contains only scanned pages, and no text was recognized in them. "
    "Please upload one with selectable text.",
)
TOO_LONG = Reason(
    code="TOO_MANY_PAGES",
    sentence="The document has more than 300 pages. Please upload only the relevant pages.",
)
TOO_MANY_CHARACTERS = Reason(
    code="DOCUMENT_TOO_LONG",
    sentence="The document is longer than 120,000 characters. Please upload a shorter one.",
)
TOO_LARGE_INSIDE = Reason(
    code="DOCUMENT_UNPACKS_TOO_LARGE",
    sentence="The document was not opened because it unpacks to an unusually large size. "
    "Please save it again as a PDF.",
)
WORD_TOO_OLD = Reason(
    code="WORD_TOO_OLD",
    sentence="This Word file was saved by a version older than Word 6. Please save it as DOCX or PDF.",
)
TOO_HARD = Reason(
    code="DOCUMENT_TOO_COMPLEX",
    sentence="The document took too much time or memory to read. Please save it again as a PDF or TXT file.",
)
FILE_MISSING = Reason(
    code="DOCUMENT_FILE_MISSING",
    sentence="The file of this document is no longer on the server. Please upload it again.",
)

REASONS = {
    reason.code: reason
    for reason in (
        UNSUPPORTED,
        HTML_NAMED_DOC,
        EMPTY,
        ENCRYPTED,
        DAMAGED,
        IMAGE_ONLY,
        UNRECOGNIZED,
        TOO_LONG,
        TOO_MANY_CHARACTERS,
        TOO_LARGE_INSIDE,
        WORD_TOO_OLD,
        TOO_HARD,
        FILE_MISSING,
    )
}

SANDBOX_UNAVAILABLE = "The document could not be read because the server is short of memory. Try again later."

NOT_RETRYABLE = frozenset(
    {*REASONS, "UNREADABLE_DOCUMENT", "NOT_OF_CANDIDATE", "NOT_OF_JOB", "CONTEXT_TOO_LONG"}
)
"""Codes of errors whose reason is the file itself: the next attempt would fail in the same way."""


def is_retryable(error_code: str | None) -> bool:
    """Whether another attempt can succeed where processing failed with this error."""
    return error_code not in NOT_RETRYABLE
