"""An owner, a batch, a scripted model and a running document queue."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.core.database import Database
from app.core.state import AppState
from app.document_batches.tables import DocumentBatch
from app.documents.pipeline.workers import DocumentWorkers
from app.users.accounts import create_user
from app.users.tables import Role
from models.ports import Engines
from tests.documents.model_answers import answer
from tests.documents.pipeline.actions import (
    new_workers,
)
from tests.fakes.engines import FakeLlm, fake_engines


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(answer)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm)


@pytest.fixture
def owner_id(state: AppState) -> str:
    with state.database.transaction() as session:
        user = create_user(session, username="alice", role=Role.RECRUITER)
        for hook in state.hooks.user_created:
            hook(session, user.id)
        return user.id


@pytest.fixture
def batch_id(database: Database, owner_id: str) -> str:
    with database.transaction() as session:
        batch = DocumentBatch(owner_id=owner_id)
        session.add(batch)
        session.flush()
        return batch.id


@pytest.fixture
async def workers(state: AppState) -> AsyncIterator[DocumentWorkers]:
    workers = new_workers(state)
    await workers.start()
    yield workers
    await workers.stop()
