from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates.tables import Candidate
from app.core.errors import InvalidState, ValidationFailed
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
    candidate, job = find_sources(session, interview=interview, wanted=wanted or CreateQuestionSet())
    found.candidate_id = candidate.id if candidate else found.candidate_id
    found.job_description_id = job.id if job else found.job_description_id
    session.flush()
    return found


def find_sources(
    session: Session, *, interview: Interview, wanted: CreateQuestionSet
) -> tuple[Candidate | None, JobDescription | None]:
    """What ``wanted`` names, each only if it belongs to the owner of the interview; else NotFound."""
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
    question = insert_question(
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
    now: datetime,
) -> bool:
    """False when the set is full."""
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
    """Put a new question at the end of its set; None when the set is full."""
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
        # The answer points belong to the old words.
        repository.queue_answer_points(question)
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
