"""Add when the user of a session last entered the password

Revision ID: 0058
Revises: 0057
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("session_tokens") as batch:
        batch.add_column(sa.Column("authenticated_at", sa.DateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("session_tokens") as batch:
        batch.drop_column("authenticated_at")
