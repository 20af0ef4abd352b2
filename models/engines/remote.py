"""Engines on a server that the admin named: OpenAI-compatible ones, and whisper.cpp's own."""

from __future__ import annotations

import json
import math
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Literal

import httpx

from models.config import EngineConfig
from models.engines.local import audio_seconds, check_completion, check_speech
from models.engines.queue import JobQueue
from models.engines.wave import to_wave
from models.ports import (
    Completion,
    CompletionRequest,
    ContextTooLong,
    EmbeddingsEngine,
    EngineBusy,
    EngineHealth,
    EngineKind,
    EngineState,
    EngineTimeout,
    EngineUnavailable,
    InvalidEngineRequest,
    LlmEngine,
    ModelIdentity,
    Priority,
    QueueListener,
    SpeechEngine,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    TokenListener,
    Transcription,
)

CONNECT_SECONDS = 10.0
EMBEDDING_SECONDS = 120.0
DEFAULT_RETRY_SECONDS = 5


class MissingBaseUrl(ValueError):
    """A remote engine was chosen without saying where it is."""


class RemoteEngine:
    """One server behind one bounded queue. A redirect is refused: it could send personal data elsewhere."""

    kind: EngineKind

    def __init__(self, config: EngineConfig, client: httpx.AsyncClient | None = None) -> None:
        if not config.base_url:
            raise MissingBaseUrl(f"The {self.kind.value} engine needs a base URL to reach its server.")
        headers = {"Authorization": f"Bearer {config.api_key}"} if config.api_key else {}
        self._client = client or httpx.AsyncClient(follow_redirects=False, trust_env=False)
        self._client.headers.update(headers)
        self._base_url = config.base_url.rstrip("/")
        self._model = config.model or ""
        self.queue = JobQueue(limit=config.queue_limit, concurrency=config.concurrency)
        self.state = EngineState.READY
        self.detail = ""
        provider: Literal["openai", "whisper_cpp"] = (
            "whisper_cpp" if config.provider == "whisper_cpp" else "openai"
        )
        self._identity = ModelIdentity(name=self._model or provider, sha256="", provider=provider)

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()
        self.state = EngineState.STOPPED

    def health(self) -> EngineHealth:
        return EngineHealth(
            kind=self.kind,
            state=self.state,
            model=self._identity.name,
            detail=self.detail,
            queued=self.queue.queued,
            running=self.queue.running,
        )

    @asynccontextmanager
    async def request(
        self, path: str, *, timeout_seconds: float, **content: Any
    ) -> AsyncIterator[httpx.Response]:
        """POST and hand the streamed answer over. Raises only the errors of the ports."""
        timeout = httpx.Timeout(timeout_seconds, connect=min(CONNECT_SECONDS, timeout_seconds))
        try:
            async with self._client.stream(
                "POST", self._base_url + path, timeout=timeout, **content
            ) as answer:
                if answer.status_code != httpx.codes.OK:
                    await answer.aread()
                    raise _error_of(answer)
                yield answer
        except httpx.TimeoutException as error:
            self._note_failure("The server did not answer in time.")
            raise EngineTimeout(f"The {self.kind.value} server did not answer in time.") from error
        except (httpx.HTTPError, json.JSONDecodeError, KeyError, IndexError, TypeError) as error:
            message = (
                f"The {self.kind.value} server could not be reached, or gave an answer that makes no sense."
            )
            self._note_failure(message)
            raise EngineUnavailable(message) from error
        except (EngineUnavailable, EngineTimeout) as error:
            self._note_failure(str(error))
            raise
        self.state, self.detail = EngineState.READY, ""

    def _note_failure(self, detail: str) -> None:
        self.state, self.detail = EngineState.FAILED, detail


def _error_of(answer: httpx.Response) -> Exception:
    status = answer.status_code
    if status == httpx.codes.TOO_MANY_REQUESTS:
        after = answer.headers.get("retry-after", "")
        seconds = int(after) if after.isdigit() else DEFAULT_RETRY_SECONDS
        return EngineBusy("The model's server has too much to do.", retry_after_seconds=seconds)
    if status in {
        httpx.codes.BAD_REQUEST,
        httpx.codes.REQUEST_ENTITY_TOO_LARGE,
        httpx.codes.UNPROCESSABLE_ENTITY,
    }:
        if "context" in answer.text.lower():
            return ContextTooLong("The prompt does not fit the model.", prompt_tokens=0, context_window=0)
        return InvalidEngineRequest(f"The model's server refused the request with status {status}.")
    if status in {httpx.codes.REQUEST_TIMEOUT, httpx.codes.GATEWAY_TIMEOUT}:
        return EngineTimeout("The model's server did not finish in time.")
    if answer.is_redirect:
        return EngineUnavailable(
            "The model's server sends its callers elsewhere; set the address it names instead."
        )
    return EngineUnavailable(f"The model's server answered with status {status}.")


def estimate_tokens(text: str) -> int:
    """Tokens at most: no usual vocabulary needs more than one token per three bytes of prose plus one per mark."""
    encoded = len(text.encode("utf-8", "replace"))
    marks = sum(not (char.isalpha() or char.isspace()) for char in text)
    return math.ceil(encoded / 3) + marks


class OpenAiLlm(RemoteEngine):
    """``/chat/completions`` of an OpenAI-compatible server, streamed."""

    kind = EngineKind.LLM

    def __init__(self, config: EngineConfig, client: httpx.AsyncClient | None = None) -> None:
        super().__init__(config, client)
        self._context_window = config.context_window

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
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "top_p": request.top_p,
            "seed": request.seed,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.stop:
            body["stop"] = list(request.stop)
        async with self.queue.turn(priority, on_queue):
            started = time.monotonic()
            reply = _StreamedReply(on_token)
            async with self.request(
                "/chat/completions", timeout_seconds=request.timeout_seconds, json=body
            ) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("data:") and (data := line[5:].strip()) != "[DONE]":
                        reply.take(json.loads(data))
            duration_ms = round((time.monotonic() - started) * 1000)
        estimate = sum(estimate_tokens(message.content) for message in request.messages)
        return Completion(
            text=reply.text,
            finish_reason="length" if reply.finish_reason == "length" else "stop",
            prompt_tokens=reply.usage.get("prompt_tokens", estimate),
            cached_tokens=(reply.usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0),
            completion_tokens=reply.usage.get("completion_tokens", estimate_tokens(reply.text)),
            duration_ms=duration_ms,
            model=self.identity,
        )

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [estimate_tokens(text) for text in texts]


class _StreamedReply:
    """Collects the chunks of a streamed chat completion."""

    def __init__(self, on_token: TokenListener | None) -> None:
        self._on_token = on_token
        self.text = ""
        self.finish_reason = ""
        self.usage: dict[str, Any] = {}

    def take(self, chunk: dict[str, Any]) -> None:
        self.usage = chunk.get("usage") or self.usage
        for choice in chunk.get("choices", []):
            piece = (choice.get("delta") or {}).get("content") or ""
            self.finish_reason = choice.get("finish_reason") or self.finish_reason
            self.text += piece
            if piece and self._on_token is not None:
                self._on_token(piece)


class RemoteSpeech(RemoteEngine):
    """Whisper behind HTTP: OpenAI's ``/audio/transcriptions`` or whisper.cpp's ``/inference``."""

    kind = EngineKind.SPEECH

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Transcription:
        check_speech(request)
        nothing = Transcription(
            segments=(), language=request.language, audio_seconds=0.0, duration_ms=0, model=self.identity
        )
        if not request.pcm:
            return nothing
        path, fields = self._fields(request)
        files = {"file": ("audio.wav", to_wave(request.pcm), "audio/wav")}
        async with self.queue.turn(priority, on_queue):
            started = time.monotonic()
            async with self.request(
                path, timeout_seconds=request.timeout_seconds, data=fields, files=files
            ) as answer:
                raw = json.loads(await answer.aread())
                segments = tuple(_remote_segment(segment) for segment in raw.get("segments") or [])
            duration_ms = round((time.monotonic() - started) * 1000)
        seconds = audio_seconds(request.pcm)
        text = str(raw.get("text", "")).strip()
        if not segments and text:
            segments = (SpeechSegment(text, 0.0, seconds, 0.0, 0.0),)
        return replace(
            nothing,
            segments=segments,
            language=str(raw.get("language") or request.language),
            audio_seconds=seconds,
            duration_ms=duration_ms,
        )

    def _fields(self, request: SpeechRequest) -> tuple[str, dict[str, str]]:
        fields = {"response_format": "verbose_json", "temperature": "0", "prompt": request.prompt}
        if self.identity.provider == "whisper_cpp":
            fields |= {
                "language": request.language,
                "audio_ctx": str(request.audio_context or 0),
                "beam_size": str(request.beam_size if request.beam_size > 1 else -1),
                "temperature_inc": "0" if request.audio_context else "0.4",
            }
            return "/inference", fields
        if self._model:
            fields["model"] = self._model
        if request.language != "auto":
            fields["language"] = request.language
        return "/audio/transcriptions", fields


def _remote_segment(raw: dict[str, Any]) -> SpeechSegment:
    words = raw.get("words") or []
    return SpeechSegment(
        text=str(raw["text"]).strip(),
        start_seconds=float(raw["start"]),
        end_seconds=float(raw["end"]),
        average_log_probability=float(raw.get("avg_logprob", 0.0)),
        no_speech_probability=float(raw.get("no_speech_prob", 0.0)),
        tokens=tuple(
            SpeechToken(
                text=str(word["word"]),
                start_seconds=float(word["start"]),
                end_seconds=float(word["end"]),
                probability=float(word.get("probability", 1.0)),
            )
            for word in words
        ),
    )


class OpenAiEmbeddings(RemoteEngine):
    """``/embeddings`` of an OpenAI-compatible server."""

    kind = EngineKind.EMBEDDINGS

    async def embed(
        self,
        texts: Sequence[str],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[list[float]]:
        if not texts:
            return []
        body = {"model": self._model, "input": list(texts)}
        async with self.queue.turn(priority, on_queue):
            async with self.request("/embeddings", timeout_seconds=EMBEDDING_SECONDS, json=body) as answer:
                rows = json.loads(await answer.aread())["data"]
                vectors = [
                    [float(v) for v in row["embedding"]] for row in sorted(rows, key=lambda r: r["index"])
                ]
                if len(vectors) != len(texts):
                    raise EngineUnavailable("The embeddings server left texts out.")
        return [_unit(vector) for vector in vectors]


def _unit(vector: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]


def build_remote_llm(config: EngineConfig) -> LlmEngine:
    return OpenAiLlm(config)


def build_remote_speech(config: EngineConfig) -> SpeechEngine:
    return RemoteSpeech(config)


def build_remote_embeddings(config: EngineConfig) -> EmbeddingsEngine:
    return OpenAiEmbeddings(config)
