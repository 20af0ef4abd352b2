"""Requests and responses of candidate profiles."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from app.core.schemas import ApiSchema, Identified, UtcTime

ExperienceLevel = Literal["junior", "mid-level", "senior"]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
Paragraph = Annotated[str, StringConstraints(strip_whitespace=True, max_length=20_000)]
Lines = Annotated[list[Line], Field(max_length=200)]
YearOrMonth = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^(?:\d{4}(?:-\d{2})?)?$")]


class ExperienceEntry(ApiSchema):
    title: str = ""
    company: str = ""
    start: str | None = None
    """YYYY-MM or YYYY; null if the CV gives no dates."""
    end: str | None = None
    """Like ``start``; null means the present if there is a start."""
    duration_months: int | None = None
    description: str = ""


class EducationEntry(ApiSchema):
    degree: str = ""
    institution: str = ""
    start: str | None = None
    end: str | None = None


class CvParsed(ApiSchema):
    """Content of the CV, parsed into fields."""

    summary: str = ""
    skills: list[str] = Field(default_factory=list)
    experience: list[ExperienceEntry] = Field(default_factory=list)
    education: list[EducationEntry] = Field(default_factory=list)
    projects: list[str] = Field(default_factory=list)
    certifications: list[str] = Field(default_factory=list)
    languages: list[str] = Field(default_factory=list)
    location: str = ""
    experience_level: ExperienceLevel | None = None


class CvProfile(ApiSchema):
    """Data derived from the CV: the assessment and the career metrics."""

    summary: str = ""
    key_strengths: list[str] = Field(default_factory=list)
    experience_level: ExperienceLevel | None = None
    total_experience_years: float | None = None
    average_tenure_years: float | None = None
    highest_education_level: str = ""
    education_length_years: float | None = None


class CandidateProfile(Identified):
    name: str
    email: str | None
    phone: str | None
    linkedin: str | None
    current_position: str
    document_id: str | None
    """The current CV; null without one."""
    cv_parsed: CvParsed | None
    cv_profile: CvProfile | None
    generation: dict[str, Any] | None
    is_assessment_pending: bool
    """The facts are stored, but the model has not assessed them yet."""
    created_at: UtcTime
    updated_at: UtcTime


class InterviewProfile(ApiSchema):
    summary: str
    """From the report of the latest interview that has one."""


class CandidateDetail(CandidateProfile):
    """A profile with a summary of the candidate's interviews."""

    interview_profile: InterviewProfile | None = None
    """Null without a report, and while the caller must score the interview before reading it."""


class CandidateRow(CandidateProfile):
    """A profile in the list."""

    interview_count: int = 0
    """Interviews that must be deleted before the profile can be."""


class PatchExperienceEntry(ApiSchema):
    title: Line = ""
    company: Line = ""
    start: YearOrMonth | None = None
    end: YearOrMonth | None = None
    duration_months: Annotated[int, Field(ge=0, le=1_200)] | None = None
    description: Paragraph = ""


class PatchEducationEntry(ApiSchema):
    degree: Line = ""
    institution: Line = ""
    start: YearOrMonth | None = None
    end: YearOrMonth | None = None


class PatchCvParsed(ApiSchema):
    """Blank list entries are dropped."""

    summary: Paragraph | None = None
    location: Line | None = None
    """An empty string removes the location."""
    skills: Lines | None = None
    experience: Annotated[list[PatchExperienceEntry], Field(max_length=100)] | None = None
    education: Annotated[list[PatchEducationEntry], Field(max_length=100)] | None = None


class PatchCvProfile(ApiSchema):
    summary: Paragraph | None = None
    key_strengths: Lines | None = None


class PatchCandidate(ApiSchema):
    name: Line | None = None
    email: Annotated[str, StringConstraints(strip_whitespace=True, max_length=320)] | None = None
    """An empty string removes the address."""
    phone: Annotated[str, StringConstraints(strip_whitespace=True, max_length=50)] | None = None
    linkedin: Line | None = None
    current_position: Line | None = None
    """An empty string removes the position."""
    cv_parsed: PatchCvParsed | None = None
    cv_profile: PatchCvProfile | None = None
    updated_at: AwareDatetime | None = None
    """The ``updatedAt`` that the editor was shown: 409 ``EDITED_MEANWHILE`` when a person or an import
    has changed the profile since. Without it, the last edit wins."""


class CandidateSort(StrEnum):
    UPDATED_AT = "updatedAt"
    CREATED_AT = "createdAt"
    NAME = "name"
    EMAIL = "email"
