"""Add the id of the installation, and blank the text of emails that were sent or given up

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )
    # They contain links that open accounts and rooms.
    op.execute(
        "UPDATE outgoing_mails SET text = '', calendar = NULL"
        " WHERE sent_at IS NOT NULL OR failed_at IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_table("installation")
