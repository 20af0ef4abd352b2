"""Origin of transcript lines and interviews; data that clients keep with an interview

Revision ID: 0034
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("origin", sa.String(length=20), server_default="live", nullable=False))
    # Until now, the source alone told the lines that the server did not transcribe.
    op.execute("UPDATE transcript_segments SET origin = 'client' WHERE source != 'whisper'")
    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.add_column(sa.Column("origin", sa.String(length=20), server_default="held", nullable=False))
    op.create_table(
        "interview_data",
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("raw_text", sa.String(), nullable=False),
        sa.Column("assessment", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_interview_data_interview_id_interviews"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("interview_id", name=op.f("pk_interview_data")),
    )


def downgrade() -> None:
    op.drop_table("interview_data")
    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.drop_column("origin")
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.drop_column("origin")
