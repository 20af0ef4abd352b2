"""Add calendar invitations and reminders

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calendar_invitations",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("method", sa.String(length=20), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.DateTime(), nullable=False),
        sa.Column("duration_minutes", sa.Integer(), nullable=False),
        sa.Column("timezone", sa.String(length=64), nullable=False),
        sa.Column("base_url", sa.String(length=500), nullable=False),
        sa.Column("mail_id", sa.String(), nullable=True),
        sa.Column("written_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_calendar_invitations_interview_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["mail_id"],
            ["outgoing_mails.id"],
            name=op.f("fk_calendar_invitations_mail_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_invitations")),
    )
    with op.batch_alter_table("calendar_invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_calendar_invitations_mail_id"), ["mail_id"], unique=False)
        batch_op.create_index(
            "ix_calendar_invitations_method_starts_at", ["method", "starts_at"], unique=False
        )
        batch_op.create_index("ix_calendar_invitations_recipient", ["interview_id", "recipient"], unique=True)

    op.create_table(
        "interview_reminders",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(), nullable=False),
        sa.Column("minutes_before", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_interview_reminders_interview_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interview_reminders")),
    )
    with op.batch_alter_table("interview_reminders", schema=None) as batch_op:
        batch_op.create_index(
            "ix_interview_reminders_once", ["interview_id", "starts_at", "minutes_before"], unique=True
        )

    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.add_column(sa.Column("calendar_sequence", sa.Integer(), server_default="0", nullable=False))

    with op.batch_alter_table("outgoing_mails", schema=None) as batch_op:
        batch_op.add_column(sa.Column("calendar", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("calendar_method", sa.String(length=20), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("outgoing_mails", schema=None) as batch_op:
        batch_op.drop_column("calendar_method")
        batch_op.drop_column("calendar")

    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.drop_column("calendar_sequence")

    with op.batch_alter_table("interview_reminders", schema=None) as batch_op:
        batch_op.drop_index("ix_interview_reminders_once")

    op.drop_table("interview_reminders")
    with op.batch_alter_table("calendar_invitations", schema=None) as batch_op:
        batch_op.drop_index("ix_calendar_invitations_recipient")
        batch_op.drop_index("ix_calendar_invitations_method_starts_at")
        batch_op.drop_index(batch_op.f("ix_calendar_invitations_mail_id"))

    op.drop_table("calendar_invitations")
