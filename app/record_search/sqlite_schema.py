"""Schema of the search index in SQLite: FTS5 tables, and triggers that mark changed records.

``prepare`` creates it from the records, rather than a migration: Alembic rewrites tables, which drops
their triggers, and does not support virtual tables. Dropping the index loses nothing.
"""

from __future__ import annotations

from sqlalchemy import column, insert, literal, select, table, text
from sqlalchemy.orm import Session

from app.record_search.ports import SearchedKind

VERSION = 3
"""Increase it with every change of the index content or format: each database then rebuilds its index."""
_TABLES = {
    # One row per record. Its id is the time of the change in microseconds (or the next free number), so
    # that the order of ids, which FTS5 yields without sorting, is the order of a list.
    "record_search_entries": """
        CREATE TABLE record_search_entries (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, record_id TEXT NOT NULL, UNIQUE (kind, record_id)
        )""",
    # One owner and kind of record. Its number is a prefix of every indexed word (see Scope).
    "record_search_scopes": """
        CREATE TABLE record_search_scopes (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL,
            owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, UNIQUE (owner_id, kind)
        )""",
    # Records changed since they were indexed.
    "record_search_pending": """
        CREATE TABLE record_search_pending (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, record_id TEXT NOT NULL, UNIQUE (kind, record_id)
        )""",
    "record_search_state": """
        CREATE TABLE record_search_state (version INTEGER NOT NULL, is_untidy INTEGER NOT NULL)""",
    # Words are folded and split by words.py, so the tokenizer splits at spaces only. The first letter of
    # each word says which part of the record it is in (expressions.py), so the index need not store
    # positions. The prefix indexes cover one to eight letters after the five of the scope: without one,
    # FTS5 collects every match of a prefix before it yields the first.
    "record_search": """
        CREATE VIRTUAL TABLE record_search USING fts5(
            words, content='', contentless_delete=1, detail=none, prefix='6 7 8 9 10 11 12 13',
            tokenize="ascii tokenchars '+#'"
        )""",
    "record_search_words": """
        CREATE VIRTUAL TABLE record_search_words USING fts5vocab(record_search, 'row')""",
    # Words to compare misspelled words with. FTS5 has these words too, but is slow to list them.
    "record_search_vocabulary": """
        CREATE TABLE record_search_vocabulary (
            scope_id INTEGER NOT NULL REFERENCES record_search_scopes (id) ON DELETE CASCADE,
            word TEXT NOT NULL, backward TEXT NOT NULL, PRIMARY KEY (scope_id, word)
        ) WITHOUT ROWID""",
    "record_search_vocabulary_backward": """
        CREATE INDEX record_search_vocabulary_backward ON record_search_vocabulary (scope_id, backward)""",
}
_PENDING = """
    INSERT INTO record_search_pending (kind, record_id) VALUES ('{table}', {row}.id)
    ON CONFLICT (kind, record_id) DO UPDATE SET id = (SELECT max(id) + 1 FROM record_search_pending);"""
_FORGET = """
    DELETE FROM record_search WHERE rowid =
        (SELECT id FROM record_search_entries WHERE kind = '{table}' AND record_id = OLD.id);
    DELETE FROM record_search_entries WHERE kind = '{table}' AND record_id = OLD.id;
    DELETE FROM record_search_pending WHERE kind = '{table}' AND record_id = OLD.id;
    UPDATE record_search_state SET is_untidy = 1 WHERE is_untidy = 0;"""
_TRIGGERS = {
    f"record_search_{kind.value}_{event}": (
        f"CREATE TRIGGER record_search_{kind.value}_{event} AFTER {event.upper()} ON {kind.value} "
        f"BEGIN {body.format(table=kind.value, row=row)} END"
    )
    for kind in SearchedKind
    for event, row, body in (
        ("insert", "NEW", _PENDING),
        ("update", "NEW", _PENDING),
        ("delete", "OLD", _FORGET),
    )
}


def prepare(session: Session) -> bool:
    """Create the index unless it is up to date. True when it was created; all records are then pending."""
    if _is_complete(session):
        return False
    names = session.execute(
        text(
            "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'trigger') "
            "AND name LIKE 'record!_search%' ESCAPE '!' "
            "ORDER BY type DESC, name = 'record_search_words' DESC, name = 'record_search' DESC"
        )
    ).all()
    for kind, name in names:
        # Drop the vocabulary before its FTS5 table, which takes its shadow tables along.
        session.execute(text(f'DROP {kind} IF EXISTS "{name}"'))
    for statement in (*_TABLES.values(), *_TRIGGERS.values()):
        session.execute(text(statement))
    session.execute(text("INSERT INTO record_search_state VALUES (:version, 0)"), {"version": VERSION})
    pending = table("record_search_pending", column("kind"), column("record_id"))
    for kind in SearchedKind:
        records = table(kind.value, column("id"), column("updated_at"))
        session.execute(
            insert(pending).from_select(
                ["kind", "record_id"],
                select(literal(kind.value), records.c.id).order_by(records.c.updated_at),
            )
        )
    return True


def _is_complete(session: Session) -> bool:
    found = session.scalars(
        text("SELECT name FROM sqlite_master WHERE name LIKE 'record!_search%' ESCAPE '!'")
    )
    if not set(found) >= _TABLES.keys() | _TRIGGERS.keys():
        return False
    version: int | None = session.scalar(text("SELECT version FROM record_search_state"))
    return version == VERSION
