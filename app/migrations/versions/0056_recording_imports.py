"""Add imported recordings with their transcribed lines, and the language of reports

Revision ID: 0056
Revises: 0055
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("interviews") as table:
        table.add_column(sa.Column("report_language", sa.String(length=10), nullable=True))
    op.create_table(
        "recording_imports",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=True),
        sa.Column("consent_confirmed_at", sa.DateTime(), nullable=True),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("error", sa.String(length=20), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.String(length=64), nullable=True),
        sa.Column("not_before_at", sa.DateTime(), nullable=True),
        sa.Column("interview_id", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_recording_imports_attempts_never_negative")),
        sa.ForeignKeyConstraint(
            ["owner_id"],
            ["users.id"],
            name=op.f("fk_recording_imports_owner_id_users"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_recording_imports_interview_id_interviews"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recording_imports")),
    )
    op.create_index(op.f("ix_recording_imports_owner_id"), "recording_imports", ["owner_id"])
    op.create_index(op.f("ix_recording_imports_interview_id"), "recording_imports", ["interview_id"])
    op.create_index(
        op.f("ix_recording_imports_status_not_before_at"), "recording_imports", ["status", "not_before_at"]
    )
    op.create_table(
        "recording_import_lines",
        sa.Column("import_id", sa.String(), nullable=False),
        sa.Column("voice", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"],
            ["recording_imports.id"],
            name=op.f("fk_recording_import_lines_import_id_recording_imports"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("import_id", "voice", "number", name=op.f("pk_recording_import_lines")),
    )


def downgrade() -> None:
    op.drop_table("recording_import_lines")
    op.drop_table("recording_imports")
    with op.batch_alter_table("interviews") as table:
        table.drop_column("report_language")
