"""Add document batches, durable processing, change history and embeddings

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "document_batches",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("committed_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_document_batches_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_batches")),
    )
    with op.batch_alter_table("document_batches", schema=None) as batch_op:
        batch_op.create_index("ix_document_batches_owner_id_status", ["owner_id", "status"], unique=False)

    op.create_table(
        "record_changes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("record_kind", sa.String(length=20), nullable=False),
        sa.Column("record_id", sa.String(length=64), nullable=False),
        sa.Column("cause", sa.String(length=20), nullable=False),
        sa.Column("actor_id", sa.String(), nullable=True),
        sa.Column("document_id", sa.String(length=64), nullable=True),
        sa.Column("document_name", sa.String(length=300), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["users.id"], name=op.f("fk_record_changes_actor_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_record_changes_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_record_changes")),
    )
    with op.batch_alter_table("record_changes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_record_changes_actor_id"), ["actor_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_record_changes_owner_id"), ["owner_id"], unique=False)
        batch_op.create_index(
            "ix_record_changes_record", ["record_kind", "record_id", "created_at"], unique=False
        )

    op.create_table(
        "record_embeddings",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("record_kind", sa.String(length=20), nullable=False),
        sa.Column("record_id", sa.String(length=64), nullable=False),
        sa.Column("model", sa.String(length=200), nullable=False),
        sa.Column("source_sha256", sa.String(length=64), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_record_embeddings_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_record_embeddings")),
    )
    with op.batch_alter_table("record_embeddings", schema=None) as batch_op:
        batch_op.create_index("ix_record_embeddings_owner_id_kind", ["owner_id", "record_kind"], unique=False)
        batch_op.create_index("ix_record_embeddings_record", ["record_kind", "record_id"], unique=True)

    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("is_assessment_pending", sa.Boolean(), server_default="0", nullable=False)
        )

    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.add_column(sa.Column("batch_id", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("stated_type", sa.String(length=20), nullable=True))
        batch_op.add_column(sa.Column("same_as_id", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("error_code", sa.String(length=60), nullable=True))
        batch_op.add_column(
            sa.Column("assessment_status", sa.String(length=20), server_default="none", nullable=False)
        )
        batch_op.add_column(sa.Column("attempts", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("not_before_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("claim_id", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("is_waited_for", sa.Boolean(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("facts", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("evidence", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("flags", sa.JSON(), nullable=True))
        batch_op.create_index("ix_documents_assessment_status", ["assessment_status"], unique=False)
        batch_op.create_index(batch_op.f("ix_documents_batch_id"), ["batch_id"], unique=False)
        batch_op.create_index("ix_documents_owner_id_sha256", ["owner_id", "sha256"], unique=False)
        batch_op.create_index(
            "ix_documents_processing_status_not_before_at",
            ["processing_status", "not_before_at"],
            unique=False,
        )
        batch_op.create_foreign_key(
            batch_op.f("fk_documents_batch_id"), "document_batches", ["batch_id"], ["id"], ondelete="SET NULL"
        )

    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("is_assessment_pending", sa.Boolean(), server_default="0", nullable=False)
        )


def downgrade() -> None:
    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.drop_column("is_assessment_pending")

    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_documents_batch_id"), type_="foreignkey")
        batch_op.drop_index("ix_documents_processing_status_not_before_at")
        batch_op.drop_index("ix_documents_owner_id_sha256")
        batch_op.drop_index(batch_op.f("ix_documents_batch_id"))
        batch_op.drop_index("ix_documents_assessment_status")
        batch_op.drop_column("flags")
        batch_op.drop_column("evidence")
        batch_op.drop_column("facts")
        batch_op.drop_column("is_waited_for")
        batch_op.drop_column("claim_id")
        batch_op.drop_column("not_before_at")
        batch_op.drop_column("attempts")
        batch_op.drop_column("assessment_status")
        batch_op.drop_column("error_code")
        batch_op.drop_column("same_as_id")
        batch_op.drop_column("stated_type")
        batch_op.drop_column("batch_id")

    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.drop_column("is_assessment_pending")

    with op.batch_alter_table("record_embeddings", schema=None) as batch_op:
        batch_op.drop_index("ix_record_embeddings_record")
        batch_op.drop_index("ix_record_embeddings_owner_id_kind")

    op.drop_table("record_embeddings")
    with op.batch_alter_table("record_changes", schema=None) as batch_op:
        batch_op.drop_index("ix_record_changes_record")
        batch_op.drop_index(batch_op.f("ix_record_changes_owner_id"))
        batch_op.drop_index(batch_op.f("ix_record_changes_actor_id"))

    op.drop_table("record_changes")
    with op.batch_alter_table("document_batches", schema=None) as batch_op:
        batch_op.drop_index("ix_document_batches_owner_id_status")

    op.drop_table("document_batches")
