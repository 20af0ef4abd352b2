"""Add an index for every sort order of the lists of records

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_candidates_owner_id_email_key"))
        batch_op.drop_index(batch_op.f("ix_candidates_owner_id_name_key"))
        batch_op.create_index(
            "ix_candidates_owner_id_created_at_id", ["owner_id", "created_at", "id"], unique=False
        )
        batch_op.create_index(
            "ix_candidates_owner_id_email_key_id", ["owner_id", "email_key", "id"], unique=False
        )
        batch_op.create_index(
            "ix_candidates_looked_up",
            ["owner_id", "updated_at", "id", "name", "name_key", "email_key"],
            unique=False,
        )
        batch_op.create_index(
            "ix_candidates_owner_id_name_key_id", ["owner_id", "name_key", "id"], unique=False
        )

    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_job_descriptions_owner_id_title_key"))
        batch_op.create_index(
            "ix_job_descriptions_owner_id_created_at_id", ["owner_id", "created_at", "id"], unique=False
        )
        batch_op.create_index(
            "ix_job_descriptions_owner_id_status_updated_at_id",
            ["owner_id", "status", "updated_at", "id"],
            unique=False,
        )
        batch_op.create_index(
            "ix_job_descriptions_owner_id_title_key_id", ["owner_id", "title_key", "id"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.drop_index("ix_job_descriptions_owner_id_title_key_id")
        batch_op.drop_index("ix_job_descriptions_owner_id_status_updated_at_id")
        batch_op.drop_index("ix_job_descriptions_owner_id_created_at_id")
        batch_op.create_index(
            batch_op.f("ix_job_descriptions_owner_id_title_key"), ["owner_id", "title_key"], unique=False
        )

    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.drop_index("ix_candidates_owner_id_name_key_id")
        batch_op.drop_index("ix_candidates_looked_up")
        batch_op.drop_index("ix_candidates_owner_id_email_key_id")
        batch_op.drop_index("ix_candidates_owner_id_created_at_id")
        batch_op.create_index(
            batch_op.f("ix_candidates_owner_id_name_key"), ["owner_id", "name_key"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_candidates_owner_id_email_key"), ["owner_id", "email_key"], unique=False
        )
