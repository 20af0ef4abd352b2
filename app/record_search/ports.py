"""What an index of records can do; one adapter per database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from sqlalchemy.orm import Session


class SearchedKind(StrEnum):
    """The value is the record's table."""

    CANDIDATE = "candidates"
    JOB_DESCRIPTION = "job_descriptions"


@dataclass(frozen=True, slots=True)
class SearchText:
    """How a record reads to somebody who looks for it; the nearer to the top, the more a hit counts."""

    owner_id: str
    changed_at: datetime
    name: Sequence[str]
    """A person's name, a position's title."""
    contact: Sequence[str] = ()
    """What else names it: addresses of a person, a position's company."""
    details: Sequence[str] = ()
    """Skills, employers, places."""
    tag: str = ""
    """What lists are narrowed by, letters only (a job's status); no query for words finds it."""


TextReader = Callable[[Session, Sequence[str]], Mapping[str, SearchText]]
"""(session, record ids): how those of them that still are read now."""
TextReaders = Mapping[SearchedKind, TextReader]


@dataclass(frozen=True, slots=True)
class Hits:
    ids: list[str]
    """Of one page, best first."""
    total: int


class SearchIndex(Protocol):
    def prepare(self, session: Session) -> None:
        """Make the index where it is missing, incomplete or of an older make; every record is then
        pending. Costs next to nothing where it stands."""

    def index_pending(self, session: Session, *, readers: TextReaders, limit: int) -> int:
        """Bring up to ``limit`` records whose change is not in the index into it, latest change first.
        Returns how many."""

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
        """Records that have every word of ``text`` at the beginning of a word; where there is none, those
        with words that a typing error or a missing beginning tells apart. Best first: more of the
        words in the name, then the latest change. ``limit`` None: all of them."""

    def tidy(self, session: Session) -> None:
        """Forget for good the words of records that were deleted or changed since the last time."""
