"""Store with each embedding what makes it stale, and the skills to compare

Revision ID: 0010
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("record_embeddings", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column(
                "record_updated_at",
                sa.DateTime(),
                server_default="1970-01-01 00:00:00.000000",
                nullable=False,
            )
        )
        batch_op.add_column(sa.Column("skills", sa.String(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("preferred_skills", sa.String(), server_default="", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("record_embeddings", schema=None) as batch_op:
        batch_op.drop_column("preferred_skills")
        batch_op.drop_column("skills")
        batch_op.drop_column("record_updated_at")
