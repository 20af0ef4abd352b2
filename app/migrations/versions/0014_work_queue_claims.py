"""Add the columns for claiming emails and answer points from the work queue

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("outgoing_mails", schema=None) as batch_op:
        batch_op.add_column(sa.Column("claim_id", sa.String(length=64), nullable=True))

    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("points_claim_id", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("points_not_before_at", sa.DateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.drop_column("points_not_before_at")
        batch_op.drop_column("points_claim_id")

    with op.batch_alter_table("outgoing_mails", schema=None) as batch_op:
        batch_op.drop_column("claim_id")
