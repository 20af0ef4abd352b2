from __future__ import annotations

from app.core.errors import InvalidState, NotFound, ValidationFailed
from app.document_batches.rules import MAX_DOCUMENTS


class BatchNotFound(NotFound):
    code = "DOCUMENT_BATCH_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("There is no such import.")


class BatchCommitted(InvalidState):
    """Nothing is added to, or taken from, what was imported."""

    def __init__(self) -> None:
        super().__init__("This import is finished. Start a new one to add documents.")


class BatchFull(ValidationFailed):
    def __init__(self) -> None:
        super().__init__(
            [
                (
                    "document",
                    f"One import holds at most {MAX_DOCUMENTS:,} documents. Finish it and start another.",
                )
            ]
        )


class NotADuplicate(InvalidState):
    """There is no record that an import of this document would change."""

    def __init__(self) -> None:
        super().__init__("This document will make a new record: there is nothing to merge it with.")
