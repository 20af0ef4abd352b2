"""Briefs from nothing but the text of a CV or a job description, by patterns: for the bench and tools."""

from __future__ import annotations

from app.documents.parsing.cv import parse_cv
from app.documents.parsing.job import parse_job
from app.questions.facts import CandidateBrief, JobBrief, PastPosition


def parse_candidate_brief(text: str) -> CandidateBrief:
    """From the text of a CV, by patterns, without a stored profile."""
    cv = parse_cv(text)
    return CandidateBrief(
        text=text,
        current_position=cv.current_position,
        positions=tuple(
            PastPosition(
                entry.title,
                entry.organization,
                tuple(entry.statements(cv.known_words)),
                start=entry.dates.start.wire if entry.dates else None,
                end=entry.dates.end.wire if entry.dates and entry.dates.end else None,
            )
            for entry in cv.experience
        ),
        skills=tuple(cv.skills),
        projects=tuple(cv.projects),
        summary=cv.summary,
    )


def parse_job_brief(text: str) -> JobBrief:
    """From the text of a job description, by patterns."""
    job = parse_job(text)
    return JobBrief(
        text=text,
        title=job.title,
        company=job.company,
        responsibilities=tuple(job.responsibilities),
        requirements=tuple(job.requirements),
        preferred=tuple(job.preferred),
        about=job.about,
    )
