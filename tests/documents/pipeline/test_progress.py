"""Progress events of documents."""

from __future__ import annotations

import asyncio

from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.schemas import DocumentProgress
from models.ports import EngineTimeout
from tests.documents import samples
from tests.documents.pipeline.actions import (
    process,
)
from tests.fakes.engines import FakeLlm


async def test_the_owner_is_notified_of_every_stage(
    state: AppState, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    events: list[tuple[str, DocumentProgress]] = []

    async def notify(to: str, event: ApiSchema) -> None:
        assert isinstance(event, DocumentProgress)
        events.append((to, event))

    state.hooks.document_progressed[:] = [notify]
    # Held, so that the assessment does not begin before the events are compared.
    llm.script.hold()
    await process(state, workers, owner_id, samples.CV)
    await asyncio.sleep(0.01)
    events = [event for event in events if event[1].assessment_status != "running"]
    stages = [event.stage for _, event in events]
    assert list(dict.fromkeys(stages)) == [
        "queued", "reading", "understanding", "finalizing", "done",
    ]  # fmt: skip
    shares = [event.share for _, event in events]
    assert shares == sorted(shares)
    assert {to for to, _ in events} == {owner_id}
    last = events[-1][1]
    assert (last.processing_status, last.share, last.error) == ("completed", 1.0, None)
    assert last.candidate_profile_id is not None
    assert last.detected_type is not None


async def test_the_share_of_a_retried_document_never_decreases(
    state: AppState, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    shares: list[float] = []

    async def notify(_to: str, event: ApiSchema) -> None:
        assert isinstance(event, DocumentProgress)
        # The assessment that follows has a share of its own, which begins at 0.
        if event.assessment_status != "running":
            shares.append(event.share)

    state.hooks.document_progressed[:] = [notify]
    llm.script.fail_next(EngineTimeout("slow"))
    await process(state, workers, owner_id, samples.NAMELESS_CV)
    await asyncio.sleep(0.01)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
