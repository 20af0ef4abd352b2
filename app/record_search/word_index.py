"""Search index parts shared by all databases: entries, scopes, vocabulary and query parsing.

Adapters store and match words with the means of their database.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from app.record_search.expressions import (
    ANYWHERE,
    IN_CONTACT,
    IN_NAME,
    Alternatives,
    Place,
    Scope,
    Term,
    make_tiers,
    match_all,
    match_some_in_name,
    with_tag,
)
from app.record_search.ports import Hits, SearchedKind, SearchText, TextReaders
from app.record_search.spelling import count_allowed_errors, find_similar_words
from app.record_search.words import make_indexed_words, split_query

_WORDS_WITH = """
    SELECT {column} FROM record_search_vocabulary
    WHERE scope_id = :scope_id AND {column} >= :first AND {column} < :last"""
LAST = chr(0x10FFFF)
"""Sorts after every letter."""
_MIN_ENDING_LENGTH = 3
"""Shorter words are not looked up as endings of others."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MAX_CORRECTED_WORDS = 5
"""Longer queries are not spell-corrected: someone who pastes a sentence has not mistyped a name."""


class WordIndex(ABC):
    """All methods run in the transaction of the given session. Expressions are those of FTS5."""

    @abstractmethod
    def prepare(self, session: Session) -> None:
        """See ``SearchIndex``."""

    @abstractmethod
    def tidy(self, session: Session) -> None:
        """See ``SearchIndex``."""

    @abstractmethod
    def _prepare_search(self, session: Session) -> None:
        """Set up the transaction for a search."""

    @abstractmethod
    def _store_words(self, session: Session, entry_id: int, words: Sequence[str]) -> None:
        """Store the words of an entry."""

    @abstractmethod
    def _remove_words(self, session: Session, entry_ids: Sequence[int]) -> None:
        """Remove the words of entries; ids in ascending order."""

    @abstractmethod
    def _count(self, session: Session, expression: str, *, at_most: int | None = None) -> int:
        """How many entries match; with ``at_most``, no more than that."""

    @abstractmethod
    def _read(self, session: Session, expression: str, *, offset: int, limit: int) -> Sequence[str]:
        """Ids of the records whose entries match, latest change first."""

    def index_pending(self, session: Session, *, readers: TextReaders, limit: int) -> int:
        pending = session.execute(
            sql("SELECT id, kind, record_id FROM record_search_pending ORDER BY id DESC LIMIT :limit"),
            {"limit": limit},
        ).all()
        if not pending:
            return 0
        entries: list[tuple[int, SearchedKind, str, SearchText]] = []
        for kind in SearchedKind:
            ids = [row.record_id for row in pending if row.kind == kind]
            if ids:
                self._forget(session, kind, ids)
                read = readers[kind](session, ids)
                entries += [(_instant(entry.changed_at), kind, key, entry) for key, entry in read.items()]
        # Insert in order of ids: FTS5 flushes to disk at every row that does not follow the last one.
        entries.sort(key=lambda entry: entry[0])
        for instant, kind, record_id, read_text in entries:
            self._insert(session, instant, kind, record_id, read_text)
        session.execute(
            sql("DELETE FROM record_search_pending WHERE id = :id"), [{"id": row.id} for row in pending]
        )
        return len(pending)

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
        words = split_query(text)
        scope = _find_scope(session, kind, owner_id)
        if words is None or scope is None:
            return Hits(ids=[], total=0)
        self._prepare_search(session)
        for meant in self._interpretations(session, scope, words):
            total = self._count(session, with_tag(scope, match_all(scope, meant), tag))
            if total:
                is_named = self._count(session, match_some_in_name(scope, meant), at_most=1) > 0
                ranks = [
                    with_tag(scope, rank, tag) for rank in make_tiers(scope, meant, is_any_in_name=is_named)
                ]
                on_page = max(0, min(total - offset, total if limit is None else limit))
                page = self._page(session, ranks, offset=offset, limit=on_page)
                return Hits(ids=list(page), total=total)
        return Hits(ids=[], total=0)

    def _page(self, session: Session, ranks: Sequence[str], *, offset: int, limit: int) -> Iterator[str]:
        """Ids from ``offset`` on, over all ranks in order."""
        for rank in ranks:
            found = self._read(session, rank, offset=offset, limit=limit)
            yield from found
            limit -= len(found)
            if limit <= 0:
                return
            # An empty result means that the whole rank lies before the offset.
            offset = 0 if found or not offset else max(0, offset - self._count(session, rank))

    def _interpretations(
        self, session: Session, scope: Scope, words: Sequence[str]
    ) -> Iterator[Sequence[Alternatives]]:
        """Interpretations of a query, in the order to try them.

        First literally; then with corrections for words that the owner's records do not contain; then,
        if the words occur but never together, with corrections for any word.
        """
        literal: list[Alternatives] = [[Term(word)] for word in words]
        yield literal
        if len(words) > _MAX_CORRECTED_WORDS:
            return

        def vocabulary(beginning: str, is_backward: bool) -> Iterable[str]:
            return find_words(session, scope, beginning, is_backward=is_backward)

        def occurs(terms: Alternatives) -> bool:
            return self._count(session, match_all(scope, [terms]), at_most=1) > 0

        def correct(word: str) -> list[Term]:
            meant = [Term(other) for other in find_similar_words(word, vocabulary)]
            ending = Term(word, is_ending=True)
            if len(word) >= _MIN_ENDING_LENGTH and occurs([ending]):
                meant.append(ending)
            return meant

        known = [occurs(terms) for terms in literal]
        corrected = [
            terms if is_known else correct(word)
            for word, terms, is_known in zip(words, literal, known, strict=True)
        ]
        if not all(corrected):
            return
        if not all(known):
            yield corrected
        if len(words) > 1 and any(known):
            yield [
                [*terms, *correct(word)] if is_known else terms
                for word, terms, is_known in zip(words, corrected, known, strict=True)
            ]

    def _forget(self, session: Session, kind: SearchedKind, ids: Sequence[str]) -> None:
        entry_ids: list[int] = []
        for record_id in ids:
            entry_ids += session.scalars(
                sql(
                    "DELETE FROM record_search_entries WHERE kind = :kind AND record_id = :record_id "
                    "RETURNING id"
                ),
                {"kind": kind.value, "record_id": record_id},
            )
        if entry_ids:
            self._remove_words(session, sorted(entry_ids))

    def _insert(
        self, session: Session, instant: int, kind: SearchedKind, record_id: str, read: SearchText
    ) -> None:
        scope = _find_scope(session, kind, read.owner_id) or _make_scope(session, kind, read.owner_id)
        places: tuple[tuple[Place, Sequence[str]], ...] = (
            (IN_NAME, read.name),
            (IN_CONTACT, read.contact),
            (ANYWHERE, [*read.name, *read.contact, *read.details]),
        )
        terms = [scope.forward(word, where) for where, texts in places for word in make_indexed_words(texts)]
        every_word = make_indexed_words(places[-1][1])
        terms += [scope.backward(word) for word in every_word if len(word) > _MIN_ENDING_LENGTH]
        if read.tag:
            terms.append(scope.tag(read.tag))
        self._store_words(session, _claim_entry(session, instant, kind, record_id), terms)
        correctable = [word for word in every_word if count_allowed_errors(word)]
        if correctable:
            session.execute(
                sql(
                    "INSERT INTO record_search_vocabulary (scope_id, word, backward) "
                    "VALUES (:scope_id, :word, :backward) ON CONFLICT DO NOTHING"
                ),
                [{"scope_id": scope.number, "word": word, "backward": word[::-1]} for word in correctable],
            )


def _instant(changed_at: datetime) -> int:
    return (changed_at - _EPOCH) // timedelta(microseconds=1)


def _claim_entry(session: Session, instant: int, kind: SearchedKind, record_id: str) -> int:
    """Insert an entry with the time of the change as its id, or the next free id."""
    spread = 1
    while True:
        claimed = session.scalar(
            sql(
                "INSERT INTO record_search_entries (id, kind, record_id) VALUES (:id, :kind, :record_id) "
                "ON CONFLICT (id) DO NOTHING RETURNING id"
            ),
            {"id": instant + secrets.randbelow(spread), "kind": kind.value, "record_id": record_id},
        )
        if claimed is not None:
            return int(claimed)
        spread *= 10


def _find_scope(session: Session, kind: SearchedKind, owner_id: str) -> Scope | None:
    number = session.scalar(
        sql("SELECT id FROM record_search_scopes WHERE owner_id = :owner_id AND kind = :kind"),
        {"owner_id": owner_id, "kind": kind.value},
    )
    return None if number is None else Scope(number)


def _make_scope(session: Session, kind: SearchedKind, owner_id: str) -> Scope:
    number = session.scalar(
        sql("INSERT INTO record_search_scopes (owner_id, kind) VALUES (:owner_id, :kind) RETURNING id"),
        {"owner_id": owner_id, "kind": kind.value},
    )
    assert number is not None
    return Scope(number)


def find_words(session: Session, scope: Scope, beginning: str, *, is_backward: bool) -> list[str]:
    """Words of the scope with this beginning; with ``is_backward``, with this ending (both reversed).

    May include words of deleted records.
    """
    column = "backward" if is_backward else "word"
    found = session.scalars(
        sql(_WORDS_WITH.format(column=column)),
        {"scope_id": scope.number, "first": beginning, "last": beginning + LAST},
    )
    return list(found)
