"""Add the append-only table of security events

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER security_events_no_update BEFORE UPDATE ON security_events
        BEGIN SELECT RAISE(ABORT, 'security events are never changed'); END
        """,
        """
        CREATE TRIGGER security_events_no_delete BEFORE DELETE ON security_events
        WHEN OLD.at > datetime('now', '-30 days')
        BEGIN SELECT RAISE(ABORT, 'security events are kept'); END
        """,
    ),
    "postgresql": (
        """
        CREATE FUNCTION keep_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                RAISE 'security events are never changed' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RAISE 'security events are kept' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER security_events_no_update BEFORE UPDATE ON security_events
        FOR EACH ROW EXECUTE FUNCTION keep_security_events()
        """,
        """
        CREATE TRIGGER security_events_no_delete BEFORE DELETE ON security_events
        FOR EACH ROW WHEN (OLD.at > (now() AT TIME ZONE 'UTC') - INTERVAL '30 days')
        EXECUTE FUNCTION keep_security_events()
        """,
    ),
}


def upgrade() -> None:
    op.create_table(
        "security_events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("actor_id", sa.String(length=64), nullable=True),
        sa.Column("subject_kind", sa.String(length=40), nullable=True),
        sa.Column("subject_id", sa.String(length=64), nullable=True),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_security_events")),
    )
    for column in ("at", "actor_id", "subject_id"):
        op.create_index(op.f(f"ix_security_events_{column}"), "security_events", [column], unique=False)
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    op.drop_table("security_events")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keep_security_events")
