"""Requests and responses of job descriptions."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from app.core.schemas import ApiSchema, Identified, UtcTime
from app.job_descriptions.tables import JobStatus

JobLevel = Literal["junior", "mid", "senior"]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]
Lines = Annotated[list[Line], Field(max_length=200)]
Title = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]


class JobCompany(ApiSchema):
    name: str = ""
    industry: str = ""
    description: str = ""


class JobParsed(ApiSchema):
    title: str = ""
    level: JobLevel | None = None
    company: JobCompany = JobCompany()
    location: str = ""
    required_skills: list[str] = Field(default_factory=list)
    preferred_skills: list[str] = Field(default_factory=list)
    responsibilities: list[str] = Field(default_factory=list)
    requirements: list[str] = Field(default_factory=list)
    benefits: list[str] = Field(default_factory=list)
    skills: list[str] = Field(default_factory=list)
    """Canonical names of the skills in requirements, preferences and responsibilities; the fields above keep
    the original wording."""
    summary: str = ""
    description: str = ""


class JobDescriptionView(Identified):
    document_id: str | None
    status: JobStatus
    raw_text: str
    parsed: JobParsed | None
    generation: dict[str, Any] | None
    is_assessment_pending: bool
    """The facts are stored, but the model has not assessed them yet."""
    created_at: UtcTime
    updated_at: UtcTime


class JobDescriptionRow(JobDescriptionView):
    """A job description in the list."""

    interview_count: int = 0
    """Interviews that must be deleted before the job description can be."""


class PatchJobCompany(ApiSchema):
    name: Title | None = None
    """An empty string removes the name."""


class PatchJobParsed(ApiSchema):
    title: Title | None = None
    company: PatchJobCompany | None = None
    location: Title | None = None
    """An empty string removes the location."""
    level: JobLevel | None = None
    required_skills: Lines | None = None
    preferred_skills: Lines | None = None
    responsibilities: Lines | None = None


class PatchJobDescription(ApiSchema):
    status: JobStatus | None = None
    parsed: PatchJobParsed | None = None
    updated_at: AwareDatetime | None = None
    """The ``updatedAt`` that the editor was shown: 409 ``EDITED_MEANWHILE`` when a person or an import
    has changed the job description since. Without it, the last edit wins."""


class JobSort(StrEnum):
    UPDATED_AT = "updatedAt"
    CREATED_AT = "createdAt"
    TITLE = "title"
    STATUS = "status"
