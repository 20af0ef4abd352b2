"""A language model on an OpenAI-compatible server."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from typing import Any

import httpx

from models.config import EngineConfig
from models.engines.remote import RemoteEngine
from models.engines.requests import check_completion
from models.ports import (
    Completion,
    CompletionRequest,
    EngineKind,
    EngineUnavailable,
    Priority,
    QueueListener,
    TokenListener,
)


def estimate_tokens(text: str) -> int:
    """Upper bound: one token per three bytes, and one more per digit or mark, exceeds usual vocabularies."""
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
            ) as response:
                async for line in response.aiter_lines():
                    if line.startswith("data:") and (data := line[5:].strip()) != "[DONE]":
                        reply.take(json.loads(data))
                if not reply.finish_reason:
                    # Some servers end the stream like this for a prompt that is too long.
                    raise EngineUnavailable("The llm server broke off its answer.")
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
