"""The port of the search index; one adapter per database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from sqlalchemy.orm import Session

PREFIX = "record_search"
"""Prefix of every table, index and trigger of the search index."""


class SearchedKind(StrEnum):
    """Kind of a searched record; the value is its table."""

    CANDIDATE = "candidates"
    JOB_DESCRIPTION = "job_descriptions"


@dataclass(frozen=True, slots=True)
class SearchText:
    """Searchable text of one record; matches in earlier fields rank higher."""

    owner_id: str
    changed_at: datetime
    name: Sequence[str]
    """Name of a person, title of a position."""
    contact: Sequence[str] = ()
    """Contact details of a person, company of a position."""
    details: Sequence[str] = ()
    """Skills, employers, places."""
    tag: str = ""
    """Value that lists filter by, letters only, such as a job's status. Queries for words do not match it."""


TextReader = Callable[[Session, Sequence[str]], Mapping[str, SearchText]]
"""(session, record ids): text of those records that still exist, by id."""
TextReaders = Mapping[SearchedKind, TextReader]


@dataclass(frozen=True, slots=True)
class Hits:
    ids: list[str]
    """Ids of one page, best match first."""
    total: int


class SearchIndex(Protocol):
    def prepare(self, session: Session) -> None:
        """Create the index if it is missing, incomplete or outdated; all records are then pending.

        Cheap if the index is up to date.
        """

    def index_pending(self, session: Session, *, readers: TextReaders, limit: int) -> int:
        """Index up to ``limit`` changed records, latest change first. Returns how many."""

    def find(
        self,
        session: Session,
        *,
        kind: SearchedKind,
        owner_id: str,
        text: str,
        tag: str = "",
        offset: int = 0,
        limit: int | None = None,
    ) -> Hits:
        """Find the records in which every word of ``text`` begins a word, best match first.

        If there are none, misspelled words and words without their beginning match too. More words in the
        name rank higher, then more recent changes. ``limit`` None returns all matches.
        """

    def tidy(self, session: Session) -> None:
        """Permanently erase the words of deleted and changed records from the index."""
