"""Local engines for text and speech, each in its own worker process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from models.engines.queue import JobQueue
from models.engines.requests import (
    audio_seconds,
    check_choice,
    check_completion,
    check_speech,
    pack_messages,
)
from models.ports import (
    Choice,
    ChoiceRequest,
    Completion,
    CompletionRequest,
    ContextTooLong,
    Effort,
    EngineHealth,
    EngineKind,
    EngineState,
    InvalidEngineRequest,
    ModelIdentity,
    Priority,
    QueueListener,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    TokenListener,
    Transcription,
)
from models.worker import frames
from models.worker.supervisor import Supervisor

ASIDE_SECONDS = 60.0
IDLE_SECONDS = 600.0
"""The background worker of speech stops after this long without a job."""


class LocalEngine:
    """Base of the local engines: a queue, a supervised worker, an identity."""

    kind: EngineKind

    def __init__(self, supervisor: Supervisor, queue: JobQueue, identity: ModelIdentity) -> None:
        self.supervisor = supervisor
        self.queue = queue
        self._identity = identity

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    def identify(self, identity: ModelIdentity) -> None:
        """Remember the weights that the worker is about to load."""
        self._identity = identity

    async def stop(self) -> None:
        """Stop the worker until the next start."""
        await self.supervisor.stop()

    def health(self) -> EngineHealth:
        return EngineHealth(
            kind=self.kind,
            state=self.supervisor.state,
            model=self._identity.name,
            problem=self.supervisor.problem,
            queued=self.queue.queued,
            running=self.queue.running,
            restarts=self.supervisor.restarts,
            worker_pid=self.supervisor.pid,
        )


def _raise_refusal(result: frames.Header) -> None:
    if result["event"] != "refused":
        return
    if result["code"] == "context_too_long":
        raise ContextTooLong(
            result["message"],
            prompt_tokens=result["prompt_tokens"],
            context_window=result["context_window"],
        )
    raise InvalidEngineRequest(result["message"])


class _RetriedText:
    """Forwards streamed text without repeating any when a job starts over."""

    def __init__(self, on_token: TokenListener) -> None:
        self._on_token = on_token
        self._forwarded = 0
        self._seen = 0

    def start_over(self) -> None:
        self._seen = 0

    def take(self, header: frames.Header) -> None:
        text: str = header["text"]
        new = text[max(0, self._forwarded - self._seen) :]
        self._seen += len(text)
        self._forwarded = max(self._forwarded, self._seen)
        if new:
            self._on_token(new)


class LocalLlm(LocalEngine):
    """llama.cpp behind the LlmEngine port."""

    kind = EngineKind.LLM

    def __init__(
        self, supervisor: Supervisor, queue: JobQueue, identity: ModelIdentity, *, context_window: int
    ) -> None:
        super().__init__(supervisor, queue, identity)
        self._context_window = context_window

    @property
    def context_window(self) -> int:
        return self._context_window

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        check_completion(request)
        header = {
            "messages": pack_messages(request.messages),
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "top_p": request.top_p,
            "stop": list(request.stop),
            "seed": request.seed,
        }
        stream = _RetriedText(on_token) if on_token is not None else None

        def work() -> Coroutine[Any, Any, frames.Header]:
            if stream is not None:
                # Does nothing the first time. Interrupted background work starts over.
                stream.start_over()
            return self.supervisor.run(
                header,
                timeout_seconds=request.timeout_seconds,
                on_event=stream.take if stream else None,
                on_retry=stream.start_over if stream else None,
            )

        result = await self.queue.carry(work, priority=priority, on_queue=on_queue)
        _raise_refusal(result)
        return Completion(
            text=result["text"],
            finish_reason=result["finish_reason"],
            prompt_tokens=result["prompt_tokens"],
            cached_tokens=result["cached_tokens"],
            completion_tokens=result["completion_tokens"],
            duration_ms=result["duration_ms"],
            model=self.identity,
        )

    async def choose(
        self,
        request: ChoiceRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Choice:
        check_choice(request)
        header = {"messages": pack_messages(request.messages), "answers": list(request.answers)}

        def work() -> Coroutine[Any, Any, frames.Header]:
            return self.supervisor.run(header, timeout_seconds=request.timeout_seconds)

        result = await self.queue.carry(work, priority=priority, on_queue=on_queue)
        _raise_refusal(result)
        return Choice(
            log_odds=result["log_odds"],
            prompt_tokens=result["prompt_tokens"],
            cached_tokens=result["cached_tokens"],
            duration_ms=result["duration_ms"],
            model=self.identity,
        )

    def recall(self, request: ChoiceRequest) -> Choice | None:  # noqa: ARG002
        return None

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        # Not queued: counting only reads the vocabulary, so it can run during a completion.
        result = await self.supervisor.run(
            {"op": "aside", "texts": list(texts)}, timeout_seconds=ASIDE_SECONDS
        )
        return [int(value) for value in result["counts"]]


class OnDemandWorker:
    """A further worker of an engine. It starts with a job and stops when idle."""

    def __init__(
        self, supervisor: Supervisor, queue: JobQueue, *, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._supervisor = supervisor
        self._queue = queue
        self._idle_seconds = idle_seconds
        self._idle: asyncio.Task[None] | None = None
        self._is_stopped = False

    @property
    def is_ready(self) -> bool:
        """Whether the model is loaded."""
        return self._supervisor.state is EngineState.READY

    def start(self) -> None:
        """Load the model. It is unloaded again if no job follows."""
        if not self._is_stopped:
            self._supervisor.start()
            self._restart_idle_timer()

    async def run(
        self,
        header: frames.Header,
        blob: bytes,
        *,
        priority: Priority,
        timeout_seconds: float,
        on_queue: QueueListener | None,
    ) -> frames.Header:
        """Run one job in its turn. Raises EngineBusy, EngineUnavailable, EngineTimeout."""
        async with self._queue.turn(priority, on_queue):
            self._cancel_stop()
            if not self._is_stopped:
                self._supervisor.start()
            try:
                return await self._supervisor.run(header, blob, timeout_seconds=timeout_seconds)
            finally:
                self._restart_idle_timer()

    async def stop(self) -> None:
        """Stop permanently."""
        self._is_stopped = True
        self._cancel_stop()
        await self._supervisor.stop()

    def _restart_idle_timer(self) -> None:
        self._cancel_stop()
        self._idle = asyncio.create_task(self._stop_when_idle(), name="stop-on-demand-worker")

    def _cancel_stop(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    async def _stop_when_idle(self) -> None:
        await asyncio.sleep(self._idle_seconds)
        await self._supervisor.stop()


@dataclass(frozen=True, slots=True)
class SmallerSpeech:
    """A smaller speech model beside the chosen one."""

    worker: OnDemandWorker
    identity: ModelIdentity
    languages: frozenset[str]


class LocalSpeech(LocalEngine):
    """whisper.cpp or CTranslate2 behind the SpeechEngine port.

    A decode that has started cannot be stopped. With ``background``, all other work (files, revisions)
    therefore runs on a separate worker, so that no live line waits for it. ``smaller`` is the model for live
    decodes of the least effort.
    """

    kind = EngineKind.SPEECH

    def __init__(
        self,
        supervisor: Supervisor,
        queue: JobQueue,
        identity: ModelIdentity,
        *,
        background: OnDemandWorker | None = None,
        smaller: SmallerSpeech | None = None,
    ) -> None:
        super().__init__(supervisor, queue, identity)
        self._background = background
        self._smaller = smaller

    async def stop(self) -> None:
        await super().stop()
        if self._background is not None:
            await self._background.stop()
        if self._smaller is not None:
            await self._smaller.worker.stop()

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Transcription:
        check_speech(request)
        if not request.pcm:
            return Transcription(
                segments=(), language=request.language, audio_seconds=0.0, duration_ms=0, model=self.identity
            )
        header = {
            "language": request.language,
            "prompt": request.prompt,
            "audio_context": request.audio_context,
            "beam_size": request.beam_size,
            "word_times": request.word_times,
            "voiced_seconds": request.voiced_seconds,
            "voice_end_seconds": request.voice_end_seconds,
            "temperature": request.temperature,
            "effort": int(request.effort),
        }
        is_live = priority is Priority.LIVE_SPEECH
        smaller = self._choose_smaller(request) if is_live else None
        worker = smaller.worker if smaller is not None else None if is_live else self._background
        if worker is not None:
            result = await worker.run(
                header,
                request.pcm,
                priority=priority,
                timeout_seconds=request.timeout_seconds,
                on_queue=on_queue,
            )
        else:
            async with self.queue.turn(priority, on_queue):
                result = await self.supervisor.run(
                    header, request.pcm, timeout_seconds=request.timeout_seconds
                )
        _raise_refusal(result)
        return Transcription(
            segments=tuple(_segment(raw) for raw in result["segments"]),
            language=result["language"],
            audio_seconds=audio_seconds(request.pcm),
            duration_ms=result["duration_ms"],
            model=smaller.identity if smaller is not None else self.identity,
        )

    def _choose_smaller(self, request: SpeechRequest) -> SmallerSpeech | None:
        """The smaller model, if a live decode may use it and it is loaded.

        It starts to load one step earlier, so that no decode waits for it.
        """
        smaller = self._smaller
        if smaller is None or request.effort is Effort.FULL or request.language not in smaller.languages:
            return None
        smaller.worker.start()
        return smaller if request.effort is Effort.SMALL and smaller.worker.is_ready else None


def _segment(raw: frames.Header) -> SpeechSegment:
    tokens = tuple(SpeechToken(**token) for token in raw["tokens"])
    return SpeechSegment(**(raw | {"tokens": tokens}))
