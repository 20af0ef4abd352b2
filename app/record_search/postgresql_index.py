"""Search index adapter for PostgreSQL, on text vectors and a GIN index."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from app.record_search import postgresql_schema
from app.record_search.expressions import Scope
from app.record_search.word_index import WordIndex

_TERM = re.compile(r'"([^"]*)"( \*)?')
_OPERATORS = ((" AND ", " & "), (" OR ", " | "), (" NOT ", " & !"))
_TIDY_STEP = 1_000
"""Words looked up by one statement."""


def to_tsquery(expression: str) -> str:
    """An expression of FTS5 in the syntax of ``tsquery``. Words consist of letters, digits, + and #."""
    query = _TERM.sub(lambda term: f"'{term[1]}'{':*' if term[2] else ''}", expression)
    for operator, symbol in _OPERATORS:
        query = query.replace(operator, symbol)
    return query


class PostgresqlSearchIndex(WordIndex):
    """The words of an entry form one text vector, built without parsing or stemming."""

    def prepare(self, session: Session) -> None:
        postgresql_schema.prepare(session)

    def tidy(self, session: Session) -> None:
        # Words are removed from the vocabulary if no entry has them any more. VACUUM, which runs
        # automatically, frees the rows.
        removed = session.scalars(
            sql(
                "WITH gone AS (DELETE FROM record_search_removed RETURNING words) "
                "SELECT DISTINCT term FROM gone, unnest(tsvector_to_array(words)) AS term "
                "WHERE left(term, 1) = 'a'"
            )
        ).all()
        for start in range(0, len(removed), _TIDY_STEP):
            terms = removed[start : start + _TIDY_STEP]
            used = set(
                session.scalars(
                    sql(
                        "SELECT term FROM unnest(CAST(:terms AS text[])) AS term WHERE EXISTS ("
                        "SELECT 1 FROM record_search WHERE words @@ CAST(quote_literal(term) AS tsquery))"
                    ),
                    {"terms": list(terms)},
                )
            )
            gone = [term for term in terms if term not in used]
            if gone:
                session.execute(
                    sql("DELETE FROM record_search_vocabulary WHERE scope_id = :scope_id AND word = :word"),
                    [dict(zip(("scope_id", "word"), Scope.split(term), strict=True)) for term in gone],
                )

    def _prepare_search(self, session: Session) -> None:
        # PostgreSQL takes comparing a text vector for as cheap as comparing a number. For words that many
        # records have, such as two letters, it would compare all vectors instead of using the index. This
        # holds until the end of the transaction, which then reads the records by their ids.
        session.execute(sql("SET LOCAL enable_seqscan = off"))

    def _store_words(self, session: Session, entry_id: int, words: Sequence[str]) -> None:
        session.execute(
            sql("INSERT INTO record_search VALUES (:id, array_to_tsvector(CAST(:words AS text[])))"),
            {"id": entry_id, "words": list(words)},
        )

    def _remove_words(self, session: Session, entry_ids: Sequence[int]) -> None:
        session.execute(sql("DELETE FROM record_search WHERE id = ANY(:ids)"), {"ids": list(entry_ids)})

    def _count(self, session: Session, expression: str, *, at_most: int | None = None) -> int:
        found = session.scalar(
            sql(
                "SELECT count(*) FROM (SELECT 1 FROM record_search WHERE words @@ CAST(:query AS tsquery) "
                "LIMIT CAST(:at_most AS bigint)) AS hit"
            ),
            {"query": to_tsquery(expression), "at_most": at_most},
        )
        return int(found or 0)

    def _read(self, session: Session, expression: str, *, offset: int, limit: int) -> Sequence[str]:
        # Without MATERIALIZED, PostgreSQL may walk through all entries from the latest one on, because it
        # overestimates how many match: misspelled names took 50 ms instead of 1 ms.
        return session.scalars(
            sql(
                "WITH matching AS MATERIALIZED "
                "(SELECT id FROM record_search WHERE words @@ CAST(:query AS tsquery)), "
                "hit AS (SELECT id FROM matching ORDER BY id DESC LIMIT :limit OFFSET :offset) "
                "SELECT entry.record_id FROM hit JOIN record_search_entries AS entry ON entry.id = hit.id "
                "ORDER BY hit.id DESC"
            ),
            {"query": to_tsquery(expression), "limit": limit, "offset": offset},
        ).all()
