"""Routes with which admins manage the accounts of users."""

from __future__ import annotations

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.orm import Session

from app.admin.users import deletion, repository, service
from app.admin.users.deletion import DeletionRequest
from app.admin.users.schemas import (
    AdminUserView,
    IssuedAccess,
    NewUser,
    RecordCounts,
    ResetRequest,
    UserPatch,
    UserRecords,
    UserStatus,
)
from app.admin.users.service import AdminContext
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.core.state import StateDep
from app.users.audit import find_origin
from app.users.dependencies import AdminUser, ConfirmedAdmin
from app.users.sign_in import notify_access_ended
from app.users.tables import Role

router = APIRouter(prefix="/api/admin/users", tags=["admin"])


def get_context(request: Request, admin: AdminUser, state: StateDep) -> AdminContext:
    return AdminContext(
        state=state,
        base_url=(state.settings.public_url or str(request.base_url)).rstrip("/"),
        origin=find_origin(request, actor_id=admin.id),
    )


ContextDep = Annotated[AdminContext, Depends(get_context)]


@router.get("")
def list_users(
    _admin: AdminUser,
    session: SessionDep,
    state: StateDep,
    page: PageDep,
    search: Annotated[str, Query(max_length=300)] = "",
    role: Role | None = None,
    status: UserStatus | None = None,
) -> Page[AdminUserView]:
    """Users by name. ``search`` is matched literally against name, username and email address."""
    rows, total = repository.list_users(session, text=search.strip(), role=role, status=status, page=page)
    return Page(data=service.describe(session, state=state, found=rows), pagination=page.describe(total))


@router.get("/{user_id}")
def read_user(user_id: str, _admin: AdminUser, session: SessionDep, state: StateDep) -> Data[AdminUserView]:
    user = service.get_user(session, user_id=user_id)
    return Data(data=service.describe_one(session, state=state, user=user))


@router.post("", responses=refuses(409))
def create_user(
    body: NewUser, _admin: ConfirmedAdmin, session: SessionDep, context: ContextDep
) -> Data[IssuedAccess]:
    """Create an account. Only this response contains the one-time password or the link."""
    # The transaction begins with the first statement, so no writer waits for the password hash.
    password = service.make_password(body.delivery)
    return Data(data=service.create(session, context=context, new_user=body, password=password))


@router.patch("/{user_id}", responses=refuses(409))
async def change_user(
    user_id: str, body: UserPatch, _admin: ConfirmedAdmin, state: StateDep, context: ContextDep
) -> Data[AdminUserView]:
    """Change an account. 409 ``LAST_ADMIN`` if no active administrator would remain."""

    def work(session: Session) -> AdminUserView:
        user = service.change(session, context=context, user_id=user_id, changes=body)
        return service.describe_one(session, state=state, user=user)

    changed = await state.database.run(work)
    if not changed.is_active:
        await notify_access_ended(state, user_id)
    return Data(data=changed)


@router.post("/{user_id}/reset-password", responses=refuses(409))
async def reset_password(
    user_id: str, body: ResetRequest, admin: ConfirmedAdmin, state: StateDep, context: ContextDep
) -> Data[IssuedAccess]:
    """Issue new access for another user; their old password and all sessions end."""
    password = await anyio.to_thread.run_sync(service.make_password, body.delivery)
    issued = await state.database.run(
        service.reset_password, context=context, admin_id=admin.id, user_id=user_id, password=password
    )
    await notify_access_ended(state, user_id)
    return Data(data=issued)


@router.post("/{user_id}/end-sessions")
async def end_sessions(
    user_id: str, _admin: ConfirmedAdmin, state: StateDep, context: ContextDep
) -> Data[AdminUserView]:
    """Sign a user out everywhere; admins may sign themselves out too."""

    def work(session: Session) -> AdminUserView:
        user = service.end_sessions(session, context=context, user_id=user_id)
        return service.describe_one(session, state=state, user=user)

    changed = await state.database.run(work)
    await notify_access_ended(state, user_id)
    return Data(data=changed)


@router.post("/{user_id}/reset-second-factor")
async def reset_second_factor(
    user_id: str, _admin: ConfirmedAdmin, state: StateDep, context: ContextDep
) -> Data[AdminUserView]:
    """Remove a lost second factor. If one is required, the user sets up a new one at the next sign-in."""

    def work(session: Session) -> AdminUserView:
        user = service.reset_second_factor(session, context=context, user_id=user_id)
        return service.describe_one(session, state=state, user=user)

    changed = await state.database.run(work)
    await notify_access_ended(state, user_id)
    return Data(data=changed)


@router.delete("/{user_id}", responses=refuses(409))
async def delete_user(
    user_id: str,
    admin: ConfirmedAdmin,
    context: ContextDep,
    records: UserRecords,
    hand_over_to: Annotated[str | None, Query(alias="handOverTo", max_length=100)] = None,
) -> Data[RecordCounts]:
    """Delete a user permanently; their records go to another user or are deleted with them.

    409 ``LAST_ADMIN`` if no active administrator would remain, and ``INVALID_STATE`` while an interview of
    this user is running, or for the caller's own account.
    """
    request = DeletionRequest(user_id=user_id, admin_id=admin.id, records=records, hand_over_to=hand_over_to)
    return Data(data=await deletion.delete_user(context, request))
