"""Pages of lists: in the order that is asked for, the same on every call, blanks at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

IN_ONE_QUERY = 500
"""Ids that are named in one query; SQLite takes many more, but plans them worse."""

MIN_SEARCH = 2
"""Characters from which on look-ups answer anything (document 001, section 9)."""


class Order(StrEnum):
    ASC = "asc"
    DESC = "desc"


@dataclass(frozen=True, slots=True)
class Sorting:
    """What a list is ordered by; ``columns`` begin an index after the owner and end with the id."""

    columns: Sequence[InstrumentedAttribute[Any]]
    order: Order
    has_blanks: bool = False
    """The first column may be empty or null: such records stand at the end in either order."""


@dataclass(frozen=True, slots=True)
class Listed:
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
    """One page (``limit`` None: all from ``offset`` on) and the number of all, counted unless given.

    Reads the index that the sorting names, not the records: a page deep in the list is nearly as fast as
    the first.
    """
    if total is None:
        total = _count(session, conditions)
    ids: list[str] = []
    for part in _parts(sorting):
        wanted = None if limit is None else limit - len(ids)
        if wanted == 0:
            break
        within = [*conditions, *part]
        ids += _ids(session, within, sorting, offset=offset, limit=wanted)
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
    """One page of ``among``, all of which meet the conditions, in the order of the list."""
    # One parameter, however many there are (SQLite's way of passing a list).
    listed = func.json_each(json.dumps(among)).table_valued("value")
    within = [*conditions, sorting.columns[-1].in_(select(listed.c.value))]
    return list_ids(session, conditions=within, sorting=sorting, offset=offset, limit=limit, total=len(among))


def keep_order(
    session: Session, *, conditions: Sequence[ColumnElement[bool]], id_column: Any, among: Sequence[str]
) -> list[str]:
    """Those of ``among`` that meet the conditions, as they stand. The owner is no condition: with it,
    SQLite would rather read all that he has than look the ids up."""
    found: set[str] = set()
    for part in in_parts(among):
        found |= set(session.scalars(select(id_column).where(*conditions, id_column.in_(part))))
    return [key for key in among if key in found]


def in_parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """``ids`` in order, as many at once as one query names."""
    for start in range(0, len(ids), IN_ONE_QUERY):
        yield ids[start : start + IN_ONE_QUERY]


def _parts(sorting: Sorting) -> list[list[ColumnElement[bool]]]:
    if not sorting.has_blanks:
        return [[]]
    first = sorting.columns[0]
    # One that is null is not greater than anything: two queries, each of them a range of the index.
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
