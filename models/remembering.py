"""Engines that remember results, so that a text, a pair, an exchange or a choice is computed once.

A running interview is read again at each of its lines: by Question Sense, by AI Sense, by the reading of
ended exchanges, and at its end for the report. Most of what they ask the models was asked before.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

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

MAX_VECTORS = 8_192
"""About 14 MB. An interview of an hour has some hundred texts."""
MAX_PAIRS = 16_384
MAX_JUDGMENTS = 1_024
MAX_CHOICES = 4_096

Item = TypeVar("Item")
Result = TypeVar("Result")


class Results(Generic[Item, Result]):
    """The most recently used results, by a digest of the model and the item: no text is kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[bytes, Result] = OrderedDict()

    async def find(
        self,
        items: Sequence[Item],
        compute: Callable[[Sequence[Item]], Awaitable[Sequence[Result]]],
        *,
        model: str,
    ) -> list[Result]:
        """One result per item. ``compute`` gets those that are missing, each once; its errors are raised."""
        keys = [_make_key(model, item) for item in items]
        found: dict[bytes, Result] = {}
        missing: dict[bytes, Item] = {}
        for key, item in zip(keys, items, strict=True):
            if key in self._kept:
                self._kept.move_to_end(key)
                found[key] = self._kept[key]
            else:
                missing[key] = item
        if missing:
            computed = await compute(list(missing.values()))
            found |= zip(missing, computed, strict=True)
            self._kept |= {key: found[key] for key in missing}
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return [found[key] for key in keys]

    def recall(self, item: Item, *, model: str) -> Result | None:
        """The result that is kept for an item."""
        return self._kept.get(_make_key(model, item))


def _make_key(model: str, item: object) -> bytes:
    return hashlib.blake2b(f"{model}\n{item!r}".encode(), digest_size=16).digest()


class RememberingEmbeddings(EngineWrapper[EmbeddingsEngine]):
    """EmbeddingsEngine. Vectors have single precision."""

    def __init__(self, engine: EmbeddingsEngine) -> None:
        super().__init__(engine)
        self._vectors: Results[str, array[float]] = Results(MAX_VECTORS)

    async def embed(
        self,
        texts: Sequence[str],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[list[float]]:
        async def compute(missing: Sequence[str]) -> list[array[float]]:
            vectors = await self._engine.embed(missing, priority=priority, on_queue=on_queue)
            return [array("f", vector) for vector in vectors]

        found = await self._vectors.find(texts, compute, model=str(self.identity))
        return [vector.tolist() for vector in found]


class RememberingJudge(JudgeWrapper):
    """JudgeEngine."""

    def __init__(self, engine: JudgeEngine) -> None:
        super().__init__(engine)
        self._judgments: Results[Exchange, Judgment] = Results(MAX_JUDGMENTS)
        self._relations: Results[ClaimPair, Mapping[Relation, float]] = Results(MAX_PAIRS)
        self._log_odds: Results[AskedPair, float] = Results(MAX_PAIRS)

    async def judge(
        self,
        exchanges: Sequence[Exchange],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Judgment]:
        async def compute(missing: Sequence[Exchange]) -> list[Judgment]:
            return await self._engine.judge(missing, priority=priority, on_queue=on_queue)

        return await self._judgments.find(exchanges, compute, model=self._model)

    async def compare(
        self,
        pairs: Sequence[ClaimPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Mapping[Relation, float]]:
        async def compute(missing: Sequence[ClaimPair]) -> list[Mapping[Relation, float]]:
            return await self._engine.compare(missing, priority=priority, on_queue=on_queue)

        return await self._relations.find(pairs, compute, model=self._model)

    async def read_asked(
        self,
        pairs: Sequence[AskedPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[float]:
        async def compute(missing: Sequence[AskedPair]) -> list[float]:
            return await self._engine.read_asked(missing, priority=priority, on_queue=on_queue)

        return await self._log_odds.find(pairs, compute, model=self._model)

    @property
    def _model(self) -> str:
        return f"{self.identity} {self.trained}"


class RememberingLlm(LlmWrapper):
    """LlmEngine that remembers choices. Completions have a cache of their own where they are needed."""

    def __init__(self, engine: LlmEngine) -> None:
        super().__init__(engine)
        self._choices: Results[ChoiceRequest, Choice] = Results(MAX_CHOICES)

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        return await self._engine.complete(request, priority=priority, on_token=on_token, on_queue=on_queue)

    async def choose(
        self, request: ChoiceRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Choice:
        async def compute(missing: Sequence[ChoiceRequest]) -> list[Choice]:
            return [await self._engine.choose(one, priority=priority, on_queue=on_queue) for one in missing]

        (choice,) = await self._choices.find([request], compute, model=str(self.identity))
        return choice

    def recall(self, request: ChoiceRequest) -> Choice | None:
        return self._choices.recall(request, model=str(self.identity))


def remember_results(engines: Engines) -> Engines:
    """The same engines, which compute what they were asked lately only once."""
    return replace(
        engines,
        llm=RememberingLlm(engines.llm),
        embeddings=RememberingEmbeddings(engines.embeddings),
        judge=RememberingJudge(engines.judge),
    )
