"""Metadata of all tables, complete because every table module is imported here."""

from app.analysis import tables as analysis
from app.billing import tables as billing
from app.billing.stripe import tables as stripe
from app.candidates import tables as candidates
from app.contact import tables as contact
from app.core import tables as core
from app.core.database import Base
from app.document_batches import tables as document_batches
from app.documents import tables as documents
from app.files import tables as files
from app.integrations.email import tables as email
from app.interview_import.recordings import tables as recording_imports
from app.interviews import tables as interviews
from app.interviews.invitations import tables as invitations
from app.job_descriptions import tables as job_descriptions
from app.matching import tables as matching
from app.questions import tables as questions
from app.record_history import tables as record_history
from app.reports import tables as reports
from app.reviews import tables as reviews
from app.scheduled_jobs import tables as scheduled_jobs
from app.security_events import tables as security_events
from app.setup import tables as setup
from app.transcription import tables as transcription
from app.usage import tables as usage
from app.users import tables as users

__all__ = [
    "analysis",
    "billing",
    "candidates",
    "contact",
    "core",
    "document_batches",
    "documents",
    "email",
    "files",
    "interviews",
    "invitations",
    "job_descriptions",
    "matching",
    "metadata",
    "questions",
    "record_history",
    "recording_imports",
    "reports",
    "reviews",
    "scheduled_jobs",
    "security_events",
    "setup",
    "stripe",
    "transcription",
    "usage",
    "users",
]

metadata = Base.metadata
