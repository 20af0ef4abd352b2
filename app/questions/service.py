from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates.tables import Candidate
from app.core.errors import InvalidState, ValidationFailed
from app.core.schemas import ApiSchema
from app.interviews import repository as interviews
from app.interviews.tables import Interview
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions.tables import JobDescription
from app.questions import repository, rules
from app.questions.briefs import brief_of_candidate, brief_of_job
from app.questions.errors import (
    GenerationLimit,
    GenerationRunning,
    NothingToAskFrom,
    QuestionLimit,
    QuestionSetNotFound,
)
from app.questions.facts import CandidateBrief, JobBrief
from app.questions.schemas import (
    CreateQuestionSet,
    GenerateQuestions,
    PatchHumanTracking,
    PatchQuestion,
    WarmUp,
    WriteQuestion,
)
from app.questions.tables import Question, QuestionCategory, QuestionSet, QuestionSource, TrackingStatus
from app.questions.writing import WrittenQuestion


def get_questions(
    session: Session, *, owner_id: str, interview_id: str
) -> tuple[QuestionSet, list[Question]]:
    """Raises InterviewNotFound and QuestionSetNotFound."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=interview_id)
    found = repository.find_set(session, owner_id=owner_id, interview_id=interview.id)
    if found is None:
        raise QuestionSetNotFound
    return found, repository.list_questions(session, interview_id=interview.id)


def get_or_create_set(
    session: Session, *, owner_id: str, interview_id: str, wanted: CreateQuestionSet | None = None
) -> QuestionSet:
    """The one set of an interview. Raises InterviewNotFound, and NotFound for what it is to be based on."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=interview_id)
    found = repository.find_set(session, owner_id=owner_id, interview_id=interview.id)
    if found is None:
        found = QuestionSet(owner_id=owner_id, interview_id=interview.id, question_count=0, last_position=0)
        session.add(found)
    candidate, job = _sources(session, interview=interview, wanted=wanted or CreateQuestionSet())
    found.candidate_id = candidate.id if candidate else found.candidate_id
    found.job_description_id = job.id if job else found.job_description_id
    session.flush()
    return found


def _sources(
    session: Session, *, interview: Interview, wanted: CreateQuestionSet
) -> tuple[Candidate | None, JobDescription | None]:
    """What the caller names, each only if it belongs to the owner of the interview."""
    candidate = job = None
    if wanted.candidate_profile_id:
        candidate = candidates.get_owned(
            session, owner_id=interview.owner_id, candidate_id=wanted.candidate_profile_id
        )
    if wanted.job_description_id:
        job = job_descriptions.get_owned(
            session, owner_id=interview.owner_id, job_description_id=wanted.job_description_id
        )
    return candidate, job


def add_question(
    session: Session, *, owner_id: str, interview_id: str, wanted: WriteQuestion, now: datetime
) -> Question:
    """One written by hand. Raises QuestionLimit when the set is full."""
    found = get_or_create_set(session, owner_id=owner_id, interview_id=interview_id)
    question = _insert(
        session,
        question_set=found,
        now=now,
        row=Question(
            question=wanted.question,
            category=wanted.category,
            estimated_minutes=wanted.estimated_time,
            source=QuestionSource.RECRUITER_ADDED,
        ),
    )
    if question is None:
        raise QuestionLimit
    return question


def add_from_template(
    session: Session,
    *,
    question_set: QuestionSet,
    question: str,
    category: QuestionCategory,
    minutes: int,
    good_answer: list[str] | None,
    now: datetime,
) -> bool:
    """False when the set is full."""
    row = Question(
        question=question,
        category=category,
        estimated_minutes=minutes,
        source=QuestionSource.RECRUITER_ADDED,
        good_answer=good_answer,
    )
    return _insert(session, question_set=question_set, row=row, now=now) is not None


def _insert(session: Session, *, question_set: QuestionSet, row: Question, now: datetime) -> Question | None:
    position = repository.claim_place(session, question_set_id=question_set.id, now=now)
    if position is None:
        return None
    row.owner_id = question_set.owner_id
    row.question_set_id = question_set.id
    row.interview_id = question_set.interview_id
    row.position = position
    session.add(row)
    session.flush()
    return row


def change_question(session: Session, *, question: Question, wanted: PatchQuestion) -> None:
    """Apply what was sent. A generated question that is changed is the recruiter's from then on."""
    changed = False
    for field, column in (
        ("question", "question"),
        ("category", "category"),
        ("estimated_time", "estimated_minutes"),
    ):
        value = getattr(wanted, field)
        if value is not None and value != getattr(question, column):
            setattr(question, column, value)
            changed = True
    if wanted.question is not None and changed:
        # What was said of a good answer was said of the old words.
        question.good_answer, question.point_attempts = None, 0
    if changed or wanted.source is not None:
        question.source = QuestionSource.RECRUITER_ADDED
    session.flush()


def order_questions(
    session: Session, *, owner_id: str, interview_id: str, question_ids: list[str]
) -> tuple[QuestionSet, list[Question]]:
    """Put the questions into the order of ``question_ids``.

    Raises ValidationFailed unless it names every question once, as after a change in another tab.
    """
    found, questions = get_questions(session, owner_id=owner_id, interview_id=interview_id)
    by_id = {question.id: question for question in questions}
    if sorted(question_ids) != sorted(by_id):
        raise ValidationFailed(
            [("questionIds", "The questions were changed meanwhile. Reload them and order them again.")]
        )
    ordered = [by_id[question_id] for question_id in question_ids]
    repository.reorder(session, questions=ordered)
    return found, ordered


def replace_question(session: Session, *, question: Question, written: WrittenQuestion) -> None:
    """Put newly written words in the place of a question. Raises InvalidState once it was asked."""
    require_rewritable(question)
    question.question = written.question
    question.estimated_minutes = written.estimated_minutes
    question.source = QuestionSource.AI_GENERATED
    question.based_on = {"source": written.fact.source, "text": written.fact.text}
    question.generation = _Generation(**asdict(written.generation)).to_wire()
    question.good_answer, question.point_attempts = None, 0
    session.flush()


def require_rewritable(question: Question) -> None:
    if question.tracking_status != TrackingStatus.PENDING or question.notes or question.score is not None:
        raise InvalidState("This question was used in the interview: its words stay as they were asked.")


def track_question(
    session: Session, *, question: Question, wanted: PatchHumanTracking, now: datetime
) -> None:
    """Tracking by hand (document 001, sections 4 and 5). Raises InvalidState for a step that is not allowed.

    A score answers the question; clearing the score clears nothing else.
    """
    score = wanted.score if "score" in wanted.model_fields_set else None
    status = wanted.status or (TrackingStatus.ANSWERED if score is not None else None)
    if score is not None:
        status = TrackingStatus.ANSWERED
    if status is not None and status != question.tracking_status:
        if not rules.can_track(question.tracking_status, status, has_score=score is not None):
            raise InvalidState(f"A question that is {question.tracking_status} cannot become {status}.")
        question.tracking_status = status
        question.marked_at = now
    if "score" in wanted.model_fields_set:
        question.score = wanted.score
    if wanted.notes is not None:
        question.notes = wanted.notes
    session.flush()


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """All that generation needs, read in one transaction before the model is asked."""

    question_set_id: str
    candidate: CandidateBrief | None
    job: JobBrief | None
    distribution: dict[QuestionCategory, int]
    existing: list[str]
    language: str


LEASE = timedelta(minutes=3)
"""How long a set is held for one question to be written; its next question prolongs it."""


def plan_generation(
    session: Session, *, owner_id: str, wanted: GenerateQuestions, now: datetime
) -> GenerationPlan:
    """What to write, and the right to write it: who plans must ``end_generation``.

    Raises InterviewNotFound, NotFound (context), GenerationLimit, NothingToAskFrom, GenerationRunning.
    """
    found = get_or_create_set(
        session, owner_id=owner_id, interview_id=wanted.interview_id, wanted=wanted.context
    )
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=wanted.interview_id)
    candidate, job = _sources(session, interview=interview, wanted=wanted.context)
    if candidate is None and job is None:
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
        candidate=brief_of_candidate(candidate) if candidate else None,
        job=brief_of_job(job) if job else None,
        distribution=rules.clamp_distribution(wanted.distribution.counts(), capacity=capacity),
        existing=list(dict.fromkeys(question.question for question in existing)),
        language=interview.language,
    )


def plan_rewriting(session: Session, *, owner_id: str, question: Question, now: datetime) -> GenerationPlan:
    """As ``plan_generation``, for one question that is to be written anew from what its set rests on."""
    require_rewritable(question)
    found, existing = get_questions(session, owner_id=owner_id, interview_id=question.interview_id)
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=question.interview_id)
    candidate, job = _sources(
        session,
        interview=interview,
        wanted=CreateQuestionSet(
            candidate_profile_id=interview.candidate_id, job_description_id=interview.job_description_id
        ),
    )
    if candidate is None and job is None:
        raise NothingToAskFrom
    if not repository.claim_generation(session, question_set_id=found.id, now=now, until=now + LEASE):
        raise GenerationRunning
    return GenerationPlan(
        question_set_id=found.id,
        candidate=brief_of_candidate(candidate) if candidate else None,
        job=brief_of_job(job) if job else None,
        distribution={question.category: 1},
        existing=[one.question for one in existing],
        language=interview.language,
    )


@dataclass(frozen=True, slots=True)
class Briefing:
    """What all questions of an interview are written from."""

    candidate: CandidateBrief | None
    job: JobBrief | None
    language: str


def read_briefing(session: Session, *, owner_id: str, wanted: WarmUp) -> Briefing:
    """Raises InterviewNotFound, and NotFound for what it is to rest on."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=wanted.interview_id)
    candidate, job = _sources(session, interview=interview, wanted=wanted.context)
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


def store_written(
    session: Session, *, question_set_id: str, written: WrittenQuestion, now: datetime
) -> Question | None:
    """Keep one generated question; None when the set is full, or gone with its interview, meanwhile."""
    found = session.get(QuestionSet, question_set_id)
    if found is None:
        return None
    repository.hold_generation(session, question_set_id=question_set_id, until=now + LEASE)
    return _insert(
        session,
        question_set=found,
        now=now,
        row=Question(
            question=written.question,
            category=written.category,
            estimated_minutes=written.estimated_minutes,
            source=QuestionSource.AI_GENERATED,
            based_on={"source": written.fact.source, "text": written.fact.text},
            generation=_Generation(**asdict(written.generation)).to_wire(),
        ),
    )
