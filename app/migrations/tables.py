"""Imports every table, so that the metadata is whole wherever it is compared or created."""

from app.analysis import tables as analysis
from app.billing import tables as billing
from app.candidates import tables as candidates
from app.core.database import Base
from app.documents import tables as documents
from app.interviews import tables as interviews
from app.job_descriptions import tables as job_descriptions
from app.questions import tables as questions
from app.transcription import tables as transcription
from app.users import tables as users

__all__ = [
    "analysis",
    "billing",
    "candidates",
    "documents",
    "interviews",
    "job_descriptions",
    "metadata",
    "questions",
    "transcription",
    "users",
]

metadata = Base.metadata
