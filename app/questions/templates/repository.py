"""Queries for question templates."""

from __future__ import annotations

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from app.core.access_attempts import note_not_found
from app.core.schemas import PageParams
from app.questions.errors import TemplateNotFound
from app.questions.tables import QuestionTemplate
from app.users.tables import User


def list_usable(
    session: Session, *, user_id: str, page: PageParams
) -> tuple[list[tuple[QuestionTemplate, User]], int]:
    """One page of the user's own and all shared templates with their owners, by name; and their total."""
    is_usable = or_(QuestionTemplate.owner_id == user_id, QuestionTemplate.is_shared.is_(True))
    rows = session.execute(
        select(QuestionTemplate, User)
        .join(User, User.id == QuestionTemplate.owner_id)
        .where(is_usable)
        .order_by(QuestionTemplate.name, QuestionTemplate.id)
        .offset(page.offset)
        .limit(page.limit)
    )
    total = session.scalar(select(func.count()).select_from(QuestionTemplate).where(is_usable)) or 0
    return [(template, owner) for template, owner in rows], total


def count_owned(session: Session, *, user_id: str) -> int:
    return (
        session.scalar(
            select(func.count()).select_from(QuestionTemplate).where(QuestionTemplate.owner_id == user_id)
        )
        or 0
    )


def get_owned(session: Session, *, user_id: str, template_id: str) -> QuestionTemplate:
    """The user's own template. Raises TemplateNotFound, also for one that another user shares."""
    found = session.scalar(
        select(QuestionTemplate).where(
            QuestionTemplate.id == template_id, QuestionTemplate.owner_id == user_id
        )
    )
    if found is None:
        note_not_found(template_id)
        raise TemplateNotFound
    return found


def get_usable(session: Session, *, user_id: str, template_id: str) -> QuestionTemplate:
    """A template that the user may apply. Raises TemplateNotFound, also for another user's private one."""
    found = session.scalar(
        select(QuestionTemplate).where(
            QuestionTemplate.id == template_id,
            or_(QuestionTemplate.owner_id == user_id, QuestionTemplate.is_shared.is_(True)),
        )
    )
    if found is None:
        note_not_found(template_id)
        raise TemplateNotFound
    return found


def delete_owned(session: Session, *, user_id: str, template_id: str) -> None:
    """Delete the user's own template. Raises TemplateNotFound."""
    deleted = session.execute(
        delete(QuestionTemplate)
        .where(QuestionTemplate.id == template_id, QuestionTemplate.owner_id == user_id)
        .returning(QuestionTemplate.id)
    )
    if deleted.first() is None:
        note_not_found(template_id)
        raise TemplateNotFound
