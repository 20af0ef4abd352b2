"""Add answer points and question templates

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "question_templates",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("questions", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_question_templates_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question_templates")),
    )
    with op.batch_alter_table("question_templates", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_question_templates_is_shared"), ["is_shared"], unique=False)
        batch_op.create_index("ix_question_templates_owner_id_name", ["owner_id", "name"], unique=False)

    with op.batch_alter_table("question_sets", schema=None) as batch_op:
        batch_op.add_column(sa.Column("generating_until", sa.DateTime(), nullable=True))

    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("good_answer", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("point_attempts", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.drop_column("point_attempts")
        batch_op.drop_column("good_answer")

    with op.batch_alter_table("question_sets", schema=None) as batch_op:
        batch_op.drop_column("generating_until")

    with op.batch_alter_table("question_templates", schema=None) as batch_op:
        batch_op.drop_index("ix_question_templates_owner_id_name")
        batch_op.drop_index(batch_op.f("ix_question_templates_is_shared"))

    op.drop_table("question_templates")
