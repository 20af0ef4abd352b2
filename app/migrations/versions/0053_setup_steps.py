"""Add the steps of the first-run setup

Revision ID: 0053
Revises: 0052
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "setup_steps",
        sa.Column("step", sa.String(40), nullable=False),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("decided_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("step", name=op.f("pk_setup_steps")),
    )


def downgrade() -> None:
    op.drop_table("setup_steps")
