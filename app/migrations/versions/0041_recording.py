"""Add whether an interview is recorded, and whether the candidate agreed to it

Revision ID: 0041
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("interviews") as table:
        table.add_column(sa.Column("is_recorded", sa.Boolean(), nullable=False, server_default="0"))
        table.add_column(
            sa.Column("consented_to_recording", sa.Boolean(), nullable=False, server_default="0")
        )


def downgrade() -> None:
    with op.batch_alter_table("interviews") as table:
        table.drop_column("consented_to_recording")
        table.drop_column("is_recorded")
