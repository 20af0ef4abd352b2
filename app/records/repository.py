"""Queries on one kind of record: get, list, search, delete, always for one owner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from app.core import listing
from app.core.access_attempts import note_not_found
from app.core.errors import NotFound
from app.core.listing import Listed, Sorting
from app.record_search.ports import SearchedKind
from app.record_search.service import find_records
from app.records.tables import Record

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """Filter and order of a list."""

    sorting: Sorting
    text: str = ""
    is_best_first: bool = False
    """Order the records that match ``text`` by how well they match, instead of by ``sorting``."""
    conditions: Sequence[ColumnElement[bool]] = ()
    tag: str = ""
    """Filters the search index where ``conditions`` filter the table; both must select the same records."""


class RecordRepository(Generic[R]):
    """Queries on the records of one table."""

    def __init__(self, table: type[R], *, searched: SearchedKind, not_found: Callable[[], NotFound]) -> None:
        self._table = table
        self._searched = searched
        self._not_found = not_found

    def has_id(self, record_id: str) -> ColumnElement[bool]:
        return self._table.id == record_id

    def get_owned(self, session: Session, *, owner_id: str, record_id: str) -> R:
        """A record by id. Raises the kind's NotFound, also for the record of another owner."""
        record = session.scalar(
            select(self._table).where(self._table.owner_id == owner_id, self.has_id(record_id))
        )
        if record is None:
            note_not_found(record_id)
            raise self._not_found()
        return record

    def delete_owned(self, session: Session, *, owner_id: str, record_id: str) -> None:
        """Delete a record. Raises the kind's NotFound, and IntegrityError while an interview refers to it."""
        deleted = session.execute(
            delete(self._table)
            .where(self._table.owner_id == owner_id, self._table.id == record_id)
            .returning(self._table.id)
        )
        if deleted.first() is None:
            raise self._not_found()

    def list_owned(
        self, session: Session, *, owner_id: str, query: RecordQuery, offset: int, limit: int
    ) -> tuple[list[R], int]:
        """One page of matching records, and the number of all matches."""
        page = self.list_ids(session, owner_id=owner_id, query=query, offset=offset, limit=limit)
        return self.read_owned(session, owner_id=owner_id, ids=page.ids), page.total

    def list_ids(
        self,
        session: Session,
        *,
        owner_id: str,
        query: RecordQuery,
        offset: int = 0,
        limit: int | None = None,
    ) -> Listed:
        """Ids of matching records in the order of the query; all of them if ``limit`` is None."""
        conditions = [self._table.owner_id == owner_id, *query.conditions]
        if not query.text:
            return listing.list_ids(
                session, conditions=conditions, sorting=query.sorting, offset=offset, limit=limit
            )
        find = partial(
            find_records, session, kind=self._searched, owner_id=owner_id, text=query.text, tag=query.tag
        )
        if query.is_best_first:
            hits = find(offset=offset, limit=limit)
            return Listed(ids=hits.ids, total=hits.total)
        return listing.order_ids(
            session,
            conditions=conditions,
            sorting=query.sorting,
            among=find().ids,
            offset=offset,
            limit=limit,
        )

    def read_owned(self, session: Session, *, owner_id: str, ids: Sequence[str]) -> list[R]:
        """The owner's records among ``ids``, in that order."""
        if not ids:
            return []
        rows = session.scalars(select(self._table).where(self._table.id.in_(ids)))
        return listing.keep_owned_in_order(rows, owner_id=owner_id, ids=ids)
