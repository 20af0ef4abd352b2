"""Demo requests sent by visitors: list and delete."""

from __future__ import annotations

from fastapi import APIRouter

from app.contact import repository, service
from app.contact.schemas import DemoRequestView
from app.core.database import SessionDep
from app.core.errors import NotFound
from app.core.schemas import Page, PageDep, Success
from app.users.audit import records_deletion
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/admin/demo-requests", tags=["admin"])


@router.get("")
def list_demo_requests(_admin: AdminUser, session: SessionDep, page: PageDep) -> Page[DemoRequestView]:
    """All demo requests, newest first."""
    return Page(
        data=[
            DemoRequestView(
                id=request.id,
                name=request.name,
                email=request.email,
                company=request.company,
                phone=request.phone,
                created_at=request.created_at,
                mail=service.describe_email(mail),
            )
            for request, mail in repository.list_requests(session, page)
        ],
        pagination=page.describe(repository.count_requests(session)),
    )


@router.delete("/{request_id}", dependencies=[records_deletion("demo_request", "request_id")])
def delete_demo_request(request_id: str, _admin: AdminUser, session: SessionDep) -> Success:
    if not repository.remove_request(session, request_id=request_id):
        raise NotFound("This demo request was not found. It may have been deleted.")
    return Success()
