"""Create the first tables: users, records, interviews, transcripts, questions

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("username", sa.String(length=150), nullable=False),
        sa.Column("username_key", sa.String(length=150), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=True),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("timezone", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("username_key", name=op.f("uq_users_username_key")),
    )
    op.create_table(
        "billing_accounts",
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("plan", sa.String(length=20), nullable=False),
        sa.Column("credits_remaining", sa.Integer(), nullable=False),
        sa.Column("credits_included", sa.Integer(), nullable=False),
        sa.Column("documents_remaining", sa.Integer(), nullable=False),
        sa.Column("documents_included", sa.Integer(), nullable=False),
        sa.Column("period_start_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("credits_remaining >= 0", name=op.f("ck_billing_accounts_credits_never_negative")),
        sa.CheckConstraint(
            "documents_remaining >= 0", name=op.f("ck_billing_accounts_documents_never_negative")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_billing_accounts_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_billing_accounts")),
    )
    op.create_table(
        "candidates",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(length=300), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=True),
        sa.Column("phone", sa.String(length=50), nullable=True),
        sa.Column("linkedin", sa.String(length=300), nullable=True),
        sa.Column("current_position", sa.String(length=300), nullable=False),
        sa.Column("cv_parsed", sa.JSON(), nullable=True),
        sa.Column("cv_profile", sa.JSON(), nullable=True),
        sa.Column("cv_text", sa.String(), nullable=False),
        sa.Column("generation", sa.JSON(), nullable=True),
        sa.Column("email_key", sa.String(length=320), nullable=True),
        sa.Column("name_key", sa.String(length=300), nullable=False),
        sa.Column("phone_key", sa.String(length=50), nullable=True),
        sa.Column("linkedin_key", sa.String(length=300), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_candidates_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_candidates")),
    )
    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.create_index("ix_candidates_owner_id_email_key", ["owner_id", "email_key"], unique=False)
        batch_op.create_index("ix_candidates_owner_id_name_key", ["owner_id", "name_key"], unique=False)
        batch_op.create_index("ix_candidates_owner_id_updated_at", ["owner_id", "updated_at"], unique=False)

    op.create_table(
        "job_descriptions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("document_id", sa.String(), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("raw_text", sa.String(), nullable=False),
        sa.Column("parsed", sa.JSON(), nullable=True),
        sa.Column("generation", sa.JSON(), nullable=True),
        sa.Column("title_key", sa.String(length=300), nullable=False),
        sa.Column("company_key", sa.String(length=300), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_job_descriptions_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_descriptions")),
    )
    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.create_index(
            "ix_job_descriptions_owner_id_title_key", ["owner_id", "title_key"], unique=False
        )
        batch_op.create_index(
            "ix_job_descriptions_owner_id_updated_at", ["owner_id", "updated_at"], unique=False
        )

    op.create_table(
        "ledger_entries",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject_id", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ledger_entries_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entries")),
        sa.UniqueConstraint("kind", "subject_id", name=op.f("uq_ledger_entries_kind_subject_id")),
    )
    with op.batch_alter_table("ledger_entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ledger_entries_user_id"), ["user_id"], unique=False)

    op.create_table(
        "session_tokens",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_session_tokens_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session_tokens")),
    )
    with op.batch_alter_table("session_tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_tokens_user_id"), ["user_id"], unique=False)

    op.create_table(
        "interviews",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(length=100), nullable=False),
        sa.Column("room_id", sa.String(), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("position", sa.String(length=300), nullable=False),
        sa.Column("candidate_name", sa.String(length=300), nullable=False),
        sa.Column("candidate_email", sa.String(length=320), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("scheduled_at", sa.DateTime(), nullable=True),
        sa.Column("scheduled_duration_minutes", sa.Integer(), nullable=True),
        sa.Column("scheduled_timezone", sa.String(length=64), nullable=True),
        sa.Column("candidate_id", sa.String(), nullable=True),
        sa.Column("job_description_id", sa.String(), nullable=True),
        sa.Column("recruiter_token", sa.String(length=64), nullable=False),
        sa.Column("candidate_token", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("live_notes", sa.String(), nullable=False),
        sa.Column("final_notes", sa.String(), nullable=False),
        sa.Column("consented_at", sa.DateTime(), nullable=True),
        sa.Column("started_at", sa.DateTime(), nullable=True),
        sa.Column("completed_at", sa.DateTime(), nullable=True),
        sa.Column("billed_seconds", sa.Double(), nullable=True),
        sa.Column("billed_credits", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidates.id"], name=op.f("fk_interviews_candidate_id")),
        sa.ForeignKeyConstraint(
            ["job_description_id"], ["job_descriptions.id"], name=op.f("fk_interviews_job_description_id")
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_interviews_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interviews")),
        sa.UniqueConstraint("candidate_token", name=op.f("uq_interviews_candidate_token")),
        sa.UniqueConstraint("recruiter_token", name=op.f("uq_interviews_recruiter_token")),
        sa.UniqueConstraint("room_id", name=op.f("uq_interviews_room_id")),
        sa.UniqueConstraint("session_id", name=op.f("uq_interviews_session_id")),
    )
    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_interviews_candidate_id"), ["candidate_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_interviews_job_description_id"), ["job_description_id"], unique=False
        )
        batch_op.create_index("ix_interviews_owner_id_created_at", ["owner_id", "created_at"], unique=False)
        batch_op.create_index("ix_interviews_status", ["status"], unique=False)

    op.create_table(
        "analyses",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("report", sa.JSON(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("is_interactive", sa.Boolean(), nullable=False),
        sa.Column("claim_id", sa.String(), nullable=True),
        sa.Column("not_before_at", sa.DateTime(), nullable=False),
        sa.Column("model", sa.String(), nullable=True),
        sa.Column("model_sha256", sa.String(length=64), nullable=True),
        sa.Column("prompt_version", sa.String(), nullable=True),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.Column("completed_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_analyses_attempts_never_negative")),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], name=op.f("fk_analyses_interview_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_analyses_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analyses")),
        sa.UniqueConstraint("interview_id", name=op.f("uq_analyses_interview_id")),
    )
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_analyses_owner_id"), ["owner_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_analyses_status_not_before_at"), ["status", "not_before_at"], unique=False
        )

    op.create_table(
        "audio_streams",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("speaker", sa.String(length=20), nullable=False),
        sa.Column("stream_id", sa.String(length=64), nullable=False),
        sa.Column("anchor_seconds", sa.Double(), nullable=False),
        sa.Column("safe_sequence", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_audio_streams_interview_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audio_streams")),
        sa.UniqueConstraint(
            "interview_id",
            "speaker",
            "stream_id",
            name=op.f("uq_audio_streams_interview_id_speaker_stream_id"),
        ),
    )
    op.create_table(
        "documents",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=True),
        sa.Column("candidate_id", sa.String(), nullable=True),
        sa.Column("job_description_id", sa.String(), nullable=True),
        sa.Column("original_name", sa.String(length=300), nullable=False),
        sa.Column("mime_type", sa.String(length=100), nullable=False),
        sa.Column("file_size_bytes", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=True),
        sa.Column("type_confidence", sa.Double(), nullable=True),
        sa.Column("processing_status", sa.String(length=20), nullable=False),
        sa.Column("processing_error", sa.String(), nullable=True),
        sa.Column("raw_text", sa.String(), nullable=False),
        sa.Column("parsed_data", sa.JSON(), nullable=True),
        sa.Column("generation", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidates.id"], name=op.f("fk_documents_candidate_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], name=op.f("fk_documents_interview_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["job_description_id"],
            ["job_descriptions.id"],
            name=op.f("fk_documents_job_description_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_documents_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
    )
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_documents_candidate_id"), ["candidate_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_documents_interview_id"), ["interview_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_documents_job_description_id"), ["job_description_id"], unique=False
        )
        batch_op.create_index("ix_documents_owner_id_created_at", ["owner_id", "created_at"], unique=False)

    op.create_table(
        "question_sets",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("candidate_id", sa.String(), nullable=True),
        sa.Column("job_description_id", sa.String(), nullable=True),
        sa.Column("question_count", sa.Integer(), nullable=False),
        sa.Column("last_position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint(
            "question_count BETWEEN 0 AND 20", name=op.f("ck_question_sets_question_count_in_range")
        ),
        sa.ForeignKeyConstraint(
            ["candidate_id"],
            ["candidates.id"],
            name=op.f("fk_question_sets_candidate_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_question_sets_interview_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["job_description_id"],
            ["job_descriptions.id"],
            name=op.f("fk_question_sets_job_description_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_question_sets_owner_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question_sets")),
        sa.UniqueConstraint("interview_id", name=op.f("uq_question_sets_interview_id")),
    )
    with op.batch_alter_table("question_sets", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_question_sets_candidate_id"), ["candidate_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_question_sets_job_description_id"), ["job_description_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_question_sets_owner_id"), ["owner_id"], unique=False)

    op.create_table(
        "transcript_segments",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=True),
        sa.Column("speaker", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("started_seconds", sa.Double(), nullable=False),
        sa.Column("ended_seconds", sa.Double(), nullable=False),
        sa.Column("spoken_at", sa.DateTime(), nullable=False),
        sa.Column("source", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("suppressed", sa.Boolean(), nullable=False),
        sa.Column("suppressed_reason", sa.String(length=40), nullable=True),
        sa.Column("model", sa.String(length=200), nullable=True),
        sa.Column("model_sha256", sa.String(length=64), nullable=True),
        sa.Column("average_log_probability", sa.Double(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interviews.id"],
            name=op.f("fk_transcript_segments_interview_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transcript_segments")),
        sa.UniqueConstraint(
            "interview_id", "sequence", name=op.f("uq_transcript_segments_interview_id_sequence")
        ),
    )
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.create_index(
            "ix_transcript_segments_interview_id_started_seconds",
            ["interview_id", "started_seconds"],
            unique=False,
        )

    op.create_table(
        "questions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("question_set_id", sa.String(), nullable=False),
        sa.Column("interview_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("category", sa.String(length=20), nullable=False),
        sa.Column("estimated_minutes", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("based_on", sa.JSON(), nullable=True),
        sa.Column("tracking_status", sa.String(length=20), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("marked_at", sa.DateTime(), nullable=True),
        sa.Column("ai_tracking_status", sa.String(length=20), nullable=False),
        sa.Column("generation", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint(
            "score IS NULL OR score BETWEEN 1 AND 10", name=op.f("ck_questions_score_in_range")
        ),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], name=op.f("fk_questions_interview_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_questions_owner_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["question_set_id"],
            ["question_sets.id"],
            name=op.f("fk_questions_question_set_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_questions_interview_id"), ["interview_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_questions_owner_id"), ["owner_id"], unique=False)
        batch_op.create_index(
            "ix_questions_question_set_id_position", ["question_set_id", "position"], unique=True
        )


def downgrade() -> None:
    with op.batch_alter_table("questions", schema=None) as batch_op:
        batch_op.drop_index("ix_questions_question_set_id_position")
        batch_op.drop_index(batch_op.f("ix_questions_owner_id"))
        batch_op.drop_index(batch_op.f("ix_questions_interview_id"))

    op.drop_table("questions")
    with op.batch_alter_table("transcript_segments", schema=None) as batch_op:
        batch_op.drop_index("ix_transcript_segments_interview_id_started_seconds")

    op.drop_table("transcript_segments")
    with op.batch_alter_table("question_sets", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_question_sets_owner_id"))
        batch_op.drop_index(batch_op.f("ix_question_sets_job_description_id"))
        batch_op.drop_index(batch_op.f("ix_question_sets_candidate_id"))

    op.drop_table("question_sets")
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.drop_index("ix_documents_owner_id_created_at")
        batch_op.drop_index(batch_op.f("ix_documents_job_description_id"))
        batch_op.drop_index(batch_op.f("ix_documents_interview_id"))
        batch_op.drop_index(batch_op.f("ix_documents_candidate_id"))

    op.drop_table("documents")
    op.drop_table("audio_streams")
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_analyses_status_not_before_at"))
        batch_op.drop_index(batch_op.f("ix_analyses_owner_id"))

    op.drop_table("analyses")
    with op.batch_alter_table("interviews", schema=None) as batch_op:
        batch_op.drop_index("ix_interviews_status")
        batch_op.drop_index("ix_interviews_owner_id_created_at")
        batch_op.drop_index(batch_op.f("ix_interviews_job_description_id"))
        batch_op.drop_index(batch_op.f("ix_interviews_candidate_id"))

    op.drop_table("interviews")
    with op.batch_alter_table("session_tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_session_tokens_user_id"))

    op.drop_table("session_tokens")
    with op.batch_alter_table("ledger_entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ledger_entries_user_id"))

    op.drop_table("ledger_entries")
    with op.batch_alter_table("job_descriptions", schema=None) as batch_op:
        batch_op.drop_index("ix_job_descriptions_owner_id_updated_at")
        batch_op.drop_index("ix_job_descriptions_owner_id_title_key")

    op.drop_table("job_descriptions")
    with op.batch_alter_table("candidates", schema=None) as batch_op:
        batch_op.drop_index("ix_candidates_owner_id_updated_at")
        batch_op.drop_index("ix_candidates_owner_id_name_key")
        batch_op.drop_index("ix_candidates_owner_id_email_key")

    op.drop_table("candidates")
    op.drop_table("billing_accounts")
    op.drop_table("users")
