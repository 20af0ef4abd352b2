"""How far the documents are that are being worked on, and who is told.

In memory only: after a restart the queue itself says what there is to do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.documents.schemas import DetectedTypeView, DocumentProgress, ProgressView, Stage
from app.documents.tables import AssessmentStatus, Document, ProcessingStatus

MOST_A_SECOND = 2
"""Events of one document while only its share moves; a change of stage or status is always told."""

_STATUS_STAGE: dict[ProcessingStatus, Stage] = {
    ProcessingStatus.QUEUED: "queued",
    ProcessingStatus.PROCESSING: "reading",
    ProcessingStatus.COMPLETED: "done",
    ProcessingStatus.FAILED: "done",
}

Listener = Callable[[DocumentProgress], None]
Teller = Callable[[str, DocumentProgress], None]
"""(owner_id, what to tell him)"""


def describe(row: Document, *, stage: Stage | None = None) -> DocumentProgress:
    """What a stored document tells of itself."""
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
        detected_type=DetectedTypeView.of(row),
        assessment_status=AssessmentStatus(row.assessment_status),
    )


@dataclass(slots=True)
class _Entry:
    owner_id: str
    latest: DocumentProgress
    began: float
    told_at: float


class ProgressBoard:
    """The documents in work. ``tell`` is called for every event that its owner should see.

    Belongs to the event loop's thread.
    """

    def __init__(self, tell: Teller, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._monotonic = monotonic
        self._entries: dict[str, _Entry] = {}
        self._listeners: dict[str, list[Listener]] = {}

    def show(self, owner_id: str, progress: DocumentProgress) -> None:
        """Put what is stored on the board and tell it. The share of one piece of work never goes back."""
        now = self._monotonic()
        entry = self._entries.get(progress.document_id)
        if entry is None:
            entry = _Entry(owner_id, progress, began=now, told_at=now)
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
        """Say how far the work on a document is; nothing happens for one that is not on the board."""
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
        if changed.stage != latest.stage or now - entry.told_at >= 1 / MOST_A_SECOND:
            self._publish(entry, now)
        else:
            self._hear(entry.latest)

    def end(self, owner_id: str, progress: DocumentProgress) -> None:
        """Tell the outcome and take the document off the board."""
        entry = self._entries.pop(progress.document_id, None)
        now = self._monotonic()
        self._publish(entry or _Entry(owner_id, progress, now, now), now, progress)

    def remove(self, document_id: str) -> None:
        """Take a document off the board that is no more; nobody is told."""
        self._entries.pop(document_id, None)

    def of(self, document_id: str) -> ProgressView | None:
        entry = self._entries.get(document_id)
        if entry is None:
            return None
        return ProgressView(
            stage=entry.latest.stage,
            share=entry.latest.share,
            queue_position=entry.latest.queue_position,
            elapsed_seconds=round(self._monotonic() - entry.began, 1),
        )

    def listen(self, document_id: str, listener: Listener) -> Callable[[], None]:
        """Have ``listener`` hear of a document until the returned function is called."""
        listeners = self._listeners.setdefault(document_id, [])
        listeners.append(listener)

        def stop() -> None:
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(document_id, None)

        return stop

    def _publish(self, entry: _Entry, now: float, progress: DocumentProgress | None = None) -> None:
        entry.told_at = now
        entry.latest = progress or entry.latest
        self._tell(entry.owner_id, entry.latest)
        self._hear(entry.latest)

    def _hear(self, progress: DocumentProgress) -> None:
        for listener in list(self._listeners.get(progress.document_id, ())):
            listener(progress)
