"""Local engines that turn texts into numbers: embeddings and the judge, each in its own worker process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from models.engine_work import report_work
from models.engines.local import LocalEngine
from models.engines.queue import JobQueue
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import RELATIONS, ClaimPair, Relation
from models.judgement.encoding import Exchange
from models.judgement.labels import ANSWER_LABELS, SENTENCE_LABELS
from models.judgement.weights import hash_trained_weights
from models.ports import EngineKind, InvalidEngineRequest, Judgment, ModelIdentity, Priority, QueueListener
from models.worker.supervisor import Supervisor

EMBEDDING_SECONDS = 300.0
JUDGE_SECONDS = 300.0


class LocalEmbeddings(LocalEngine):
    """sentence-transformers behind the EmbeddingsEngine port; its worker starts with the first job."""

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
        async with self.queue.turn(priority, on_queue):
            result = await self.supervisor.run({"texts": list(texts)}, timeout_seconds=EMBEDDING_SECONDS)
        report_work(input_tokens=result["tokens"], duration_ms=result["duration_ms"])
        vectors: list[list[float]] = result["vectors"]
        return vectors


class LocalJudge(LocalEngine):
    """The trained judge behind the JudgeEngine port; its worker starts with the first job."""

    kind = EngineKind.JUDGE

    def __init__(
        self,
        supervisor: Supervisor,
        queue: JobQueue,
        identity: ModelIdentity,
        find_multilingual: Callable[[], ModelIdentity | None],
    ) -> None:
        super().__init__(supervisor, queue, identity)
        self._find_multilingual = find_multilingual
        """Finds the encoder for other languages, which may be installed later."""

    @property
    def trained(self) -> tuple[ModelIdentity, ...]:
        weights = (ModelIdentity(name=name, sha256=value) for name, value in hash_trained_weights().items())
        multilingual = self._find_multilingual()
        return (*weights, multilingual) if multilingual is not None else tuple(weights)

    async def judge(
        self,
        exchanges: Sequence[Exchange],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Judgment]:
        if not exchanges:
            return []
        if not all(exchange.sentences for exchange in exchanges):
            raise InvalidEngineRequest("An exchange to judge needs at least one sentence.")
        header = {
            "exchanges": [
                {
                    "question": e.question,
                    "requirement": e.requirement,
                    "sentences": list(e.sentences),
                    "language": e.language,
                }
                for e in exchanges
            ]
        }
        async with self.queue.turn(priority, on_queue):
            result = await self.supervisor.run(header, timeout_seconds=JUDGE_SECONDS)
        report_work(input_tokens=0, duration_ms=result["duration_ms"])
        return read_judgments(result["judgments"])

    async def compare(
        self,
        pairs: Sequence[ClaimPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Mapping[Relation, float]]:
        if not pairs:
            return []
        header = {"pairs": [[pair.line, pair.question, pair.statement] for pair in pairs]}
        async with self.queue.turn(priority, on_queue):
            result = await self.supervisor.run(header, timeout_seconds=JUDGE_SECONDS)
        report_work(input_tokens=0, duration_ms=result["duration_ms"])
        return [dict(zip(RELATIONS, row, strict=True)) for row in result["relations"]]

    async def read_asked(
        self,
        pairs: Sequence[AskedPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[float]:
        if not pairs:
            return []
        header = {"asked": [[pair.question, pair.before, pair.line, pair.reply] for pair in pairs]}
        async with self.queue.turn(priority, on_queue):
            result = await self.supervisor.run(header, timeout_seconds=JUDGE_SECONDS)
        report_work(input_tokens=0, duration_ms=result["duration_ms"])
        return list(result["logOdds"])


def read_judgments(rows: Sequence[Mapping[str, Any]]) -> list[Judgment]:
    """The judgments in the answer of a worker."""
    return [
        Judgment(
            sentences=tuple(dict(zip(SENTENCE_LABELS, row, strict=True)) for row in item["sentences"]),
            answer=dict(zip(ANSWER_LABELS, item["answer"], strict=True)),
            concerns=tuple(item["concerns"]),
            contradictions=tuple(item["contradictions"]),
            strengths=tuple(item["strengths"]),
            limits=tuple(item["limits"]),
            evasion=item["evasion"],
        )
        for item in rows
    ]
