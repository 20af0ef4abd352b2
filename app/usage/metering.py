"""Engines that record every call: decorators of the ports in ``models.ports``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from app.core.tracing import tracer
from app.usage.prices import Prices
from app.usage.recorder import CallRecord
from app.usage.sources import get_attribution
from app.usage.tables import NO_USER, CallOutcome
from models.engine_work import collecting_work
from models.engine_wrappers import EngineWrapper, JudgeWrapper, LlmWrapper
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import ClaimPair, Relation
from models.judgement.encoding import Exchange
from models.ports import (
    Choice,
    ChoiceRequest,
    Completion,
    CompletionRequest,
    EmbeddingsEngine,
    EngineBusy,
    EngineKind,
    Engines,
    EngineTimeout,
    JudgeEngine,
    Judgment,
    LlmEngine,
    ModelIdentity,
    Priority,
    QueueListener,
    SpeechEngine,
    SpeechRequest,
    TokenListener,
    Transcription,
)


@dataclass(slots=True)
class Measured:
    """Size of a call, filled in while it runs."""

    input_tokens: int = 0
    output_tokens: int = 0
    audio_ms: int = 0
    duration_ms: int | None = None
    """Time in the engine; None if only the time including the wait in the queue is known."""


class Meter:
    """Records calls with their attribution, outcome and cost."""

    def __init__(
        self,
        record: Callable[[CallRecord], None],
        *,
        read_prices: Callable[[], Prices],
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._record = record
        self._read_prices = read_prices
        self._now = now
        self._monotonic = monotonic

    @contextmanager
    def measure(self, kind: EngineKind, read_identity: Callable[[], ModelIdentity]) -> Iterator[Measured]:
        """Record one call when the block ends, however it ends."""
        started = self._monotonic()
        measured = Measured()
        outcome = CallOutcome.FAILED
        with tracer.span(f"{kind} call") as span:
            try:
                yield measured
                outcome = CallOutcome.SUCCEEDED
            except EngineBusy:
                outcome = CallOutcome.BUSY
                raise
            except EngineTimeout:
                outcome = CallOutcome.TIMEOUT
                raise
            except asyncio.CancelledError:
                outcome = CallOutcome.CANCELLED
                raise
            finally:
                duration_ms = measured.duration_ms
                if duration_ms is None:
                    duration_ms = round((self._monotonic() - started) * 1000)
                record = self._make_record(kind, read_identity(), measured, outcome, duration_ms)
                self._record(record)
                if span is not None:
                    span.attributes |= _describe(record)

    def _make_record(
        self,
        kind: EngineKind,
        identity: ModelIdentity,
        measured: Measured,
        outcome: CallOutcome,
        duration_ms: int,
    ) -> CallRecord:
        attribution = get_attribution()
        return CallRecord(
            at=self._now(),
            user_id=attribution.user_id or NO_USER,
            kind=kind,
            source=attribution.source,
            provider=identity.provider,
            model=identity.name,
            outcome=outcome,
            input_tokens=measured.input_tokens,
            output_tokens=measured.output_tokens,
            audio_ms=measured.audio_ms,
            duration_ms=duration_ms,
            cost_microcents=self._read_prices().cost(
                kind,
                input_tokens=measured.input_tokens,
                output_tokens=measured.output_tokens,
                audio_ms=measured.audio_ms,
            ),
        )


def _describe(record: CallRecord) -> dict[str, str | int]:
    """A call as attributes of its span, without the user."""
    return {
        "greenroom.source": record.source,
        "greenroom.model": record.model,
        "greenroom.outcome": record.outcome,
        "greenroom.input_tokens": record.input_tokens,
        "greenroom.output_tokens": record.output_tokens,
        "greenroom.audio_ms": record.audio_ms,
        "greenroom.engine_ms": record.duration_ms,
    }


class MeteredLlm(LlmWrapper):
    """LlmEngine."""

    def __init__(self, engine: LlmEngine, meter: Meter) -> None:
        super().__init__(engine)
        self._meter = meter

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        with self._meter.measure(EngineKind.LLM, lambda: self.identity) as measured:
            completion = await self._engine.complete(
                request, priority=priority, on_token=on_token, on_queue=on_queue
            )
            measured.input_tokens = completion.prompt_tokens
            measured.output_tokens = completion.completion_tokens
            measured.duration_ms = completion.duration_ms
        return completion

    async def choose(
        self, request: ChoiceRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Choice:
        with self._meter.measure(EngineKind.LLM, lambda: self.identity) as measured:
            choice = await self._engine.choose(request, priority=priority, on_queue=on_queue)
            measured.input_tokens = choice.prompt_tokens
            measured.duration_ms = choice.duration_ms
        return choice


class MeteredSpeech(EngineWrapper[SpeechEngine]):
    """SpeechEngine."""

    def __init__(self, engine: SpeechEngine, meter: Meter) -> None:
        super().__init__(engine)
        self._meter = meter

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Transcription:
        with self._meter.measure(EngineKind.SPEECH, lambda: self.identity) as measured:
            transcription = await self._engine.transcribe(request, priority=priority, on_queue=on_queue)
            measured.audio_ms = round(transcription.audio_seconds * 1000)
            measured.duration_ms = transcription.duration_ms
        return transcription


class MeteredEmbeddings(EngineWrapper[EmbeddingsEngine]):
    """EmbeddingsEngine."""

    def __init__(self, engine: EmbeddingsEngine, meter: Meter) -> None:
        super().__init__(engine)
        self._meter = meter

    async def embed(
        self,
        texts: Sequence[str],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[list[float]]:
        if not texts:
            return []
        with (
            self._meter.measure(EngineKind.EMBEDDINGS, lambda: self.identity) as measured,
            collecting_work() as work,
        ):
            vectors = await self._engine.embed(texts, priority=priority, on_queue=on_queue)
            measured.input_tokens = work.input_tokens
            measured.duration_ms = work.duration_ms
        return vectors


class MeteredJudge(JudgeWrapper):
    """JudgeEngine."""

    def __init__(self, engine: JudgeEngine, meter: Meter) -> None:
        super().__init__(engine)
        self._meter = meter

    async def judge(
        self,
        exchanges: Sequence[Exchange],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Judgment]:
        with self._measure() as measured, collecting_work() as work:
            judgments = await self._engine.judge(exchanges, priority=priority, on_queue=on_queue)
            measured.duration_ms = work.duration_ms
        return judgments

    async def compare(
        self,
        pairs: Sequence[ClaimPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Mapping[Relation, float]]:
        with self._measure() as measured, collecting_work() as work:
            relations = await self._engine.compare(pairs, priority=priority, on_queue=on_queue)
            measured.duration_ms = work.duration_ms
        return relations

    async def read_asked(
        self,
        pairs: Sequence[AskedPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[float]:
        with self._measure() as measured, collecting_work() as work:
            log_odds = await self._engine.read_asked(pairs, priority=priority, on_queue=on_queue)
            measured.duration_ms = work.duration_ms
        return log_odds

    def _measure(self) -> AbstractContextManager[Measured]:
        return self._meter.measure(EngineKind.JUDGE, lambda: self.identity)


def meter_engines(engines: Engines, meter: Meter) -> Engines:
    """The same engines, with every call recorded by ``meter``."""
    return replace(
        engines,
        llm=MeteredLlm(engines.llm, meter),
        speech=MeteredSpeech(engines.speech, meter),
        embeddings=MeteredEmbeddings(engines.embeddings, meter),
        judge=MeteredJudge(engines.judge, meter),
    )
