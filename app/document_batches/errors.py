"""Errors of bulk imports."""

from __future__ import annotations

from app.core.errors import InvalidState, NotFound, ValidationFailed
from app.document_batches.rules import MAX_DOCUMENTS


class BatchNotFound(NotFound):
    code = "DOCUMENT_BATCH_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This import was not found. It may have been deleted.")


class BatchCommitted(InvalidState):
    """The batch has been imported, so documents can no longer be added or removed."""

    def __init__(self) -> None:
        super().__init__(
            "This import is finished and can no longer be changed. Start a new one to add documents."
        )


class BatchFull(ValidationFailed):
    """The batch already holds ``MAX_DOCUMENTS``."""

    def __init__(self) -> None:
        sentence = f"An import can hold up to {MAX_DOCUMENTS:,} documents. Finish this one and start another."
        super().__init__([("document", sentence)])


class NotADuplicate(InvalidState):
    """Importing the document would change no existing record."""

    def __init__(self) -> None:
        super().__init__("This document will create a new record. There is nothing to merge it with.")
