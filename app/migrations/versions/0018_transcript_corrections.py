"""Keep the original text of corrected transcript lines

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("original_text", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("corrected_at", sa.DateTime(), nullable=True))


def downgrade() -> None:
    # What the speech model wrote comes back; the corrections are lost.
    op.execute("UPDATE transcript_segments SET text = original_text WHERE original_text IS NOT NULL")
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.drop_column("corrected_at")
        batch_op.drop_column("original_text")
