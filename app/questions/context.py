"""The CV and the job description as prompt text: fenced, within a token budget, equal for every slot."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.llm.budget import TEMPLATE_TOKENS
from app.llm.fencing import fence
from app.questions.facts import CandidateBrief, JobBrief
from models.ports import Engines

MAX_COMPLETION_TOKENS = 110
_SLOT_TOKENS = 500
_CV_SHARE = 0.6
_CONTEXT_TOKENS = 256
"""Enough to know the person and the role. Each further 170 tokens delay the first question by a second
on two cores, and every slot gets its own line of the documents anyway."""


async def build_context(engines: Engines, candidate: CandidateBrief | None, job: JobBrief | None) -> str:
    """Fence the CV and the job description, shortened to the budget.

    A text that fits stays as it is; a longer one is replaced by the most important lines of the profile.
    The result is the same for every slot of a set, so the engine serves it from its cache.
    """
    window = engines.llm.context_window - MAX_COMPLETION_TOKENS - _SLOT_TOKENS - TEMPLATE_TOKENS
    budget = max(128, min(_CONTEXT_TOKENS, window))
    cv_share, job_share = (_CV_SHARE, 1 - _CV_SHARE) if candidate and job else (1.0, 1.0)
    parts = []
    if candidate:
        text = await _fit(engines, candidate.text, candidate_lines(candidate), int(budget * cv_share))
        parts.append(fence("CV", text))
    if job:
        text = await _fit(engines, job.text, job_lines(job), int(budget * job_share))
        parts.append(fence("JOB", text))
    return "\n\n".join(parts)


async def _fit(engines: Engines, text: str, lines: Sequence[str], budget: int) -> str:
    text = re.sub(r"\n{2,}", "\n", text).strip()
    whole, *sizes = await engines.llm.count_tokens([text, *lines])
    if whole <= budget:
        return text
    kept, used = [], 0
    for line, size in zip(lines, sizes, strict=True):
        if used + size + 1 <= budget:
            kept.append(line)
            used += size + 1
    return "\n".join(kept)


def candidate_lines(candidate: CandidateBrief) -> list[str]:
    """The lines of the profile, most important first."""
    lines = [candidate.current_position, candidate.summary]
    lines += [", ".join(part for part in (p.title, p.organization) if part) for p in candidate.positions]
    lines += ["Skills: " + ", ".join(candidate.skills[:30])] if candidate.skills else []
    lines += [f"- {statement}" for position in candidate.positions for statement in position.statements]
    lines += [f"- {project}" for project in candidate.projects]
    return [line for line in lines if line] or [line for line in candidate.text.split("\n") if line.strip()]


def job_lines(job: JobBrief) -> list[str]:
    """The lines of the job description, most important first."""
    lines = [", ".join(part for part in (job.title, job.company) if part)]
    for items in (job.requirements, job.responsibilities, job.preferred):
        lines += [f"- {item}" for item in items]
    lines.append(job.about)
    return [line for line in lines if line] or [line for line in job.text.split("\n") if line.strip()]
