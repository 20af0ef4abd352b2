"""Shorten phone keys to the last seven digits, so that country codes do not matter

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The keys were the last nine digits, and never fewer than seven.
    op.execute("UPDATE candidates SET phone_key = substr(phone_key, -7) WHERE phone_key IS NOT NULL")


def downgrade() -> None:
    """Nothing to do: shorter keys find the same people, and the two dropped digits cannot be recovered."""
