"""Add the table of audio gaps

Revision ID: 0039
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audio_gaps",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("speaker", sa.String(length=20), nullable=False),
        sa.Column("started_seconds", sa.Double(), nullable=False),
        sa.Column("ended_seconds", sa.Double(), nullable=False),
        sa.Column("lost_seconds", sa.Double(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_audio_gaps_interview_id_interviews"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audio_gaps")),
    )
    op.create_index(op.f("ix_audio_gaps_interview_id"), "audio_gaps", ["interview_id"], unique=False)


def downgrade() -> None:
    op.drop_table("audio_gaps")
