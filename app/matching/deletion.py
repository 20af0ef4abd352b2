"""Deletes embeddings together with their records, because they are personal data too."""

from __future__ import annotations

from app.core.hooks import Hooks
from app.matching import repository
from app.matching.tables import EmbeddedKind


def install_deletion(hooks: Hooks) -> None:
    """Register the deletion of embeddings with candidates and job descriptions."""
    hooks.candidate_deleted.append(
        lambda session, record_id: repository.delete_embeddings(
            session, kind=EmbeddedKind.CANDIDATE, record_id=record_id
        )
    )
    hooks.job_description_deleted.append(
        lambda session, record_id: repository.delete_embeddings(
            session, kind=EmbeddedKind.JOB_DESCRIPTION, record_id=record_id
        )
    )
