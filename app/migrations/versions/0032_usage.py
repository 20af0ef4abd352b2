"""Add the tables of metered usage

Revision ID: 0032
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "engine_calls",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("source", sa.String(length=40), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("model", sa.String(length=300), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("audio_ms", sa.Integer(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("cost_microcents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_calls")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_engine_calls_at"), "engine_calls", ["at"], unique=False)
    op.create_table(
        "daily_usage",
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("source", sa.String(length=40), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("model", sa.String(length=300), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("failed_calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), nullable=False),
        sa.Column("audio_ms", sa.BigInteger(), nullable=False),
        sa.Column("duration_ms", sa.BigInteger(), nullable=False),
        sa.Column("cost_microcents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "user_id", "day", "kind", "source", "provider", "model", name=op.f("pk_daily_usage")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "user_costs",
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("cost_microcents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_user_costs")),
    )
    op.create_table(
        "usage_roll_up",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last_call_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_usage_roll_up")),
    )


def downgrade() -> None:
    for table in ("usage_roll_up", "user_costs", "daily_usage", "engine_calls"):
        op.drop_table(table)
