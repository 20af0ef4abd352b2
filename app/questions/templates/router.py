"""HTTP routes for question templates: list, save, change, delete, apply."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep, Success
from app.core.state import StateDep
from app.questions import service as questions
from app.questions.schemas import QuestionSetView, QuestionView
from app.questions.templates import repository, service
from app.questions.templates.schemas import (
    AppliedTemplate,
    ApplyTemplate,
    PatchTemplate,
    SaveTemplate,
    TemplateView,
)
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/question-templates", tags=["questions"])


@router.get("")
def list_templates(user: CurrentUser, session: SessionDep, page: PageDep) -> Page[TemplateView]:
    """The user's own templates and those shared with the organization, by name."""
    rows, total = repository.list_usable(session, user_id=user.id, page=page)
    return Page(
        data=[TemplateView.of(row, owner=owner, reader=user) for row, owner in rows],
        pagination=page.describe(total),
    )


@router.post("", responses=refuses(404, 409))
def save_template(body: SaveTemplate, user: CurrentUser, session: SessionDep) -> Data[TemplateView]:
    """Save the questions of an interview as a template. 409 if it has none."""
    template = service.save_template(session, owner_id=user.id, draft=body)
    return Data(data=TemplateView.of(template, owner=user, reader=user))


@router.patch("/{template_id}")
def change_template(
    template_id: str, body: PatchTemplate, user: CurrentUser, session: SessionDep
) -> Data[TemplateView]:
    """Only its owner may do this."""
    template = repository.get_owned(session, user_id=user.id, template_id=template_id)
    service.change_template(session, template=template, changes=body)
    return Data(data=TemplateView.of(template, owner=user, reader=user))


@router.delete("/{template_id}")
def delete_template(template_id: str, user: CurrentUser, session: SessionDep) -> Success:
    """Only its owner may do this."""
    repository.delete_owned(session, user_id=user.id, template_id=template_id)
    return Success()


@router.post("/{template_id}/apply", responses=refuses(404, 409))
def apply_template(
    template_id: str, body: ApplyTemplate, user: CurrentUser, session: SessionDep, state: StateDep
) -> AppliedTemplate:
    """Add the template's questions to an interview while there is room. 409 if it was full."""
    template = repository.get_usable(session, user_id=user.id, template_id=template_id)
    skipped = service.apply_template(
        session, owner_id=user.id, template=template, interview_id=body.interview_id, now=state.now()
    )
    found, rows = questions.get_questions(session, owner_id=user.id, interview_id=body.interview_id)
    return AppliedTemplate(
        question_set=QuestionSetView.of(found, now=state.now()),
        questions=[QuestionView.of(row) for row in rows],
        skipped=skipped,
    )
