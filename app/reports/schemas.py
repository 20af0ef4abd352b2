"""Requests and responses of report links and shared reports."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from app.analysis.schemas import AnalysisView
from app.core.schemas import ApiSchema, Identified, UtcTime
from app.matching.schemas import JobFitView
from app.reports.material import ReportMaterial
from app.reports.tables import ReportLink
from app.transcription.schemas import SegmentView

DEFAULT_DAYS = 7
MAX_DAYS = 90

LinkStatus = Literal["active", "expired", "revoked"]


class CreateReportLink(ApiSchema):
    label: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Recipient of the link."""
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)] = DEFAULT_DAYS
    """Days until it expires."""


class ReportLinkView(Identified):
    label: str
    status: LinkStatus
    expires_at: UtcTime
    created_at: UtcTime

    @classmethod
    def of(cls, link: ReportLink, *, now: datetime) -> ReportLinkView:
        return cls(
            id=link.id,
            label=link.label,
            status=_describe_status(link, now=now),
            expires_at=link.expires_at,
            created_at=link.created_at,
        )


def _describe_status(link: ReportLink, *, now: datetime) -> LinkStatus:
    if link.revoked_at is not None:
        return "revoked"
    return "expired" if link.expires_at <= now else "active"


class NewReportLink(ReportLinkView):
    token: str
    """Only this response contains it; the server stores its hash."""


class SharedReportView(ApiSchema):
    """Content of a report link: only the report, nothing else about the interview or its owner."""

    candidate_name: str
    position: str
    duration_minutes: float | None
    expires_at: UtcTime
    analysis: AnalysisView
    fit: JobFitView | None
    segments: list[SegmentView]

    @classmethod
    def of(cls, link: ReportLink, material: ReportMaterial) -> SharedReportView:
        return cls(
            candidate_name=material.candidate_name,
            position=material.position,
            duration_minutes=material.duration_minutes,
            expires_at=link.expires_at,
            analysis=material.require_analysis(),
            fit=material.fit,
            segments=list(material.segments),
        )
