"""Work queue of reports, and the workers that write them from start-up on."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from app.analysis import repository, rules, service
from app.analysis.analyze import analyze
from app.analysis.composing import ProgressListener
from app.analysis.rules import AnalysisProblem
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.analysis.text_cache import TextCache
from app.core.database import call_after_commit
from app.core.errors import AppError
from app.core.hooks import Hooks
from app.core.operations import OperationStage
from app.core.state import AppState
from app.usage.sources import UsageSource, attribute_usage
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed, WorkQueue
from app.work_queue.workers import Source, Workers
from models.ports import ContextTooLong, EngineBusy, EngineError, Priority, working_for

log = logging.getLogger("greenroom.analysis")


class AnalysisQueue(WorkQueue):
    """Reports to write, one per interview. Keys are interview ids."""

    name = "analyses"
    items = repository.ANALYSIS_ITEMS
    max_attempts = rules.MAX_ATTEMPTS
    interrupted_values: ClassVar[Mapping[str, Any]] = {
        "status": AnalysisStatus.FAILED,
        "error": AnalysisProblem.INTERRUPTED,
    }

    def __init__(
        self,
        state: AppState,
        *,
        is_ready: Callable[[str], Awaitable[bool]],
        choose_priority: Callable[[str], Priority],
        on_progress: Callable[[str, OperationStage, float], None],
        backoff_seconds: Sequence[float],
    ) -> None:
        super().__init__(state.database, now=state.read_clock, backoff_seconds=backoff_seconds)
        self._state = state
        self._is_ready = is_ready
        self._choose_priority = choose_priority
        self._on_progress = on_progress

    async def is_ready(self, key: str) -> bool:
        """Whether the transcript of this interview is complete."""
        return await self._is_ready(key)

    async def attempt(self, claim: Claim) -> None:
        interview_id = claim.key
        try:
            material = await self.database.read(service.read_material, interview_id=interview_id)
            cache = TextCache(
                await self.database.read(repository.read_texts, interview_id=interview_id),
                keep=lambda key, text: self._keep_text(interview_id, key, text),
            )
            with working_for(material.owner_id), attribute_usage(UsageSource.REPORT):
                analysis = await analyze(
                    self._state.engines,
                    transcript=material.transcript,
                    background=material.background,
                    questions=material.questions,
                    language=material.language,
                    report_language=material.report_language,
                    cache=cache,
                    priority=lambda: self._choose_priority(interview_id),
                    on_progress=lambda stage, share: self._on_progress(interview_id, stage, share),
                    checks_consistency=self._state.settings.consistency_check,
                )
        except EngineError as error:
            wait = float(error.retry_after_seconds) if isinstance(error, EngineBusy) else 0.0
            raise AttemptFailed(error, retryable=error.retryable, min_wait_seconds=wait) from error
        except AppError as error:
            raise AttemptFailed(error, retryable=False) from error
        await self.database.run(
            service.store_report, claim=claim, analysis=analysis, used_texts=cache.used, now=self.now()
        )
        log.info(
            "analysis_completed interview_id=%s duration_ms=%d missing=%d",
            interview_id,
            analysis.generation.duration_ms,
            len(analysis.missing),
        )

    async def _keep_text(self, interview_id: str, key: str, text: str) -> None:
        """Keep each text at once: an attempt that is interrupted does not write it again."""
        await self.database.run(repository.keep_text, interview_id=interview_id, key=key, text=text)

    async def give_up(self, claim: Claim, error: Exception) -> None:
        await self.database.run(service.store_failure, claim=claim, error=_to_problem(error), now=self.now())


def _to_problem(error: Exception) -> AnalysisProblem:
    """The problem shown to the recruiter."""
    if isinstance(error, ContextTooLong):
        return AnalysisProblem.TOO_LONG
    return AnalysisProblem.UNAVAILABLE if isinstance(error, EngineError) else AnalysisProblem.UNEXPECTED


async def _is_always_ready(_interview_id: str) -> bool:
    return True


class AnalysisWorkers(Workers):
    """Two workers that write reports: one for any report, one only for those that someone is waiting for."""

    def __init__(
        self,
        state: AppState,
        *,
        is_ready: Callable[[str], Awaitable[bool]] = _is_always_ready,
        backoff_seconds: Sequence[float] = rules.BACKOFF_SECONDS,
    ) -> None:
        self._listeners: defaultdict[str, list[ProgressListener]] = defaultdict(list)
        self.queue = AnalysisQueue(
            state,
            is_ready=is_ready,
            choose_priority=self._choose_priority,
            on_progress=self._report,
            backoff_seconds=backoff_seconds,
        )
        self.all_reports = (Source(self.queue),)
        self.awaited_reports = (Source(self.queue, only=AnalysisRecord.is_interactive.is_(True)),)
        super().__init__((self.all_reports, self.awaited_reports), is_active=lambda: state.is_background)

    def follow(self, interview_id: str, on_progress: ProgressListener) -> Future[None]:
        """As ``expect``, and call ``on_progress`` until the report has ended."""
        self._listeners[interview_id].append(on_progress)
        return self.expect(interview_id)

    def stop_following(self, interview_id: str, on_progress: ProgressListener, done: Future[None]) -> None:
        """The caller of ``follow`` has stopped waiting."""
        self.stop_expecting(interview_id, done)
        listeners = self._listeners.get(interview_id, [])
        if on_progress in listeners:
            listeners.remove(on_progress)
        if not listeners:
            self._listeners.pop(interview_id, None)

    def on_settled(self, key: str) -> None:
        self._listeners.pop(key, None)

    def _choose_priority(self, interview_id: str) -> Priority:
        return Priority.INTERACTIVE if self.is_expected(interview_id) else Priority.BACKGROUND

    def _report(self, interview_id: str, stage: OperationStage, share: float) -> None:
        for listener in self._listeners.get(interview_id, ()):
            listener(stage, share)


def install_analysis_deletion(hooks: Hooks, workers: AnalysisWorkers) -> None:
    """End the work on the report of a deleted interview, and notify its waiters."""

    def end(session: Session, interview_id: str) -> None:
        call_after_commit(session, lambda: workers.cancel([interview_id]))

    hooks.interview_deleted.append(end)
