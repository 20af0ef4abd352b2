"""Queries and conditional updates for questions, question sets and answer points."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.orm import Session

from app.core.access_attempts import note_not_found
from app.interviews.tables import Interview, InterviewStatus
from app.questions.errors import QuestionNotFound
from app.questions.rules import MAX_QUESTIONS
from app.questions.tables import Question, QuestionSet
from app.work_queue.items import WorkItems

MAX_POINT_ATTEMPTS = 2

_interview = select(Interview).where(Interview.id == Question.interview_id)

ANSWER_POINT_ITEMS = WorkItems(
    key=Question.id,
    attempts=Question.point_attempts,
    claim_id=Question.points_claim_id,
    not_before_at=Question.points_not_before_at,
    is_waiting=Question.good_answer.is_(None)
    & (Question.point_attempts < MAX_POINT_ATTEMPTS)
    & exists(_interview.where(Interview.status.in_([InterviewStatus.DRAFT, InterviewStatus.SCHEDULED]))),
    is_claimed=Question.points_claim_id.is_not(None),
    # The interview that was changed last goes first; its questions in their order.
    order_by=(
        _interview.with_only_columns(Interview.updated_at).scalar_subquery().desc(),
        Question.interview_id,
        Question.position,
    ),
    # Longer than the time limit of the job that writes points.
    lease_seconds=900,
)


def find_set(session: Session, *, owner_id: str, interview_id: str) -> QuestionSet | None:
    return session.scalar(
        select(QuestionSet).where(QuestionSet.owner_id == owner_id, QuestionSet.interview_id == interview_id)
    )


def list_questions(session: Session, *, interview_id: str) -> list[Question]:
    return list(
        session.scalars(
            select(Question).where(Question.interview_id == interview_id).order_by(Question.position)
        )
    )


def list_by_ids(session: Session, *, owner_id: str, question_ids: list[str]) -> list[Question]:
    return list(
        session.scalars(select(Question).where(Question.owner_id == owner_id, Question.id.in_(question_ids)))
    )


def get_owned(session: Session, *, owner_id: str, interview_id: str, question_id: str) -> Question:
    """A question by id. Raises QuestionNotFound, also for a question of another user or interview."""
    question = session.scalar(
        select(Question).where(
            Question.id == question_id,
            Question.owner_id == owner_id,
            Question.interview_id == interview_id,
        )
    )
    if question is None:
        note_not_found(question_id)
        raise QuestionNotFound
    return question


def claim_place(session: Session, *, question_set_id: str, now: datetime) -> int | None:
    """Claim one place of a set in one conditional update: its position, or None when the set is full."""
    row = session.execute(
        update(QuestionSet)
        .where(QuestionSet.id == question_set_id, QuestionSet.question_count < MAX_QUESTIONS)
        .values(
            question_count=QuestionSet.question_count + 1,
            last_position=QuestionSet.last_position + 1,
            updated_at=now,
        )
        .returning(QuestionSet.last_position)
        .execution_options(synchronize_session=False)
    ).first()
    return None if row is None else int(row[0])


def claim_generation(session: Session, *, question_set_id: str, now: datetime, until: datetime) -> bool:
    """Claim the right to let the model write into a set; False while another request holds it."""
    claimed = session.execute(
        update(QuestionSet)
        .where(
            QuestionSet.id == question_set_id,
            or_(QuestionSet.generating_until.is_(None), QuestionSet.generating_until <= now),
        )
        .values(generating_until=until)
        .returning(QuestionSet.id)
        .execution_options(synchronize_session=False)
    )
    return claimed.first() is not None


def hold_generation(session: Session, *, question_set_id: str, until: datetime | None) -> None:
    """Extend the claim on a set, or release it with None. A released claim is not extended."""
    session.execute(
        update(QuestionSet)
        .where(QuestionSet.id == question_set_id, QuestionSet.generating_until.is_not(None))
        .values(generating_until=until)
        .execution_options(synchronize_session=False)
    )


def reorder(session: Session, *, questions: list[Question]) -> None:
    """Distribute the positions of these questions among them in the order of the list."""
    positions = sorted(question.position for question in questions)
    # A position is unique in its set, so all of them are moved away before any gets its new one.
    for question in questions:
        question.position = -question.position
    session.flush()
    for question, position in zip(questions, positions, strict=True):
        question.position = position
    session.flush()


def queue_answer_points(question: Question) -> None:
    """Let the answer points of a question be written again; a running attempt stores nothing."""
    question.good_answer = None
    question.point_attempts = 0
    question.points_claim_id = None
    question.points_not_before_at = None


def remove_question(session: Session, *, question: Question, now: datetime) -> None:
    """Delete a question and free its place, once, even if two tabs delete it at the same time."""
    removed = session.execute(
        delete(Question)
        .where(Question.id == question.id)
        .returning(Question.id)
        .execution_options(synchronize_session=False)
    ).first()
    if removed is None:
        raise QuestionNotFound
    session.execute(
        update(QuestionSet)
        .where(QuestionSet.id == question.question_set_id)
        .values(question_count=QuestionSet.question_count - 1, updated_at=now)
        .execution_options(synchronize_session=False)
    )


def remove_all(session: Session, *, question_set_id: str, now: datetime) -> None:
    session.execute(
        delete(Question)
        .where(Question.question_set_id == question_set_id)
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(QuestionSet)
        .where(QuestionSet.id == question_set_id)
        .values(question_count=0, updated_at=now)
        .execution_options(synchronize_session=False)
    )
