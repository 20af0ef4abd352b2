"""Add indexes for the sort orders of the lists

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_candidates_owner_id_updated_at"))
        batch_op.create_index(
            "ix_candidates_owner_id_updated_at_id", ["owner_id", "updated_at", "id"], unique=False
        )

    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_interviews_owner_id_created_at"))
        batch_op.create_index(
            "ix_interviews_owner_id_created_at_id", ["owner_id", "created_at", "id"], unique=False
        )

    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_job_descriptions_owner_id_updated_at"))
        batch_op.create_index(
            "ix_job_descriptions_owner_id_updated_at_id", ["owner_id", "updated_at", "id"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.drop_index("ix_job_descriptions_owner_id_updated_at_id")
        batch_op.create_index(
            batch_op.f("ix_job_descriptions_owner_id_updated_at"), ["owner_id", "updated_at"], unique=False
        )

    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.drop_index("ix_interviews_owner_id_created_at_id")
        batch_op.create_index(
            batch_op.f("ix_interviews_owner_id_created_at"), ["owner_id", "created_at"], unique=False
        )

    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.drop_index("ix_candidates_owner_id_updated_at_id")
        batch_op.create_index(
            batch_op.f("ix_candidates_owner_id_updated_at"), ["owner_id", "updated_at"], unique=False
        )
