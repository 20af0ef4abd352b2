"""Add the words of transcript lines with their times and confidence

Revision ID: 0052
Revises: 0051
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("transcript_segments") as table:
        table.add_column(sa.Column("confidence", sa.Double(), nullable=True))
        table.add_column(sa.Column("words", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("transcript_segments") as table:
        table.drop_column("words")
        table.drop_column("confidence")
