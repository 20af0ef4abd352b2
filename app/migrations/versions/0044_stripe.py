"""Add the Stripe customers of users, and the webhook events that were handled

Revision ID: 0044
Revises: 0041
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stripe_customers",
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("customer_id", sa.String(length=255), nullable=False),
        sa.Column("subscription_id", sa.String(length=255), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_stripe_customers_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_stripe_customers"),
        sa.UniqueConstraint("customer_id", name="uq_stripe_customers_customer_id"),
    )
    op.create_table(
        "stripe_events",
        sa.Column("event_id", sa.String(length=255), nullable=False),
        sa.Column("type", sa.String(length=100), nullable=False),
        sa.Column("received_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name="pk_stripe_events"),
    )
    op.create_index("ix_stripe_events_received_at", "stripe_events", ["received_at"])


def downgrade() -> None:
    op.drop_table("stripe_events")
    op.drop_table("stripe_customers")
