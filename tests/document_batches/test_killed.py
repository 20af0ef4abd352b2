"""A server killed during an import: nothing is imported, and the import can be repeated."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import UTC, datetime

from sqlalchemy import func, select

from app.candidates.tables import Candidate
from app.core.state import AppState
from app.document_batches import service
from app.document_batches.schemas import CommitBatch
from app.document_batches.tables import BatchStatus, DocumentBatch
from app.record_history.tables import RecordChange
from tests.conftest import Person
from tests.document_batches.conftest import AddRead, cv

KILLED = """
import os, signal, sys
from datetime import UTC, datetime
import app.main
from app.core.database import Database, make_engine
from app.document_batches import service
from app.document_batches.schemas import CommitBatch

url, owner_id, batch_id, *ids = sys.argv[1:]
import_document, done = service.import_document, []

def die_at_third(session, **values):
    if len(done) == 2:
        session.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    done.append(import_document(session, **values))
    return done[-1]

service.import_document = die_at_third
with Database(make_engine(url)).transaction() as session:
    service.commit_batch(
        session, owner_id=owner_id, batch_id=batch_id, selection=CommitBatch(selected_candidates=ids),
        now=datetime.now(UTC),
    )
"""


def test_a_killed_import_is_rolled_back(
    alice: Person, state: AppState, batch_id: str, add_read: AddRead
) -> None:
    ids = [add_read(cv(f"Person {n}", f"p{n}@example.com")) for n in range(4)]
    url = state.settings.resolved_database_url
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, url, alice.id, batch_id, *ids], capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    with state.database.reading() as session:
        assert session.get_one(DocumentBatch, batch_id).status == BatchStatus.OPEN
        for table in (Candidate, RecordChange):
            assert session.scalar(select(func.count()).select_from(table)) == 0
    with state.database.transaction() as session:
        selection = CommitBatch(selected_candidates=ids)
        result = service.commit_batch(
            session, owner_id=alice.id, batch_id=batch_id, selection=selection, now=datetime.now(UTC)
        )
    assert len(result.created_candidates) == 4
