"""A server killed during an import: whole slices are imported, and repeating the import continues it."""

from __future__ import annotations

import signal
import sys
from datetime import UTC, datetime

import anyio
from sqlalchemy import func, select

from app.candidates.tables import Candidate
from app.core.state import AppState
from app.document_batches import commit
from app.document_batches.schemas import CommitBatch
from app.document_batches.tables import BatchStatus, DocumentBatch
from app.record_history.tables import RecordChange
from tests.conftest import Person
from tests.document_batches.conftest import AddRead, cv

KILLED = """
import asyncio, os, signal, sys
from datetime import UTC, datetime
import app.main
from app.core.database import Database, make_engine
from app.document_batches import commit
from app.document_batches.schemas import CommitBatch

url, owner_id, batch_id, *ids = sys.argv[1:]
import_document, done = commit.import_document, []

def die_at_fourth(session, **values):
    if len(done) == 3:
        session.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    done.append(import_document(session, **values))
    return done[-1]

commit.import_document, commit.MAX_SLICE = die_at_fourth, 2
asyncio.run(commit.commit_batch(
    Database(make_engine(url)), owner_id=owner_id, batch_id=batch_id,
    selection=CommitBatch(selected_candidates=ids), now=datetime.now(UTC),
))
"""


async def test_a_killed_import_is_continued(
    alice: Person, state: AppState, batch_id: str, add_read: AddRead
) -> None:
    ids = [add_read(cv(f"Person {n}", f"p{n}@example.com")) for n in range(5)]
    url = state.settings.resolved_database_url
    killed = await anyio.run_process(
        [sys.executable, "-c", KILLED, url, alice.id, batch_id, *ids], check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    with state.database.reading() as session:
        assert session.get_one(DocumentBatch, batch_id).status == BatchStatus.COMMITTING
        for table in (Candidate, RecordChange):
            assert session.scalar(select(func.count()).select_from(table)) == 2
    result = await commit.commit_batch(
        state.database,
        owner_id=alice.id,
        batch_id=batch_id,
        selection=CommitBatch(selected_candidates=ids),
        now=datetime.now(UTC),
    )
    assert len(result.created_candidates) == 5
    with state.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Candidate)) == 5
