"""Transactions of question generation: read the plan, claim the set, store or replace questions."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.core.schemas import ApiSchema
from app.interviews import repository as interviews
from app.interviews.tables import Interview
from app.questions import repository, rules, service
from app.questions.briefs import build_candidate_brief, build_job_brief
from app.questions.errors import ForbiddenLine, GenerationLimit, GenerationRunning, NothingToAskFrom
from app.questions.facts import CandidateBrief, JobBrief
from app.questions.forbidden import is_clearly_forbidden
from app.questions.lease import LEASE
from app.questions.rules import Difficulty
from app.questions.schemas import CreateQuestionSet, GenerateQuestions, WarmUp
from app.questions.slot_writer import WrittenQuestion
from app.questions.tables import Question, QuestionCategory, QuestionSet, QuestionSource, TrackingStatus


@dataclass(frozen=True, slots=True)
class Briefing:
    """The sources of all questions of an interview."""

    candidate: CandidateBrief | None
    job: JobBrief | None
    language: str


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """Everything that generation needs, read in one transaction before the model is called."""

    question_set_id: str
    briefing: Briefing
    distribution: dict[QuestionCategory, int]
    difficulty: Difficulty
    focus_areas: list[str]
    own_lines: list[str]
    existing: list[str]


def plan_generation(
    session: Session, *, owner_id: str, request: GenerateQuestions, now: datetime
) -> GenerationPlan:
    """Decide what to write and claim the set; ``release_lease`` frees it.

    Raises InterviewNotFound, NotFound (a source), ForbiddenLine, GenerationLimit, NothingToAskFrom,
    GenerationRunning.
    """
    found = service.get_or_create_set(
        session, owner_id=owner_id, interview_id=request.interview_id, sources=request.context
    )
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=request.interview_id)
    own_lines = request.options.own_lines
    if any(is_clearly_forbidden(line, language=interview.language) for line in own_lines):
        raise ForbiddenLine
    briefing = _require_briefing(session, interview, request.context)
    capacity = rules.MAX_QUESTIONS - found.question_count
    if capacity <= 0:
        raise GenerationLimit
    if request.options.total_questions is not None:
        capacity = min(capacity, request.options.total_questions)
    _claim(session, question_set_id=found.id, now=now)
    existing = repository.list_questions(session, interview_id=interview.id)
    existing += repository.list_by_ids(
        session, owner_id=owner_id, question_ids=request.context.existing_questions
    )
    return GenerationPlan(
        question_set_id=found.id,
        briefing=briefing,
        distribution=rules.clamp_distribution(request.distribution.counts(), capacity=capacity),
        difficulty=request.options.difficulty,
        focus_areas=[area for area in request.options.focus_areas if area],
        own_lines=own_lines,
        existing=list(dict.fromkeys(question.question for question in existing)),
    )


def plan_rewriting(
    session: Session, *, owner_id: str, question: Question, difficulty: Difficulty | None, now: datetime
) -> GenerationPlan:
    """Plan one question that replaces ``question``, from the current sources of its interview.

    Without ``difficulty`` it stays as difficult as it was. Raises as ``plan_generation`` does, and
    InvalidState.
    """
    require_rewritable(question)
    found, existing = service.get_questions(session, owner_id=owner_id, interview_id=question.interview_id)
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=question.interview_id)
    sources = CreateQuestionSet(
        candidate_profile_id=interview.candidate_id, job_description_id=interview.job_description_id
    )
    briefing = _require_briefing(session, interview, sources)
    _claim(session, question_set_id=found.id, now=now)
    return GenerationPlan(
        question_set_id=found.id,
        briefing=briefing,
        distribution={question.category: 1},
        difficulty=difficulty or read_difficulty(question) or Difficulty.MID,
        focus_areas=[],
        own_lines=_read_own_line(question),
        existing=[one.question for one in existing],
    )


def read_briefing(session: Session, *, owner_id: str, request: WarmUp) -> Briefing:
    """Load the sources of all questions. Raises InterviewNotFound, and NotFound for a missing source."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=request.interview_id)
    return _build_briefing(session, interview, request.context)


def _require_briefing(session: Session, interview: Interview, sources: CreateQuestionSet) -> Briefing:
    briefing = _build_briefing(session, interview, sources)
    if briefing.candidate is None and briefing.job is None:
        raise NothingToAskFrom
    return briefing


def _build_briefing(session: Session, interview: Interview, sources: CreateQuestionSet) -> Briefing:
    candidate, job = service.find_sources(session, interview=interview, sources=sources)
    return Briefing(
        candidate=build_candidate_brief(candidate) if candidate else None,
        job=build_job_brief(job) if job else None,
        language=interview.language,
    )


def _claim(session: Session, *, question_set_id: str, now: datetime) -> None:
    if not repository.claim_generation(session, question_set_id=question_set_id, now=now, until=now + LEASE):
        raise GenerationRunning


class _Generation(ApiSchema):
    """The provenance of a question, as stored in its column ``generation``."""

    model: str
    model_sha256: str
    prompt_version: str
    duration_ms: int
    difficulty: Difficulty


def _columns(written: WrittenQuestion, plan: GenerationPlan) -> dict[str, Any]:
    """The columns of a question row that the model decides."""
    generation = _Generation(**asdict(written.generation), difficulty=plan.difficulty)
    return {
        "question": written.question,
        "estimated_minutes": written.estimated_minutes,
        "source": QuestionSource.AI_GENERATED,
        "based_on": {
            "source": written.fact.source,
            "kind": written.fact.kind,
            "text": written.fact.text,
        },
        "generation": generation.to_wire(),
    }


def read_difficulty(question: Question) -> Difficulty | None:
    """The difficulty it was generated for; None if written by hand or before this was stored."""
    stored = (question.generation or {}).get("difficulty")
    return None if stored is None else Difficulty(stored)


def store_written(
    session: Session, *, plan: GenerationPlan, written: WrittenQuestion, now: datetime
) -> Question | None:
    """Store one generated question; None if the set is full or was deleted in the meantime."""
    found = session.get(QuestionSet, plan.question_set_id)
    if found is None:
        return None
    repository.hold_generation(session, question_set_id=found.id, until=now + LEASE)
    row = Question(category=written.category, **_columns(written, plan))
    return service.insert_question(session, question_set=found, row=row, now=now)


def replace_question(
    session: Session, *, question: Question, plan: GenerationPlan, written: WrittenQuestion
) -> None:
    """Replace the text of a question. Raises InvalidState once it was used in the interview."""
    require_rewritable(question)
    for column, value in _columns(written, plan).items():
        setattr(question, column, value)
    repository.queue_answer_points(question)
    session.flush()


def _read_own_line(question: Question) -> list[str]:
    """The recruiter's line that a question is about: a new text stays about it."""
    based_on = question.based_on or {}
    return [based_on["text"]] if based_on.get("source") == "recruiter" else []


def require_rewritable(question: Question) -> None:
    """Raise InvalidState for a question that was asked, skipped, scored or annotated."""
    if question.tracking_status != TrackingStatus.PENDING or question.notes or question.score is not None:
        raise InvalidState("This question was already used in the interview, so it cannot be rewritten.")
