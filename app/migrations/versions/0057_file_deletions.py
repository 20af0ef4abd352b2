"""Add the files that are to be deleted from an S3-compatible store

Revision ID: 0057
Revises: 0056
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "file_deletions",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("requested_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_file_deletions")),
    )


def downgrade() -> None:
    op.drop_table("file_deletions")
