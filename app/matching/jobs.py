"""Scheduled job that computes the embedding of every candidate and job description."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from app.candidates.tables import Candidate
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.matching import repository
from app.matching.embedding import model_name, text_sha256, to_bytes
from app.matching.repository import NewEmbedding, Record
from app.matching.sources import Source, candidate_source, job_source
from app.matching.tables import EmbeddedKind
from app.usage.sources import UsageSource, attribute_usage
from models.ports import Priority

log = logging.getLogger("greenroom.matching")

BATCH_RECORDS = 32
"""About a second of work on two cores, the longest a recruiter may have to wait for the engine."""
BATCHES_PER_RUN = 32


async def embed_records(state: AppState) -> JobCounts | None:
    """Compute the vectors that are missing or out of date.

    Vectors are derived data and the job is idempotent, so nothing is claimed. The model is not loaded if
    there is nothing to do. Raises EngineError; the run is then recorded as failed.
    """
    processed = 0
    for kind in EmbeddedKind:
        for _ in range(BATCHES_PER_RUN):
            done = await _embed_batch(state, kind)
            processed += done
            if done < BATCH_RECORDS:
                break
    return JobCounts(processed=processed) if processed else None


async def _embed_batch(state: AppState, kind: EmbeddedKind) -> int:
    identity = state.engines.embeddings.identity
    records = await state.database.read(
        repository.list_stale, kind=kind, identity=identity, limit=BATCH_RECORDS
    )
    if not records:
        return 0
    sources = [_source(record) for record in records]
    known = await state.database.read(
        repository.known_sources, kind=kind, record_ids=[record.id for record in records], identity=identity
    )
    vectors: dict[str, bytes | None] = {}
    # One call per owner, so that each is metered for their own records.
    for owner_id in dict.fromkeys(record.owner_id for record in records):
        texts = {
            record.id: None if known.get(record.id) == text_sha256(source.text) else source.text
            for record, source in zip(records, sources, strict=True)
            if record.owner_id == owner_id
        }
        with attribute_usage(UsageSource.MATCHING, user_id=owner_id):
            vectors |= zip(texts, await _vectors(state, list(texts.values())), strict=True)
    # Read the identity again: the hash of weights named by path is known only after loading.
    model = model_name(state.engines.embeddings.identity)
    made = [
        NewEmbedding(
            owner_id=record.owner_id,
            record_id=record.id,
            record_updated_at=record.updated_at,
            model=model,
            source_sha256=text_sha256(source.text),
            skills="\n".join(source.skills),
            preferred_skills="\n".join(source.preferred_skills),
            vector=vectors[record.id],
        )
        for record, source in zip(records, sources, strict=True)
    ]
    await state.database.run(repository.save_embeddings, kind=kind, made=made)
    return len(made)


async def _vectors(state: AppState, texts: Sequence[str | None]) -> list[bytes | None]:
    """A vector for each text: None for None, and no bytes for an empty text."""
    telling = [text for text in texts if text]
    made = (
        iter(await state.engines.embeddings.embed(telling, priority=Priority.BACKGROUND))
        if telling
        else iter(())
    )
    return [to_bytes(next(made)) if text else (None if text is None else b"") for text in texts]


def _source(record: Record) -> Source:
    return candidate_source(record) if isinstance(record, Candidate) else job_source(record)
