"""Live progress of documents, and the listeners that are notified of it.

Kept in memory only: after a restart, the queue in the database shows the remaining work.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.documents.schemas import (
    DetectedTypeView,
    DocumentProgress,
    ProgressView,
    Stage,
    can_be_retried,
)
from app.documents.tables import AssessmentStatus, Document, ProcessingStatus

MAX_PER_SECOND = 2
"""Notifications per document and second while only the share changes. A change of stage or status is
always sent."""

_STATUS_STAGE: dict[ProcessingStatus, Stage] = {
    ProcessingStatus.QUEUED: "queued",
    ProcessingStatus.PROCESSING: "reading",
    ProcessingStatus.COMPLETED: "done",
    ProcessingStatus.FAILED: "done",
}

Listener = Callable[[DocumentProgress], None]
Notify = Callable[[str, DocumentProgress], None]
"""(owner id, progress)"""


def describe(row: Document, *, stage: Stage | None = None) -> DocumentProgress:
    """Progress implied by the state of a stored document."""
    status = ProcessingStatus(row.processing_status)
    return DocumentProgress(
        document_id=row.id,
        batch_id=row.batch_id,
        interview_id=row.interview_id,
        candidate_profile_id=row.candidate_id,
        job_description_id=row.job_description_id,
        processing_status=status,
        stage=stage or _STATUS_STAGE[status],
        share=1.0 if status in {ProcessingStatus.COMPLETED, ProcessingStatus.FAILED} else 0.0,
        queue_position=None,
        error=row.processing_error,
        error_code=row.error_code,
        is_retryable=can_be_retried(row),
        detected_type=DetectedTypeView.of(row),
        assessment_status=AssessmentStatus(row.assessment_status),
    )


@dataclass(slots=True)
class _Entry:
    owner_id: str
    latest: DocumentProgress
    began_at: float
    published_at: float


class ProgressBoard:
    """Progress of the documents in work. ``notify`` is called for every event that the owner should see.

    Not thread-safe: to be used in the event loop's thread.
    """

    def __init__(self, notify: Notify, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._notify = notify
        self._monotonic = monotonic
        self._entries: dict[str, _Entry] = {}
        self._listeners: dict[str, list[Listener]] = {}

    def show(self, owner_id: str, progress: DocumentProgress) -> None:
        """Add or update a document and notify its owner. The share of a document never decreases."""
        now = self._monotonic()
        entry = self._entries.get(progress.document_id)
        if entry is None:
            entry = _Entry(owner_id, progress, began_at=now, published_at=now)
            self._entries[progress.document_id] = entry
        else:
            share = max(entry.latest.share, progress.share)
            entry.latest = progress.model_copy(update={"share": share})
        self._publish(entry, now)

    def report(
        self,
        document_id: str,
        *,
        stage: Stage | None = None,
        share: float | None = None,
        queue_position: int | None = None,
    ) -> None:
        """Update the progress of a document; ignored if the document is not on the board."""
        entry = self._entries.get(document_id)
        if entry is None:
            return
        latest = entry.latest
        changed = latest.model_copy(
            update={
                "stage": stage or latest.stage,
                "share": latest.share if share is None else min(1.0, max(latest.share, share)),
                "queue_position": queue_position,
            }
        )
        if changed == latest:
            return
        entry.latest = changed
        now = self._monotonic()
        if changed.stage != latest.stage or now - entry.published_at >= 1 / MAX_PER_SECOND:
            self._publish(entry, now)
        else:
            self._notify_listeners(entry.latest)

    def end(self, owner_id: str, progress: DocumentProgress) -> None:
        """Notify the owner of the outcome and remove the document."""
        entry = self._entries.pop(progress.document_id, None)
        now = self._monotonic()
        self._publish(entry or _Entry(owner_id, progress, now, now), now, progress)

    def remove(self, document_id: str) -> None:
        """Remove a deleted document without notifying anyone."""
        self._entries.pop(document_id, None)

    def find(self, document_id: str) -> ProgressView | None:
        entry = self._entries.get(document_id)
        if entry is None:
            return None
        return ProgressView(
            stage=entry.latest.stage,
            share=entry.latest.share,
            queue_position=entry.latest.queue_position,
            elapsed_seconds=round(self._monotonic() - entry.began_at, 1),
        )

    def listen(self, document_id: str, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` for every event of a document until the returned function is called."""
        listeners = self._listeners.setdefault(document_id, [])
        listeners.append(listener)

        def stop() -> None:
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(document_id, None)

        return stop

    def _publish(self, entry: _Entry, now: float, progress: DocumentProgress | None = None) -> None:
        entry.published_at = now
        entry.latest = progress or entry.latest
        self._notify(entry.owner_id, entry.latest)
        self._notify_listeners(entry.latest)

    def _notify_listeners(self, progress: DocumentProgress) -> None:
        for listener in list(self._listeners.get(progress.document_id, ())):
            listener(progress)
