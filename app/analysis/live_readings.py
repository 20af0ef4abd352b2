"""Reads the exchanges of running interviews as they end, so that the report is ready soon after the end.

On a busy machine the judge's work comes before that of the language model: texts wait while speech is behind,
and a reading starts over between two texts if another exchange has ended, which is then judged first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import anyio.to_thread
from sqlalchemy.exc import OperationalError

from app.analysis import repository, service
from app.analysis.analyze import analyze, identify_language
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Speaker, TranscriptLine
from app.analysis.lexicon import load_lexicon
from app.analysis.live import list_ended
from app.analysis.text_cache import TextCache
from app.core.errors import AppError
from app.core.state import AppState
from app.transcription.lag_gate import OPEN_GATE, LagGate
from app.usage.sources import UsageSource, attribute_usage
from models.engine_wrappers import LlmWrapper
from models.ports import (
    Choice,
    ChoiceRequest,
    Completion,
    CompletionRequest,
    EngineError,
    LlmEngine,
    Priority,
    QueueListener,
    TokenListener,
    working_for,
)

log = logging.getLogger("greenroom.analysis")

SILENCE_SECONDS = 20.0
"""After this time without a new line, the last answer counts as ended too."""


@dataclass(frozen=True, slots=True)
class _Progress:
    """Progress of an interview. Each change triggers one reading."""

    sequence: int
    """Sequence of the latest line."""
    is_silent: bool


@dataclass(slots=True)
class _LatestLine:
    sequence: int
    seen_at: float
    """Monotonic time at which that line was first seen."""


class _Outdated(Exception):
    """Another exchange has ended since the reading began."""


class _LiveLlm(LlmWrapper):
    """LlmEngine that asks for permission before each call."""

    def __init__(self, engine: LlmEngine, may_write: Callable[[], Awaitable[None]]) -> None:
        super().__init__(engine)
        self._may_write = may_write

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        await self._may_write()
        return await self._engine.complete(request, priority=priority, on_token=on_token, on_queue=on_queue)

    async def choose(
        self, request: ChoiceRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Choice:
        await self._may_write()
        return await self._engine.choose(request, priority=priority, on_queue=on_queue)


class LiveReadings:
    """Prepares the report of each running interview as its exchanges end.

    Only judgments and texts are kept, in ``TextCache`` under a hash of their content, where the report finds
    them. Nothing else is stored: after a restart, a reading starts over and does only the missing work.
    """

    def __init__(self, state: AppState, *, gate: LagGate = OPEN_GATE) -> None:
        self._state = state
        self._gate = gate
        self._check_lock = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._checked = asyncio.Event()
        """Set, and replaced by a new one, at each check."""
        self._latest: dict[str, _LatestLine] = {}
        self._progress: dict[str, _Progress] = {}
        """Progress of each running interview at the latest check."""
        self._started: dict[str, _Progress] = {}
        """Progress at the latest reading of each interview, even if that reading failed."""
        self._ended: dict[str, int] = {}
        """Hash of the ended exchanges that were read."""

    async def check(self) -> None:
        """Start the readings that are due, and stop those of ended interviews. Does not wait for them."""
        async with self._check_lock:
            running: dict[str, int] = {}
            if self._state.settings.live_reading:
                running = await self._state.database.read(repository.list_running)
            for interview_id in list(self._tasks):
                if interview_id not in running:
                    self._tasks.pop(interview_id).cancel()
            self._latest = {key: value for key, value in self._latest.items() if key in running}
            self._started = {key: value for key, value in self._started.items() if key in running}
            self._ended = {key: value for key, value in self._ended.items() if key in running}
            self._progress = {key: self._measure_progress(key, value) for key, value in running.items()}
            for interview_id, progress in self._progress.items():
                if interview_id not in self._tasks and self._started.get(interview_id) != progress:
                    self._started[interview_id] = progress
                    self._tasks[interview_id] = asyncio.create_task(self._read(interview_id, progress))
            checked, self._checked = self._checked, asyncio.Event()
            checked.set()

    async def on_interview_changed(self, interview_id: str) -> None:
        """Stop at once when the interview being read ends, because its report is written now."""
        if interview_id in self._tasks:
            await self.check()

    async def settle(self) -> None:
        """Wait for the readings in progress."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await self.settle()

    def _measure_progress(self, interview_id: str, sequence: int) -> _Progress:
        now = self._state.read_monotonic()
        latest = self._latest.get(interview_id)
        if latest is None or latest.sequence != sequence:
            latest = self._latest[interview_id] = _LatestLine(sequence, now)
        return _Progress(sequence, is_silent=now - latest.seen_at >= SILENCE_SECONDS)

    async def _read(self, interview_id: str, progress: _Progress) -> None:
        try:
            await self._read_ended(interview_id, progress)
        except _Outdated:
            log.info("live_reading_outdated interview_id=%s", interview_id)
        except (EngineError, AppError, OperationalError) as error:
            # The next line triggers another attempt, and the report reads the rest.
            log.warning("live_reading_failed error=%s", type(error).__name__)
        finally:
            if self._tasks.get(interview_id) is asyncio.current_task():
                del self._tasks[interview_id]

    async def _read_ended(self, interview_id: str, progress: _Progress) -> None:
        database = self._state.database
        material, ended = await self._find_ended(interview_id, progress)
        if not ended or self._ended.get(interview_id) == hash(ended):
            return

        async def keep(key: str, text: str) -> None:
            await database.run(repository.keep_text, interview_id=interview_id, key=key, text=text)

        is_judged = False
        seen = progress

        async def may_write() -> None:
            """Wait until speech keeps up. Raises _Outdated."""
            nonlocal is_judged, seen
            if not is_judged:
                is_judged = True
                log.info("live_reading_judged interview_id=%s lines=%d", interview_id, len(ended))
            while True:
                latest = self._progress.get(interview_id, seen)
                if latest != seen:
                    seen = latest
                    if (await self._find_ended(interview_id, seen))[1] != ended:
                        raise _Outdated
                if self._gate.is_open:
                    return
                await self._checked.wait()

        cache = TextCache(await database.read(repository.read_texts, interview_id=interview_id), keep=keep)
        with working_for(material.owner_id), attribute_usage(UsageSource.REPORT):
            await analyze(
                replace(self._state.engines, llm=_LiveLlm(self._state.engines.llm, may_write)),
                transcript=ended,
                # Skills are searched when the report is written, because the results of a search are not
                # cached.
                background=replace(material.background, required_skills=()),
                questions=material.questions,
                language=material.language,
                report_language=material.report_language,
                cache=cache,
                priority=lambda: Priority.LIVE_ANALYSIS,
                checks_consistency=self._state.settings.consistency_check,
            )
        self._ended[interview_id] = hash(ended)
        log.info("live_reading_completed interview_id=%s lines=%d", interview_id, len(ended))

    async def _find_ended(
        self, interview_id: str, progress: _Progress
    ) -> tuple[service.Material, tuple[TranscriptLine, ...]]:
        """What an interview is read with, and its lines up to the end of the last ended exchange."""
        material = await self._state.database.read(service.read_material, interview_id=interview_id)
        ended = await anyio.to_thread.run_sync(
            lambda: take_ended(material.transcript, material.language, is_silent=progress.is_silent)
        )
        return material, ended


def take_ended(
    transcript: Sequence[TranscriptLine], language: str, *, is_silent: bool
) -> tuple[TranscriptLine, ...]:
    """The lines up to the end of the last ended exchange.

    After a silence, every exchange has ended. None if no exchange has ended, or the language is not assessed.
    """
    lines = [line for line in transcript if line.text.strip()]
    spoken = [line for line in lines if line.speaker is Speaker.CANDIDATE]
    spoken_language = identify_language(spoken, language)
    lexicon = load_lexicon(spoken_language) if spoken_language else None
    if lexicon is None:
        return ()
    exchanges = find_exchanges(lines, lexicon)
    ended = exchanges if is_silent else list_ended(lines, exchanges)
    return tuple(lines[: lines.index(ended[-1].answered[-1]) + 1]) if ended else ()
