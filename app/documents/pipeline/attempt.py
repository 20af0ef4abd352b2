"""Document queue: one attempt processes one document and writes the outcome under its claim."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from app.billing.service import choose_billing
from app.core.errors import AppError, from_engine_error
from app.core.files import FileStoreUnavailable, copy_file
from app.core.state import AppState
from app.documents import repository, rules
from app.documents.errors import UnreadableDocument
from app.documents.pipeline import transactions
from app.documents.pipeline.progress import ProgressBoard
from app.documents.pipeline.stages import DocumentResult, DocumentStages
from app.documents.pipeline.transactions import DocumentAttempt
from app.documents.storage import name_file
from app.documents.tables import ProcessingStatus
from app.documents.unreadable import FILE_MISSING
from app.usage.sources import UsageSource, attribute_usage
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed, WorkQueue
from models.ports import EngineError, Priority, working_for

log = logging.getLogger("greenroom.documents")


class DocumentQueue(WorkQueue):
    """Uploaded documents that are still to be processed. Keys are document ids."""

    name = "documents"
    items = repository.DOCUMENT_ITEMS
    max_attempts = rules.MAX_ATTEMPTS
    interrupted_values: ClassVar[Mapping[str, Any]] = {
        "processing_status": ProcessingStatus.FAILED,
        "is_waited_for": False,
        "processing_error": rules.INTERRUPTED,
        "error_code": "PROCESSING_INTERRUPTED",
    }

    def __init__(self, state: AppState, board: ProgressBoard, *, backoff_seconds: Sequence[float]) -> None:
        super().__init__(state.database, now=state.read_clock, backoff_seconds=backoff_seconds)
        self._state = state
        self._board = board

    async def recover(self) -> None:
        await super().recover()
        await self.database.run(repository.forget_waiting_callers)

    async def attempt(self, claim: Claim) -> None:
        try:
            await self._attempt(claim)
        except EngineError as error:
            raise AttemptFailed(error, retryable=error.retryable) from error
        except AppError as error:
            raise AttemptFailed(error, retryable=isinstance(error, FileStoreUnavailable)) from error

    async def give_up(self, claim: Claim, error: Exception) -> None:
        """Fail the document with one sentence for the recruiter."""
        refusal = from_engine_error(error) if isinstance(error, EngineError) else error
        if isinstance(refusal, AppError):
            sentence, code = refusal.message, refusal.code
        else:
            sentence, code = rules.UNEXPECTED, "PROCESSING_FAILED"
        failed = await self.database.run(
            transactions.fail, claim=claim, sentence=sentence, code=code, now=self.now()
        )
        if failed is None:
            self._board.remove(claim.key)
        else:
            owner_id, progress = failed
            self._board.end(owner_id, progress)
            log.info("document_failed document_id=%s code=%s", claim.key, code)

    async def retry_later(self, claim: Claim, error: Exception, *, wait_seconds: float) -> None:
        await super().retry_later(claim, error, wait_seconds=wait_seconds)
        self._board.report(claim.key, stage="queued")

    async def _attempt(self, claim: Claim) -> None:
        settings = self._state.settings
        work = await self.database.read(transactions.begin, claim=claim, billing=choose_billing(settings))
        if work is None:
            self._board.remove(claim.key)
            return
        self._board.show(work.owner_id, work.progress)
        with working_for(work.owner_id), attribute_usage(UsageSource.DOCUMENTS):
            result = await self._process(work)
        self._board.report(claim.key, stage="finalizing", share=0.95)
        finished = await self.database.run(
            transactions.finish, claim=claim, result=result, settings=settings, now=self.now()
        )
        if finished is None:
            self._board.remove(claim.key)
            return
        self._board.end(work.owner_id, finished)
        log.info(
            "document_processed document_id=%s type=%s is_same=%s",
            claim.key,
            result.type.value,
            result.same_as_id is not None,
        )

    async def _process(self, work: DocumentAttempt) -> DocumentResult:
        if work.copy_result is not None:
            return work.copy_result
        stages = DocumentStages(
            llm=self._state.engines.llm,
            today=self.now().date(),
            priority=Priority.INTERACTIVE if work.is_waited_for else Priority.BACKGROUND,
            on_stage=lambda stage, share: self._board.report(work.document_id, stage=stage, share=share),
            on_queue=lambda ahead: self._board.report(work.document_id, queue_position=ahead),
        )
        try:
            async with copy_file(self._state.files, name_file(work.document_id)) as path:
                return await self._read(stages, work, path)
        except FileNotFoundError:
            raise UnreadableDocument(FILE_MISSING) from None

    async def _read(self, stages: DocumentStages, work: DocumentAttempt, path: Path) -> DocumentResult:
        try:
            return await stages.process(path, name=work.name, stated_type=work.stated_type)
        except EngineError as error:
            if error.retryable and work.attempt < rules.MAX_ATTEMPTS - 1:
                raise
            # The model only fills in names that patterns did not find. Without it, they stay blank for the
            # recruiter.
            log.warning("document_read_by_patterns document_id=%s", work.document_id)
            by_patterns = replace(stages, uses_model=False)
            return await by_patterns.process(path, name=work.name, stated_type=work.stated_type)
