from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.orm import Session

from app.admin.users import repository, service
from app.admin.users.schemas import (
    AdminUserView,
    IssuedAccess,
    NewUser,
    ResetRequest,
    UserPatch,
    UserStatus,
)
from app.admin.users.service import Desk
from app.core.database import SessionDep
from app.core.schemas import Data, Page, PageDep
from app.core.state import StateDep
from app.users.dependencies import AdminUser
from app.users.sign_in import tell_access_ended
from app.users.tables import Role

router = APIRouter(prefix="/api/admin/users", tags=["admin"])


def get_desk(request: Request, state: StateDep) -> Desk:
    return Desk(state=state, base_url=(state.settings.public_url or str(request.base_url)).rstrip("/"))


DeskDep = Annotated[Desk, Depends(get_desk)]


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
    """By name. ``search`` looks in name, username and e-mail address, literally."""
    rows, total = repository.list_users(session, text=search.strip(), role=role, status=status, page=page)
    return Page(data=service.describe(session, state=state, found=rows), pagination=page.describe(total))


@router.get("/{user_id}")
def read_user(user_id: str, _admin: AdminUser, session: SessionDep, state: StateDep) -> Data[AdminUserView]:
    user = service.get_user(session, user_id=user_id)
    return Data(data=service.describe_one(session, state=state, user=user))


@router.post("")
def create_user(body: NewUser, _admin: AdminUser, session: SessionDep, desk: DeskDep) -> Data[IssuedAccess]:
    """Make an account. The one-time password or the link is answered here and nowhere again."""
    return Data(data=service.create(session, desk=desk, wanted=body))


@router.patch("/{user_id}")
async def change_user(
    user_id: str, body: UserPatch, _admin: AdminUser, state: StateDep
) -> Data[AdminUserView]:
    """409 ``LAST_ADMIN`` for what would leave no active administrator."""

    def work(session: Session) -> AdminUserView:
        user = service.change(session, user_id=user_id, wanted=body)
        return service.describe_one(session, state=state, user=user)

    changed = await state.database.run(work)
    if not changed.is_active:
        await tell_access_ended(state, user_id)
    return Data(data=changed)


@router.post("/{user_id}/reset-password")
async def reset_password(
    user_id: str, body: ResetRequest, admin: AdminUser, state: StateDep, desk: DeskDep
) -> Data[IssuedAccess]:
    """A new way in for somebody else; the old password and all sessions end."""
    issued = await state.database.run(
        service.reset_password, desk=desk, admin_id=admin.id, user_id=user_id, delivery=body.delivery
    )
    await tell_access_ended(state, user_id)
    return Data(data=issued)


@router.post("/{user_id}/end-sessions")
async def end_sessions(user_id: str, _admin: AdminUser, state: StateDep) -> Data[AdminUserView]:
    """Sign somebody out everywhere; of oneself, here too."""

    def work(session: Session) -> AdminUserView:
        user = service.end_sessions(session, state=state, user_id=user_id)
        return service.describe_one(session, state=state, user=user)

    changed = await state.database.run(work)
    await tell_access_ended(state, user_id)
    return Data(data=changed)


@router.post("/{user_id}/reset-second-factor")
async def reset_second_factor(user_id: str, _admin: AdminUser, state: StateDep) -> Data[AdminUserView]:
    """For who has lost it: the next sign-in asks for none, or for a new one where one is required."""

    def work(session: Session) -> AdminUserView:
        user = service.reset_second_factor(session, user_id=user_id)
        return service.describe_one(session, state=state, user=user)

    changed = await state.database.run(work)
    await tell_access_ended(state, user_id)
    return Data(data=changed)
