"""Sentence embeddings from an OpenAI-compatible server."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from models.engine_work import report_work
from models.engines.remote import INVALID_RESPONSE, RemoteEngine
from models.ports import EngineKind, EngineUnavailable, Priority, QueueListener

EMBEDDING_SECONDS = 120.0


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
        request_body = {"model": self._model, "input": list(texts)}
        async with (
            self.queue.turn(priority, on_queue),
            self.request("/embeddings", timeout_seconds=EMBEDDING_SECONDS, json=request_body) as response,
        ):
            body = json.loads(await response.aread())
            rows = sorted(body["data"], key=lambda row: int(row["index"]))
            vectors = [[float(value) for value in row["embedding"]] for row in rows]
            if len(vectors) != len(texts):
                raise EngineUnavailable(
                    "The embeddings server left out some texts.", problem=INVALID_RESPONSE
                )
            report_work(input_tokens=_count_tokens(body))
        return [_unit(vector) for vector in vectors]


def _count_tokens(body: Mapping[str, Any]) -> int:
    """The input tokens that the server counted; 0 if it does not say."""
    usage = body.get("usage")
    count = usage.get("prompt_tokens") if isinstance(usage, Mapping) else None
    return count if isinstance(count, int) and count > 0 else 0


def _unit(vector: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]
