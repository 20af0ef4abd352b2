"""Requests and responses for question templates."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from app.core.schemas import ApiSchema, Identified, UtcTime
from app.questions.schemas import QuestionSetResponse
from app.questions.tables import QuestionCategory, QuestionTemplate
from app.users.tables import User

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class TemplateQuestion(ApiSchema):
    question: str
    category: QuestionCategory
    estimated_time: int
    """Minutes."""
    rests_on_cv: bool = False
    """Written about a line of one person's CV, so only the template's owner sees it."""


class TemplateView(Identified):
    name: str
    is_shared: bool
    is_own: bool
    owner_name: str
    questions: list[TemplateQuestion]
    updated_at: UtcTime

    @classmethod
    def of(cls, template: QuestionTemplate, *, owner: User, reader: User) -> TemplateView:
        return cls(
            id=template.id,
            name=template.name,
            is_shared=template.is_shared,
            is_own=template.owner_id == reader.id,
            owner_name=owner.name or owner.username,
            questions=questions_for(template, reader_id=reader.id),
            updated_at=template.updated_at,
        )


def questions_for(template: QuestionTemplate, *, reader_id: str) -> list[TemplateQuestion]:
    """The questions of a template that this user may see and use."""
    questions = [TemplateQuestion.model_validate(entry) for entry in template.questions]
    is_own = template.owner_id == reader_id
    return [question for question in questions if is_own or not question.rests_on_cv]


class SaveTemplate(ApiSchema):
    name: Name
    interview_id: str
    is_shared: bool = False


class PatchTemplate(ApiSchema):
    name: Name | None = None
    is_shared: bool | None = None


class ApplyTemplate(ApiSchema):
    interview_id: Annotated[str, Field(min_length=1)]


class AppliedTemplate(QuestionSetResponse):
    skipped: int
    """Questions not added: already present, or no room left."""
