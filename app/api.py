"""The list of routers, hooks and scheduled jobs; nothing else."""

from __future__ import annotations

from fastapi import APIRouter

from app.analysis.router import router as analysis
from app.billing import service as billing_service
from app.billing.router import router as billing
from app.candidates.router import router as candidates
from app.core.hooks import Hooks
from app.core.operations import router as operations
from app.documents.router import router as documents
from app.interviews.router import router as interviews
from app.job_descriptions.router import router as job_descriptions
from app.questions.router import router as questions
from app.transcription.router import router as transcription
from app.users.router import router as users

ROUTERS: tuple[APIRouter, ...] = (
    users,
    billing,
    interviews,
    candidates,
    job_descriptions,
    documents,
    questions,
    transcription,
    analysis,
    operations,
)


def install_hooks(hooks: Hooks) -> None:
    """Let the higher slices take part in what the lower ones do."""
    hooks.user_created.append(billing_service.open_account)
