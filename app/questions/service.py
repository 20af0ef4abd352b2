"""Use cases for the questions of an interview: create the set, add, change, order and track questions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates.tables import Candidate
from app.core.errors import InvalidState, ValidationFailed
from app.core.invalid_values import FieldSentence
from app.interviews import repository as interviews
from app.interviews.tables import Interview
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions.tables import JobDescription
from app.questions import repository, rules
from app.questions.errors import (
    QuestionLimit,
    QuestionSetNotFound,
)
from app.questions.schemas import (
    CreateQuestionSet,
    PatchHumanTracking,
    PatchQuestion,
    WriteQuestion,
)
from app.questions.tables import Question, QuestionCategory, QuestionSet, QuestionSource, TrackingStatus


def get_questions(
    session: Session, *, owner_id: str, interview_id: str
) -> tuple[QuestionSet, list[Question]]:
    """The question set of an interview. Raises InterviewNotFound and QuestionSetNotFound."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=interview_id)
    found = repository.find_set(session, owner_id=owner_id, interview_id=interview.id)
    if found is None:
        raise QuestionSetNotFound
    return found, repository.list_questions(session, interview_id=interview.id)


def find_question(session: Session, *, owner_id: str, interview_id: str, question_id: str) -> Question:
    """Accepts the interview's id or session id. Raises InterviewNotFound and QuestionNotFound."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=interview_id)
    return repository.get_owned(
        session, owner_id=owner_id, interview_id=interview.id, question_id=question_id
    )


def get_or_create_set(
    session: Session, *, owner_id: str, interview_id: str, sources: CreateQuestionSet | None = None
) -> QuestionSet:
    """The one question set of an interview. Raises InterviewNotFound, and NotFound for a source."""
    interview = interviews.get_owned(session, owner_id=owner_id, interview_id=interview_id)
    found = repository.find_set(session, owner_id=owner_id, interview_id=interview.id)
    if found is None:
        found = QuestionSet(owner_id=owner_id, interview_id=interview.id, question_count=0, last_position=0)
        session.add(found)
    candidate, job = find_sources(session, interview=interview, sources=sources or CreateQuestionSet())
    found.candidate_id = candidate.id if candidate else found.candidate_id
    found.job_description_id = job.id if job else found.job_description_id
    session.flush()
    return found


def find_sources(
    session: Session, *, interview: Interview, sources: CreateQuestionSet
) -> tuple[Candidate | None, JobDescription | None]:
    """The named profile and job description. Raises NotFound unless the interview's owner owns them."""
    candidate = job = None
    if sources.candidate_profile_id:
        candidate = candidates.get_owned(
            session, owner_id=interview.owner_id, candidate_id=sources.candidate_profile_id
        )
    if sources.job_description_id:
        job = job_descriptions.get_owned(
            session, owner_id=interview.owner_id, job_description_id=sources.job_description_id
        )
    return candidate, job


def add_question(
    session: Session, *, owner_id: str, interview_id: str, draft: WriteQuestion, now: datetime
) -> Question:
    """Add a question written by the recruiter. Raises QuestionLimit when the set is full."""
    found = get_or_create_set(session, owner_id=owner_id, interview_id=interview_id)
    question = insert_question(
        session,
        question_set=found,
        now=now,
        row=Question(
            question=draft.question,
            category=draft.category,
            estimated_minutes=draft.estimated_time,
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
    now: datetime,
) -> bool:
    """Add a question of a template; False when the set is full."""
    row = Question(
        question=question,
        category=category,
        estimated_minutes=minutes,
        source=QuestionSource.RECRUITER_ADDED,
    )
    return insert_question(session, question_set=question_set, row=row, now=now) is not None


def insert_question(
    session: Session, *, question_set: QuestionSet, row: Question, now: datetime
) -> Question | None:
    """Append a question to its set; None when the set is full."""
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


def change_question(session: Session, *, question: Question, changes: PatchQuestion) -> None:
    """Apply the given fields. A generated question counts as the recruiter's own once it is changed."""
    changed = False
    for field, column in (
        ("question", "question"),
        ("category", "category"),
        ("estimated_time", "estimated_minutes"),
    ):
        value = getattr(changes, field)
        if value is not None and value != getattr(question, column):
            setattr(question, column, value)
            changed = True
    if changes.question is not None and changed:
        # The answer points belong to the old text.
        repository.queue_answer_points(question)
        question.ai_tracking_status = TrackingStatus.PENDING
        question.ai_suggestion = None
    if changed or changes.source is not None:
        question.source = QuestionSource.RECRUITER_ADDED
    session.flush()


def order_questions(
    session: Session, *, owner_id: str, interview_id: str, question_ids: list[str]
) -> tuple[QuestionSet, list[Question]]:
    """Put the questions into the order of ``question_ids``.

    Raises ValidationFailed unless it names every question once; another tab may have changed the list.
    """
    found, questions = get_questions(session, owner_id=owner_id, interview_id=interview_id)
    by_id = {question.id: question for question in questions}
    if sorted(question_ids) != sorted(by_id):
        raise ValidationFailed(
            [
                (
                    "questionIds",
                    FieldSentence(
                        "The questions have changed in the meantime. Reload them and try again.",
                        code="QUESTIONS_CHANGED",
                    ),
                )
            ]
        )
    ordered = [by_id[question_id] for question_id in question_ids]
    repository.reorder(session, questions=ordered)
    return found, ordered


def track_question(
    session: Session, *, question: Question, changes: PatchHumanTracking, now: datetime
) -> None:
    """Record that a question was asked, answered, skipped, scored or annotated.

    A score marks the question as answered; clearing the score changes nothing else. Raises InvalidState
    for a step that is not allowed.
    """
    score = changes.score if "score" in changes.model_fields_set else None
    status = TrackingStatus.ANSWERED if score is not None else changes.status
    if status is not None and status != question.tracking_status:
        if not rules.can_track(question.tracking_status, status, has_score=score is not None):
            raise InvalidState(f"A question that is {question.tracking_status} cannot become {status}.")
        question.tracking_status = status
        question.marked_at = now
    if "score" in changes.model_fields_set:
        question.score = changes.score
    if changes.notes is not None:
        question.notes = changes.notes
    session.flush()
