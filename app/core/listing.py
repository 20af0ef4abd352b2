"""Sorted, paged lists of records: a stable order, with blank values last."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import ARRAY, ColumnElement, Row, String, any_, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.core.database import Database

T = TypeVar("T")

MAX_IDS_PER_QUERY = 500
"""SQLite accepts many more, but plans such queries worse."""

MIN_SEARCH_CHARACTERS = 2
"""Shorter lookups would match nearly everything, so they return nothing."""


MAX_FILTER_CHARACTERS = 1_000
"""No stored name or address is longer, so longer text is contained in none."""


class Order(StrEnum):
    ASC = "asc"
    DESC = "desc"


@dataclass(frozen=True, slots=True)
class Sorting:
    """Sort order of a list. ``columns`` follow the owner in an index; the last one is the id."""

    columns: Sequence[InstrumentedAttribute[Any]]
    order: Order
    has_blanks: bool = False
    """The first column may be empty or null: such records come last in either order."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Ids of one page, and the number of all records that match the conditions."""

    ids: list[str]
    total: int


def list_ids(
    session: Session,
    *,
    conditions: Sequence[ColumnElement[bool]],
    sorting: Sorting,
    offset: int = 0,
    limit: int | None = None,
    total: int | None = None,
) -> Listed:
    """One page of ids (``limit`` None: all from ``offset``) and the total, which is counted unless given.

    Reads the index of the sort order, not the records, so a page deep in the list is nearly as fast as
    the first.
    """
    if total is None:
        total = _count(session, conditions)
    ids: list[str] = []
    for part in _parts(sorting):
        remaining = None if limit is None else limit - len(ids)
        if remaining == 0:
            break
        within = [*conditions, *part]
        ids += _ids(session, within, sorting, offset=offset, limit=remaining)
        offset = 0 if ids or not offset else max(0, offset - _count(session, within))
    return Listed(ids=ids, total=total)


def order_ids(
    session: Session,
    *,
    sorting: Sorting,
    among: Sequence[str],
    offset: int = 0,
    limit: int | None = None,
    conditions: Sequence[ColumnElement[bool]],
) -> Listed:
    """One page of ``among`` in the sort order. All of ``among`` match the conditions."""
    within = [*conditions, _is_among(session, sorting.columns[-1], among)]
    return list_ids(session, conditions=within, sorting=sorting, offset=offset, limit=limit, total=len(among))


def _is_among(
    session: Session, column: InstrumentedAttribute[Any], among: Sequence[str]
) -> ColumnElement[bool]:
    """Whether the column is one of any number of values, passed as one parameter."""
    if session.get_bind().dialect.name == "postgresql":
        return column == any_(cast(list(among), ARRAY(String)))
    listed = func.json_each(json.dumps(among)).table_valued("value")
    return column.in_(select(listed.c.value))


def keep_order(
    session: Session, *, conditions: Sequence[ColumnElement[bool]], id_column: Any, among: Sequence[str]
) -> list[str]:
    """The ids of ``among`` that match the conditions, in the given order.

    The owner is not a condition: with it, SQLite would read all records of the owner instead of looking
    up the ids.
    """
    found: set[str] = set()
    for part in split_ids(among):
        found |= set(session.scalars(select(id_column).where(*conditions, id_column.in_(part))))
    return [key for key in among if key in found]


def split_ids(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split ``ids`` into lists of at most MAX_IDS_PER_QUERY."""
    for start in range(0, len(ids), MAX_IDS_PER_QUERY):
        yield ids[start : start + MAX_IDS_PER_QUERY]


def read_in_order(
    database: Database, *, owner_id: str, ids: Sequence[str], columns: Sequence[InstrumentedAttribute[Any]]
) -> Iterator[Row[Any]]:
    """Columns of the owner's records in the order of ``ids``, read a few hundred at a time.

    Records deleted in the meantime are left out. ``columns`` start with the id and include the owner.
    """
    for part in split_ids(ids):
        with database.reading() as session:
            rows = session.execute(select(*columns).where(columns[0].in_(part))).all()
        yield from keep_owned_in_order(rows, owner_id=owner_id, ids=part)


def keep_owned_in_order(rows: Iterable[T], *, owner_id: str, ids: Sequence[str]) -> list[T]:
    """The ``rows`` (with ``id`` and ``owner_id``) that belong to the owner, in the order of ``ids``.

    Select the rows by id alone: with the owner in the query, SQLite reads all records of the owner.
    """
    found: dict[str, Any] = {row.id: row for row in typing.cast("Iterable[Any]", rows)}
    return [found[key] for key in ids if key in found and found[key].owner_id == owner_id]


def _parts(sorting: Sorting) -> list[list[ColumnElement[bool]]]:
    if not sorting.has_blanks:
        return [[]]
    first = sorting.columns[0]
    # Null cannot be compared, so there are two queries, each over a range of the index.
    blank = first.is_(None) if sorting.columns[0].property.columns[0].nullable else first == ""
    return [[first > ""], [blank]]


def _count(session: Session, conditions: Sequence[ColumnElement[bool]]) -> int:
    return session.scalar(select(func.count()).where(*conditions)) or 0


def _ids(
    session: Session,
    conditions: Sequence[ColumnElement[bool]],
    sorting: Sorting,
    *,
    offset: int,
    limit: int | None,
) -> list[str]:
    columns = [column.desc() if sorting.order is Order.DESC else column for column in sorting.columns]
    query = select(sorting.columns[-1]).where(*conditions).order_by(*columns).offset(offset)
    return list(session.scalars(query if limit is None else query.limit(limit)))
