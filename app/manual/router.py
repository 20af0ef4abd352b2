"""Routes of the documentation."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.errors import NotFound
from app.core.schemas import ApiSchema, Data
from app.manual.documents import ManualName, find_manual, list_names
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/manual", tags=["manual"])


class ManualEntry(ApiSchema):
    name: ManualName
    title: str


class ManualView(ManualEntry):
    markdown: str
    """In English. It contains no HTML that a client should render."""


@router.get("")
def list_manuals(user: CurrentUser) -> Data[list[ManualEntry]]:
    """The documents that the caller may read: some are for administrators."""
    found = (find_manual(name, role=user.role) for name in list_names(user.role))
    return Data(data=[ManualEntry(name=one.name, title=one.title) for one in found if one is not None])


@router.get("/{manual_name}")
def read_manual(manual_name: str, user: CurrentUser) -> Data[ManualView]:
    """A document as Markdown. 404 if it does not exist or is for administrators only."""
    manual = find_manual(manual_name, role=user.role)
    if manual is None:
        raise NotFound("This document was not found.")
    return Data(data=ManualView(name=manual.name, title=manual.title, markdown=manual.markdown))
