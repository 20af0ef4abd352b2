"""Briefs for question prompts, built from stored profiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.questions.facts import CandidateBrief, JobBrief, PastPosition
from app.skills.requirements import ALTERNATIVES


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(line.strip("-• ").strip() for line in value.split("\n") if line.strip("-• "))
    return tuple(str(item).strip() for item in value or () if str(item).strip())


def _lines(value: Any) -> tuple[str, ...]:
    """Stored requirements as a person writes them: alternatives separated by a slash."""
    return tuple(text.replace(ALTERNATIVES, " / ") for text in _texts(value))


def build_candidate_brief(candidate: Candidate) -> CandidateBrief:
    """From a stored profile, with the changes that the recruiter made to it."""
    parsed: Mapping[str, Any] = candidate.cv_parsed or {}
    positions = tuple(
        PastPosition(
            str(entry.get("title") or ""),
            str(entry.get("company") or ""),
            _texts(entry.get("description")),
            start=entry.get("start"),
            end=entry.get("end"),
        )
        for entry in parsed.get("experience") or ()
    )
    lines = [candidate.current_position, str(parsed.get("summary") or "")]
    lines += [line for p in positions for line in (f"{p.title}, {p.organization}", *p.statements)]
    lines.append(", ".join(_texts(parsed.get("skills"))))
    return CandidateBrief(
        text=candidate.cv_text or "\n".join(line for line in lines if line.strip(", ")),
        current_position=candidate.current_position,
        positions=positions,
        skills=_texts(parsed.get("skills")),
        projects=_texts(parsed.get("projects")),
        summary=str(parsed.get("summary") or ""),
    )


def build_job_brief(job: JobDescription) -> JobBrief:
    """From a stored job description, with the changes that the recruiter made to it."""
    parsed: Mapping[str, Any] = job.parsed or {}
    company: Mapping[str, Any] = parsed.get("company") or {}
    return JobBrief(
        text=job.raw_text
        or "\n".join([str(parsed.get("title") or ""), *_texts(parsed.get("responsibilities"))]),
        title=str(parsed.get("title") or ""),
        company=str(company.get("name") or ""),
        responsibilities=_texts(parsed.get("responsibilities")),
        requirements=_lines(parsed.get("requiredSkills")) or _texts(parsed.get("requirements")),
        preferred=_lines(parsed.get("preferredSkills")),
        about=str(parsed.get("description") or company.get("description") or ""),
    )
