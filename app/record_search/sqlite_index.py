"""Search index adapter for SQLite, on FTS5."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from app.record_search import sqlite_schema
from app.record_search.expressions import Scope
from app.record_search.word_index import LAST, WordIndex, find_words


class SqliteSearchIndex(WordIndex):
    """The words are rows of an FTS5 table."""

    def prepare(self, session: Session) -> None:
        sqlite_schema.prepare(session)

    def tidy(self, session: Session) -> None:
        # FTS5 only marks deleted rows; 'optimize' rewrites the index without them.
        if session.scalar(sql("SELECT is_untidy FROM record_search_state")):
            session.execute(sql("INSERT INTO record_search (record_search) VALUES ('optimize')"))
            for number in session.scalars(sql("SELECT id FROM record_search_scopes")).all():
                _erase_unused_words(session, Scope(number))
            session.execute(sql("UPDATE record_search_state SET is_untidy = 0"))

    def _prepare_search(self, session: Session) -> None:
        """FTS5 always uses its index."""

    def _store_words(self, session: Session, entry_id: int, words: Sequence[str]) -> None:
        session.execute(
            sql("INSERT INTO record_search (rowid, words) VALUES (:rowid, :words)"),
            {"rowid": entry_id, "words": " ".join(words)},
        )

    def _remove_words(self, session: Session, entry_ids: Sequence[int]) -> None:
        session.execute(
            sql("DELETE FROM record_search WHERE rowid = :id"), [{"id": entry_id} for entry_id in entry_ids]
        )
        session.execute(sql("UPDATE record_search_state SET is_untidy = 1 WHERE is_untidy = 0"))

    def _count(self, session: Session, expression: str, *, at_most: int | None = None) -> int:
        found = session.scalar(
            sql(
                "SELECT count(*) FROM (SELECT 1 FROM record_search WHERE record_search MATCH :expression "
                "LIMIT :at_most)"
            ),
            {"expression": expression, "at_most": -1 if at_most is None else at_most},
        )
        return int(found or 0)

    def _read(self, session: Session, expression: str, *, offset: int, limit: int) -> Sequence[str]:
        return session.scalars(
            sql(
                "SELECT entry.record_id FROM (SELECT rowid FROM record_search "
                "WHERE record_search MATCH :expression ORDER BY rowid DESC LIMIT :limit OFFSET :offset) "
                "AS hit JOIN record_search_entries AS entry ON entry.id = hit.rowid ORDER BY hit.rowid DESC"
            ),
            {"expression": expression, "limit": limit, "offset": offset},
        ).all()


def _erase_unused_words(session: Session, scope: Scope) -> None:
    """Delete words from the vocabulary that no record of the scope contains any more."""
    prefix = scope.forward("")
    terms = session.scalars(
        sql("SELECT term FROM record_search_words WHERE term >= :first AND term < :last"),
        {"first": prefix, "last": prefix + LAST},
    )
    used = {term[len(prefix) :] for term in terms}
    known = find_words(session, scope, "", is_backward=False)
    gone = [{"scope_id": scope.number, "word": word} for word in known if word not in used]
    if gone:
        session.execute(
            sql("DELETE FROM record_search_vocabulary WHERE scope_id = :scope_id AND word = :word"), gone
        )
