"""Add accounts, settings, demo requests, the email outbox and job runs

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_runs",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("job_key", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("trigger", sa.String(length=20), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.Column("processed_count", sa.Integer(), nullable=False),
        sa.Column("error_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_runs")),
    )
    with op.batch_alter_table("job_runs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_job_runs_job_key"), ["job_key"], unique=False)
        batch_op.create_index(batch_op.f("ix_job_runs_started_at"), ["started_at"], unique=False)

    op.create_table(
        "outgoing_mails",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("subject", sa.String(length=300), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(), nullable=True),
        sa.Column("sent_at", sa.DateTime(), nullable=True),
        sa.Column("failed_at", sa.DateTime(), nullable=True),
        sa.Column("last_error", sa.String(length=500), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outgoing_mails")),
    )
    with op.batch_alter_table("outgoing_mails", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_outgoing_mails_next_attempt_at"), ["next_attempt_at"], unique=False
        )

    op.create_table(
        "provider_sign_ins",
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.String(length=100), nullable=False),
        sa.Column("sealed_verifier", sa.String(), nullable=False),
        sa.Column("next_path", sa.String(length=2000), nullable=True),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("pk_provider_sign_ins")),
    )
    with op.batch_alter_table("provider_sign_ins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_provider_sign_ins_expires_at"), ["expires_at"], unique=False)

    op.create_table(
        "spent_challenges",
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name=op.f("pk_spent_challenges")),
    )
    with op.batch_alter_table("spent_challenges", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_spent_challenges_expires_at"), ["expires_at"], unique=False)

    op.create_table(
        "stored_settings",
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_stored_settings")),
    )
    op.create_table(
        "demo_requests",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("company", sa.String(length=200), nullable=False),
        sa.Column("phone", sa.String(length=50), nullable=False),
        sa.Column("mail_id", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mail_id"], ["outgoing_mails.id"], name=op.f("fk_demo_requests_mail_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_demo_requests")),
    )
    with op.batch_alter_table("demo_requests", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_demo_requests_created_at"), ["created_at"], unique=False)

    op.create_table(
        "external_identities",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("issuer", sa.String(length=500), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_external_identities_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_external_identities")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_external_identities_issuer_subject")),
    )
    with op.batch_alter_table("external_identities", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_external_identities_user_id"), ["user_id"], unique=False)

    op.create_table(
        "invitations",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_invitations_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitations_user_id"), ["user_id"], unique=False)

    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_recovery_codes_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_codes")),
    )
    with op.batch_alter_table("recovery_codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_recovery_codes_user_id"), ["user_id"], unique=False)

    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("sealed_secret", sa.String(), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(), nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_second_factors_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_second_factors")),
    )
    with op.batch_alter_table("session_tokens", schema=None) as batch_op:
        batch_op.add_column(sa.Column("device", sa.String(length=300), server_default="", nullable=False))
        batch_op.add_column(
            sa.Column("method", sa.String(length=20), server_default="password", nullable=False)
        )
        batch_op.add_column(sa.Column("last_used_at", sa.DateTime(), nullable=True))

    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("must_change_password", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
        batch_op.add_column(sa.Column("language", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("last_signed_in_at", sa.DateTime(), nullable=True))
        batch_op.alter_column("password_hash", existing_type=sa.VARCHAR(), nullable=True)


def downgrade() -> None:
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.alter_column("password_hash", existing_type=sa.VARCHAR(), nullable=False)
        batch_op.drop_column("last_signed_in_at")
        batch_op.drop_column("language")
        batch_op.drop_column("must_change_password")

    with op.batch_alter_table("session_tokens", schema=None) as batch_op:
        batch_op.drop_column("last_used_at")
        batch_op.drop_column("method")
        batch_op.drop_column("device")

    op.drop_table("second_factors")
    with op.batch_alter_table("recovery_codes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_recovery_codes_user_id"))

    op.drop_table("recovery_codes")
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invitations_user_id"))

    op.drop_table("invitations")
    with op.batch_alter_table("external_identities", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_external_identities_user_id"))

    op.drop_table("external_identities")
    with op.batch_alter_table("demo_requests", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_demo_requests_created_at"))

    op.drop_table("demo_requests")
    op.drop_table("stored_settings")
    with op.batch_alter_table("spent_challenges", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_spent_challenges_expires_at"))

    op.drop_table("spent_challenges")
    with op.batch_alter_table("provider_sign_ins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_provider_sign_ins_expires_at"))

    op.drop_table("provider_sign_ins")
    with op.batch_alter_table("outgoing_mails", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outgoing_mails_next_attempt_at"))

    op.drop_table("outgoing_mails")
    with op.batch_alter_table("job_runs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_job_runs_started_at"))
        batch_op.drop_index(batch_op.f("ix_job_runs_job_key"))

    op.drop_table("job_runs")
