"""Existing accounts and charges in the append-only ledger (revision 0030)."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from sqlalchemy import Engine, text

from app.billing.ledger import find_disagreements
from app.core.database import Database, make_engine
from app.migrations.upgrade import _config, upgrade

USER = "INSERT INTO users (id, username, username_key, name, role, is_active, created_at, updated_at)"
ACCOUNT = (
    "INSERT INTO billing_accounts (user_id, plan, credits_remaining, credits_included,"
    " documents_remaining, documents_included, period_start_at, created_at, updated_at)"
)
CHARGE = "INSERT INTO ledger_entries (id, user_id, kind, subject_id, amount, taken, seconds, created_at)"


def make_old_database(path: Path) -> Engine:
    """Growth since January 31 with two charges; Trial with nothing left, charged for more than it had."""
    engine = make_engine(f"sqlite:///{path}", synchronous="OFF")
    with engine.connect() as connection:
        command.upgrade(_config(connection), "0021")
        connection.commit()
    at = "2026-01-31 10:00:00.000000"
    rows = [
        f"{USER} VALUES ('ada', 'ada', 'ada', '', 'admin', 1, '{at}', '{at}')",
        f"{USER} VALUES ('alice', 'alice', 'alice', '', 'recruiter', 1, '{at}', '{at}')",
        f"{ACCOUNT} VALUES ('ada', 'growth', 57, 60, 999, 1000, '{at}', '{at}', '{at}')",
        f"{ACCOUNT} VALUES ('alice', 'free', 0, 3, 10, 10, '{at}', '{at}', '{at}')",
        f"{CHARGE} VALUES ('c1', 'ada', 'interview', 'i1', 2, 2, 7000, '2026-02-01 10:00:00.000000')",
        f"{CHARGE} VALUES ('c2', 'ada', 'interview', 'i2', 1, 1, 700, '2026-02-02 10:00:00.000000')",
        f"{CHARGE} VALUES ('c3', 'ada', 'document', 'd1', 1, 1, NULL, '2026-02-02 11:00:00.000000')",
        f"{CHARGE} VALUES ('c4', 'alice', 'interview', 'i3', 4, 3, 14000, '2026-02-03 10:00:00.000000')",
    ]
    with engine.begin() as connection:
        for row in rows:
            connection.execute(text(row))
    return engine


def test_existing_balances_and_charges_are_entries(tmp_path: Path) -> None:
    engine = make_old_database(tmp_path / "greenroom.db")
    upgrade(engine)
    database = Database(engine)
    with database.reading() as session:
        assert find_disagreements(session) == []
        entries = session.execute(
            text("SELECT user_id, unit, kind, amount, balance, price, key FROM ledger_entries ORDER BY id")
        ).all()
        accounts = session.execute(
            text(
                "SELECT user_id, period_end_at, credits_per_month, had_paid_plan, extra_credits"
                " FROM billing_accounts ORDER BY user_id"
            )
        ).all()
    assert [tuple(entry) for entry in entries] == [
        ("ada", "credits", "grant", 60, 60, None, "opening:credits:ada"),
        ("alice", "credits", "grant", 3, 3, None, "opening:credits:alice"),
        ("ada", "documents", "grant", 1000, 1000, None, "opening:documents:ada"),
        ("alice", "documents", "grant", 10, 10, None, "opening:documents:alice"),
        ("ada", "credits", "charge", -2, 58, 2, "interview:i1"),
        ("ada", "credits", "charge", -1, 57, 1, "interview:i2"),
        ("ada", "documents", "charge", -1, 999, 1, "document:d1"),
        ("alice", "credits", "charge", -3, 0, 4, "interview:i3"),
    ]
    assert [tuple(account) for account in accounts] == [
        ("ada", "2026-02-28 10:00:00.000000", 60, 1, 0),
        ("alice", None, 0, 0, 0),
    ]
    database.dispose()


def test_a_downgrade_keeps_the_charges(tmp_path: Path) -> None:
    engine = make_old_database(tmp_path / "greenroom.db")
    upgrade(engine)
    with engine.connect() as connection:
        command.downgrade(_config(connection), "0021")
        connection.commit()
        rows = connection.execute(
            text("SELECT kind, subject_id, amount, taken FROM ledger_entries ORDER BY created_at")
        ).all()
    assert [tuple(row) for row in rows] == [
        ("interview", "i1", 2, 2),
        ("interview", "i2", 1, 1),
        ("document", "d1", 1, 1),
        ("interview", "i3", 4, 3),
    ]
    engine.dispose()
