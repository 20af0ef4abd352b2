"""Add the CV that counts to candidates

Revision ID: 0050
Revises: 0044
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("candidates", sa.Column("document_id", sa.String(), nullable=True))
    op.execute(
        """
        UPDATE candidates SET document_id = (
            SELECT documents.id FROM documents
            WHERE documents.candidate_id = candidates.id AND documents.type = 'cv'
            ORDER BY documents.created_at DESC, documents.id LIMIT 1
        )
        """
    )


def downgrade() -> None:
    op.drop_column("candidates", "document_id")
