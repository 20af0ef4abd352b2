"""One attempt on one queued document: claimed, read, and ended under its claim."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace

from app.billing.service import choose_billing
from app.core.errors import AppError, from_engine_error
from app.core.ids import new_id
from app.core.state import AppState
from app.documents import repository, rules
from app.documents.pipeline import transactions
from app.documents.pipeline.progress import ProgressBoard
from app.documents.pipeline.stages import Reader, Reading, text_of
from app.documents.pipeline.transactions import Work
from models.ports import EngineError, Priority

log = logging.getLogger("greenroom.documents")


@dataclass(frozen=True, slots=True)
class ClaimedDocument:
    document_id: str
    claim_id: str


class DocumentProcessor:
    """Claims one due document after the other, as the runner asks."""

    def __init__(self, state: AppState, board: ProgressBoard, *, backoff_seconds: tuple[float, ...]) -> None:
        self._state = state
        self._board = board
        self.backoff_seconds = backoff_seconds
        """Waits before the second and the third attempt."""

    async def claim_next(self) -> ClaimedDocument | None:
        """The next that is due, or None."""
        database = self._state.database
        for document_id in await database.read(repository.list_due, now=self._state.now()):
            claimed = ClaimedDocument(document_id, new_id())
            if await database.run(
                repository.claim,
                document_id=document_id,
                claim_id=claimed.claim_id,
                now=self._state.now(),
            ):
                return claimed
        return None

    async def run(self, claimed: ClaimedDocument) -> bool:
        """One attempt; False when there will be another.

        Raises OperationalError while the database cannot be written (then ``put_back``), and whatever
        nobody foresaw (then ``fail``).
        """
        try:
            return await self._attempt(claimed)
        except asyncio.CancelledError:
            await asyncio.shield(self.put_back(claimed))
            raise

    async def put_back(self, claimed: ClaimedDocument) -> None:
        """Queue it again; the attempt was no fault of the document and is not counted."""
        await self._queue_again(claimed, wait_seconds=0.0, is_counted=False)

    async def fail(self, claimed: ClaimedDocument, sentence: str, code: str) -> None:
        """Give it up, with one sentence for the recruiter."""
        failed = await self._state.database.run(
            transactions.fail,
            claim_id=claimed.claim_id,
            document_id=claimed.document_id,
            sentence=sentence,
            code=code,
            now=self._state.now(),
        )
        if failed is None:
            self._board.remove(claimed.document_id)
        else:
            owner_id, progress = failed
            self._board.end(owner_id, progress)
            log.info("document_failed document_id=%s code=%s", claimed.document_id, code)

    async def _attempt(self, claimed: ClaimedDocument) -> bool:
        database, settings = self._state.database, self._state.settings
        document_id = claimed.document_id
        try:
            work = await database.read(
                transactions.begin,
                document_id=document_id,
                claim_id=claimed.claim_id,
                billing=choose_billing(settings),
            )
            if work is None:
                self._board.remove(document_id)
                return True
            self._board.show(work.owner_id, work.progress)
            try:
                reading = await self._read(work)
            except EngineError as error:
                return await self._after_engine_error(claimed, work, error)
            self._board.report(document_id, stage="finalizing", share=0.95)
            outcome = await database.run(
                transactions.finish, work=work, reading=reading, settings=settings, now=self._state.now()
            )
        except AppError as error:
            await self.fail(claimed, error.message, error.code)
            return True
        if outcome is None:
            self._board.remove(document_id)
            return True
        self._board.end(work.owner_id, outcome)
        log.info(
            "document_processed document_id=%s type=%s is_same=%s",
            document_id,
            reading.type.value,
            reading.same_as_id is not None,
        )
        return True

    async def _read(self, work: Work) -> Reading:
        reader = Reader(
            llm=self._state.engines.llm,
            today=self._state.now().date(),
            priority=Priority.INTERACTIVE if work.is_waited_for else Priority.BACKGROUND,
            on_stage=lambda stage, share: self._board.report(work.document_id, stage=stage, share=share),
            on_queue=lambda ahead: self._board.report(work.document_id, queue_position=ahead),
        )
        if work.twin is not None:
            return await self._take_over(work, work.twin, reader)
        path = self._state.settings.documents_dir / work.document_id
        if not work.is_of_batch:
            return await reader.read(path, name=work.name, stated_type=work.stated_type, with_assessment=True)
        try:
            return await reader.read(
                path, name=work.name, stated_type=work.stated_type, with_assessment=False
            )
        except EngineError as error:
            if error.retryable and work.attempts < rules.MOST_ATTEMPTS - 1:
                raise
            # The model only fills blanks here: without it they stay blank for the recruiter to see.
            log.warning("document_read_by_patterns document_id=%s", work.document_id)
            by_patterns = replace(reader, uses_model=False)
            return await by_patterns.read(
                path, name=work.name, stated_type=work.stated_type, with_assessment=False
            )

    async def _take_over(self, work: Work, twin: Reading, reader: Reader) -> Reading:
        if work.is_of_batch or not twin.lacks_assessment:
            return twin
        assert twin.facts is not None, "nothing lacks where there are no facts"
        facts = await reader.assess(twin.facts, text_of(twin.facts))
        return replace(twin, facts=facts, is_assessed=True)

    async def _after_engine_error(self, claimed: ClaimedDocument, work: Work, error: EngineError) -> bool:
        kind = type(error).__name__
        log.warning("document_engine_error document_id=%s kind=%s", work.document_id, kind)
        if not error.retryable or work.attempts >= rules.MOST_ATTEMPTS:
            told = from_engine_error(error)
            await self.fail(claimed, told.message, told.code)
            return True
        wait = rules.backoff_seconds(work.attempts, self.backoff_seconds)
        await self._queue_again(claimed, wait_seconds=wait, is_counted=True)
        self._board.report(work.document_id, stage="queued")
        return False

    async def _queue_again(self, claimed: ClaimedDocument, *, wait_seconds: float, is_counted: bool) -> None:
        await self._state.database.run(
            transactions.put_back,
            claim_id=claimed.claim_id,
            now=self._state.now(),
            wait_seconds=wait_seconds,
            is_counted=is_counted,
        )
