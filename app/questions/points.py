"""Answer points: two to four things that a good answer to a question contains, for the recruiter.

They are written in the background, after the questions, with the same prompt prefix, so that the engine
serves it from its cache. Unlike a question, a point may use general knowledge beyond the CV and the job.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.interviews.tables import Interview
from app.job_descriptions import repository as job_descriptions
from app.llm.generation import Refusal, generate_slot
from app.llm.prompts import fill, load_prompt
from app.questions import repository
from app.questions.briefs import build_candidate_brief, build_job_brief
from app.questions.context import build_context
from app.questions.facts import CandidateBrief, JobBrief
from app.questions.forbidden import is_clearly_forbidden
from app.questions.slot_prompts import PROMPT, build_system_message
from app.questions.tables import Question
from app.questions.wording import language_name, similarity
from app.text.bullets import without_bullet
from app.usage.sources import UsageSource, attribute_usage
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed, Outcome, WorkQueue, drain
from models.ports import CompletionRequest, EngineError, Engines, Message, Priority

MAX_PER_RUN = 20
MIN_POINTS, MAX_POINTS = 2, 4
_MIN_WORDS, _MAX_WORDS = 3, 18
_MAX_TOKENS = 120
_MAX_OVERLAP = 0.6
_FIRST_PERSON = re.compile(r"\b(?:I|my|me|we|our)\b")


@dataclass(frozen=True, slots=True)
class PendingPoints:
    """A question that needs answer points, and its sources."""

    question_id: str
    owner_id: str
    question: str
    language: str
    candidate: CandidateBrief | None
    job: JobBrief | None


class NoPoints(Exception):
    """The model wrote no text that the check accepts, or the question changed in the meantime."""


class AnswerPointQueue(WorkQueue):
    """Questions without answer points. Keys are question ids."""

    name = "answer_points"
    items = repository.ANSWER_POINT_ITEMS
    max_attempts = repository.MAX_POINT_ATTEMPTS

    def __init__(self, state: AppState) -> None:
        super().__init__(state.database, now=state.read_clock, backoff_seconds=(0.0,))
        self._state = state

    async def attempt(self, claim: Claim) -> None:
        pending = await self.database.read(_read_pending, question_id=claim.key)
        if pending is None:
            return
        try:
            with attribute_usage(UsageSource.ANSWER_POINTS, user_id=pending.owner_id):
                points = await write_points(self._state.engines, pending)
        except EngineError as error:
            raise AttemptFailed(error, retryable=error.retryable) from error
        is_stored = points is not None and await self.database.run(
            _store, claim=claim, text=pending.question, points=points, now=self.now()
        )
        if not is_stored:
            raise AttemptFailed(NoPoints(), retryable=True)

    async def give_up(self, claim: Claim, error: Exception) -> None:
        """The question stays without points."""
        del error
        attempts = {"point_attempts": self.max_attempts}
        await self.database.run(self.items.end, claim, now=self.now(), **attempts)


async def write_answer_points(state: AppState) -> JobCounts | None:
    """Write answer points that are missing; None if none are. Each question is attempted at most twice.

    This is background work: in the engine's queue it yields to everyone who waits for questions.
    """
    written = errors = 0
    async for result in drain(AnswerPointQueue(state), max_attempts=MAX_PER_RUN):
        if result.outcome is Outcome.DONE:
            written += 1
        else:
            errors += 1
        if isinstance(result.error, EngineError):
            # The engine is unavailable: leave the other questions to the next run.
            break
    return JobCounts(processed=written, errors=errors) if written or errors else None


def _read_pending(session: Session, *, question_id: str) -> PendingPoints | None:
    question = session.get(Question, question_id)
    return None if question is None else _describe(session, question)


def _store(session: Session, *, claim: Claim, text: str, points: list[str], now: datetime) -> bool:
    """Keep the points if the question still reads as it did when they were requested."""
    question = session.get(Question, claim.key)
    if question is None or question.question != text:
        return False
    return repository.ANSWER_POINT_ITEMS.end(session, claim, now=now, good_answer=points)


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
        owner_id=interview.owner_id,
        question=question.question,
        language=interview.language,
        candidate=build_candidate_brief(candidate) if candidate else None,
        job=build_job_brief(job) if job else None,
    )


async def write_points(engines: Engines, pending: PendingPoints) -> list[str] | None:
    """Write answer points; None when two texts failed the check. Raises the errors of the engine."""
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
                build_system_message(pending.language),
                Message("user", f"{context}\n\n{task}" if context else task),
            ),
            max_tokens=_MAX_TOKENS,
            temperature=0.2,
            stop=("\n\n",),
        ),
        check=lambda text: check_points(text, question=pending.question, language=pending.language),
        prompt_version=prompt.label,
        priority=Priority.BACKGROUND,
    )
    return result.value


def check_points(text: str, *, question: str, language: str) -> list[str] | Refusal:
    """Extract two to four different points: no questions, no first person, no forbidden topics."""
    points: list[str] = []
    for raw in text.splitlines():
        line = without_bullet(raw.strip()).replace("**", "").strip(' .;"“”')
        words = len(line.split())
        if not _MIN_WORDS <= words <= _MAX_WORDS or line.endswith((":", "?")) or _FIRST_PERSON.search(line):
            continue
        if is_clearly_forbidden(line, language=language):
            continue
        if any(similarity(line, other) > _MAX_OVERLAP for other in (question, *points)):
            continue
        points.append(line[:1].upper() + line[1:])
    if len(points) < MIN_POINTS:
        return Refusal("it must be three short points, one per line, each about a different thing")
    return points[:MAX_POINTS]
