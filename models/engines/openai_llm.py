"""A language model on an OpenAI-compatible server."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from models.config import EngineConfig
from models.engines.remote import INCOMPLETE_RESPONSE, RemoteEngine
from models.engines.requests import check_choice, check_completion, pack_messages
from models.ports import (
    Choice,
    ChoiceRequest,
    Completion,
    CompletionRequest,
    EngineKind,
    EngineUnavailable,
    Priority,
    QueueListener,
    TokenListener,
)

TOP_TOKENS = 20
"""Likely first tokens that a server is asked for: the maximum of the protocol."""


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
            "messages": pack_messages(request.messages),
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
                    raise EngineUnavailable(INCOMPLETE_RESPONSE.reason, problem=INCOMPLETE_RESPONSE)
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

    async def choose(
        self,
        request: ChoiceRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Choice:
        check_choice(request)
        body: dict[str, Any] = {
            "model": self._model,
            "messages": pack_messages(request.messages),
            "max_tokens": 1,
            "temperature": 0.0,
            "logprobs": True,
            "top_logprobs": TOP_TOKENS,
        }
        async with self.queue.turn(priority, on_queue):
            started = time.monotonic()
            async with self.request(
                "/chat/completions", timeout_seconds=request.timeout_seconds, json=body
            ) as response:
                reply = json.loads(await response.aread())
                top = _read_top_tokens(reply)
            duration_ms = round((time.monotonic() - started) * 1000)
        log_odds = _compare(top, request.answers)
        usage = reply.get("usage") or {}
        estimate = sum(estimate_tokens(message.content) for message in request.messages)
        return Choice(
            log_odds=log_odds,
            prompt_tokens=usage.get("prompt_tokens", estimate),
            cached_tokens=(usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0),
            duration_ms=duration_ms,
            model=self.identity,
        )

    def recall(self, request: ChoiceRequest) -> Choice | None:  # noqa: ARG002
        return None

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [estimate_tokens(text) for text in texts]


def _read_top_tokens(reply: Mapping[str, Any]) -> dict[str, float]:
    """Log-probability of each likely first token; none if the server does not report them."""
    content = (reply["choices"][0].get("logprobs") or {}).get("content")
    return {item["token"]: float(item["logprob"]) for item in content[0]["top_logprobs"]} if content else {}


def _compare(top: Mapping[str, float], answers: tuple[str, str]) -> float:
    """Log-odds of the answers; one that is not among the likely tokens counts as the least likely of them.

    Raises EngineUnavailable if neither is among them.
    """
    first, second = (
        max(
            (value for token, value in top.items() if token.strip() and answer.startswith(token.strip())),
            default=None,
        )
        for answer in answers
    )
    if first is None and second is None:
        raise EngineUnavailable("The llm server reports no probability of either answer.")
    least = min(top.values())
    return (least if first is None else first) - (least if second is None else second)


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
