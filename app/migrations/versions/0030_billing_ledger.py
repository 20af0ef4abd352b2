"""Give billing accounts cycles, and make the ledger append-only and complete

Revision ID: 0030
Revises: 0021
"""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0021"
branch_labels = None
depends_on = None

_PER_MONTH = {"starter": (20, 200), "growth": (60, 1000)}
"""Credits and documents a month when this revision was written."""

# Entries go only together with their user, who is deleted first.
_TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
        BEGIN SELECT RAISE(ABORT, 'ledger entries are never changed'); END
        """,
        """
        CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
        WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
        BEGIN SELECT RAISE(ABORT, 'ledger entries are kept'); END
        """,
    ),
    "postgresql": (
        """
        CREATE FUNCTION keep_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                RAISE 'ledger entries are never changed' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            IF EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
                RAISE 'ledger entries are kept' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN OLD;
        END $$
        """,
        """
        CREATE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE ON ledger_entries
        FOR EACH ROW EXECUTE FUNCTION keep_ledger_entries()
        """,
    ),
}


def upgrade() -> None:
    with op.batch_alter_table("billing_accounts", schema=None) as batch_op:
        for name in ("extra_credits", "credits_per_month", "documents_per_month"):
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text("0")))
        batch_op.add_column(sa.Column("anchor_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("period_end_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("cancellation_effective_at", sa.DateTime(), nullable=True))
        batch_op.add_column(
            sa.Column("had_paid_plan", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    _fill_cycles()
    with op.batch_alter_table("billing_accounts", schema=None) as batch_op:
        batch_op.alter_column("anchor_at", existing_type=sa.DateTime(), nullable=False)
        batch_op.create_index(batch_op.f("ix_billing_accounts_period_end_at"), ["period_end_at"])
        batch_op.create_check_constraint(
            op.f("ck_billing_accounts_extra_credits_within_balance"),
            "extra_credits BETWEEN 0 AND credits_remaining",
        )
    _rebuild_ledger()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _fill_cycles() -> None:
    connection = op.get_bind()
    op.execute("UPDATE billing_accounts SET anchor_at = period_start_at")
    accounts = sa.table(
        "billing_accounts",
        sa.column("user_id", sa.String()),
        sa.column("plan", sa.String()),
        sa.column("period_start_at", sa.DateTime()),
        sa.column("period_end_at", sa.DateTime()),
        sa.column("credits_per_month", sa.Integer()),
        sa.column("documents_per_month", sa.Integer()),
        sa.column("had_paid_plan", sa.Boolean()),
    )
    found = connection.execute(sa.select(accounts.c.user_id, accounts.c.plan, accounts.c.period_start_at))
    for user_id, plan, start in found.all():
        if plan not in _PER_MONTH:
            continue
        credit_count, document_count = _PER_MONTH[plan]
        connection.execute(
            accounts.update()
            .where(accounts.c.user_id == user_id)
            .values(
                period_end_at=_add_month(start),
                credits_per_month=credit_count,
                documents_per_month=document_count,
                had_paid_plan=True,
            )
        )


def _add_month(start: datetime) -> datetime:
    year, month = (start.year, start.month + 1) if start.month < 12 else (start.year + 1, 1)
    return start.replace(year=year, month=month, day=min(start.day, monthrange(year, month)[1]))


def _rebuild_ledger() -> None:
    op.rename_table("ledger_entries", "old_ledger_entries")
    _release_key_name("old_ledger_entries")
    op.execute("DROP INDEX IF EXISTS ix_ledger_entries_user_id")
    op.create_table(
        "ledger_entries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("unit", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("balance", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("price", sa.Integer(), nullable=True),
        sa.Column("subject_id", sa.String(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("actor_id", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ledger_entries_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entries")),
        sa.UniqueConstraint("key", name=op.f("uq_ledger_entries_key")),
    )
    op.create_index("ix_ledger_entries_user_id_unit", "ledger_entries", ["user_id", "unit"], unique=False)
    # What each account was given at its start: its balance and everything that was taken from it since.
    for unit, column in (("credits", "credits_remaining"), ("documents", "documents_remaining")):
        is_unit = "kind = 'interview'" if unit == "credits" else "kind <> 'interview'"
        op.execute(
            f"""
            INSERT INTO ledger_entries (user_id, unit, kind, amount, balance, key, created_at)
            SELECT user_id, '{unit}', 'grant', given, given, 'opening:{unit}:' || user_id, created_at FROM (
                SELECT a.user_id, a.created_at, a.{column} + COALESCE(
                    (SELECT SUM(o.taken) FROM old_ledger_entries o
                     WHERE o.user_id = a.user_id AND o.{is_unit}), 0) AS given
                FROM billing_accounts a) AS opening
            WHERE given <> 0
            """  # noqa: S608  (the names are those above)
        )
    op.execute(
        """
        INSERT INTO ledger_entries
            (user_id, unit, kind, amount, balance, key, price, subject_id, seconds, created_at)
        SELECT o.user_id, CASE o.kind WHEN 'interview' THEN 'credits' ELSE 'documents' END, 'charge',
            -o.taken,
            CASE o.kind WHEN 'interview' THEN a.credits_remaining ELSE a.documents_remaining END + COALESCE(
                (SELECT SUM(later.taken) FROM old_ledger_entries later
                 WHERE later.user_id = o.user_id AND (later.kind = 'interview') = (o.kind = 'interview')
                   AND (later.created_at > o.created_at
                        OR (later.created_at = o.created_at AND later.id > o.id))), 0),
            o.kind || ':' || o.subject_id, o.amount, o.subject_id, o.seconds, o.created_at
        FROM old_ledger_entries o JOIN billing_accounts a ON a.user_id = o.user_id
        ORDER BY o.created_at, o.id
        """
    )
    op.drop_table("old_ledger_entries")


def _release_key_name(table: str) -> None:
    """Free the name of the primary key, which PostgreSQL keeps when a table is renamed."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT pk_ledger_entries")


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER ledger_entries_no_update")
        op.execute("DROP TRIGGER ledger_entries_no_delete")
    else:
        op.execute("DROP FUNCTION keep_ledger_entries CASCADE")
    op.rename_table("ledger_entries", "new_ledger_entries")
    _release_key_name("new_ledger_entries")
    op.create_table(
        "ledger_entries",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject_id", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ledger_entries_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entries")),
        sa.UniqueConstraint("kind", "subject_id", name=op.f("uq_ledger_entries_kind_subject_id")),
    )
    # Only charges have a place in the older table.
    op.execute(
        """
        INSERT INTO ledger_entries (id, user_id, kind, subject_id, amount, taken, seconds, created_at)
        SELECT CAST(id AS VARCHAR), user_id, CASE unit WHEN 'credits' THEN 'interview' ELSE 'document' END,
            subject_id, price, -amount, seconds, created_at
        FROM new_ledger_entries WHERE kind = 'charge' AND subject_id IS NOT NULL
        """
    )
    op.drop_table("new_ledger_entries")
    op.create_index("ix_ledger_entries_user_id", "ledger_entries", ["user_id"], unique=False)
    with op.batch_alter_table("billing_accounts", schema=None) as batch_op:
        batch_op.drop_constraint(op.f("ck_billing_accounts_extra_credits_within_balance"), type_="check")
        batch_op.drop_index(batch_op.f("ix_billing_accounts_period_end_at"))
        for name in (
            "had_paid_plan",
            "cancellation_effective_at",
            "period_end_at",
            "anchor_at",
            "documents_per_month",
            "credits_per_month",
            "extra_credits",
        ):
            batch_op.drop_column(name)
