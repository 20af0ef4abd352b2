"""Search for records, and keeping the search index in sync."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

import anyio.to_thread
from sqlalchemy.orm import Session

from app.core.database import Database
from app.record_search.ports import Hits, SearchedKind, SearchIndex, TextReaders
from app.record_search.postgresql_index import PostgresqlSearchIndex
from app.record_search.sqlite_index import SqliteSearchIndex

log = logging.getLogger("greenroom.record_search")

MAX_PER_COMMIT = 1_000
"""Records indexed by one commit: more than any import changes, in well under a second."""
CATCH_UP_STEP = 100
"""Records per transaction while the index is rebuilt, so that other writers get their turn."""
MAX_PER_COMMIT_WHILE_REBUILDING = 20
"""Records indexed by one commit during a rebuild: its own changes, and little of the backlog."""

_INDEXES: dict[str, SearchIndex] = {
    "sqlite": SqliteSearchIndex(),
    "postgresql": PostgresqlSearchIndex(),
}


def get_index(session: Session) -> SearchIndex:
    """The index of the session's database. Raises KeyError for an unsupported database."""
    return _INDEXES[session.get_bind().dialect.name]


def prepare_index(session: Session) -> None:
    get_index(session).prepare(session)


def find_records(
    session: Session,
    *,
    kind: SearchedKind,
    owner_id: str,
    text: str,
    tag: str = "",
    offset: int = 0,
    limit: int | None = None,
) -> Hits:
    """Ids of the owner's records that match ``text``, best match first (see ``SearchIndex.find``)."""
    return get_index(session).find(
        session, kind=kind, owner_id=owner_id, text=text, tag=tag, offset=offset, limit=limit
    )


def erase_removed_words(session: Session, now: datetime) -> int:
    """Erase words of deleted and changed records, as part of the daily removal. Returns 0 records."""
    del now
    get_index(session).tidy(session)
    return 0


class RecordIndexing:
    """Keeps the search index of one database in sync.

    Triggers in the database mark changed records, however they are changed. Before each commit, the
    changes of the transaction are indexed, so that record and index are committed together.
    """

    def __init__(self, database: Database, readers: TextReaders) -> None:
        self._database = database
        self._readers = readers
        self._is_stopping = False
        self._is_catching_up = False
        self._catch_up_task: asyncio.Task[int] | None = None
        database.before_commit.append(self._index_changes)

    def _index_changes(self, session: Session) -> None:
        session.flush()
        get_index(session).index_pending(
            session,
            readers=self._readers,
            limit=MAX_PER_COMMIT_WHILE_REBUILDING if self._is_catching_up else MAX_PER_COMMIT,
        )

    async def start(self) -> None:
        """Create the index if it is missing, and index pending records in the background.

        In the background, because the server should not wait for many records to be indexed.
        """
        self._is_stopping = False
        await self._database.run(prepare_index)
        self._catch_up_task = asyncio.create_task(anyio.to_thread.run_sync(self.catch_up))

    async def stop(self) -> None:
        """Stop after the current step; the rest stays pending."""
        self._is_stopping = True
        if self._catch_up_task is not None:
            await self._catch_up_task

    def catch_up(self) -> int:
        """Index all pending records in short transactions. Returns how many."""
        total = 0
        self._is_catching_up = True
        try:
            while not self._is_stopping:
                with self._database.transaction() as session:
                    indexed = get_index(session).index_pending(
                        session, readers=self._readers, limit=CATCH_UP_STEP
                    )
                if indexed == 0:
                    break
                total += indexed
        finally:
            self._is_catching_up = False
        if total:
            log.info("search_index_caught_up records=%d", total)
        return total
