"""What a good answer to a question contains: two to four points for the recruiter.

They are written after the questions, so that nobody waits for them, and by the same prompt prefix, so
that the cache serves it. General knowledge is wanted here: unlike a question, a point need not stand in
the CV or the job.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.documents.parsing.wording import without_bullet
from app.interviews.tables import Interview
from app.job_descriptions import repository as job_descriptions
from app.llm.generation import Refusal, generate_slot
from app.llm.prompts import fill, load_prompt
from app.questions import repository
from app.questions.briefs import brief_of_candidate, brief_of_job
from app.questions.facts import CandidateBrief, JobBrief
from app.questions.forbidden import is_forbidden
from app.questions.tables import Question
from app.questions.wording import language_name, overlap
from app.questions.writing import PROMPT, build_context
from models.ports import CompletionRequest, EngineError, Engines, Message, Priority

log = logging.getLogger("greenroom.questions")

MOST_ATTEMPTS = 2
MOST_PER_RUN = 20
MIN_POINTS, MAX_POINTS = 2, 4
_MIN_WORDS, _MAX_WORDS = 3, 18
_MAX_TOKENS = 120
_MAX_OVERLAP = 0.6
_FIRST_PERSON = re.compile(r"\b(?:I|my|me|we|our)\b")


@dataclass(frozen=True, slots=True)
class PendingPoints:
    question_id: str
    question: str
    language: str
    candidate: CandidateBrief | None
    job: JobBrief | None


async def write_answer_points(state: AppState) -> JobCounts | None:
    """Write the points that are missing; None where none are. Each question is tried twice at most.

    As background work it gives way in the engine's queue to everybody who waits for questions.
    """
    written = errors = 0
    for _ in range(MOST_PER_RUN):
        pending = await state.database.run(_claim_next)
        if pending is None:
            break
        try:
            points = await write_points(state.engines, pending)
        except EngineError as error:
            log.warning("points_engine_error kind=%s", type(error).__name__)
            errors += 1
            break
        if points is None:
            errors += 1
        elif await state.database.run(
            repository.store_points, question_id=pending.question_id, text=pending.question, points=points
        ):
            written += 1
    return JobCounts(processed=written, errors=errors) if written or errors else None


def _claim_next(session: Session) -> PendingPoints | None:
    for question in repository.list_without_points(session, attempts=MOST_ATTEMPTS, limit=1):
        if repository.claim_points(session, question=question):
            return _describe(session, question)
    return None


def _describe(session: Session, question: Question) -> PendingPoints:
    interview = session.get_one(Interview, question.interview_id)
    candidate = job = None
    if interview.candidate_id:
        candidate = candidates.get_owned(
            session, owner_id=interview.owner_id, candidate_id=interview.candidate_id
        )
    if interview.job_description_id:
        job = job_descriptions.get_owned(
            session, owner_id=interview.owner_id, job_description_id=interview.job_description_id
        )
    return PendingPoints(
        question_id=question.id,
        question=question.question,
        language=interview.language,
        candidate=brief_of_candidate(candidate) if candidate else None,
        job=brief_of_job(job) if job else None,
    )


async def write_points(engines: Engines, pending: PendingPoints) -> list[str] | None:
    """The points, or None when two texts failed the check. Raises what the engine raises."""
    prompt = load_prompt(PROMPT)
    language = language_name(pending.language)
    context = await build_context(engines, pending.candidate, pending.job)
    task = fill(
        prompt.section("points"),
        {"question": pending.question.replace('"', "'"), "language": language},
        name="points",
    )
    result = await generate_slot(
        engines.llm,
        CompletionRequest(
            messages=(
                Message("system", fill(prompt.system, {"language": language})),
                Message("user", f"{context}\n\n{task}" if context else task),
            ),
            max_tokens=_MAX_TOKENS,
            temperature=0.2,
            stop=("\n\n",),
        ),
        check=lambda text: check_points(text, question=pending.question),
        prompt_version=prompt.label,
        priority=Priority.BACKGROUND,
    )
    return result.value


def check_points(text: str, *, question: str) -> list[str] | Refusal:
    """Two to four lines that say different things, and none that asks or speaks of itself."""
    points: list[str] = []
    for raw in text.splitlines():
        line = without_bullet(raw.strip()).replace("**", "").strip(' .;"“”')
        words = len(line.split())
        if not _MIN_WORDS <= words <= _MAX_WORDS or line.endswith((":", "?")) or _FIRST_PERSON.search(line):
            continue
        if is_forbidden(line):
            continue
        if overlap(line, question) > _MAX_OVERLAP or any(overlap(line, p) > _MAX_OVERLAP for p in points):
            continue
        points.append(line[:1].upper() + line[1:])
    if len(points) < MIN_POINTS:
        return Refusal("it must be three short points, one per line, each about another thing")
    return points[:MAX_POINTS]
