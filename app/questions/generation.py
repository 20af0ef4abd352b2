"""What is to be written into a set, who may write it, and the keeping of what was written."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.interviews import repository as interviews
from app.interviews.tables import Interview
from app.questions import repository, rules, service
from app.questions.briefs import brief_of_candidate, brief_of_job
from app.questions.errors import GenerationLimit, GenerationRunning, NothingToAskFrom
from app.questions.facts import CandidateBrief, JobBrief
from app.questions.rules import Difficulty
from app.questions.schemas import CreateQuestionSet, GenerateQuestions, WarmUp
from app.questions.tables import Question, QuestionCategory, QuestionSet, QuestionSource, TrackingStatus
from app.questions.writing import WrittenQuestion


@dataclass(frozen=True, slots=True)
class Briefing:
    """What all questions of an interview are written from."""

    candidate: CandidateBrief | None
    job: JobBrief | None
    language: str


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """All that generation needs, read in one transaction before the model is asked."""

    question_set_id: str
    briefing: Briefing
    distribution: dict[QuestionCategory, int]
    difficulty: Difficulty
    focus_areas: list[str]
    existing: list[str]


LEASE = timedelta(minutes=3)
"""How long a set is held to be written into; each question and ``keep_claim`` prolong it."""
_RENEW_SECONDS = LEASE.total_seconds() / 3


def plan_generation(
    session: Session, *, owner_id: str, wanted: GenerateQuestions, now: datetime
) -> GenerationPlan:
    """What to write, and the right to write it, which ``release`` gives back.

    Raises InterviewNotFound, NotFound (context), GenerationLimit, NothingToAskFrom, GenerationRunning.
    """
    found = service.get_or_create_set(
        session, owner_id=owner_id, interview_id=wanted.interview_id, wanted=wanted.context
    )
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=wanted.interview_id)
    briefing = _brief(session, interview, wanted.context)
    if briefing.candidate is None and briefing.job is None:
        raise NothingToAskFrom
    capacity = rules.MAX_QUESTIONS - found.question_count
    if capacity <= 0:
        raise GenerationLimit
    if wanted.options.total_questions is not None:
        capacity = min(capacity, wanted.options.total_questions)
    if not repository.claim_generation(session, question_set_id=found.id, now=now, until=now + LEASE):
        raise GenerationRunning
    existing = repository.list_questions(session, interview_id=interview.id)
    existing += repository.list_by_ids(
        session, owner_id=owner_id, question_ids=wanted.context.existing_questions
    )
    return GenerationPlan(
        question_set_id=found.id,
        briefing=briefing,
        distribution=rules.clamp_distribution(wanted.distribution.counts(), capacity=capacity),
        difficulty=wanted.options.difficulty,
        focus_areas=[area for area in wanted.options.focus_areas if area],
        existing=list(dict.fromkeys(question.question for question in existing)),
    )


def plan_rewriting(
    session: Session, *, owner_id: str, question: Question, difficulty: Difficulty | None, now: datetime
) -> GenerationPlan:
    """As ``plan_generation``, for one question that is to be written anew from what its interview rests on.

    It stays as difficult as it was where no other ``difficulty`` is wanted. Raises also InvalidState.
    """
    require_rewritable(question)
    found, existing = service.get_questions(session, owner_id=owner_id, interview_id=question.interview_id)
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=question.interview_id)
    attached = CreateQuestionSet(
        candidate_profile_id=interview.candidate_id, job_description_id=interview.job_description_id
    )
    briefing = _brief(session, interview, attached)
    if briefing.candidate is None and briefing.job is None:
        raise NothingToAskFrom
    if not repository.claim_generation(session, question_set_id=found.id, now=now, until=now + LEASE):
        raise GenerationRunning
    return GenerationPlan(
        question_set_id=found.id,
        briefing=briefing,
        distribution={question.category: 1},
        difficulty=difficulty or difficulty_of(question) or Difficulty.MID,
        focus_areas=[],
        existing=[one.question for one in existing],
    )


def read_briefing(session: Session, *, owner_id: str, wanted: WarmUp) -> Briefing:
    """Raises InterviewNotFound, and NotFound for what it is to rest on."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=wanted.interview_id)
    return _brief(session, interview, wanted.context)


def _brief(session: Session, interview: Interview, wanted: CreateQuestionSet) -> Briefing:
    candidate, job = service.find_sources(session, interview=interview, wanted=wanted)
    return Briefing(
        candidate=brief_of_candidate(candidate) if candidate else None,
        job=brief_of_job(job) if job else None,
        language=interview.language,
    )


class _Generation(ApiSchema):
    model: str
    model_sha256: str
    prompt_version: str
    duration_ms: int
    difficulty: Difficulty


def _columns(written: WrittenQuestion, plan: GenerationPlan) -> dict[str, Any]:
    """What of a question the model decides, as columns of its row."""
    generation = _Generation(**asdict(written.generation), difficulty=plan.difficulty)
    return {
        "question": written.question,
        "estimated_minutes": written.estimated_minutes,
        "source": QuestionSource.AI_GENERATED,
        "based_on": {"source": written.fact.source, "text": written.fact.text},
        "generation": generation.to_wire(),
    }


def difficulty_of(question: Question) -> Difficulty | None:
    """What it was generated for; None for one written by hand, or before this was kept."""
    kept = (question.generation or {}).get("difficulty")
    return None if kept is None else Difficulty(kept)


def store_written(
    session: Session, *, plan: GenerationPlan, written: WrittenQuestion, now: datetime
) -> Question | None:
    """Keep one generated question; None when the set is full, or gone with its interview, meanwhile."""
    found = session.get(QuestionSet, plan.question_set_id)
    if found is None:
        return None
    repository.hold_generation(session, question_set_id=found.id, until=now + LEASE)
    row = Question(category=written.category, **_columns(written, plan))
    return service.insert_question(session, question_set=found, row=row, now=now)


def replace_question(
    session: Session, *, question: Question, plan: GenerationPlan, written: WrittenQuestion
) -> None:
    """Put newly written words in the place of a question. Raises InvalidState once it was asked."""
    require_rewritable(question)
    for column, value in _columns(written, plan).items():
        setattr(question, column, value)
    repository.queue_answer_points(question)
    session.flush()


def require_rewritable(question: Question) -> None:
    if question.tracking_status != TrackingStatus.PENDING or question.notes or question.score is not None:
        raise InvalidState("This question was used in the interview: its words stay as they were asked.")


async def keep_claim(state: AppState, *, question_set_id: str) -> None:
    """Prolong the right to write into a set until cancelled: a question may wait long for its turn."""
    while True:
        await asyncio.sleep(_RENEW_SECONDS)
        await state.database.run(
            repository.hold_generation, question_set_id=question_set_id, until=state.now() + LEASE
        )


async def release(state: AppState, *, question_set_id: str) -> None:
    """Let others write into the set, also when the caller is being cancelled."""
    await asyncio.shield(
        state.database.run(repository.hold_generation, question_set_id=question_set_id, until=None)
    )
