"""Add the plan of an import that runs in slices, and which documents wait for it

Revision ID: 0051
Revises: 0050
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("document_batches", sa.Column("plan", sa.JSON(), nullable=True))
    op.add_column("documents", sa.Column("awaits_commit", sa.Boolean(), nullable=False, server_default="0"))
    op.execute(
        """
        UPDATE documents SET awaits_commit = TRUE
        WHERE batch_id IN (SELECT id FROM document_batches WHERE status = 'open')
        """
    )


def downgrade() -> None:
    op.drop_column("documents", "awaits_commit")
    op.drop_column("document_batches", "plan")
