"""Add the texts of reports and the uncertain words of transcripts

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analysis_texts",
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_analysis_texts_interview_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("interview_id", "key", name=op.f("pk_analysis_texts")),
    )

    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("uncertain_words", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.drop_column("uncertain_words")
    op.drop_table("analysis_texts")
