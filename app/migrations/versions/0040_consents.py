"""Add the records of consent

Revision ID: 0040
Revises: 0039
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consents",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("candidate_name", sa.String(length=300), nullable=False),
        sa.Column("text_version", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=True),
        sa.Column("is_recorded", sa.Boolean(), nullable=False),
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("link_hash", sa.String(length=64), nullable=False),
        sa.Column("given_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_consents_interview_id_interviews"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consents")),
    )
    op.create_index(op.f("ix_consents_interview_id"), "consents", ["interview_id"], unique=False)


def downgrade() -> None:
    op.drop_table("consents")
