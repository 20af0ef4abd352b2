"""Workers that process documents and write assessments, with the progress that others can follow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

from app.core.state import AppState
from app.documents import rules
from app.documents.pipeline.assessment import AssessmentQueue
from app.documents.pipeline.attempt import DocumentQueue
from app.documents.pipeline.progress import Listener, ProgressBoard
from app.documents.schemas import DocumentProgress, ProgressView
from app.documents.sweep import load_installation_id, sweep_files
from app.work_queue.workers import IDLE_SECONDS, Source, Workers

log = logging.getLogger("greenroom.documents")


class DocumentWorkers(Workers):
    """Two workers, so that one document is processed while the model is busy with another.

    Documents come first, and those that a caller waits for before the rest. The first worker writes the
    assessments of imported documents when no document is due.
    """

    def __init__(
        self,
        state: AppState,
        *,
        backoff_seconds: Sequence[float] = rules.BACKOFF_SECONDS,
        assessment_backoff_seconds: Sequence[float] = rules.ASSESSMENT_BACKOFF_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._state = state
        self._news: asyncio.Queue[tuple[str, DocumentProgress]] = asyncio.Queue()
        self._announcing: asyncio.Task[None] | None = None
        self._board = ProgressBoard(lambda owner_id, news: self._news.put_nowait((owner_id, news)))
        self.documents = DocumentQueue(state, self._board, backoff_seconds=backoff_seconds)
        self.assessments = AssessmentQueue(state, self._board, backoff_seconds=assessment_backoff_seconds)
        super().__init__(
            ((Source(self.documents), Source(self.assessments)), (Source(self.documents),)),
            idle_seconds=idle_seconds,
            is_active=lambda: state.is_background,
        )

    async def start(self) -> None:
        """Set files without a document aside, and start the workers."""
        installation_id = await self._state.database.run(load_installation_id)
        try:
            await self._state.database.read(
                sweep_files,
                folder=self._state.settings.documents_dir,
                installation_id=installation_id,
                now=self._state.now(),
            )
        except OSError:
            # The disk is full or damaged: interviews must continue, and the next start sweeps again.
            log.exception("files_not_swept")
        self._news = asyncio.Queue()
        self._announcing = asyncio.create_task(self._announce_progress())
        await super().start()

    async def stop(self) -> None:
        await super().stop()
        if self._announcing is not None:
            self._announcing.cancel()
            await asyncio.gather(self._announcing, return_exceptions=True)

    def announce(self, owner_id: str, progress: DocumentProgress) -> None:
        """Show the progress of a document that was just queued, and wake the workers. Callable from any
        thread."""
        self.call_soon(lambda: self._board.show(owner_id, progress))
        self.wake()

    def forget(self, document_ids: Collection[str]) -> None:
        """End the work on deleted documents. Callable from any thread."""

        def remove() -> None:
            for document_id in document_ids:
                self._board.remove(document_id)

        self.call_soon(remove)
        self.cancel(document_ids)

    def listen(self, document_id: str, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with the progress of the document until the returned function is called."""
        return self._board.listen(document_id, listener)

    def find_progress(self, document_id: str) -> ProgressView | None:
        """Live progress of a document; None if no work is in progress. Callable from any thread."""
        return self._board.find(document_id)

    async def _announce_progress(self) -> None:
        """Pass progress events to the hooks one at a time, so that they arrive in order."""
        while True:
            owner_id, news = await self._news.get()
            for hook in self._state.hooks.document_progressed:
                try:
                    await hook(owner_id, news)
                except Exception:
                    log.exception("document_progress_not_announced document_id=%s", news.document_id)
