"""Counts the engine calls of a benchmark: calls, tokens and seconds by kind of call."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from app.analysis.writing import PROMPT_NAMES
from app.llm.prompts import load_prompt
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
    Engines,
    JudgeEngine,
    Judgment,
    LlmEngine,
    Priority,
    QueueListener,
    TokenListener,
)

T = TypeVar("T")


@dataclass(slots=True)
class CallTotals:
    """Sums over the calls of one kind."""

    calls: int = 0
    items: int = 0
    """Exchanges, pairs or texts; 0 for the language model."""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """Prompt tokens that the model had already read."""
    completion_tokens: int = 0
    seconds: float = 0.0


class EngineCalls:
    """The calls that engines wrapped by ``wrap`` have made so far."""

    def __init__(self) -> None:
        self._totals: dict[str, CallTotals] = {}
        self._prompts = {load_prompt(name).system: name for name in PROMPT_NAMES}

    def wrap(self, engines: Engines) -> Engines:
        """The same engines, with their calls counted."""
        return replace(
            engines,
            llm=_CountedLlm(engines.llm, self),
            embeddings=_CountedEmbeddings(engines.embeddings, self),
            judge=_CountedJudge(engines.judge, self),
        )

    def take(self) -> list[dict[str, object]]:
        """One row per kind of call since the last ``take``."""
        totals, self._totals = self._totals, {}
        return [
            {
                "call": name,
                "calls": item.calls,
                "items": item.items,
                "prompt_tokens": item.prompt_tokens,
                "cached_tokens": item.cached_tokens,
                "completion_tokens": item.completion_tokens,
                "seconds": round(item.seconds, 2),
            }
            for name, item in totals.items()
        ]

    def name_request(self, request: CompletionRequest) -> str:
        """Name of the prompt, and whether it is a follow-up request after its completion."""
        name = self._prompts.get(request.messages[0].content, "other")
        return f"{name}, next message" if len(request.messages) > 2 else name

    async def count(self, name: str, work: Awaitable[T], *, items: int = 0) -> T:
        """Await ``work`` and count it."""
        started = time.monotonic()
        result = await work
        total = self._totals.setdefault(name, CallTotals())
        total.calls += 1
        total.items += items
        total.seconds += time.monotonic() - started
        if isinstance(result, Completion | Choice):
            total.prompt_tokens += result.prompt_tokens
            total.cached_tokens += result.cached_tokens
        if isinstance(result, Completion):
            total.completion_tokens += result.completion_tokens
        return result


class _CountedLlm(LlmWrapper):
    def __init__(self, engine: LlmEngine, calls: EngineCalls) -> None:
        super().__init__(engine)
        self._calls = calls

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        work = self._engine.complete(request, priority=priority, on_token=on_token, on_queue=on_queue)
        return await self._calls.count(self._calls.name_request(request), work)

    async def choose(
        self, request: ChoiceRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Choice:
        work = self._engine.choose(request, priority=priority, on_queue=on_queue)
        return await self._calls.count("choice", work)


class _CountedEmbeddings(EngineWrapper[EmbeddingsEngine]):
    def __init__(self, engine: EmbeddingsEngine, calls: EngineCalls) -> None:
        super().__init__(engine)
        self._calls = calls

    async def embed(
        self, texts: Sequence[str], *, priority: Priority, on_queue: QueueListener | None = None
    ) -> list[list[float]]:
        work = self._engine.embed(texts, priority=priority, on_queue=on_queue)
        return await self._calls.count("embeddings", work, items=len(texts))


class _CountedJudge(JudgeWrapper):
    def __init__(self, engine: JudgeEngine, calls: EngineCalls) -> None:
        super().__init__(engine)
        self._calls = calls

    async def judge(
        self, exchanges: Sequence[Exchange], *, priority: Priority, on_queue: QueueListener | None = None
    ) -> list[Judgment]:
        work = self._engine.judge(exchanges, priority=priority, on_queue=on_queue)
        return await self._calls.count("judge", work, items=len(exchanges))

    async def compare(
        self, pairs: Sequence[ClaimPair], *, priority: Priority, on_queue: QueueListener | None = None
    ) -> list[Mapping[Relation, float]]:
        work = self._engine.compare(pairs, priority=priority, on_queue=on_queue)
        return await self._calls.count("judge, claims", work, items=len(pairs))

    async def read_asked(
        self, pairs: Sequence[AskedPair], *, priority: Priority, on_queue: QueueListener | None = None
    ) -> list[float]:
        work = self._engine.read_asked(pairs, priority=priority, on_queue=on_queue)
        return await self._calls.count("judge, asked", work, items=len(pairs))
