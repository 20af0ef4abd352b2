"""Add reviewers, scorecards, decisions, amended findings and their history

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def _references(table: str, column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}"), ondelete=ondelete
    )


def upgrade() -> None:
    op.create_table(
        "interview_reviewers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        _references("interview_reviewers", "interview_id", "interviews", "CASCADE"),
        _references("interview_reviewers", "user_id", "users", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interview_reviewers")),
        sa.UniqueConstraint(
            "interview_id", "user_id", name=op.f("uq_interview_reviewers_interview_id_user_id")
        ),
    )
    op.create_index(op.f("ix_interview_reviewers_user_id"), "interview_reviewers", ["user_id"])

    op.create_table(
        "scorecards",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("technical", sa.Integer(), nullable=True),
        sa.Column("communication", sa.Integer(), nullable=True),
        sa.Column("recommendation", sa.String(length=20), nullable=True),
        sa.Column("notes", sa.String(), server_default="", nullable=False),
        sa.Column("looked_at", sa.DateTime(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(), nullable=True),
        sa.Column("is_blind", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_changed_after_report", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        _references("scorecards", "interview_id", "interviews", "CASCADE"),
        _references("scorecards", "user_id", "users", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scorecards")),
        sa.UniqueConstraint("interview_id", "user_id", name=op.f("uq_scorecards_interview_id_user_id")),
    )
    op.create_index(op.f("ix_scorecards_user_id"), "scorecards", ["user_id"])

    op.create_table(
        "interview_decisions",
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("decided_by_id", sa.String(), nullable=True),
        sa.Column("decided_at", sa.DateTime(), nullable=False),
        _references("interview_decisions", "interview_id", "interviews", "CASCADE"),
        _references("interview_decisions", "decided_by_id", "users", "SET NULL"),
        sa.PrimaryKeyConstraint("interview_id", name=op.f("pk_interview_decisions")),
    )
    op.create_index(op.f("ix_interview_decisions_decided_by_id"), "interview_decisions", ["decided_by_id"])

    op.create_table(
        "review_changes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("actor_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(), server_default="", nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        _references("review_changes", "interview_id", "interviews", "CASCADE"),
        _references("review_changes", "actor_id", "users", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_changes")),
    )
    op.create_index(op.f("ix_review_changes_actor_id"), "review_changes", ["actor_id"])
    op.create_index("ix_review_changes_interview", "review_changes", ["interview_id", "created_at"])

    op.create_table(
        "finding_amendments",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("finding_key", sa.String(length=64), nullable=False),
        sa.Column("is_struck", sa.Boolean(), nullable=False),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("description", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("actor_id", sa.String(), nullable=True),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        _references("finding_amendments", "interview_id", "interviews", "CASCADE"),
        _references("finding_amendments", "actor_id", "users", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_finding_amendments")),
        sa.UniqueConstraint(
            "interview_id", "finding_key", name=op.f("uq_finding_amendments_interview_id_finding_key")
        ),
    )
    op.create_index(op.f("ix_finding_amendments_actor_id"), "finding_amendments", ["actor_id"])


def downgrade() -> None:
    for table in (
        "finding_amendments",
        "review_changes",
        "interview_decisions",
        "scorecards",
        "interview_reviewers",
    ):
        op.drop_table(table)
