"""Use cases for question templates: save, change, apply."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.questions import rules
from app.questions import service as questions
from app.questions.errors import QuestionLimit
from app.questions.tables import Question, QuestionTemplate
from app.questions.templates import repository
from app.questions.templates.schemas import PatchTemplate, SaveTemplate, TemplateQuestion, questions_for

MAX_TEMPLATES = 200
"""Per recruiter."""


def save_template(session: Session, *, owner_id: str, draft: SaveTemplate) -> QuestionTemplate:
    """Save the questions of an interview, without the lines of its documents they are based on.

    Answer points are not saved: the model wrote them from one person's CV, and writes new ones for each
    interview that uses the template. Raises InvalidState without questions and above MAX_TEMPLATES.
    """
    _, present = questions.get_questions(session, owner_id=owner_id, interview_id=draft.interview_id)
    if not present:
        raise InvalidState("This interview has no questions to save.")
    if repository.count_owned(session, user_id=owner_id) >= MAX_TEMPLATES:
        raise InvalidState(f"You have {MAX_TEMPLATES} templates, which is the limit. Delete one first.")
    template = QuestionTemplate(
        owner_id=owner_id,
        name=draft.name,
        is_shared=draft.is_shared,
        questions=[
            TemplateQuestion(
                question=question.question,
                category=question.category,
                estimated_time=question.estimated_minutes,
                rests_on_cv=_is_about_candidate(question),
            ).to_wire()
            for question in present
        ],
    )
    session.add(template)
    session.flush()
    return template


def change_template(session: Session, *, template: QuestionTemplate, changes: PatchTemplate) -> None:
    template.name = changes.name or template.name
    template.is_shared = template.is_shared if changes.is_shared is None else changes.is_shared
    session.flush()


def apply_template(
    session: Session, *, owner_id: str, template: QuestionTemplate, interview_id: str, now: datetime
) -> int:
    """Add the questions of a template to an interview while there is room.

    Returns how many were skipped: already present, or no room left. Raises InterviewNotFound, and
    QuestionLimit for an interview that was full before.
    """
    found = questions.get_or_create_set(session, owner_id=owner_id, interview_id=interview_id)
    if found.question_count >= rules.MAX_QUESTIONS:
        raise QuestionLimit
    _, present = questions.get_questions(session, owner_id=owner_id, interview_id=interview_id)
    known = {question.question.casefold() for question in present}
    skipped = 0
    for entry in questions_for(template, reader_id=owner_id):
        is_added = entry.question.casefold() not in known and questions.add_from_template(
            session,
            question_set=found,
            question=entry.question,
            category=entry.category,
            minutes=entry.estimated_time,
            now=now,
        )
        skipped += not is_added
    session.refresh(found)
    return skipped


def _is_about_candidate(question: Question) -> bool:
    """Whether its text may say something about this candidate, such as what their CV does not show."""
    based_on = question.based_on or {}
    return based_on.get("source") in {"cv", "recruiter"} or based_on.get("kind") == "gap"
