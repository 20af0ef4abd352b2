"""Add links that share a report

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "report_links",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=100), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_report_links_interview_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_report_links_token_hash")),
    )
    with op.batch_alter_table("report_links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_report_links_interview_id"), ["interview_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("report_links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_report_links_interview_id"))

    op.drop_table("report_links")
