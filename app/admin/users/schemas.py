from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from app.core.schemas import ApiSchema, Email, Identified, UtcTime
from app.users.schemas import Name, Username
from app.users.tables import Role


class UserStatus(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"
    INVITED = "invited"
    """Active, but has neither a password nor ever signed in."""


class Delivery(StrEnum):
    """How somebody comes to a password."""

    ONE_TIME_PASSWORD = "one_time_password"  # noqa: S105  (a way, no secret)
    INVITE_LINK = "invite_link"


class AdminUserView(Identified):
    username: str
    name: str
    email: str | None
    role: Role
    is_active: bool
    is_basic_auth: bool
    """Whether he has a password here, not only at the identity provider."""
    has_second_factor: bool
    must_change_password: bool
    is_invited: bool
    created_at: UtcTime
    last_signed_in_at: UtcTime | None
    active_sessions: int


class NewUser(ApiSchema):
    username: Username
    name: Name
    email: Email | None = None
    role: Role
    delivery: Delivery


class UserPatch(ApiSchema):
    """What is not sent stays; a null address is none."""

    name: Annotated[Name, Field(min_length=1)] | None = None
    email: Email | None = None
    role: Role | None = None
    is_active: bool | None = None


class ResetRequest(ApiSchema):
    delivery: Delivery


class IssuedAccess(ApiSchema):
    """Shown once: of the password a hash is kept, and of the link as well."""

    user: AdminUserView
    one_time_password: str | None
    invite_link: str | None
    is_mailed: bool
    """Whether the link is on its way to the user's address."""
