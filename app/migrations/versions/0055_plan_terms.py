"""Add the plans that admins changed, and the price of the subscription of each customer

Revision ID: 0055
Revises: 0053
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plan_terms",
        sa.Column("plan", sa.String(length=20), nullable=False),
        sa.Column("display_name", sa.String(length=40), nullable=False),
        sa.Column("monthly_price_cents", sa.Integer(), nullable=False),
        sa.Column("credits_included_per_month", sa.Integer(), nullable=False),
        sa.Column("documents_included_per_month", sa.Integer(), nullable=False),
        sa.Column("starting_credits", sa.Integer(), nullable=False),
        sa.Column("starting_documents", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("plan", name="pk_plan_terms"),
    )
    with op.batch_alter_table("stripe_customers") as table:
        table.add_column(sa.Column("price_id", sa.String(length=255), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("stripe_customers") as table:
        table.drop_column("price_id")
    op.drop_table("plan_terms")
