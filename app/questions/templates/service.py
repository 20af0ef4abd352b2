from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.questions import rules
from app.questions import service as questions
from app.questions.errors import QuestionLimit
from app.questions.tables import QuestionTemplate
from app.questions.templates import repository
from app.questions.templates.schemas import PatchTemplate, SaveTemplate, TemplateQuestion, questions_for

MOST_TEMPLATES = 200
"""Of one recruiter."""


def save_template(session: Session, *, owner_id: str, wanted: SaveTemplate) -> QuestionTemplate:
    """Keep the questions of an interview, without what in its documents they rest on.

    The points of a good answer are not kept: the model wrote them with one person's CV before it, and
    writes new ones for the interview that begins from the template.

    Raises InvalidState where there are none, and above MOST_TEMPLATES.
    """
    _, present = questions.get_questions(session, owner_id=owner_id, interview_id=wanted.interview_id)
    if not present:
        raise InvalidState("This interview has no questions to keep.")
    if repository.count_owned(session, user_id=owner_id) >= MOST_TEMPLATES:
        raise InvalidState(f"You have {MOST_TEMPLATES} templates. Remove one first.")
    template = QuestionTemplate(
        owner_id=owner_id,
        name=wanted.name,
        is_shared=wanted.is_shared,
        questions=[
            TemplateQuestion(
                question=question.question,
                category=question.category,
                estimated_time=question.estimated_minutes,
                rests_on_cv=(question.based_on or {}).get("source") == "cv",
            ).to_wire()
            for question in present
        ],
    )
    session.add(template)
    session.flush()
    return template


def change_template(session: Session, *, template: QuestionTemplate, wanted: PatchTemplate) -> None:
    template.name = wanted.name or template.name
    template.is_shared = template.is_shared if wanted.is_shared is None else wanted.is_shared
    session.flush()


def apply_template(
    session: Session, *, owner_id: str, template: QuestionTemplate, interview_id: str, now: datetime
) -> int:
    """Add the template's questions to an interview, as far as there is room; how many found no place or
    stood there already.

    Raises InterviewNotFound, and QuestionLimit for an interview that was full before.
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
