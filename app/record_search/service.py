"""Finding records, and the index in step with them."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

import anyio.to_thread
from sqlalchemy.orm import Session

from app.core.database import Database
from app.record_search.ports import Hits, SearchedKind, SearchIndex, TextReaders
from app.record_search.sqlite_index import SqliteSearchIndex

log = logging.getLogger("greenroom.record_search")

MAX_PER_COMMIT = 1_000
"""Records that one commit brings into the index: more than any import changes, and well under a second."""
CATCH_UP_STEP = 100
"""Records of one transaction while an index is made anew: others write in between."""
MEANWHILE = 20
"""Records that a commit brings in while an index is made anew: its own, and not a share of the rest."""

_INDEXES: dict[str, SearchIndex] = {"sqlite": SqliteSearchIndex()}


def index_of(session: Session) -> SearchIndex:
    """The index of the session's database. Raises KeyError for one that Greenroom has none for."""
    return _INDEXES[session.get_bind().dialect.name]


def prepare_index(session: Session) -> None:
    index_of(session).prepare(session)


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
    """Ids of the owner's records that ``text`` describes, best first (``SearchIndex.find``)."""
    return index_of(session).find(
        session, kind=kind, owner_id=owner_id, text=text, tag=tag, offset=offset, limit=limit
    )


def forget_removed_words(session: Session, now: datetime) -> int:
    """Of records that were deleted or changed; a part of the daily removal. They count as no records."""
    del now
    index_of(session).tidy(session)
    return 0


class RecordIndexing:
    """Keeps the index of one database in step.

    The database itself notes what is changed, however that was done (triggers); before a transaction is
    committed, what it changed is brought into the index, so that both hold or neither does.
    """

    def __init__(self, database: Database, readers: TextReaders) -> None:
        self._database = database
        self._readers = readers
        self._is_stopping = False
        self._is_catching_up = False
        self._catching_up: asyncio.Task[int] | None = None
        database.before_commit.append(self._follow)

    def _follow(self, session: Session) -> None:
        session.flush()
        index_of(session).index_pending(
            session, readers=self._readers, limit=MEANWHILE if self._is_catching_up else MAX_PER_COMMIT
        )

    async def start(self) -> None:
        """Make the index where it is missing; what was changed while nobody followed comes into it
        meanwhile, so that no one waits for a server with many records."""
        self._is_stopping = False
        await self._database.run(prepare_index)
        self._catching_up = asyncio.create_task(anyio.to_thread.run_sync(self.catch_up))

    async def stop(self) -> None:
        """Ends after the step that is being done; the rest stays pending."""
        self._is_stopping = True
        if self._catching_up is not None:
            await self._catching_up

    def catch_up(self) -> int:
        """Index all that is pending, a step a transaction. Returns how many records that were."""
        total = 0
        self._is_catching_up = True
        try:
            while not self._is_stopping:
                with self._database.transaction() as session:
                    indexed = index_of(session).index_pending(
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
