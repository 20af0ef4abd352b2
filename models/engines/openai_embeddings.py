"""Sentence embeddings from an OpenAI-compatible server."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from models.engines.remote import RemoteEngine
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
        body = {"model": self._model, "input": list(texts)}
        async with (
            self.queue.turn(priority, on_queue),
            self.request("/embeddings", timeout_seconds=EMBEDDING_SECONDS, json=body) as response,
        ):
            rows = sorted(json.loads(await response.aread())["data"], key=lambda row: int(row["index"]))
            vectors = [[float(value) for value in row["embedding"]] for row in rows]
            if len(vectors) != len(texts):
                raise EngineUnavailable("The embeddings server left out some texts.")
        return [_unit(vector) for vector in vectors]


def _unit(vector: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]
