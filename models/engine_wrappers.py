"""Base classes of engines that wrap another engine: they forward everything that describes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from models.ports import (
    Choice,
    ChoiceRequest,
    JudgeEngine,
    LlmEngine,
    ModelIdentity,
    Priority,
    QueueListener,
)


class _Engine(Protocol):
    @property
    def identity(self) -> ModelIdentity: ...


EngineT = TypeVar("EngineT", bound=_Engine)


class EngineWrapper(Generic[EngineT]):
    """Any engine. Subclasses add its calls."""

    def __init__(self, engine: EngineT) -> None:
        self._engine = engine

    @property
    def identity(self) -> ModelIdentity:
        return self._engine.identity


class LlmWrapper(EngineWrapper[LlmEngine]):
    """LlmEngine without ``complete``; ``choose`` is forwarded.

    Counting tokens only reads the vocabulary, so it is not a call.
    """

    @property
    def context_window(self) -> int:
        return self._engine.context_window

    async def choose(
        self, request: ChoiceRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Choice:
        return await self._engine.choose(request, priority=priority, on_queue=on_queue)

    def recall(self, request: ChoiceRequest) -> Choice | None:
        return self._engine.recall(request)

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return await self._engine.count_tokens(texts)


class JudgeWrapper(EngineWrapper[JudgeEngine]):
    """JudgeEngine without ``judge``, ``compare`` and ``read_asked``."""

    @property
    def trained(self) -> tuple[ModelIdentity, ...]:
        return self._engine.trained
